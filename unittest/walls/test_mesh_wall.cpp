// Moving meshes as walls: the triangles listed for each sphere, histories that pass from feature to
// feature, periodic images. Oracles: the same contacts without a list; a mesh that is longer than
// the box.

#include "common/constants.h"
#include "walls/mesh_wall.h"
#include "walls/wall_contact.h"

#include "meshes/mesh_scenes.h"
#include "walls/contact_memory.h"
#include "walls/one_by_one.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace grist {
namespace test_mesh_wall {

using testing::block_mesh;
using testing::contacts_of;
using testing::is_near;
using testing::list_if_near;
using testing::random_plate;
using testing::tube;

constexpr double SMOOTH = 20.0 * grist::PI / 180.0;
constexpr double ROUNDING = 1e-12;

void expect_same(std::vector<WallContact> one, std::vector<WallContact> two)
{
  const auto by_surface = [](const WallContact &a, const WallContact &b) {
    return a.surface < b.surface;
  };
  std::sort(one.begin(), one.end(), by_surface);
  std::sort(two.begin(), two.end(), by_surface);
  ASSERT_EQ(one.size(), two.size());
  for (size_t k = 0; k < one.size(); k++) {
    EXPECT_EQ(one[k].surface, two[k].surface);
    EXPECT_NEAR(one[k].distance, two[k].distance, ROUNDING);
    EXPECT_LT(norm(one[k].normal - two[k].normal), ROUNDING);
    EXPECT_LT(norm(one[k].velocity - two[k].velocity), ROUNDING);
    EXPECT_LT(norm(one[k].image - two[k].image), ROUNDING);
  }
}

// Of all triangles of the mesh, in space.
std::vector<WallContact> one_by_one(MeshWall &wall, const Vector3d &x, double radius)
{
  const Pose frame = wall.frame(), to_own = inverse(frame);
  const Vector3d image = wall.image_of(x);
  std::vector<TriangleTree::Near> near;
  wall.triangle_tree().find_near(to_own * image, radius, near);
  std::vector<WallContact> all;
  testing::OneByOne contacts(wall.mesh(), false);
  for (const MeshContact &at : contacts.find(near, to_own * image, radius)) {
    const Vector3d normal = frame.rotation * at.normal;
    WallContact now = wall.contact_at(image - at.distance * normal, normal);
    now.surface = at.feature;
    now.distance = at.distance;
    now.image = image - x;
    all.push_back(now);
  }
  return all;
}

// After the list is built, spheres and wall move by less than the margin.
TEST(MeshWall, ListHasAllContactsOfASphere)
{
  RigidMotion motion;
  motion.add_rotation({0, 0, 0}, {1, 2, 0}, 1.0);
  MeshWall wall(TriangleMesh(block_mesh({-1, -1, -1}, {1, 1, 1}, 12), SMOOTH), false, motion);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-1.3, 1.3), step(-0.004, 0.004);
  constexpr double RADIUS = 0.15, MARGIN = 0.15;
  wall.place(0.2);
  wall.begin_list();
  std::vector<Vector3d> listed;
  for (int n = 0; n < 2000; n++) {
    const Vector3d x{place(random), place(random), place(random)};
    const bool near = is_near(wall, x, RADIUS + MARGIN);
    ASSERT_EQ(near, list_if_near(wall, x, RADIUS + MARGIN));
    if (near) listed.push_back(x);
  }
  ASSERT_GT(listed.size(), 300u);
  int touching = 0;
  for (double time = 0.2; time < 0.206; time += 1e-3) {    // by less than 0.1
    wall.place(time);
    for (size_t n = 0; n < listed.size(); n++) {
      listed[n] += Vector3d{step(random), step(random), step(random)};
      const auto direct = one_by_one(wall, listed[n], RADIUS);
      expect_same(SingleSphere().find(wall, static_cast<int>(n), listed[n], RADIUS), direct);
      touching += direct.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(touching, 500);
}

TEST(MeshWall, ListFollowsCornersThatAreShifted)
{
  MeshWall wall(TriangleMesh(block_mesh({-1, -1, -1}, {1, 1, 1}, 12), SMOOTH), false, {});
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-1.3, 1.3);
  for (const double shift : {0.0, 0.25}) {
    wall.shift_corners(std::vector<Vector3d>(wall.mesh().corners().size(), Vector3d{shift, 0, 0}));
    wall.begin_list();
    for (int n = 0; n < 2000; n++) {
      const Vector3d x{place(random), place(random), place(random)};
      ASSERT_EQ(is_near(wall, x, 0.2), list_if_near(wall, x, 0.2)) << shift;
    }
  }
}

// A batch finds what its spheres find one by one, in a periodic box too, while the wall turns.
TEST(MeshWall, BatchHasTheContactsOfItsSpheres)
{
  RigidMotion motion;
  motion.add_rotation({0, 0, 0}, {1, 2, 0}, 1.0);
  MeshWall wall(TriangleMesh(block_mesh({-1, -1, -1}, {1, 1, 1}, 12), SMOOTH), false, motion);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-1.3, 1.3), step(-0.004, 0.004);
  constexpr double RADIUS = 0.15, MARGIN = 0.15;
  std::vector<Vector3d> listed;
  wall.set_periods({0.0, 4.0, 0.0});
  wall.begin_list();
  while (listed.size() < 45) {
    const Vector3d x{place(random), place(random) + 4.0 * (listed.size() % 3), place(random)};
    if (list_if_near(wall, x, RADIUS + MARGIN)) listed.push_back(x);
  }
  int touching = 0;
  for (double time = 0.0; time < 0.03; time += 1e-3) {
    wall.place(time);
    CenterBatch centers;
    WallContacts together;
    together.begin(false, wall.has_images());
    int counts[CenterBatch::MOST];
    const int first = 5, count = static_cast<int>(listed.size()) - first;
    for (Vector3d &x : listed) x += Vector3d{step(random), step(random), step(random)};
    for (int k = 0; k < count; k++) centers.set(k, listed[first + k], RADIUS);
    wall.find(first, centers, count, together, counts);
    int n = 0;
    for (int k = 0; k < count; k++) {
      std::vector<WallContact> of_sphere;
      for (int c = 0; c < counts[k]; c++) of_sphere.push_back(together[n++]);
      expect_same(of_sphere, one_by_one(wall, listed[first + k], RADIUS));
    }
    EXPECT_EQ(n, together.size());
    touching += together.size();
  }
  EXPECT_GT(touching, 300);
}

