// Volumes of balls and polyhedra in slices and blocks, overlaps counted once.

#include "common/constants.h"
#include "common/space.h"
#include "geometry/solids.h"
#include "packings/packed_solids.h"
#include "packings/part_volumes.h"
#include "packings/sphere_union.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

using namespace grist;

namespace test_packed_solids {

constexpr double ROUNDING = 1.0e-12;

using Solids = std::vector<PackedSolid>;

PackedSolid ball(const Vector3d &center, double radius, int id)
{
  return {center, radius, id};
}

PackedSolid body(const ConvexPolyhedron &shape, const Vector3d &center, int id,
                 const Matrix3d &rotation = Matrix3d::identity())
{
  return {center, shape.radius(), id, turned_faces(shape, rotation), &shape, rotation};
}

double sum(const std::vector<double> &numbers)
{
  return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

// Parts of a cuboid around everything here.
PartGrid parts(int x, int y, int z)
{
  PartGrid grid;
  grid.low = Vector3d{-3.1, -3.2, -3.3};
  grid.high = Vector3d{3.4, 3.5, 3.6};
  grid.counts = {x, y, z};
  return grid;
}

std::vector<double> volumes(const Solids &solids, const PartGrid &grid)
{
  PackedSolids packed(solids, static_cast<int>(solids.size()));
  return volumes_in_parts(packed, grid);
}

double whole_volume(const Solids &solids)
{
  return sum(volumes(solids, parts(1, 1, 1)));
}

Solids random_balls(int count, unsigned seed, std::vector<SolidSphere> &same)
{
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(-1.5, 1.5), size(0.2, 0.7);
  Solids solids;
  for (int n = 0; n < count; n++) {
    const double x = place(random), y = place(random), z = place(random), r = size(random);
    solids.push_back(ball({x, y, z}, r, n));
    same.push_back({{x, y, z}, r});
  }
  return solids;
}

// The part of points of a part that are in any solid, and its standard error.
std::pair<double, double> by_points(const Solids &solids, const PartGrid &grid, int number,
                                    unsigned seed)
{
  constexpr int POINTS = 100000;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(-0.5, 0.5);
  Vector3d size = grid.high - grid.low;
  for (int k = 0; k < 3; k++) size[k] /= grid.counts[k];
  int inside = 0;
  for (int n = 0; n < POINTS; n++) {
    const double x = place(random), y = place(random), z = place(random);
    const Vector3d point = grid.middle(number) + product(size, Vector3d{x, y, z});
    inside += std::any_of(solids.begin(), solids.end(),
                          [&](const PackedSolid &solid) { return solid.holds(point); });
  }
  const double share = static_cast<double>(inside) / POINTS;
  return {share * grid.part_volume(),
          std::sqrt((share * (1.0 - share) + 1.0 / POINTS) / POINTS) * grid.part_volume()};
}

// Oracle: the solid of revolution, pi (r^2 - z^2) along the axis, between the planes of slices.
TEST(PackedSolids, TwoBallsInSlices)
{
  for (const double d : {0.0, 0.2, 1.0, 1.5}) {
    const double r = 1.0, s = 0.7;
    const double plane = d > 0.3 ? (d * d + r * r - s * s) / (2.0 * d) : r;    // r: one holds all
    const auto segment = [](double radius, double center, double from, double to) {
      const double a = std::clamp(from - center, -radius, radius);
      const double b = std::clamp(to - center, -radius, radius);
      return PI * (radius * radius * (b - a) - (b * b * b - a * a * a) / 3.0);
    };
    const PartGrid grid = parts(1, 1, 23);
    const std::vector<double> found =
        volumes({ball({0.1, 0.2, 0.0}, r, 2), ball({0.1, 0.2, d}, s, 1)}, grid);
    for (int k = 0; k < 23; k++) {
      const double low = grid.edge(2, k), high = grid.edge(2, k + 1);
      double expected = segment(r, 0.0, low, std::min(high, std::max(low, plane)));
      if (d > 0.3) expected += segment(s, d, std::max(low, std::min(high, plane)), high);
      EXPECT_NEAR(found[k], expected, ROUNDING) << d << " " << k;
    }
  }
}

// Oracle: the union by another method, from its surface; slices and blocks add up to it.
TEST(PackedSolids, HeapsOfBalls)
{
  for (unsigned seed = 1; seed <= 3; seed++) {
    std::vector<SolidSphere> same;
    const Solids heap = random_balls(60, seed, same);
    const double expected = union_without_shares(same).volume;
    EXPECT_NEAR(whole_volume(heap), expected, ROUNDING * expected * 10.0);
    for (const PartGrid &grid : {parts(1, 1, 9), parts(7, 1, 1), parts(3, 4, 5)})
      EXPECT_NEAR(sum(volumes(heap, grid)), expected, ROUNDING * expected * 10.0);

    Solids twice = heap;
    for (const PackedSolid &one : heap) twice.push_back(ball(one.center, one.radius, 100 + one.id));
    EXPECT_NEAR(whole_volume(twice), expected, ROUNDING * expected * 10.0);
  }
}

// Many planes through common lines. Oracle: the union by another method.
TEST(PackedSolids, LatticeOfBalls)
{
  Solids lattice;
  std::vector<SolidSphere> same;
  for (int i = -1; i <= 1; i++)
    for (int j = -1; j <= 1; j++)
      for (int k = -1; k <= 1; k++) {
        lattice.push_back(ball({0.5 * i, 0.5 * j, 0.5 * k}, std::sqrt(0.5), i + 3 * j + 9 * k));
        same.push_back({{0.5 * i, 0.5 * j, 0.5 * k}, std::sqrt(0.5)});
      }
  const double expected = union_without_shares(same).volume;
  PartGrid grid = parts(2, 4, 6);    // with planes through centers and planes of the lattice
  grid.low = -3.0 * Vector3d::ones();
  grid.high = 3.0 * Vector3d::ones();
  EXPECT_NEAR(sum(volumes(lattice, grid)), expected, 1e-11 * expected);
}

// Oracle: points at random.
TEST(PackedSolids, BlocksOfAHeapByPoints)
{
  std::vector<SolidSphere> same;
  const Solids heap = random_balls(60, 5, same);
  PartGrid grid = parts(2, 2, 2);
  grid.low = Vector3d{-1.5, -1.2, -1.6};
  grid.high = Vector3d{1.3, 1.1, 1.7};
  const std::vector<double> found = volumes(heap, grid);
  for (int part = 0; part < 8; part++) {
    const auto [expected, error] = by_points(heap, grid, part, part);
    EXPECT_NEAR(found[part], expected, 4.5 * error) << part;
  }
}

// Oracle: overlaps of cuboids; inclusion and exclusion of three.
TEST(PackedSolids, Cubes)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const auto expected = [](double x, double y, double z) { return (1 - x) * (1 - y) * (1 - z); };
  const Solids two = {body(cube, {0, 0, 0}, 1), body(cube, {0.3, 0.2, 0.1}, 2)};
  EXPECT_NEAR(whole_volume(two), 2.0 - expected(0.3, 0.2, 0.1), ROUNDING);
  Solids three = two;
  three.push_back(body(cube, {0.5, 0.5, 0.5}, 3));
  EXPECT_NEAR(whole_volume(three),
              3.0 - expected(0.3, 0.2, 0.1) - expected(0.5, 0.5, 0.5) - expected(0.2, 0.3, 0.4) +
                  expected(0.5, 0.5, 0.5),
              ROUNDING);
  EXPECT_NEAR(sum(volumes(three, parts(5, 6, 7))), whole_volume(three), ROUNDING);
  EXPECT_NEAR(whole_volume({two[0], body(cube, {0, 0, 0}, 7), body(cube, {0, 0, 0}, 8)}), 1.0,
              ROUNDING);

  PartGrid half = parts(1, 1, 2);    // the lower half has the lower half
  half.low[2] = -3.0;
  half.high[2] = 3.0;
  EXPECT_NEAR(volumes({two[0]}, half)[0], 0.5, ROUNDING);
}

// Oracle: a ball with its center on a face, an edge and a corner of a cube; inside, it adds
// nothing.
TEST(PackedSolids, BallsAtACube)
{
  const ConvexPolyhedron cube = solids::cube(2.0);
  const double r = 0.4, v = sphere_volume(r);
  const Solids all = {ball({1, 0, 0}, r, 1), ball({0, -1, 1}, r, 2), ball({-1, 1, -1}, r, 3),
                      ball({0, 0, 0}, r, 4), body(cube, {0, 0, 0}, 5)};
  const double expected = 8.0 + v / 2.0 + v * 3.0 / 4.0 + v * 7.0 / 8.0;
  EXPECT_NEAR(whole_volume(all), expected, 1e-11);
  EXPECT_NEAR(sum(volumes(all, parts(3, 5, 4))), expected, 1e-11);
}

// Oracle: points at random, of bodies turned at random that lie in each other, with balls.
TEST(PackedSolids, HeapOfBodiesByPoints)
{
  const ConvexPolyhedron shapes[] = {solids::cube(0.7), solids::icosahedron(0.5),
                                     solids::prism(5, 0.4, 0.9)};
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-1.0, 1.0);
  Solids heap;
  for (int n = 0; n < 25; n++) {
    const Vector3d axis{place(random), place(random), place(random)};
    const Vector3d center{place(random), place(random), place(random)};
    const Matrix3d turn = rotation_matrix(3.0 * place(random), normalized(axis));
    heap.push_back(n % 4 == 3 ? ball(center, 0.4, n) : body(shapes[n % 4], center, n, turn));
  }
  PartGrid grid = parts(2, 1, 2);
  grid.low = -1.3 * Vector3d::ones();
  grid.high = 1.4 * Vector3d::ones();
  const std::vector<double> found = volumes(heap, grid);
  for (int part = 0; part < 4; part++) {
    const auto [expected, error] = by_points(heap, grid, part, 10 + part);
    EXPECT_NEAR(found[part], expected, 4.5 * error) << part;
  }
}

