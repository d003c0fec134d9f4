// pair_style hertz/mindlin in LAMMPS.
//
// Oracles: pair_style granular with the same law, which LAMMPS keeps in lists of its own;
// conservation of momentum; the same run on another number of ranks, after a restart, in pieces;
// the error texts.

#include "common/space.h"
#include "common/space_text.h"
#include "styles/contacts/crowd.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <vector>

namespace test_pair_hertz_mindlin {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

// E* and G* of stock's own mixing differ from those of the two materials: types 1 and 2 are the
// same material here.
const std::string ROLLING = " rolling sds 20 1e-5 0.2";

std::string stock(const std::string &rolling = "", const std::string &ratio = "0.7")
{
  const std::string end = " damping coeff_restitution" + rolling + "\n";
  const std::string mindlin = " tangential mindlin NULL " + ratio + " ";
  return "pair_style granular\n"
         "pair_coeff 1 1 hertz/material 1e7 0.5 0.3" +
      mindlin + "0.3" + end + "pair_coeff 2 2 hertz/material 1e7 0.8 0.3" + mindlin + "0.1" + end +
      "pair_coeff 1 2 hertz/material 1e7 0.6 0.3" + mindlin + "0.2" + end;
}

std::string ours(const std::string &rolling = "", const std::string &ratio = "0.7",
                 const std::string &style = "pair_style hertz/mindlin\n")
{
  const std::string end = " damping_t " + ratio + rolling + "\n";
  return style +
      "pair_coeff * * young 1e7 poisson 0.3\n"
      "pair_coeff 1 1 restitution 0.5 friction 0.3" +
      end + "pair_coeff 2 2 friction 0.1 restitution 0.8" + end +
      "pair_coeff 1 2 restitution 0.6 friction 0.2" + end;
}

// With the forces of stock.
std::string as_stock(const std::string &rolling = "")
{
  return ours(rolling, "0.7", "pair_style hertz/mindlin stock yes\n");
}

// -------------------------------------------------------------------------------------------------

// Rolling is compared without a rebuild: stock turns the sign of what a pair remembers of rolling
// where a rebuild swaps the two spheres, though the rolling velocity has no such sign.
TEST(PairHertzMindlin, EqualsStockGranularStepByStep)
{
  for (const int ranks : rank_counts())
    for (const std::string &newton : NEWTON)
      for (const std::string &rolling : {std::string(), ROLLING})
        for (const int steps : {0, 1, 2, 20}) {
          const std::string end = "run " + std::to_string(steps);
          const auto theirs = atoms_after(newton + CROWD + stock(rolling) + end, ranks);
          const auto mine = atoms_after(newton + CROWD + as_stock(rolling) + end, ranks);
          if (!is_first_rank()) continue;
          const std::string where = newton + rolling + end + " ranks " + std::to_string(ranks);
          EXPECT_LT(force_difference(mine, theirs), ONE_STEP) << where;
          EXPECT_LT(largest_difference(mine, theirs), ONE_STEP) << where;
        }
}

TEST(PairHertzMindlin, EqualsStockGranularOverRebuilds)
{
  const std::string often = "neighbor 0.02e-3 bin\nneigh_modify delay 0 every 1 check yes\nrun 400";
  for (const int ranks : rank_counts())
    for (const std::string &newton : NEWTON) {
      const auto theirs = atoms_after(newton + CROWD + stock() + often, ranks);
      LammpsSession lammps(ranks);
      lammps.run(newton + CROWD + as_stock() + often);
      const auto mine = lammps.atoms();
      if (lammps.first()) { EXPECT_LT(largest_difference(mine, theirs), A_RUN) << newton << ranks; }
    }
}

TEST(PairHertzMindlin, RanksAndNewtonGiveTheSameRun)
{
  // Through rebuilds, with history that migrates; huang damping, both kinds of rolling.
  const std::string often = "neighbor 0.02e-3 bin\nneigh_modify delay 0 every 1 check yes\nrun 300";
  for (const std::string &rolling : {ROLLING, std::string(" rolling torque 0.1")}) {
    const std::string input = CROWD + ours(rolling, "huang") + often;
    const auto reference = atoms_after(NEWTON[0] + input, 1);
    for (const int ranks : rank_counts())
      for (const std::string &newton : NEWTON) {
        const auto found = atoms_after(newton + input, ranks);
        if (is_first_rank()) {
          EXPECT_LT(largest_difference(found, reference), A_RUN) << newton << ranks;
        }
      }
  }
}

TEST(PairHertzMindlin, BalancesForcesAndTalliesTheVirial)
{
  for (const std::string &newton : NEWTON) {
    std::vector<double> pressure;
    for (const std::string &pair : {stock(ROLLING), as_stock(ROLLING)}) {
      LammpsSession lammps(rank_counts().back());
      lammps.run(newton + CROWD + pair +
                 "compute p all pressure NULL pair\nthermo_style custom step c_p\nrun 5");
      pressure.push_back(lammps.evaluate("c_p"));
      Vector3d sum = Vector3d::zero();
      double size = 0.0;
      for (const auto &atom : lammps.atoms()) {
        sum += vector_at(atom.f.data());
        size = std::max(size, std::fabs(atom.f[0]));
      }
      EXPECT_LE(norm(sum), 1e-12 * 343 * size) << sum << pair << size;
    }
    EXPECT_NEAR(pressure[1] / pressure[0], 1.0, 1e-12);
  }
}

TEST(PairHertzMindlin, RunsInPiecesAreOneRun)
{
  // `pre no` keeps lists; `run 0` and a second run build them anew, from what was stored with the
  // atoms.
  const std::string start = NEWTON[0] + CROWD + ours(ROLLING);
  for (const int ranks : rank_counts()) {
    const auto whole = atoms_after(start + "run 50\nrun 50", ranks);
    const auto pieces = atoms_after(start + "run 50\nrun 0\nrun 30\nrun 20 pre no", ranks);
    if (is_first_rank()) {
      // A new run begins with velocities of the full step, a continued one with those of half a
      // step.
      EXPECT_LT(largest_difference(pieces, whole), 1e-3);
    }
    const auto looked = atoms_after(start + "run 50\nrun 0\nrun 0\nrun 50", ranks);
    if (is_first_rank()) { EXPECT_LT(largest_difference(looked, whole), ONE_STEP); }
  }
}

TEST(PairHertzMindlin, RestartContinuesTheRun)
{
  const TestFolder folder;
  for (const int ranks : rank_counts())
    for (const std::string &newton : NEWTON) {
      const std::string file = folder / "restart";
      const auto whole =
          atoms_after(newton + CROWD + ours(ROLLING) +
                          "neighbor 0.02e-3 bin\nrun 100\nwrite_restart " + file + "\nrun 100",
                      ranks);
      // Coefficients and history are in the file.
      const auto second =
          atoms_after(newton + "read_restart " + file +
                          "\nneighbor 0.02e-3 bin\nfix move all nve/sphere\nrun 100",
                      rank_counts().back());
      if (is_first_rank()) {
        EXPECT_LT(largest_difference(second, whole), A_RUN) << newton << ranks;
      }
    }
}

TEST(PairHertzMindlin, RestartWrittenDuringARunIsTheSame)
{
  const TestFolder folder;
  const auto whole = atoms_after(NEWTON[0] + CROWD + ours(ROLLING) + "restart 70 " +
                                     (folder / "a") + " " + (folder / "b") + "\nrun 100",
                                 1);
  const auto second = atoms_after(NEWTON[0] + "read_restart " + (folder / "a") +
                                      "\nneighbor 0.2e-3 bin\nfix move all nve/sphere\nrun 30",
                                  1);
  // A run begins with velocities of the whole step.
  if (is_first_rank()) { EXPECT_LT(largest_difference(second, whole), 1e-3); }
}

TEST(PairHertzMindlin, RefusesRestartFilesOfAnotherLayout)
{
  ONE_RANK_IS_ENOUGH();
  const TestFolder folder;
  const std::string file = folder / "restart";
  LammpsSession().run(CROWD + ours(ROLLING) + "run 1\nwrite_restart " + file);
  const std::string whole = read_file(file);
  const auto says = [&](const std::string &text) {
    std::ofstream(file, std::ios::binary) << text;
    return LammpsSession().error_of("read_restart " + file + "\nrun 0");
  };
  EXPECT_EQ(says(whole), "");
  const std::string mark = "RGS2";
  const std::string users[] = {"Pair style hertz/mindlin", "Fix CONTACT/HISTORY", "Fix KNOWN/IDS"};
  std::vector<std::size_t> blocks;
  for (std::size_t at = whole.find(mark); at < whole.size(); at = whole.find(mark, at + 1))
    blocks.push_back(at);
  ASSERT_EQ(blocks.size(), std::size(users));
  for (size_t k = 0; k < blocks.size(); k++) {
    std::string other = whole;
    other[blocks[k] + mark.size()] = 9;    // the version
    EXPECT_TRUE(has(says(other), users[k] + ": the restart file has layout 9 of these data"));
    other = whole;
    other[blocks[k]] = 'X';
    EXPECT_TRUE(has(says(other), users[k] + ": the restart file was written by an older version"));
  }
}

// Where spheres 1, 4 and 7 of the crowd stood.
void write_three(const std::string &path)
{
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::ofstream(path)
        << "three spheres\n\n3 atoms\n2 atom types\n0 7e-3 xlo xhi\n0 7e-3 ylo yhi\n"
           "0 7e-3 zlo zhi\n\nAtoms # sphere\n\n1 1 1e-3 2500 0 0 0\n"
           "2 2 1e-3 2500 3e-3 0 0\n3 1 1.05e-3 2500 6e-3 0 0\n";
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(PairHertzMindlin, AtomsComeAndGoBetweenRuns)
{
  // No contact slides: where it does, stock shortens the spring at the start of each run.
  const std::string sticking =
      "pair_style hertz/mindlin stock yes\npair_coeff * * young 1e7 poisson 0.3 "
      "restitution 0.5 friction 1e6 damping_t 0.7\n";
  const std::string sticking_stock =
      "pair_style granular\npair_coeff * * hertz/material 1e7 0.5 0.3 tangential mindlin NULL 0.7 "
      "1e6 damping coeff_restitution\n";
  const TestFolder folder;
  write_three(folder / "three");
  const std::string change = "run 60\ngroup some id 1:343:3\ndelete_atoms group some compress no\n"
                             "read_data " +
      (folder / "three") + " add append\nrun 60";
  for (const int ranks : rank_counts())
    for (const std::string &newton : NEWTON) {
      const auto theirs = atoms_after(newton + CROWD + sticking_stock + change, ranks);
      const auto mine = atoms_after(newton + CROWD + sticking + change, ranks);
      if (!is_first_rank()) continue;
      EXPECT_EQ(mine.size(), 343u - 115u + 3u);
      EXPECT_LT(largest_difference(mine, theirs), A_RUN) << newton << ranks;
    }
}

// -------------------------------------------------------------------------------------------------

TEST(PairHertzMindlin, FrozenAndRigidSpheresWeighAsInStock)
{
  const std::string frozen = "group low id <= 100\nvelocity low set 0 0 0\nset group low omega 0 0 "
                             "0\nfix stop low freeze\n";
  const std::string rigid =
      "group body id <> 20 22\nfix move2 body rigid single\ngroup rest subtract all body\n"
      "unfix move\nfix move rest nve/sphere\nneigh_modify exclude group body body\n";
  for (const std::string &more : {frozen, rigid})
    for (const int ranks : rank_counts()) {
      const auto theirs = atoms_after(NEWTON[0] + CROWD + stock() + more + "run 50", ranks);
      const auto mine = atoms_after(NEWTON[0] + CROWD + as_stock() + more + "run 50", ranks);
      if (is_first_rank()) { EXPECT_LT(largest_difference(mine, theirs), 1e-10) << more; }
    }
}

TEST(PairHertzMindlin, PairLocalReportsForces)
{
  const std::string local =
      "compute p all pair/local dist force p1 p2 p3 p4 p9\n"
      "compute f all reduce sum c_p[2] c_p[3] c_p[4] c_p[5] c_p[6] inputs local\n"
      "thermo_style custom step c_f[1] c_f[2] c_f[3] c_f[4] c_f[5]\nrun 20";
  std::vector<double> sums[2];
  for (const std::string &newton : NEWTON)
    for (int k = 0; k < 2; k++) {
      LammpsSession lammps(rank_counts().back());
      lammps.run(newton + CROWD + (k == 0 ? stock() : as_stock()) + local);
      sums[k].clear();
      for (int n = 1; n <= 4; n++)
        sums[k].push_back(lammps.evaluate("c_f[" + std::to_string(n) + "]"));
      if (k == 1) { EXPECT_GT(lammps.evaluate("c_f[5]"), 0.0); }
      if (k == 0) continue;
      for (int n = 0; n < 4; n++)
        EXPECT_NEAR(sums[1][n], sums[0][n], 1e-9 * std::fabs(sums[0][3])) << newton << n;
    }
}

TEST(PairHertzMindlin, MayBeReplacedBetweenRuns)
{
  const std::string start = NEWTON[0] + CROWD;
  const auto changed =
      atoms_after(start + as_stock() + "run 20\n" + stock() + "run 20\n" + as_stock() + "run 0", 1);
  const auto theirs =
      atoms_after(start + stock() + "run 20\n" + as_stock() + "run 20\n" + stock() + "run 0", 1);
  // Each begins without a memory; the second in the other order.
  if (is_first_rank()) { EXPECT_LT(largest_difference(changed, theirs), 1e-3); }
}

// -------------------------------------------------------------------------------------------------

TEST(PairHertzMindlin, CoefficientsComeBackFromADataFile)
{
  const TestFolder folder;
  const std::string start = NEWTON[0] + CROWD + ours(ROLLING);
  const auto whole =
      atoms_after(start + "run 0\nwrite_data " + (folder / "data") + " pair ij\nrun 0", 1);
  const auto second = atoms_after(
      std::string(
          "units si\nnewton on on\natom_style sphere\npair_style hertz/mindlin\nread_data ") +
          (folder / "data") + "\nneighbor 0.2e-3 bin\nrun 0",
      1);
  if (is_first_rank()) {
    EXPECT_LT(force_difference(second, whole), 1e-6);
  }    // 16 digits of positions
}

TEST(PairHertzMindlin, BadInputIsOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  const auto says = error_of_crowd;
  const std::string style = "pair_style hertz/mindlin\npair_coeff * * ";
  const std::string whole = "young 1e7 poisson 0.3 ";
  EXPECT_EQ(says(style + whole), "");
  EXPECT_TRUE(has(says("pair_style hertz/mindlin 1.0"), "unknown keyword 1.0 (expected stock)"));
  EXPECT_TRUE(has(says(style + whole + "restitution 1.5"),
                  "Pair style hertz/mindlin: restitution 1.5 (must be above 0 and at most 1)"));
  EXPECT_TRUE(has(says(style + whole + "restitution 0"), "restitution 0 (must be above 0"));
  EXPECT_TRUE(has(says(style + whole + "friction -1"), "friction -1 (must not be negative)"));
  EXPECT_TRUE(has(says(style + whole + "friction"), "friction needs a value"));
  EXPECT_TRUE(has(says(style + whole + "damping_t -2"), "damping_t -2 (must be huang, 0 or more)"));
  EXPECT_TRUE(has(says(style + whole + "damping_t -1"), "damping_t -1 (must be huang, 0 or more)"));
  EXPECT_TRUE(
      has(says(style + whole + "slip 1"),
          "unknown keyword slip (expected young, poisson, restitution, friction, damping_t, "
          "rolling, twisting, cohesion, heat, stock or young/real)"));
  EXPECT_TRUE(
      has(says(style + whole + "rolling hard"), "rolling hard (expected none, torque or sds)"));
  EXPECT_TRUE(has(says(style + whole + "rolling"), "rolling needs a value"));
  EXPECT_TRUE(has(says(style + whole + "rolling torque"), "rolling torque needs a value"));
  EXPECT_TRUE(has(says(style + whole + "rolling sds 1e3 0.1"),
                  "rolling sds needs a stiffness, a damping and a friction"));
  EXPECT_TRUE(has(says(style + whole + "rolling sds 0 0.1 0.1"),
                  "rolling sds stiffness 0 (must be positive)"));
  EXPECT_TRUE(has(says(style + "young -1 poisson 0.3"), "young -1 (must be positive)"));
  EXPECT_TRUE(
      has(says(style + "young 1e7 poisson 0.7"), "poisson 0.7 (must be above -1 and at most 0.5)"));
  EXPECT_TRUE(has(says(style + "poisson 0.3 friction 0.1"), "no young for type 1"));
  EXPECT_TRUE(has(says(style + "young 1e7 friction 0.1"), "no poisson for type 1"));
  EXPECT_TRUE(has(says(style + whole +
                       "\npair_coeff 1 1 rolling torque 0.1\npair_coeff 2 2 rolling sds 1 1 1\n"
                       "pair_coeff 1 2 friction 0.1"),
                  "rolling torque and rolling sds in one run"));
  EXPECT_TRUE(has(says("pair_style hertz/mindlin\npair_coeff 1 1 " + whole +
                       "rolling torque 0.1\npair_coeff 2 2 " + whole),
                  "no coefficients for types 1 and 2, and laws of different kind do not mix"));
  EXPECT_TRUE(has(says("pair_style hybrid hertz/mindlin zero 0.002\npair_coeff 1 1 hertz/mindlin " +
                       whole + "\npair_coeff * 2 zero"),
                  "cannot be a part of pair_style hybrid"));
}

// Two pair styles of spheres in one hybrid would share what LAMMPS knows by one ID; a rejected
// style leaves nothing behind.
TEST(PairHertzMindlin, SeveralInHybridAreRefused)
{
  ONE_RANK_IS_ENOUGH();
  const std::string law = " young 1e7 poisson 0.3\n";
  LammpsSession lammps;
  lammps.run(CROWD);
  EXPECT_TRUE(has(lammps.error_of("pair_style hybrid/overlay hertz/mindlin hertz/mindlin\n"
                                  "pair_coeff * * hertz/mindlin 1" +
                                  law + "pair_coeff * * hertz/mindlin 2" + law + "run 0"),
                  "Pair style hertz/mindlin cannot be a part of pair_style hybrid"));
  EXPECT_TRUE(has(lammps.error_of("pair_style hybrid/overlay hooke/history hertz/mindlin\n"
                                  "pair_coeff * * hertz/mindlin" +
                                  law + "pair_coeff * * hooke/history stiffness 1e4\nrun 0"),
                  "cannot be a part of pair_style hybrid"));
  lammps.run("pair_style hybrid/overlay hertz/mindlin hertz/mindlin\npair_style "
             "hertz/mindlin\npair_coeff * *" +
             law + "run 10");
}

TEST(PairHertzMindlin, RefusesRunsThatItCannotDo)
{
  const std::string law = "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3\n";
  const auto expect = [&](const std::string &lines, const std::string &text) {
    for (const int n : rank_counts()) {
      LammpsSession lammps(n);
      const std::string error = lammps.error_of(lines + "run 0");
      if (lammps.here()) { EXPECT_TRUE(has(error, text.c_str())); }
    }
  };
  expect(CROWD + law + "run_style respa 2 2\n",
         "Pair style hertz/mindlin: run_style respa (expected verlet)");
  expect("newton on\n" + CROWD + law + "comm_style tiled\n",
         "Pair style hertz/mindlin: comm_style tiled with newton on for pairs (use newton off, or "
         "comm_style brick)");
  expect(CROWD + law + "neighbor 1e308 nsq\n", "Pair style hertz/mindlin: neighbors within 1e+308");
  expect(CROWD + "neighbor_style mr\nneighbor 1e308 bin\n",
         "Neighbor style mr: neighbors within 1e+308");
  // Without newton the same run on tiles.
  LammpsSession lammps(world_size());
  lammps.run("newton off\n" + CROWD + law +
             "comm_style tiled\nfix balance all balance 10 1.0 rcb\nrun 50");
}

TEST(PairHertzMindlin, NeedsSpheres)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  EXPECT_TRUE(has(
      lammps.error_of("atom_style atomic\nregion b block 0 1 0 1 0 1\ncreate_box 1 b\nmass 1 1\n"
                      "pair_style hertz/mindlin\npair_coeff * * young 1 poisson 0.3\nrun 0"),
      "needs an atom style with radius, rmass, omega and torque (now: atomic)"));
}

}    // namespace test_pair_hertz_mindlin
