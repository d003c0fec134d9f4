// Equivalent and sieve diameters. Oracles: closed forms for rods, plates and cubes of spheres, at
// any tilt; bounds that hold for any body; rigid motion.

#include "common/constants.h"
#include "common/space.h"
#include "common/space_text.h"
#include "fragments/fragment_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>

using namespace grist;
using grist::Quaterniond;
using grist::Vector3d;

namespace test_fragment_shape {

using Elements = std::vector<FragmentElement>;

Elements grid(int nx, int ny, int nz, double radius)
{
  Elements elements;
  for (int x = 0; x < nx; x++)
    for (int y = 0; y < ny; y++)
      for (int z = 0; z < nz; z++)
        elements.push_back({2 * radius * vector_cast<double>(Vector3<int>{x, y, z}), radius});
  return elements;
}

class Tilts {
 public:
  Elements turn(Elements elements)
  {
    const Quaterniond by =
        normalized(Quaterniond{gauss(random), gauss(random), gauss(random), gauss(random)});
    const Vector3d shift{gauss(random), gauss(random), gauss(random)};
    for (auto &element : elements) element.center = by * element.center + shift;
    return elements;
  }
  double number() { return gauss(random); }

 private:
  std::mt19937_64 random{17};
  std::normal_distribution<double> gauss;
};

// Oracle: the two complex numbers of the spiral, with psi from psi^4 = psi + 4.
TEST(FragmentShape, SpreadTurnsAreASpiral)
{
  constexpr int COUNT = 50;
  double psi = 1.5;
  for (int n = 0; n < 60; n++) psi = std::pow(psi + 4.0, 0.25);
  for (int k = 0; k < COUNT; k++) {
    const Quaterniond turn = spread_turn(k, COUNT);
    const double square = (k + 0.5) / COUNT;
    const std::complex<double> first =
                                   std::polar(std::sqrt(square), (2 * k + 1) * PI / std::sqrt(2.0)),
                               second = std::polar(std::sqrt(1.0 - square), (2 * k + 1) * PI / psi);
    EXPECT_LT(std::abs(std::complex<double>(turn.y, turn.x) - first), 1e-12);
    EXPECT_LT(std::abs(std::complex<double>(turn.w, turn.z) - second), 1e-12);
  }
}

TEST(FragmentShape, EquivalentDiameterIsThatOfTheVolumes)
{
  EXPECT_EQ(equivalent_diameter({}), 0.0);
  EXPECT_NEAR(equivalent_diameter(grid(1, 1, 1, 0.5)), 1.0, 1e-15);
  EXPECT_NEAR(equivalent_diameter(grid(2, 2, 2, 0.5)), 2.0, 1e-15);
  // Overlaps count twice.
  EXPECT_NEAR(equivalent_diameter({{Vector3d::zero(), 1.0}, {Vector3d::zero(), 1.0}}),
              2.0 * std::cbrt(2.0), 1e-15);
}

TEST(FragmentShape, RodsPassEndOn)
{
  Tilts tilts;
  EXPECT_EQ(sieve_diameter({}), 0.0);
  EXPECT_EQ(sieve_diameter(grid(1, 1, 1, 0.3)), 0.6);
  for (const int n : {2, 3, 10})
    for (int tilt = 0; tilt < 5; tilt++)
      EXPECT_NEAR(sieve_diameter(tilts.turn(grid(n, 1, 1, 0.3))), 0.6, 1e-12);
  EXPECT_EQ(sieve_diameter({{Vector3d::zero(), 0.2}, {Vector3d{5, 1, 0}, 0.7}}), 1.4);
}

// An n x m x 1 plate, n <= m, passes edge on, its short side across the opening or, where that is
// less, along the diagonal of the opening: ((n - 1)/sqrt(2) + 1) diameters.
TEST(FragmentShape, PlatesPassEdgeOnAlongTheDiagonal)
{
  Tilts tilts;
  for (const int n : {2, 3, 5, 8})
    for (const int longer : {1, 3})
      for (int tilt = 0; tilt < 5; tilt++) {
        const double expected = 1.0 + (n - 1) / std::sqrt(2.0);
        EXPECT_NEAR(sieve_diameter(tilts.turn(grid(n, n + longer, 1, 0.5))), expected,
                    1e-3 * expected)
            << n << " x " << n + longer;
      }
}

// A cube of side a at its centres: no shadow of a cube is smaller than a face, so no square that
// holds one is.
TEST(FragmentShape, CubesPassFaceOn)
{
  Tilts tilts;
  for (const int n : {2, 3, 4})
    for (int tilt = 0; tilt < 20; tilt++) {
      const double found = sieve_diameter(tilts.turn(grid(n, n, n, 0.5)));
      EXPECT_GE(found, n * (1.0 - 1e-12));
      EXPECT_LE(found, n * (1.0 + 1e-3));
    }
}

// Between the largest element and the box that the fragment fits in; the same within the search's
// thousandth however it is turned; in proportion to the scale.
TEST(FragmentShape, AnyBodyInAnyPose)
{
  Tilts tilts;
  for (int trial = 0; trial < 20; trial++) {
    Elements elements;
    double largest = 0.0;
    for (int k = 0; k < 4 + trial; k++) {
      elements.push_back({{tilts.number(), 0.7 * tilts.number(), 0.5 * tilts.number()},
                          0.2 + 0.1 * std::fabs(tilts.number())});
      largest = std::max(largest, 2 * elements.back().radius);
    }
    Vector3d low = Vector3d::all(1e9), high = -low;
    for (const auto &e : elements) {
      low = least(low, e.center - Vector3d::all(e.radius));
      high = greatest(high, e.center + Vector3d::all(e.radius));
    }
    Vector3d sides = high - low;
    std::sort(sides.data(), sides.data() + 3);
    const double found = sieve_diameter(elements);
    EXPECT_GE(found, largest);
    EXPECT_LE(found, sides[1]);
    EXPECT_NEAR(sieve_diameter(tilts.turn(elements)) / found, 1.0, 5e-3);
    Elements twice = elements;
    for (auto &e : twice) e = {2 * e.center, 2 * e.radius};
    EXPECT_NEAR(sieve_diameter(twice) / found, 2.0, 1e-12);
  }
}

// Boxes pass along their longest edge, the others across the opening or along its diagonal; a
// regular tetrahedron of edge 1 along the line of the middles of two opposite edges, its shadow a
// square (Itoh, Zamfirescu 2005).
TEST(FragmentShape, ConvexBodiesByTheirCorners)
{
  Tilts tilts;
  const auto turned = [&](const std::vector<Vector3d> &corners) {
    Elements elements;
    for (const Vector3d &corner : corners) elements.push_back({corner, 0.0});
    std::vector<Vector3d> moved;
    for (const auto &element : tilts.turn(elements)) moved.push_back(element.center);
    return moved;
  };
  const Vector3d edges[] = {{1, 1, 1}, {1, 2, 3}, {0.2, 1, 1.5}, {0.5, 0.5, 4}, {0.01, 2, 2}};
  for (const Vector3d &edge : edges) {
    std::vector<Vector3d> corners;
    for (int k = 0; k < 8; k++)
      corners.push_back(
          product(edge, vector_cast<double>(Vector3<int>{k & 1, k >> 1 & 1, k >> 2})));
    const double expected = std::min(edge[1], (edge[0] + edge[1]) / std::sqrt(2.0));
    for (int tilt = 0; tilt < 5; tilt++)
      EXPECT_NEAR(sieve_diameter_of_corners(turned(corners)), expected, 1e-3 * expected) << edge;
  }
  const double half = std::sqrt(0.125);    // of the cube around the tetrahedron
  const std::vector<Vector3d> tetrahedron = {
      {half, half, half}, {half, -half, -half}, {-half, half, -half}, {-half, -half, half}};
  for (int tilt = 0; tilt < 5; tilt++)
    EXPECT_NEAR(sieve_diameter_of_corners(turned(tetrahedron)), std::sqrt(0.5), 1e-3);
}

}    // namespace test_fragment_shape
