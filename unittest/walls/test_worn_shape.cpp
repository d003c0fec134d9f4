// The shape of a wall that wears.
//
// Oracles: the volume that a closed mesh encloses, by Gauss; blocks and plates whose worn shape is
// known; a mesh built anew at the moved corners; brute force over all triangles.

#include "walls/worn_shape.h"

#include "meshes/mesh_plates.h"
#include "meshes/refine_mesh.h"

#include "meshes/mesh_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace grist {
namespace test_worn_shape {

using testing::block_mesh;
using testing::random_plate;

constexpr double SMOOTH = 0.3, ROUNDING = 1e-12;

// By Gauss; of a plate with normals up, over z = 0.
double enclosed(const TriangleMesh &mesh)
{
  double volume = 0.0;
  for (int n = 0; n < mesh.own_triangles(); n++) {
    const auto &t = mesh.triangles()[n];
    volume += dot(t.corner, cross(t.side_b, t.side_c)) / 6.0;
  }
  return volume;
}

struct Scene {
  MeshWall wall;
  WornShape shape;

  explicit Scene(const Mesh &mesh, double thickness = 0.0, double least = 0.0,
                 const Vector3d &period = Vector3d::zero()) :
      wall(TriangleMesh(mesh, SMOOTH, period), true, RigidMotion()),
      shape(wall, thickness, least)
  {
  }

  // Volumes worn where `depth` says, by the middle and the normal of a triangle.
  template <class Depth> std::vector<double> volumes(const Depth &depth) const
  {
    std::vector<double> result;
    for (int n = 0; n < wall.mesh().own_triangles(); n++) {
      const auto &t = wall.mesh().triangles()[n];
      result.push_back(t.area * depth(t.corner + (t.side_b + t.side_c) / 3.0, t.normal));
    }
    return result;
  }
};

double sum(const std::vector<double> &values)
{
  double total = 0.0;
  for (const double v : values) total += v;
  return total;
}

TEST(WornShape, AClosedMeshLosesWhatWasWorn)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> depth(0.0, 0.004);
  Scene scene(block_mesh({0, 0, 0}, {1.0, 0.4, 0.3}, 6));
  for (int k = 0; k < 5; k++) {
    const double before = enclosed(scene.wall.mesh());
    const auto worn =
        scene.volumes([&](const Vector3d &, const Vector3d &) { return depth(random); });
    ASSERT_EQ(scene.shape.wear(worn), "");
    EXPECT_NEAR(before - enclosed(scene.wall.mesh()), sum(worn), ROUNDING);
  }
}

// Whatever the triangles at its corners: each face recedes by the same depth.
TEST(WornShape, ABlockThatWearsAlikeStaysABlock)
{
  Scene scene(block_mesh({0, 0, 0}, {1.0, 0.5, 0.25}, 1));
  ASSERT_EQ(
      scene.shape.wear(scene.volumes([](const Vector3d &, const Vector3d &) { return 1e-3; })), "");
  const AlignedBox &box = scene.wall.mesh().extent();
  const double depth = box.low[0];
  EXPECT_NEAR(depth, 1e-3, 1e-5);    // exactly in sum, so a little deeper
  for (int d = 0; d < 3; d++) {
    // e of the header changes directions by the differences of areas.
    EXPECT_NEAR(box.low[d], depth, 2e-2 * depth);
    EXPECT_NEAR(box.sizes()[d], (Vector3d{1.0, 0.5, 0.25})[d] - 2.0 * depth, 4e-2 * depth);
  }
}

