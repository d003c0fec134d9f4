// fix rigid/cluster with hold: what released clusters cost, and what is reported of them, on 1, 2
// and 4 ranks.
//
// Oracles: which clusters have lost a bond; an average of LAMMPS; the calls of MPI_Allreduce of the
// same run with bonded clusters.

#include "styles/rigid/cube_box.h"
#include "testing/lammps_session.h"
#include "testing/reductions.h"

#include "styles/rigid/fix_rigid_cluster.h"

#include "lammps.h"
#include "modify.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <map>
#include <string>

namespace test_watched_clusters {

using namespace grist::testing;
using LAMMPS_NS::FixRigidCluster;

// Two cubes, one of them across a periodic border and the borders between ranks, fall on the floor
// one after the other.
std::string falling(const std::string &strength, const std::string &more)
{
  return CUBE_BOX + R"(
    create_atoms 0 single 0.001 0.002 0.0145 mol cube 7 rotate 35 1 2 3 units box
    create_atoms 0 single 0.029 0.012 0.0150 mol cube 7 rotate 25 3 2 1 units box
    velocity all set 0.1 0 -1
    bond_coeff 1 young 1e9 tensile )" +
      strength + " shear " + strength + R"( damping 0.1
    pair_style hertz/mindlin
    pair_coeff * * young 1e8 poisson 0.3 restitution 0.5 friction 0.4
    neighbor_style multilevel
    neighbor 5e-4 bin
    timestep 5e-7
    fix move all rigid/cluster )" +
      more + R"(
    fix floor all wall/hertz/mindlin zplane 0 NULL
    fix b all breakage 1000
    thermo_style custom step f_b[2] f_move[*]
    thermo 100000
  )";
}

// Parts of clusters on all ranks.
int watched(LammpsSession &lammps)
{
  int mine = 0, all = 0;
  if (lammps.here())
    mine = dynamic_cast<FixRigidCluster *>(lammps.lammps()->modify->get_fix_by_id("move"))
               ->watched_clusters();
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

// On every rank.
int broken_cubes(LammpsSession &lammps)
{
  std::map<long, int> ends;
  for (const AtomSnapshot &atom : lammps.atoms()) ends[atom.molecule] += atom.bonds;
  int count = 0;
  for (const auto &[molecule, bonds] : ends) count += bonds < 108;
  MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return count;
}

TEST(WatchedClusters, WatchedUntilABondBreaks)
{
  for (const int ranks : rank_counts()) {
    LammpsSession strong(ranks), weak(ranks);
    strong.run(falling("3e5", "hold yes") + "run 5000");
    EXPECT_EQ(strong.evaluate("f_move[4]"), 0.0);
    EXPECT_EQ(strong.evaluate("f_b[2]"), 0.0);
    EXPECT_GE(watched(strong), 2);
    strong.run("run 6000");
    EXPECT_EQ(strong.evaluate("f_move[4]"), 2.0);
    EXPECT_EQ(watched(strong), 0);

    // Soon after the release, while the pieces swing.
    weak.run(falling("1e5", "hold yes") + "run 0");
    double steps = 0;
    for (; weak.evaluate("f_move[4]") > 0.0 && steps < 200; steps++) weak.run("run 50");
    EXPECT_GT(watched(weak), 0);
    for (; broken_cubes(weak) < 2 && steps < 200; steps++) weak.run("run 50");
    EXPECT_LT(steps, 200);
    weak.run("run 0");
    EXPECT_EQ(watched(weak), 0);
    EXPECT_EQ(weak.evaluate("f_move[4]"), 0.0);
  }
}

TEST(WatchedClusters, MeanIsThatOfAllSteps)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(falling("3e5", "hold yes") +
               "run 1000\nreset_timestep 0\nfix mean all ave/time 1 9000 9000 f_move[4]\nrun 9000");
    EXPECT_EQ(lammps.evaluate("f_move[5]"), 2.0);
    EXPECT_EQ(lammps.evaluate("f_move[6]"), 2.0);    // once each, however often
    const double mean = lammps.evaluate("f_move[7]");
    EXPECT_GT(mean, 0.5);
    EXPECT_LT(mean, 1.9);
    EXPECT_NEAR(mean, lammps.evaluate("f_mean"), 1e-12);
    lammps.run("run 1");
    EXPECT_EQ(lammps.evaluate("f_move[7]"), lammps.evaluate("f_move[4]"));
  }
}

TEST(WatchedClusters, CountsContinueAfterARestart)
{
  const TestFolder folder;
  const std::string file = folder / "half";
  for (const int ranks : rank_counts()) {
    LammpsSession first(ranks);
    first.run(falling("3e5", "hold yes") + "run 5000\nwrite_restart " + file);
    EXPECT_EQ(first.evaluate("f_move[5]"), 2.0);
    MPI_Barrier(MPI_COMM_WORLD);
    LammpsSession second(ranks);
    second.run("read_restart " + file +
               "\nneighbor_style multilevel\nneighbor 5e-4 bin\ntimestep 5e-7\n"
               "fix move all rigid/cluster hold yes\n"
               "fix floor all wall/hertz/mindlin zplane 0 NULL\n"
               "fix GRIST_GUARD all guard timestep warn overlap warn\n"
               "thermo_style custom step f_move[*]\nrun 0");
    EXPECT_EQ(second.evaluate("f_move[5]"), 2.0);
    EXPECT_EQ(second.evaluate("f_move[6]"), 2.0);
    second.run("run 6000");
    EXPECT_EQ(second.evaluate("f_move[4]"), 2.0);
    EXPECT_EQ(second.evaluate("f_move[6]"), 2.0);
  }
}

// Reductions of this rank, in steps that make no lists.
long reductions_of(const std::string &scene, int ranks)
{
  LammpsSession lammps(ranks);
  lammps.run(scene + "neigh_modify every 100000 check no\nrun 1000");
  const long before = reductions_so_far();
  lammps.run("run 800 pre no post no");
  return reductions_so_far() - before;
}

// All ranks ask each other in one of eight steps at most, whether clusters are held, loaded or
// free.
TEST(WatchedClusters, NoReductionInEachStep)
{
  for (const int ranks : rank_counts()) {
    const long bonded = reductions_of(falling("3e5", "hold no"), ranks);
    const long held = reductions_of(falling("3e5", "hold yes"), ranks);
    const long loaded = reductions_of(falling("3e4", "hold yes release 0.95"), ranks);
    EXPECT_LE(held, bonded + 110);
    EXPECT_LE(loaded, bonded + 110);
  }
}

}    // namespace test_watched_clusters
