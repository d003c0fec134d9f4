#include "bonds/face_block.h"

#include "bonds/face_block_lanes.h"
#include "common/preconditions.h"
#include "lanes/vector_sums.h"

namespace grist {

FaceBlock::FaceBlock() :
    a(), b(), at_a(), at_b(), turn_a(), turn_b(), springs(), time(), strengths()
{
  for (int lane = 0; lane < LANES; lane++) clear(lane);
}

void FaceBlock::clear(int lane)
{
  assert(is_number_of(lane, LANES));
  a[lane] = b[lane] = 0;
  turn_a[3][lane] = turn_b[3][lane] = 1.0;
  for (Lane &one : springs) one[lane] = 0.0;
  for (Lane &one : strengths) one[lane] = 0.0;
}

static void set_place(FaceBlock::Lane (&at)[3], FaceBlock::Lane (&turn)[4], int lane,
                      const Pose &pose)
{
  double q[4];
  copy_to(q, quaternion_of(pose.rotation));
  set_lane_vector(at, lane, pose.position);
  for (int k = 0; k < 4; k++) turn[k][lane] = q[k];
}

void FaceBlock::set(int lane, int of_a, int of_b, const FaceMaterial &material,
                    const FaceBond &bond, double mass, double strength)
{
  assert(is_number_of(lane, LANES) && of_a >= 0 && of_b >= 0 && mass > 0.0);
  a[lane] = of_a;
  b[lane] = of_b;
  set_place(at_a, turn_a, lane, bond.in_a);
  set_place(at_b, turn_b, lane, bond.in_b);
  const FaceSprings stiff(material, bond);
  for (int k = 0; k < 3; k++) {
    springs[k][lane] = stiff.force[k];
    springs[3 + k][lane] = stiff.moment[k];
  }
  time[lane] = dashpot_time(material, stiff, mass);
  const FaceStrengths<double> factors = face_strengths(material, bond, stiff, strength);
  for (int k = 0; k < STRENGTHS; k++) strengths[k][lane] = factors[k];
}

void evaluate(const FaceBlock &block, const FaceBody *bodies, bool with_energy, FaceBlockForces &on)
{
  kernels_in_use<FaceBlockLanes>().evaluate(block, bodies, with_energy, on);
}

}    // namespace grist
