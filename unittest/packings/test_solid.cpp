#include "packings/solid.h"

#include "common/constants.h"
#include "packings/solid_scenes.h"
#include "packings/solid_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

using namespace grist;

namespace test_solid {

std::string refusal_of(const Mesh &mesh)
{
  try {
    const Solid solid(mesh);
  } catch (const std::invalid_argument &refused) {
    return refused.what();
  }
  return "none";
}

Mesh turned(Mesh mesh)
{
  for (auto &face : mesh.faces) std::reverse(face.begin(), face.end());
  return mesh;
}

// Oracle: closed forms of a box, in the frame whose longest edge is 2.
TEST(Solid, BoxHasItsMassAndDepths)
{
  const Solid box(solid_shapes::mesh_of(Shape::box(4.0, 3.0, 2.0)));
  EXPECT_EQ(box.unit(), 2.0);
  EXPECT_NEAR(box.mass().volume, 3.0, 1e-8);
  EXPECT_NEAR(box.mass().inertia(0, 0), 3.0 * (1.5 * 1.5 + 1.0) / 12.0, 1e-8);
  EXPECT_NEAR(box.depth({0.0, 0.0, 0.1}), 0.4, 1e-9);
  EXPECT_NEAR(box.depth({0.9, 0.7, 0.0}), 0.05, 1e-9);
  EXPECT_NEAR(box.depth({1.3, 0.75 + 0.4, 0.0}), -0.5, 1e-9);
  const auto surface = box.surface_at({0.0, 0.0, 0.4});
  EXPECT_LT(norm(surface.inward - Vector3d{0.0, 0.0, -1.0}), 1e-9);
}

// Oracle: the distances to the walls of the cup, by hand. Also with its faces turned.
TEST(Solid, CupIsHollow)
{
  for (const Mesh &mesh : {grist::testing::cup(), turned(grist::testing::cup())}) {
    const Solid cup(mesh);
    EXPECT_NEAR(cup.mass().volume, 5.84, 1e-8);
    EXPECT_NEAR(cup.depth({0.0, 0.0, 0.0}), -0.5, 1e-9);
    EXPECT_NEAR(cup.depth({0.0, 0.0, -0.8}), 0.2, 1e-9);
    EXPECT_NEAR(cup.depth({0.8, 0.0, 0.5}), 0.2, 1e-9);
    EXPECT_NEAR(cup.depth({0.7, 0.7, -0.6}), std::sqrt(0.03), 1e-9);    // to the hollow's corner
  }
  EXPECT_FALSE(Solid(grist::testing::cup()).was_turned());
  EXPECT_TRUE(Solid(turned(grist::testing::cup())).was_turned());
}

// Oracle: no point of the surface is inside a ball by more than the tolerance.
TEST(Solid, BallsTouchTheSurface)
{
  const Solid cup(grist::testing::cup());
  const auto samples = cup.samples(300);
  ASSERT_EQ(samples.size(), 300u);
  for (const auto &sample : samples) {
    EXPECT_NEAR(cup.depth(sample.place), 0.0, 1e-9);
    const auto ball = cup.ball_at(sample, 0.01);
    EXPECT_GE(ball.radius, 0.0);
    for (const auto &other : samples)
      EXPECT_GE(norm(other.place - ball.center), ball.radius * (1.0 - 1e-9));
    EXPECT_LE(norm(sample.place - ball.center), ball.radius + 0.01 + 1e-9);
  }
}

TEST(Solid, RefusesWhatEnclosesNothing)
{
  Mesh open = grist::testing::cup();
  open.faces.pop_back();
  EXPECT_EQ(refusal_of(open),
            "a mesh with 3 open edges (must be closed; every edge between two triangles)");
  Mesh mixed = grist::testing::cup();
  std::reverse(mixed.faces[3].begin(), mixed.faces[3].end());
  EXPECT_EQ(refusal_of(mixed),
            "a mesh with some triangles facing in and others out (normals must "
            "all point out, or all in)");
  EXPECT_EQ(refusal_of(Mesh()), "a mesh without triangles");
}

// Oracle: closed forms of the round shapes.
TEST(SolidShapes, HaveTheVolumeOfTheirShapes)
{
  using namespace solid_shapes;
  const auto volume = [](const Mesh &mesh) {
    const Solid solid(mesh);
    EXPECT_FALSE(solid.was_turned());
    return solid.mass().volume * std::pow(solid.unit(), 3);
  };
  EXPECT_NEAR(volume(mesh_of(Shape::sphere(2.0))), sphere_volume(2.0), 1e-7);
  EXPECT_NEAR(volume(mesh_of(Shape::cylinder(2.0, 3.0))), 12.0 * PI, 1e-7);
  EXPECT_NEAR(volume(mesh_of(Shape::cube(2.0))), 8.0, 1e-12);
  EXPECT_NEAR(volume(rod(1.0, 5.0)), sphere_volume(1.0) + 3.0 * PI, 1e-7);
  EXPECT_NEAR(volume(rod(1.0, 2.0)), sphere_volume(1.0), 1e-7);
  EXPECT_NEAR(volume(tablet(2.0, 1.0, 0.5)), 4.0 * PI + 0.5 * PI / 3.0 * 12.25, 1e-7);
  EXPECT_NEAR(volume(tablet(2.0, 0.0, 2.0)), sphere_volume(2.0), 1e-7);
  EXPECT_NEAR(volume(tablet(2.0, 1.0, 0.0)), 4.0 * PI, 1e-7);
  EXPECT_NEAR(volume(cushion(2.0, 2.0, 2.0, 1.0)), sphere_volume(1.0), 1e-7);
  EXPECT_NEAR(volume(cushion(4.0, 3.0, 2.0, 0.5)),
              6.0 + 11.0 + PI * 0.25 * 6.0 + sphere_volume(0.5), 1e-7);
  for (int seed = 1; seed < 5; seed++)
    EXPECT_NEAR(volume(gravel(2.0, seed)), sphere_volume(1.0), 1e-7);
}

// Oracle: the extents over all, up to the facets.
TEST(SolidShapes, HaveTheirSizes)
{
  const auto sizes = [](const Mesh &mesh) -> Vector3d { return extent(mesh).sizes(); };
  EXPECT_LT(norm(sizes(solid_shapes::cushion(4.0, 3.0, 2.0, 0.5)) - Vector3d{4, 3, 2}), 0.01);
  EXPECT_LT(norm(sizes(solid_shapes::rod(1.0, 5.0)) - Vector3d{2, 2, 5}), 0.01);
  EXPECT_LT(norm(sizes(solid_shapes::tablet(5.0, 2.0, 1.2)) - Vector3d{10, 10, 4.4}), 0.02);
}

TEST(SolidShapes, RefuseImpossibleSizes)
{
  EXPECT_THROW(solid_shapes::rod(1.0, 1.9), std::invalid_argument);
  EXPECT_THROW(solid_shapes::rod(0.0, 1.9), std::invalid_argument);
  EXPECT_THROW(solid_shapes::tablet(1.0, 1.0, 1.1), std::invalid_argument);
  EXPECT_THROW(solid_shapes::tablet(1.0, 0.0, 0.0), std::invalid_argument);
  EXPECT_THROW(solid_shapes::tablet(1.0, -1.0, 0.5), std::invalid_argument);
  EXPECT_THROW(solid_shapes::cushion(1.0, 2.0, 3.0, 0.6), std::invalid_argument);
  EXPECT_THROW(solid_shapes::gravel(-1.0, 1), std::invalid_argument);
}

}    // namespace test_solid
