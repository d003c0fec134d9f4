// fix outflow: units leave whole, and mass is conserved to the last bit.
//
// Oracles: flight at constant speed, whose times are known; sets of atom ids and exact sums of
// their masses, taken from LAMMPS' own atoms; the same run on other numbers of ranks, with other
// searches, and through a restart.

#include "styles/feeds/outflow_scenes.h"

#include "search/search_table.h"
#include "testing/bodies.h"

#include <gtest/gtest.h>

namespace test_fix_outflow {

using namespace grist::testing;

class FixOutflow : public testing::Test {
 protected:
  TestFolder folder;
};

enum Entry { MASS = 1, UNITS, CLUSTERS, FRAGMENTS, SPHERES, BODIES, RATE, ELEMENTS, INSIDE };

double entry(LammpsSession &lammps, Entry n, const std::string &fix = "out")
{
  return lammps.evaluate("f_" + fix + "[" + std::to_string(n) + "]");
}

// The sphere passes after 400 steps, the row along z after 800, the row through the border after
// 700.
TEST_F(FixOutflow, TakesUnitsWholeAndWhenTheyHaveWhollyPassed)
{
  write_flight(folder / "flight");
  const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-9;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(flight(folder / "flight") + "fix out all outflow 1 plane 0 0 0 0 0 -1\nrun 395");
    const auto expect = [&](int spheres, int clusters, int elements) {
      EXPECT_EQ(lammps.thermo("atoms"), 9 - elements);
      EXPECT_EQ(entry(lammps, UNITS), spheres + clusters);
      EXPECT_EQ(entry(lammps, SPHERES), spheres);
      EXPECT_EQ(entry(lammps, CLUSTERS), clusters);
      EXPECT_EQ(entry(lammps, FRAGMENTS), 0);
      EXPECT_EQ(entry(lammps, ELEMENTS), elements);
      EXPECT_NEAR(entry(lammps, MASS) / mass, elements, 1e-12);
      EXPECT_NEAR(entry(lammps, INSIDE) / mass, 9 - elements, 1e-12);
    };
    expect(0, 0, 0);
    lammps.run("run 10");
    expect(1, 0, 1);
    lammps.run("run 290");    // 695
    expect(1, 0, 1);
    lammps.run("run 10");
    expect(1, 1, 5);
    EXPECT_EQ(lammps.thermo("bonds"), 2);
    lammps.run("run 90");    // 795
    expect(1, 1, 5);
    lammps.run("run 10");
    expect(1, 2, 8);
    EXPECT_EQ(lammps.thermo("bonds"), 0);
    EXPECT_EQ(lammps.evaluate("f_out"), entry(lammps, MASS));
  }
}

// Rows of spheres of 2 mm pass an opening of 2 mm end first; their volumes are larger.
TEST_F(FixOutflow, ClassesOfSizeBySieve)
{
  write_flight(folder / "flight");
  for (const int ranks : rank_counts()) {
    for (const bool by_sieve : {true, false}) {
      LammpsSession lammps(ranks);
      lammps.run(flight(folder / "flight") +
                 "fix out all outflow 1 plane 0 0 0 0 0 -1 sizes 0.0019 0.0021 " +
                 (by_sieve ? "size sieve" : "") + "\nrun 1000");
      EXPECT_EQ(entry(lammps, UNITS), 3);
      EXPECT_EQ(lammps.evaluate("f_out[1][5]"), 0.0);
      EXPECT_NEAR(lammps.evaluate("f_out[1][6]") / entry(lammps, MASS), by_sieve ? 1.0 : 0.125,
                  1e-12);
    }
  }
}

// What is outside the group stays, and holds its cluster back.
TEST_F(FixOutflow, AClusterLeavesOnlyWithAllOfItsElementsInTheGroup)
{
  write_flight(folder / "flight");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(flight(folder / "flight") +
               "group most id 1 2 3 5:9\nfix out most outflow 10 plane 0 0 0 0 0 -1\nrun 1000");
    EXPECT_EQ(lammps.thermo("atoms"), 4);
    EXPECT_EQ(entry(lammps, UNITS), 2);
  }
}

// Into a region that spheres enter from above: they are inside with all of their volume as they are
// beyond the plane.
TEST_F(FixOutflow, ARegionTakesWhatIsWhollyInIt)
{
  write_flight(folder / "flight");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(flight(folder / "flight") +
               "region catch block INF INF INF INF INF 0\n"
               "fix out all outflow 1 region catch\nrun 395");
    EXPECT_EQ(entry(lammps, UNITS), 0);
    lammps.run("run 10");
    EXPECT_EQ(entry(lammps, SPHERES), 1);
    lammps.run("run 390");
    EXPECT_EQ(entry(lammps, CLUSTERS), 1);
    lammps.run("run 10");
    EXPECT_EQ(entry(lammps, CLUSTERS), 2);
  }
}

