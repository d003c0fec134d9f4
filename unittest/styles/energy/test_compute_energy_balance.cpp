// compute energy/balance in LAMMPS: entries of contacts and bonds, and their drift.
//
// Oracles: closed forms (restitution, sliding to rolling, the strength of a bond), conservation of
// energy itself.

#include "styles/energy/energy_scenes.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace test_compute_energy_balance {

using namespace grist::testing;
using grist::PI;

TEST_F(ComputeEnergyBalance, HeadOnCollisionTakesWhatRestitutionSays)
{
  for (const double e : {1.0, 0.8, 0.5}) {
    const Balance end =
        after(loose_spheres("restitution " + number(e)) +
              "create_atoms 1 single -0.00201 0 0\ncreate_atoms 1 single 0.00201 0 0\n"
              "set group all diameter 4e-3 density 2500\nset atom 1 vx 1\n"
              "timestep 5e-7\n" +
              REPORT + "run 1000\n");
    const double relative = 0.25 * sphere_mass(2e-3);    // 1/2 m* v^2 at 1 m/s
    EXPECT_NEAR(end.entry[CONTACT_DAMPING], (1.0 - e * e) * relative, 1e-4 * relative) << e;
    EXPECT_NEAR(end.entry[KINETIC], 2.0 * relative - (1.0 - e * e) * relative, 1e-4 * relative)
        << e;
    EXPECT_EQ(end.entry[FRICTION], 0.0);
    EXPECT_NEAR(end.drift, 0.0, 2e-5 * relative) << e;
  }
}

TEST_F(ComputeEnergyBalance, DriftFallsWithTheSquareOfTheStep)
{
  // Above friction for a while, and with a rolling spring.
  const std::string law = "restitution 0.6 friction 0.3 rolling sds 500 0.01 0.2";
  const Balance coarse = after(loose_spheres(law) + oblique_pair(1e-3, 2e-6, 500));
  const Balance fine = after(loose_spheres(law) + oblique_pair(1e-3, 1e-6, 1000));
  EXPECT_LT(std::fabs(coarse.drift), 1e-4 * coarse.entry[KINETIC]);
  EXPECT_LT(std::fabs(fine.drift), std::fabs(coarse.drift) / 3.0);
  EXPECT_GT(fine.entry[CONTACT_DAMPING], 0.0);
}

// Two sevenths of the kinetic energy, 1/7 m v0^2, whatever friction is; what the contact still
// swings by when it starts to stick goes to its dashpot.
TEST_F(ComputeEnergyBalance, SlidingToRollingTakesTwoSevenths)
{
  const double kinetic = 0.5 * sphere_mass(2e-3) * 0.01;
  for (const double friction : {0.1, 0.4}) {
    const Balance end =
        after(on_floor("restitution 0.5 friction " + number(friction), "set atom 1 vx 0.1", FLOOR) +
              "run 50000\n");
    EXPECT_NEAR(end.entry[FRICTION] / kinetic, 2.0 / 7.0, 0.01);
    EXPECT_NEAR((end.entry[FRICTION] + end.entry[CONTACT_DAMPING]) / kinetic, 2.0 / 7.0, 1e-5);
    EXPECT_NEAR(end.entry[KINETIC] / kinetic, 5.0 / 7.0, 1e-5);
    EXPECT_NEAR(end.entry[ROLLING], 0.0, 1e-12 * kinetic);
    EXPECT_EQ(end.entry[WALL_WORK], 0.0);
    EXPECT_NEAR(end.drift, 0.0, 1e-6 * kinetic);
  }
}

// It rolls without sliding, v = 0.1 m/s, until the torque has taken all of 7/10 m v^2.
TEST_F(ComputeEnergyBalance, RollingFrictionStopsARollingSphere)
{
  const double kinetic = 0.7 * sphere_mass(2e-3) * 0.01;
  for (const char *law : {"torque 0.2", "sds 100 0.01 0.2"}) {
    SCOPED_TRACE(law);
    const Balance end = after(on_floor("restitution 0.5 friction 0.8 rolling " + std::string(law),
                                       "set atom 1 vx 0.1\nset atom 1 omega 0 50 0", FLOOR) +
                              "run 100000\n");
    EXPECT_LT(end.entry[KINETIC], 1e-4 * kinetic);
    EXPECT_NEAR(end.entry[ROLLING] / kinetic, 1.0, 0.02);
    EXPECT_NEAR(end.dissipated() / kinetic, 1.0, 1e-3);
    EXPECT_NEAR(end.drift, 0.0, 1e-5 * kinetic);
  }
}