// The history of the first contact on the path is also that of the last one.
void expect_history_survives(MeshWall &wall, double radius,
                             const std::function<Vector3d(double)> &path)
{
  ContactMemory memory;
  memory.set_width(1);
  memory.resize(1);
  int passed = 0, last = -1;
  for (double s = 0.0; s <= 1.0; s += 2e-5) {
    const std::vector<WallContact> found = contacts_of(wall, path(s), radius);
    ASSERT_EQ(found.size(), 1u) << s;
    double *history = memory.update(0, found, wall);
    if (last < 0) history[0] = 7.0;
    ASSERT_EQ(history[0], 7.0) << s;
    passed += found[0].surface != last;
    last = found[0].surface;
  }
  EXPECT_GT(passed, 10);
}

TEST(MeshWall, HistoryPassesOverEdgesAndCorners)
{
  MeshWall plate(TriangleMesh(random_plate(20, 1.0, 3), SMOOTH), false, RigidMotion());
  expect_history_survives(plate, 0.1, [](double s) {
    return Vector3d{-0.8 + 1.6 * s, -0.7 + 1.3 * s, 0.098};
  });
  // Triangles smaller than the steps of a fast sphere.
  MeshWall fine(TriangleMesh(random_plate(300, 1.0, 3), SMOOTH), false, RigidMotion());
  expect_history_survives(fine, 0.1, [](double s) {
    return Vector3d{-0.8 + 1.6 * s, -0.7 + 1.3 * s, 0.098};
  });
  MeshWall drum(TriangleMesh(tube(60, 1.0, -1.0, 1.0, 9), SMOOTH), false, RigidMotion());
  expect_history_survives(drum, 0.2, [](double s) {
    return Vector3d{-0.7 + s, 0.802 * std::cos(4 * s), 0.802 * std::sin(4 * s)};
  });
}

