// The parts of the multi-level and the two-level grid, and what they do when bounding spheres cost
// more than they save. test_pair_search.cpp tests that both find the right pairs in general.

#include "search/bounding_units.h"
#include "search/brute_force.h"
#include "search/grid_hierarchy.h"
#include "search/grid_pairs.h"
#include "search/multilevel_grid.h"
#include "search/overlap_region.h"
#include "search/sphere_scenes.h"
#include "search/two_level_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace grist;

namespace test_multilevel_grid {

using PairList = std::vector<std::pair<int, int>>;

PairList sorted(const std::vector<IndexPair> &pairs)
{
  PairList list;
  for (const IndexPair &pair : pairs) list.emplace_back(pair.a, pair.b);
  std::sort(list.begin(), list.end());
  return list;
}

PairList pairs_of(PairSearch &search, const Scene &scene)
{
  std::vector<IndexPair> pairs;
  EXPECT_TRUE(search.find(scene.view(), pairs).ok());
  return sorted(pairs);
}

PairList brute_force_pairs(const Scene &scene)
{
  BruteForce oracle;
  return pairs_of(oracle, scene);
}

// Balls of `elements` spheres at random places of a cube.
Scene balls(Random &random, int units, int elements, double ball_radius, double radius, double edge)
{
  Scene scene;
  const Position half_axes = {ball_radius, ball_radius, ball_radius};
  for (int unit = 0; unit < units; unit++)
    scene.add(
        random_cluster(random, elements, radius, half_axes, random_position(random, edge), unit));
  return scene;
}

GridHierarchy::Input input_of(const Scene &scene)
{
  return {scene.centers.data(), scene.radii.data(), nullptr, scene.count(), scene.skin};
}

// ---- boxes and bounding units -------------------------------------------------------------------

// Oracle: one value after the other.
TEST(CenterBox, HoldsAnyNumberOfCenters)
{
  Random random(1);
  for (int count = 1; count < 80; count++) {
    const Scene scene = random_spheres(random, count, 10.0, 0.1, 7.0);
    const CenterBox box = box_of(scene.centers.data(), count);
    const ValueRange range = range_of(scene.radii.data(), count);
    const auto [least, most] = std::minmax_element(scene.radii.begin(), scene.radii.end());
    EXPECT_EQ(range.least, *least);
    EXPECT_EQ(range.most, *most);
    for (int d = 0; d < 3; d++) {
      double low = scene.centers[d], high = low;
      for (int i = 0; i < count; i++) {
        low = std::min(low, scene.centers[3 * i + d]);
        high = std::max(high, scene.centers[3 * i + d]);
      }
      EXPECT_EQ(box.low[d], low);
      EXPECT_EQ(box.high[d], high);
    }
  }
}

// Eq. 13: no element sticks out, and one at least touches from inside, within the margin.
TEST(BoundingUnits, SpheresFitTheirElements)
{
  Random random(2);
  for (double ratio : {1.0, 10.0}) {
    Scene scene;
    for (int unit = 0; unit < 20; unit++) {
      const Scene cluster = random_spheres(random, 5 + 7 * unit, 4.0, 0.1, ratio);
      for (int i = 0; i < cluster.count(); i++)
        scene.add({cluster.centers[3 * i] + 10.0 * unit, cluster.centers[3 * i + 1],
                   cluster.centers[3 * i + 2]},
                  cluster.radii[i], unit);
    }
    BoundingUnits units(2);
    const SphereView view = scene.view();
    units.make(view);
    ASSERT_EQ(units.groups(), 20);
    for (int item = 0; item < units.count(); item++) {
      const Elements elements = units.elements(*units.group(item));
      const double *center = units.centers() + 3 * item;
      double farthest = 0.0;
      for (int k = 0; k < elements.count; k++) {
        const double *at = view.center(elements.index(k));
        const double apart = std::hypot(at[0] - center[0], at[1] - center[1], at[2] - center[2]);
        farthest = std::max(farthest, apart + view.radii[elements.index(k)]);
      }
      EXPECT_GE(units.radii()[item], farthest);
      EXPECT_NEAR(units.radii()[item], farthest, 1e-9 * farthest);
    }
  }
}

// Whether a unit's spheres follow each other must not matter.
TEST(BoundingUnits, OrderOfSpheresDoesNotMatter)
{
  Random random(3);
  Scene scene = balls(random, 50, 30, 2.0, 0.3, 30.0);
  for (int i = 0; i < 100; i++)
    scene.add(random_position(random, 30.0), 0.5, i % 3 ? 1000 * i : -1);
  const auto sizes = [](const Scene &of) {
    BoundingUnits units(2);
    const SphereView view = of.view();
    units.make(view);
    std::vector<std::pair<double, int>> list;
    for (int item = 0; item < units.count(); item++)
      list.emplace_back(units.radii()[item], units.group(item) ? units.group(item)->count : 1);
    std::sort(list.begin(), list.end());
    EXPECT_EQ(units.units(), 150);
    return list;
  };
  EXPECT_EQ(sizes(scene), sizes(shuffled(scene, random)));
}

// Rods in a heap meet dozens of others; the same rods far apart do not.
TEST(BoundingUnits, DissolvesCrowdedUnits)
{
  for (bool crowded : {false, true}) {
    Random random(4);
    Scene scene;
    for (int unit = 0; unit < 500; unit++)
      scene.add(random_cluster(random, 30, 0.5, {15.0, 0.1, 0.1},
                               random_position(random, crowded ? 60.0 : 2000.0), unit));
    BoundingUnits units(2);
    const SphereView view = scene.view();
    units.make(view);
    EXPECT_EQ(units.groups(), 500);
    units.dissolve_crowded();
    EXPECT_EQ(units.groups(), crowded ? 0 : 500);
  }
}

// ---- grids for each size ------------------------------------------------------------------------

TEST(GridHierarchy, SizesFromOneToThousand)
{
  Random random(5);
  Scene scene = random_spheres(random, 5, 50.0, 10.0, 2.0);
  scene.add(random_spheres(random, 300, 50.0, 0.4, 4.0));
  scene.add(random_spheres(random, 6000, 50.0, 0.02, 3.0));
  GridHierarchy grid;
  GridPairs finder;
  grid.sort(input_of(scene));
  std::vector<IndexPair> pairs;
  finder.find(grid, pairs);
  EXPECT_EQ(sorted(pairs), brute_force_pairs(scene));
  EXPECT_GT(grid.levels().size(), 2u);
  EXPECT_LT(grid.finest_cell(), 0.1 * grid.coarsest_cell());
}

// Crowds in a domain 10 million diameters wide: cells of a diameter for all of it would be 10^21.
TEST(GridHierarchy, CrowdsFarApartNeedLittleMemoryAndFewComparisons)
{
  Random random(6);
  Scene scene;
  for (int crowd = 0; crowd < 20; crowd++) {
    const Position at = random_position(random, 1e7);
    for (int i = 0; i < 200; i++)
      scene.add({at[0] + uniform(random, 0.0, 6.0), at[1] + uniform(random, 0.0, 6.0),
                 at[2] + uniform(random, 0.0, 6.0)},
                0.5);
  }
  GridHierarchy grid;
  GridPairs finder;
  grid.sort(input_of(scene));
  std::vector<IndexPair> pairs;
  finder.find(grid, pairs);
  EXPECT_EQ(sorted(pairs), brute_force_pairs(scene));
  EXPECT_LT(grid.memory(), 200u * scene.count());
  EXPECT_LT(finder.distance_checks(), 60L * scene.count());
}

// All batches together are the whole result, and the search ends when take() returns false.
TEST(GridHierarchy, PassesPairsOnInBatches)
{
  Random random(7);
  Scene scene = random_spheres(random, 20000, 20.0, 0.5);
  GridHierarchy grid;
  GridPairs finder;
  grid.sort(input_of(scene));
  std::vector<IndexPair> whole, parts;
  finder.find(grid, whole);
  int batches = 0;
  finder.find(grid, [&](const std::vector<IndexPair> &batch) {
    parts.insert(parts.end(), batch.begin(), batch.end());
    batches++;
    return true;
  });
  EXPECT_GT(batches, 2);
  EXPECT_EQ(sorted(whole), sorted(parts));
  batches = 0;
  finder.find(grid, [&](const std::vector<IndexPair> &) { return ++batches < 2; });
  EXPECT_EQ(batches, 2);
}

// ---- elements -----------------------------------------------------------------------------------

// Two units through each other: so many elements in D' that a secondary grid is made.
TEST(MultilevelGrid, SecondaryGridOfTwoLargeUnits)
{
  Random random(8);
  for (double ratio : {1.0, 10.0}) {
    Scene scene;
    for (int unit = 0; unit < 2; unit++) {
      const Scene cluster = random_spheres(random, 800, 10.0, 0.1, ratio);
      for (int i = 0; i < cluster.count(); i++)
        scene.add(
            {cluster.centers[3 * i] + unit, cluster.centers[3 * i + 1], cluster.centers[3 * i + 2]},
            cluster.radii[i], unit);
    }
    MultilevelGrid search;
    EXPECT_EQ(pairs_of(search, scene), brute_force_pairs(scene));
    EXPECT_EQ(search.report().unit_pairs, 1);
    EXPECT_LT(search.report().secondary_cell, search.report().primary_cell);
    EXPECT_LT(search.report().distance_checks, 800L * 800L / 4);
  }
}

// Elements far from other units are not compared one by one: nothing is, where units lie apart.
TEST(MultilevelGrid, ComparesNoElementsOfUnitsApart)
{
  Random random(9);
  Scene scene;
  for (int unit = 0; unit < 125; unit++) {
    const Position center = {8.0 * (unit % 5), 8.0 * (unit / 5 % 5), 8.0 * (unit / 25)};
    scene.add(random_cluster(random, 100, 0.3, {3.0, 3.0, 3.0}, center, unit));
  }
  MultilevelGrid search;
  EXPECT_EQ(pairs_of(search, scene), PairList());
  EXPECT_EQ(search.report().units, 125);
  EXPECT_EQ(search.report().unit_pairs, 0);
  EXPECT_LT(search.report().distance_checks, 125L * 14L);
}

// Units that all lie in one place cost more than their elements alone; then the search starts again
// without units.
TEST(MultilevelGrid, StartsAgainWhenBoundingSpheresDoNotPay)
{
  Random random(10);
  const Scene scene = balls(random, 30, 100, 5.0, 0.4, 9.0);
  MultilevelGrid search;
  EXPECT_EQ(pairs_of(search, scene), brute_force_pairs(scene));
  EXPECT_LT(search.report().distance_checks, 600L * scene.count());
}

// A large unit among dust, and units whose spheres are anywhere: work stays in proportion to the
// spheres.
TEST(MultilevelGrid, LargeAndScatteredUnits)
{
  Random random(11);
  Scene large = lattice_cube(random, 16, 0.5, {20.0, 20.0, 20.0}, 0), scattered;
  for (int i = 0; i < 3000; i++) large.add(random_position(random, 40.0), 0.5, 1 + i);
  for (int i = 0; i < 8000; i++) scattered.add(random_position(random, 30.0), 0.5, i % 80);
  for (const Scene *scene : {&large, &scattered}) {
    MultilevelGrid multi;
    TwoLevelGrid two;
    const PairList wanted = brute_force_pairs(*scene);
    EXPECT_EQ(pairs_of(multi, *scene), wanted);
    EXPECT_EQ(pairs_of(two, *scene), wanted);
    EXPECT_LT(multi.report().distance_checks, 100L * scene->count());
    EXPECT_LT(two.report().distance_checks, 100L * scene->count());
  }
}

// Lengths whose squares are too small or too large for a double. Oracle: brute force, that is
// is_pair() itself.
TEST(MultilevelGrid, SquaresThatUnderflowOrOverflow)
{
  Random random(12);
  for (double factor : {1e-200, 1e-155, 1e-150, 1e150, 1e155, 1e200, 1e306}) {
    Scene scene = scaled(balls(random, 20, 12, 2.0, 0.3, 9.0), factor);
    for (bool within_units : {false, true}) {
      SCOPED_TRACE(factor);
      scene.within_units = within_units;
      MultilevelGrid multi;
      TwoLevelGrid two;
      const PairList wanted = brute_force_pairs(scene);
      EXPECT_EQ(pairs_of(multi, scene), wanted);
      EXPECT_EQ(pairs_of(two, scene), wanted);
    }
  }
}

// Spheres of any size looked up among the elements of one unit. Oracle: is_pair().
TEST(LocalGrid, LooksUpSpheresOfAnySize)
{
  Random random(13);
  for (double skin : {0.0, 0.7}) {
    Scene scene = random_spheres(random, 300, 8.0, 0.1, 5.0);
    std::fill(scene.units.begin(), scene.units.end(), 0);
    scene.skin = skin;
    const int elements = scene.count();
    for (int i = 0; i < 200; i++)
      scene.add(
          {uniform(random, -4.0, 12.0), uniform(random, -4.0, 12.0), uniform(random, -4.0, 12.0)},
          std::pow(10.0, uniform(random, -2.0, 1.0)));
    const SphereView view = scene.view();
    SphereView unit = view;
    unit.count = elements;
    BoundingUnits units(2);
    units.make(unit);
    ASSERT_EQ(units.groups(), 1);
    LocalGrid grid;
    grid.sort(units.elements(*units.group(0)), *units.group(0), skin);
    std::vector<IndexPair> found;
    PairList wanted;
    for (int i = elements; i < scene.count(); i++) {
      const double *center = view.center(i);
      grid.compare({center[0], center[1], center[2], view.radii[i]}, i, found);
      for (int k = 0; k < elements; k++)
        if (is_pair(view, i, k)) wanted.emplace_back(k, i);
    }
    std::sort(wanted.begin(), wanted.end());
    EXPECT_EQ(sorted(found), wanted);
  }
}

}    // namespace test_multilevel_grid
