// compute energy/balance in LAMMPS with styles that report no energy: fixes that add to forces, fix
// move, granular pair styles and walls, fixes pour and deposit.
//
// Oracles: closed forms (work of a constant force, viscous decay, restitution, m g h), conservation
// of energy itself, the same run on other numbers of ranks.

#include "styles/energy/energy_scenes.h"
#include "testing/lammps_session.h"

#include "meshes/mesh_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

namespace test_energy_of_others {

using namespace grist::testing;
using grist::PI;

double work_of_others(LammpsSession &lammps)
{
  return lammps.evaluate("c_e[16]");
}
double taken_by_other_contacts(LammpsSession &lammps)
{
  return lammps.evaluate("c_e[17]");
}

const std::string ONE = "create_atoms 1 single 0 0 0\nset group all diameter 4e-3 density 2500\n";

TEST_F(ComputeEnergyBalance, AConstantForceWorksByItsWay)
{
  const double mass = sphere_mass(2e-3);
  LammpsSession lammps;
  lammps.run(loose_spheres() + ONE + "timestep 1e-5\nset atom 1 vy 0.1\n" + REPORT +
             "fix push all addforce 1e-3 2e-3 0\nrun 500\n");
  const double t = 500e-5, x = 0.5 * 1e-3 / mass * t * t, y = 0.1 * t + 0.5 * 2e-3 / mass * t * t;
  const double work = 1e-3 * x + 2e-3 * y;
  EXPECT_NEAR(work_of_others(lammps) / work, 1.0, 1e-9);
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-10 * work);
}

TEST_F(ComputeEnergyBalance, ViscousForcesTakeWhatDecays)
{
  const double mass = sphere_mass(2e-3), gamma = 20.0 * mass;
  LammpsSession lammps;
  lammps.run(loose_spheres() + ONE + "timestep 1e-5\nset atom 1 vx 1\n" + REPORT +
             "fix air all viscous " + number(gamma) +
             "\nrun 10000\n");    // 0.1 s: two time constants
  const double lost = 0.5 * mass * (1.0 - std::exp(-2.0 * 20.0 * 0.1));
  EXPECT_NEAR(work_of_others(lammps) / -lost, 1.0, 5e-4);
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-7 * lost);
}

// Contacts, bonds, walls and gravity are subtracted: what is left is the work of the viscous force
// alone.
TEST_F(ComputeEnergyBalance, OtherForcesAreKnownAmongAllOthers)
{
  LammpsSession lammps;
  lammps.run(drum(8e-6) + "fix air all viscous 0\nrun 6000\n");
  const double scale = lammps.evaluate("c_e[10]");
  EXPECT_GT(scale, 0.0);
  EXPECT_GT(lammps.evaluate("c_e[9]"), 0.0);
  EXPECT_NEAR(work_of_others(lammps), 0.0, 1e-9 * scale);
}

TEST_F(ComputeEnergyBalance, ADrumFullOfAir)
{
  LammpsSession lammps;
  lammps.run(drum(8e-6) + "fix air all viscous 5e-5\nrun 20000\n");
  const Balance end = balance_of(lammps);
  EXPECT_LT(work_of_others(lammps), -0.01 * end.entry[WALL_WORK]);
  EXPECT_LT(std::fabs(end.drift), 1e-3 * end.entry[WALL_WORK]);
}

// A sphere that fix move swings, from its greatest speed to rest and further.
TEST_F(ComputeEnergyBalance, FixMoveGivesKineticEnergy)
{
  LammpsSession lammps;
  lammps.run(loose_spheres() + ONE + "unfix move\nfix move all move wiggle 1e-3 0 0 0.04\n" +
             "timestep 1e-5\n" + REPORT + "run 500\n");
  const double first = work_of_others(lammps), start = lammps.evaluate("c_e[1]");
  const double greatest = 0.5 * sphere_mass(2e-3) * std::pow(2.0 * PI * 1e-3 / 0.04, 2);
  EXPECT_NEAR(first / (0.5 * greatest), 1.0, 1e-3);    // at rest when accounting started
  EXPECT_NEAR(start / (0.5 * greatest), 1.0, 1e-3);
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-12 * greatest);
}

