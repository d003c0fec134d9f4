// The pairs that are remembered inside local units.
//
// Oracle: brute force over all spheres. What the search over units leaves out and what unit_pairs
// hands out must be all its pairs together, whatever happens to the units between two calls.

#include "common/space.h"
#include "search/brute_force.h"
#include "search/local_units.h"
#include "search/sphere_scenes.h"
#include "search/unit_pairs.h"
#include "search/unit_trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace grist {
namespace test_unit_pairs {

using Pair = std::pair<int, int>;

LocalUnits::Periods box_of(double period)
{
  LocalUnits::Periods periods;
  for (int d = 0; d < 3; d++) periods.inverse[d][d] = 1.0 / period;
  return periods;
}

// Spheres with an identity, that are owned or ghosts, and bonded or not.
struct World {
  Scene scene;
  std::vector<std::int64_t> clusters, ids;
  int owned = 0;
  std::set<std::pair<std::int64_t, std::int64_t>>
      bonds;    // ids, lower first: kind 1 if even in sum, else dropped
  LocalUnits::Periods periods;

  void add(const Scene &more, std::int64_t cluster)
  {
    for (int k = 0; k < more.count(); k++) {
      clusters.push_back(cluster);
      ids.push_back(1000 + static_cast<std::int64_t>(ids.size()));
    }
    scene.add(more);
    owned = scene.count();
  }

  // Bonds between elements of a cluster that are nearer than their radii times `reach`.
  void bond(double reach)
  {
    for (int a = 0; a < scene.count(); a++)
      for (int b = a + 1; b < scene.count(); b++) {
        double squared = 0.0;
        for (int d = 0; d < 3; d++)
          squared += std::pow(scene.centers[3 * a + d] - scene.centers[3 * b + d], 2);
        const double most = reach * (scene.radii[a] + scene.radii[b]);
        if (clusters[a] > 0 && clusters[a] == clusters[b] && squared < most * most)
          bonds.insert(std::minmax(ids[a], ids[b]));
      }
  }

  int kind(int a, int b) const
  {
    if (!bonds.count(std::minmax(ids[a], ids[b]))) return 0;
    return (ids[a] + ids[b]) % 2 == 0 ? 1 : UnitPairs::DROPPED;
  }

  std::vector<std::uint64_t> fingerprints() const
  {
    const auto mixed = [](std::uint64_t v) {
      return (v * 0x9E3779B97F4A7C15u ^ 0x5555u) * 0xD6E8FEB86659FD93u;
    };
    std::map<std::int64_t, std::uint64_t> sums;
    for (const auto &[a, b] : bonds) {
      sums[a] += mixed(b);
      sums[b] += mixed(a);
    }
    std::vector<std::uint64_t> prints;
    for (const std::int64_t id : ids) prints.push_back(mixed(id) + sums[id]);
    return prints;
  }

  void reorder(Random &random)
  {
    std::vector<int> order(scene.count());
    for (int k = 0; k < scene.count(); k++) order[k] = k;
    std::shuffle(order.begin(), order.end(), random);
    World other = *this;
    for (int k = 0; k < scene.count(); k++) {
      std::copy_n(&scene.centers[3 * order[k]], 3, &other.scene.centers[3 * k]);
      other.scene.radii[k] = scene.radii[order[k]];
      other.clusters[k] = clusters[order[k]];
      other.ids[k] = ids[order[k]];
    }
    *this = other;
  }
};

class UnitPairsTest : public ::testing::Test {
 protected:
  World world;
  LocalUnits units;
  UnitPairs inside;
  OrderedSpheres ordered;    // keeps its order as long as units are those of before

