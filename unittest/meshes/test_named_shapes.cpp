// Meshes of shapes by name: closed, of one side, of the volume and area that their numbers say.

#include "meshes/named_shapes.h"

#include "common/constants.h"
#include "geometry/mass_properties.h"
#include "meshes/mesh_cleaning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace grist {
namespace test_named_shapes {

using Values = std::vector<double>;

static Mesh shape(const std::string &name, const Values &values = {})
{
  const NamedShape *row = find_named_shape(name);
  if (!row) throw std::logic_error(name);
  return named_shape_mesh(*row, values);
}

static std::string refusal(const std::string &name, const Values &values)
{
  try {
    shape(name, values);
  } catch (const std::invalid_argument &refused) {
    return refused.what();
  }
  return "accepted";
}

struct KnownShape {
  std::string name;
  Values values;
  double volume = 0.0, surface = 0.0;    // 0: not known in closed form
};

// Numbers at, and near, the ends of their ranges, and between.
static std::vector<KnownShape> shapes_of_all_kinds()
{
  std::vector<KnownShape> all;
  for (const NamedShape &row : named_shapes()) all.push_back({row.name, {}});
  all.insert(all.end(), {{"L", {0.31, 0.3, 0.01}},        {"L", {100.0, 0.99, 100.0}},
                         {"U", {0.02, 0.01, 0.01}},       {"U", {0.5, 0.49, 3.0}},
                         {"cross", {0.01, 0.01}},         {"cross", {0.99, 1.0}},
                         {"jack", {0.01, 0.01}},          {"jack", {0.99, 0.5}},
                         {"star", {3, 0.01, 0.01}},       {"star", {1000, 0.5, 0.2}},
                         {"star", {5, 0.79, 0.2}},        {"gear", {3, 0.99, 0.01}},
                         {"gear", {1000, 0.99, 0.2}},     {"gear", {7, 0.01, 0.2}},
                         {"ring", {3, 0.01, 0.01}},       {"ring", {1000, 0.99, 100.0}},
                         {"tube", {5, 0.5, 2.0}},         {"hook", {0.01, 0.019, 0.0, 4}},
                         {"hook", {2.0, 0.01, 5.0, 100}}, {"staple", {0.02, 0.01, 4}},
                         {"staple", {0.5, 0.49, 8}},      {"bolt", {0.01, 1.01, 6}},
                         {"bolt", {100.0, 100.0, 120}},   {"dolos", {0.01, 0.01}},
                         {"dolos", {0.49, 1.0}},          {"tetrapod", {0.01, 0.01}},
                         {"tetrapod", {2.0, 1.0}}});
  return all;
}

static std::string text_of(const KnownShape &known)
{
  std::string text = known.name;
  for (const double value : known.values) text += " " + std::to_string(value);
  return text;
}

static double surface_of(const Mesh &mesh)
{
  double surface = 0.0;
  for (const std::vector<int> &face : mesh.faces) surface += norm(face_area(mesh.vertices, face));
  return surface;
}

TEST(NamedShapes, AreClosedWithEachEdgeBetweenTwoPolygons)
{
  for (const KnownShape &known : shapes_of_all_kinds()) {
    SCOPED_TRACE(text_of(known));
    const Mesh mesh = shape(known.name, known.values);
    std::map<std::pair<int, int>, int> uses;
    std::vector<int> faces_at(mesh.vertices.size(), 0);
    for (const std::vector<int> &face : mesh.faces)
      for (size_t k = 0; k < face.size(); k++) {
        uses[{face[k], face[(k + 1) % face.size()]}]++;
        faces_at[face[k]]++;
      }
    for (const auto &[edge, count] : uses) {
      EXPECT_EQ(count, 1) << edge.first << " " << edge.second;
      EXPECT_EQ(uses.count({edge.second, edge.first}), 1u) << edge.first << " " << edge.second;
    }
    for (const int count : faces_at) EXPECT_GE(count, 3);
    const int euler = static_cast<int>(mesh.vertices.size()) - static_cast<int>(uses.size()) / 2 +
        static_cast<int>(mesh.faces.size());
    const bool has_hole = known.name == "ring" || known.name == "tube";
    EXPECT_EQ(euler, has_hole ? 0 : 2);
  }
}

TEST(NamedShapes, HaveFlatFaces)
{
  for (const KnownShape &known : shapes_of_all_kinds()) {
    SCOPED_TRACE(text_of(known));
    const Mesh mesh = shape(known.name, known.values);
    const double size = extent(mesh).diagonal();
    for (const std::vector<int> &face : mesh.faces) {
      const HalfSpace plane = face_plane(mesh.vertices, face);
      for (const int corner : face)
        EXPECT_NEAR(plane.distance(mesh.vertices[corner]), 0.0, 1e-14 * size);
    }
  }
}

TEST(NamedShapes, AreCleanAlready)
{
  for (const KnownShape &known : shapes_of_all_kinds()) {
    SCOPED_TRACE(text_of(known));
    const Mesh mesh = shape(known.name, known.values);
    MeshCleaning how;
    how.use = MeshUse::SOLID;
    const CleanMesh clean = cleaned(mesh, how);
    EXPECT_EQ(clean.report.text(), "");
    size_t triangles = 0;
    for (const std::vector<int> &face : mesh.faces) triangles += face.size() - 2;
    EXPECT_EQ(clean.mesh.faces.size(), triangles);
    EXPECT_EQ(clean.mesh.vertices.size(), mesh.vertices.size());
    const double volume = mass_properties(mesh.vertices, mesh.faces).volume;
    EXPECT_GT(volume, 0.0);
    EXPECT_NEAR(mass_properties(clean.mesh.vertices, clean.mesh.faces).volume, volume,
                1e-12 * volume);
    EXPECT_NEAR(surface_of(clean.mesh), surface_of(mesh), 1e-12 * surface_of(mesh));
  }
}

// The winding number is 1 inside and 0 outside: 2 where a body covers itself, as a rod that is
// folded at a bend.
TEST(NamedShapes, DoNotCoverThemselves)
{
  std::mt19937_64 random(75);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (const KnownShape &known : shapes_of_all_kinds()) {
    SCOPED_TRACE(text_of(known));
    MeshCleaning how;
    how.use = MeshUse::SOLID;
    const Mesh mesh = cleaned(shape(known.name, known.values), how).mesh;
    if (mesh.faces.size() > 1000) continue;
    const AlignedBox box = extent(mesh);
    int inside = 0;
    for (int n = 0; n < 200; n++) {
      const Vector3d x = box.low +
          product(box.sizes(), Vector3d{uniform(random), uniform(random), uniform(random)});
      double angle = 0.0;    // Van Oosterom and Strackee 1983
      for (const std::vector<int> &face : mesh.faces) {
        const Vector3d a = mesh.vertices[face[0]] - x, b = mesh.vertices[face[1]] - x,
                       c = mesh.vertices[face[2]] - x;
        const double la = norm(a), lb = norm(b), lc = norm(c);
        angle += 2.0 *
            std::atan2(dot(a, cross(b, c)),
                       la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
      }
      const double winding = angle / (4.0 * PI);
      EXPECT_NEAR(winding, std::round(winding), 1e-9);
      EXPECT_TRUE(std::lround(winding) == 0 || std::lround(winding) == 1) << winding;
      inside += std::lround(winding) != 0;
    }
    const double share = mass_properties(mesh.vertices, mesh.faces).volume / box.volume();
    EXPECT_NEAR(inside / 200.0, share, 5.0 * std::sqrt(share * (1.0 - share) / 200.0) + 0.005);
  }
}

// A prism over an outline of this area and length.
static KnownShape prism(const std::string &name, const Values &values, double area, double length)
{
  return {name, values, area * values.back(), 2.0 * area + length * values.back()};
}

// A rod along a path of this length: what a mitre takes from one side it gives to the other.
static KnownShape rod(const std::string &name, const Values &values, double width, double corners,
                      double length)
{
  const double area = corners * 0.25 * width * width * std::tan(PI / corners);
  const double around = corners * width * std::tan(PI / corners);
  return {name, values, area * length, 2.0 * area + around * length};
}

static KnownShape ring(const std::string &name, double n, double inner, double height)
{
  const double area = 0.125 * n * std::sin(2.0 * PI / n) * (1.0 - inner * inner);
  return prism(name, {n, inner, height}, area, n * std::sin(PI / n) * (1.0 + inner));
}

static KnownShape gear(double teeth, double root, double height)
{
  const double p = 2.0 * PI / teeth, r = 0.5 * root, t = 0.5;
  const double area = 0.5 * teeth *
      (t * t * std::sin(0.3 * p) + 2.0 * r * t * std::sin(0.15 * p) + r * r * std::sin(0.4 * p));
  const double flank = std::sqrt(r * r + t * t - 2.0 * r * t * std::cos(0.15 * p));
  return prism("gear", {teeth, root, height}, area,
               2.0 * teeth * (t * std::sin(0.15 * p) + r * std::sin(0.2 * p) + flank));
}

static KnownShape star(double points, double inner, double height)
{
  const double a = 0.5, b = 0.5 * inner, angle = PI / points;
  const double side = std::sqrt(a * a + b * b - 2.0 * a * b * std::cos(angle));
  return prism("star", {points, inner, height}, points * a * b * std::sin(angle),
               2.0 * points * side);
}

static KnownShape bolt(double length, double head, double n)
{
  const double hexagon = 0.5 * std::sqrt(3.0) * head * head;
  const double section = 0.125 * n * std::sin(2.0 * PI / n);
  return {"bolt",
          {length, head, n},
          0.64 * hexagon + length * section,
          2.0 * hexagon + 0.64 * 2.0 * std::sqrt(3.0) * head + length * n * std::sin(PI / n)};
}

static double frustum(double base, double taper, double height)
{
  return base * height / 3.0 * (1.0 + taper + taper * taper);
}

// The sides of a frustum over a polygon of this outline, whose sides are `inner` from its middle.
static double mantle(double around, double inner, double taper, double height)
{
  return 0.5 * around * (1.0 + taper) * std::hypot(height, inner * (1.0 - taper));
}

static KnownShape jack(double t, double taper)
{
  const double reach = 0.5 - 0.5 * t;
  return {"jack",
          {t, taper},
          t * t * t + 6.0 * frustum(t * t, taper, reach),
          6.0 * (taper * taper * t * t + mantle(4.0 * t, 0.5 * t, taper, reach))};
}

static KnownShape dolos(double w, double taper)
{
  const double reach = 0.5 - 0.5 * w;
  return {"dolos",
          {w, taper},
          w * w + 4.0 * frustum(w * w, taper, reach),
          4.0 * w + 2.0 * w * w - 4.0 * w * w +
              4.0 * (taper * taper * w * w + mantle(4.0 * w, 0.5 * w, taper, reach))};
}

static KnownShape tetrapod(double thickness, double taper)
{
  const double edge = thickness / std::sqrt(3.0);    // legs reach to 1
  const double height = 1.0 - edge * std::sqrt(6.0) / 4.0;
  const double hexagon = 1.5 * std::sqrt(3.0) * edge * edge;
  return {"tetrapod",
          {thickness, taper},
          23.0 * std::sqrt(2.0) / 12.0 * edge * edge * edge + 4.0 * frustum(hexagon, taper, height),
          std::sqrt(3.0) * edge * edge +
              4.0 *
                  (taper * taper * hexagon +
                   mantle(6.0 * edge, 0.5 * std::sqrt(3.0) * edge, taper, height))};
}

TEST(NamedShapes, HaveVolumeAndSurfaceOfClosedForms)
{
  // Six turns of 30 degrees around the circle of the bend: 12 tangents.
  const double bend = 12.0 * std::tan(PI / 12.0);
  const std::vector<KnownShape> known_shapes = {
      prism("L", {0.8, 0.25, 0.4}, 0.25 * (1.0 + 0.8 - 0.25), 2.0 * (1.0 + 0.8)),
      prism("U", {0.7, 0.2, 0.3}, 0.2 * (1.0 + 2.0 * 0.5), 2.0 * (1.0 + 0.7) + 2.0 * 0.5),
      prism("cross", {0.3, 0.2}, 0.3 * (2.0 - 0.3), 4.0),
      star(5, 0.4, 0.3),
      star(8, 0.6, 1.0),
      gear(12, 0.75, 0.25),
      gear(3, 0.5, 0.3),
      ring("ring", 16, 0.6, 0.25),
      ring("ring", 3, 0.3, 0.2),
      ring("tube", 7, 0.8, 1.5),
      rod("hook", {0.3, 0.15, 0.2, 8}, 0.15, 8, 1.2 + 0.3 * bend),
      rod("hook", {0.5, 0.2, 0.0, 4}, 0.2, 4, 1.0 + 0.5 * bend),
      rod("staple", {0.5, 0.08, 4}, 0.08, 4, 0.92 + 2.0 * 0.46),
      rod("staple", {0.3, 0.1, 12}, 0.1, 12, 0.9 + 2.0 * 0.25),
      bolt(3.0, 1.6, 12),
      bolt(2.0, 1.2, 6),
      jack(0.3, 1.0),
      jack(0.2, 0.5),
      dolos(0.32, 0.625),
      dolos(0.2, 1.0),
      tetrapod(0.5, 0.7),
      tetrapod(0.8, 1.0)};
  for (const KnownShape &known : known_shapes) {
    SCOPED_TRACE(text_of(known));
    const Mesh mesh = shape(known.name, known.values);
    EXPECT_NEAR(mass_properties(mesh.vertices, mesh.faces).volume, known.volume,
                1e-13 * known.volume);
    EXPECT_NEAR(surface_of(mesh), known.surface, 1e-13 * known.surface);
  }
}

// What the lengths are given over is 1, where it is one along an axis.
TEST(NamedShapes, HaveTheirSizes)
{
  const auto expect_sizes = [](const std::string &name, const Values &values,
                               const Vector3d &sizes) {
    EXPECT_LT(norm(extent(shape(name, values)).sizes() - sizes), 1e-12) << name;
  };
  expect_sizes("L", {0.8, 0.25, 0.4}, {1.0, 0.8, 0.4});
  expect_sizes("U", {0.7, 0.2, 0.3}, {1.0, 0.7, 0.3});
  expect_sizes("cross", {0.3, 0.2}, {1.0, 1.0, 0.2});
  expect_sizes("jack", {0.3, 0.5}, {1.0, 1.0, 1.0});
  expect_sizes("ring", {16, 0.6, 0.3}, {1.0, 1.0, 0.3});
  expect_sizes("staple", {0.4, 0.1, 8}, {1.0, 0.4, 0.1});
  expect_sizes("bolt", {3.0, 1.6, 12}, {3.2 / std::sqrt(3.0), 1.6, 3.64});
  expect_sizes("dolos", {0.3, 0.6}, {1.0, 1.0, 1.0});
  double reach = 0.0;
  for (const Vector3d &p : shape("tetrapod", {0.5, 0.2}).vertices)
    reach = std::max(reach, -dot(p, Vector3d::ones()) / std::sqrt(3.0));
  EXPECT_NEAR(reach, 1.0, 1e-13);
}

TEST(NamedShapes, TakeTheFirstNumbersAndDefaultsForTheRest)
{
  const NamedShape &row = *find_named_shape("hook");
  Values all;
  for (const NamedShape::Argument &argument : row.arguments) all.push_back(argument.initial);
  for (size_t n = 0; n <= all.size(); n++) {
    const Mesh some = named_shape_mesh(row, Values(all.begin(), all.begin() + n));
    const Mesh full = named_shape_mesh(row, all);
    EXPECT_EQ(some.faces, full.faces);
    EXPECT_EQ(some.vertices.size(), full.vertices.size());
  }
  EXPECT_EQ(find_named_shape("cube"), nullptr);
  EXPECT_EQ(find_named_shape("l"), nullptr);
}

TEST(NamedShapes, RejectNumbersInOneSentence)
{
  EXPECT_EQ(refusal("L", {1.0, 1.5}), "shape L thickness 1.5 (must be 0.01 to 0.99)");
  EXPECT_EQ(refusal("L", {0.2}),
            "shape L arm 0.2 (must be above the thickness, 0.3, by 0.01 or more)");
  EXPECT_EQ(refusal("U", {0.5, 0.5}), "shape U thickness 0.5 (must be 0.01 to 0.49)");
  EXPECT_EQ(refusal("star", {4, 0.7}),
            "shape star inner 0.7 (must be 0.01 to 0.697107 for 4 points, where it is not convex)");
  EXPECT_EQ(refusal("gear", {12.5}), "shape gear teeth 12.5 (must be a whole number, 3 to 1000)");
  EXPECT_EQ(refusal("ring", {2}), "shape ring wedges 2 (must be a whole number, 3 to 1000)");
  EXPECT_EQ(refusal("tube", {16, 1.0}), "shape tube inner 1 (must be 0.01 to 0.99)");
  EXPECT_EQ(refusal("hook", {0.1, 0.2}),
            "shape hook thickness 0.2 (must be at most 1.9 times the bend: 0.19)");
  EXPECT_EQ(refusal("hook", {0.1, 0.1, -0.1}), "shape hook tip -0.1 (must be 0 to 100)");
  EXPECT_EQ(refusal("staple", {0.05}),
            "shape staple leg 0.05 (must be above the thickness, 0.08, by 0.01 or more)");
  EXPECT_EQ(refusal("staple", {0.5, 0.1, 6}),
            "shape staple corners 6 (must be a multiple of 4 up to 100)");
  EXPECT_EQ(refusal("bolt", {3, 1}), "shape bolt head 1 (must be 1.01 to 100)");
  EXPECT_EQ(refusal("dolos", {std::nan("")}), "shape dolos waist nan (must be 0.01 to 0.49)");
  EXPECT_EQ(refusal("tetrapod", {0.5, 0.7, 3.0}),
            "shape tetrapod with 3 numbers (takes at most 2)");
  EXPECT_EQ(refusal("cross", {1e300}), "shape cross thickness 1e+300 (must be 0.01 to 0.99)");
}

}    // namespace test_named_shapes
}    // namespace grist
