// fix breakage: fragments, their births, masses and sizes, and the files of them.
//
// Oracles: components computed here from the bonds that LAMMPS itself dumps at every step; chains
// of known sizes; the same run on other numbers of ranks.

#include "common/constants.h"
#include "styles/fragments/fragment_scenes.h"
#include "testing/cases.h"
#include "testing/dump_reader.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

namespace test_fix_breakage_fragments {

using namespace grist::testing;

using Bonds = std::vector<std::pair<int, int>>;

// The bonds of each frame of a dump local of two columns.
std::map<long, Bonds> bonds_of_dump(const std::string &path)
{
  std::map<long, Bonds> frames;
  for (const DumpFrame &frame : read_dump(path)) {
    Bonds &bonds = frames[frame.step];
    bonds.clear();
    for (const auto &row : frame.rows)
      bonds.emplace_back(static_cast<int>(row[0]), static_cast<int>(row[1]));
  }
  return frames;
}

// Connected sets of atoms, by their smallest id: simple relabelling until nothing changes.
std::map<int, std::set<int>> components(int atoms, const Bonds &bonds)
{
  std::vector<int> label(atoms + 1);
  for (int i = 0; i <= atoms; i++) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &[a, b] : bonds) {
      const int least = std::min(label[a], label[b]);
      changed = changed || label[a] != least || label[b] != least;
      label[a] = label[b] = least;
    }
  }
  std::map<int, std::set<int>> sets;
  for (int i = 1; i <= atoms; i++) sets[label[i]].insert(i);
  return sets;
}

TEST_F(FixBreakageFragments, AreTheComponentsOfTheDumpedBondsAtAnyTime)
{
  const std::string start = breaking_cubes();
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("csv" + std::to_string(n)), dump = folder / "bonds";
    LammpsSession lammps(n);
    lammps.run(start + R"(
      compute ends all property/local batom1 batom2
      dump bonds all local 1 )" +
               dump + " c_ends[1] c_ends[2]\nfix b all breakage 1000000 fragments " + csv +
               " at 0 1.4e-5 7.4e-5 1.94e-4 1.96e-4 3.0e-4 5.98e-4\nrun 300");
    lammps.run("undump bonds");
    const auto atoms = lammps.atoms();
    if (!lammps.first()) continue;
    const auto rows = rows_of(csv);
    const auto frames = bonds_of_dump(dump);
    ASSERT_EQ(frames.size(), 301u);

    std::map<int, std::set<int>> before;
    std::map<int, double> birth;
    size_t row = 0, written = 0, later_births = 0;
    for (const auto &[step, bonds] : frames) {
      const auto now = components(216, bonds);
      for (const auto &[id, members] : now) {
        const auto old = before.find(id);
        if (step == 0)
          birth[id] = 0.0;
        else if (old == before.end() || old->second != members)
          birth[id] = step * 2e-6;
      }
      before = now;
      if (row == rows.size() || rows[row].at("step") != step) continue;
      written++;
      for (const auto &[id, members] : now) {
        ASSERT_LT(row, rows.size());
        const Row &found = rows[row++];
        EXPECT_EQ(found.at("step"), step);
        EXPECT_EQ(found.at("id"), id);
        EXPECT_EQ(found.at("elements"), members.size());
        EXPECT_EQ(found.at("parent"), atoms[id - 1].molecule);
        EXPECT_NEAR(found.at("birth"), birth[id], 1e-12) << "step " << step << " id " << id;
        double mass = 0.0;
        for (const int member : members) mass += atoms[member - 1].mass;
        EXPECT_NEAR(found.at("mass") / mass, 1.0, 1e-14);
        if (found.at("birth") > 0.0 && found.at("birth") < step * 2e-6) later_births++;
      }
    }
    EXPECT_EQ(written, 7u);
    EXPECT_EQ(row, rows.size());
    EXPECT_GT(later_births, 50u);
  }
}

