// Convex polyhedra from half spaces and vertices, and their mass properties.
//
// Oracles: closed forms (at any tilt and offset), counts of the Platonic solids, Euler's formula,
// all vertices behind all faces, a brute-force hull (planes of all triples of points), refusal of
// input that is not a solid.

#include "common/constants.h"
#include "geometry/mass_properties.h"
#include "geometry/polyhedron_scenes.h"
#include "geometry/random_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <stdexcept>

namespace test_convex_polyhedron {

using namespace grist;

// A few hundred rounded terms.
constexpr double ROUNDING = 1e-12;

using Points = std::vector<Vector3d>;

std::string refusal(const std::function<void()> &make)
{
  try {
    make();
  } catch (const std::invalid_argument &error) {
    return error.what();
  }
  return "nothing was refused";
}

void expect_refused(const std::function<void()> &make, const std::string &text)
{
  const std::string said = refusal(make);
  EXPECT_NE(said.find(text), std::string::npos) << "said: " << said;
}

Points moved_points(Points points, const Matrix3d &rotation, const Vector3d &shift)
{
  for (Vector3d &p : points) p = rotation * p + shift;
  return points;
}

Points box_points(const Vector3d &edges)
{
  Points points;
  for (int i = 0; i < 8; i++)
    points.push_back({(i & 1 ? 0.5 : -0.5) * edges[0], (i & 2 ? 0.5 : -0.5) * edges[1],
                      (i & 4 ? 0.5 : -0.5) * edges[2]});
  return points;
}

// Closed, convex, with the centroid at the origin and principal axes along the axes.
void expect_sound(const ConvexPolyhedron &body)
{
  EXPECT_EQ(body.vertex_count() - body.edge_count() + body.face_count(), 2);
  size_t sides = 0;
  for (const ConvexPolyhedron::Face &face : body.faces()) {
    sides += face.corners.size();
    EXPECT_NEAR(norm(face.plane.normal), 1.0, ROUNDING);
    for (const Vector3d &p : body.vertices())
      EXPECT_LE(face.plane.distance(p), 1e-9 * body.radius());
    for (const int corner : face.corners)
      EXPECT_GE(face.plane.distance(body.vertex(corner)), -1e-9 * body.radius());
  }
  EXPECT_EQ(sides, 2 * static_cast<size_t>(body.edge_count()));

  std::vector<std::vector<int>> loops;
  for (const ConvexPolyhedron::Face &face : body.faces()) loops.push_back(face.corners);
  const MassProperties mass = mass_properties(body.vertices(), loops);
  const double size = body.radius();
  EXPECT_LT(norm(mass.centroid), ROUNDING * size);
  EXPECT_NEAR(mass.volume / body.volume(), 1.0, ROUNDING);
  const Matrix3d expected = Matrix3d::diagonal(body.principal_moments());
  EXPECT_LT(norm(mass.inertia - expected), ROUNDING * greatest_of(body.principal_moments()));
  EXPECT_NEAR(determinant(body.placement().rotation), 1.0, ROUNDING);
}

// Numbers of edges are stored in 8 bits up to 256 vertices and faces, in 16 bits beyond.
TEST(ConvexPolyhedron, HasItsEdgesWhereverTheirNumbersEnd)
{
  for (const int corners : {254, 255, 256}) {
    const ConvexPolyhedron body = solids::pyramid(corners, 1.0, 1.0);
    EXPECT_EQ(body.vertex_count(), corners + 1);
    EXPECT_EQ(body.face_count(), corners + 1);
    expect_sound(body);
    expect_sound(body.scaled(2.0));
    for (int n = 0; n < body.edge_count(); n++) {
      const BodyEdge edge = body.edge(n);
      for (const int end : {edge.tail, edge.head})
        for (const int face : {edge.left, edge.right})
          EXPECT_NEAR(body.plane(face).distance(body.vertex(end)), 0.0, ROUNDING);
    }
  }
}

TEST(ConvexPolyhedron, PlatonicSolidsHaveTheirCountsVolumesAndSurfaces)
{
  const double s2 = std::sqrt(2.0), s3 = std::sqrt(3.0), s5 = std::sqrt(5.0), a = 1.7;
  struct Case {
    ConvexPolyhedron body;
    int vertices, edges, faces;
    double volume, surface, inertia;    // for edge 1; moment over mass
  };
  const Case cases[] = {
      {solids::tetrahedron(a), 4, 6, 4, s2 / 12, s3, 1.0 / 20},
      {solids::cube(a), 8, 12, 6, 1.0, 6.0, 1.0 / 6},
      {solids::octahedron(a), 6, 12, 8, s2 / 3, 2 * s3, 1.0 / 10},
      {solids::dodecahedron(a), 20, 30, 12, (15 + 7 * s5) / 4, 3 * std::sqrt(25 + 10 * s5),
       (95 + 39 * s5) / 300},
      {solids::icosahedron(a), 12, 30, 20, 5 * (3 + s5) / 12, 5 * s3, (3 + s5) / 20},
      {solids::truncated_icosahedron(a), 60, 90, 32, (125 + 43 * s5) / 4,
       3 * (10 * s3 + std::sqrt(25 + 10 * s5)), 0.0},
  };
  for (const Case &c : cases) {
    expect_sound(c.body);
    EXPECT_EQ(c.body.vertex_count(), c.vertices);
    EXPECT_EQ(c.body.edge_count(), c.edges);
    EXPECT_EQ(c.body.face_count(), c.faces);
    EXPECT_NEAR(c.body.volume() / (c.volume * a * a * a), 1.0, ROUNDING);
    EXPECT_NEAR(c.body.surface() / (c.surface * a * a), 1.0, ROUNDING);
    if (c.inertia == 0.0) continue;
    for (int k = 0; k < 3; k++)
      EXPECT_NEAR(c.body.principal_moments()[k] / (c.body.volume() * c.inertia * a * a), 1.0,
                  ROUNDING);
  }
}

TEST(ConvexPolyhedron, BoxAtAnyTiltAndOffset)
{
  Scenes scenes(1);
  const Vector3d edges{1.0, 2.0, 3.0};
  for (const double unit : {1.0, 1e-3, 1e-6, 1e6})
    for (int n = 0; n < 20; n++) {
      const Matrix3d rotation = scenes.rotation();
      const Vector3d shift = unit * 5.0 * scenes.vector();
      const ConvexPolyhedron box =
          ConvexPolyhedron::from_vertices(moved_points(box_points(unit * edges), rotation, shift));
      EXPECT_EQ(box.vertex_count(), 8);
      EXPECT_EQ(box.face_count(), 6);
      EXPECT_NEAR(box.volume() / (6.0 * std::pow(unit, 3)), 1.0, 1e-11);
      EXPECT_LT(norm(box.placement().position - shift), 1e-11 * unit);
      const Vector3d moments = Vector3d{5.0, 10.0, 13.0} / 12.0 * 6.0 * std::pow(unit, 5);
      EXPECT_LT(norm(box.principal_moments() - moments), 1e-11 * norm(moments));
      EXPECT_NEAR(box.radius() / (0.5 * unit * norm(edges)), 1.0, ROUNDING * 10);
      EXPECT_NEAR(box.inner_radius() / (0.5 * unit), 1.0, 1e-11);
      // The longest edge has the least moment: the first axis.
      EXPECT_NEAR(std::fabs(dot(box.placement().rotation.column[0], rotation.column[2])), 1.0,
                  1e-11);
    }
}

TEST(ConvexPolyhedron, RightTetrahedronHasItsTensor)
{
  const Points points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<std::vector<int>> faces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const MassProperties mass = mass_properties(points, faces);
  EXPECT_NEAR(mass.volume, 1.0 / 6, ROUNDING);
  EXPECT_LT(norm(mass.centroid - Vector3d::all(0.25)), ROUNDING);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      EXPECT_NEAR(mass.inertia(i, j), i == j ? 1.0 / 80 : 1.0 / 480, ROUNDING);
}

TEST(ConvexPolyhedron, PrismAndPyramidHaveTheirClosedForms)
{
  for (const int n : {3, 4, 6, 17}) {
    const double area = 0.5 * n * std::sin(2.0 * grist::PI / n) * 4.0;
    const ConvexPolyhedron prism = solids::prism(n, 2.0, 3.0),
                           pyramid = solids::pyramid(n, 2.0, 3.0);
    expect_sound(prism);
    expect_sound(pyramid);
    EXPECT_NEAR(prism.volume() / (3.0 * area), 1.0, ROUNDING);
    EXPECT_NEAR(pyramid.volume() / area, 1.0, ROUNDING);
    EXPECT_LT(norm(pyramid.placement().position - Vector3d{0, 0, 0.75}), ROUNDING);
  }
}

TEST(ConvexPolyhedron, KeepsPrincipalAxesThatWereGiven)
{
  EXPECT_EQ(solids::box(3.0, 1.0, 2.0).placement().rotation, Matrix3d::identity());
  EXPECT_EQ(solids::cube(1.0).placement().rotation, Matrix3d::identity());
}

TEST(ConvexPolyhedron, HalfSpacesAndVerticesGiveTheSameBody)
{
  Scenes scenes(2);
  for (const ConvexPolyhedron &body : many_shapes()) {
    expect_sound(body);
    std::vector<HalfSpace> planes;
    const Matrix3d rotation = scenes.rotation();
    for (const ConvexPolyhedron::Face &face : body.faces()) {
      const double length = scenes.uniform(0.1, 10.0);    // normals need no unit length
      planes.push_back({length * (rotation * face.plane.normal), length * face.plane.offset});
    }
    planes.push_back(planes.front());                               // twice the same
    planes.push_back({scenes.direction(), 2.0 * body.radius()});    // cuts nothing
    const ConvexPolyhedron again = ConvexPolyhedron::from_half_spaces(planes);
    EXPECT_EQ(again.vertex_count(), body.vertex_count());
    EXPECT_EQ(again.face_count(), body.face_count());
    EXPECT_NEAR(again.volume() / body.volume(), 1.0, 1e-10);
    EXPECT_LT((norm(again.principal_moments()) / norm(body.principal_moments())) - 1.0, 1e-10);
  }
}

TEST(ConvexPolyhedron, PlanesThroughOneEdgeOfAFaceAreDropped)
{
  std::vector<HalfSpace> planes = box_planes(Vector3d::ones());
  planes.push_back({Vector3d{1, 1, 0}, 1.0});    // touches an edge
  planes.push_back({Vector3d{1, 1, 1}, 1.5});    // touches a corner
  const ConvexPolyhedron box = ConvexPolyhedron::from_half_spaces(planes);
  EXPECT_EQ(box.face_count(), 6);
  EXPECT_EQ(box.vertex_count(), 8);
}

// All corners of faces that a plane through three points makes, with no point in front of it.
std::set<std::set<int>> brute_force_faces(const Points &points)
{
  std::set<std::set<int>> faces;
  const int n = static_cast<int>(points.size());
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++) {
        const Vector3d normal = normalized(cross(points[j] - points[i], points[k] - points[i]));
        std::set<int> on;
        int before = 0, behind = 0;
        for (int m = 0; m < n; m++) {
          const double s = dot(normal, points[m] - points[i]);
          if (std::fabs(s) < 1e-9)
            on.insert(m);
          else
            (s > 0.0 ? before : behind)++;
        }
        if (before == 0 || behind == 0) faces.insert(on);
      }
  return faces;
}