// A sphere that is moved at 0.1 m/s strikes one at rest, which flies off at 0.1 (1 + e): the
// momentum that it takes comes at 0.1 m/s.
TEST_F(ComputeEnergyBalance, FixMovePushesAnother)
{
  const double mass = sphere_mass(2e-3), e = 0.5, speed = 0.1;
  LammpsSession lammps;
  lammps.run(loose_spheres("restitution 0.5 friction 0.3") +
             "create_atoms 1 single -0.00201 0 0\ncreate_atoms 1 single 0.00201 0 0\n"
             "set group all diameter 4e-3 density 2500\ngroup driven id 1\ngroup free id 2\n"
             "set atom 1 vx 0.1\nunfix move\nfix push driven move linear 0.1 0 0\n"
             "fix move free nve/sphere\ntimestep 1e-6\n" +
             REPORT + "run 1500\n");
  const double flies = lammps.evaluate("vx[2]");
  const double work = mass * flies * speed;
  // Its partner is no heavier than itself for the law, so that e is that of a mass m/2: smaller for
  // a driven one.
  EXPECT_GT(flies, speed);
  EXPECT_LT(flies, speed * (1.0 + std::sqrt(e)));
  EXPECT_NEAR(work_of_others(lammps) / work, 1.0, 1e-4);
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-4 * work);
}

// A frozen sphere that moves and turns all the same strikes one at rest: fix freeze gives the
// momentum that this one takes, at the speed of the frozen one. The arms are equal, and so are the
// torques on both. The law knows that the frozen one is infinitely heavy.
TEST_F(ComputeEnergyBalance, FreezePushesWithASphereThatMoves)
{
  const double mass = sphere_mass(2e-3), inertia = 0.4 * mass * 2e-3 * 2e-3, speed = 0.1;
  for (const double turning : {0.0, 200.0}) {
    LammpsSession lammps;
    lammps.run(loose_spheres() +
               "create_atoms 1 single -0.00201 0 0\ncreate_atoms 1 single 0.00201 0 0\n"
               "set group all diameter 4e-3 density 2500\ngroup frozen id 1\nset atom 1 vx 0.1\n"
               "set atom 1 omega 0 0 " +
               number(turning) + "\nfix hold frozen freeze\ntimestep 1e-6\n" + REPORT +
               "run 1500\n");
    const auto atoms = lammps.atoms();
    const double flies = atoms[1].v[0];
    const double work = mass * flies * speed - inertia * atoms[1].omega[2] * turning;
    EXPECT_NEAR(atoms[0].v[0], speed, 1e-14);
    EXPECT_NEAR(flies, 1.5 * speed, 5e-3 * speed);
    EXPECT_GT(work, 0.0);
    EXPECT_NEAR(work_of_others(lammps) / work, 1.0, 1e-4) << turning;
    EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-4 * work) << turning;
  }
}

/* ---------------------------------------------------------------------- */

std::string granular(const std::string &law)
{
  std::string lines = loose_spheres();
  const auto from = lines.find("pair_style"), to = lines.find("neighbor");
  return lines.replace(from, to - from, "pair_style granular\npair_coeff * * " + law + "\n");
}

// Restitution that is set as a coefficient: what the contact has taken is known.
TEST_F(ComputeEnergyBalance, GranularCollisionTakesWhatRestitutionSays)
{
  for (const double e : {1.0, 0.7}) {
    LammpsSession lammps;
    lammps.run(granular("hertz/material 1e7 " + number(e) +
                        " 0.3 tangential mindlin NULL 1.0 0.3 damping coeff_restitution") +
               "create_atoms 1 single -0.00201 0 0\ncreate_atoms 1 single 0.00201 0 0\n"
               "set group all diameter 4e-3 density 2500\nset atom 1 vx 1\ntimestep 2e-7\n" +
               REPORT + "run 2500\n");
    const double relative = 0.25 * sphere_mass(2e-3);
    EXPECT_NEAR(taken_by_other_contacts(lammps) / relative, 1.0 - e * e, 2e-3) << e;
    EXPECT_EQ(lammps.evaluate("c_e[6]"), 0.0);
    EXPECT_EQ(work_of_others(lammps), 0.0);
    EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-10 * relative) << e;
  }
}