// Wear of the two faces beside an edge: it moves along the diagonal, and the faces away from it stay.
TEST(WornShape, AnEdgeBecomesRoundAndDoesNotSink)
{
  Scene scene(block_mesh({0, 0, 0}, {1, 1, 1}, 10));
  const auto beside = [](const Vector3d &x, const Vector3d &n) {
    const bool on = (n[2] > 0.9 && x[0] > 0.9) || (n[0] > 0.9 && x[2] > 0.9);
    return on ? 0.004 : 0.0;
  };
  const double before = enclosed(scene.wall.mesh());
  double worn = 0.0;
  for (int k = 0; k < 4; k++) {
    const auto volumes = scene.volumes(beside);
    worn += sum(volumes);
    ASSERT_EQ(scene.shape.wear(volumes), "");
  }
  EXPECT_NEAR(before - enclosed(scene.wall.mesh()), worn, ROUNDING);
  bool found = false;
  for (const auto &corner : scene.wall.mesh().corners()) {
    const Vector3d &x = corner.place;
    if (x[1] < 0.4 || x[1] > 0.6) continue;
    if (x[0] > 0.95 && x[2] > 0.95) {    // the edge
      found = true;
      EXPECT_NEAR(x[0], x[2], 5e-4);    // by the diagonals of the triangles
      EXPECT_LT(x[0], 1.0 - 0.014);
    } else if (x[2] > 0.95 && x[0] < 0.85) {
      EXPECT_EQ(x[2], 1.0);
    } else if (x[0] > 0.95 && x[2] < 0.85) {
      EXPECT_EQ(x[0], 1.0);
    }
  }
  EXPECT_TRUE(found);
}

TEST(WornShape, APlateThatWearsAlikeStaysFlat)
{
  Scene scene(random_plate(8, 0.5, 3), 0.1);
  for (int k = 0; k < 10; k++)
    ASSERT_EQ(
        scene.shape.wear(scene.volumes([](const Vector3d &, const Vector3d &) { return 2e-3; })),
        "");
  for (const auto &corner : scene.wall.mesh().corners())
    EXPECT_NEAR(corner.place[2], -0.02, ROUNDING);
  EXPECT_NEAR(enclosed(scene.wall.mesh()) / 0.02, -1.0 / 3.0, 1e-9);    // a third of x . n A
}

// The same hollow by steps that are half as deep, and by steps that are deep and few: the difference
// falls with the depth.
TEST(WornShape, SmallerStepsConverge)
{
  const auto worn_by = [](int steps) {
    Scene scene(block_mesh({0, 0, 0}, {1, 1, 1}, 8));
    for (int k = 0; k < steps; k++)
      EXPECT_EQ(scene.shape.wear(scene.volumes([steps](const Vector3d &x, const Vector3d &n) {
        return n[2] > 0.5 ? 0.05 / steps * std::exp(-20.0 * squared_norm(x - Vector3d{0.5, 0.5, 1}))
                          : 0.0;
      })),
                "");
    std::vector<Vector3d> places;
    for (const auto &corner : scene.wall.mesh().corners()) places.push_back(corner.place);
    return places;
  };
  const auto apart = [](const std::vector<Vector3d> &a, const std::vector<Vector3d> &b) {
    double most = 0.0;
    for (size_t n = 0; n < a.size(); n++) most = std::max(most, norm(a[n] - b[n]));
    return most;
  };
  const auto four = worn_by(4), eight = worn_by(8), sixteen = worn_by(16);
  EXPECT_LT(apart(four, eight), 2e-3);
  EXPECT_LT(apart(eight, sixteen), 0.6 * apart(four, eight));
}

// Both ends of a floor that goes on across the borders of the box.
TEST(WornShape, BordersOfAPeriodicBoxMoveTogether)
{
  std::mt19937 random(8);
  std::uniform_real_distribution<double> depth(0.0, 0.01);
  Scene scene(random_plate(6, 0.5, 4), 0.1, 0.0, {1.0, 1.0, 0.0});
  const double before = enclosed(scene.wall.mesh());
  const auto worn =
      scene.volumes([&](const Vector3d &, const Vector3d &) { return depth(random); });
  ASSERT_EQ(scene.shape.wear(worn), "");
  const TriangleMesh &mesh = scene.wall.mesh();
  double volume = 0.0;    // prisms under the plate
  for (int n = 0; n < mesh.own_triangles(); n++) {
    const auto &t = mesh.triangles()[n];
    volume -= (t.corner[2] + (t.side_b[2] + t.side_c[2]) / 3.0) * 0.5 *
        (t.side_b[0] * t.side_c[1] - t.side_b[1] * t.side_c[0]);
  }
  EXPECT_EQ(before, 0.0);
  EXPECT_NEAR(volume, sum(worn), ROUNDING);
  for (size_t n = 0; n < mesh.triangles().size(); n++) {
    const auto &image = mesh.triangles()[n], &own = mesh.triangles()[image.origin];
    const Vector3d shift = image.corner - own.corner;
    EXPECT_NEAR(shift[2], 0.0, ROUNDING);
    EXPECT_NEAR(std::round(shift[0]), shift[0], 1e-6);
    EXPECT_LT(norm(image.normal - own.normal), 1e-6);
  }
}