TEST(ConvexHull, EqualsBruteForceOverAllTriples)
{
  Scenes scenes(3);
  for (int n = 0; n < 60; n++) {
    const Points points = scenes.points(4 + n % 20);
    std::set<std::set<int>> found;
    for (const std::vector<int> &face : convex_hull(points).faces)
      found.insert(std::set<int>(face.begin(), face.end()));
    EXPECT_EQ(found, brute_force_faces(points));
  }
}

TEST(ConvexHull, MergesFacesInCoplanarParts)
{
  // A cube with points all over its faces and edges, and inside.
  Scenes scenes(4);
  for (int n = 0; n < 20; n++) {
    Points points;
    for (int i = 0; i <= 4; i++)
      for (int j = 0; j <= 4; j++)
        for (int k = 0; k <= 4; k++) points.push_back({1.0 * i, 1.0 * j, 1.0 * k});
    std::swap(points[static_cast<size_t>(n)], points[124]);
    const Points turned = moved_points(points, scenes.rotation(), scenes.vector());
    const ConvexPolyhedron body = ConvexPolyhedron::from_vertices(turned);
    EXPECT_EQ(body.face_count(), 6);
    EXPECT_EQ(body.vertex_count(), 8);
    EXPECT_NEAR(body.volume() / 64.0, 1.0, ROUNDING * 10);
  }
}