TEST(MeshWall, HistoryPassesOntoASharpEdgeAndOffIt)
{
  MeshWall bar(TriangleMesh(block_mesh({-1, -1, -1}, {1, 1, 1}, 7), SMOOTH), false, RigidMotion());
  expect_history_survives(bar, 0.3, [](double s) {
    const double way = 2.0 * s - 0.8, around = std::clamp(way / 0.29, 0.0, 0.5 * grist::PI);
    const double past = std::max(0.0, way - 0.29 * 0.5 * grist::PI);
    return Vector3d{0.5 - 0.2 * s, 1.0 + std::min(way, 0.0) + 0.29 * std::sin(around),
                    1.0 + 0.29 * std::cos(around) - past};
  });
}

TEST(MeshWall, TubeAsLongAsTheBoxIsEndless)
{
  for (const auto &[half, rings] : {std::pair(1.0, 1), {1.0, 4}, {0.25, 1}}) {
    RigidMotion motion;
    motion.add_rotation({0, 0, 0}, {1, 0, 0}, 2.0);
    motion.add_linear({0.7, 0, 0});
    MeshWall slice(TriangleMesh(tube(60, 1.0, -half, half, rings), SMOOTH, {2.0 * half, 0.0, 0.0}),
                   false, motion);
    slice.set_periods({2.0 * half, 0.0, 0.0});
    MeshWall endless(
        TriangleMesh(tube(60, 1.0, -9.0, 9.0, static_cast<int>(9.0 / half) * rings), SMOOTH), false,
        motion);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> along(-3.0, 3.0), turn(0.0, 2.0 * grist::PI);
    for (const double time : {0.0, 0.3, 1.9}) {
      slice.place(time);
      endless.place(time);
      for (int n = 0; n < 1000; n++) {
        const double angle = turn(random);
        const Vector3d x{along(random), 0.803 * std::cos(angle), 0.803 * std::sin(angle)};
        const auto one = contacts_of(slice, x, 0.2), two = contacts_of(endless, x, 0.2);
        ASSERT_EQ(one.size(), 1u);
        ASSERT_EQ(two.size(), 1u);
        EXPECT_NEAR(one[0].distance, two[0].distance, ROUNDING);
        EXPECT_LT(norm(one[0].normal - two[0].normal), 1e-9);
        EXPECT_LT(norm(one[0].velocity - two[0].velocity), 1e-9);
      }
    }
    // Along the axis across the periodic border, the history stays.
    slice.place(0.0);
    ContactMemory memory;
    memory.set_width(1);
    memory.resize(1);
    for (double s = -1.5; s < 1.5; s += 1e-3) {
      const std::vector<WallContact> found = contacts_of(slice, {s, 0.802, 0.01}, 0.2);
      ASSERT_EQ(found.size(), 1u);
      double *history = memory.update(0, found, slice);
      if (s == -1.5) history[0] = 7.0;
      ASSERT_EQ(history[0], 7.0) << s;
    }
  }
}

TEST(MeshWall, ShiftIsTheLargestOfAllPoints)
{
  RigidMotion motion;
  motion.add_linear({0, 3, 0});
  MeshWall wall(TriangleMesh(block_mesh({-1, -1, -1}, {1, 1, 1}), SMOOTH), false, motion);
  const AlignedBox box{{-2, -2, -2}, {2, 2, 2}};
  wall.begin_list();
  wall.place(0.1);
  EXPECT_NEAR(wall.shift_since_list(box), 0.3, ROUNDING);
  EXPECT_EQ(wall.reference_point(), Vector3d::zero());
  wall.set_reference({1, 2, 3});
  EXPECT_EQ(wall.reference_point(), (Vector3d{1, 2, 3}));
}

// Along a periodic axis all of the mesh counts, wherever the box of this rank is.
TEST(MeshWall, ShiftOfATurningMeshIsThatOfItsWholePeriod)
{
  for (const double turned : {-4.0, 4.0}) {
    RigidMotion motion;
    motion.add_rotation({turned, 0, 0}, {0, 1, 0}, 2.0 * grist::PI / 0.01);    // 0.01 rad
    MeshWall wall(TriangleMesh(block_mesh({-1, -1, -1}, {1, 1, 1}), SMOOTH), false, motion);
    wall.set_periods({8, 0, 0});
    const AlignedBox box{{-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}};
    wall.begin_list();
    wall.place(1.0);
    EXPECT_GT(wall.shift_since_list(box), 0.01 * 8.0);
    EXPECT_LT(wall.shift_since_list(box), 0.01 * 12.0);
  }
}

}    // namespace test_mesh_wall
}    // namespace grist
