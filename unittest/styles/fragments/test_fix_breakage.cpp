// fix breakage: counts, cluster ids and the file of events.
//
// Oracles: a chain whose breaks are known by hand; connected components computed from the bonds
// that LAMMPS itself writes to a data file; counts that must add up.

#include "common/constants.h"
#include "testing/cases.h"
#include "testing/dump_reader.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>

namespace test_fix_breakage {

using namespace grist::testing;

// Components by repeated relabelling: slow, and independent of the code under test.
std::map<long, long> components_of_data_file(const std::string &path)
{
  std::istringstream file(read_file(path));
  std::string line;
  std::map<long, long> label;
  std::vector<std::pair<long, long>> bonds;
  std::string section;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word)) continue;
    if (!isdigit(word[0]) && word[0] != '-') {
      section = word;
      continue;
    }
    long id = std::stol(word), type, a, b;
    if (section == "Atoms") label[id] = id;
    if (section == "Bonds" && words >> type >> a >> b) bonds.emplace_back(a, b);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &[a, b] : bonds) {
      const long least = std::min(label[a], label[b]);
      changed = changed || label[a] != least || label[b] != least;
      label[a] = label[b] = least;
    }
  }
  return label;
}

class OnTheseRanks : public testing::Test {
 protected:
  TestFolder folder;
};

using FixBreakage = OnTheseRanks;

// Such a run begins no fix that was defined after the run before it.
TEST_F(FixBreakage, CountsFromTheNextRunWithSetUpWhereItIsDefinedBeforeOneWithout)
{
  write_pair(folder / "data");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(read_case(folder / "data", UNBREAKABLE) +
               "run 0\nfix b all breakage 10\nrun 10 pre no\nrun 0\n");
    EXPECT_EQ(lammps.evaluate("f_b[2]"), 0.0);
    lammps.run("compute most all reduce max f_b\nrun 0\n");
    EXPECT_EQ(lammps.evaluate("c_most"), 1.0);
  }
}

// While it exists, no file of this process may become larger.
class DiskLimit {
 public:
  explicit DiskLimit(rlim_t bytes)
  {
    handler = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit limit = {bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~DiskLimit()
  {
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }

 private:
  rlimit before;
  void (*handler)(int);
};

TEST_F(FixBreakage, CountsAndIdsOfAChainThatIsPulledApart)
{
  // Five spheres in a row across all ranks and a periodic border; the two ends are pulled at equal
  // speed, and the bond between 3 and 4 is the only one that is stretched.
  std::vector<SphereLine> row;
  std::vector<std::pair<int, int>> bonds;
  add_row_through_border(row, bonds);
  write_data(folder / "data", row, bonds, -0.004, 0.006);
  const double mass = 2500 * 4.18879020478639 * 1e-9;

  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    const std::string csv = folder / ("csv" + std::to_string(n));
    lammps.run(read_case(folder / "data", "young 1e8 tensile 1e6 shear 1e9") + BONDS_ALONE + R"(
      group right id 4 5
      velocity right set 0.05 0 0
    )" + "fix b all breakage 1000 file " +
               csv + "\nthermo_style custom step f_b[1] f_b[2] f_b[3] f_b[4] f_b[5]\nrun 300");
    EXPECT_EQ(lammps.evaluate("f_b[1]"), 4);
    EXPECT_EQ(lammps.evaluate("f_b[2]"), 0);
    EXPECT_EQ(lammps.evaluate("f_b[4]"), 1);
    EXPECT_NEAR(lammps.evaluate("f_b[5]") / (5 * mass), 1.0, 1e-12);
    lammps.run("run 300");
    EXPECT_EQ(lammps.evaluate("f_b[1]"), 4);
    EXPECT_EQ(lammps.evaluate("f_b"), 1);
    EXPECT_EQ(lammps.evaluate("f_b[3]"), 0.25);
    EXPECT_EQ(lammps.evaluate("f_b[4]"), 2);
    EXPECT_NEAR(lammps.evaluate("f_b[5]") / (3 * mass), 1.0, 1e-12);
    const auto atoms = lammps.atoms();
    if (!lammps.first()) continue;
    const long expected[5] = {1, 1, 1, 4, 4};
    for (int i = 0; i < 5; i++) EXPECT_EQ(atoms[i].cluster, expected[i]);
    // Strain 1e6/1e8 at 0.05 m/s over 2 mm: 400 steps, one more for the limit itself at most.
    const std::string events = read_file(csv);
    EXPECT_EQ(events.substr(0, events.find('\n')),
              "step,time [s],id_a,id_b,parent,x [m],y [m],z [m],mode,energy [J]");
    EXPECT_EQ(std::count(events.begin(), events.end(), '\n'), 2) << events;
    EXPECT_TRUE(events.find("\n400,0.0004,3,4,9,") != std::string::npos ||
                events.find("\n401,0.000401,3,4,9,") != std::string::npos)
        << events;
    const size_t mode = events.find(",tension,");
    ASSERT_NE(mode, std::string::npos);
    // E A/L of the bond, stretched by a hundredth of 2 mm and at most one step of 50 nm more.
    const double energy = 0.5 * 1e8 * grist::PI * 1e-6 / 2e-3 * 2e-5 * 2e-5;
    const double released = std::stod(events.substr(mode + 9));
    EXPECT_GE(released, energy * (1 - 1e-9));
    EXPECT_LE(released, energy * 1.006);
  }
}