// Oracle: a ball across a periodic face is in the slices at both ends; the whole is one ball.
TEST(PackedSolids, PeriodicImages)
{
  PartGrid grid = parts(1, 1, 4);
  grid.low = Vector3d{-1.0, -1.0, -1.0};
  grid.high = Vector3d{1.0, 1.0, 1.0};
  grid.periods = Vector3d{2.0, 2.0, 2.0};
  grid.whole = {true, true, false};
  const double r = 0.4;
  const auto found = volumes({ball({0.9, 0.0, 1.0}, r, 1)}, grid);
  EXPECT_NEAR(found[0], 0.5 * sphere_volume(r), ROUNDING);
  EXPECT_NEAR(found[3], 0.5 * sphere_volume(r), ROUNDING);
  EXPECT_EQ(found[1] + found[2], 0.0);

  // A ball that overlaps its own images, each of which takes half of a lens.
  const double large = 1.1, height = large - 1.0;
  Solids image = {ball({0.0, 0.0, 0.0}, large, 1)};
  for (int k = 0; k < 3; k++)
    for (const double sign : {-2.0, 2.0}) image.push_back(ball(sign * Vector3d::unit(k), large, 1));
  PackedSolids packed(image, 1);
  const double cap = PI * height * height * (large - height / 3.0);
  EXPECT_NEAR(sum(volumes_in_parts(packed, grid)), sphere_volume(large) - 6.0 * cap, ROUNDING);
}

