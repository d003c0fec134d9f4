// What is particular to the MR and MMR searches: integerised coordinates, the list, rows of any
// length, memory. That they find the right pairs is tested with all other searches; see
// test_pair_search.cpp.

#include "search/integer_grid.h"
#include "search/munjiza/mmr.h"
#include "search/munjiza/mr_linear.h"
#include "search/munjiza/mr_list.h"
#include "search/right_pairs.h"
#include "search/sphere_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

using namespace grist;

namespace test_mr_linear {

Scene stirred(const Scene &scene, Random &random, double step)
{
  return moved(scene, [&](Position at) {
    for (double &x : at) x += uniform(random, -step, step);
    return at;
  });
}

// ---- integerised coordinates --------------------------------------------------------------------

// Oracle: the promise itself, at faces of cells and one number to either side, far from the origin
// and near it.
TEST(IntegerGrid, TouchingSpheresLieInNeighboringCells)
{
  Random random(1);
  for (double far : {0.0, 1.0e3, 1.0e9})
    for (double reach : {1.0e-3, 1.0, 1.0e5}) {
      const CenterBox box = {{-far, -far, -far}, {far + 50.0 * reach, far, far}};
      const IntegerGrid grid(IntegerGrid::edge_for(reach, box));
      for (int n = 0; n < 1000; n++) {
        const double face = grid.face_below(grid.index(far + uniform(random, 0.0, 40.0) * reach));
        for (double at : {std::nextafter(face, -1.0e300), face, std::nextafter(face, 1.0e300)})
          for (double to : {at - reach, at + reach})
            EXPECT_LE(std::abs(grid.index(to) - grid.index(at)), 1) << at << " and " << to;
      }
    }
}

TEST(IntegerGrid, IndexRises)
{
  Random random(2);
  const IntegerGrid grid(0.1);
  for (int n = 0; n < 1000; n++) {
    const double at = uniform(random, -1.0e6, 1.0e6), step = uniform(random, 0.0, 1.0e-9);
    EXPECT_LE(grid.index(at), grid.index(at + step));
  }
  EXPECT_EQ(grid.index(-0.026), -1);    // the origin lies in a cell, a quarter of it behind
  EXPECT_EQ(grid.index(-0.024), 0);
  EXPECT_EQ(grid.index(0.074), 0);
  EXPECT_EQ(grid.index(0.076), 1);
}

// ---- the list -----------------------------------------------------------------------------------

class MrListTest : public testing::Test {
 protected:
  void update(const Scene &scene, double cell)
  {
    list.update(scene.view(), {scene.count()}, IntegerGrid(cell),
                box_of(scene.centers.data(), scene.count()));
  }

  // Oracle: criterion 7 of munjiza2006, on coordinates found here.
  void expect_in_order(const Scene &scene, double cell) const
  {
    const IntegerGrid grid(cell);
    std::set<int> bodies;
    std::array<std::int64_t, 4> before = {};
    for (const MrEntry *entry = list.begin(); entry != list.end(); entry++) {
      const double *center = scene.view().center(entry->body());
      const std::array<std::int64_t, 4> now = {grid.index(center[2]), grid.index(center[1]),
                                               grid.index(center[0]), entry->body()};
      if (entry != list.begin()) { EXPECT_LT(before, now); }
      before = now;
      bodies.insert(entry->body());
    }
    EXPECT_EQ(bodies.size(), scene.radii.size());
    EXPECT_EQ(list.count(), scene.count());
  }