// Out of the box through a fixed face. Without the fix the error names it.
TEST_F(FixOutflow, ABoxLosesNoPartOfACluster)
{
  write_flight(folder / "flight");
  for (const std::string &checks : {std::string(), std::string("neigh_modify every 20 check no\n")})
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(flight(folder / "flight") + checks + "fix out all outflow 100 box\nrun 2295");
      EXPECT_EQ(entry(lammps, UNITS), 0);
      lammps.run("run 10");    // the lowest centers are at the face after 2300 steps
      EXPECT_EQ(entry(lammps, UNITS), 2);
      EXPECT_EQ(entry(lammps, ELEMENTS), 4);
      lammps.run("run 300");    // and that of the row through the border after 2600
      EXPECT_EQ(entry(lammps, UNITS), 3);
      EXPECT_EQ(entry(lammps, CLUSTERS), 2);
      EXPECT_EQ(lammps.thermo("atoms"), 1);
    }
  if (world_size() > 1) return;
  LammpsSession lammps;
  const std::string error = lammps.error_of(flight(folder / "flight") + "run 2700");
  EXPECT_TRUE(has(error, "to remove clusters whole: fix outflow"));
}

// A sphere every hundred steps of 1e-5 s.
TEST_F(FixOutflow, RateOfASteadyStream)
{
  std::vector<SphereLine> spheres;
  for (int i = 0; i < 18; i++) spheres.push_back({0, 0.4e-3, 2500, 0, 0, 0.5e-3 + 1e-3 * i});
  write_data(folder / "stream", spheres, {}, -0.02, 0.02);
  const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979323846 * 8e-12;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(
        flight(folder / "stream") +
        "velocity all set 0 0 -1\nfix out all outflow 10 plane 0 0 0 0 0 -1 every 500 file " +
        (folder / "stream.csv") + "\nrun 500");
    for (int k = 1; k <= 3; k++) {
      EXPECT_NEAR(entry(lammps, RATE) / mass, 1000.0, 1e-9);
      EXPECT_NEAR(lammps.evaluate("f_out[1][3]") / mass, 1000.0, 1e-9);
      lammps.run("run 500");
    }
    const std::string csv = folder / "stream.csv";
    if (!is_first_rank()) continue;
    EXPECT_EQ(column_of(csv, "step"), (std::vector<double>{0, 500, 1000, 1500, 2000}));
    EXPECT_EQ(column_of(csv, "number_out"), (std::vector<double>{0, 5, 10, 15, 18}));
    EXPECT_NEAR(column_of(csv, "mass_rate").at(4) / mass, 600.0, 1e-5);
    EXPECT_EQ(column_of(csv, "time").at(1), 0.005);
  }
}

// The classes of a sphere and two rows, and components by type.
TEST_F(FixOutflow, SizesAndComponents)
{
  write_flight(folder / "flight");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    const std::string csv = folder / "sizes.csv";
    lammps.run(flight(folder / "flight") +
               "fix out all outflow 50 plane 0 0 0 0 0 -1 every 1000 sizes 2.5e-3 3e-3 file " +
               csv + "\nrun 1000");
    const double one = lammps.evaluate("f_out[1][5]");
    EXPECT_NEAR(lammps.evaluate("f_out[1][6]"), 3 * one, 1e-20);    // 2 mm * 3^(1/3) = 2.88 mm
    EXPECT_NEAR(lammps.evaluate("f_out[1][7]"), 4 * one, 1e-20);    // 3.17 mm
    EXPECT_EQ(lammps.evaluate("f_out[2][1]"), 3);
    if (!is_first_rank()) continue;
    EXPECT_EQ(
        read_file(csv).substr(0, read_file(csv).find('\n')),
        "step,time [s],component,number_out,clusters_out,fragments_out,spheres_out,bodies_out,"
        "elements_out,mass_out [kg],mass_rate [kg/s],mass_inside [kg],"
        "number_to_0.0025,number_to_0.003,number_above_0.003,"
        "mass_to_0.0025 [kg],mass_to_0.003 [kg],mass_above_0.003 [kg]");
    EXPECT_EQ(column_of(csv, "number_to_0.003").back(), 1);
    EXPECT_EQ(column_of(csv, "mass_above_0.003").back(), 4 * one);
  }
}

/* ----------------------------------------------------------------------
   breaking cubes
------------------------------------------------------------------------- */