// Oracle: exact volumes; the error is estimated from 8 repetitions, so that it scatters itself.
TEST(PackedSolids, SamplesAgreeWithExactVolumes)
{
  std::vector<SolidSphere> same;
  const Solids heap = random_balls(60, 6, same);
  const PackedSolids packed(heap, 60);
  PartGrid grid = parts(1, 1, 3);
  grid.low = Vector3d{-1.3, -1.3, -1.3};
  grid.high = Vector3d{1.5, 1.5, 1.5};
  const std::vector<double> exact = volumes(heap, grid);
  double last = 1.0;
  for (int level = 0; level < 2; level++) {
    PartSamples samples(grid, level);
    if (level == 0) {
      EXPECT_EQ(samples.points(), 8.0 * 24 * 24 * 24);    // 16 cells along cbrt(V)
    }
    const auto everywhere = [](const Vector3d &) { return true; };
    samples.count_solids(packed, everywhere);
    for (int rank = 0; rank < 3; rank++) samples.count_space(everywhere, rank, 3);
    double largest = 0.0;
    for (int part = 0; part < 3; part++) {
      const PartSamples::Volumes found = samples.volumes(part);
      EXPECT_NEAR(found.space, grid.part_volume(), ROUNDING);
      EXPECT_NEAR(found.solid, exact[part], 6.0 * found.error);
      largest = std::max(largest, found.error / grid.part_volume());
    }
    EXPECT_LT(largest, 0.5 * last);    // a quarter in the mean
    last = largest;
  }
  EXPECT_LT(last, 1e-3);
}

}    // namespace test_packed_solids