TEST_F(FixBreakage, ClusterIdsAreTheConnectedComponentsOfTheBonds)
{
  write_cubes(folder / "data");
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(read_case(folder / "data", "young 1e8 tensile 2e5 shear 2e5") + CONTACTS + SHEARED +
               R"(
      fix b all breakage 1000
    )");
    for (const int steps : {7, 30, 60, 200}) {
      const std::string data = folder / "now";
      lammps.run("run " + std::to_string(steps) + "\nwrite_data " + data +
                 "\nrun 0 pre no post no");
      const auto atoms = lammps.atoms();
      const double clusters = lammps.evaluate("f_b[4]");
      const double start = lammps.evaluate("f_b[1]"), broken = lammps.evaluate("f_b[2]");
      if (!lammps.first()) continue;
      EXPECT_EQ(start, 432);
      long ends = 0;
      for (const auto &atom : atoms) ends += atom.bonds;
      EXPECT_EQ(ends, 2 * (432 - broken));

      const auto label = components_of_data_file(data);
      std::map<long, int> size;
      for (const auto &[id, root] : label) size[root]++;
      for (const auto &atom : atoms) EXPECT_EQ(atom.cluster, label.at(atom.tag));
      EXPECT_EQ(clusters, std::count_if(size.begin(), size.end(), [](const auto &s) {
                  return s.second > 1;
                }));
    }
  }
}

TEST_F(FixBreakage, DumpsAreRightInTheStepAfterABreak)
{
  // A dump at every step: each frame's ids must be the components of that very step, so any change
  // of the broken count between frames comes with a change of ids in the same frame or leaves the
  // pieces connected.
  write_pair(folder / "data");
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(read_case(folder / "data", "young 1e8 tensile 1e6 shear 1e9") + BONDS_ALONE + R"(
      set atom 2 vx 0.2
      fix b all breakage 1000000
    )" + "dump d all custom 1 " +
               (folder / "dump") +
               " id f_b\ndump_modify d sort id\n"
               "thermo_style custom step f_b\nthermo 1\nrun 110");
    if (!lammps.first()) continue;
    std::istringstream screen(lammps.output());
    std::string line;
    std::map<long, long> broken;    // from thermo, by step
    while (std::getline(screen, line)) {
      long step, count, rest;
      std::istringstream words(line);
      if (words >> step >> count && !(words >> rest)) broken[step] = count;
    }
    ASSERT_EQ(broken.size(), 111u);
    EXPECT_EQ(broken[90], 0);
    EXPECT_EQ(broken[110], 1);
    const auto frames = read_dump(folder / "dump");
    EXPECT_EQ(frames.size(), 111);
    for (const DumpFrame &frame : frames)
      EXPECT_EQ(frame.rows.at(1), (std::vector<double>{2, broken[frame.step] ? 2.0 : 1.0}))
          << "step " << frame.step;
  }
}

TEST_F(FixBreakage, GroupCountsOnlyItsOwnBonds)
{
  ONE_RANK_IS_ENOUGH();
  write_cubes(folder / "data");
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS +
             "group two molecule 3 4\nfix b two breakage 10\nrun 0");
  EXPECT_EQ(lammps.evaluate("f_b[1]"), 108);
  EXPECT_EQ(lammps.evaluate("f_b[4]"), 2);
}

TEST_F(FixBreakage, AppendsToAnExistingFile)
{
  ONE_RANK_IS_ENOUGH();
  write_cubes(folder / "data");
  for (int time = 0; time < 2; time++) {
    LammpsSession lammps;
    lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS +
               "fix b all breakage 10 append " + (folder / "events") + "\nrun 0");
  }
  EXPECT_EQ(read_file(folder / "events"),
            "step,time [s],id_a,id_b,parent,x [m],y [m],z [m],mode,energy [J]\n");
}