// Fed = inside + out at every output, to the last bit. A cluster that was torn would end the run:
// its bonds would have lost a partner.
void expect_balance(LammpsSession &lammps, const std::map<long, double> &fed, double fed_mass)
{
  const double out = entry(lammps, MASS), inside = entry(lammps, INSIDE);
  const double natoms = lammps.thermo("atoms"), elements = entry(lammps, ELEMENTS);
  const auto atoms = lammps.atoms();
  if (!is_first_rank()) return;
  EXPECT_EQ(inside + out, fed_mass);
  EXPECT_EQ(out, missing_mass(fed, atoms));
  EXPECT_EQ(inside, total_mass(atoms));
  EXPECT_EQ(natoms + elements, static_cast<double>(fed.size()));
  EXPECT_EQ(natoms, static_cast<double>(atoms.size()));
}

struct Fed {
  std::map<long, double> masses;
  double mass;
};
Fed feed(LammpsSession &lammps)
{
  make_masses_exact(lammps);
  const auto atoms = lammps.atoms();
  return {masses_of(atoms), total_mass(atoms)};
}

const std::string LEAVE =
    "fix out all outflow 20 plane 0 0 -0.035 0 0 -1 sizes 3e-3 6e-3 every 200";

void run_and_check(const std::string &start, int ranks, int outputs)
{
  LammpsSession lammps(ranks);
  lammps.run(start);
  const Fed fed = feed(lammps);
  lammps.run("fix broken all breakage 1000\n" + LEAVE);
  for (int k = 0; k < outputs; k++) {
    lammps.run("run 200");
    expect_balance(lammps, fed.masses, fed.mass);
  }
  EXPECT_GT(lammps.evaluate("f_broken"), 20);
  EXPECT_GT(entry(lammps, FRAGMENTS), 5);
  EXPECT_GT(entry(lammps, MASS), 0.0);
  EXPECT_GT(entry(lammps, INSIDE), 0.0);
}

TEST_F(FixOutflow, MassIsConservedWhereClustersBreak)
{
  for (const int ranks : rank_counts()) run_and_check(falling_cubes(), ranks, 20);
}

TEST_F(FixOutflow, MassIsConservedWithNewtonOff)
{
  for (const int ranks : rank_counts()) run_and_check(falling_cubes("off"), ranks, 12);
}

TEST_F(FixOutflow, MassIsConservedUnderFixBalance)
{
  const std::string tiled = "comm_style tiled\nfix even all balance 50 1.0 rcb\n";
  const std::string brick = "fix even all balance 50 1.0 shift yz 5 1.05\n";
  for (const int ranks : rank_counts()) {
    run_and_check(falling_cubes("off") + tiled, ranks, 15);
    run_and_check(falling_cubes() + brick, ranks, 15);
  }
}

TEST_F(FixOutflow, MassIsConservedWithEveryNeighborStyle)
{
  std::vector<std::string> styles = grist::neighbor_style_names();
  for (const std::string &style : styles) {
    SCOPED_TRACE(style);
    run_and_check(falling_cubes() + "neighbor_style " + style + "\n", std::min(2, world_size()),
                  12);
  }
}

// The restarted run continues totals, rates, file and the same units.
TEST_F(FixOutflow, ARestartContinues)
{
  const std::string keep = LEAVE + " append ";
  for (const int ranks : rank_counts()) {
    const std::string at_once = folder / "at_once.csv", in_two = folder / "in_two.csv";
    const std::string halt = folder / "halt";
    std::vector<double> expected;
    Fed fed;
    {
      LammpsSession lammps(ranks);
      lammps.run(falling_cubes());
      fed = feed(lammps);
      lammps.run(keep + at_once + "\nrun 1990\nwrite_restart " + halt + "\nrun 1010");
      for (int n = 1; n <= INSIDE; n++) expected.push_back(entry(lammps, Entry(n)));
    }
    {
      LammpsSession lammps(ranks);
      lammps.run(falling_cubes());
      feed(lammps);
      lammps.run(keep + in_two + "\nrun 1990\nrun 300");    // its last rows are written again
    }
    LammpsSession lammps(ranks);
    lammps.run("read_restart " + halt + R"(
      pair_style hertz/mindlin
      pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction 0.5
      neighbor 1e-3 bin
      comm_modify vel yes
      fix move all leapfrog/sphere
      fix down all gravity 9.81 vector 0 0 -1
      timestep 5e-6
    )" + keep + in_two +
               "\nrun 10");
    expect_balance(lammps, fed.masses, fed.mass);
    lammps.run("run 1000");
    expect_balance(lammps, fed.masses, fed.mass);
    for (int n = 1; n <= INSIDE; n++)
      EXPECT_NEAR(entry(lammps, Entry(n)), expected[n - 1], 1e-12 * std::fabs(expected[n - 1]))
          << n;
    EXPECT_GT(entry(lammps, FRAGMENTS), 5);
    if (!is_first_rank()) continue;
    EXPECT_EQ(column_of(in_two, "step"), column_of(at_once, "step"));
    EXPECT_EQ(column_of(in_two, "mass_out", "1"), column_of(at_once, "mass_out", "1"));
    EXPECT_EQ(column_of(in_two, "mass_rate"), column_of(at_once, "mass_rate"));
    for (const std::string &file : {at_once, in_two}) std::remove(file.c_str());
  }
}

