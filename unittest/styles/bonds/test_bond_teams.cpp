// Teams of like clusters in LAMMPS: cubes that fly into each other and break, while atoms are
// sorted, change ranks and cross periodic borders.
//
// Oracles: the same run without teams, block by block (a fix adapt that changes nothing rules them
// out); the same run on another number of ranks; the conservation of momentum.

#include "styles/bonds/fix_bond_state.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"

#include "lammps.h"
#include "modify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <string>
#include <vector>

namespace test_bond_teams {

using namespace grist::testing;

const std::string CONTACT_LAW = R"(
    pair_style hertz/mindlin
    pair_coeff * * young 5e7 poisson 0.3 restitution 0.5 friction 0.3
    neighbor_style multilevel
    neighbor 0.001 bin
    timestep 5e-6
    fix nve all nve/sphere
)";

// 40 cubes of 27 elements, turned at random. LAMMPS turns them otherwise on another number of
// ranks, so that one rank makes them for all.
void write_cubes(const std::string &file)
{
  LammpsSession lammps(1);
  lammps.run(R"(
    units si
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    region box block 0 0.16 0 0.16 0 0.16
    create_box 1 box bond/types 1
    cluster_template cube cube 0.02 radius 0.0033 lattice sc density 2500
    lattice sc 0.04 origin 0.5 0.5 0.5
    create_atoms 0 region box mol cube 4711 subset 40 1234
    bond_coeff 1 young 1e8 tensile none shear none
    pair_style zero 0.01
    pair_coeff * *
    write_data )" +
             file + " nocoeff");
  MPI_Barrier(MPI_COMM_WORLD);
}

// They fly towards the middle of a periodic box.
std::string flying_cubes(const std::string &file)
{
  return R"(
    units si
    newton on off
    atom_style bonded/cluster
    atom_modify sort 40 0.0
    bond_style parallel
    comm_modify vel yes
    read_data )" +
      file + R"(
    bond_coeff 1 young 1e8 tensile 2e5 shear 2e5 damping 0.05 weibull 3 7
  )" + CONTACT_LAW +
      R"(
    velocity all ramp vx 4 -6 x 0 0.16 units box
    velocity all ramp vy 5 -5 y 0 0.16 units box
    velocity all ramp vz 6 -4 z 0 0.16 units box
    fix b all breakage 10
    thermo_style custom step atoms ke f_b[1] f_b[2]
  )";
}

// A fix that may change radii allows no teams; this one does not change them.
const std::string NO_TEAMS =
    "variable same equal 0.0066\nfix same all adapt 1000000 atom diameter v_same\n";

// Counts of all ranks: teams, those of them that are evaluated as such, and bonds in these.
std::array<int, 3> teams_of(LammpsSession &lammps)
{
  std::array<int, 3> mine = {0, 0, 0}, all = {0, 0, 0};
  if (lammps.here()) {
    const auto *fix = dynamic_cast<LAMMPS_NS::FixBondState *>(
        lammps.lammps()->modify->get_fix_by_id(LAMMPS_NS::FixBondState::ID));
    const auto &blocks = fix->states.bonds.blocks;
    for (const grist::BondTeam &team : fix->teams.all()) {
      mine[0]++;
      mine[1] += team.is_like;
      for (int k = team.first; team.is_like && k < team.end(); k++)
        mine[2] += std::bitset<grist::BOND_LANES>(blocks[k].live).count();
    }
  }
  MPI_Allreduce(mine.data(), all.data(), 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

struct Outcome {
  std::vector<AtomSnapshot> atoms;
  double broken;
};

Outcome outcome_of(LammpsSession &lammps)
{
  return {lammps.atoms(), lammps.evaluate("f_b[2]")};
}

// Rounding grows in collisions.
constexpr double SAME = 1e-9;

void expect_same_outcome(const Outcome &one, const Outcome &two, const std::string &what)
{
  expect_same(one.atoms, two.atoms, SAME, what);
  if (is_first_rank()) { EXPECT_EQ(one.broken, two.broken) << what; }
}

class BondTeams : public testing::Test {
 protected:
  TestFolder folder;
  void SetUp() override { write_cubes(folder / "data"); }
};

TEST_F(BondTeams, MoveAndBreakAsBlocksDo)
{
  for (const int n : rank_counts()) {
    const std::string what = std::to_string(n) + " ranks";
    LammpsSession blocks(n);
    blocks.run(flying_cubes(folder / "data") + NO_TEAMS + "run 10");
    EXPECT_EQ(teams_of(blocks)[0], 0);
    blocks.run("run 300");
    const Outcome reference = outcome_of(blocks);
    if (is_first_rank()) {
      EXPECT_GT(reference.broken, 50);
      EXPECT_LT(reference.broken, 1500);
    }

    LammpsSession teams(n);
    teams.run(flying_cubes(folder / "data") + "run 10");
    const auto [formed, alike, inside] = teams_of(teams);
    EXPECT_GE(formed, n < 4 ? 2 : 0) << what;
    EXPECT_EQ(alike, formed) << what;
    EXPECT_GE(inside, n < 4 ? 1000 : 0) << what;
    teams.run("run 300");
    expect_same_outcome(reference, outcome_of(teams), what);
  }
}

// Before bonds break, so that teams stay: atoms are sorted ten times and cross borders.
TEST_F(BondTeams, AreTheSameOnAnyNumberOfRanks)
{
  Outcome reference;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(flying_cubes(folder / "data") +
               "bond_coeff 1 young 1e8 tensile none shear none damping 0.05\nrun 300");
    const Outcome now = outcome_of(lammps);
    EXPECT_GE(teams_of(lammps)[0], n < 4 ? 1 : 0);
    if (n == 1)
      reference = now;
    else
      expect_same_outcome(reference, now, std::to_string(n) + " ranks");
  }
}

// Half way through the box, while cubes shear and vibrate. A bond that crosses a border has a ghost
// for an end, and leaves its team; the others stay, and once many have come back, teams are formed
// anew.
TEST_F(BondTeams, LoseOnlyTheBondsThatCrossABorder)
{
  for (const int n : rank_counts()) {
    const std::string what = std::to_string(n) + " ranks";
    LammpsSession blocks(n), teams(n);
    const std::string moving = flying_cubes(folder / "data") + R"(
      atom_modify sort 0 0.0
      bond_coeff 1 young 1e8 tensile none shear none damping 0.05
      velocity all ramp vx 3 5 z 0 0.16 units box
      velocity all ramp vy 0.5 1.5 x 0 0.16 units box
      velocity all set NULL NULL 0
    )";
    blocks.run(moving + NO_TEAMS + "run 0");
    teams.run(moving + "run 0");
    const int stretches = 40, least = n == 1 ? 1850 : n == 2 ? 1600 : 0;    // of 2160 bonds
    for (int k = 0; k < stretches; k++) {
      teams.run("run 100 pre no post no");
      const auto [formed, alike, inside] = teams_of(teams);
      EXPECT_EQ(alike, formed) << what << ", stretch " << k;
      EXPECT_GE(inside, least) << what << ", stretch " << k;
    }
    blocks.run("run " + std::to_string(100 * stretches));
    expect_same_outcome(outcome_of(blocks), outcome_of(teams), what);
  }
}

