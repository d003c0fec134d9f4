// compute energy/balance and fix collisions in LAMMPS with its own rigid bodies: fix rigid,
// rigid/small and their variants nve.
//
// Oracles: a free body keeps its energy and falls by g; momentum of what a held body strikes;
// conservation of energy itself, which holds to second order in the time step; the same run by
// another fix, and on other numbers of ranks.

#include "styles/energy/energy_scenes.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

namespace test_energy_of_rigid {

using namespace grist::testing;

const std::string STYLES[] = {"rigid", "rigid/small", "rigid/nve", "rigid/nve/small"};

// Without the kinetic energy of LAMMPS, whose temperature knows no degrees of freedom of spheres in
// bodies.
const std::string ENTRIES_ALONE =
    "compute e all energy/balance\nthermo_style custom step c_e[*] c_e\nthermo 100000\n";

// Three spheres that overlap, of unlike sizes and masses.
std::string stone_file(const TestFolder &folder)
{
  const std::string file = folder / "stone.mol";
  if (is_first_rank())
    std::ofstream(file)
        << "a stone\n\n3 atoms\n\nCoords\n\n1 -0.002 0 0\n2 0.002 0 0\n3 0 0.003 0.001\n\n"
           "Types\n\n1 1\n2 1\n3 1\n\nDiameters\n\n1 4e-3\n2 4e-3\n3 5e-3\n\n"
           "Masses\n\n1 1e-4\n2 0.8e-4\n3 1.5e-4\n";
  MPI_Barrier(MPI_COMM_WORLD);
  return file;
}
constexpr double STONE_MASS = 3.3e-4;

// Particles with molecules, and the stone as a template.
std::string bodies(const TestFolder &folder)
{
  std::string lines = loose_spheres();
  lines.replace(lines.find("boundary p f f"), 14, "boundary p p f");
  lines.replace(lines.find("region box"), 0, "fix parts all property/atom mol ghost yes\n");
  lines.erase(lines.find("fix move"));
  return lines + "\ncomm_modify cutoff 0.02\nmolecule stone " + stone_file(folder) +
      "\nneigh_modify exclude molecule/intra all\nfix down all gravity 9.81 vector 0 0 -1\n";
}

// Stones that fall on a floor and on each other, one across a border of the box, with a ball.
std::string heap(const TestFolder &folder, const std::string &style, double dt)
{
  return bodies(folder) +
      "create_atoms 0 single -0.005 0 -0.015 mol stone 11 rotate 30 1 2 3\n"
      "create_atoms 0 single 0.005 0.001 -0.013 mol stone 12 rotate 70 -1 2 3\n"
      "create_atoms 0 single 0.0 0.001 -0.003 mol stone 13 rotate 110 3 2 3\n"
      "create_atoms 0 single 0.018 0.012 -0.011 mol stone 14 rotate 210 3 1 3\n"
      "create_atoms 1 single 0.0195 0.0125 -0.003\nset atom 13 diameter 4e-3 density 2500\n"
      "group ball id 13\ngroup stones subtract all ball\nvelocity stones set 0.2 0.1 -0.5\n"
      "fix floor all wall/hertz/mindlin zplane -0.02 NULL\nfix bodies stones " +
      style + " molecule\nfix move ball leapfrog/sphere\ntimestep " + number(dt) + "\n" +
      ENTRIES_ALONE;
}

TEST_F(ComputeEnergyBalance, AFreeRigidBodyKeepsItsEnergy)
{
  for (const std::string &style : STYLES) {
    SCOPED_TRACE(style);
    LammpsSession lammps;
    lammps.run(bodies(folder) +
               "create_atoms 0 single 0.019 0 -0.005 mol stone 1 rotate 30 1 2 3\n" +
               "fix bodies all " + style + " molecule\ntimestep 1e-5\nvelocity all set 1 0 0.2\n" +
               "set atom 1 vy 2 vz 1\nset atom 3 vx -1\n" + ENTRIES_ALONE + "run 0\n");
    const Balance start = balance_of(lammps);
    double speed2 = 0.0;    // of the center of mass
    for (int d = 0; d < 3; d++) {
      double mean = 0.0;
      for (const AtomSnapshot &atom : lammps.atoms()) mean += atom.mass / STONE_MASS * atom.v[d];
      speed2 += mean * mean;
    }
    EXPECT_GT(start.entry[KINETIC], 1.1 * 0.5 * STONE_MASS * speed2);    // it turns, too
    EXPECT_NEAR(start.entry[KINETIC] / kinetic_energy(lammps.atoms()), 1.0, 1e-10);
    lammps.run("run 1000\n");
    const Balance end = balance_of(lammps);
    EXPECT_NEAR(end.entry[KINETIC] / kinetic_energy(lammps.atoms()), 1.0, 1e-10);
    EXPECT_GT(std::fabs(end.entry[GRAVITATIONAL] - start.entry[GRAVITATIONAL]),
              0.01 * start.entry[KINETIC]);
    EXPECT_NEAR(end.drift, 0.0, 2e-6 * start.entry[KINETIC]);
    EXPECT_EQ(end.dissipated(), 0.0);
  }
}

TEST_F(ComputeEnergyBalance, RigidBodiesDriftBySecondOrder)
{
  for (const std::string style : {"rigid", "rigid/small"}) {
    SCOPED_TRACE(style);
    const Balance coarse = after(heap(folder, style, 1e-5) + "run 2000\n");
    const Balance fine = after(heap(folder, style, 5e-6) + "run 4000\n");
    EXPECT_GT(fine.entry[CONTACT_DAMPING], 0.3 * fine.entry[KINETIC]);
    EXPECT_GT(fine.entry[FRICTION], 0.3 * fine.entry[KINETIC]);
    EXPECT_LT(std::fabs(fine.drift), 2e-4 * fine.entry[CONTACT_DAMPING]);
    EXPECT_NEAR(coarse.drift / fine.drift, 4.0, 0.5);
  }
}

TEST(ComputeEnergyBalanceRanks, RigidBodiesByAnyFixOnAnyNumberOfRanks)
{
  TestFolder folder;
  const Balance one = after(heap(folder, "rigid", 1e-5) + "run 2000\n");
  for (const int ranks : rank_counts())
    for (const std::string style : {"rigid", "rigid/small"}) {
      SCOPED_TRACE(style + " on " + std::to_string(ranks) + " ranks");
      expect_same(one, after(heap(folder, style, 1e-5) + "run 2000\n", ranks), 1e-7);
    }
}

TEST(ComputeEnergyBalanceRanks, HeldRigidBodiesOnAnyNumberOfRanks)
{
  TestFolder folder;
  std::string lines = heap(folder, "rigid", 1e-5) + "run 2000\n";
  lines.insert(lines.find("rigid molecule") + 14, " force 2 off on on");
  const Balance one = after(lines);
  EXPECT_LT(std::fabs(one.drift), 1e-3 * one.entry[CONTACT_DAMPING]);
  for (const int ranks : rank_counts()) expect_same(one, after(lines, ranks), 1e-7);
}

// A body whose atoms move as no rigid body does, until the run begins, touches a ball across a
// border of ranks: each side has a ghost of the other.
TEST(ComputeEnergyBalanceRanks, RigidBodiesBeginAsTheyMoveThen)
{
  TestFolder folder;
  std::string lines = bodies(folder);
  lines.replace(lines.find("newton on"), 9, "newton off\nprocessors * 1 1");
  lines += "create_atoms 0 single -0.004 0 0 mol stone 1 rotate 0 0 0 1\n"
           "create_atoms 1 single 0.00195 -0.001 -0.00033\nset atom 4 diameter 4e-3 density 2500\n"
           "group ball id 4\ngroup stone subtract all ball\nset atom 1 vx 5 vy 3\nset atom 2 vx 1\n"
           "fix bodies stone rigid/small molecule\nfix move ball leapfrog/sphere\ntimestep 1e-6\n" +
      ENTRIES_ALONE + "run 1\n";
  const Balance one = after(lines);
  EXPECT_GT(std::fabs(one.entry[CONTACT_DAMPING]), 0.0);
  for (const int ranks : rank_counts()) {
    const Balance other = after(lines, ranks);
    EXPECT_NEAR(other.entry[CONTACT_DAMPING] / one.entry[CONTACT_DAMPING], 1.0, 1e-9) << ranks;
  }
}

TEST(ComputeEnergyBalanceRanks, RigidBodiesThroughARestart)
{
  TestFolder folder;
  const std::string file = folder / "restart";
  for (const int ranks : rank_counts()) {
    LammpsSession whole(ranks);
    whole.run(heap(folder, "rigid/small", 1e-5) + "run 800\nwrite_restart " + file + "\nrun 700\n");
    const std::string lines = heap(folder, "rigid/small", 1e-5);
    const auto from = lines.find("pair_style"), fixes = lines.find("neigh_modify");
    std::string again = lines.substr(from, fixes - from) + lines.substr(fixes);
    for (auto at = again.find("create_atoms"); at != std::string::npos;
         at = again.find("create_atoms"))
      again.erase(at, again.find('\n', at) - at + 1);
    for (const std::string line : {"set atom 13", "molecule stone", "velocity stones"})
      again.erase(again.find(line), again.find('\n', again.find(line)) - again.find(line) + 1);
    LammpsSession resumed(ranks);
    resumed.run("newton on\nread_restart " + file +
                "\nfix parts all property/atom mol ghost yes\ncomm_modify vel yes\n" + again +
                "run 700\n");
    expect_same(balance_of(whole), balance_of(resumed), 1e-6);
  }
}

TEST(ComputeEnergyBalanceRanks, AccountingChangesNoRigidBody)
{
  TestFolder folder;
  for (const int ranks : rank_counts())
    for (const std::string style : {"rigid", "rigid/small"}) {
      const std::string with =
          heap(folder, style, 1e-5) + "fix spectra all collisions 100 bins 1e-12 1 20\n";
      std::string without = heap(folder, style, 1e-5);
      without.erase(without.find(ENTRIES_ALONE));
      without += "thermo_style custom step\n";    // as above: no temperature of spheres in bodies
      const auto one = atoms_after(with + "run 600\n", ranks),
                 other = atoms_after(without + "run 600\n", ranks);
      ASSERT_EQ(one.size(), other.size());
      EXPECT_EQ(largest_difference(one, other), 0.0) << style << " on " << ranks;
    }
}

// Mass and moments of a body from a file, and gravity on the body.
TEST_F(ComputeEnergyBalance, MassesOfRigidBodiesFromAFile)
{
  const std::string file = folder / "bodies";
  std::ofstream(file) << "1\n1 2e-3 0 0 0 1e-8 2e-8 2.5e-8 0 0 0 0.3 0.2 0.1 0 2e-6 1e-6 0 0 0\n";
  for (const std::string style : {"rigid", "rigid/small"}) {
    SCOPED_TRACE(style);
    LammpsSession lammps;
    lammps.run(bodies(folder) + "create_atoms 0 single 0 0 0 mol stone 1\nset group all mol 1\n" +
               "unfix down\ngroup none empty\nfix down none gravity 9.81 vector 0 0 -1\n" +
               "fix bodies all " + style + " molecule infile " + file +
               " gravity down\ntimestep 1e-5\n" + ENTRIES_ALONE + "run 0\n");
    const Balance start = balance_of(lammps);
    const double kinetic = 0.5 * (2e-3 * 0.14 + 4e-12 / 2e-8 + 1e-12 / 2.5e-8);
    EXPECT_NEAR(start.entry[KINETIC] / kinetic, 1.0, 1e-9);
    lammps.run("run 4000\n");    // 0.04 s
    const double rises = 0.1 * 0.04 - 0.5 * GRAVITY * 0.04 * 0.04;
    const Balance end = balance_of(lammps);
    EXPECT_NEAR((end.entry[GRAVITATIONAL] - start.entry[GRAVITATIONAL]) / (2e-3 * GRAVITY * rises),
                1.0, 1e-6);
    EXPECT_NEAR(end.drift, 0.0, 1e-6 * kinetic);
  }
}

// A body that is held to its speed strikes a ball: what the ball takes comes at that speed.
TEST_F(ComputeEnergyBalance, HeldRigidBodiesAreDriven)
{
  LammpsSession lammps;
  lammps.run(bodies(folder) +
             "unfix down\ncreate_atoms 0 single 0 0 0 mol stone 1 rotate 0 0 0 1\n" +
             "create_atoms 1 single 0.0061 -0.001 -0.00033\nset atom 4 diameter 4e-3 density 2500\n"
             "group ball id 4\ngroup stone subtract all ball\nvelocity stone set 0.1 0 0\n"
             "fix bodies stone rigid single force 1 off off off torque 1 off off off\n"
             "fix move ball nve/sphere\ntimestep 1e-6\n" +
             ENTRIES_ALONE + "run 3000\n");
  const double flies = lammps.evaluate("vx[4]"), work = sphere_mass(2e-3) * flies * 0.1;
  EXPECT_GT(flies, 0.12);
  EXPECT_NEAR(lammps.evaluate("vx[1]"), 0.1, 1e-12);
  EXPECT_NEAR(lammps.evaluate("c_e[16]") / work, 1.0, 1e-4);
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-4 * work);
}

