// Faces by blocks against single ones, for each set of instructions.

#include "bonds/face_block.h"

#include "common/constants.h"
#include "lanes/instructions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

namespace grist {
namespace {

class FaceBlocks : public ::testing::TestWithParam<Instructions> {
 protected:
  FaceBlocks() : before(instructions()) { use_instructions(GetParam()); }
  ~FaceBlocks() override { use_instructions(before); }

  double some(double most) { return most * std::uniform_real_distribution<double>(-1, 1)(random); }
  Vector3d vector(double most) { return {some(most), some(most), some(most)}; }
  Pose pose(double most, double angle)
  {
    return {vector(most), rotation_matrix(some(angle), normalized(vector(1.0)))};
  }

  std::mt19937_64 random{7};

 private:
  Instructions before;
};

FaceMaterial by_stress()
{
  FaceMaterial material;
  material.young = 1e8;
  material.damping = 0.2;
  material.tensile = 3e5;
  material.cohesion = 5e5;
  material.friction = 0.6;
  material.beta = 0.7;
  return material;
}

FaceMaterial by_energy()
{
  FaceMaterial material;
  material.young = 2e8;
  material.ratio = 1.4;
  material.opening = 3.0;
  material.shearing = 8.0;
  return material;
}

FaceMaterial soft_by_energy()
{
  FaceMaterial material = by_energy();
  material.tensile = 1e4;
  return material;
}

// Small motions of pairs of bodies that are turned at will, and large ones, beyond half a turn.
TEST_P(FaceBlocks, AreTheSingleFaces)
{
  constexpr double STRENGTH = 0.8;
  for (const FaceMaterial &material : {by_stress(), by_energy(), soft_by_energy()})
    for (const double motion : {1e-6, 1e-2, 3.0}) {
      auto block = std::make_unique<FaceBlock>();
      std::vector<FaceBody> bodies;
      std::vector<FaceForces> right;
      const auto add_body = [&](const Pose &at) {
        FaceBody body = {at.position, vector(2.0), vector(5.0), {}, {}};
        copy_to(body.turn, quaternion_of(at.rotation));
        bodies.push_back(body);
      };
      for (int lane = 0; lane < FaceBlock::LANES; lane++) {
        const Pose a = pose(1.0, 3.0), b = pose(1.0, 3.0), face = pose(0.1, 3.0);
        const FaceBond bond = make_face_bond(a, b, face, 0.02, {2e-5, 5e-5}, {0.07, 0.09}, 0.11);
        const Pose moved = {b.position + vector(1e-2 * motion),
                            rotation_matrix(some(motion), normalized(vector(1.0))) * b.rotation};
        add_body(a);
        add_body(moved);
        block->set(lane, 2 * lane, 2 * lane + 1, material, bond, 0.3, STRENGTH);
        const FaceBody &one = bodies[2 * lane], &other = bodies[2 * lane + 1];
        FaceMemory memory;
        right.push_back(face_forces(
            material, bond, {a, moved, one.velocity, other.velocity, one.omega, other.omega, 0.3},
            STRENGTH, memory));
      }
      FaceBlockForces found;
      evaluate(*block, bodies.data(), true, found);
      for (int lane = 0; lane < FaceBlock::LANES; lane++) {
        const FaceForces &on = right[lane];
        EXPECT_EQ(found.share[lane] < 1.0, on.share < 1.0);
        if (material.softens() && !(on.share < 1.0)) continue;    // with damage
        // The rounding of places 1 apart, times the springs.
        const double tolerance = 1e-7 + 1e-11 * (norm(on.on.force_a) + motion * 1e6);
        for (int d = 0; d < 3; d++) {
          EXPECT_NEAR(found.on_a[lane].force[d], on.on.force_a[d], tolerance);
          EXPECT_EQ(found.on_b[lane].force[d], -found.on_a[lane].force[d]);
          EXPECT_NEAR(found.on_a[lane].torque[d], on.on.torque_a[d], tolerance);
          EXPECT_NEAR(found.on_b[lane].torque[d], on.on.torque_b[d], tolerance);
          EXPECT_NEAR(found.drag(lane).force_a[d], on.drag.force_a[d], tolerance);
          EXPECT_NEAR(found.drag(lane).torque_a[d], on.drag.torque_a[d], tolerance);
          EXPECT_NEAR(found.drag(lane).torque_b[d], on.drag.torque_b[d], tolerance);
        }
        EXPECT_NEAR(found.energy[lane] / on.energy, 1.0, 1e-12 / motion + 1e-11);
        EXPECT_NEAR(found.share[lane], on.share, 1e-9 * (1.0 + on.share));
      }
    }
}

// Lanes without a face exert nothing and have no share.
TEST_P(FaceBlocks, EmptyLanesExertNothing)
{
  auto block = std::make_unique<FaceBlock>();
  const FaceBond bond = make_face_bond({}, {}, {}, 0.02, {2e-5, 5e-5}, {0.07, 0.09}, 0.11);
  block->set(3, 0, 1, by_stress(), bond, 0.3);
  block->clear(3);
  const FaceBody body = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {0, 0, 0, 1}, {}};
  FaceBlockForces found;
  const std::vector<FaceBody> bodies = {body};
  evaluate(*block, bodies.data(), true, found);
  for (int lane = 0; lane < FaceBlock::LANES; lane++) {
    for (int d = 0; d < 3; d++) EXPECT_EQ(found.on_a[lane].force[d], 0.0);
    EXPECT_EQ(found.share[lane], 0.0);
    EXPECT_EQ(found.energy[lane], 0.0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, FaceBlocks, ::testing::ValuesIn(supported_instructions()),
                         [](const auto &info) { return std::string(name(info.param)); });

}    // namespace
}    // namespace grist
