// Oracles: the volume and the distances of a cube and of a ball, whose meshes are made here.

#include "common/space_text.h"
#include "particles/mesh_containers.h"

#include "meshes/mesh_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace grist;
using grist::testing::add_quad;

namespace test_mesh_containers {

// Edge 2 about the origin.
Mesh cube(bool inward)
{
  Mesh mesh;
  const auto corner = [](int n) {
    return Vector3d{n & 1 ? 1.0 : -1.0, n & 2 ? 1.0 : -1.0, n & 4 ? 1.0 : -1.0};
  };
  constexpr int SIDES[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                               {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto &side : SIDES) {
    if (inward)
      add_quad(mesh, corner(side[3]), corner(side[2]), corner(side[1]), corner(side[0]));
    else
      add_quad(mesh, corner(side[0]), corner(side[1]), corner(side[2]), corner(side[3]));
  }
  return mesh;
}

// A bin with a notch, as an L of unit squares swept by 1: concave.
Mesh notched()
{
  const std::vector<Vector3d> around = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0},
                                        {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  const Vector3d up{0, 0, 1};
  Mesh mesh;
  for (size_t n = 0; n < around.size(); n++) {
    const Vector3d &a = around[n], &b = around[(n + 1) % around.size()];
    add_quad(mesh, a, b, b + up, a + up);
  }
  const auto cap = [&](double z, bool top) {
    const Vector3d o{0, 0, z};
    const auto quad = [&](int a, int b, int c, int d) {
      if (top)
        add_quad(mesh, around[a] + o, around[b] + o, around[c] + o, around[d] + o);
      else
        add_quad(mesh, around[d] + o, around[c] + o, around[b] + o, around[a] + o);
    };
    quad(0, 1, 2, 3);
    quad(0, 3, 4, 5);
  };
  cap(0.0, false);
  cap(1.0, true);
  return mesh;
}

Mesh square(double edge)
{
  Mesh mesh;
  add_quad(mesh, {0, 0, 0}, {edge, 0, 0}, {edge, edge, 0}, {0, edge, 0});
  return mesh;
}

TEST(ClosedMesh, HoldsWhatIsInsideOfACube)
{
  for (const bool inward : {false, true}) {
    const ClosedMesh space(cube(inward));
    EXPECT_NEAR(space.volume(), 8.0, 1e-12);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> place(-1.5, 1.5), size(0.0, 0.6);
    for (int n = 0; n < 2000; n++) {
      const Vector3d x{place(random), place(random), place(random)};
      const double radius = size(random), depth = 1.0 - greatest_of(absolute(x));
      EXPECT_EQ(space.holds(x, radius), depth >= radius && depth > 0.0) << x << " " << radius;
    }
  }
}

TEST(ClosedMesh, HoldsWhatIsInsideOfANotchedBin)
{
  const ClosedMesh space(notched());
  EXPECT_NEAR(space.volume(), 3.0, 1e-12);
  std::mt19937 random(6);
  std::uniform_real_distribution<double> place(-0.2, 2.2), height(-0.2, 1.2);
  for (int n = 0; n < 2000; n++) {
    const Vector3d x{place(random), place(random), height(random)};
    const bool in = x[2] > 0 && x[2] < 1 && x[0] > 0 && x[1] > 0 && x[0] < 2 && x[1] < 2 &&
        (x[0] < 1 || x[1] < 1);
    EXPECT_EQ(space.holds(x, 0.0), in) << x;
  }
  // Near the edge that looks inward.
  EXPECT_TRUE(space.holds({0.7, 0.7, 0.5}, 0.42));
  EXPECT_FALSE(space.holds({0.7, 0.7, 0.5}, 0.43));
}

TEST(ClosedMesh, TheWayInLeadsOffTheSurface)
{
  const ClosedMesh space(cube(false));
  const Vector3d near{0.9, 0.0, 0.0};
  EXPECT_NEAR(space.way_in(near, 0.3)[0], -0.2, 1e-8);
  EXPECT_TRUE(space.holds(near + space.way_in(near, 0.3), 0.3));
  EXPECT_EQ(norm(space.way_in({0, 0, 0}, 0.3)), 0.0);
  Vector3d corner{0.9, 0.95, -0.9};
  for (int n = 0; n < 20; n++) corner += space.way_in(corner, 0.3);
  EXPECT_TRUE(space.holds(corner, 0.2999));
}

TEST(ClosedMesh, OpenMeshesAreRefused)
{
  Mesh open = cube(false);
  open.faces.pop_back();
  EXPECT_THROW(ClosedMesh{open}, std::invalid_argument);
  EXPECT_THROW(ClosedMesh{square(1.0)}, std::invalid_argument);
}

TEST(SweptFace, HoldsWhatLiesInFrontOfIt)
{
  for (const Vector3d &sweep : {Vector3d{0, 0, 1.5}, Vector3d{0, 0, -1.5}, Vector3d{0.5, 0, 1.5}}) {
    const SweptFace space(square(2.0), sweep);
    EXPECT_NEAR(space.volume(), 6.0, 1e-12);
    EXPECT_NEAR(space.area(), 4.0, 1e-12);
    const Vector3d middle = Vector3d{1, 1, 0} + 0.5 * sweep;
    EXPECT_TRUE(space.holds(middle, 0.7));
    EXPECT_FALSE(space.holds(middle, 0.76));
    EXPECT_FALSE(space.holds(middle - sweep, 0.1));
    Vector3d aside = middle + Vector3d{0, 0.9, 0};
    EXPECT_FALSE(space.holds(aside, 0.2));
    for (int n = 0; n < 20; n++) aside += space.way_in(aside, 0.2);
    EXPECT_TRUE(space.holds(aside, 0.1999));
  }
  // The slanted wall is nearer than it looks along the face.
  const SweptFace slanted(square(2.0), {2.0, 0.0, 2.0});
  EXPECT_TRUE(slanted.holds({1.5, 1.0, 1.0}, 0.35));    // 0.5 along the face, 0.354 across the wall
  EXPECT_FALSE(slanted.holds({1.5, 1.0, 1.0}, 0.36));
}

TEST(SweptFace, MayBeSmall)
{
  EXPECT_NEAR(SweptFace(square(0.01), {0, 0, 0.02}).volume(), 2e-6, 1e-18);
}

TEST(SweptFace, WrongFacesAreRefused)
{
  EXPECT_THROW(SweptFace(cube(false), {0, 0, 1}), std::invalid_argument);
  EXPECT_THROW(SweptFace(square(1.0), {1, 0, 0}), std::invalid_argument);
  EXPECT_THROW(SweptFace(square(1.0), {0, 0, 0}), std::invalid_argument);
}

}    // namespace test_mesh_containers