// The rest of its parent, not a whole cluster.
void expect_rest_to_leave(LammpsSession &lammps)
{
  lammps.run("run 16000");
  EXPECT_EQ(entry(lammps, FRAGMENTS), 2);
  EXPECT_EQ(entry(lammps, CLUSTERS), 0);
  EXPECT_EQ(lammps.thermo("atoms"), 1);
}

// One bond of a row of four is weak; the halves part slowly while they fall. The same after a
// restart between them.
TEST_F(FixOutflow, FragmentsLeaveWithoutTheRestOfTheirCluster)
{
  std::vector<SphereLine> spheres = {{0, 2e-3, 2500, 0, 15e-3, 18e-3}};
  for (int i = 0; i < 4; i++) spheres.push_back({3, 2e-3, 2500, 0, 0, 3e-3 + 2e-3 * i});
  write_data(folder / "row", spheres, {{2, 3}, {3, 4}, {4, 5}}, -0.02, 0.02);
  const std::string out = "fix out all outflow 100 plane 0 0 0 0 0 -1\n", halt = folder / "halt";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(flight(folder / "row") +
               "bond_coeff 1 young 1e8 tensile 1e5 shear 1e9\ntimestep 1e-6\n"
               "group upper id 4 5\nvelocity upper set 0 0 -0.5\n" +
               out + "run 7500\nwrite_restart " + halt);
    EXPECT_EQ(entry(lammps, UNITS), 1);
    EXPECT_EQ(entry(lammps, FRAGMENTS), 1);
    EXPECT_EQ(entry(lammps, ELEMENTS), 2);
    EXPECT_EQ(lammps.thermo("bonds"), 1);
    expect_rest_to_leave(lammps);
    lammps.run("clear\nprocessors 1 1 *\ncomm_modify vel yes\nread_restart " + halt +
               "\npair_style zero 0.003\npair_coeff * *\nneighbor 0.001 bin\ntimestep 1e-6\n"
               "fix move all nve/sphere\nthermo_style custom step atoms bonds\n" +
               out);
    expect_rest_to_leave(lammps);
  }
}

// The lower half passes 100 steps after the start, and lists are rebuilt much later: the break
// itself must be known.
TEST_F(FixOutflow, BreaksSinceTheLastRebuildCount)
{
  std::vector<SphereLine> spheres = {{0, 2e-3, 2500, 0, 15e-3, 18e-3}};
  for (int i = 0; i < 4; i++) spheres.push_back({3, 2e-3, 2500, 0, 0, -2.9e-3 + 2e-3 * i});
  write_data(folder / "row", spheres, {{2, 3}, {3, 4}, {4, 5}}, -0.02, 0.02);
  for (const int ranks : rank_counts())
    for (const int steps : {90, 150}) {    // in one run: each begins with a rebuild
      LammpsSession lammps(ranks);
      lammps.run(flight(folder / "row") +
                 "bond_coeff 1 young 1e8 tensile 1e5 shear 1e9\ntimestep 1e-6\nneighbor 0.005 bin\n"
                 "group upper id 4 5\nvelocity upper set 0 0 0.5\n"
                 "fix out all outflow 1 plane 0 0 0 0 0 -1\nrun " +
                 std::to_string(steps));
      EXPECT_EQ(entry(lammps, FRAGMENTS), steps > 100);
      EXPECT_EQ(lammps.thermo("bonds"), steps > 100 ? 1 : 2);
      EXPECT_EQ(lammps.thermo("atoms"), steps > 100 ? 3 : 5);
    }
}

