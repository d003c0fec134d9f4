// compute energy/balance with walls whose surface moves along itself.
//
// Oracles: closed forms of sliding and rolling; conservation of energy.

#include "styles/walls/wall_scenes.h"
#include "testing/hertz_sphere.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace {

using namespace grist::testing;

enum Entry { KINETIC = 1, CONTACT_DAMPING = 6, FRICTION = 7, ROLLING = 8, WALL_WORK = 10 };

constexpr double YOUNG = 1e7, RADIUS = 2e-3, GRAVITY = 9.81, SPEED = 0.2;
const double MASS = sphere_mass(RADIUS);

class EnergyOfBelts : public OneRankTest {
 protected:
  double entry(int k) { return lammps.evaluate("c_e[" + std::to_string(k) + "]"); }
  double drift() { return lammps.evaluate("c_e"); }
  LammpsSession lammps;
};

std::string system(const std::string &spheres, const std::string &law)
{
  return R"(
    units si
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    boundary f f f
    region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
    create_box 1 box
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 )" +
      law + "\nneighbor 1e-3 bin\nfix move all leapfrog/sphere\n" + spheres +
      R"(
    set group all diameter 4e-3 density 2500
    fix down all gravity 9.81 vector 0 0 -1
    compute e all energy/balance
    thermo_style custom step ke c_e[*] c_e
    thermo 100000
  )";
}

// The belt gives V times the momentum m (2/7) V of the sphere; half of that is heat, whatever friction is.
TEST_F(EnergyOfBelts, ABeltWorksTwiceWhatASphereTakes)
{
  const double height = RADIUS - hertz_overlap(MASS * GRAVITY, RADIUS, YOUNG);
  MeshFiles files;
  const std::string file = files.text(random_plate(9, 0.04, 1)),
                    belt = " surface linear " + number(SPEED) + " 0 0 ";
  for (const std::string &wall : {"wall/hertz/mindlin zplane 0 NULL" + belt,
                                  "wall/mesh " + file + belt + "model hertz/mindlin"}) {
    SCOPED_TRACE(wall);
    lammps.run("clear\n" + system("create_atoms 1 single 0 0 " + number(height), "friction 0.3") +
               "timestep 2e-6\nfix w all " + wall + "\nrun 40000\n");
    const double work = 2.0 / 7.0 * MASS * SPEED * SPEED;
    EXPECT_NEAR(entry(WALL_WORK) / work, 1.0, 1e-5);
    EXPECT_NEAR(entry(KINETIC) / work, 0.5, 1e-5);
    EXPECT_NEAR((entry(FRICTION) + entry(CONTACT_DAMPING)) / work, 0.5, 1e-5);
    EXPECT_NEAR(drift() / work, 0.0, 1e-6);
  }
}

// A crowd in a drum whose surface rotates and runs along its axis: the drift is of second order in the step.
TEST_F(EnergyOfBelts, BalanceClosesInADrumWhoseSurfaceMoves)
{
  const std::string crowd = "region fill cylinder x 0 0 0.015 -0.02 0.02\n"
                            "create_atoms 1 random 100 7 fill overlap 4.1e-3 maxtry 5000";
  const auto share_of_drift = [&](const std::string &dt, int steps) {
    lammps.run("clear\n" + system(crowd, "friction 0.5 rolling torque 0.05") + "timestep " + dt +
               "\nvariable v equal 0.1*sin(50*step*dt)\nvariable w equal 30*(1-exp(-30*step*dt))\n"
               "fix w all wall/hertz/mindlin xcylinder 0.02 xplane -0.03 0.03 surface variable "
               "v_v NULL NULL 0 0 0 1 0 0 v_w\nrun " +
               std::to_string(steps) + "\n");
    EXPECT_GT(entry(WALL_WORK), 0.0);
    EXPECT_GT(entry(FRICTION), 0.0);
    EXPECT_GT(entry(ROLLING), 0.0);
    return std::fabs(drift()) / entry(WALL_WORK);
  };
  const double coarse = share_of_drift("4e-6", 30000), fine = share_of_drift("2e-6", 60000);
  EXPECT_LT(coarse, 2e-4);
  EXPECT_LT(fine, coarse / 3.0);
}

}    // namespace