TEST_F(ComputeEnergyBalance, DepositedRigidBodiesBringTheirHeight)
{
  LammpsSession lammps;
  lammps.run(bodies(folder) + "fix floor all wall/hertz/mindlin zplane -0.01 NULL\n" +
             "region slab block -0.015 0.015 -0.015 0.015 0.008 0.012\nmolecule part " +
             stone_file(folder) +
             "\nfix bodies all rigid/small molecule mol part\n"
             "fix feed all deposit 6 0 2000 4711 region slab mol part rigid bodies near 4e-3 "
             "vz -0.2 -0.2\ntimestep 5e-6\n" +
             ENTRIES_ALONE + "run 1\n");
  ASSERT_EQ(lammps.atoms().size(), 3U);
  double height = 0.0;
  for (const AtomSnapshot &atom : lammps.atoms()) height += atom.mass / STONE_MASS * atom.x[2];
  EXPECT_NEAR(lammps.evaluate("c_e[12]") / (STONE_MASS * (GRAVITY * height + 0.5 * 0.04)), 1.0,
              1e-3);
  lammps.run("run 30000\n");
  ASSERT_EQ(lammps.atoms().size(), 18U);
  const Balance end = balance_of(lammps);
  const double entered = lammps.evaluate("c_e[12]");
  EXPECT_GT(end.dissipated(), 0.1 * entered);
  EXPECT_LT(std::fabs(end.drift), 3e-4 * entered);
}