// Gravity of a fix of its own, or of the integrator, which no force on atoms shows.
TEST_F(ComputeEnergyBalance, FreeFallTurnsHeightIntoSpeed)
{
  const std::string field = " 9.81 vector 0.6 0 -0.8\n";
  const std::string fixes[] = {"fix down all gravity" + field,
                               "unfix move\nfix move all leapfrog/sphere gravity" + field};
  for (const std::string &gravity : fixes) {
    LammpsSession lammps;
    lammps.run(loose_spheres() +
               "create_atoms 1 single 0 0 0.01\nset group all diameter 4e-3 density 2500\n" +
               "set atom 1 vx 2\n" + gravity + "timestep 1e-5\n" + REPORT + "run 0\n");
    const Balance start = balance_of(lammps);
    lammps.run("run 2000\n");    // once across the periodic border
    const Balance end = balance_of(lammps);
    const double weight = sphere_mass(2e-3) * GRAVITY, time = 0.02;
    const double drop = 0.5 * GRAVITY * time * time + 0.6 * 2 * time;
    const double lost = start.entry[GRAVITATIONAL] - end.entry[GRAVITATIONAL];
    EXPECT_NEAR(start.entry[GRAVITATIONAL] / (weight * 0.008), 1.0, 1e-9);
    EXPECT_NEAR(lost / (weight * drop), 1.0, 1e-9);
    EXPECT_NEAR((end.entry[KINETIC] - start.entry[KINETIC]) / (weight * drop), 1.0, 1e-9);
    EXPECT_NEAR(end.drift, 0.0, 1e-11 * weight * drop);
  }
}

// Rolling, sliding and restitution under the integrator's gravity, which the velocities of the full
// step have to have.
TEST_F(ComputeEnergyBalance, GravityOfTheIntegrator)
{
  const std::string motion = "set atom 1 vx 0.1 vz -0.1";
  std::string lines = on_floor("restitution 0.5 friction 0.3", motion, FLOOR) + "run 20000\n";
  const Balance by_fix = after(lines);
  lines.replace(lines.find("fix down all gravity"), 20,
                "unfix move\nfix move all leapfrog/sphere gravity");
  const Balance by_integrator = after(lines);
  EXPECT_GT(by_fix.entry[CONTACT_DAMPING], 0.0);
  for (int k = 0; k < ENTRIES; k++)
    EXPECT_NEAR(by_integrator.entry[k], by_fix.entry[k], 1e-9 * by_fix.entry[GRAVITATIONAL])
        << k + 1;
  EXPECT_NEAR(by_integrator.drift, by_fix.drift, 1e-9 * by_fix.entry[GRAVITATIONAL]);
}

/* ---------------------------------------------------------------------- */

// Two bonded spheres of 2 mm diameter that touch, or lie `closer`; the second moves.
std::string rod(const std::string &bond, const std::string &motion, double dt, int steps,
                double closer = 0.0)
{
  return R"(units si
    newton on off
    atom_style bonded/cluster
    atom_modify map array
    comm_modify vel yes
    boundary f f f
    region box block -0.02 0.02 -0.02 0.02 -0.02 0.02
    bond_style parallel
    create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4
    create_atoms 1 single -0.001 0 0
    create_atoms 1 single )" +
      number(1e-3 - closer) + R"( 0 0
    set group all diameter 2e-3 density 2500
    bond_coeff 1 young 1e7 )" +
      bond + R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    neighbor 1e-3 bin
    create_bonds single/bond 1 1 2
    fix move all leapfrog/sphere
  )" + motion +
      "\ntimestep " + number(dt) + "\n" + REPORT + "run " + std::to_string(steps) + "\n";
}

