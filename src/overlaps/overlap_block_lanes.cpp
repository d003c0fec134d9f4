#include "overlaps/overlap_block_lanes.h"

#include "overlaps/overlap_kernel.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

using namespace overlap_kernel;

inline OverlapContactLaw law_of(const OverlapBlock &block, int n)
{
  OverlapContactLaw law;
  law.stiffness = block.stiffness[n];
  law.restitution = block.restitution[n];
  law.damping_ratio = block.damping_ratio[n];
  law.damping = block.damping[n];
  law.mu = block.mu[n];
  law.stiffness_ratio = block.stiffness_ratio[n];
  law.speed_squared = block.speed_squared[n];
  law.tangential_damping = block.tangential_damping[n];
  return law;
}

inline Contact contact_of(const OverlapBlock &block, int n)
{
  return {block.volume[n],
          block.area[n],
          load_lane(block.centroid, n),
          load_lane(block.normal, n),
          load_lane(block.area_vector, n),
          load_lane(block.moment, n),
          load_lane(block.distance, n)};
}

// At the centroid, as by pair_velocity(); friction turns with the mean of the two bodies, as by
// pair_turning().
inline Motion motion_of(const OverlapBlock &block, const Contact &contact, double dt, int n)
{
  const Vector omega_a = load_lane(block.omega_a, n), omega_b = load_lane(block.omega_b, n);
  const Vector both = omega_a + omega_b, half = 0.25 * dt * both;
  const Vector &arm_a = contact.centroid, arm_b = arm_a - contact.distance;
  const Vector of_a = cross(omega_a, arm_a - cross(half, arm_a));
  const Vector of_b = cross(omega_b, arm_b - cross(half, arm_b));
  return {load_lane(block.velocity, n) + (of_a - of_b), omega_a - omega_b, 0.5 * both,
          block.mass[n], dt};
}

template <class KIND> void evaluate_kind(OverlapBlock &block, int lanes, double dt)
{
  for (int n = 0; n < lanes; n++) {
    const Contact contact = contact_of(block, n);
    const Motion motion = motion_of(block, contact, dt, n);
    History kept = {load_lane(block.kept_force, n), load_lane(block.kept_twist, n), block.peak[n],
                    block.work[n], block.pressed[n]};
    const Force on = contact_force<KIND>(law_of(block, n), contact, motion, kept);
    store_lane(block.kept_force, n, kept.force);
    store_lane(block.kept_twist, n, kept.twist);
    if constexpr (KIND::HYSTERETIC) {
      block.peak[n] = kept.peak;
      block.work[n] = kept.work;
      block.pressed[n] = kept.pressed;
    }
    store_lane(block.force, n, on.force);
    store_lane(block.torque_a, n, on.torque_a);
    store_lane(block.torque_b, n, on.torque_b);
    block.energy[n] = on.energy;
    block.lost[n] = on.lost;
    block.lost_now[n] = on.lost_now;
  }
}

void evaluate_block(OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt)
{
  // Whole vectors of any width up to this: the same instructions for every lane.
  constexpr int WIDEST = 8;
  const int lanes = (count + WIDEST - 1) / WIDEST * WIDEST;
  with_kind(kind, [&](auto of) { evaluate_kind<decltype(of)>(block, lanes, dt); });
}

constexpr OverlapBlockLanes TABLE = {evaluate_block};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const OverlapBlockLanes OverlapBlockLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