TEST(ConvexHull, TakesPointsThatAreCoplanarUpToAnyNoise)
{
  // Far below, at and far above the tolerances. The volume changes by no more than the surface
  // times the noise.
  Scenes scenes(8);
  const ConvexPolyhedron ball = solids::truncated_icosahedron(1.0);
  Points football = ball.vertices();
  for (const ConvexPolyhedron::Face &face : ball.faces()) {
    Vector3d middle = Vector3d::zero();
    for (const int corner : face.corners)
      middle += football[static_cast<size_t>(corner)] / static_cast<double>(face.corners.size());
    football.push_back(middle);
  }
  const ConvexPolyhedron plate = solids::prism(40, 1.0, 1e-2);
  Points plate_points = plate.vertices();
  const std::vector<Vector3d> of_plate = plate.vertices();
  plate_points.insert(plate_points.end(), of_plate.begin(), of_plate.end());
  Points grid;
  for (int i = 0; i <= 4; i++)
    for (int j = 0; j <= 4; j++)
      for (int k = 0; k <= 4; k++) grid.push_back({1.0 * i, 1.0 * j, 1.0 * k});
  for (const Points &points : {football, plate_points, grid}) {
    const ConvexPolyhedron exact = ConvexPolyhedron::from_vertices(points);
    for (int n = 0; n < 200; n++) {
      const double noise = std::pow(10.0, -scenes.uniform(5.0, 17.0));
      Points noisy = moved_points(points, scenes.rotation(), Vector3d::zero());
      for (Vector3d &p : noisy) p += noise * scenes.vector();
      const ConvexPolyhedron body = ConvexPolyhedron::from_vertices(noisy);
      EXPECT_NEAR(body.volume(), exact.volume(), (5.0 * noise + 1e-13) * exact.surface());
      EXPECT_EQ(body.vertex_count() - body.edge_count() + body.face_count(), 2);
      if (noise < 1e-13) { EXPECT_EQ(body.face_count(), exact.face_count()); }
    }
  }
}