// All that has been dissipated is in the spectrum, in open contacts, or still in their springs.
TEST(FixCollisionsRanks, SpectraOfRigidBodies)
{
  TestFolder folder;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(heap(folder, "rigid/small", 1e-5) +
               "fix spectra all collisions 1000000 bins 1e-12 1 20\nrun 2000\n");
    const Balance end = balance_of(lammps);
    const double in_spectrum = lammps.evaluate("f_spectra[2]+f_spectra[5]");
    EXPECT_GT(lammps.evaluate("f_spectra[1]"), 3.0);
    EXPECT_NEAR(in_spectrum / end.dissipated(), 1.0, 0.02);
  }
}

TEST_F(ComputeEnergyBalance, RigidBodiesWithAThermostatAreRefused)
{
  const auto error_of = [this](const std::string &fix) {
    LammpsSession lammps;
    return lammps.error_of(bodies(folder) + "create_atoms 0 single 0 0 0 mol stone 1\n" +
                           ENTRIES_ALONE + "fix bodies all " + fix + "\nrun 0\n");
  };
  for (const std::string style : {"rigid", "rigid/small"}) {
    const std::string error = error_of(style + " molecule langevin 1 1 1 4711");
    EXPECT_TRUE(has(error, "fix bodies of style " + style + " has a thermostat"));
    const std::string of_bath = error_of(style == "rigid" ? "rigid/nvt molecule temp 1 1 1"
                                                          : "rigid/nvt/small molecule temp 1 1 1");
    EXPECT_TRUE(has(of_bath, "cannot report the energy that it supplies or takes"));
  }
}

}    // namespace test_energy_of_rigid
