#include "common/constants.h"
#include "common/space.h"
#include "packings/sphere_union.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <stdexcept>

using namespace grist;

namespace test_sphere_union {

using grist::Matrix3d;
using grist::Vector3d;
using Spheres = std::vector<SolidSphere>;

constexpr double ROUNDING = 1.0e-12;

double ball_volume(double r)
{
  return 4.0 / 3.0 * PI * r * r * r;
}

double trace(const SphereUnion &solid)
{
  return solid.second_moments[0] + solid.second_moments[1] + solid.second_moments[2];
}

Spheres random_heap(int count, unsigned seed)
{
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(-1.0, 1.0), size(0.2, 0.6);
  Spheres spheres;
  for (int n = 0; n < count; n++) {
    const double x = place(random), y = place(random), z = place(random);
    spheres.push_back({{x, y, z}, size(random)});
  }
  return spheres;
}

// The sums that shares must meet.
void expect_balanced(const Spheres &spheres, const SphereUnion &solid, double size)
{
  ASSERT_EQ(solid.shares.size(), spheres.size());
  double sum = 0.0;
  Vector3d first = Vector3d::zero();
  for (std::size_t n = 0; n < spheres.size(); n++) {
    EXPECT_GT(solid.shares[n], 0.0);
    sum += solid.shares[n];
    first = first + solid.shares[n] * (spheres[n].center - solid.centroid);
  }
  EXPECT_NEAR(sum, solid.volume, ROUNDING * solid.volume);
  EXPECT_LT(norm(first), ROUNDING * size * solid.volume);
}

// Volume and moments from lines along z through the points of a fine grid: exact along z, second
// order across. An independent method whose error is measured by halving the grid.
struct Grid {
  double volume = 0.0, x = 0.0, xx = 0.0, zz = 0.0, xz = 0.0;
};

Grid by_lines(const Spheres &spheres, int lines)
{
  constexpr double EDGE = 1.7;
  Grid sum;
  const double step = 2.0 * EDGE / lines;
  for (int i = 0; i < lines; i++)
    for (int j = 0; j < lines; j++) {
      const double x = -EDGE + (i + 0.5) * step, y = -EDGE + (j + 0.5) * step;
      std::vector<std::pair<double, double>> spans;
      for (const auto &[c, r] : spheres) {
        const double square = r * r - (x - c.x) * (x - c.x) - (y - c.y) * (y - c.y);
        if (square > 0.0) spans.push_back({c.z - std::sqrt(square), c.z + std::sqrt(square)});
      }
      std::sort(spans.begin(), spans.end());
      double reached = -1e9;
      for (auto [from, to] : spans) {
        from = std::max(from, reached);
        if (to <= from) continue;
        const double a = step * step, d1 = to - from, d2 = (to * to - from * from) / 2.0;
        sum.volume += a * d1;
        sum.x += a * x * d1;
        sum.xx += a * x * x * d1;
        sum.xz += a * x * d2;
        sum.zz += a * (to * to * to - from * from * from) / 3.0;
        reached = to;
      }
    }
  return sum;
}

void expect_as_lines(const Spheres &spheres, double tolerance)
{
  const SphereUnion solid = union_without_shares(spheres);
  const Grid grid = by_lines(spheres, 1000);
  const double v = solid.volume;
  EXPECT_NEAR(v, grid.volume, tolerance * v);
  EXPECT_NEAR(solid.centroid.x, grid.x / v, tolerance);
  EXPECT_NEAR(solid.second_moments[0] + v * solid.centroid.x * solid.centroid.x, grid.xx,
              tolerance * v);
  EXPECT_NEAR(solid.second_moments[2] + v * solid.centroid.z * solid.centroid.z, grid.zz,
              tolerance * v);
  EXPECT_NEAR(solid.second_moments[4] + v * solid.centroid.x * solid.centroid.z, grid.xz,
              tolerance * v);
}

std::string refusal_of(const Spheres &spheres)
{
  try {
    union_of_spheres(spheres);
  } catch (const std::invalid_argument &refused) {
    return refused.what();
  }
  return "none";
}

// Oracle: closed form of one ball, V r^2 / 5 along each axis.
TEST(SphereUnion, OneBall)
{
  const SphereUnion solid = union_of_spheres({{{3.0, -4.0, 5.0}, 2.0}});
  EXPECT_NEAR(solid.volume, ball_volume(2.0), ROUNDING * solid.volume);
  EXPECT_EQ(solid.shares, std::vector<double>{solid.volume});
  for (int k = 0; k < 3; k++)
    EXPECT_NEAR(solid.second_moments[k], 0.8 * solid.volume, ROUNDING * solid.volume);
  for (int k = 3; k < 6; k++) EXPECT_NEAR(solid.second_moments[k], 0.0, ROUNDING * solid.volume);
  EXPECT_LT(norm(solid.centroid - Vector3d{3.0, -4.0, 5.0}), ROUNDING);
}

// Oracle: the solid of revolution, pi (r^2 - z^2) along the axis from each end to the plane between
// the spheres, by integrals of polynomials.
TEST(SphereUnion, TwoOverlappingBalls)
{
  for (const auto &[r, s, d] :
       {std::array{1.0, 1.0, 1.0}, {1.0, 0.6, 0.9}, {1.0, 0.3, 1.25}, {0.5, 1.5, 1.01}}) {
    const double plane = (d * d + r * r - s * s) / (2.0 * d);
    // of z^k (R^2 - (z - c)^2) pi from a to b, expanded
    const auto along = [](double R, double c, double a, double b, int k) {
      const auto power = [&](int n) { return (std::pow(b, n + 1) - std::pow(a, n + 1)) / (n + 1); };
      return PI * ((R * R - c * c) * power(k) + 2.0 * c * power(k + 1) - power(k + 2));
    };
    const auto whole = [&along, r = r, s = s, d = d, plane](int k) {
      return along(r, 0.0, -r, plane, k) + along(s, d, plane, d + s, k);
    };
    const Spheres spheres = {{{0.0, 0.0, 0.0}, r}, {{0.0, 0.0, d}, s}};
    const SphereUnion solid = union_of_spheres(spheres);
    EXPECT_NEAR(solid.volume, whole(0), ROUNDING * whole(0));
    EXPECT_NEAR(solid.centroid.z, whole(1) / whole(0), ROUNDING);
    EXPECT_NEAR(solid.second_moments[2], whole(2) - whole(1) * whole(1) / whole(0),
                ROUNDING * whole(0));
    // across the axis: a disc of radius R has pi R^4 / 4
    const auto disc = [](double R, double a, double b) {
      const auto f = [&](double z) {
        return R * R * R * R * z - 2.0 * R * R * z * z * z / 3.0 + std::pow(z, 5) / 5.0;
      };
      return 0.25 * PI * (f(b) - f(a));
    };
    const double across = disc(r, -r, plane) + disc(s, plane - d, s);
    EXPECT_NEAR(solid.second_moments[0], across, ROUNDING * across);
    EXPECT_NEAR(solid.second_moments[1], across, ROUNDING * across);
    expect_balanced(spheres, solid, r + s);
  }
}

// Oracle: the outer ball alone. Concentric balls share the volume; an inner one to the side can
// take no part of it.
TEST(SphereUnion, NestedBalls)
{
  const Spheres inside = {{{0.0, 0.0, 0.0}, 1.0}, {{0.3, 0.0, 0.0}, 0.5}};
  const SphereUnion solid = union_without_shares(inside);
  EXPECT_NEAR(solid.volume, ball_volume(1.0), ROUNDING * solid.volume);
  EXPECT_NEAR(trace(solid), 0.6 * solid.volume, ROUNDING);
  EXPECT_EQ(refusal_of(inside),
            "sphere 2 (lies in others and takes no part in the mass; leave it out)");

  const Spheres concentric = {{{1.0, 2.0, 3.0}, 1.0}, {{1.0, 2.0, 3.0}, 0.5}};
  expect_balanced(concentric, union_of_spheres(concentric), 1.0);
  const Spheres touching = {{{0.0, 0.0, 0.0}, 1.0}, {{0.5, 0.0, 0.0}, 0.5}};
  EXPECT_NEAR(union_without_shares(touching).volume, ball_volume(1.0), 1e-10);
}

// Found by fuzzing: elements of negative mass.
TEST(SphereUnion, BallsTooFarFromEachOtherAreRefused)
{
  const Spheres far = {{{0.0, 0.0, 0.0}, 2e-3},
                       {{1e-3, 0.0, 5.0}, 1e-4},
                       {{0.0, 1e33, 0.0}, 2e-4},
                       {{0.0, 0.0, 1.5e-3}, 1e-3}};
  EXPECT_EQ(refusal_of(far),
            "spheres are too far from each other for their radii (their volume is lost in "
            "rounding)");
}

// Oracle: sums over the balls; Huygens and Steiner for the second moments.
TEST(SphereUnion, TouchingBallsAddUp)
{
  const double a = 1.0 / std::sqrt(2.0);    // a tetrahedron of edge 2
  const Spheres spheres = {
      {{a, a, a}, 1.0}, {{a, -a, -a}, 1.0}, {{-a, a, -a}, 1.0}, {{-a, -a, a}, 1.0}};
  const SphereUnion solid = union_of_spheres(spheres);
  const double v = ball_volume(1.0);
  EXPECT_NEAR(solid.volume, 4.0 * v, 4.0 * ROUNDING * v);
  EXPECT_LT(norm(solid.centroid), ROUNDING);
  for (int k = 0; k < 3; k++)
    EXPECT_NEAR(solid.second_moments[k], 4.0 * v * (0.2 + a * a), ROUNDING * v * 10.0);
  for (double share : solid.shares) EXPECT_NEAR(share, v, ROUNDING * v * 10.0);
}

// Oracle: lines along z on a fine grid.
TEST(SphereUnion, ThreeOverlappingBalls)
{
  expect_as_lines({{{0.0, 0.0, 0.1}, 0.8}, {{0.6, 0.1, 0.0}, 0.7}, {{0.2, 0.7, -0.3}, 0.6}}, 2e-5);
}

TEST(SphereUnion, RandomHeaps)
{
  for (unsigned seed = 1; seed <= 3; seed++) {
    const Spheres heap = random_heap(50, seed);
    expect_as_lines(heap, 2e-5);
    EXPECT_GT(union_without_shares(heap).volume, 1.0);
  }
}

// Oracle: inclusion and exclusion, which ends at pairs where a chain's next but one is out of
// reach.
TEST(SphereUnion, LongChain)
{
  Spheres chain;
  for (int n = 0; n < 1000; n++) chain.push_back({{1.2 * n, 0.1 * n, -0.3 * n}, 1.0});
  const double d = norm(chain[1].center - chain[0].center);
  const double lens = PI * (4.0 + d) * (2.0 - d) * (2.0 - d) / 12.0;
  const double expected = 1000.0 * ball_volume(1.0) - 999.0 * lens;
  const SphereUnion solid = union_of_spheres(chain);
  EXPECT_NEAR(solid.volume, expected, 10.0 * ROUNDING * expected);
  EXPECT_LT(norm(solid.centroid - 999.0 / 2.0 * chain[1].center), 1e-8);
  expect_balanced(chain, solid, 1000.0);
}

// Many circles through common points, and equal circles: the lattice's symmetry is the hardest case
// for arcs. Oracle: lines.
TEST(SphereUnion, LatticeOfOverlappingBalls)
{
  Spheres lattice;
  for (int i = -1; i <= 1; i++)
    for (int j = -1; j <= 1; j++)
      for (int k = -1; k <= 1; k++)
        lattice.push_back({{0.5 * i, 0.5 * j, 0.5 * k}, 0.5 * std::sqrt(2.0)});
  expect_as_lines(lattice, 2e-5);
  expect_balanced(lattice, union_of_spheres(lattice), 1.0);

  // Spheres on a line that cut the middle one in the same circle
  const double h = 0.6;
  const Spheres pencil = {{{0.0, 0.0, 0.0}, 1.0},
                          {{0.0, 0.0, 0.5}, std::sqrt(1.0 - h * h + (h - 0.5) * (h - 0.5))},
                          {{0.0, 0.0, 0.9}, std::sqrt(1.0 - h * h + (h - 0.9) * (h - 0.9))}};
  expect_as_lines(pencil, 2e-5);
}

// Oracle: rigid motion and scale change moments as they must.
TEST(SphereUnion, MovesAndScales)
{
  Spheres heap = random_heap(60, 11);
  const SphereUnion solid = union_without_shares(heap);
  const Matrix3d turn = rotation_matrix(1.1, normalized(Vector3d{1.0, -2.0, 0.5}));
  const auto matrix = [](const SphereUnion &s) {
    const auto &m = s.second_moments;
    Matrix3d full;
    full = Matrix3d::of_rows({m[0], m[3], m[4]}, {m[3], m[1], m[5]}, {m[4], m[5], m[2]});
    return full;
  };
  for (double scale : {1.0, 1e-3, 1e40, 1e-40}) {
    Spheres moved = heap;
    const Vector3d shift = scale * Vector3d{10.0, -20.0, 30.0};
    for (auto &[c, r] : moved) {
      const Vector3d at = scale * (turn * Vector3d{c.x, c.y, c.z}) + shift;
      c = {at[0], at[1], at[2]};
      r *= scale;
    }
    const SphereUnion result = union_without_shares(moved);
    const double volume = scale * scale * scale;
    EXPECT_NEAR(result.volume / volume, solid.volume, 1e-11);
    const Vector3d center = turn * Vector3d{solid.centroid.x, solid.centroid.y, solid.centroid.z};
    EXPECT_NEAR(result.centroid.x / scale, center[0] + 10.0, 1e-11);
    const Matrix3d expected = turn * matrix(solid) * transposed(turn);
    EXPECT_LT(norm(matrix(result) / volume / scale / scale - expected), 1e-11);
  }
}

// Duplicates change nothing, and take their part of the shares.
TEST(SphereUnion, DuplicatesCountOnce)
{
  const Spheres heap = random_heap(30, 5);
  Spheres twice = heap;
  for (const SolidSphere &sphere : heap) twice.push_back(sphere);
  Spheres nearly = heap;
  for (SolidSphere sphere : heap) {
    sphere.center.x += 1e-13;
    nearly.push_back(sphere);
  }
  const SphereUnion once = union_without_shares(heap);
  for (const Spheres &more : {twice, nearly}) {
    const SphereUnion solid = union_without_shares(more);
    EXPECT_NEAR(solid.volume, once.volume, 1e-10);
    EXPECT_NEAR(trace(solid), trace(once), 1e-10);
  }
}

// A small change of radii makes a small change of the volume: no arc is lost or counted twice near
// degenerate places.
TEST(SphereUnion, DependsSmoothlyOnItsSpheres)
{
  std::mt19937 random(3);
  std::normal_distribution<double> shake;
  for (double size : {1e-15, 1e-13, 1e-11, 1e-9, 1e-7}) {
    Spheres lattice;
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        for (int k = 0; k < 4; k++) lattice.push_back({{0.5 * i, 0.5 * j, 0.5 * k}, 0.5});
    const double exact = union_without_shares(lattice).volume;
    for (auto &[c, r] : lattice) {
      c = c + size * Vector3d{shake(random), shake(random), shake(random)};
      r += size * shake(random);
    }
    EXPECT_NEAR(union_without_shares(lattice).volume, exact, 100.0 * size + 1e-11);
  }
}

// Heaps whose balls stick together: shares stay positive and balanced.
TEST(SphereUnion, SharesOfHeaps)
{
  for (unsigned seed = 1; seed <= 20; seed++) {
    Spheres heap;
    for (const SolidSphere &sphere : random_heap(40, seed))
      if (sphere.radius < 0.35) heap.push_back(sphere);
    expect_balanced(heap, union_of_spheres(heap), 2.0);
  }
  const Spheres row = {{{0.0, 0.0, 0.0}, 1.0}, {{1.0, 0.0, 0.0}, 0.5}, {{1.5, 0.0, 0.0}, 0.6}};
  expect_balanced(row, union_of_spheres(row), 2.0);
  const Spheres flat = {{{0.0, 0.0, 0.0}, 1.0},
                        {{1.0, 0.2, 0.0}, 0.5},
                        {{1.5, 1.0, 0.0}, 0.6},
                        {{-1.0, 0.5, 0.0}, 0.7}};
  expect_balanced(flat, union_of_spheres(flat), 2.0);
}

// Half a thousand spheres that overlap many others: well below a second.
TEST(SphereUnion, ManySpheres)
{
  const auto start = std::chrono::steady_clock::now();
  const SphereUnion solid = union_of_spheres(random_heap(500, 2));
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  EXPECT_GT(solid.volume, 8.0);
  RecordProperty("milliseconds", static_cast<int>(1e3 * spent.count()));
}

TEST(SphereUnion, RefusesWhatIsNoSphere)
{
  EXPECT_EQ(refusal_of({}), "no spheres (at least one is needed)");
  EXPECT_EQ(refusal_of({{{0.0, 0.0, 0.0}, 0.0}}), "radius 0 (must be a positive, finite number)");
  EXPECT_EQ(refusal_of({{{0.0, 1.0 / 0.0, 0.0}, 1.0}}), "center 0 inf 0 (must be finite)");
}

}    // namespace test_sphere_union
