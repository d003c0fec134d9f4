// Contacts of many spheres with inner faces at once, and the motion of the faces. Oracles: the
// faces asked about one sphere (which LAMMPS' regions agree with), rigid motions of Eigen.

#include "common/space.h"
#include "lanes/each_instruction_set.h"
#include "walls/inner_faces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace test_inner_face_lanes {

using namespace grist;

constexpr double ROUNDING = 1e-13;    // of places of about 1

class FacesOfManySpheres : public grist::testing::EachInstructionSet {
 protected:
  std::mt19937 random{4711};
  std::uniform_real_distribution<double> any{-1.0, 1.0};

  Vector3d point(double size)
  {
    return {size * any(random), size * any(random), size * any(random)};
  }
  CenterBatch batch()
  {
    CenterBatch centers;
    for (int n = 0; n < CenterBatch::MOST; n++) {
      const Vector3d x = point(1.2);
      for (int d = 0; d < 3; d++) centers.x[d][n] = x[d];
      centers.reach[n] = 0.2 + 0.15 * any(random);
    }
    return centers;
  }
};

Vector3d lane(const double (&of)[3][CenterBatch::MOST], int n)
{
  return {of[0][n], of[1][n], of[2][n]};
}

std::vector<InnerFaces> shapes()
{
  std::vector<InnerFaces> all;
  const auto add_ends = [](InnerFaces &faces, int axis, bool low_is_open) {
    const Vector3d up = Vector3d::unit(axis);
    faces.add_plane(0, -0.7 * up, up, low_is_open);
    faces.add_plane(1, 0.8 * up, -up, false);
  };
  InnerFaces block;
  for (int axis = 0; axis < 3; axis++) {
    const Vector3d along = Vector3d::unit(axis);
    block.add_plane(2 * axis, -0.8 * along, along, axis == 1);
    block.add_plane(2 * axis + 1, 0.7 * along, -along, false);
  }
  all.push_back(block);
  InnerFaces sphere;
  sphere.set_sphere(0, {0.1, -0.1, 0.2}, 0.9);
  all.push_back(sphere);
  for (int axis = 0; axis < 3; axis++)
    for (const bool open : {false, true}) {
      InnerFaces cylinder, cone, point;
      cylinder.set_cylinder(2, axis, {0.1, 0.2, -0.1}, 0.8, open);
      add_ends(cylinder, axis, !open);
      cone.set_cone(2, {axis, {-0.1, 0.1, 0.2}, -0.7, 0.8, 0.3, 0.9}, open);
      add_ends(cone, axis, !open);
      point.set_cone(2, {axis, {0, 0, 0}, -0.7, 0.8, 0.9, 0.0}, open);
      all.insert(all.end(), {cylinder, cone});
      if (!open) all.push_back(point);
    }
  return all;
}

// Of a cone of 20 mm: the distance of a point inside to the line of the cone.
TEST(InnerFaces, ConeIsTouchedWithinReachAndNotBeyond)
{
  const double low = 0.01, high = 0.03, tall = 0.02, turn = std::sqrt(0.5);    // 45 degrees
  InnerFaces cone;
  cone.set_cone(5, {2, {0, 0, 0}, 0.0, tall, low, high}, false);
  for (const double distance : {1e-4, 1e-3, 4e-3})
    for (const double share : {0.99, 1.01}) {
      const Vector3d on{0.6 * (low + 0.5 * tall), 0.8 * (low + 0.5 * tall), 0.5 * tall};
      const Vector3d inward{-0.6 * turn, -0.8 * turn, turn};
      int count = 0;
      cone.for_each(on + distance * inward, distance / share, [&](const InnerFaces::Contact &c) {
        count++;
        EXPECT_EQ(c.face, 5);
        EXPECT_NEAR(c.distance, distance, 1e-15);
        EXPECT_LT(norm(c.normal - inward), 1e-12);
      });
      EXPECT_EQ(count, share < 1.0 ? 1 : 0) << distance;
    }
}

// Half of the sum of both curvatures, negative where the wall surrounds the sphere. The round cone
// is as curved as the cylinder of its radius there.
TEST(InnerFaces, CurvaturesOfRoundWalls)
{
  const double radius = 0.05;
  InnerFaces sphere, cylinder, cone;
  sphere.set_sphere(0, {0, 0, 0}, radius);
  cylinder.set_cylinder(2, 2, {0, 0, 0}, radius, false);
  cone.set_cone(2, {2, {0, 0, 0}, -1.0, 1.0, radius - 1e-9, radius + 1e-9}, false);
  for (const auto &[faces, expected] : std::vector<std::pair<InnerFaces *, double>>{
           {&sphere, -1.0 / radius}, {&cylinder, -0.5 / radius}, {&cone, -0.5 / radius}}) {
    int count = 0;
    const double wanted = expected * radius;
    faces->for_each({radius - 0.001, 0, 0}, 0.002, [&](const InnerFaces::Contact &c) {
      count++;
      EXPECT_NEAR(c.curvature * radius, wanted, 1e-6);
    });
    EXPECT_EQ(count, 1);
  }
}

