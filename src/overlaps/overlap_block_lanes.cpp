#include "overlaps/overlap_block_lanes.h"

#include "energy/motion_lanes.h"
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

inline AreaSpread load_spread(const OverlapBlock::LaneSpread &s, int n)
{
  return {s[0][n], s[1][n], s[2][n], s[3][n], s[4][n], s[5][n]};
}

inline Contact contact_of(const OverlapBlock &block, int n)
{
  return {block.volume[n],
          block.area[n],
          load_lane(block.centroid, n),
          load_lane(block.normal, n),
          load_lane(block.area_vector, n),
          load_lane(block.moment, n),
          load_spread(block.spread, n),
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

// The parts by which friction was evaluated: no time passes, and the history is unchanged. Forces
// do not depend on whether this is worked out.
template <class KIND>
void find_flows_of(const OverlapBlock &block, double dt, const OverlapBlock::Lane &share,
                   OverlapFlowBlock &__restrict to, OverlapEnergy &sum)
{
  alignas(64) OverlapBlock::Lane normal_stored, shear_stored;
  for (int n = 0; n < OverlapBlock::LANES; n++) {
    const Contact contact = contact_of(block, n);
    const OverlapContactLaw law = law_of(block, n);
    Motion motion = motion_of(block, contact, dt, n);
    motion.dt = 0.0;
    History kept = {load_lane(block.kept_force, n), load_lane(block.kept_twist, n), block.peak[n],
                    block.work[n], block.pressed[n]};
    const double force2 = dot(kept.force, kept.force), twist2 = dot(kept.twist, kept.twist);
    const Parts parts = contact_parts<KIND>(law, contact, motion, kept);
    const double counts = share[n];
    const auto counted = [counts](const Vector &vector) {
      return select(counts > 0.0, counts * vector, Vector{0.0, 0.0, 0.0});
    };
    store_lane(to.damping, n, counted(parts.damping * contact.normal + parts.dashpots));
    store_lane(to.damping_moment, n, counted(parts.twist_damping + parts.rocking));
    store_lane(to.shearing, n, counted(parts.friction - parts.dashpots));
    store_lane(to.shearing_moment, n, counted(parts.twist - parts.twist_damping));
    store_lane(to.arm_a, n, contact.centroid);
    store_lane(to.arm_b, n, contact.centroid - contact.distance);

    const double stored = stored_in_volume<KIND>(law, contact.volume, kept);
    const double pressing = KIND::NORMAL == NormalLaw::VOLUME ? parts.elastic : 0.0;
    store_lane(to.pressing, n, counted(pressing * contact.normal));
    normal_stored[n] =
        counts * (KIND::NORMAL == NormalLaw::VOLUME ? stored / contact.area : stored);
    const double polar = 0.5 * contact.area / PI;
    const double spring = law.stiffness_ratio * stiffness_now<KIND>(law, contact.area);
    shear_stored[n] = KIND::FRICTION == FrictionLaw::COULOMB
        ? counts * (0.5 * (force2 + twist2 / polar) / spring)
        : 0.0;
  }
  double &of_normal = KIND::NORMAL == NormalLaw::VOLUME ? sum.pressed : sum.normal;
  for (int n = 0; n < OverlapBlock::LANES; n++) {
    if (share[n] == 0.0) continue;
    of_normal += normal_stored[n];
    sum.shear += shear_stored[n];
  }
}

void find_flows(const OverlapBlock &block, const OverlapContactLaw &kind, double dt,
                const OverlapBlock::Lane &share, OverlapFlowBlock &to, OverlapEnergy &stored)
{
  with_kind(kind, [&](auto of) { find_flows_of<decltype(of)>(block, dt, share, to, stored); });
}

void add_powers(const OverlapFlowBlock *blocks, int count, const double *rates, double (&powers)[3])
{
  Lanes sums[3] = {};
  for (int k = 0; k < count; k++) {
    const OverlapFlowBlock &block = blocks[k];
    for (int n = 0; n < OverlapFlowBlock::LANES; n += LANES) {
      const LaneMotions a = motions_of(block.a + n, rates), b = motions_of(block.b + n, rates);
      const LaneVectors omega = a.omega - b.omega,
                        velocity = a.velocity - b.velocity + cross(a.omega, load(block.arm_a, n)) -
          cross(b.omega, load(block.arm_b, n));
      sums[0] -= dot(load(block.damping, n), velocity) + dot(load(block.damping_moment, n), omega);
      sums[1] += dot(load(block.pressing, n), velocity);
      sums[2] -=
          dot(load(block.shearing, n), velocity) + dot(load(block.shearing_moment, n), omega);
    }
  }
  for (int flow = 0; flow < 3; flow++) powers[flow] += sum_of(sums[flow]);
}

constexpr OverlapBlockLanes TABLE = {evaluate_block, find_flows, add_powers};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const OverlapBlockLanes OverlapBlockLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
