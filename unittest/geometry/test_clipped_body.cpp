// The clipping kernel, oracles: the surface stays closed whatever the cuts, a cut and its
// complement make up the body, the order of cuts does not matter.

#include "geometry/clipped_body.h"
#include "geometry/polyhedron_scenes.h"

#include <gtest/gtest.h>

#include <map>

namespace test_clipped_body {

using namespace grist;

// Around each face every vertex is left as often as it is reached.
int open_ends(const BodyView &body)
{
  std::map<std::pair<int, int>, int> balance;
  for (int n = 0; n < body.edge_count; n++) {
    const BodyEdge &e = body.edges[n];
    balance[{e.left, e.tail}]--;
    balance[{e.left, e.head}]++;
    balance[{e.right, e.head}]--;
    balance[{e.right, e.tail}]++;
  }
  int open = 0;
  for (const auto &[end, count] : balance) open += count != 0 ? 1 : 0;
  return open;
}

HalfSpace through(const Vector3d &point, const Vector3d &normal)
{
  return {normal, dot(normal, point)};
}

TEST(ClippedBody, StaysClosedWhateverTheSigns)
{
  // Tolerances of up to half the body put vertices on planes that are nowhere near.
  Scenes scenes(1);
  ClippedBody clipped;
  int cuts = 0;
  for (const ConvexPolyhedron &body : many_shapes())
    for (int n = 0; n < 200; n++) {
      clipped.start(body.view(), body.face_count() + 20);
      const double tolerance = body.radius() * std::pow(10.0, -scenes.uniform(0.3, 16.0));
      for (int k = 0; k < 20; k++) {
        // Every other plane passes through a vertex that is there.
        const BodyView &now = clipped.body();
        const int i = scenes.index(static_cast<size_t>(now.vertex_count));
        const Vector3d vertex{now.x[i], now.y[i], now.z[i]};
        const HalfSpace plane = through(k % 2 ? vertex : 0.3 * vertex, scenes.direction());
        cuts += clipped.cut(plane, body.face_count() + k, tolerance) == ClippedBody::Cut::CUT;
        ASSERT_EQ(open_ends(clipped.body()), 0);
      }
    }
  EXPECT_GT(cuts, 5000);
}

TEST(ClippedBody, PartsMakeUpTheBody)
{
  Scenes scenes(2);
  ClippedBody clipped;
  for (const ConvexPolyhedron &body : many_shapes())
    for (int n = 0; n < 50; n++) {
      const Vector3d normal = scenes.direction();
      const Vector3d point = scenes.uniform(0.0, 0.9) * body.inner_radius() * scenes.direction();
      ClippedBody::Integrals parts[2];
      for (const int side : {0, 1}) {
        clipped.start(body.view(), body.face_count() + 1);
        const HalfSpace plane = through(point, side ? -normal : normal);
        EXPECT_EQ(clipped.cut(plane, body.face_count(), 0.0), ClippedBody::Cut::CUT);
        parts[side] = clipped.integrals(body.face_count());
      }
      EXPECT_NEAR((parts[0].volume + parts[1].volume) / body.volume(), 1.0, 1e-13);
      const Vector3d first = parts[0].volume * parts[0].center + parts[1].volume * parts[1].center;
      EXPECT_LT(norm(first), 1e-13 * body.volume() * body.radius());
      EXPECT_LT(norm(parts[0].area_vector + parts[1].area_vector), 1e-13 * body.surface());
    }
}

TEST(ClippedBody, OrderOfCutsDoesNotMatter)
{
  Scenes scenes(3);
  ClippedBody clipped;
  const ConvexPolyhedron body = solids::dodecahedron(1.0);
  for (int n = 0; n < 200; n++) {
    std::vector<HalfSpace> planes;
    for (int k = 0; k < 12; k++) planes.push_back({scenes.direction(), 0.8});
    double volume[2];
    for (const int order : {0, 1}) {
      clipped.start(body.view(), body.face_count() + 12);
      for (int k = 0; k < 12; k++)
        clipped.cut(planes[static_cast<size_t>(order ? 11 - k : k)], body.face_count() + k, 1e-15);
      volume[order] = clipped.integrals(body.face_count()).volume;
    }
    EXPECT_NEAR(volume[0] / volume[1], 1.0, 1e-13);
  }
}

TEST(ClippedBody, ReportsWhatIsLeft)
{
  const ConvexPolyhedron cube = solids::cube(2.0);
  ClippedBody clipped;
  const auto cut = [&](double offset) {
    clipped.start(cube.view(), 7);
    return clipped.cut({Vector3d::unit_z(), offset}, 6, 1e-12);
  };
  EXPECT_EQ(cut(2.0), ClippedBody::Cut::NONE);
  EXPECT_EQ(cut(1.0), ClippedBody::Cut::NONE);
  EXPECT_EQ(cut(0.5), ClippedBody::Cut::CUT);
  EXPECT_EQ(cut(-1.0), ClippedBody::Cut::CUT);
  EXPECT_EQ(clipped.integrals(6).volume, 0.0);
  EXPECT_EQ(clipped.bounding_sphere().center, -Vector3d::unit_z());
  EXPECT_EQ(cut(-1.5), ClippedBody::Cut::EMPTY);
}

TEST(ClippedBody, DistanceRangeIsThatOfTheVertices)
{
  Scenes scenes(4);
  for (const ConvexPolyhedron &body : many_shapes()) {
    const HalfSpace plane = through(scenes.vector(), scenes.direction());
    double least = 1e30, greatest = -1e30;
    for (const Vector3d &p : body.vertices()) {
      least = std::min(least, plane.distance(p));
      greatest = std::max(greatest, plane.distance(p));
    }
    const DistanceRange range = distance_range(body.view(), plane);
    EXPECT_NEAR(range.least, least, 1e-14);
    EXPECT_NEAR(range.greatest, greatest, 1e-14);
  }
}

}    // namespace test_clipped_body
