// Runs of many compounds: balances, ranks, restarts, ids that change. Oracles: conservation, and
// the same run in another way.

#include "common/space.h"
#include "styles/polyhedra/compounds.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace test_compound_runs {

using namespace grist::testing;
using namespace grist;

// L, U, cubes of parts and balls in a box of 0.2 m, turned at random.
std::vector<BodyLine> mixture(int each, int seed)
{
  Scenes scenes(seed);
  const std::vector<PartCorners> shapes = {
      angle_piece(0.02, 0.018, 0.006, 0.012), fork_piece(0.012, 0.018, 0.006, 0.01),
      cut_block(Vector3d::all(-0.008), Vector3d::all(0.008), 2, 2, 1)};
  std::vector<BodyLine> lines;
  for (int n = 0; n < each; n++)
    for (size_t k = 0; k <= shapes.size(); k++) {
      const int place = static_cast<int>(lines.size());
      const Vector3d at = {-0.066 + 0.044 * (place % 4), -0.066 + 0.044 * (place / 4 % 4),
                           -0.07 + 0.044 * (place / 16)};
      if (k == shapes.size())
        lines.push_back({0.02, {at.x, at.y, at.z}, {}, 0.01, {}});
      else
        lines.push_back(compound_at(0.02, shapes[k], at, scenes.rotation()));
    }
  return lines;
}

const std::string LAW = "volume 1e9 restitution 0.5 friction 0.5";
const std::string WALLS = "fix walls all wall/polyhedron volume 1e9 restitution 0.5 friction 0.5 "
                          "xplane -0.09 0.09 yplane -0.09 0.09 zplane -0.1 0.1\n";
const std::string MOTION = "velocity all ramp vx 3 -3 x -0.09 0.09\n"
                           "velocity all ramp vy 2 -2 y -0.09 0.09\n"
                           "velocity all ramp vz 3 -2 z -0.09 0.09\n";
const std::string MOVE = "fix move all nve/body\ntimestep 1e-5\n";

class CompoundRuns : public ::testing::Test {
 protected:
  TestFolder folder;

  std::string start(int each, const std::string &law = LAW)
  {
    return read_compounds(folder / "data", mixture(each, 7), 0.1, law);
  }
};

// Histories go with the bodies, to other ranks and through files.
TEST_F(CompoundRuns, RanksAgree)
{
  const std::string again = "read_restart " + (folder / "half") +
      "\npair_style polyhedron\nneighbor 0.002 bin\nneigh_modify delay 0 every 10 check no\n"
      "thermo 0\n" +
      WALLS + MOVE + "run 100\n";
  std::vector<BodySnapshot> early, late;
  {
    LammpsSession lammps(1);
    lammps.run(start(12) + WALLS + MOTION + MOVE +
               "compute c all pair/local p9\ncompute n all reduce sum c_c inputs local\n"
               "thermo_style custom step c_n\nrun 750\nwrite_restart " +
               (folder / "half"));
    EXPECT_GT(lammps.evaluate("c_n"), 1.0);
    lammps.run("run 100");
    early = bodies(lammps);
    lammps.run("run 300");
    late = bodies(lammps);
  }
  for (const int n : rank_counts())
    for (const std::string newton : {"newton on\n", "newton off\n"}) {
      LammpsSession lammps(n);
      lammps.run(newton + start(12) + WALLS + MOTION + MOVE + "run 750\nrun 100\nrun 300\n");
      const auto whole = bodies(lammps);
      if (lammps.first()) { EXPECT_LT(largest_difference(whole, late), 1e-8) << n << newton; }
      LammpsSession half(n);
      half.run(newton + again);
      const auto found = bodies(half);
      if (half.first()) { EXPECT_LT(largest_difference(found, early), 1e-10) << n << newton; }
    }
}

