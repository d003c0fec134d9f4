// Finer meshes, oracles: same area and volume, closed edge by edge, edges no longer than asked; and
// triangles of polygons against the polygon's area.

#include "common/constants.h"
#include "common/space.h"
#include "meshes/mesh_checks.h"
#include "meshes/polygon_triangles.h"
#include "meshes/refine_mesh.h"
#include "meshes/vessels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

namespace test_refine_mesh {

using namespace grist;
using grist::Vector2d;

constexpr double ROUNDING = 1e-11;    // of sums over some 100,000 triangles

Drum drum_with_bars()
{
  Drum drum;
  drum.diameter = 0.6;
  drum.length = 0.1;
  drum.bars = 12;
  drum.bar_height = 0.014;
  drum.bar_width = drum.bar_base = 0.018;
  return drum;
}

TEST(RefineMesh, KeepsTheSurfaceAndStaysClosed)
{
  Drum drum = drum_with_bars();
  drum.caps = true;
  for (const Mesh &mesh : {drum_mesh(drum), box_mesh({{0.1, 0.2, 0.3}, true}),
                           round_hopper_mesh({0.5, 0.3, 0.4, 0.1, 40, true, true})})
    for (const double limit : {1.0, 0.1, 0.033, 0.015}) {
      const Mesh fine = refined(mesh, limit);
      const EdgeCount edges = count_edges(fine);
      EXPECT_EQ(edges.open + edges.wrong, 0);
      EXPECT_LE(longest_edge(fine), limit);
      EXPECT_NEAR(area_of(fine) / area_of(mesh), 1.0, ROUNDING);
      EXPECT_NEAR(volume_inside(fine) / volume_inside(mesh), 1.0, ROUNDING);
      EXPECT_NEAR(surface_area(fine) / area_of(mesh), 1.0, ROUNDING);
      EXPECT_GT(least_slenderness(fine), 0.25 * least_slenderness(mesh));
    }
}

TEST(RefineMesh, LeavesOpenEndsOpen)
{
  const Mesh mesh = drum_mesh(drum_with_bars()), fine = refined(mesh, 0.02);
  EXPECT_EQ(count_edges(fine).wrong, 0);
  EXPECT_EQ(count_edges(fine).open, count_edges(mesh).open);    // all chords are shorter
  EXPECT_EQ(refined(mesh, 1.0).faces, mesh.faces);
}

TEST(RefineMesh, MakesHugeMeshes)
{
  const Mesh fine = refined(drum_mesh(drum_with_bars()), 0.0045);
  EXPECT_GT(fine.faces.size(), 100000u);
  EXPECT_LE(longest_edge(fine), 0.0045);
  EXPECT_EQ(count_edges(fine).wrong, 0);
}

TEST(RefineMesh, RefusesLimitsThatMakeNoMesh)
{
  const Mesh mesh = plate_mesh({1.0, 1.0});
  for (const double limit : {0.0, -1.0, std::nan(""), 1e-4})
    EXPECT_THROW(refined(mesh, limit), std::invalid_argument) << limit;
}

double area(const std::vector<Vector2d> &p, int a, int b, int c)
{
  const Vector2d u = p[b] - p[a], v = p[c] - p[a];
  return 0.5 * (u[0] * v[1] - u[1] * v[0]);
}

// Positive triangles whose areas add up to the polygon's cover it once.
void expect_triangles(const std::vector<Vector2d> &corners)
{
  double expected = 0.0, found = 0.0;
  for (size_t n = 0; n < corners.size(); n++) {
    const Vector2d &p = corners[n], &q = corners[(n + 1) % corners.size()];
    expected += 0.5 * (p[0] * q[1] - p[1] * q[0]);
  }
  const auto triangles = polygon_triangles(corners);
  EXPECT_EQ(triangles.size(), corners.size() - 2);
  for (const auto &[a, b, c] : triangles) {
    EXPECT_GT(area(corners, a, b, c), 0.0);
    found += area(corners, a, b, c);
  }
  EXPECT_NEAR(found / expected, 1.0, ROUNDING);
}

TEST(PolygonTriangles, CoverStarsCombsAndFlatCorners)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> radius(0.2, 1.0);
  for (int corners = 3; corners < 200; corners += 7) {
    std::vector<Vector2d> star;
    for (int n = 0; n < corners; n++) {
      const double angle = 2.0 * PI * n / corners;
      star.push_back(radius(random) * Vector2d{std::cos(angle), std::sin(angle)});
    }
    expect_triangles(star);
  }
  std::vector<Vector2d> comb = {{0.0, -1.0}, {20.0, -1.0}};
  for (int n = 10; n-- > 0;)
    for (const Vector2d &p :
         {Vector2d{2.0 * n + 1.5, 0.0}, Vector2d{2.0 * n + 1.0, 5.0}, Vector2d{2.0 * n + 0.5, 0.0}})
      comb.push_back(p);
  expect_triangles(comb);
  expect_triangles({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 2}, {0, 1}});
}

TEST(PolygonTriangles, RefuseInvalidPolygons)
{
  EXPECT_THROW(polygon_triangles({{0, 0}, {1, 0}}), std::invalid_argument);
  EXPECT_THROW(polygon_triangles({{0, 0}, {1, 0}, {2, 0}}), std::invalid_argument);
  EXPECT_THROW(polygon_triangles({{0, 0}, {0, 1}, {1, 0}}), std::invalid_argument);    // clockwise
}

}    // namespace test_refine_mesh
