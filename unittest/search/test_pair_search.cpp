// One battery over every contact search of the table. The oracle is brute force unless a test says
// otherwise.

#include "search/all_searches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace grist;

namespace test_pair_search {

constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();
constexpr double INFINITE = std::numeric_limits<double>::infinity();

// ---- spheres on their own -----------------------------------------------------------------------

TEST_P(AllSearches, EqualSpheres)
{
  Random random(1);
  expect_brute_force_pairs_any_skin(random_spheres(random, 1000, 10.0, 0.5));     // crowded
  expect_brute_force_pairs_any_skin(random_spheres(random, 1000, 100.0, 0.5));    // 1e-3 full
  expect_brute_force_pairs_any_skin(random_spheres(random, 500, 1.0e4, 0.5));     // hardly a pair
}

TEST_P(AllSearches, MixedSizes)
{
  Random random(2);
  for (double ratio : {10.0, 100.0})
    for (double edge : {20.0, 100.0, 500.0})
      expect_brute_force_pairs_any_skin(random_spheres(random, 600, edge, 0.1, ratio));
}

TEST_P(AllSearches, OneLargeAmongManySmall)
{
  Random random(3);
  Scene scene = random_spheres(random, 800, 20.0, 0.05);
  scene.add({10.0, 10.0, 10.0}, 6.0);
  expect_brute_force_pairs_any_skin(scene);
}

TEST_P(AllSearches, NoneOneTwo)
{
  Scene scene;
  EXPECT_TRUE(find(*search, scene).empty());
  scene.add({3.0, 0.0, 5.0}, 1.0);
  EXPECT_TRUE(find(*search, scene).empty());
  scene.add({3.0, 3.0, 5.0}, 2.0);    // touching exactly
  EXPECT_EQ(find(*search, scene), (std::vector<IndexPair>{{0, 1}}));
  scene.centers[4] = std::nextafter(3.0, 4.0);
  EXPECT_TRUE(find(*search, scene).empty());
  scene.skin = 1.0e-9;
  EXPECT_EQ(find(*search, scene), (std::vector<IndexPair>{{0, 1}}));
}

TEST_P(AllSearches, NoUnitsGiven)
{
  Random random(4);
  const Scene scene = random_spheres(random, 300, 6.0, 0.5);
  SphereView view = scene.view();
  view.units = nullptr;
  std::vector<IndexPair> pairs;
  EXPECT_TRUE(search->find(view, pairs).ok());
  std::sort(pairs.begin(), pairs.end());
  BruteForce oracle;
  EXPECT_TRUE(pairs == find(oracle, scene));
}

// ---- clusters -----------------------------------------------------------------------------------

TEST_P(AllSearches, TouchingCubes)
{
  Random random(5);
  Scene scene;
  for (int unit = 0; unit < 6; unit++)    // 343 elements and 2.3 wide; centres 2 apart
    scene.add(lattice_cube(random, 7, 0.165, {2.0 * (unit % 3), 2.0 * (unit / 3), 0.0}, unit));
  expect_brute_force_pairs_any_skin(scene);
}

TEST_P(AllSearches, RandomClusters)
{
  Random random(6);
  Scene scene;
  const Position ball = {1.0, 1.0, 1.0}, rod = {3.0, 0.5, 0.5}, tablet = {1.5, 1.5, 0.3};
  for (int unit = 0; unit < 12; unit++)
    scene.add(random_cluster(random, 150, 0.1,
                             unit % 3 == 0       ? ball
                                 : unit % 3 == 1 ? rod
                                                 : tablet,
                             random_position(random, 6.0), unit));
  expect_brute_force_pairs_any_skin(scene);
}

TEST_P(AllSearches, ClustersAndSpheres)
{
  Random random(7);
  expect_brute_force_pairs_any_skin(clusters_and_spheres(random));
}

TEST_P(AllSearches, ClustersFarApart)
{
  Random random(8);
  Scene scene;
  for (int unit = 0; unit < 8; unit++) {
    const Position center = {1.0e3 * (unit & 1), 1.0e3 * (unit & 2), 1.0e3 * (unit & 4)};
    scene.add(random_cluster(random, 100, 0.2, {1.0, 1.0, 1.0}, center, unit));
  }
  expect_brute_force_pairs_any_skin(scene);
}

TEST_P(AllSearches, UnitsOfVeryDifferentSize)
{
  Random random(9);
  Scene scene;
  scene.add({0.0, 0.0, 0.0}, 8.0);
  scene.add(random_cluster(random, 800, 0.1, {9.0, 4.0, 4.0}, {12.0, 4.0, 0.0}, 7));
  for (int unit = 10; unit < 20; unit++)
    scene.add(random_cluster(random, 3, 0.3, {0.4, 0.4, 0.4}, random_position(random, 10.0), unit));
  for (int n = 0; n < 200; n++) scene.add(random_position(random, 15.0), 0.05);
  expect_brute_force_pairs_any_skin(scene);
}

TEST_P(AllSearches, ElementsOfDifferentSizeInOneUnit)
{
  Random random(10);
  Scene scene = random_spheres(random, 700, 10.0, 0.05, 20.0);
  for (int i = 0; i < scene.count(); i++) scene.units[i] = i / 100;
  expect_brute_force_pairs_any_skin(scene);
}

// Not every unit's spheres follow each other, and the numbers of units have gaps, up to the largest
// there is.
TEST_P(AllSearches, ShuffledUnitsWithLargeNumbers)
{
  Random random(11);
  Scene scene = shuffled(clusters_and_spheres(random), random);
  for (int &unit : scene.units)
    if (unit >= 0) unit = std::numeric_limits<int>::max() - 7919 * unit;
  expect_brute_force_pairs_any_skin(scene);
}

// As a unit that a periodic boundary cuts: half of its spheres lie at the other end of the domain.
TEST_P(AllSearches, UnitsSplitByPeriodicImages)
{
  Random random(12);
  const Scene whole = clusters_and_spheres(random);
  for (double period : {15.0, 1.0e3, 1.0e6}) {
    expect_brute_force_pairs_any_skin(moved(whole, [&](Position at) {
      if (at[0] > 6.0) at[0] -= period;
      if (at[2] > 6.0) at[2] -= period;
      return at;
    }));
  }
}

// Negative units never hide a pair, not even from one of the same number.
TEST_P(AllSearches, NegativeUnits)
{
  Random random(13);
  Scene scene = random_spheres(random, 500, 6.0, 0.4);
  for (int i = 0; i < scene.count(); i++) scene.units[i] = i % 5 - 3;
  scene.units[0] = std::numeric_limits<int>::min();
  expect_brute_force_pairs_any_skin(scene);
}

TEST_P(AllSearches, AllInOneUnit)
{
  Random random(14);
  Scene scene = random_cluster(random, 500, 0.2, {2.0, 2.0, 2.0}, {0.0, 0.0, 0.0}, 3);
  EXPECT_TRUE(find(*search, scene).empty());
  expect_brute_force_pairs_any_skin(scene);
}

// ---- from call to call --------------------------------------------------------------------------

TEST_P(AllSearches, ParticlesThatMove)
{
  Random random(23);
  Scene scene = clusters_and_spheres(random);
  scene.skin = 0.05;
  for (double step : {0.0, 0.01, 0.01, 0.1, 1.0, 0.01, 30.0, 0.01}) {
    scene = moved(scene, [&](Position at) {
      for (double &x : at) x += uniform(random, -step, step);
      return at;
    });
    SCOPED_TRACE("step " + std::to_string(step));
    expect_brute_force_pairs(scene);
  }
}

TEST_P(AllSearches, ParticlesThatComeAndGo)
{
  Random random(24);
  const Scene clusters = clusters_and_spheres(random),
              spheres = random_spheres(random, 400, 8.0, 0.3);
  Scene both = clusters;
  both.add(spheres);
  for (const Scene &scene : {clusters, both, spheres, Scene(), both, scaled(both, 1.0e-3), spheres,
                             shuffled(both, random), shuffled(both, random)})
    expect_brute_force_pairs_any_skin(scene);
}

// An outcome depends on the input alone: not on earlier searches, not on the run.
TEST_P(AllSearches, OrderIsReproducible)
{
  Random random(25);
  Scene scene = clusters_and_spheres(random);
  scene.skin = 0.1;
  const std::vector<IndexPair> first = find(*search, scene);
  EXPECT_FALSE(first.empty());
  for (const IndexPair &pair : first) EXPECT_LT(pair.a, pair.b);
  EXPECT_TRUE(find(*search, scene) == first) << "again";
  find(*search, random_spheres(random, 300, 10.0, 0.4));
  find(*search, shuffled(scene, random));
  EXPECT_TRUE(find(*search, scene) == first) << "after others";
  EXPECT_TRUE(find(*GetParam().make(), scene) == first) << "by a new one";
}

// ---- invalid input ------------------------------------------------------------------------------

TEST_P(AllSearches, RejectsInvalidNumbers)
{
  Random random(26);
  const Scene good = random_spheres(random, 1300, 15.0, 0.5);
  const auto expect_rejected = [&](const Scene &scene, SearchOutcome::Problem problem, int sphere) {
    std::vector<IndexPair> pairs = {{1, 2}};
    const SearchOutcome outcome = search->find(scene.view(), pairs);
    EXPECT_EQ(outcome.problem, problem);
    EXPECT_EQ(outcome.sphere, sphere);
    EXPECT_FALSE(outcome.text().empty());
    EXPECT_TRUE(pairs.empty());
  };
  for (int sphere : {0, 511, 777, 1299}) {
    for (double value : {NOT_A_NUMBER, INFINITE, -INFINITE}) {
      Scene bad = good;
      bad.radii[1299] = -1.0;    // a later fault, which is not the first
      bad.centers[3 * sphere + sphere % 3] = value;
      expect_rejected(bad, SearchOutcome::CENTER_NOT_FINITE, sphere);
    }
    for (double value : {NOT_A_NUMBER, INFINITE, -INFINITE}) {
      Scene bad = good;
      bad.radii[sphere] = value;
      expect_rejected(bad, SearchOutcome::RADIUS_NOT_FINITE, sphere);
    }
    Scene bad = good;
    bad.radii[sphere] = -1.0e-300;
    expect_rejected(bad, SearchOutcome::RADIUS_NEGATIVE, sphere);
  }
  for (double skin : {NOT_A_NUMBER, INFINITE, -1.0e-300}) {
    Scene bad = good;
    bad.skin = skin;
    expect_rejected(bad, SearchOutcome::SKIN_INVALID, -1);
  }
  expect_brute_force_pairs(good);    // no harm done
}

TEST_P(AllSearches, OneSphereIsCheckedToo)
{
  Scene scene;
  scene.add({0.0, NOT_A_NUMBER, 0.0}, 1.0);
  std::vector<IndexPair> pairs;
  const SearchOutcome outcome = search->find(scene.view(), pairs);
  EXPECT_EQ(outcome.problem, SearchOutcome::CENTER_NOT_FINITE);
  EXPECT_EQ(outcome.text(), "The centre of sphere 0 is not finite.");
}

// Pairs of spheres that are not owned may be left out, others not. The owned ones fill a part of
// the box, as on a rank.
TEST_P(AllSearches, PairsOfGhostsMayBeLeftOut)
{
  Random random(77);
  for (const double largest : {0.2, 1.0})
    for (const double inner : {0.0, 0.3, 0.6, 1.0}) {
      Scene all = random_spheres(random, 1500, 8.0, 0.15, largest / 0.2), scene;
      const auto is_inside = [&](int i) {
        for (int d = 0; d < 3; d++)
          if (std::fabs(all.centers[3 * i + d]) > inner * 8.0 && inner < 1.0) return false;
        return true;
      };
      int owned = 0;
      for (const bool inside : {true, false})
        for (int i = 0; i < all.count(); i++)
          if (is_inside(i) == inside) {
            scene.add({all.centers[3 * i], all.centers[3 * i + 1], all.centers[3 * i + 2]},
                      all.radii[i]);
            owned += inside;
          }
      scene.skin = 0.1;
      SphereView view = scene.view();
      std::vector<IndexPair> found, wanted;
      BruteForce oracle;
      oracle.find(view, wanted);
      view.owned = owned;
      ASSERT_TRUE(search->find(view, found).ok());
      const auto drop_ghosts = [&](std::vector<IndexPair> &pairs) {
        const auto is_of_ghosts = [&](const IndexPair &pair) { return pair.a >= owned; };
        pairs.erase(std::remove_if(pairs.begin(), pairs.end(), is_of_ghosts), pairs.end());
        std::sort(pairs.begin(), pairs.end());
      };
      const std::size_t before = found.size();
      drop_ghosts(found);
      drop_ghosts(wanted);
      EXPECT_TRUE(found == wanted) << found.size() << " " << wanted.size() << " of " << before;
      EXPECT_GT(wanted.size() + (owned < 20), 0u);
    }
}

GRIST_FOR_EACH_SEARCH(AllSearches);

}    // namespace test_pair_search