// Its walls are among other forces.
TEST_F(ComputeEnergyBalance, WallGranTakesWhatABounceLoses)
{
  const double mass = sphere_mass(2e-3);
  LammpsSession lammps;
  lammps.run(loose_spheres() + ONE + "set atom 1 vz -0.5 x 0\ntimestep 1e-7\n" + REPORT +
             "fix w all wall/gran hertz/history 1e6 NULL 2e5 NULL 0.5 1 zplane -0.0021 NULL\n"
             "run 20000\n");
  const double v = lammps.evaluate("vz[1]");
  EXPECT_GT(v, 0.05);
  EXPECT_LT(v, 0.48);
  const double lost = 0.5 * mass * (0.25 - v * v);
  EXPECT_NEAR(work_of_others(lammps) / -lost, 1.0, 1e-6);
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-9 * lost);
}

TEST_F(ComputeEnergyBalance, MeshesWithLawsOfStockAreOtherForces)
{
  const std::string file = folder / "plate.stl";
  write_binary_stl(random_plate(2, 0.01, 5), file);
  LammpsSession lammps;
  lammps.run(loose_spheres() + ONE + "set atom 1 vz -0.5\ntimestep 1e-6\nset atom 1 z 0.0021\n" +
             REPORT + "fix m all wall/mesh " + file +
             " model granular hertz/material 1e7 0.5 0.3 tangential mindlin NULL 0.7 0.4 "
             "damping coeff_restitution\nrun 4000\n");
  const double v = lammps.evaluate("vz[1]");
  const double lost = 0.5 * sphere_mass(2e-3) * (0.25 - v * v);
  EXPECT_NEAR(v, 0.25, 0.02);
  EXPECT_NEAR(work_of_others(lammps) / -lost, 1.0, 1e-3);
}

// Bonds beside granular contacts: only the latter are taken for other contacts.
TEST_F(ComputeEnergyBalance, BondsBesideGranularContacts)
{
  std::string lines = drum(8e-6);
  const auto from = lines.find("pair_style"), to = lines.find("create_atoms 0");
  lines.replace(from, to - from,
                "pair_style granular\npair_coeff * * hertz/material 1e6 0.5 0.3 tangential mindlin "
                "NULL 1.0 0.5 damping coeff_restitution\n");
  const std::string wall = "friction 0.8";
  lines.replace(lines.find(wall), wall.size(),
                "young 1e6 poisson 0.3 restitution 0.5 friction 0.8");
  LammpsSession lammps;
  lammps.run(lines + "run 20000\n");
  const Balance end = balance_of(lammps);
  EXPECT_GT(end.entry[BOND_DAMPING], 0.0);
  EXPECT_GT(end.entry[BROKEN], 0.0);
  EXPECT_GT(taken_by_other_contacts(lammps), 0.0);
  EXPECT_EQ(work_of_others(lammps), 0.0);
  EXPECT_LT(std::fabs(end.drift), 2e-3 * end.entry[WALL_WORK]);
}

/* ---------------------------------------------------------------------- */

const std::string SLAB = "region slab block -0.015 0.015 -0.015 0.015 0.01 0.018\n";

// What is poured brings m g h and its speed; it is at rest on the floor in the end.
std::string poured(const std::string &insertion)
{
  std::string lines = loose_spheres("restitution 0.3 friction 0.3 rolling torque 0.3");
  lines.replace(lines.find("boundary p f f"), 14, "boundary p p f");
  return lines + SLAB +
      "fix floor all wall/hertz/mindlin zplane -0.01 NULL\n"
      "fix down all gravity 9.81 vector 0 0 -1\ntimestep 4e-6\n" +
      REPORT + insertion;
}

