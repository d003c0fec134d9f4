// Teams of like clusters against the bond law taken one by one.
//
// Oracle: update_bond(), whose own oracles are closed forms and conservation laws; for which
// clusters are like each other, the way they were made.

#include "bonds/bond_assembly.h"
#include "bonds/like_clusters.h"
#include "lanes/each_instruction_set.h"
#include "lanes/vector_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>
#include <vector>

namespace test_like_clusters {

using namespace grist;
using namespace grist::testing;

std::vector<ListedBond> listed(const Assembly &of)
{
  std::vector<ListedBond> bonds;
  for (size_t n = 0; n < of.bonds.size(); n++) {
    const auto [a, b] = of.bonds[n];
    bonds.push_back({std::min(a, b), std::max(a, b), static_cast<short>(of.types[n]), a > b, true});
  }
  return bonds;
}

// An assembly of clusters in teams, and in blocks what is in none.
class Teams {
 public:
  BondBlocks bonds;
  TeamOrder order;
  OldNormals old_normals = OldNormals::STORED;
  int failures = 0, bad_lengths = 0;
  bool shows = false;                   // whether evaluate() sums up what is shown
  std::vector<Vector3d> shown_force;    // on each sphere

  explicit Teams(const Assembly &from) : order(order_in_teams(listed(from), from.radius.data()))
  {
    bonds.resize(order.count);
    for (int n = 0; n < order.count; n++) bonds.clear(n);
    for (size_t n = 0; n < from.bonds.size(); n++) {
      const int number = order.number[n], lane = bonds.lane_of(number);
      BondBlock &block = bonds.block_of(number);
      const auto [a, b] = from.bonds[n];
      block.a[lane] = a;
      block.b[lane] = b;
      block.type[lane] = static_cast<short>(from.types[n]);
      block.live |= BondMask{1} << lane;
      bonds.set_state(number, from.states[n]);
      set_strength(bonds, from, n, number);
      block.set_damping(lane,
                        bond_damping(from.materials[from.types[n]], from.radius[a], from.radius[b],
                                     from.mass[a], from.mass[b], from.states[n].length_initial));
    }
    for (BondTeam &team : order.teams) team.update(bonds, from.radius.data());
  }

  void evaluate(Assembly &in, double limit = 0.1, int owned = -1)
  {
    BondKernel kernel(in.materials, spheres_of(in, owned < 0 ? in.count() : owned), limit, DT,
                      old_normals);
    const auto attend = [this](int k, const BondEvents &events, const BondBlockForces &) {
      for (int lane = 0; lane < BOND_LANES; lane++) {
        bad_lengths += events.bad_length >> lane & 1;
        if (!(events.failed >> lane & 1)) continue;
        bonds.deactivate(k * BOND_LANES + lane);
        failures++;
      }
    };
    shown_force.assign(in.count(), Vector3d::zero());
    BondKernel::Show show;
    if (shows) show = [this](int k, const BondBlockForces &on) { add_shown(k, on); };
    size_t first = 0;
    for (size_t t = 0; t < order.teams.size(); t++) {
      ASSERT_TRUE(order.teams[t].is_like);
      kernel.evaluate_team(order.teams[t],
                           t + 1 < order.teams.size() ? &order.teams[t + 1] : nullptr, bonds,
                           attend, show);
      first = order.teams[t].end();
    }
    BondBlockForces on;
    for (size_t k = first; k < bonds.blocks.size(); k++) {
      const BondEvents events =
          kernel.evaluate(bonds.blocks[k], bonds.normals[k], on, at_or_null(bonds.strengths, k),
                          at_or_null(bonds.memories, k));
      if (events) attend(static_cast<int>(k), events, on);
      kernel.add(bonds.blocks[k], on);
      if (shows) add_shown(static_cast<int>(k), on);
    }
    lost.damage += kernel.lost().damage;
    lost.flow += kernel.lost().flow;
  }
  BondLosses lost = {};

  void add_shown(int k, const BondBlockForces &on)
  {
    const BondBlock &block = bonds.blocks[k];
    for (int lane = 0; lane < BOND_LANES; lane++) {
      if (!(block.live >> lane & 1)) continue;
      shown_force[block.a[lane]] += lane_vector(on.force_a, lane);
      shown_force[block.b[lane]] -= lane_vector(on.force_a, lane);
    }
  }

