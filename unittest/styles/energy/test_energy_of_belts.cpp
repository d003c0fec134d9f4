// compute energy/balance with walls whose surface moves along itself.
//
// Oracles: closed forms of sliding and rolling; conservation of energy.

#include "styles/energy/energy_scenes.h"
#include "styles/walls/wall_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace test_energy_of_belts {

using namespace grist::testing;

constexpr double RADIUS = 2e-3, SPEED = 0.2;

class EnergyOfBelts : public OneRankTest {
 protected:
  LammpsSession lammps;
};

// The belt gives V times the momentum m (2/7) V of the sphere; half of that is heat, whatever
// friction is.
TEST_F(EnergyOfBelts, ABeltWorksTwiceWhatASphereTakes)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(9, 0.015, 1)),
                    belt = " surface linear " + number(SPEED) + " 0 0 ";
  for (const std::string &wall : {"wall/hertz/mindlin zplane 0 NULL" + belt,
                                  "wall/mesh " + mesh + belt + "model hertz/mindlin"}) {
    SCOPED_TRACE(wall);
    lammps.run("clear\n" + on_floor("restitution 0.5 friction 0.3", "", "fix w all " + wall) +
               "run 40000\n");
    const Balance now = balance_of(lammps);
    const double work = 2.0 / 7.0 * sphere_mass(RADIUS) * SPEED * SPEED;
    EXPECT_NEAR(now.entry[WALL_WORK] / work, 1.0, 1e-5);
    EXPECT_NEAR(now.entry[KINETIC] / work, 0.5, 1e-5);
    EXPECT_NEAR((now.entry[FRICTION] + now.entry[CONTACT_DAMPING]) / work, 0.5, 1e-5);
    EXPECT_NEAR(now.drift / work, 0.0, 1e-6);
  }
}

// A crowd in a drum whose surface rotates and runs along its axis: the drift is of second order in
// the step.
TEST_F(EnergyOfBelts, BalanceClosesInADrumWhoseSurfaceMoves)
{
  const auto share_of_drift = [&](const std::string &dt, int steps) {
    lammps.run(R"(
      clear
      units si
      atom_style sphere
      atom_modify map array
      comm_modify vel yes
      boundary f f f
      region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
      create_box 1 box
      pair_style hertz/mindlin
      pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.5 rolling torque 0.05
      neighbor 1e-3 bin
      fix move all leapfrog/sphere
      region fill cylinder x 0 0 0.015 -0.02 0.02
      create_atoms 1 random 100 7 fill overlap 4.1e-3 maxtry 5000
      set group all diameter 4e-3 density 2500
      fix down all gravity 9.81 vector 0 0 -1
      variable v equal 0.1*sin(50*step*dt)
      variable w equal 30*(1-exp(-30*step*dt))
      fix w all wall/hertz/mindlin xcylinder 0.02 xplane -0.03 0.03 surface variable v_v NULL NULL 0 0 0 1 0 0 v_w
    )" + std::string(REPORT) +
               "timestep " + dt + "\nrun " + std::to_string(steps) + "\n");
    const Balance now = balance_of(lammps);
    EXPECT_GT(now.entry[WALL_WORK], 0.0);
    EXPECT_GT(now.entry[FRICTION], 0.0);
    EXPECT_GT(now.entry[ROLLING], 0.0);
    return std::fabs(now.drift) / now.entry[WALL_WORK];
  };
  const double coarse = share_of_drift("4e-6", 30000), fine = share_of_drift("2e-6", 60000);
  EXPECT_LT(coarse, 2e-4);
  EXPECT_LT(fine, coarse / 3.0);
}

}    // namespace test_energy_of_belts
