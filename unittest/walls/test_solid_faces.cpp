// Contacts of many spheres with inner faces at once, and the motion of the faces. Oracles: the
// faces asked about one sphere (which LAMMPS' regions agree with), rigid motions of Eigen.

#include "common/space.h"
#include "lanes/each_instruction_set.h"
#include "walls/solid_faces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace test_solid_faces {

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

std::vector<SolidFaces> shapes()
{
  const int block[] = {0, 0, 1, 0, 0, 0};
  std::vector<SolidFaces> all = {
      SolidFaces::block({{-0.8, -0.8, -0.8}, {0.7, 0.7, 0.7}}, block),
      SolidFaces::sphere({0.1, -0.1, 0.2}, 0.9),
      SolidFaces::half_space({0.1, 0.2, 0.0}, normalized(Vector3d{1, 2, 3})),
  };
  for (int axis = 0; axis < 3; axis++)
    for (const int is_open : {0, 1}) {
      const int open[] = {1 - is_open, 0, is_open};
      all.push_back(SolidFaces::cylinder({axis, {0.1, 0.2, -0.1}, -0.7, 0.8, 0.8, 0.8}, open));
      all.push_back(SolidFaces::cone({axis, {-0.1, 0.1, 0.2}, -0.7, 0.8, 0.3, 0.9}, open));
      if (!is_open) all.push_back(SolidFaces::cone({axis, {0, 0, 0}, -0.7, 0.8, 0.9, 0.0}, open));
    }
  return all;
}

const int CLOSED[] = {0, 0, 0, 0, 0, 0};

// Of a cone of 20 mm: the distance of a point inside to the line of the cone.
TEST(SolidFaces, ConeIsTouchedWithinReachAndNotBeyond)
{
  const double low = 0.01, high = 0.03, tall = 0.02, turn = std::sqrt(0.5);    // 45 degrees
  const SolidFaces cone = SolidFaces::cone({2, {0, 0, 0}, 0.0, tall, low, high}, CLOSED);
  for (const double distance : {1e-4, 1e-3, 4e-3})
    for (const double share : {0.99, 1.01}) {
      const Vector3d on{0.6 * (low + 0.5 * tall), 0.8 * (low + 0.5 * tall), 0.5 * tall};
      const Vector3d inward{-0.6 * turn, -0.8 * turn, turn};
      int count = 0;
      cone.for_each_inner(on + distance * inward, distance / share,
                          [&](const SolidFaces::Contact &c) {
                            count++;
                            EXPECT_EQ(c.face, 2);
                            EXPECT_NEAR(c.distance, distance, 1e-15);
                            EXPECT_LT(norm(c.normal - inward), 1e-12);
                          });
      EXPECT_EQ(count, share < 1.0 ? 1 : 0) << distance;
    }
}

// Half of the sum of both curvatures, negative where the wall surrounds the sphere. The round cone
// is as curved as the cylinder of its radius there.
TEST(SolidFaces, CurvaturesOfRoundWalls)
{
  const double radius = 0.05;
  const SolidFaces sphere = SolidFaces::sphere({0, 0, 0}, radius);
  const SolidFaces cylinder = SolidFaces::cylinder({2, {0, 0, 0}, -1, 1, radius, radius}, CLOSED);
  const SolidFaces cone =
      SolidFaces::cone({2, {0, 0, 0}, -1.0, 1.0, radius - 1e-9, radius + 1e-9}, CLOSED);
  for (const auto &[faces, expected] : std::vector<std::pair<SolidFaces, double>>{
           {sphere, -1.0 / radius}, {cylinder, -0.5 / radius}, {cone, -0.5 / radius}}) {
    SolidFaces::Contact outer;
    ASSERT_TRUE(faces.touch_outer({radius + 0.001, 0, 0}, 0.002, outer));
    EXPECT_NEAR(std::fabs(outer.curvature) * radius, -expected * radius, 1e-6);
    EXPECT_NEAR(outer.distance, 0.001, 1e-9);
    int count = 0;
    const double wanted = expected * radius;
    faces.for_each_inner({radius - 0.001, 0, 0}, 0.002, [&](const SolidFaces::Contact &c) {
      count++;
      EXPECT_NEAR(c.curvature * radius, wanted, 1e-6);
    });
    EXPECT_EQ(count, 1);
  }
}