// A full disk stops the run where rows get lost: at the header, or later.
TEST_F(FixBreakage, FullDiskIsAnError)
{
  ONE_RANK_IS_ENOUGH();
  write_pair(folder / "data");
  const std::string start = read_case(folder / "data", "young 1e8 tensile 1e6 shear 1e9") +
      "pair_style zero 0.003\npair_coeff * *\nfix move all nve/noforce\ntimestep 1e-6\n";
  for (const std::string keyword : {"file", "append", "fragments", "sizes"}) {
    LammpsSession lammps;
    EXPECT_TRUE(
        has(lammps.error_of(start + "fix b all breakage 10 " + keyword + " /dev/full\nrun 10"),
            "Fix breakage: cannot write file /dev/full: No space left on device"))
        << keyword;
  }
  const std::string csv = folder / "csv";
  LammpsSession lammps;
  lammps.run(start + "fix b all breakage 10 fragments " + csv);
  const DiskLimit full(std::filesystem::file_size(csv) + 10);
  EXPECT_TRUE(has(lammps.error_of("run 10"), "Fix breakage: cannot write file " + csv + ": "));
}

// What a killed run leaves: the row that it was writing would be one with the first of the next
// run.
TEST_F(FixBreakage, AppendsAfterTheLastWholeRow)
{
  ONE_RANK_IS_ENOUGH();
  write_pair(folder / "data");
  const std::string header = "step,time [s],id_a,id_b,parent,x [m],y [m],z [m],mode,energy [J]\n";
  std::ofstream(folder / "events") << header << "10,1e-5,1,2,1,0,0,0,tension,1\n20,2e-5,3,";
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS + "fix b all breakage 10 append " +
             (folder / "events") + "\nrun 0");
  EXPECT_EQ(read_file(folder / "events"), header + "10,1e-5,1,2,1,0,0,0,tension,1\n");
  EXPECT_TRUE(
      has(lammps.output(), "Fix breakage: removed 1 row without an end from the end of file"));
}

TEST_F(FixBreakage, NoFileIsWrittenByTwo)
{
  ONE_RANK_IS_ENOUGH();
  write_pair(folder / "data");
  const std::string start = read_case(folder / "data", UNBREAKABLE) + CONTACTS,
                    csv = folder / "csv";
  const std::string error = "Fix breakage: file " + csv + " (fix a writes it already";
  LammpsSession one, two;
  EXPECT_TRUE(
      has(one.error_of(start + "fix a all breakage 10 file " + csv + " sizes " + csv), error));
  two.run(start + "fix a all breakage 10 file " + csv);
  EXPECT_TRUE(has(two.error_of("fix b all breakage 10 append " + csv), error));
  two.run("fix a all breakage 10 file " + csv + "\nunfix a\nfix b all breakage 10 file " + csv +
          "\nrun 10");
}

TEST_F(FixBreakage, RefusedFileLeavesNoCallback)
{
  ONE_RANK_IS_ENOUGH();
  write_pair(folder / "data");
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS);
  EXPECT_NE(lammps.error_of("fix b all breakage 10 file /no/such/folder/x"), "");
  lammps.run("create_atoms 1 random 20000 1 NULL\nset group all diameter 2e-3 density 2500\n"
             "delete_atoms group all\nrun 0");
}

TEST_F(FixBreakage, BadInputIsOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  write_pair(folder / "data");
  const auto error_for = [&](const std::string &line) {
    LammpsSession lammps;
    return lammps.error_of(read_case(folder / "data", UNBREAKABLE) + CONTACTS + line + "\nrun 0");
  };
  EXPECT_TRUE(has(error_for("fix b all breakage"), "Fix breakage: N needs a value"));
  EXPECT_TRUE(has(error_for("fix b all breakage 0"), "Fix breakage: N 0 (must be >= 1)"));
  EXPECT_TRUE(
      has(error_for("fix b all breakage 10 flie x"),
          "Fix breakage: unknown keyword flie (expected file, append, fragments, sizes, every, at, "
          "fines, below or size)"));
  EXPECT_TRUE(has(error_for("fix b all breakage 10 file"), "Fix breakage: file needs a value"));
  EXPECT_TRUE(has(error_for("fix b all breakage 10 file /no/such/folder/x"),
                  "Fix breakage: cannot open file /no/such/folder/x"));
  EXPECT_TRUE(
      has(error_for("pair_style zero 0.003\npair_coeff * *\n"
                    "set group all diameter 10 density 1e308\nfix b all breakage 10 sizes " +
                    (folder / "sizes")),
          "Fix breakage: size distribution: "));
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of(R"(
    newton on off
    atom_style bonded/cluster
    region box block -1 1 -1 1 -1 1
    create_box 1 box bond/types 1
    fix b all breakage 10
    run 0)"),
                  "Fix breakage needs bond_style parallel or face (now: none)"));
}

}    // namespace test_fix_breakage
