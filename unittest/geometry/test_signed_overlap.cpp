// The oracle for overlaps of bodies that are not convex, against overlap() where both are convex,
// against closed forms where they are not, and against itself by other ways.

#include "geometry/signed_overlap.h"

#include "geometry/lasserre.h"
#include "geometry/overlap.h"
#include "geometry/polyhedron_scenes.h"
#include "meshes/mesh.h"

#include <gtest/gtest.h>

namespace grist {
namespace test_signed_overlap {

static constexpr double CLOSE = 1e-11;    // over powers of the size, which is near 1

static void expect_near(const Vector3d &a, const Vector3d &b, double tolerance)
{
  EXPECT_LE(norm(a - b), tolerance)
      << a[0] << " " << a[1] << " " << a[2] << " and " << b[0] << " " << b[1] << " " << b[2];
}

// A prism on an outline, counter-clockwise, from z = 0.
static Mesh prism(const std::vector<Vector2d> &outline, double height)
{
  Mesh mesh;
  const int n = static_cast<int>(outline.size());
  for (const double z : {0.0, height})
    for (const Vector2d &p : outline) mesh.vertices.push_back({p[0], p[1], z});
  std::vector<int> low, high;
  for (int k = 0; k < n; k++) {
    low.insert(low.begin(), k);
    high.push_back(n + k);
    mesh.faces.push_back({k, (k + 1) % n, n + (k + 1) % n, n + k});
  }
  mesh.faces.insert(mesh.faces.end(), {low, high});
  return mesh;
}

static Mesh block(const Vector3d &low, const Vector3d &high)
{
  Mesh mesh =
      prism({{low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}}, high.z - low.z);
  for (Vector3d &p : mesh.vertices) p.z += low.z;
  return mesh;
}

// Legs of length 2 and width 1 along x and y, 1 high; its notch is at (1, 1).
static Mesh l_shape()
{
  return prism({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 1.0);
}

// A prism over a star: its caps are concave polygons.
static Mesh star()
{
  std::vector<Vector2d> outline;
  for (int k = 0; k < 10; k++) {
    const double radius = k % 2 == 0 ? 1.2 : 0.45, angle = 0.2 * 3.14159265358979 * k;
    outline.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return prism(outline, 0.7);
}

TEST(SignedOverlap, EqualsThatOfConvexBodies)
{
  const std::vector<ConvexPolyhedron> shapes = many_shapes();
  Scenes scenes(75);
  OverlapWorkspace workspace;
  int overlapping = 0;
  for (int n = 0; n < 200; n++) {
    const ConvexPolyhedron &a = shapes[scenes.index(shapes.size())];
    const ConvexPolyhedron &b = shapes[scenes.index(shapes.size())];
    const Pose pose_a = scenes.pose();
    const Pose pose_b = scenes.near(a, pose_a, b);
    const Overlap known = overlap(a, pose_a, b, pose_b, workspace);
    const SignedOverlap found = signed_overlap(mesh_of(a), pose_a, mesh_of(b), pose_b);
    EXPECT_NEAR(found.volume, known.volume, CLOSE) << n;
    expect_near(found.area_vector, known.area_vector, CLOSE);
    if (known.status != OverlapStatus::OVERLAPPING) continue;
    overlapping++;
    expect_near(found.centroid * known.volume, known.centroid * known.volume, CLOSE);
    expect_near(found.moment, known.moment, CLOSE);
  }
  EXPECT_GT(overlapping, 100);
}

// A block over the notch of an L: what they have in common is two blocks, across each leg.
TEST(SignedOverlap, OfABlockOverTheNotchOfAnL)
{
  const Mesh block_b = block({0.75, 0.5, 0.25}, {1.5, 1.25, 1.5});
  const double below = 0.75 * 0.5 * 0.75, beside = 0.25 * 0.25 * 0.75;
  const Vector3d center =
      (below * Vector3d{1.125, 0.75, 0.625} + beside * Vector3d{0.875, 1.125, 0.625}) /
      (below + beside);

  // Of the L inside the block: the floor of the notch, its wall, and the top of both legs.
  const Vector3d areas = {0.25 * 0.75, 0.5 * 0.75, 0.75 * 0.5 + 0.25 * 0.25};
  const Vector3d turns = 0.25 * 0.75 * cross(Vector3d{1.0, 1.125, 0.625}, Vector3d::unit(0)) +
      0.5 * 0.75 * cross(Vector3d{1.25, 1.0, 0.625}, Vector3d::unit(1)) +
      0.75 * 0.5 * cross(Vector3d{1.125, 0.75, 1.0}, Vector3d::unit(2)) +
      0.25 * 0.25 * cross(Vector3d{0.875, 1.125, 1.0}, Vector3d::unit(2));
  Scenes scenes(3);
  for (int n = 0; n < 20; n++) {
    const Pose pose = n == 0 ? Pose() : scenes.pose();
    for (const Vector3d &apex : {SOME_APEX, OTHER_APEX}) {
      const SignedOverlap found = signed_overlap(l_shape(), pose, block_b, pose, apex);
      EXPECT_NEAR(found.volume, below + beside, CLOSE);
      EXPECT_NEAR(found.area_a, sum_of(areas), CLOSE);
      expect_near(found.centroid, pose.rotation * center, CLOSE);
      expect_near(found.area_vector, pose.rotation * areas, CLOSE);
      expect_near(found.moment, pose.rotation * (turns - cross(center, areas)), CLOSE);
    }
  }
}

// Concave bodies at random poses: both ways round, from two apexes, in closed surfaces.
TEST(SignedOverlap, AgreesWithItself)
{
  const std::vector<Mesh> shapes = {l_shape(), star(), block({-1, -0.2, -0.3}, {1, 0.2, 0.3})};
  Scenes scenes(8);
  for (int n = 0; n < 100; n++) {
    const Mesh &a = shapes[scenes.index(shapes.size())], &b = shapes[scenes.index(shapes.size())];
    const Pose pose_a = scenes.pose();
    const Pose pose_b = {pose_a.position + 0.7 * scenes.vector(), scenes.rotation()};
    const Vector3d apart = pose_b.position - pose_a.position;
    const SignedOverlap found = signed_overlap(a, pose_a, b, pose_b);
    const SignedOverlap other = signed_overlap(a, pose_a, b, pose_b, OTHER_APEX);
    const SignedOverlap turned = signed_overlap(b, pose_b, a, pose_a);
    for (const SignedOverlap &same : {other, turned}) EXPECT_NEAR(same.volume, found.volume, CLOSE);
    EXPECT_NEAR(turned.area_a, found.area_b, CLOSE);
    expect_near(other.area_vector, found.area_vector, CLOSE);
    expect_near(found.area_vector_b, -found.area_vector, CLOSE);
    expect_near(found.moment_b, -found.moment, CLOSE);
    expect_near(turned.area_vector, -found.area_vector, CLOSE);
    expect_near(found.volume * (apart + turned.centroid - found.centroid), Vector3d::zero(), CLOSE);
  }
}

// The area vector is the growth of the volume where a moves, here by central differences.
TEST(SignedOverlap, AreaVectorIsTheGrowthOfVolume)
{
  Scenes scenes(21);
  const Pose pose_a = {{0.1, 0.2, 0.3}, scenes.rotation()};
  const Pose pose_b = {{0.8, 0.9, 0.5}, scenes.rotation()};
  const SignedOverlap found = signed_overlap(l_shape(), pose_a, star(), pose_b);
  ASSERT_GT(found.volume, 0.01);
  for (int k = 0; k < 3; k++) {
    const double step = 1e-5;
    const auto volume_at = [&](double shift) {
      const Pose moved = {pose_a.position + shift * Vector3d::unit(k), pose_a.rotation};
      return signed_overlap(l_shape(), moved, star(), pose_b).volume;
    };
    EXPECT_NEAR((volume_at(step) - volume_at(-step)) / (2.0 * step), found.area_vector[k], 1e-9);
  }
}

// Volumes of all pairs of tetrahedra, each without a single vertex.
TEST(SignedOverlap, EqualsTheSumOverPairsOfTetrahedra)
{
  Scenes scenes(5);
  const Pose pose_a = {Vector3d::zero(), scenes.rotation()};
  const Pose pose_b = {pose_a.rotation * Vector3d{0.9, 0.8, 0.4}, scenes.rotation()};
  const SignedMesh a(l_shape(), pose_a, Vector3d::zero(), SOME_APEX);
  const SignedMesh b(star(), pose_b, Vector3d::zero(), OTHER_APEX);
  long double volume = 0.0;
  for (const SignedMesh::Triangle &of_a : a.triangles())
    for (const SignedMesh::Triangle &of_b : b.triangles()) {
      Lasserre both;
      for (const HalfSpace &plane : a.planes(of_a)) both.add(plane, Vector3d::zero());
      for (const HalfSpace &plane : b.planes(of_b)) both.add(plane, Vector3d::zero());
      volume += a.orientation(of_a) * b.orientation(of_b) * both.volume();
    }
  const SignedOverlap found = signed_overlap(l_shape(), pose_a, star(), pose_b);
  ASSERT_GT(found.volume, 0.01);
  EXPECT_NEAR(found.volume, static_cast<double>(volume), CLOSE);
}

// Faces in one plane: the same way, as of a block in the corner of another, and against each other.
TEST(SignedOverlap, OfFacesInOnePlane)
{
  const Mesh small = block({0.0, 0.0, 0.0}, {0.5, 0.25, 1.0});
  Scenes scenes(14);
  for (int n = 0; n < 20; n++) {
    const Pose pose = n == 0 ? Pose() : Pose{{0.3, -0.2, 0.1}, scenes.rotation()};
    const SignedOverlap within = signed_overlap(l_shape(), pose, small, pose);
    EXPECT_NEAR(within.volume, 0.125, CLOSE);
    EXPECT_NEAR(within.area_a, 0.5 + 0.25 + 2.0 * 0.125, CLOSE);
    EXPECT_NEAR(within.area_b, 0.5 + 0.25, CLOSE);
    expect_near(within.area_vector, pose.rotation * Vector3d{-0.25, -0.5, 0.0}, CLOSE);

    const SignedOverlap itself = signed_overlap(l_shape(), pose, l_shape(), pose);
    EXPECT_NEAR(itself.volume, 3.0, CLOSE);
    EXPECT_NEAR(itself.area_a, 2.0 * 3.0 + 8.0, CLOSE);
    EXPECT_NEAR(itself.area_b, 0.0, CLOSE);

    const SignedOverlap beside = signed_overlap(l_shape(), pose, block({1, 1, 0}, {2, 2, 1}), pose);
    EXPECT_NEAR(beside.volume, 0.0, CLOSE);
    EXPECT_NEAR(beside.area_a, 0.0, CLOSE);
    EXPECT_NEAR(beside.area_b, 0.0, CLOSE);
  }
}

}    // namespace test_signed_overlap
}    // namespace grist