/* ---------------------------------------------------------------------- */

// A mesh whose corners have moved is the mesh of these corners, and its tree finds the same.
TEST(WornShape, AMovedMeshIsThatOfItsCorners)
{
  std::mt19937 random(2);
  std::uniform_real_distribution<double> depth(0.0, 0.02), place(-0.2, 1.2);
  Scene scene(block_mesh({0, 0, 0}, {1, 1, 1}, 5));
  for (int k = 0; k < 3; k++)
    ASSERT_EQ(scene.shape.wear(
                  scene.volumes([&](const Vector3d &, const Vector3d &) { return depth(random); })),
              "");
  const TriangleMesh &moved = scene.wall.mesh();
  const TriangleMesh anew(own_mesh(moved), SMOOTH);
  ASSERT_EQ(anew.own_triangles(), moved.own_triangles());
  for (int n = 0; n < moved.own_triangles(); n++) {
    const auto &a = anew.triangles()[n], &b = moved.triangles()[n];
    EXPECT_LT(norm(a.normal - b.normal) + std::fabs(a.area - b.area), ROUNDING);
    EXPECT_EQ(a.patch, b.patch);
    for (int k = 0; k < 3; k++) {
      EXPECT_LT(norm(anew.edges()[a.edges[k]].outward - moved.edges()[b.edges[k]].outward), 1e-9);
      EXPECT_LT(norm(anew.corners()[a.corners[k]].outward - moved.corners()[b.corners[k]].outward),
                1e-9);
    }
  }
  const TriangleTree tree(anew.triangles());
  std::vector<TriangleTree::Near> found, expected;
  for (int k = 0; k < 200; k++) {
    const Vector3d x{place(random), place(random), place(random)};
    scene.wall.triangle_tree().find_near(x, 0.3, found);
    tree.find_near(x, 0.3, expected);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t n = 0; n < found.size(); n++)
      EXPECT_NEAR(found[n].distance, expected[n].distance, ROUNDING);
  }
}

TEST(WornShape, AWornFloorHasAPlateForEachTriangle)
{
  std::mt19937 random(4);
  std::uniform_real_distribution<double> depth(0.0, 0.01);
  Scene scene(random_plate(6, 0.5, 4), 0.1);
  EXPECT_EQ(MeshPlates(scene.wall.mesh()).count(), 1);
  ASSERT_EQ(scene.shape.wear(
                scene.volumes([&](const Vector3d &, const Vector3d &) { return depth(random); })),
            "");
  EXPECT_EQ(MeshPlates(scene.wall.mesh()).count(), scene.wall.mesh().own_triangles());
}

TEST(WornShape, TheFirstTriangleOnAWay)
{
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-1.5, 1.5);
  const TriangleMesh mesh(block_mesh({-1, -1, -1}, {1, 1, 1}, 4), SMOOTH);
  const TriangleTree tree(mesh.triangles());
  int hits = 0;
  for (int k = 0; k < 2000; k++) {
    const Vector3d from{place(random), place(random), place(random)};
    const Vector3d way = Vector3d{place(random), place(random), place(random)} - from;
    double first = 2.0;    // of a cube: where a coordinate is +-1 and the others are within
    for (int d = 0; d < 3; d++)
      for (const double side : {-1.0, 1.0}) {
        const double share = (side - from[d]) / way[d];
        const Vector3d at = from + share * way;
        if (share >= 0.0 && share <= 1.0 && std::fabs(at[(d + 1) % 3]) <= 1.0 &&
            std::fabs(at[(d + 2) % 3]) <= 1.0)
          first = std::min(first, share);
      }
    const auto found = tree.first_crossing(from, way, [](int) { return true; });
    ASSERT_EQ(found.triangle >= 0, first <= 1.0);
    if (first > 1.0) continue;
    EXPECT_NEAR(found.share, first, ROUNDING);
    hits++;
  }
  EXPECT_GT(hits, 500);
}