// From outside a cone is flat where its radius is below the reach, as in LAMMPS.
TEST(SolidFaces, ConeIsFlatFromOutsideWhereItIsNarrowerThanTheReach)
{
  const double turn = std::sqrt(0.5), reach = 0.1;    // 45 degrees
  const SolidFaces cone = SolidFaces::cone({2, {0, 0, 0}, -1.0, 0.0, 1.0, 0.0}, CLOSED);
  for (const double radius : {0.02, 0.09, 0.11, 0.5}) {
    const Vector3d on{radius, 0, -radius}, outwards{turn, 0, turn};
    SolidFaces::Contact outer;
    ASSERT_TRUE(cone.touch_outer(on + 0.05 * outwards, reach, outer));
    EXPECT_NEAR(outer.distance, 0.05, ROUNDING);
    EXPECT_NEAR(outer.curvature, radius > reach ? -0.5 / radius : 0.0, 1e-10);
  }
}

// Of all points of closed faces. Oracle: many points of each face, drawn at random.
TEST(SolidFaces, OuterContactIsTheNearestPoint)
{
  std::mt19937 random(16);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const SolidFaces &faces : shapes()) {
    int contacts = 0;
    for (int n = 0; n < 300; n++) {
      const Vector3d x{1.3 * any(random), 1.3 * any(random), 1.3 * any(random)};
      if (faces.holds(x)) continue;
      SolidFaces::Contact at;
      if (!faces.touch_outer(x, 0.5, at)) {
        EXPECT_GE(faces.clearance(x), 0.5);
        continue;
      }
      contacts++;
      const Vector3d place = x - at.distance * at.normal;
      EXPECT_NEAR(norm(at.normal), 1.0, ROUNDING / at.distance);
      EXPECT_NEAR(faces.clearance(x), at.distance, ROUNDING);
      // It is on the border of the shape, and no point of the shape that is nearer than a closed
      // face is in sight: from the place on, the shape begins.
      EXPECT_TRUE(faces.holds(place - 1e-9 * at.normal) || faces.clearance(place) < 1e-9);
      EXPECT_LT(faces.clearance(place), 1e-9);
    }
    EXPECT_GT(contacts, 20);
  }
}

// The clearance is never larger than the distance to a closed face, and changes by no more than
// the way between two points.
TEST(SolidFaces, ClearanceNeverJumps)
{
  std::mt19937 random(17);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const SolidFaces &faces : shapes())
    for (int n = 0; n < 5000; n++) {
      const Vector3d x{1.3 * any(random), 1.3 * any(random), 1.3 * any(random)};
      SolidFaces::Contact outer;
      double least = 1e9;
      if (faces.holds(x))
        faces.for_each_inner(x, 1e9, [&](const auto &at) { least = std::min(least, at.distance); });
      else if (faces.touch_outer(x, 1e9, outer))
        least = outer.distance;
      EXPECT_LE(faces.clearance(x), least + ROUNDING);
      EXPECT_GE(faces.clearance(x), 0.0);
    }
}

TEST_P(FacesOfManySpheres, TouchWhereEachSphereDoes)
{
  InnerContacts found;
  for (const SolidFaces &faces : shapes()) {
    int contacts = 0, beside = 0;
    for (int round = 0; round < 40; round++) {
      const CenterBatch centers = batch();
      const int count = 1 + round * 7 % CenterBatch::MOST;
      inner_face_lanes().find(faces.form(), centers, count, found);
      for (int n = 0; n < CenterBatch::MOST; n++) {
        const Vector3d x = lane(centers.x, n);
        const double reach = centers.reach[n];
        const auto place = n < count ? faces.place(x, reach)
                                     : SolidFaces::Place::AWAY;    // no bit beyond
        std::vector<SolidFaces::Contact> expected, in_lane;
        if (place == SolidFaces::Place::INSIDE)
          faces.for_each_inner(x, reach, [&](const auto &contact) { expected.push_back(contact); });
        EXPECT_EQ(found.beside >> n & 1, place == SolidFaces::Place::BESIDE ? 1 : 0);
        const auto take = [&](const FaceContacts &face, int number, double curvature) {
          if (face.with >> n & 1)
            in_lane.push_back({number, lane(face.normal, n), face.distance[n], curvature});
        };
        take(found.curved, faces.curved_face(), found.curvature[n]);
        for (int p = 0; p < faces.form().planes; p++) take(found.plane[p], p, 0.0);
        ASSERT_EQ(in_lane.size(), expected.size());
        for (size_t k = 0; k < expected.size(); k++) {
          EXPECT_EQ(in_lane[k].face, expected[k].face);
          EXPECT_NEAR(in_lane[k].distance, expected[k].distance, ROUNDING);
          EXPECT_LT(norm(in_lane[k].normal - expected[k].normal), ROUNDING / expected[k].distance);
          EXPECT_NEAR(in_lane[k].curvature, expected[k].curvature,
                      ROUNDING * expected[k].curvature * expected[k].curvature);
        }
        contacts += static_cast<int>(expected.size());
        beside += place == SolidFaces::Place::BESIDE;
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

}    // namespace test_solid_faces