TEST_F(FixBreakageFragments, MassSizePlaceAndFilesOfChains)
{
  const std::string start = rows_and_one(folder / "data");
  std::string first_fragments, first_sizes;
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("csv" + std::to_string(n));
    const std::string sizes_csv = folder / ("sizes" + std::to_string(n));
    LammpsSession lammps(n);
    lammps.run(start + "fix b all breakage 1000 fines 3 size equivalent fragments " + csv +
               " sizes " + sizes_csv + " at 1e-4 5e-4\nrun 200");
    const double d = 2e-3;
    const auto size = [&](int elements) { return d * std::cbrt(elements); };
    // 5, 3 and 1 elements: d10 of the mass is in the single one, d50 in the row of five.
    EXPECT_NEAR(lammps.evaluate("f_b[6]") / size(1), 1.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_b[7]") / size(5), 1.0, 1e-12);
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 3);
    EXPECT_NEAR(lammps.evaluate("f_b[10]"), 1.0 / 9.0, 1e-12);
    EXPECT_EQ(lammps.evaluate("f_b[11]"), 0.0);
    const double mass = lammps.evaluate("f_b[14]");
    lammps.run("run 400");
    // Now 3, 2, 3 and 1.
    EXPECT_NEAR(lammps.evaluate("f_b[6]") / size(1), 1.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_b[7]") / size(3), 1.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_b[8]") / size(3), 1.0, 1e-12);
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 4);
    EXPECT_NEAR(lammps.evaluate("f_b[10]"), 3.0 / 9.0, 1e-12);
    EXPECT_EQ(lammps.evaluate("f_b[14]"), mass);
    EXPECT_EQ(lammps.evaluate("f_b[12]"), 1);
    EXPECT_EQ(lammps.evaluate("f_b[13]"), 0);
    // E A/(2 L) times the stretch squared, at a hundredth or a step later; shear is 0.4 of it, and
    // 2.5 times softer.
    const double energy = 0.5 * 1e8 * grist::PI * 1e-6 / d * 2e-5 * 2e-5 * (1 + 0.16 / 2.5);
    EXPECT_GE(lammps.evaluate("f_b[11]"), energy);
    EXPECT_LE(lammps.evaluate("f_b[11]"), 1.02 * energy);
    if (!lammps.first()) continue;

    const auto rows = rows_of(csv);
    ASSERT_EQ(rows.size(), 3u + 4u);
    const long ids[] = {1, 6, 9, 1, 4, 6, 9}, parents[] = {9, 4, 7, 9, 9, 4, 7};
    const int elements[] = {5, 3, 1, 3, 2, 3, 1};
    for (size_t k = 0; k < rows.size(); k++) {
      EXPECT_EQ(rows[k].at("step"), k < 3 ? 100 : 500);
      EXPECT_EQ(rows[k].at("id"), ids[k]);
      EXPECT_EQ(rows[k].at("parent"), parents[k]);
      EXPECT_EQ(rows[k].at("elements"), elements[k]);
      EXPECT_EQ(rows[k].at("fines"), elements[k] < 3 ? 1 : 0);
      EXPECT_NEAR(rows[k].at("mass") / (elements[k] * ELEMENT), 1.0, 1e-12);
      EXPECT_NEAR(rows[k].at("size") / size(elements[k]), 1.0, 1e-8);
    }
    // The row of five while whole: the middle of the row, moved by the two at the end, 1e-4 s at
    // 0.05 m/s.
    EXPECT_NEAR(rows[0].at("x"), -0.001 + 0.4 * 5e-6, 1e-11);
    EXPECT_NEAR(rows[0].at("y"), 0.4 * 2e-6, 1e-11);
    EXPECT_NEAR(rows[0].at("vx"), 0.4 * 0.05, 1e-10);
    EXPECT_NEAR(rows[3].at("x"), -0.003, 1e-11);
    EXPECT_NEAR(rows[4].at("x"), 0.002 + 500e-6 * 0.05, 1e-11);
    EXPECT_NEAR(rows[4].at("vx"), 0.05, 1e-10);
    // Straight rows pass end on; the torn one was straight, too.
    for (const int k : {1, 2, 3, 4, 5, 6}) EXPECT_NEAR(rows[k].at("sieve_size") / d, 1.0, 1e-6);
    EXPECT_EQ(rows[0].at("birth"), 0.0);
    EXPECT_NEAR(rows[3].at("birth"), 3.7e-4, 4e-5);
    EXPECT_EQ(rows[3].at("birth"), rows[4].at("birth"));
    EXPECT_EQ(rows[5].at("birth"), 0.0);

    const auto passing = rows_of(sizes_csv);
    ASSERT_EQ(passing.size(), 3u + 3u);
    const double sizes_expected[] = {size(1), size(3), size(5), size(1), size(2), size(3)};
    const double passing_expected[] = {1. / 9, 4. / 9, 1.0, 1. / 9, 3. / 9, 1.0};
    for (size_t k = 0; k < passing.size(); k++) {
      EXPECT_NEAR(passing[k].at("size") / sizes_expected[k], 1.0, 1e-8);
      EXPECT_NEAR(passing[k].at("passing"), passing_expected[k], 1e-11);
    }
    if (n == 1) {
      first_fragments = read_file(csv);
      first_sizes = read_file(sizes_csv);
    }
    EXPECT_EQ(read_file(csv), first_fragments);
    EXPECT_EQ(read_file(sizes_csv), first_sizes);
  }
}

