// A uniform strain of blocks that are bonded at their faces is in equilibrium where both stiffnesses
// of a face are equal: the stress is uniform, whatever the cells are (Kawai 1978).

#include "blocks/block_partition.h"
#include "bonds/face_bond.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_block_strain {

using namespace grist;

struct Unbalanced {
  double force = 0.0, moment = 0.0;    // largest of inner blocks
};

// Nuclei are displaced by the strain, blocks with them.
Unbalanced strained(const BlockPartition &rock, const FaceMaterial &of, const Matrix3d &strain)
{
  const size_t count = rock.blocks.size();
  std::vector<Pose> before, after;
  for (const Block &block : rock.blocks) {
    before.push_back(block.shape.placement());
    after.push_back(before.back());
    after.back().position += strain * block.nucleus;
  }
  std::vector<Vector3d> force(count, Vector3d::zero()), moment(count, Vector3d::zero());
  for (const BlockFace &face : rock.joined.faces) {
    const FaceSection &s = face.section;
    const Pose frame = {s.centroid, Matrix3d::of_columns(s.axes[0], s.axes[1], s.normal)};
    const FaceBond bond = make_face_bond(before[face.a], before[face.b], frame, s.area,
                                         {s.moments[0], s.moments[1]}, {1.0, 1.0}, face.distance);
    FaceMotion motion = {};
    motion.a = after[face.a];
    motion.b = after[face.b];
    const FaceForces on = face_forces(of, bond, motion);
    force[face.a] += on.on.force_a;
    force[face.b] -= on.on.force_a;
    moment[face.a] += on.on.torque_a;
    moment[face.b] += on.on.torque_b;
  }
  Unbalanced most;
  for (size_t n = 0; n < count; n++) {
    if (rock.joined.outside[n] > 0.0) continue;
    most.force = std::max(most.force, norm(force[n]));
    most.moment = std::max(most.moment, norm(moment[n]));
  }
  return most;
}

TEST(BlockStrain, IsInEquilibriumWithEqualStiffnesses)
{
  BlockRequest request;
  request.cells = 300;
  request.spread = 0.3;
  const BlockPartition rock = divided_solid(BlockSolid::box({1.0, 1.2, 0.9}), request);
  ASSERT_GT(std::count(rock.joined.outside.begin(), rock.joined.outside.end(), 0.0), 40);
  constexpr double STRAIN = 1e-7;
  const Matrix3d strain =
      STRAIN * Matrix3d::of_rows({0.7, 0.3, -0.2}, {0.3, -0.5, 0.4}, {-0.2, 0.4, 0.9});
  FaceMaterial of;
  of.young = 1.0;
  of.ratio = 1.0;
  const double typical = STRAIN * std::pow(rock.volume / 300.0, 2.0 / 3.0);
  const Unbalanced equal = strained(rock, of, strain);
  EXPECT_LT(equal.force, 1e-6 * typical);
  EXPECT_LT(equal.moment, 1e-6 * typical);
  of.ratio = 2.5;
  EXPECT_GT(strained(rock, of, strain).force, 0.01 * typical);
}

}    // namespace test_block_strain