  // Both halves against brute force, which reads spheres where they are; the remembered pairs read
  // them there, too, or from a copy by unit. Clusters that are rigid have no pairs inside.
  bool by_copy = false;
  std::set<std::int64_t> rigid;
  void check()
  {
    units.make(world.scene.count(), world.clusters.data(), world.scene.centers.data(),
               world.periods);
    SphereView view = world.scene.view();
    view.units = units.numbers().data();
    BruteForce brute;
    std::vector<IndexPair> between, all;
    if (by_copy) ordered.make(view, units);
    ASSERT_TRUE(brute.find(by_copy ? ordered.view() : view, between).ok());
    if (by_copy) ordered.restore(between);
    view.within_units = true;
    brute.find(view, all);

    const auto prints = world.fingerprints();
    std::vector<int> is_rigid;
    for (const std::int64_t cluster : world.clusters) is_rigid.push_back(rigid.count(cluster) > 0);
    std::vector<UnitPair> found;
    inside.find({view, world.owned, &units, prints.data(),
                 [this](int a, int b) { return world.kind(a, b); },
                 rigid.empty() ? nullptr : is_rigid.data(), by_copy ? &ordered : nullptr},
                found);

    std::map<Pair, int> expected, got;
    for (const IndexPair &pair : all)
      if (pair.a < world.owned && world.kind(pair.a, pair.b) != UnitPairs::DROPPED &&
          !(is_rigid[pair.a] && world.clusters[pair.a] == world.clusters[pair.b]))
        expected[{pair.a, pair.b}] = world.kind(pair.a, pair.b);
    for (const IndexPair &pair : between)
      if (pair.a < world.owned && world.kind(pair.a, pair.b) != UnitPairs::DROPPED)
        got[{pair.a, pair.b}] = world.kind(pair.a, pair.b);
    for (const UnitPair &pair : found) {
      EXPECT_EQ(got.count({pair.a, pair.b}), 0u) << "twice";
      got[{pair.a, pair.b}] = pair.kind;
    }
    EXPECT_EQ(got, expected);
  }

  void fill(Random &random, int clusters, double skin)
  {
    for (int c = 0; c < clusters; c++) {
      const Position at = random_position(random, 10.0);
      world.add(c % 3 == 0 ? lattice_cube(random, 3, 0.2, at, 0)
                           : random_cluster(random, 12 + c, 0.2, {1.0, 0.4, 0.3}, at, 0),
                c + 1);
      world.add(random_spheres(random, 3, 10.0, 0.2, 2.0), 0);
    }
    world.scene.skin = skin;
    world.bond(1.05);
  }

  // Every cluster as a rigid body, turned and shifted.
  void move_rigidly(double angle, const Position &shift)
  {
    for (const LocalUnits::Unit &unit : units.units()) {
      Vector3d middle = Vector3d::zero();
      for (int k = 0; k < unit.count; k++)
        middle += center(units.elements()[unit.first + k]) / unit.count;
      const Matrix3d turn = rotation_matrix(angle, Vector3d{0.6, 0.0, 0.8});
      for (int k = 0; k < unit.count; k++) {
        const int i = units.elements()[unit.first + k];
        set_center(i,
                   middle + turn * (center(i) - middle) + Vector3d{shift[0], shift[1], shift[2]});
      }
    }
  }

  Vector3d center(int i) const { return vector_at(world.scene.centers.data(), i); }
  void set_center(int i, const Vector3d &to) { copy_to(&world.scene.centers[3 * i], to); }