// As the page prints it.
TEST_F(FixOutflow, OneFragmentIsDeletedByItsCurrentCluster)
{
  std::vector<SphereLine> spheres = {{0, 2e-3, 2500, 0, 15e-3, 18e-3}};
  for (int i = 0; i < 4; i++) spheres.push_back({3, 2e-3, 2500, 0, 0, 3e-3 + 2e-3 * i});
  write_data(folder / "row", spheres, {{2, 3}, {4, 5}}, -0.02, 0.02);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(flight(folder / "row") + R"(
      fix out all outflow 10 plane 0 0 0 0 0 -1
      run 10
      compute now all property/atom cluster
      run 0
      variable is_it atom c_now==4
      group it variable is_it
      delete_atoms group it compress no
      run 100
    )");
    EXPECT_EQ(lammps.thermo("atoms"), 3);
    EXPECT_EQ(lammps.thermo("bonds"), 1);
    const auto atoms = lammps.atoms();
    if (is_first_rank()) { EXPECT_EQ(atoms.back().tag, 3); }
  }
}

/* ---------------------------------------------------------------------- */

TEST_F(FixOutflow, Bodies)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(R"(
      units si
      boundary p p f
      processors 1 1 *
      atom_style body polyhedron 4 60
      region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
      region fill block -0.04 0.04 -0.04 0.04 0.01 0.03
      create_box 2 box
      create_polyhedra 20 region fill shape random cuts 8 size 0.008 density 2500
      create_polyhedra 5 region fill shape sphere size 0.008 density 2500 type 2
      pair_style polyhedron
      pair_coeff * * volume 1e9
      fix move all nve/body
      velocity all set 0 0 -1
      timestep 1e-5
      fix out all outflow 10 plane 0 0 -0.02 0 0 -1 sizes 0.0079 0.0081
    )");
    const auto fed = bodies(lammps);
    lammps.run("run 4200");
    for (const BodySnapshot &one : bodies(lammps)) {    // those that stay keep their shapes
      const BodySnapshot &before = fed.at(one.tag - 1);
      EXPECT_EQ(one.shape_vertices, before.shape_vertices);
      ASSERT_EQ(one.vertices.size(), before.vertices.size());
      for (size_t k = 0; k < one.vertices.size(); k++)
        EXPECT_NEAR(one.vertices[k][0], before.vertices[k][0], 1e-15);
    }
    EXPECT_GT(entry(lammps, UNITS), 0);
    EXPECT_LT(entry(lammps, UNITS), 25);
    EXPECT_NEAR(entry(lammps, ELEMENTS) + lammps.thermo("atoms"), 25, 0);
    lammps.run("run 1300");
    EXPECT_EQ(entry(lammps, BODIES), 20);
    EXPECT_EQ(entry(lammps, SPHERES), 5);
    const double mass = 2500 * 3.14159265358979323846 / 6 * 5.12e-7;
    EXPECT_NEAR(lammps.evaluate("f_out[1][6]") / mass, 25, 1e-9);    // by equal volume
    EXPECT_NEAR(lammps.evaluate("f_out[3][2]") / mass, 5, 1e-9);
    EXPECT_EQ(entry(lammps, INSIDE), 0.0);
  }
}

TEST_F(FixOutflow, FreeSpheresOfAtomStyleSphere)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(R"(
      units si
      atom_style sphere
      boundary p p f
      region box block -0.02 0.02 -0.02 0.02 -0.02 0.02
      create_box 1 box
      pair_style hertz/mindlin
      pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction 0.5
      region some block -0.015 0.015 -0.015 0.015 -0.01 0.015
      create_atoms 1 random 200 4711 some overlap 0.0021 maxtry 1000
      set type 1 diameter 2e-3 density 2500
      velocity all set 0 0 -1
      comm_modify vel yes
      fix move all nve/sphere
      timestep 1e-5
      fix out all outflow 10 box
    )");
    const Fed fed = feed(lammps);
    for (int k = 0; k < 4; k++) {
      lammps.run("run 500");
      expect_balance(lammps, fed.masses, fed.mass);
    }
    EXPECT_GT(entry(lammps, SPHERES), 20);
  }
}

// Two fixes count a unit once, and one that is inserted at the same step is no trouble.
TEST_F(FixOutflow, TwoZonesShareTheUnits)
{
  write_flight(folder / "flight");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(
        flight(folder / "flight") +
        "fix out all outflow 10 plane 0 0 0 0 0 -1\nfix too all outflow 10 plane 0 0 0 0 0 -1\n"
        "fix box all outflow 10 box\nrun 1000");
    EXPECT_EQ(entry(lammps, UNITS) + entry(lammps, UNITS, "too"), 3);
    EXPECT_EQ(entry(lammps, UNITS, "box"), 0);
    EXPECT_EQ(lammps.thermo("atoms"), 1);
  }
}

}    // namespace test_fix_outflow