constexpr const char *ENDLESS = "tensile none shear none";

// After a quarter of its period all of the relative motion is in the bond.
TEST_F(ComputeEnergyBalance, ABondSwingsBetweenElasticAndKineticEnergy)
{
  const double mass = sphere_mass(1e-3), stiffness = 1e7 * PI * 1e-6 / 2e-3;
  const double period = 2 * PI / std::sqrt(2 * stiffness / mass);
  const Balance end = after(rod(ENDLESS, "set atom 2 vx 0.05", period / 400, 100));
  const double relative = 0.25 * mass * 0.05 * 0.05;
  EXPECT_NEAR(end.entry[BOND] / relative, 1.0, 1e-3);
  EXPECT_NEAR(end.entry[KINETIC] / relative, 1.0, 1e-3);
  EXPECT_NEAR(end.drift, 0.0, 1e-3 * relative);
  EXPECT_EQ(end.entry[BOND_DAMPING], 0.0);
}

// Stretch, shear, twist and bending at once; everything but the common motion ends in the dashpots.
TEST_F(ComputeEnergyBalance, BondDampingTakesAllButTheCommonMotion)
{
  const std::string damped = std::string(ENDLESS) + " damping 0.3";
  const std::string motion =
      "set atom 2 vx 0.05\nset atom 2 omega 30 20 -40\nset atom 1 omega -10 50 5";
  Balance coarse = after(rod(damped, motion, 4e-6, 5000));
  const Balance fine = after(rod(damped, motion, 2e-6, 10000));
  EXPECT_LT(fine.entry[BOND], 1e-6 * fine.entry[BOND_DAMPING]);
  EXPECT_GT(fine.entry[BOND_DAMPING], 0.1 * fine.entry[KINETIC]);
  EXPECT_LT(std::fabs(coarse.drift), 1e-2 * coarse.entry[BOND_DAMPING]);
  EXPECT_LT(std::fabs(fine.drift), std::fabs(coarse.drift) / 3.0);
}

// At its strength a pulled bond holds sigma^2 A L / 2E. In a step it stretches by up to a tenth at
// 1e-6 s.
TEST_F(ComputeEnergyBalance, ABreakTakesTheEnergyOfItsStrength)
{
  const double expected = 0.5 * 1e4 * 1e4 * PI * 1e-6 * 2e-3 / 1e7;
  for (const double dt : {1e-6, 1e-7}) {
    const Balance end =
        after(rod("tensile 1e4 shear 1e4", "set atom 2 vx 0.2", dt, int(5e-4 / dt)));
    EXPECT_NEAR(end.entry[BROKEN] / expected, 1.0, 1e5 * dt);
    EXPECT_EQ(end.entry[BOND], 0.0);
    EXPECT_NEAR(end.entry[KINETIC], 0.5 * sphere_mass(1e-3) * 0.04 - end.entry[BROKEN],
                1e-10 * end.entry[KINETIC]);
    EXPECT_NEAR(end.drift, 0.0, 1e-10 * end.entry[KINETIC]);
  }
}

// Spheres that lie in each other by 0.05 mm become a contact that pushes at once: 2/5 of its force
// times the overlap.
TEST_F(ComputeEnergyBalance, AContactThatBeginsAtABreakBringsItsEnergy)
{
  const double dt = 2e-7;
  const Balance end =
      after(rod("tensile 1e4 shear 1e4 damping 0.1", "set atom 2 vy 0.5", dt, 5000, 0.05e-3));
  const double young = 1e7 / (2.0 * (1.0 - 0.09)), radius = 0.5e-3;
  const double energy = 8.0 / 15.0 * young * std::sqrt(radius) * std::pow(0.05e-3, 2.5);
  EXPECT_NEAR(end.entry[NEW_CONTACTS] / energy, 1.0, 0.02);
  EXPECT_EQ(end.entry[CONTACT], 0.0);    // they have parted
  EXPECT_GT(end.entry[CONTACT_DAMPING], 0.0);
  EXPECT_LT(std::fabs(end.drift), 1e-4 * end.entry[NEW_CONTACTS]);
}

}    // namespace test_compute_energy_balance