TEST_P(FacesOfManySpheres, TouchWhereEachSphereDoes)
{
  InnerContacts found;
  for (const InnerFaces &faces : shapes()) {
    int contacts = 0, beside = 0;
    for (int round = 0; round < 40; round++) {
      const CenterBatch centers = batch();
      const int count = 1 + round * 7 % CenterBatch::MOST;
      inner_face_lanes().find(faces.form(), centers, count, found);
      for (int n = 0; n < CenterBatch::MOST; n++) {
        const Vector3d x = lane(centers.x, n);
        const double reach = centers.reach[n];
        const auto place = n < count ? faces.place(x, reach)
                                     : InnerFaces::Place::AWAY;    // no bit beyond
        std::vector<InnerFaces::Contact> expected, in_lane;
        if (place == InnerFaces::Place::INSIDE)
          faces.for_each(x, reach, [&](const auto &contact) { expected.push_back(contact); });
        EXPECT_EQ(found.beside >> n & 1, place == InnerFaces::Place::BESIDE ? 1 : 0);
        const auto take = [&](const FaceContacts &face, int number, double curvature) {
          if (face.with >> n & 1)
            in_lane.push_back({number, lane(face.normal, n), face.distance[n], curvature});
        };
        take(found.curved, faces.curved_face(), found.curvature[n]);
        for (int p = 0; p < faces.form().planes; p++)
          take(found.plane[p], faces.plane_face(p), 0.0);
        ASSERT_EQ(in_lane.size(), expected.size());
        for (size_t k = 0; k < expected.size(); k++) {
          EXPECT_EQ(in_lane[k].face, expected[k].face);
          EXPECT_NEAR(in_lane[k].distance, expected[k].distance, ROUNDING);
          EXPECT_LT(norm(in_lane[k].normal - expected[k].normal), ROUNDING / expected[k].distance);
          EXPECT_NEAR(in_lane[k].curvature, expected[k].curvature,
                      ROUNDING * expected[k].curvature * expected[k].curvature);
        }
        contacts += static_cast<int>(expected.size());
        beside += place == InnerFaces::Place::BESIDE;
      }
    }
    EXPECT_GT(contacts, 10);
    EXPECT_GT(beside, 10);
  }
}

TEST_P(FacesOfManySpheres, MoveAsARigidBody)
{
  const Pose frame = {{0.3, -0.2, 0.1}, rotation_matrix(0.7, normalized(Vector3d{1, 2, 3}))};
  const Vector3d center{0.5, 0.4, -0.3}, velocity{0.2, 0.1, -0.4}, omega{1.0, -2.0, 0.5};
  WallPose pose;
  for (int d = 0; d < 3; d++) {
    for (int e = 0; e < 3; e++) pose.rotation[d][e] = frame.rotation(d, e);
    pose.shift[d] = frame.position[d];
    pose.center[d] = center[d];
    pose.velocity[d] = velocity[d];
    pose.omega[d] = omega[d];
  }
  const CenterBatch box = batch();
  CenterBatch own;
  inner_face_lanes().to_own(pose, box, CenterBatch::MOST, own);
  FaceContacts face = {};
  std::vector<Vector3d> normals;
  for (int n = 0; n < CenterBatch::MOST; n++) {
    EXPECT_LT(norm(frame * lane(own.x, n) - lane(box.x, n)), ROUNDING);
    EXPECT_EQ(own.reach[n], box.reach[n]);
    normals.push_back(normalized(point(1.0)));
    for (int d = 0; d < 3; d++) face.normal[d][n] = normals[n][d];
    face.distance[n] = 0.1 * (2.0 + any(random));
  }
  inner_face_lanes().move(pose, box, CenterBatch::MOST, face);
  for (int n = 0; n < CenterBatch::MOST; n++) {
    const Vector3d normal = frame.rotation * normals[n];
    const Vector3d touched = lane(box.x, n) - face.distance[n] * normal;
    EXPECT_LT(norm(lane(face.normal, n) - normal), ROUNDING);
    EXPECT_LT(norm(lane(face.velocity, n) - velocity - cross(omega, touched - center)),
              10 * ROUNDING);
  }
}

GRIST_FOR_EACH_INSTRUCTION_SET(FacesOfManySpheres);

}    // namespace test_inner_face_lanes
