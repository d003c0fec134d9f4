#include "overlaps/overlap_block_lanes.h"

#include "lanes/lane_vectors.h"
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

struct StoredEnergies {
  static constexpr int LANES = LossBlock<OverlapEntries>::LANES;
  double normal[LANES], shear[LANES];
};

// From lane `first` on. The parts by which friction was evaluated: no time passes, and the history is
// unchanged. Forces do not depend on whether this is worked out.
template <class KIND>
[[gnu::flatten, gnu::noinline]] void find_losses_of(const OverlapBlock &block, int first, double dt,
                                                    LossBlock<OverlapEntries> &__restrict to,
                                                    StoredEnergies &__restrict energies)
{
  constexpr bool BY_VOLUME = KIND::NORMAL == NormalLaw::VOLUME;
  for (int k = 0; k < to.LANES; k++) {
    const int n = first + k;
    const Contact contact = contact_of(block, n);
    const OverlapContactLaw law = law_of(block, n);
    Motion motion = motion_of(block, contact, dt, n);
    motion.dt = 0.0;
    History kept = {load_lane(block.kept_force, n), load_lane(block.kept_twist, n), block.peak[n],
                    block.work[n], block.pressed[n]};
    const double force2 = dot(kept.force, kept.force), twist2 = dot(kept.twist, kept.twist);
    const Parts parts = contact_parts<KIND>(law, contact, motion, kept);
    store_lane(to.force[0], k, parts.damping * contact.normal + parts.dashpots);
    store_lane(to.force[1], k, parts.friction - parts.dashpots);
    store_lane(to.force[2], k, (BY_VOLUME ? -parts.elastic : 0.0) * contact.normal);
    store_lane(to.moment[0], k, parts.twist_damping + parts.rocking);
    store_lane(to.moment[1], k, parts.twist - parts.twist_damping);
    store_lane(to.arm_a, k, contact.centroid);
    store_lane(to.arm_b, k, contact.centroid - contact.distance);

    const double stored = stored_in_volume<KIND>(law, contact.volume, kept);
    energies.normal[k] = BY_VOLUME ? stored / contact.area : stored;
    const double polar = 0.5 * contact.area / PI;
    const double spring = law.stiffness_ratio * stiffness_now<KIND>(law, contact.area);
    energies.shear[k] =
        KIND::FRICTION == FrictionLaw::COULOMB ? 0.5 * (force2 + twist2 / polar) / spring : 0.0;
  }
}

void find_losses(const OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt,
                 const double *share, LossBlock<OverlapEntries> *to, OverlapEnergy &sum)
{
  double &of_normal = kind.normal == NormalLaw::VOLUME ? sum.pressed : sum.normal;
  for (int first = 0; first < count; first += StoredEnergies::LANES) {
    alignas(64) StoredEnergies stored;
    with_kind(kind, [&](auto of) {
      find_losses_of<decltype(of)>(block, first, dt, to[first / StoredEnergies::LANES], stored);
    });
    for (int k = 0; k < StoredEnergies::LANES && first + k < count; k++) {
      of_normal += share[first + k] * stored.normal[k];
      sum.shear += share[first + k] * stored.shear[k];
    }
  }
}

constexpr OverlapBlockLanes TABLE = {evaluate_block, find_losses};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const OverlapBlockLanes OverlapBlockLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