  bool is_live(size_t n) const
  {
    return bonds.block_of(order.number[n]).live >> bonds.lane_of(order.number[n]) & 1;
  }
};

void expect_same_course(Assembly reference, int steps, OldNormals old_normals = OldNormals::STORED,
                        bool ends_damping = false)
{
  Assembly moved = reference;
  Teams teams(moved);
  teams.old_normals = old_normals;
  for (Assembly *of : {&reference, &moved})    // what is stored for each bond stays
    for (BondMaterial &law : of->materials) law.damping *= ends_damping ? 0.0 : 1.0;
  for (int step = 0; step < steps; step++) {
    reference.move();
    reference.evaluate();
    moved.move();
    teams.evaluate(moved);
    expect_same(reference.force, moved.force, ROUNDING);
    expect_same(reference.torque, moved.torque, ROUNDING);
  }
  for (size_t n = 0; n < reference.bonds.size(); n++) {
    ASSERT_EQ(teams.is_live(n), reference.types[n] != 0) << "bond " << n;
    if (!teams.is_live(n)) continue;
    const BondState state = teams.bonds.state(teams.order.number[n]);
    EXPECT_NEAR(norm(state.shear_force - reference.states[n].shear_force), 0.0,
                ROUNDING * greatest(reference.force));
  }
}

constexpr int LINK = 9;    // spheres of a cluster, with 14 bonds

class TeamsOfClusters : public EachInstructionSet {};

TEST_P(TeamsOfClusters, FollowTheLawOneByOne)
{
  for (const int clusters : {12, 16, 35})
    for (const double damping : {0.0, 0.1})
      for (const auto normals : {OldNormals::STORED, OldNormals::FROM_MOTION})
        expect_same_course({LINK * clusters, 3, damping, NEVER, LINK}, 20, normals);
}

TEST_P(TeamsOfClusters, BreakTheSameBonds)
{
  for (const bool scattered : {false, true}) {
    Assembly assembly(LINK * 33, 2, 0.1, 2e5, LINK);
    if (scattered) assembly.scatter();
    Assembly run = assembly;
    for (int step = 0; step < 30; step++) {
      run.move();
      run.evaluate();
    }
    const auto broken = std::count(run.types.begin(), run.types.end(), 0);
    ASSERT_GT(broken, 20);
    ASSERT_LT(broken, static_cast<long>(run.bonds.size()) - 20);
    expect_same_course(assembly, 30);
  }
}

// With forces of dashpots kept apart or not.
TEST_P(TeamsOfClusters, DamageTheSameBonds)
{
  for (const bool apart : {false, true}) {
    Assembly reference(LINK * 33, 2, 0.1, 2e5, LINK);
    make_damageable(reference);
    reference.scatter();
    Assembly moved = reference;
    Teams teams(moved);
    BondDashpots dashpots;
    if (apart) moved.dashpots = &dashpots;
    for (int step = 0; step < 90; step++) {
      swing(reference, step, [&] { reference.evaluate(); });
      swing(moved, step, [&] { teams.evaluate(moved); });
      expect_same(reference.force, moved.force, ROUNDING);
      expect_same(reference.torque, moved.torque, ROUNDING);
    }
    expect_all_kinds_of_damage(reference);
    EXPECT_NEAR(teams.lost.damage, reference.lost.damage, 1e-10 * reference.lost.damage);
    EXPECT_NEAR(teams.lost.flow, reference.lost.flow, 1e-10 * reference.lost.flow);
    for (size_t n = 0; n < reference.bonds.size(); n++) {
      ASSERT_EQ(teams.is_live(n), reference.types[n] != 0) << "bond " << n;
      if (!teams.is_live(n)) continue;
      EXPECT_NEAR(strength_left(teams.bonds.state(teams.order.number[n]).memory),
                  strength_left(reference.states[n].memory), 1e-10);
    }
  }
}

// An output of energy or pressure looks at each bond. It changes no bit of a force, also while
// bonds break; and what it sees adds up to the forces.
TEST_P(TeamsOfClusters, ShowingForcesChangesNone)
{
  Assembly unseen(LINK * 33, 2, 0.1, 2e5, LINK), seen = unseen;
  Teams teams(unseen), shown(seen);
  shown.shows = true;
  for (int step = 0; step < 30; step++) {
    unseen.move();
    teams.evaluate(unseen);
    seen.move();
    shown.evaluate(seen);
    for (int i = 0; i < unseen.count(); i++) {
      ASSERT_EQ(unseen.force[i], seen.force[i]) << "sphere " << i;
      ASSERT_EQ(unseen.torque[i], seen.torque[i]) << "sphere " << i;
    }
    expect_same(seen.force, shown.shown_force, ROUNDING);
  }
  EXPECT_GT(shown.failures, 20);
  EXPECT_EQ(shown.failures, teams.failures);
}

TEST_P(TeamsOfClusters, LargeTurnInOneStepFollowsTheLaw)
{
  Assembly assembly(LINK * 16, 1, 0.1, NEVER, LINK);
  assembly.x[LINK * 3 + 4] += Vector3d{0.0, 2e-3, 1e-3};    // tilts its bonds by tens of degrees
  expect_same_course(assembly, 5);
}

TEST_P(TeamsOfClusters, RefuseImpossibleLengths)
{
  Assembly assembly(LINK * 16, 1, 0.0, NEVER, LINK);
  assembly.move();
  Teams teams(assembly);
  teams.evaluate(assembly, 0.05);
  EXPECT_EQ(teams.bad_lengths, 0);
  assembly.x[LINK + 1] = assembly.x[LINK + 2];
  teams.evaluate(assembly, 0.05);
  EXPECT_EQ(teams.bad_lengths, 1);
}

TEST_P(TeamsOfClusters, GhostsTakeNoForce)
{
  Assembly all(LINK * 16, 1, 0.1, NEVER, LINK), part = all;
  Teams teams(all), teams_part(part);
  constexpr int OWNED = LINK * 9 + 4;
  all.move();
  teams.evaluate(all);
  part.move();
  teams_part.evaluate(part, 0.1, OWNED);
  for (int i = 0; i < all.count(); i++) {
    EXPECT_EQ(part.force[i], i < OWNED ? all.force[i] : Vector3d::zero());
    EXPECT_EQ(part.torque[i], i < OWNED ? all.torque[i] : Vector3d::zero());
  }
}

// A cluster that has lost bonds, or has left, keeps its lane for the others' sake.
TEST_P(TeamsOfClusters, LanesMayLackBonds)
{
  Assembly assembly(LINK * 16, 2, 0.1, NEVER, LINK);
  Teams teams(assembly);
  for (size_t n = 0; n < assembly.bonds.size(); n++) {
    const int cluster = assembly.bonds[n].first / LINK;
    if (cluster != 5 && n % 7 != 0) continue;
    assembly.types[n] = 0;
    teams.bonds.deactivate(teams.order.number[n]);
    if (cluster == 5) teams.bonds.clear(teams.order.number[n]);
  }
  for (BondTeam &team : teams.order.teams) team.update(teams.bonds, assembly.radius.data());
  Assembly moved = assembly;
  for (int step = 0; step < 5; step++) {
    assembly.move();
    assembly.evaluate();
    moved.move();
    teams.evaluate(moved);
    expect_same(assembly.force, moved.force, ROUNDING);
    expect_same(assembly.torque, moved.torque, ROUNDING);
    for (int i = 5 * LINK; i < 6 * LINK; i++) {
      EXPECT_EQ(moved.force[i], Vector3d::zero());
      EXPECT_EQ(moved.torque[i], Vector3d::zero());
    }
  }
}

// Coefficients that differ from lane to lane are read lane by lane.
TEST_P(TeamsOfClusters, DampingMayDiffer)
{
  Assembly assembly(LINK * 16, 2, 0.1, NEVER, LINK);
  EXPECT_TRUE(Teams(assembly).order.teams[0].shares_damping);
  for (int i = 3 * LINK; i < 4 * LINK; i++) assembly.mass[i] *= 1.5;
  EXPECT_FALSE(Teams(assembly).order.teams[0].shares_damping);
  for (const bool ends : {false, true}) expect_same_course(assembly, 10, OldNormals::STORED, ends);
}

// What the dashpots of a bond exert on its ends: by the law with damping less by that without, at
// one instant.
struct Dashpots {
  int a, b;
  Vector3d force_a = Vector3d::zero(), torque_a = force_a, torque_b = force_a;
};
Dashpots dashpots_of(const Assembly &in, size_t n)
{
  const auto [a, b] = in.bonds[n];
  Dashpots out = {a, b};
  for (const double sign : {1.0, -1.0}) {
    BondMaterial law = in.materials[in.types[n]];
    if (sign < 0.0) law.damping = 0.0;
    BondState state = in.states[n];
    const BondForces on =
        update_bond(law,
                    {in.x[b] - in.x[a], in.v[b] - in.v[a], in.omega[a], in.omega[b], in.radius[a],
                     in.radius[b], in.mass[a], in.mass[b], 0.0},
                    state);
    out.force_a += sign * on.force_a;
    out.torque_a += sign * on.torque_a;
    out.torque_b += sign * on.torque_b;
  }
  return out;
}

// Of teams, blocks, bonds one by one, and lanes without bonds; of all spheres, and where the last ones,
// which no team has, belong to another rank, which has half of each bond between.
void expect_power(const std::vector<Dashpots> &all, const Assembly &of, int owned, double found)
{
  double power = 0.0, scale = 0.0;
  for (const Dashpots &on : all) {
    const double terms[] = {dot(on.force_a, of.v[on.a] - of.v[on.b]),
                            dot(on.torque_a, of.omega[on.a]), dot(on.torque_b, of.omega[on.b])};
    for (const double term : terms) {
      power += 0.5 * ((on.a < owned) + (on.b < owned)) * term;
      scale += std::fabs(term);
    }
  }
  EXPECT_GT(scale, 0.0);
  EXPECT_NEAR(found, -power, 1e-7 * scale) << owned;
}

TEST_P(TeamsOfClusters, PowerOfDashpotsIsTheSumOverBonds)
{
  for (const auto &[tilts, mass, owned] : {std::tuple(false, 1.0, 35 * LINK),
                                           {true, 1.0, 35 * LINK},
                                           {false, 1.5, 35 * LINK},
                                           {true, 1.5, 35 * LINK},
                                           {false, 1.0, 33 * LINK + 4},
                                           {true, 1.5, 33 * LINK + 4}}) {
    Assembly moved(LINK * 35, 3, 0.1, NEVER, LINK);
    for (int i = 3 * LINK; i < 4 * LINK; i++) moved.mass[i] *= mass;
    Teams teams(moved);
    ASSERT_FALSE(teams.order.teams.empty());
    ASSERT_EQ(teams.order.teams[0].shares_damping, mass == 1.0);
    for (const int broken : {3, 60}) teams.bonds.deactivate(teams.order.number[broken]);
    if (tilts) moved.x[LINK * 3 + 4] += Vector3d{0.0, 2e-3, 1e-3};
    // The second team has lost its first element.
    for (size_t n = 0; n < moved.bonds.size(); n++)
      for (const int i : {moved.bonds[n].first, moved.bonds[n].second})
        if (i % LINK == 0 && i / LINK >= 16 && i / LINK < 32 && teams.is_live(n))
          teams.bonds.deactivate(teams.order.number[n]);
    for (BondTeam &team : teams.order.teams) team.update(teams.bonds, moved.radius.data());
    BondDashpots dashpots;
    moved.dashpots = &dashpots;
    moved.move();
    teams.evaluate(moved, 0.1, owned);
    std::vector<Dashpots> all;
    for (size_t n = 0; n < moved.bonds.size(); n++)
      if (teams.is_live(n)) all.push_back(dashpots_of(moved, n));
    expect_power(all, moved, owned, dashpots.by_half_steps());
  }
}

// Not by a bit: accounting must not change a run. In teams that share their damping and in others,
// and in blocks.
TEST_P(TeamsOfClusters, ForcesAreTheSameWithThoseOfDashpotsApart)
{
  for (const int link : {LINK, 0})
    for (const double mass : {1.0, 1.5}) {
      Assembly with(LINK * 35, 3, 0.1, NEVER, link);
      for (int i = 3 * LINK; i < 4 * LINK; i++) with.mass[i] *= mass;
      Assembly without = with;
      Teams teams_with(with), teams_without(without);
      teams_with.old_normals = teams_without.old_normals = OldNormals::FROM_MOTION;
      BondDashpots dashpots;
      with.dashpots = &dashpots;
      for (int step = 0; step < 10; step++) {
        with.move();
        without.move();
        teams_with.evaluate(with);
        teams_without.evaluate(without);
        EXPECT_EQ(with.force, without.force);
        EXPECT_EQ(with.torque, without.torque);
      }
    }
}

GRIST_FOR_EACH_INSTRUCTION_SET(TeamsOfClusters);

/* ---------------------------------------------------------------------- */

// Teams have 16 clusters, or 8, or a few less; those that are left over would cost more in a team
// than outside.
TEST(LikeClusters, TeamsFillVectors)
{
  for (const auto &[clusters, teams, in_teams] : {std::tuple(5, 0, 0),
                                                  {6, 1, 6},
                                                  {8, 1, 8},
                                                  {11, 1, 8},
                                                  {13, 1, 8},
                                                  {14, 1, 14},
                                                  {16, 1, 16},
                                                  {21, 1, 16},
                                                  {22, 2, 22},
                                                  {24, 2, 24},
                                                  {28, 2, 24},
                                                  {31, 2, 31},
                                                  {32, 2, 32},
                                                  {43, 3, 40}}) {
    const Assembly assembly(LINK * clusters, 2, 0.1, NEVER, LINK);
    const TeamOrder order = order_in_teams(listed(assembly), assembly.radius.data());
    EXPECT_EQ(order.teams.size(), teams) << clusters;
    const int end = order.teams.empty() ? 0 : order.teams.back().end() * BOND_LANES;
    const auto inside = std::count_if(order.number.begin(), order.number.end(),
                                      [end](int number) { return number < end; });
    EXPECT_EQ(inside * clusters, static_cast<long>(assembly.bonds.size()) * in_teams) << clusters;
  }
}

// Each bond has one number, those of a team lane by lane, and its blocks are whole.
TEST(LikeClusters, BondsOfACubeShareALane)
{
  const Assembly assembly(LINK * 30, 2, 0.1, NEVER, LINK);
  const TeamOrder order = order_in_teams(listed(assembly), assembly.radius.data());
  ASSERT_EQ(order.teams.size(), 2u);
  const std::set<int> numbers(order.number.begin(), order.number.end());
  EXPECT_EQ(numbers.size(), assembly.bonds.size());
  EXPECT_LT(*numbers.rbegin(), order.count);
  for (size_t n = 0; n < assembly.bonds.size(); n++) {
    const int cluster = assembly.bonds[n].first / LINK;
    EXPECT_EQ(order.number[n] % BOND_LANES, cluster % BOND_LANES);
    EXPECT_EQ(order.number[n] / BOND_LANES >= order.teams[1].first, cluster >= BOND_LANES);
  }
  EXPECT_EQ(order.teams[1].first, order.teams[0].end());
  EXPECT_EQ(order.count, order.teams[1].end() * BOND_LANES);
}

// One of sixteen clusters is another one: fifteen are left, which is enough for a team; the other
// comes after it.
void expect_fifteen(const std::vector<ListedBond> &bonds, const std::vector<double> &radius,
                    size_t of_the_other)
{
  const TeamOrder order = order_in_teams(bonds, radius.data());
  ASSERT_EQ(order.teams.size(), 1u);
  EXPECT_GE(order.number[of_the_other], order.teams[0].end() * BOND_LANES);
  EXPECT_LT(order.number[0], order.teams[0].end() * BOND_LANES);
}

TEST(LikeClusters, AnotherRadiusTypeDirectionOrBondIsAnotherKind)
{
  const Assembly assembly(LINK * 16, 2, 0.1, NEVER, LINK);
  const std::vector<ListedBond> bonds = listed(assembly);
  const size_t of_third = 2 * bonds.size() / 16 + 3;
  ASSERT_EQ(bonds[of_third].low / LINK, 2);
  ASSERT_EQ(order_in_teams(bonds, assembly.radius.data()).count, static_cast<int>(bonds.size()));

  std::vector<double> radius = assembly.radius;
  radius[2 * LINK + 4] *= 1.0 + 1e-15;
  expect_fifteen(bonds, radius, of_third);

  std::vector<ListedBond> changed = bonds;
  changed[of_third].type = static_cast<short>(3 - changed[of_third].type);
  expect_fifteen(changed, assembly.radius, of_third);

  changed = bonds;
  changed[of_third].is_reversed = !changed[of_third].is_reversed;
  expect_fifteen(changed, assembly.radius, of_third);
}

// Its lane lacks the bonds that it has lost, or that cross a border: up to two fifths. More would
// be too much work for nothing.
TEST(LikeClusters, AClusterThatHasLostBondsStaysWithTheOthers)
{
  const Assembly assembly(LINK * 16, 2, 0.1, NEVER, LINK);
  const std::vector<ListedBond> whole = listed(assembly);
  const int bonds = static_cast<int>(whole.size()) / 16, most = bonds * 2 / 5;
  for (int lost = 1; lost <= most + 1; lost++) {
    std::vector<ListedBond> left = whole;
    for (int k = 0; k < lost; k++) left.erase(left.begin() + 2 * bonds + k);    // every other one
    const TeamOrder order = order_in_teams(left, assembly.radius.data());
    ASSERT_EQ(order.teams.size(), 1u);
    const BondTeam &team = order.teams[0];
    const int end = team.end() * BOND_LANES;
    std::set<int> lanes;
    for (size_t n = 0; n < left.size(); n++) {
      const bool is_of_third = left[n].low / LINK == 2;
      EXPECT_EQ(order.number[n] < end, !is_of_third || lost <= most) << lost << " bonds lost";
      if (order.number[n] >= end) continue;
      const int lane = order.number[n] % BOND_LANES, first = left[n].low / LINK * LINK;
      const TeamBond &bond = team.bonds[order.number[n] / BOND_LANES];
      EXPECT_EQ(std::min(bond.a, bond.b), left[n].low - first);
      EXPECT_EQ(std::max(bond.a, bond.b), left[n].high - first);
      EXPECT_EQ(bond.type, left[n].type);
      if (is_of_third) lanes.insert(lane);
    }
    EXPECT_EQ(lanes.size(), lost <= most ? 1u : 0u);
  }
}

// A bond that crosses a border is outside of the team, and joins the parts of its cluster still.
TEST(LikeClusters, BondsAcrossABorderAreOutside)
{
  const Assembly assembly(LINK * 16, 2, 0.1, NEVER, LINK);
  std::vector<ListedBond> bonds = listed(assembly);
  std::vector<size_t> across;    // all that join the first and the second half of the third cluster
  for (size_t n = 0; n < bonds.size(); n++)
    if (bonds[n].low / LINK == 2 && bonds[n].low % LINK <= 3 && bonds[n].high % LINK > 3) {
      bonds[n].is_inside = false;
      across.push_back(n);
    }
  ASSERT_EQ(across.size(), 4u);
  const TeamOrder order = order_in_teams(bonds, assembly.radius.data());
  ASSERT_EQ(order.teams.size(), 1u);
  const int end = order.teams[0].end() * BOND_LANES;
  for (size_t n = 0; n < bonds.size(); n++)
    EXPECT_EQ(order.number[n] < end, std::count(across.begin(), across.end(), n) == 0) << n;
}

// All others lack a bond then.
TEST(LikeClusters, TheOneWithMostBondsIsTheMeasure)
{
  const Assembly assembly(LINK * 16, 2, 0.1, NEVER, LINK);
  std::vector<ListedBond> bonds = listed(assembly);
  bonds.insert(bonds.begin() + 1, {0, 5, bonds[0].type, false, true});
  ASSERT_FALSE(std::any_of(bonds.begin() + 2, bonds.end(),
                           [](const ListedBond &bond) { return bond.low == 0 && bond.high == 5; }));
  const TeamOrder order = order_in_teams(bonds, assembly.radius.data());
  ASSERT_EQ(order.teams.size(), 1u);
  EXPECT_EQ(order.count, static_cast<int>(bonds.size() + 15));
}

// In whichever order the slots of an atom hold them.
TEST(LikeClusters, TheOrderOfBondsOfASphereDoesNotMatter)
{
  const Assembly assembly(LINK * 16, 2, 0.1, NEVER, LINK);
  std::vector<ListedBond> bonds = listed(assembly);
  ASSERT_EQ(bonds[0].low, bonds[1].low);
  std::swap(bonds[0], bonds[1]);
  EXPECT_EQ(order_in_teams(bonds, assembly.radius.data()).count, static_cast<int>(bonds.size()));
}

// What a team must notice: ends that are not those of its lane, and radii that have changed.
TEST(LikeClusters, ATeamNoticesWhatIsNotLikeAnyMore)
{
  Assembly assembly(LINK * 16, 2, 0.1, NEVER, LINK);
  Teams teams(assembly);
  BondTeam &team = teams.order.teams[0];
  EXPECT_TRUE(team.is_like);
  for (BondBlock &block : teams.bonds.blocks)
    for (int *end : {&block.a[4], &block.b[4]}) {
      *end += 1;
      team.update(teams.bonds, assembly.radius.data());
      EXPECT_FALSE(team.is_like);
      *end -= 1;
    }
  team.update(teams.bonds, assembly.radius.data());
  EXPECT_TRUE(team.is_like);
  assembly.radius[7] *= 1.1;
  team.update(teams.bonds, assembly.radius.data());
  EXPECT_FALSE(team.is_like);
}

}    // namespace test_like_clusters