TEST_F(ComputeEnergyBalance, PouredSpheresBringTheirHeight)
{
  LammpsSession lammps;
  lammps.run(poured("fix feed all pour 20 1 4711 region slab diam one 3e-3 dens 2500 2500 "
                    "vol 0.2 10 vel 0 0 0 0 -0.3\n") +
             "run 1\n");
  const double one = sphere_mass(1.5e-3);
  const auto count = static_cast<int>(lammps.atoms().size());
  ASSERT_GT(count, 2);
  // As fast as if all had come through the top at 0.3 m/s.
  const double brought = count * one * (GRAVITY * 0.018 + 0.5 * 0.09);
  EXPECT_NEAR(lammps.evaluate("c_e[12]") / brought, 1.0, 1e-3);
  lammps.run("run 100000\n");
  const Balance end = balance_of(lammps);
  ASSERT_EQ(lammps.atoms().size(), 20U);
  const double entered = lammps.evaluate("c_e[12]");
  EXPECT_GT(entered, 5.0 * brought / count);
  EXPECT_LT(end.entry[KINETIC], 1e-3 * entered);
  EXPECT_NEAR((end.dissipated() + end.stored()) / entered, 1.0, 3e-4);
  EXPECT_LT(std::fabs(end.drift), 3e-4 * entered);
}

TEST_F(ComputeEnergyBalance, DepositedSpheresBringTheirHeight)
{
  const std::string file = folder / "ball.mol";
  const double mass = sphere_mass(2e-3);
  std::ofstream(file)
      << "a ball\n\n1 atoms\n\nCoords\n\n1 0 0 0\n\nTypes\n\n1 1\n\nDiameters\n\n1 4e-3\n\n"
         "Masses\n\n1 "
      << number(mass) << "\n";
  LammpsSession lammps;
  lammps.run(poured("molecule ball " + file +
                    "\nfix feed all deposit 10 0 2000 4711 region slab mol ball near 4e-3 vz -0.2 "
                    "-0.2\n") +
             "run 1\n");
  ASSERT_EQ(lammps.atoms().size(), 1U);
  const double height = lammps.atoms()[0].x[2];
  EXPECT_NEAR(lammps.evaluate("c_e[12]") / (mass * (GRAVITY * height + 0.5 * 0.04)), 1.0, 1e-4);
  lammps.run("run 60000\n");
  ASSERT_EQ(lammps.atoms().size(), 10U);
  const Balance end = balance_of(lammps);
  const double entered = lammps.evaluate("c_e[12]");
  EXPECT_GT(end.dissipated(), 0.1 * entered);
  EXPECT_LT(std::fabs(end.drift), 3e-4 * entered);
}

/* ---------------------------------------------------------------------- */

TEST(ComputeEnergyBalanceRanks, OtherStylesOnAnyNumberOfRanks)
{
  const std::string lines = granular("hertz/material 1e7 0.5 0.3 tangential mindlin NULL 1.0 0.3 "
                                     "damping coeff_restitution") +
      "fix down all gravity 9.81 vector 0 0 -1\n"
      "fix w all wall/gran hertz/history 1e6 NULL 2e5 NULL 0.5 1 zplane -0.01 NULL\n"
      "lattice sc 4.2e-3\nregion low block -0.018 0.018 -0.015 0.015 -0.008 0.005 units box\n"
      "create_atoms 1 region low\nset group all diameter 4e-3 density 2500\n"
      "velocity all set 0.4 0.2 -1 units box\nfix air all viscous 1e-4\ntimestep 5e-6\n" +
      REPORT + "run 1500\n";
  LammpsSession one;
  one.run(lines);
  const double work = work_of_others(one), taken = taken_by_other_contacts(one);
  EXPECT_LT(work, 0.0);
  EXPECT_GT(taken, 0.0);
  EXPECT_LT(std::fabs(one.evaluate("c_e")), 1e-4 * taken);
  for (const int ranks : rank_counts()) {
    LammpsSession other(ranks);
    other.run(lines);
    EXPECT_NEAR(work_of_others(other), work, 1e-7 * taken);
    EXPECT_NEAR(taken_by_other_contacts(other), taken, 1e-7 * taken);
  }
}

}    // namespace test_energy_of_others