// A block along y with one edge rounded, whose ends are cut into slender triangles.
Mesh rounded_block(int facets, int rows)
{
  constexpr double RADIUS = 0.1, HEIGHT = 0.5;
  std::vector<std::pair<double, double>> outline = {{0.0, 0.0}, {1.0, 0.0}};
  for (int k = 0; k <= facets; k++) {
    const double angle = 0.5 * PI * k / facets;
    outline.emplace_back(1.0 - RADIUS + RADIUS * std::cos(angle),
                         HEIGHT - RADIUS + RADIUS * std::sin(angle));
  }
  outline.emplace_back(0.0, HEIGHT);
  const int n = static_cast<int>(outline.size());
  Mesh mesh;
  for (int row = 0; row <= rows; row++)
    for (const auto &[x, z] : outline)
      mesh.vertices.push_back({x, static_cast<double>(row) / rows, z});
  std::vector<int> front, back;
  for (int k = 0; k < n; k++) {
    front.push_back(k);
    back.push_back(rows * n + n - 1 - k);
  }
  mesh.faces = {front, back};
  for (int row = 0; row < rows; row++)
    for (int k = 0; k < n; k++) {
      const int a = row * n + k, b = row * n + (k + 1) % n;
      mesh.faces.push_back({a, a + n, b + n, b});
    }
  return own_mesh(TriangleMesh(mesh, SMOOTH));
}

// Wear along a rounded edge, deeper than slender triangles are high. Thicknesses are measured anew
// as after a restart. The wall is nowhere thinner than 0.45.
void expect_wear_of(const Mesh &mesh, double depth, int steps)
{
  Scene scene(mesh, 0.0, 0.1);
  const double before = enclosed(scene.wall.mesh());
  double worn = 0.0;
  for (int k = 0; k < steps; k++) {
    const auto volumes = scene.volumes([depth](const Vector3d &x, const Vector3d &) {
      return depth * std::max(0.0, 1.0 - std::hypot(x[0] - 1.0, x[2] - 0.5) / 0.25);
    });
    worn += sum(volumes);
    ASSERT_EQ(scene.shape.wear(volumes), "") << mesh.faces.size() << " step " << k;
    scene.shape.set_corners(std::vector<WornCorner>(scene.shape.corners()));
  }
  EXPECT_NEAR(before - enclosed(scene.wall.mesh()), worn, ROUNDING);
}

TEST(WornShape, RoundedEdgesOfSlenderTrianglesWear)
{
  for (const int facets : {4, 16})
    for (const int rows : {5, 20}) expect_wear_of(rounded_block(facets, rows), 5e-4, 50);
  expect_wear_of(refined(rounded_block(4, 5), 0.1), 1e-4, 40);
}

TEST(WornShape, ABlockEndsWhereItIsThin)
{
  Scene scene(block_mesh({0, 0, 0}, {1, 1, 0.1}, 4), 0.0, 0.0601);
  std::string fault;
  int steps = 0;
  while (fault.empty() && steps < 100) {
    fault = scene.shape.wear(
        scene.volumes([](const Vector3d &, const Vector3d &n) { return n[2] > 0.9 ? 1e-3 : 0.0; }));
    steps++;
  }
  EXPECT_NE(fault.find(" thick (at least 0.0601)"), std::string::npos) << fault;
  EXPECT_EQ(steps, 40);
}

/* ----------------------------------------------------------------------
   what ends a wall
------------------------------------------------------------------------- */

std::string refusal(const Mesh &mesh, double thickness, double least)
{
  try {
    Scene scene(mesh, thickness, least);
  } catch (const std::invalid_argument &invalid) {
    return invalid.what();
  }
  return "";
}