TEST(ConvexHull, TakesNeedlesPlatesAndPointsTwice)
{
  Scenes scenes(5);
  for (const Vector3d &edges : {Vector3d{1000, 1, 1}, Vector3d{1000, 1000, 1}, Vector3d{1, 1e5, 1},
                                Vector3d{1, 10, 1e-4}}) {
    // Rounding of products of two lengths, over the product of the least two.
    const double slimness = greatest_of(edges) / least_of(edges);
    const double allowed = ROUNDING * 10.0 + 1e-16 * slimness * slimness;
    Points points = box_points(edges);
    const Points twice = points;
    points.insert(points.end(), twice.begin(), twice.end());
    const Matrix3d rotation = scenes.rotation();
    const ConvexPolyhedron body =
        ConvexPolyhedron::from_vertices(moved_points(points, rotation, scenes.vector()));
    EXPECT_EQ(body.vertex_count(), 8);
    EXPECT_EQ(body.face_count(), 6);
    EXPECT_NEAR(body.volume() / product_of(edges), 1.0, allowed);
    std::vector<HalfSpace> planes = box_planes(edges);
    for (HalfSpace &plane : planes) plane.normal = rotation * plane.normal;
    EXPECT_NEAR(ConvexPolyhedron::from_half_spaces(planes).volume() / product_of(edges), 1.0,
                allowed);
  }
}

