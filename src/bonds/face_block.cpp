#include "bonds/face_block.h"

#include "bonds/face_block_lanes.h"
#include "common/preconditions.h"
#include "lanes/vector_sums.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace grist {

// By stress, or by energy.
static std::array<double, 11> strength_numbers(const FaceMaterial &of, const FaceBond &bond,
                                               const FaceSprings &springs, double strength)
{
  std::array<double, 11> numbers = {};
  if (of.parts_by_energy()) {
    const double factor =
        0.5 * std::max(1.0, softening_reach(of, bond.distance)) / (bond.area * strength * strength);
    const double opening = factor / of.opening, shearing = factor / of.shearing;
    numbers[6] = opening / springs.force.z;
    numbers[7] = opening / springs.moment.x;
    numbers[8] = opening / springs.moment.y;
    numbers[9] = shearing / springs.force.x;
    numbers[10] = shearing / springs.moment.z;
    return numbers;
  }
  const double reach = std::hypot(bond.extent[0], bond.extent[1]);
  const double tension = 1.0 / (of.tensile * strength), shear = 1.0 / (of.cohesion * strength);
  numbers[0] = tension / bond.area;
  numbers[1] = tension * of.beta * bond.extent[1] / bond.inertia[0];
  numbers[2] = tension * of.beta * bond.extent[0] / bond.inertia[1];
  numbers[3] = shear / bond.area;
  numbers[4] = shear * of.beta * reach / (bond.inertia[0] + bond.inertia[1]);
  numbers[5] = shear * of.friction / bond.area;
  return numbers;
}

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
  const auto numbers = strength_numbers(material, bond, stiff, strength);
  for (size_t k = 0; k < numbers.size(); k++) strengths[k][lane] = numbers[k];
}

void evaluate(const FaceBlock &block, const FaceBody *bodies, bool with_energy, FaceBlockForces &on)
{
  kernels_in_use<FaceBlockLanes>().evaluate(block, bodies, with_energy, on);
}

}    // namespace grist