  MrList list;
};

TEST_F(MrListTest, StaysInOrder)
{
  Random random(3);
  for (int count : {2, 100, 3000}) {    // sorted by comparing, and by digits
    Scene scene = random_spheres(random, count, 20.0, 0.5);
    for (double step : {0.0, 0.01, 0.1, 0.3, 3.0, 0.01, 1.0e4, 1.0, 0.0}) {
      scene = stirred(scene, random, step);
      update(scene, 1.0);
      expect_in_order(scene, 1.0);
    }
    scene = shuffled(scene, random);
    update(scene, 1.0);
    expect_in_order(scene, 1.0);
    update(scene, 0.7);
    expect_in_order(scene, 0.7);
  }
}

// One digit, several, and more cells along an axis than a digit of any size could count.
TEST_F(MrListTest, SortsAnyNumberOfCells)
{
  Random random(4);
  for (double edge : {0.5, 3.0, 1.0e3, 1.0e6, 1.0e9}) {
    const Scene scene = random_spheres(random, 2000, edge, 0.5);
    update(scene, 1.0);
    expect_in_order(scene, 1.0);
  }
}

// A list that drifts away from where it was sorted, past the ends of 32 bits, never more than a
// quarter at a time.
TEST_F(MrListTest, DriftsFar)
{
  Random random(5);
  for (double distance : {0.9e9, -0.9e9}) {
    Scene scene = random_spheres(random, 50, 3.0, 0.5);
    for (int step = 0; step < 40; step++) {
      for (int i = step % 5; i < scene.count(); i += 5)
        scene.centers[3 * i + step / 20] += distance;
      update(scene, 1.0);
      expect_in_order(scene, 1.0);
    }
  }
}

// Eq. 25: five integers of 4 bytes a body.
TEST_F(MrListTest, TakesFiveIntegersABody)
{
  Random random(6);
  Scene scene = random_spheres(random, 4000, 20.0, 0.5);
  for (double step : {0.0, 0.01, 0.1, 1.0, 100.0}) {
    scene = stirred(scene, random, step);
    update(scene, 1.0);
    EXPECT_LE(list.memory(), 20u * 4000u + 2u * sizeof(MrEntry));
  }
}

// ---- MR -----------------------------------------------------------------------------------------

TEST(MrLinear, MemoryDependsOnTheNumberAlone)
{
  Random random(7);
  for (double edge : {10.0, 20.0, 100.0, 1.0e4, 1.0e7}) {
    MrLinear search;
    sorted_pairs(search, random_spheres(random, 4000, edge, 0.5));
    const std::size_t copies = edge < 15.0 ? 160000u : 40000u;    // 4000 in 1000 cells, or less
    EXPECT_LE(search.report().memory, 20u * 4000u + copies) << "edge " << edge;
  }
}

// Oracle: counting. A lattice of touching spheres, and the same torn apart in x, in x and y, or all
// over: packings A to D of munjiza2006.
TEST(MrLinear, PackingsOfThePaper)
{
  const int n = 20, layers = n * n * (n - 1);
  for (double s : {1.5, 2.0, 20.0, 200.0}) {
    const double spacings[4][3] = {{1.0, 1.0, 1.0}, {s, 2.0, 2.0}, {s, s, 2.0}, {s, s, s}};
    for (const auto &spacing : spacings) {
      const Scene scene = moved(integer_lattice(n, 1.0, 0.5), [&](const Position &at) {
        return Position{spacing[0] * at[0], spacing[1] * at[1], spacing[2] * at[2]};
      });
      MrLinear search;
      const bool touching = spacing[0] == 1.0;
      EXPECT_EQ(sorted_pairs(search, scene).size(), touching ? 3u * layers : 0u);
      EXPECT_LE(search.report().distance_checks, 5 * 8 * n * n * n);    // a block for each row
    }
  }
}

// Rows longer than a piece, alone and next to others, and cells that hold more than that.
TEST(MrLinear, LongRowsAndFullCells)
{
  Random random(8);
  const Scene crowd = random_spheres(random, 1800, 1.0, 0.5);
  const auto stretched = [&](double x, double y, double z) {
    return moved(crowd, [=](const Position &at) {
      return Position{x * at[0], y * at[1], z * at[2]};
    });
  };
  MrLinear search;
  for (double length : {1.0, 5.0, 300.0, 3000.0}) {
    expect_right_pairs(search, stretched(length, 0.0, 0.0));
    expect_right_pairs(search, stretched(length, 0.9, 0.9));
    expect_right_pairs(search, stretched(length, 4.0, 4.0));
    expect_right_pairs(search, stretched(4.0, length, 4.0));
    expect_right_pairs(search, stretched(4.0, 4.0, length));
  }
  Scene short_rows = stretched(600.0, 0.1, 0.1);    // next to a long one
  for (int k = 0; k < 50; k++) short_rows.add({12.0 * k, uniform(random, 0.0, 2.0), 1.0}, 0.5);
  expect_right_pairs(search, short_rows);
}

TEST(MrLinear, AnySpreadAndAnyLength)
{
  Random random(9);
  const Scene crowd = random_spheres(random, 300, 4.0, 0.5, 2.0);
  MrLinear mr;
  Mmr mmr;
  for (double spread : {1.0e9, 1.0e12, 1.0e15}) {
    Scene scene = crowd;
    scene.add(moved(crowd, [&](const Position &at) {
      return Position{at[0] - spread, at[1] + spread, at[2] + 0.1 * spread};
    }));
    expect_right_pairs(mr, scene);
    expect_right_pairs(mmr, scene);
  }
  // Squares of the last three underflow or overflow.
  for (double factor : {1.0e-100, 1.0e100, 1.0e-170, 1.0e160, 1.0e300}) {
    expect_right_pairs(mr, scaled(crowd, factor));
    expect_right_pairs(mmr, scaled(crowd, factor));
  }
}

// ---- MMR ----------------------------------------------------------------------------------------

// Eq. 31: the ratio of sizes decides on the number of groups.
TEST(Mmr, GroupsHalveTheSize)
{
  for (int groups : {1, 3, 6}) {
    Scene scene;
    for (int k = 0; k < groups; k++)
      for (int n = 0; n < 5; n++) scene.add({3.0 * k, 3.0 * n, 0.0}, std::ldexp(1.0, -k));
    Mmr search;
    sorted_pairs(search, scene);
    EXPECT_EQ(search.report().levels, groups);
    EXPECT_NEAR(search.report().primary_cell, 2.0, 1.0e-9);
    EXPECT_NEAR(search.report().secondary_cell, std::ldexp(2.0, 1 - groups), 1.0e-9);

    scene.skin = 4.0;    // so wide that sizes hardly differ
    sorted_pairs(search, scene);
    EXPECT_EQ(search.report().levels, 1);
  }
}

// Either side may be the many. Oracle for the work: a small number of comparisons a body, where MR
// would take hundreds.
TEST(Mmr, ManySmallAndManyLarge)
{
  Random random(10);
  Scene small = random_spheres(random, 4000, 10.0, 0.05);
  small.add({4.0, 5.0, 5.0}, 1.0);
  small.add({6.5, 5.0, 5.0}, 1.5);
  Scene large = random_spheres(random, 4000, 60.0, 1.0);
  large.add({30.0, 30.0, 30.0}, 0.01);
  large.add({20.0, 30.0, 30.0}, 0.02);
  for (const Scene &scene : {small, large}) {
    Mmr search;
    expect_right_pairs(search, scene);
    EXPECT_LE(search.report().distance_checks, 60 * scene.count());
  }
}

// Spheres of two groups that touch to the last bit, the smaller one on a face of its group's cells.
TEST(Mmr, TouchingOnAFace)
{
  Random random(12);
  Mmr search;
  for (double far : {0.0, 1.0, 1.0e3, 1.0e6})
    for (int n = 0; n < 2000; n++) {
      const double large = 0.7, small = uniform(random, 0.1, 0.3);
      const CenterBox box = {{0.0, 0.0, 0.0}, {far + 10.0, far + 10.0, far + 10.0}};
      const IntegerGrid grid(IntegerGrid::edge_for(2.0 * small, box));
      const double face = grid.face_below(grid.index(far + uniform(random, 0.0, 2.0)));
      const double apart = (n % 2 ? 1.0 : -1.0) * (small + large);
      Scene scene;
      for (int k = 0; k < 20; k++)
        scene.add({0.0, 0.0, 0.0}, small);    // so that the large one looks up the small ones
      scene.add({far + 10.0, far + 10.0, far + 10.0}, small);
      for (double x : {std::nextafter(face, 0.0), face, std::nextafter(face, 2.0 * face)}) {
        scene.add({x, far, far}, small);
        scene.add({x + apart, far, far}, large);
      }
      expect_right_pairs(search, scene);
    }
}

// Bodies change group while they move, and groups come and go.
TEST(Mmr, SizesThatChange)
{
  Random random(11);
  Scene scene = random_spheres(random, 700, 8.0, 0.05, 16.0);
  Mmr search;
  for (double factor : {1.0, 1.0, 1.3, 1.3, 0.2, 2.0}) {
    for (int i = 0; i < scene.count(); i += 3) scene.radii[i] *= factor;
    scene = stirred(scene, random, 0.02);
    expect_right_pairs(search, scene);
    std::swap(scene.radii[0], scene.radii[1]);
    expect_right_pairs(search, scene);
  }
}

}    // namespace test_mr_linear