// An L goes to the next rank before the plate that carries it, one after it, one is on a plane that
// moves with it: all are held by friction. Without bins a pair is listed with the plate while the
// border is between them, and with the L that was there before it afterwards.
TEST_F(CompoundRuns, FrictionGoesAlongToOtherRanks)
{
  const PartCorners l = angle_piece(0.02, 0.018, 0.006, 0.012);
  const std::vector<BodyLine> lines = {
      compound_at(1e5, {block({-0.03, -0.03, -0.01}, {0.03, 0.03, 0.0})}, {-0.06, -0.04, 0.0}),
      compound_at(0.02, l, {-0.08, -0.04, 0.006 - 1e-5}),
      compound_at(0.02, l, {-0.052, -0.04, 0.006 - 1e-5}),
      compound_at(0.02, l, {-0.055, 0.04, -0.05 + 0.006 - 1e-5})};
  std::vector<BodySnapshot> right;
  for (const int n : rank_counts())
    for (const auto &[newton, lists] : std::vector<std::pair<std::string, std::string>>{
             {"newton on\n", ""}, {"newton off\n", ""}, {"newton on\n", "neighbor 0.002 nsq\n"}}) {
      LammpsSession lammps(n);
      lammps.run(
          newton + "processors * 1 1\n" +
          read_compounds(folder / "data", lines, 0.1, "volume 1e8 restitution 0.3 friction 0.5") +
          lists + R"(
      group ls id 2:4
      velocity all set 1 0 0
      fix floor ls wall/polyhedron volume 1e8 restitution 0.3 friction 0.5 zplane -0.05 NULL move linear 1 0 0
      fix g ls gravity 9.81 vector 0.29 0 -0.957
      fix move all nve/body
      timestep 2e-5
      run 5500)");
      const auto found = bodies(lammps);
      if (!lammps.first()) continue;
      if (right.empty()) right = found;
      EXPECT_LT(largest_difference(found, right), 1e-9) << n << newton << lists;
      for (const int k : {1, 2, 3}) {
        EXPECT_GT(found[k].x[0], 0.02);
        EXPECT_NEAR(found[k].v[0], 1.0, 1e-3);    // held
      }
    }
}

TEST_F(CompoundRuns, MomentumIsConserved)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(start(12) + MOTION + MOVE + "run 0");
    const BodyMomenta before = momenta(bodies(lammps));
    lammps.run("run 750");
    const BodyMomenta after = momenta(bodies(lammps));
    if (!lammps.first()) continue;
    EXPECT_LT(norm(after.linear - before.linear), 1e-12 * before.size) << n;
    EXPECT_LT(norm(after.angular - before.angular), 1e-12 * before.size * 0.1) << n;
  }
}

// An L and a U in a box, many impacts.
// To second order in the time step, over 20,000 steps and more.
TEST_F(CompoundRuns, EnergyIsConserved)
{
  ONE_RANK_IS_ENOUGH();
  const auto error = [&](const std::string &dt, const std::string &steps) {
    LammpsSession lammps;
    std::vector<BodyLine> lines = {compound_at(0.02, angle_piece(0.02, 0.018, 0.006, 0.012),
                                               {-0.02, 0, 0}, turn(1, {1, 2, 3})),
                                   compound_at(0.03, fork_piece(0.012, 0.018, 0.006, 0.01),
                                               {0.02, 0.003, 0}, turn(2, {3, 1, 1}))};
    lammps.run(read_compounds(folder / "data", lines, 0.04, "energy 1e15") + R"(
      fix deep all guard overlap warn
      fix walls all wall/polyhedron energy 1e15 xplane -0.035 0.035 yplane -0.03 0.03 zplane -0.03 0.03
      fix_modify walls energy yes
      set group all angmom 1e-6 2e-6 -1e-6
      group l id 1
      group u id 2
      velocity l set 0.6 0.2 -0.3
      velocity u set -0.5 0.1 0.2
      compute c all pair/local p9
      compute n all reduce sum c_c inputs local
      fix touched all ave/time 1 1000 1000 c_n ave running
      thermo_style custom step temp pe c_n
      fix move all nve/body
      timestep )" +
               dt + "\nrun 0");
    const auto energy = [&] { return lammps.thermo("pe") + kinetic_energy(bodies(lammps)); };
    const double begin = energy();
    double most = 0.0;
    for (int n = 0; n < 8; n++) {
      lammps.run("run " + steps);
      most = std::max(most, std::fabs(energy() / begin - 1.0));
    }
    EXPECT_GT(lammps.evaluate("f_touched"), 0.001);    // the two met
    return most;
  };
  const double coarse = error("2e-6", "2500"), fine = error("5e-7", "10000");
  EXPECT_LT(coarse, 1e-3);
  EXPECT_LT(fine, 0.15 * coarse);
}