  void shake(Random &random, double most)
  {
    for (double &value : world.scene.centers) value += uniform(random, -most, most);
  }
};

TEST_F(UnitPairsTest, RigidMotionNeedsNoSearch)
{
  Random random(1);
  fill(random, 12, 0.05);
  check();
  EXPECT_EQ(inside.searched(), 12);
  for (const double angle : {0.01, 0.1, 0.4, -1.0}) {
    move_rigidly(angle, {0.3, -0.2, 0.1});
    check();
    EXPECT_EQ(inside.searched(), 0) << angle;
  }
}

// Where coordinates are far larger than distances, along any axis.
TEST_F(UnitPairsTest, RigidMotionFarFromTheOriginNeedsNoSearch)
{
  for (int axis = 0; axis < 3; axis++) {
    Random random(10);
    world = World();
    fill(random, 6, 0.05);
    Position far = {0.0, 0.0, 0.0};
    far[axis] = 1e5;
    for (int i = 0; i < world.scene.count(); i++) world.scene.centers[3 * i + axis] += 1e5;
    inside.forget();
    check();
    EXPECT_EQ(inside.searched(), 6);
    move_rigidly(0.2, far);
    check();
    EXPECT_EQ(inside.searched(), 0) << axis;
  }
}

// Units without an owned element, or of rigid clusters, are not searched.
TEST_F(UnitPairsTest, RigidUnitsAndThoseOfGhostsAreLeftOut)
{
  Random random(11);
  for (int c = 0; c < 4; c++)
    world.add(lattice_cube(random, 3, 0.2, random_position(random, 10.0), 0), c + 1);
  world.scene.skin = 0.05;
  world.bond(1.05);
  rigid = {2};
  check();
  EXPECT_EQ(inside.searched(), 3);
  world.owned = 3 * 27;
  inside.forget();
  check();
  EXPECT_EQ(inside.searched(), 2);
  EXPECT_EQ(inside.elements(), 2 * 27);
  rigid.clear();
  inside.forget();
  check();
  EXPECT_EQ(inside.searched(), 3);
}

TEST_F(UnitPairsTest, StrainUpToTheMarginNeedsNoSearchAndMoreIsNoticed)
{
  Random random(2);
  fill(random, 12, 0.05);
  check();
  shake(random, 0.005);
  check();
  EXPECT_EQ(inside.searched(), 0);
  for (int n = 0; n < 20; n++) {
    shake(random, 0.02);
    check();
  }
  shake(random, 0.2);
  check();
  EXPECT_EQ(inside.searched(), 12);
}

TEST_F(UnitPairsTest, BrokenAndNewBonds)
{
  Random random(3);
  fill(random, 8, 0.05);
  check();
  for (int n = 0; n < 10; n++) {
    const auto bond =
        std::next(world.bonds.begin(), static_cast<long>(random() % world.bonds.size()));
    world.bonds.erase(bond);
    check();
    EXPECT_EQ(inside.searched(), 1);
  }
  world.bond(1.2);
  check();
}

TEST_F(UnitPairsTest, ElementsComeGoGrowAndChangePlaces)
{
  Random random(4);
  fill(random, 8, 0.05);
  check();
  world.scene.radii[3] *= 1.5;
  check();
  EXPECT_EQ(inside.searched(), 1);
  world.clusters[0] = 2;    // an element changes the cluster
  check();
  EXPECT_EQ(inside.searched(), 2);
  world.clusters[5] = 77;    // one leaves it
  check();
  EXPECT_EQ(inside.searched(), 1);
  for (int n = 0; n < 5; n++) {
    world.reorder(random);
    world.owned = static_cast<int>(random() % (world.scene.count() + 1));
    check();
  }
  world.scene.skin = 0.5;
  inside.forget();
  check();
}

TEST_F(UnitPairsTest, ClustersThatAreThereAgainInAnotherOrderKeepTheirPairs)
{
  Random random(5);
  for (int c = 0; c < 6; c++)
    world.add(lattice_cube(random, 3, 0.2, random_position(random, 10.0), 0), c + 1);
  world.scene.skin = 0.05;
  world.bond(1.05);
  check();
  World other = world;
  const int half = 3 * 27;
  for (int k = 0; k < world.scene.count(); k++) {
    const int from = (k + half) % world.scene.count();
    std::copy_n(&world.scene.centers[3 * from], 3, &other.scene.centers[3 * k]);
    other.scene.radii[k] = world.scene.radii[from];
    other.clusters[k] = world.clusters[from];
    other.ids[k] = world.ids[from];
  }
  world = other;
  check();
  EXPECT_EQ(inside.searched(), 0);
}

TEST_F(UnitPairsTest, CopyByUnitInAnyOrderOfSpheres)
{
  Random random(8);
  fill(random, 12, 0.05);
  by_copy = true;
  for (int n = 0; n < 6; n++) {
    world.reorder(random);
    world.owned = static_cast<int>(random() % (world.scene.count() + 1));
    check();
    move_rigidly(0.2, {0.1, 0.0, -0.1});
    check();
    EXPECT_EQ(inside.searched(), 0);
    shake(random, 0.03);
    check();
  }
}

// Oracle: what was done to the clusters.
TEST_F(UnitPairsTest, CountsElementsOfUnitsThatHaveDeformed)
{
  Random random(9);
  for (int c = 0; c < 4; c++)
    world.add(lattice_cube(random, 3, 0.2, random_position(random, 10.0), 0), c + 1);
  world.scene.skin = 0.05;
  world.bond(1.05);
  check();
  EXPECT_EQ(inside.elements(), 4 * 27);
  EXPECT_EQ(inside.deformed(), 0) << "new units have not deformed";
  move_rigidly(0.3, {0, 0, 0});
  check();
  EXPECT_EQ(inside.deformed(), 0);
  set_center(30, center(30) + Vector3d::unit_x());
  world.bonds.erase(world.bonds.begin());    // of the first cluster, which keeps its shape
  check();
  EXPECT_EQ(inside.searched(), 2);
  EXPECT_EQ(inside.deformed(), 27);
}

TEST_F(UnitPairsTest, LargeUnitsRodsAndCoincidentElements)
{
  Random random(6);
  world.add(lattice_cube(random, 7, 0.2, {0, 0, 0}, 0), 1);    // more than are compared one by one
  Scene rod;
  for (int k = 0; k < 40; k++) rod.add({4.0 + 0.4 * k, 0.0, 0.0}, 0.2);
  world.add(rod, 2);
  Scene point;
  for (int k = 0; k < 9; k++) point.add({0.0, 5.0, 0.0}, 0.2);
  world.add(point, 3);
  world.scene.skin = 0.0;
  world.bond(1.05);
  check();
  move_rigidly(0.3, {1, 1, 1});
  check();
  EXPECT_EQ(inside.searched(), 0);
}

TEST_F(UnitPairsTest, AnyUnitOfLength)
{
  for (const double length : {1e-200, 1e-40, 1e-6, 1e6, 1e40, 1e100}) {
    Random random(7);
    world = World();
    fill(random, 6, 0.05);
    world.scene = scaled(world.scene, length);
    inside.forget();
    check();
    shake(random, 0.02 * length);
    check();
    shake(random, 0.1 * length);
    check();
  }
}

// ---- spheres by unit ----------------------------------------------------------------------------

TEST(OrderedSpheres, PaysWhereElementsAreScattered)
{
  std::vector<double> centers(3 * 400, 0.0);
  LocalUnits units;
  const auto pays = [&](auto cluster_of) {
    std::vector<std::int64_t> clusters;
    for (int k = 0; k < 400; k++) clusters.push_back(cluster_of(k));
    units.make(400, clusters.data(), centers.data(), {});
    return OrderedSpheres::pays(units);
  };
  EXPECT_FALSE(pays([](int k) { return 1 + k / 20; })) << "side by side";
  EXPECT_FALSE(pays([](int k) { return 1 + k / 20 % 10; })) << "in two pieces";
  EXPECT_TRUE(pays([](int k) { return 1 + k % 20; })) << "in turn";
  EXPECT_FALSE(pays([](int) { return 0; })) << "no units";
}

// ---- trial --------------------------------------------------------------------------------------

// How many of so many builds use units, if all of them deform or none does.
int builds_with_units(UnitTrial &trial, int builds, bool deforms)
{
  int used = 0;
  for (int n = 0; n < builds; n++) {
    if (!trial.use_units()) continue;
    used++;
    trial.judge(100, deforms ? 51 : 50);
  }
  return used;
}

TEST(UnitTrial, UnitsThatDeformAreTriedLessAndLess)
{
  UnitTrial trial;
  EXPECT_EQ(builds_with_units(trial, 2 + 8 + 1 + 16 + 1 + 32 + 1 + 64 + 1 + 128 + 1 + 128, true),
            7);
  EXPECT_EQ(builds_with_units(trial, 1, true), 1);
  EXPECT_EQ(builds_with_units(trial, 128 + 500, false), 500) << "at once if they keep their shape";
  EXPECT_EQ(builds_with_units(trial, 1, true), 1);
  EXPECT_EQ(builds_with_units(trial, 500, false), 500) << "once is not enough";
}

}    // namespace test_unit_pairs
}    // namespace grist
