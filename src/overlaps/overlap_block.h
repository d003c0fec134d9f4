// The forces of a block of contacts of bodies at once: overlap_kernel.h in one vectorised loop over
// arrays of a fixed length.
//
// A lane is one contact of two bodies. Each lane is worked out by the same vector instructions
// whatever its place in the block and however many lanes are in use, so that forces do not depend
// on how contacts are put into blocks. All lanes in use have laws of one kind.

#ifndef GRIST_OVERLAPS_OVERLAP_BLOCK_H
#define GRIST_OVERLAPS_OVERLAP_BLOCK_H

#include "common/preconditions.h"
#include "energy/loss_block.h"
#include "lanes/vector_sums.h"
#include "overlaps/overlap_contact.h"
#include "overlaps/overlap_energy.h"

namespace grist {

// Normal law, hysteretic or not, friction law.
inline bool is_of_one_kind(const OverlapContactLaw &a, const OverlapContactLaw &b)
{
  return a.normal == b.normal && a.hysteretic == b.hysteretic && a.friction == b.friction;
}

// Two bodies at the instant of the contact. distance: position of b minus that of a.
struct BodiesInContact {
  const Vector3d &distance, &velocity_a, &velocity_b, &omega_a, &omega_b;
  double mass;    // effective
};

struct OverlapBlock {
  static constexpr int LANES = 16;
  using Lane = double[LANES];
  using Lane3 = double[3][LANES];
  using LaneSpread = double[AreaSpread::SIZE][LANES];

  // Names as in OverlapContactLaw, Overlap, ContactMotion and ContactHistory. Velocity: of a minus
  // that of b, both at their positions.
  alignas(64) Lane stiffness, restitution, damping_ratio, damping, mu, stiffness_ratio;
  alignas(64) Lane speed_squared, tangential_damping;
  alignas(64) Lane volume, area, mass;
  alignas(64) Lane3 centroid, normal, area_vector, moment;
  alignas(64) LaneSpread spread;
  alignas(64) Lane3 distance, velocity, omega_a, omega_b;
  alignas(64) Lane3 kept_force, kept_twist;
  alignas(64) Lane peak, work, pressed;

  // Results of evaluate(), besides the history: names as in ContactForce.
  alignas(64) Lane3 force, torque_a, torque_b;
  alignas(64) Lane energy, lost, lost_now;

  OverlapBlock();
  void set_law(int lane, const OverlapContactLaw &law);
  void set_contact(int lane, const Overlap &overlap, const BodiesInContact &bodies);
  void set_history(int lane, const ContactHistory &history);
  ContactHistory history(int lane) const;
  ContactForce on(int lane) const;
};

inline void OverlapBlock::set_contact(int lane, const Overlap &overlap,
                                      const BodiesInContact &bodies)
{
  assert(is_number_of(lane, LANES) && bodies.mass > 0.0);
  assert(overlap.area == 0.0 || is_unit(overlap.normal));
  volume[lane] = overlap.volume;
  area[lane] = overlap.area;
  mass[lane] = bodies.mass;
  set_lane_vector(centroid, lane, overlap.centroid);
  set_lane_vector(normal, lane, overlap.normal);
  set_lane_vector(area_vector, lane, overlap.area_vector);
  set_lane_vector(moment, lane, overlap.moment);
  for (int k = 0; k < AreaSpread::SIZE; k++) spread[k][lane] = overlap.spread.data()[k];
  set_lane_vector(distance, lane, bodies.distance);
  set_lane_vector(velocity, lane, bodies.velocity_a - bodies.velocity_b);
  set_lane_vector(omega_a, lane, bodies.omega_a);
  set_lane_vector(omega_b, lane, bodies.omega_b);
}

inline void OverlapBlock::set_history(int lane, const ContactHistory &history)
{
  assert(is_number_of(lane, LANES));
  set_lane_vector(kept_force, lane, history.force);
  set_lane_vector(kept_twist, lane, history.twist);
  peak[lane] = history.peak;
  work[lane] = history.work;
  pressed[lane] = history.pressed;
}

inline ContactHistory OverlapBlock::history(int lane) const
{
  assert(is_number_of(lane, LANES));
  return {lane_vector(kept_force, lane), lane_vector(kept_twist, lane), peak[lane], work[lane],
          pressed[lane]};
}

inline ContactForce OverlapBlock::on(int lane) const
{
  assert(is_number_of(lane, LANES));
  return {lane_vector(force, lane),
          lane_vector(torque_a, lane),
          lane_vector(torque_b, lane),
          energy[lane],
          lost[lane],
          lost_now[lane]};
}

// The first `count` lanes; `kind` is a law of the kind of all of them.
void evaluate(OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt);

// After it: what takes energy, in blocks for so many entries (energy/losses.h). Adds what is stored,
// of which share[n] counts.
void find_losses(const OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt,
                 const double *share, LossBlock<OverlapEntries> *to, OverlapEnergy &stored);

}    // namespace grist

#endif