bool begins(const std::string &text, const std::string &with)
{
  return text.compare(0, with.size(), with) == 0;
}

TEST(WornShape, MeshesThatCannotWearAreRejected)
{
  const Mesh block = block_mesh({0, 0, 0}, {1, 1, 0.2}, 2), plate = random_plate(2, 0.5, 1);
  EXPECT_EQ(refusal(block, 0.0, 0.1), "");
  EXPECT_EQ(refusal(plate, 0.3, 0.1), "");
  EXPECT_TRUE(begins(refusal(block, 0.3, 0.0), "deform thickness 0.3 (leave it out"));
  EXPECT_TRUE(begins(refusal(plate, 0.0, 0.0), "deform has no thickness"));
  EXPECT_TRUE(begins(refusal(plate, 0.3, 0.3), "deform least 0.3 (must be below the thickness"));
  EXPECT_TRUE(begins(refusal(block, 0.0, 0.25), "deform: triangle "));
  // Solid outside: no other side.
  Mesh hollow = block;
  for (auto &face : hollow.faces) std::reverse(face.begin(), face.end());
  EXPECT_TRUE(begins(refusal(hollow, 0.0, 0.0), "deform has no thickness"));
  EXPECT_EQ(refusal(hollow, 0.3, 0.0), "");
  // A long edge beside two short ones.
  Mesh seam;
  testing::add_quad(seam, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0});
  testing::add_quad(seam, {1, 0, 0}, {2, 0, 0}, {2, 0.5, 0}, {1, 0.5, 0});
  testing::add_quad(seam, {1, 0.5, 0}, {2, 0.5, 0}, {2, 1, 0}, {1, 1, 0});
  EXPECT_TRUE(begins(refusal(seam, 0.3, 0.0), "deform 1 corners in the middle of edges"));
}

// One triangle wears until something is wrong.
std::string end_of(Scene &scene, int triangle, double depth, int steps)
{
  for (int k = 0; k < steps; k++) {
    std::vector<double> volumes(scene.wall.mesh().own_triangles(), 0.0);
    volumes[triangle] = depth * scene.wall.mesh().triangles()[triangle].area;
    const std::string fault = scene.shape.wear(volumes);
    if (!fault.empty()) return fault;
  }
  return "";
}

TEST(WornShape, TheFirstTriangleThatFailsIsNamed)
{
  const auto has = [](const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  };
  Scene thin(random_plate(6, 0.5, 1), 0.1, 0.04);
  const std::string worn_thin = end_of(thin, 30, 0.005, 100);
  EXPECT_TRUE(has(worn_thin, " thick (at least 0.04)")) << worn_thin;
  int named = 0;
  ASSERT_EQ(std::sscanf(worn_thin.c_str(), "triangle %d at", &named), 1);
  const auto &at = thin.wall.mesh().triangles();
  bool meets = false;    // the one that wears
  for (const int a : at[named - 1].corners)
    for (const int b : at[30].corners) meets = meets || a == b;
  EXPECT_TRUE(meets);

  Scene plate(random_plate(6, 0.5, 1), 100.0);
  EXPECT_TRUE(has(end_of(plate, 30, 2.0, 1), " flips ("));

  // Through the far side of a block, whose triangles are small beside it.
  Scene block(block_mesh({0, 0, 0}, {1, 1, 0.1}, 5));
  int top = 0;
  while (block.wall.mesh().triangles()[top].normal[2] < 0.5 ||
         norm(block.wall.mesh().triangles()[top].corner - Vector3d{0.4, 0.4, 0.1}) > 1e-9)
    top++;
  const std::string cut = end_of(block, top, 0.01, 100);
  EXPECT_TRUE(has(cut, " cuts through the wall (")) << cut;
  double lowest = 1.0;
  for (const auto &corner : block.wall.mesh().corners())
    if (corner.place[2] < 0.099 && corner.outward[2] > 0.0)
      lowest = std::min(lowest, corner.place[2]);
  EXPECT_GT(lowest, -0.02);    // within a step
}

}    // namespace test_worn_shape
}    // namespace grist