TEST_F(CompoundRuns, RestartContinuesBitByBit)
{
  for (const int n : rank_counts()) {
    LammpsSession whole(n);
    whole.run(start(12) + WALLS + MOTION + MOVE + "run 750\nwrite_restart " + (folder / "half") +
              "\nrun 150");
    const auto right = bodies(whole);
    LammpsSession again(n);
    again.run(
        "read_restart " + (folder / "half") +
        "\npair_style polyhedron\nneighbor 0.002 bin\nneigh_modify delay 0 every 10 check no\n"
        "thermo 0\n" +
        WALLS + MOVE + "run 150");
    const auto found = bodies(again);
    if (whole.first()) { EXPECT_EQ(largest_difference(found, right), 0.0) << n; }
  }
}

// New ids follow places.
std::vector<BodySnapshot> by_place(std::vector<BodySnapshot> bodies)
{
  const auto key = [](const BodySnapshot &body) {
    std::array<long, 3> rounded = {};
    for (int d = 0; d < 3; d++) rounded[d] = std::lround(1e6 * body.x[d]);
    return rounded;
  };
  std::sort(bodies.begin(), bodies.end(),
            [&](const BodySnapshot &a, const BodySnapshot &b) { return key(a) < key(b); });
  long next = 0;
  for (BodySnapshot &body : bodies) body.tag = ++next;
  return bodies;
}

// A body far from the others leaves, and ids close up; domains move; a fix is made anew.
TEST_F(CompoundRuns, DeletedAtomsBalanceAndUnfix)
{
  const auto lines = mixture(8, 7);
  std::vector<BodyLine> more = {
      compound_at(0.02, angle_piece(0.02, 0.018, 0.006, 0.012), {0.3, 0.3, 0.3})};
  more.insert(more.end(), lines.begin(), lines.end());
  std::vector<BodySnapshot> right;
  {
    LammpsSession lammps(1);
    lammps.run(read_compounds(folder / "data", lines, 0.4, LAW) + WALLS + MOTION + MOVE +
               "run 750\nrun 150");
    right = by_place(bodies(lammps));
  }
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(
        read_compounds(folder / "data", more, 0.4, LAW) + "group near id > 1\ngroup far id 1\n" +
        MOVE +
        "velocity near ramp vx 3 -3 x -0.09 0.09\nvelocity near ramp vy 2 -2 y -0.09 0.09\n"
        "velocity near ramp vz 3 -2 z -0.09 0.09\n"
        "fix walls near wall/polyhedron volume 1e9 restitution 0.5 friction 0.5 xplane -0.09 "
        "0.09 yplane -0.09 0.09 zplane -0.1 0.1\nrun 750\n"
        "delete_atoms group far\nreset_atoms id\nbalance 1.0 shift xyz 10 1.01\n"
        "unfix move\nfix move all nve/body\nrun 150");
    const auto found = by_place(bodies(lammps));
    if (lammps.first()) { EXPECT_LT(largest_difference(found, right), 1e-8) << n; }
  }
}

}    // namespace test_compound_runs