TEST_F(FixBreakageFragments, MassStaysToTheLastDigitWhateverBreaks)
{
  const std::string start = breaking_cubes();
  double mass = 0.0;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(start + "fix b all breakage 1000000\nrun 0");
    const double here = lammps.evaluate("f_b[14]");
    if (n == 1) mass = here;
    EXPECT_EQ(here, mass);
    double broken = 0;
    for (const int steps : {20, 40, 90, 150}) {
      lammps.run("run " + std::to_string(steps));
      EXPECT_EQ(lammps.evaluate("f_b[14]"), mass);
      EXPECT_GT(lammps.evaluate("f_b[2]"), broken);
      broken = lammps.evaluate("f_b[2]");
    }
  }
  EXPECT_GT(mass, 0.0);
}

// Other fixes read the id of an atom in the step in which it changes its rank.
TEST_F(FixBreakageFragments, IdsMoveWithTheirAtoms)
{
  const std::string scene = rows_and_one(folder / "data") + R"(
    unfix move
    fix move all nve/sphere
    velocity all set 20 20 20
    fix b all breakage 1000000
    variable push atom 0.01*f_b
    fix push all addforce v_push 0 0
    neigh_modify delay 0 every 1 check no
    run 400
  )";
  const auto one = atoms_after(scene, 1);
  for (const int n : rank_counts())
    expect_same(one, atoms_after(scene, n), 1e-9, std::to_string(n));
}

TEST_F(FixBreakageFragments, AtomsAddedAndDeleted)
{
  const std::string start = rows_and_one(folder / "data");
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("csv" + std::to_string(n));
    LammpsSession lammps(n);
    lammps.run(start + "fix b all breakage 1000 fragments " + csv +
               " every 600\nrun 450\ncreate_atoms 1 single 0.003 0.003 0.003\n"
               "group new id 10\nset group new diameter 2e-3 density 2500 mol 11\nrun 100");
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 5);
    EXPECT_NEAR(lammps.evaluate("f_b[14]") / (10 * ELEMENT), 1.0, 1e-12);
    // The middle one of the row of three goes, and its bonds with it; so does the single one of the
    // start.
    lammps.run("group gone id 7 9\ndelete_atoms group gone bond yes compress no\nrun 50");
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 5);
    EXPECT_EQ(lammps.evaluate("f_b[2]"), 1);
    EXPECT_NEAR(lammps.evaluate("f_b[14]") / (8 * ELEMENT), 1.0, 1e-12);
    if (!lammps.first()) continue;
    std::map<long, Row> last;
    for (const auto &row : rows_of(csv))
      if (row.at("step") == 600) last[long(row.at("id"))] = row;
    ASSERT_EQ(last.size(), 5u);
    EXPECT_NEAR(last.at(10).at("birth"), 450e-6, 1e-12);
    EXPECT_EQ(last.at(10).at("parent"), 11);
    EXPECT_EQ(last.at(8).at("birth"), 0.0);
    EXPECT_GT(last.at(4).at("birth"), 3e-4);
  }
}