// While a cluster rests, its lane has the spheres of another one; once it is released it must have
// its own again.
TEST_F(BondTeams, ALaneThatRestedHasItsSpheresAgain)
{
  LammpsSession lammps(1);
  lammps.run(flying_cubes(folder / "data") + "run 10");
  if (!lammps.here()) return;
  auto &fix = dynamic_cast<LAMMPS_NS::FixBondState &>(
      *lammps.lammps()->modify->get_fix_by_id(LAMMPS_NS::FixBondState::ID));
  LAMMPS_NS::BondStates &states = fix.states;
  ASSERT_FALSE(fix.teams.all().empty());
  const grist::BondTeam &team = fix.teams.all()[0];
  constexpr int LANE = 3;
  const auto number = [](int k) { return k * grist::BOND_LANES + LANE; };
  const auto own_spheres = [&] {
    int count = 0;
    for (size_t n = 0; n < team.bonds.size(); n++)
      count +=
          team.spheres_of(team.bonds[n].a)[LANE] == states.bonds.blocks[team.first + n].a[LANE];
    return count;
  };
  const int all = static_cast<int>(team.bonds.size());
  ASSERT_EQ(own_spheres(), all);
  std::vector<grist::BondState> kept;
  for (int k = team.first; k < team.end(); k++) {
    kept.push_back(states.bonds.state(number(k)));
    states.rest(number(k));
  }
  states.find_live_blocks();
  states.mark_all_new();
  states.take_new_bonds();    // so that the team is looked at
  fix.teams.update_lanes(states.bonds);
  EXPECT_EQ(own_spheres(), 0);
  for (int k = team.first; k < team.end(); k++) states.activate(number(k), kept[k - team.first]);
  fix.teams.update_lanes(states.bonds);
  EXPECT_TRUE(team.is_like);
  EXPECT_EQ(own_spheres(), all);
}

// Cubes are held until they hit each other. None is in a team before the first is released; then
// those that are free are, and go to rest in them.
TEST_F(BondTeams, OfReleasedClusters)
{
  const auto holding = [this](const std::string &strength, const std::string &more) {
    std::string lines = flying_cubes(folder / "data") + "bond_coeff 1 young 1e8 tensile " +
        strength + " shear " + strength + " damping 0.05\n" + more;
    const std::string plain = "fix nve all nve/sphere";
    return lines.replace(lines.find(plain), plain.size(), "fix nve all rigid/cluster hold yes");
  };
  for (const std::string strength : {"2e5", "6e5"})
    for (const int n : rank_counts()) {
      const std::string what = strength + " Pa, " + std::to_string(n) + " ranks";
      LammpsSession blocks(n), teams(n);
      blocks.run(holding(strength, NO_TEAMS) + "run 10");
      teams.run(holding(strength, "") + "run 10");
      EXPECT_EQ(teams_of(teams)[0], 0) << what;
      int most = 0;
      for (int k = 0; k < 42; k++) {
        teams.run("run 40 pre no post no");
        const auto [formed, alike, inside] = teams_of(teams);
        EXPECT_EQ(alike, formed) << what;
        most = std::max(most, inside);
      }
      if (n == 1) { EXPECT_GT(most, 300) << what; }
      blocks.run("run 1680 pre no post no");    // rebuilds at the same steps
      EXPECT_EQ(teams_of(blocks)[0], 0) << what;
      EXPECT_GT(blocks.evaluate("f_nve[5]"), is_first_rank() ? 5 : -1) << what;
      EXPECT_EQ(blocks.evaluate("f_nve[5]"), teams.evaluate("f_nve[5]")) << what;
      expect_same_outcome(outcome_of(blocks), outcome_of(teams), what);
    }
}

TEST_F(BondTeams, GoOnAfterARestart)
{
  const int n = world_size();
  LammpsSession first(n);
  first.run(flying_cubes(folder / "data") + "run 150\nwrite_restart " + (folder / "restart") +
            "\nrun 150");
  const Outcome reference = outcome_of(first);
  LammpsSession second(n);
  second.run("newton on off\nread_restart " + (folder / "restart") + CONTACT_LAW +
             "fix b all breakage 10\nrun 150");
  expect_same_outcome(reference, outcome_of(second), "after the restart");
}

}    // namespace test_bond_teams
