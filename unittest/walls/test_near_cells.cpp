// Coarse cells that exclude points far from a wall. Oracle: the wall itself, tested for every
// point.

#include "common/space_text.h"
#include "walls/near_cells.h"
#include "walls/one_by_one.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace grist {
namespace test_near_cells {

struct CountedWalls : FixedWalls {
  int tested = 0;
  std::uint64_t near(const CenterBatch &centers, int count) override
  {
    tested++;
    return FixedWalls::near(centers, count);
  }
  std::uint64_t list(const CenterBatch &centers, int count) override
  {
    return FixedWalls::near(centers, count);
  }
};

std::vector<Vector3d> points(const Vector3d &half_sizes, int count)
{
  std::mt19937 random(815);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  std::vector<Vector3d> some(count);
  for (auto &x : some)
    for (int d = 0; d < 3; d++) x[d] = half_sizes[d] * any(random);
  return some;
}

AlignedBox box_of(const std::vector<Vector3d> &points)
{
  AlignedBox box;
  for (const auto &x : points) box.extend(x);
  return box;
}

// Returns the number of points that the cells let through. Checks that no near point is excluded.
int let_through(WallSurface &wall, const std::vector<Vector3d> &points, double reach, double edge,
                double most)
{
  NearCells cells(wall, box_of(points), reach, edge, most);
  int count = 0;
  for (const auto &x : points) {
    const bool through = cells.may_hold_near(x);
    EXPECT_TRUE(through || !testing::list_if_near(wall, x, reach)) << x;
    count += through;
  }
  return count;
}

TEST(NearCells, ExcludeNoNearPoint)
{
  CountedWalls walls;
  walls.add_cylinder(0, 0.8);
  walls.add_plane({-0.9, 0, 0}, {1, 0, 0});
  const auto some = points({1, 1, 1}, 20000);
  for (const double reach : {0.001, 0.05, 0.3, 3.0})
    for (const double edge : {0.0, 0.01, 0.1, 0.7, 5.0})
      for (const double most : {0.0, 1.0, 2.0, 30.0, 1000.0, 30000.0})
        let_through(walls, some, reach, edge, most);
}

TEST(NearCells, TestTheWallOncePerCellAndExcludeFarPoints)
{
  CountedWalls walls;
  walls.add_plane({0, 0, -1}, {0, 0, 1});
  // Cells of 0.1 and points of reach 0.05 that go through: the center lower than 0.05 + 0.087 over
  // the plane, so the lowest layer of cells alone, 5 % of the points.
  const auto some = points({1, 1, 1}, 100000);
  EXPECT_NEAR(let_through(walls, some, 0.05, 0.1, 1e5), 5000, 500);
  EXPECT_LE(walls.tested, 20 * 20 * 20);
  // A limit to the number of cells is a limit to the number of tests of the wall.
  walls.tested = 0;
  let_through(walls, some, 0.05, 0.1, 50);
  EXPECT_LE(walls.tested, 50);
  EXPECT_GT(walls.tested, 20);
}

TEST(NearCells, FlatLongAndFarBoxes)
{
  FixedWalls walls;
  walls.add_plane({0, 0, 0}, {1, 0, 0});
  let_through(walls, points({1, 1, 0}, 1000), 0.01, 0.01, 100);
  let_through(walls, points({1, 0, 0}, 1000), 0.01, 1e-9, 100);
  let_through(walls, points({1e9, 1, 1e-9}, 1000), 0.01, 0.1, 100);
  let_through(walls, points({0, 0, 0}, 10), 0.01, 0.0, 5);
  std::vector<Vector3d> away = points({1, 1, 1}, 1000);
  away.push_back({1e30, 0, 0});
  EXPECT_GT(let_through(walls, away, 0.01, 0.1, 100), 0);
  away.push_back({std::numeric_limits<double>::infinity(), 0, 0});
  EXPECT_EQ(let_through(walls, away, 0.01, 0.1, 100), 1002);
}

}    // namespace test_near_cells
}    // namespace grist