TEST_F(FixBreakageFragments, PouredClustersHaveTheTimeOfInsertion)
{
  const std::string file = folder / "fragments";
  for (const int ranks : rank_counts()) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks");
    LammpsSession lammps(ranks);
    lammps.run(R"(
      units si
      newton on off
      atom_style bonded/cluster
      boundary p p f
      comm_modify vel yes
      region box block 0 0.06 0 0.06 0 0.3
      create_box 1 box bond/types 1
      cluster_template cube cube 0.012 radius 2e-3 lattice sc density 2500 type 1
      pair_style hertz/mindlin
      pair_coeff * * young 1e7 poisson 0.3 restitution 0.4 friction 0.5
      bond_style parallel
      bond_coeff 1 young 1e7 tensile none shear none
      neighbor 1e-3 bin
      neigh_modify delay 0 every 1 check yes
      timestep 2e-5
      fix move all leapfrog/sphere
      fix weight all gravity 9.81 vector 0 0 -1
      region slot block 0.01 0.05 0.01 0.05 0.25 0.29
      fix pour all pour 6 0 4711 region slot mol cube vol 0.005 50 vel 0 0 0 0 -1
      fix b all breakage 1000 fragments )" +
               file + " every 1\nrun 4000\n");
    EXPECT_EQ(lammps.evaluate("f_b[1]"), 6 * 54);
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 6);
    if (!lammps.first()) continue;
    std::map<int, Row> first_seen;
    std::set<double> births;
    for (const Row &row : rows_of(file)) first_seen.emplace(row.at("id"), row);
    EXPECT_EQ(first_seen.size(), 6u);
    for (const auto &[id, row] : first_seen) {
      EXPECT_NEAR(row.at("birth"), row.at("time"), 1e-12) << id;
      EXPECT_EQ(row.at("elements"), 27);
      births.insert(row.at("birth"));
    }
    EXPECT_EQ(births.size(), 3u);
  }
}

TEST_F(FixBreakageFragments, GroupHasOnlyItsOwnElements)
{
  const std::string start = rows_and_one(folder / "data");
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(start + "group some id 1 3 6 9\nfix b some breakage 1000 size equivalent\nrun 10");
    EXPECT_EQ(lammps.evaluate("f_b[9]"), 3);    // 1 and 3 are connected by 2, which is not in it
    EXPECT_NEAR(lammps.evaluate("f_b[14]") / (4 * ELEMENT), 1.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_b[10]"), 0.5, 1e-12);
  }
}

// Rows of 5, 3 and 1 elements of 2 mm: 3.42, 2.88 and 2 mm by equal volume, and all pass a sieve of
// 2 mm.
TEST_F(FixBreakageFragments, FinesBySize)
{
  const std::string start = rows_and_one(folder / "data");
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(start + "fix b all breakage 10 size equivalent below 0.0028\n" +
               "fix c all breakage 10 size equivalent below 0.003\n" +
               "fix s all breakage 10 size sieve below 0.00199\nrun 10");
    EXPECT_NEAR(lammps.evaluate("f_b[10]"), 1.0 / 9.0, 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_c[10]"), 4.0 / 9.0, 1e-12);
    EXPECT_EQ(lammps.evaluate("f_s[10]"), 0.0);
    EXPECT_EQ(lammps.evaluate("f_b[15]"), 0.0);
  }
}

TEST_F(FixBreakageFragments, BadInputIsOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  write_pair(folder / "data");
  const auto error_for = [&](const std::string &keywords) {
    LammpsSession lammps;
    return lammps.error_of(read_case(folder / "data", UNBREAKABLE) + CONTACTS +
                           "fix b all breakage 10 " + keywords + "\nrun 0");
  };
  const auto expect = [&](const std::string &keywords, const std::string &part) {
    const std::string text = error_for(keywords);
    EXPECT_TRUE(has(text, part)) << keywords;
  };
  const std::string file = "fragments " + (folder / "csv");
  expect("fragments", "Fix breakage: fragments needs a value");
  expect("fragments one fragments other",
         "Fix breakage: fragments other (the file is one already)");
  expect("fragments /no/such/folder/x", "Fix breakage: cannot open file /no/such/folder/x");
  expect(file + " every 0", "Fix breakage: every 0 (must be >= 1)");
  expect("every 10", "Fix breakage: keyword every needs a file (keyword fragments or sizes)");
  expect("at 1", "Fix breakage: keyword at needs a file (keyword fragments or sizes)");
  expect(file + " at", "Fix breakage: at needs a value");
  expect(file + " at soon", "Fix breakage: at soon (expected a number)");
  expect(file + " at 1 2 2", "Fix breakage: at 2 (times must ascend)");
  expect("fines 0", "Fix breakage: fines 0 (must be >= 1)");
  expect("size large", "Fix breakage: size large (expected sieve or equivalent)");

  // An earlier file is not emptied by a line that is rejected.
  LammpsSession before;
  before.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS + "fix b all breakage 10 " + file +
             "\nrun 0");
  const std::string kept = read_file(folder / "csv");
  expect(file + " sizes /no/such/folder/x", "cannot open file");
  EXPECT_EQ(read_file(folder / "csv"), kept);
  EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), 2);
}

}    // namespace test_fix_breakage_fragments
