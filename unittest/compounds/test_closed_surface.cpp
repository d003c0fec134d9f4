// The surface of compounds as it is drawn: closed, convex faces, whatever the cuts.
//
// Oracles: each edge has a face on both sides; volume and area by the divergence theorem are those
// of the shape; faces, edges and corners counted by hand.

#include "compounds/body_shape.h"
#include "compounds/compound_scenes.h"

#include <gtest/gtest.h>

#include <map>

namespace grist {
namespace {

struct Measures {
  double volume = 0.0, area = 0.0;
  bool is_closed = true, has_flat = false;
};

Measures measure(const ClosedSurface &surface)
{
  Measures found;
  std::map<std::pair<int, int>, int> ways;
  const ClosedSurface::Triangles all = surface.triangles();
  for (const auto &corners : all.corners) {
    const Vector3d &a = all.points[corners[0]], &b = all.points[corners[1]];
    const Vector3d &c = all.points[corners[2]];
    found.volume += dot(a, cross(b, c)) / 6.0;
    const double area = 0.5 * norm(cross(b - a, c - a));
    found.area += area;
    found.has_flat = found.has_flat || area < 1e-9;
    for (int k = 0; k < 3; k++) ways[{corners[k], corners[(k + 1) % 3]}]++;
  }
  for (const auto &[way, count] : ways)
    if (count != 1 || ways[{way.second, way.first}] != 1) found.is_closed = false;
  return found;
}

void expect_closed(const CompoundShape &shape, const char *name)
{
  const Measures found = measure(shape.closed_surface());
  EXPECT_TRUE(found.is_closed) << name;
  EXPECT_FALSE(found.has_flat) << name;
  EXPECT_NEAR(found.volume, shape.volume(), 1e-12 * shape.volume()) << name;
  EXPECT_NEAR(found.area, shape.surface(), 1e-12 * shape.surface()) << name;
}

void expect_counts(const CompoundShape &shape, size_t points, size_t faces, size_t edges)
{
  const ClosedSurface &surface = shape.closed_surface();
  EXPECT_EQ(surface.points.size(), points);
  EXPECT_EQ(surface.faces.size(), faces);
  EXPECT_EQ(surface.edges.size(), edges);
}

TEST(ClosedSurface, CutCubeIsDrawnAsTheCube)
{
  const CompoundShape cube(cut_block({-1, -1, -1}, {1, 1, 1}, 3, 2, 4));
  expect_counts(cube, 8, 6, 12);
  expect_closed(cube, "cube");
}

double length_of_edges(const ClosedSurface &surface)
{
  double length = 0.0;
  for (const auto &[from, to] : surface.edges)
    length += norm(surface.points[from] - surface.points[to]);
  return length;
}

// Its two L-shaped faces are not convex: each is drawn as two polygons, without an edge between.
TEST(ClosedSurface, AnglePieceHasTheEdgesOfAnL)
{
  for (const int cuts : {1, 3}) {
    const CompoundShape shape(cut_at_hollow_edges(angle_piece(3, 2, 1, 2, cuts, cuts, cuts)));
    expect_closed(shape, "angle");
    EXPECT_EQ(shape.closed_surface().faces.size(), 10u);
    const double around = 2.0 * (4.0 + 3.0);
    EXPECT_NEAR(length_of_edges(shape.closed_surface()), 2.0 * around + 6.0 * 2.0, 1e-12);
  }
}

// Corners of the stud lie on no edge of the floor, but corners of the polygons around it do.
TEST(ClosedSurface, StudOnAFloorIsClosed)
{
  const PartCorners parts =
      together({block({-4, -4, -1}, {4, 4, 0})}, {block({-1, -1.3, 0}, {1.7, 1, 2})});
  for (const PartCorners &corners : {parts, cut_at_hollow_edges(parts)}) {
    const CompoundShape shape(corners);
    expect_closed(shape, "stud");
    EXPECT_NEAR(length_of_edges(shape.closed_surface()),
                2.0 * 32.0 + 4.0 * 1.0 + 2.0 * 10.0 + 4.0 * 2.0, 1e-12);
  }
}

TEST(ClosedSurface, ForkIsClosed)
{
  expect_closed(CompoundShape(cut_at_hollow_edges(fork_piece(1, 2, 0.5, 1))), "fork");
}

TEST(ClosedSurface, ConvexBodyIsAsItIs)
{
  const ConvexPolyhedron body = ConvexPolyhedron::from_vertices(block({0, 0, 0}, {1, 2, 3}));
  const ClosedSurface surface = BodyShape{&body, nullptr}.closed_surface();
  EXPECT_EQ(surface.points.size(), 8u);
  EXPECT_EQ(surface.faces.size(), 6u);
  EXPECT_EQ(surface.edges.size(), 12u);
  EXPECT_TRUE(measure(surface).is_closed);
  EXPECT_NEAR(measure(surface).volume, 6.0, 1e-12);
}

}    // namespace
}    // namespace grist
