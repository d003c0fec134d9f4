// Files of five bodies in every way in which they may be written, read for each use. Oracles: closed
// forms of the volumes; the plain file of the same body.

#include "meshes/convex_mesh.h"
#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_file.h"
#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"
#include "packings/solid.h"
#include "particles/mesh_containers.h"

#include "meshes/mesh_variations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace grist {
namespace test_mesh_variations {

using testing::five_bodies;
using testing::NamedBody;
using testing::Variation;
using testing::variations_of;

// Of single precision in binary files, and of the corners that are moved by 5e-8.
constexpr double ROUNDING = 1e-6;

Mesh fit_for(const Variation &file, MeshUse use, bool outward = false)
{
  MeshCleaning how;
  how.use = use;
  how.outward = outward;
  return cleaned(parse_mesh(file.contents), how).mesh;
}

std::vector<Vector3d> points_around(const AlignedBox &box)
{
  std::mt19937 random(3);
  std::uniform_real_distribution<double> share(-0.2, 1.2);
  std::vector<Vector3d> points;
  for (int n = 0; n < 60; n++) {
    Vector3d at;
    for (double &x : at) x = share(random);
    points.push_back(box.low + product(at, box.sizes()));
  }
  return points;
}

template <class Check> void for_files(const Check &check)
{
  for (const NamedBody &body : five_bodies())
    for (const Variation &file : variations_of(body.mesh)) {
      SCOPED_TRACE(body.name + ", " + file.name);
      try {
        check(body, file);
      } catch (const std::invalid_argument &refused) {
        ADD_FAILURE() << refused.what();
      }
    }
}

TEST(MeshVariations, TemplatesHaveTheVolume)
{
  for_files([](const NamedBody &body, const Variation &file) {
    const Solid solid(fit_for(file, MeshUse::SOLID)), plain(body.mesh);
    EXPECT_NEAR(solid.mass().volume * std::pow(solid.unit(), 3), body.volume,
                ROUNDING * body.volume);
    EXPECT_EQ(solid.was_turned(), file.name == "all turned");
    for (const Vector3d &x : points_around(plain.extent()))
      EXPECT_NEAR(solid.depth(x), plain.depth(x), 4.0 * ROUNDING);
  });
}

// Rounding turns a triangle without area any way, also inward. Points beside its edge are outside.
TEST(MeshVariations, NeedlesThatRoundingTurnsMakeNoInside)
{
  for (const NamedBody &body : five_bodies())
    for (int seed = 1; seed <= 40; seed++) {
      SCOPED_TRACE(body.name + ", seed " + std::to_string(seed));
      MeshCleaning how;
      how.use = MeshUse::SOLID;
      const Mesh needle = testing::with_needle(body.mesh);
      const Solid solid(cleaned(testing::rounded(needle, seed), how).mesh), plain(body.mesh);
      const Vector3d from = needle.vertices[needle.faces[0][0]];
      const Vector3d middle = needle.vertices.back();
      Vector3d center = Vector3d::zero();
      for (const Vector3d &x : body.mesh.vertices)
        center += x / static_cast<double>(body.mesh.vertices.size());
      const double unit = plain.unit();
      const Vector3d origin = plain.given(Vector3d::zero());
      for (int n = 1; n < 8; n++) {
        const Vector3d on = from + 0.25 * n * (middle - from);
        const Vector3d x = (on + 0.1 * (on - center) - origin) / unit;
        EXPECT_NEAR(solid.depth(x), plain.depth(x), 4.0 * ROUNDING) << n;
      }
    }
}

TEST(MeshVariations, VesselsHaveTheVolumeAndHoldTheSame)
{
  for_files([](const NamedBody &body, const Variation &file) {
    const ClosedMesh vessel(fit_for(file, MeshUse::SOLID)), plain(body.mesh);
    EXPECT_NEAR(vessel.volume(), body.volume, ROUNDING * body.volume);
    for (const Vector3d &x : points_around(plain.extent()))
      for (const double radius : {0.0, 0.1})
        EXPECT_EQ(vessel.holds(x, radius), plain.holds(x, radius));
  });
}

TEST(MeshVariations, PolyhedraHaveTheVolumeAndTheCorners)
{
  for_files([](const NamedBody &body, const Variation &file) {
    const ConvexPolyhedron shape = convex_polyhedron(fit_for(file, MeshUse::SOLID, true));
    const ConvexPolyhedron plain =
        convex_polyhedron(fit_for(variations_of(body.mesh)[0], MeshUse::SOLID));
    EXPECT_NEAR(shape.volume(), body.volume, ROUNDING * body.volume);
    EXPECT_EQ(shape.vertex_count(), plain.vertex_count());
    EXPECT_EQ(shape.face_count(), plain.face_count());
  });
}

TEST(MeshVariations, WallsAreAtTheSamePlaceAndFaceTheSameWay)
{
  for_files([](const NamedBody &body, const Variation &file) {
    if (file.name == "body in the body") return;    // a wall of its own
    const TriangleMesh wall(fit_for(file, MeshUse::ONE_SIDED_WALL), 0.3), plain(body.mesh, 0.3);
    const TriangleTree tree(wall.triangles()), plain_tree(plain.triangles());
    EXPECT_EQ(wall.open_edges() == 0, file.name != "seam" && file.name != "needle");
    const double sign = file.name == "all turned" ? -1.0 : 1.0;
    for (const Vector3d &x : points_around(plain.extent())) {
      const TriangleTree::Near near = tree.nearest(x), plain_near = plain_tree.nearest(x);
      EXPECT_NEAR(near.distance, plain_near.distance, ROUNDING);
      const TrianglePoint at = nearest_point(wall.triangles()[near.triangle], x);
      if (at.feature != TrianglePoint::INSIDE) continue;
      const Vector3d there = nearest_point(plain.triangles()[plain_near.triangle], x).point;
      if (norm(there - at.point) > 1e-3) continue;    // two places are equally near
      EXPECT_GT(sign *
                    dot(wall.triangles()[near.triangle].normal,
                        plain.triangles()[plain_near.triangle].normal),
                0.99);
    }
  });
}

// A plate of 18 triangles, 2 by 2, under a prism that is swept.
TEST(MeshVariations, FacesHaveTheArea)
{
  const Mesh plate = testing::random_plate(3, 1.0, 1);
  const Vector3d sweep{0.1, 0.2, 0.5};
  for (const Variation &file : variations_of(plate)) {
    if (file.name == "body in the body") continue;
    SCOPED_TRACE(file.name);
    const SweptFace face(fit_for(file, MeshUse::FACE), sweep);
    EXPECT_NEAR(face.area(), 4.0, 4.0 * ROUNDING);
    EXPECT_NEAR(face.volume(), 2.0, 4.0 * ROUNDING);
    const SweptFace plain(plate, sweep);
    for (const Vector3d &x : points_around(plain.extent()))
      EXPECT_EQ(face.holds(x, 0.05), plain.holds(x, 0.05));
  }
}

// Right meshes come out as they went in.
TEST(MeshVariations, RightMeshesKeepTheOrderOfTrianglesAndCorners)
{
  for (const NamedBody &body : five_bodies()) {
    const Mesh before = parse_mesh(testing::stl_text(body.mesh));
    for (const MeshUse use : {MeshUse::WALL, MeshUse::ONE_SIDED_WALL, MeshUse::SOLID}) {
      MeshCleaning how;
      how.use = use;
      const CleanMesh clean = cleaned(before, how);
      EXPECT_EQ(clean.mesh.faces, before.faces);
      ASSERT_EQ(clean.mesh.vertices.size(), before.vertices.size());
      for (size_t n = 0; n < before.vertices.size(); n++)
        EXPECT_EQ(clean.mesh.vertices[n], before.vertices[n]);
      EXPECT_EQ(clean.report.text(), "");
    }
  }
}

}    // namespace test_mesh_variations
}    // namespace grist