TEST(ConvexHull, TakesManyPoints)
{
  Scenes scenes(6);
  Points points;
  for (int i = 0; i < 500; i++) points.push_back(scenes.direction());
  const ConvexPolyhedron ball = ConvexPolyhedron::from_vertices(points);
  expect_sound(ball);
  EXPECT_EQ(ball.vertex_count(), 500);
  EXPECT_EQ(ball.face_count(), 996);
}

TEST(ConvexPolyhedron, ScalesAllThatHasALength)
{
  const ConvexPolyhedron body = solids::pyramid(5, 1.0, 2.0), large = body.scaled(3.0),
                         made = solids::pyramid(5, 3.0, 6.0);
  expect_sound(large);
  EXPECT_NEAR(large.volume() / made.volume(), 1.0, ROUNDING);
  EXPECT_NEAR(large.surface() / made.surface(), 1.0, ROUNDING);
  EXPECT_NEAR(large.radius() / made.radius(), 1.0, ROUNDING);
  EXPECT_NEAR(large.inner_radius() / made.inner_radius(), 1.0, ROUNDING);
  EXPECT_LT(norm(large.principal_moments() - made.principal_moments()),
            ROUNDING * norm(made.principal_moments()));
}

TEST(ConvexPolyhedron, RefusesInputThatIsNotASolid)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto vertices = [](const Points &points) {
    return [points] { ConvexPolyhedron::from_vertices(points); };
  };
  const auto half_spaces = [](const std::vector<HalfSpace> &planes) {
    return [planes] { ConvexPolyhedron::from_half_spaces(planes); };
  };
  expect_refused(vertices({}), "4 vertices or more, not 0");
  expect_refused(vertices({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "4 vertices or more, not 3");
  expect_refused(vertices({{0, 0, 0}, {1, 0, 0}, {0, nan, 0}, {0, 0, 1}}), "vertex 2 (0 nan 0)");
  expect_refused(vertices(Points(5, Vector3d::ones())), "coincide");
  expect_refused(vertices({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}), "flat: thickness");
  expect_refused(vertices({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}), "flat: thickness");

  std::vector<HalfSpace> planes = box_planes({1, 2, 3});
  planes[4].offset = -0.25;
  expect_refused(half_spaces(planes), "outside of half space 4 or on it: offset -0.25");
  planes[4].offset = nan;
  expect_refused(half_spaces(planes), "offset nan) is not a finite plane");
  planes = box_planes({1, 2, 3});
  planes[1].normal = {};
  expect_refused(half_spaces(planes), "half space 1 (normal 0 0 0, offset 0.5)");
  planes = box_planes({1, 2, 3});
  planes.pop_back();
  expect_refused(half_spaces(planes), "not closed: it has no end along");
  planes.pop_back();
  expect_refused(half_spaces(planes), "not closed: its 4 half spaces");
  expect_refused(half_spaces({}), "not closed: its 0 half spaces");

  expect_refused([] { solids::cube(0.0); }, "box edge 0 (");
  expect_refused([] { solids::icosahedron(-1.0); }, "edge -1 (");
  expect_refused([] { solids::prism(2, 1.0, 1.0); }, "2 corners");
  expect_refused([] { solids::cube(1.0).scaled(0.0); }, "scale factor 0 (");
}

}    // namespace test_convex_polyhedron
