// The force of one contact of spheres, for any law: stated once, for single contacts
// (sphere_contact.h) and for blocks of them (contact_block.h). There it is the body of a loop that
// compilers turn into vector instructions: plain doubles, selects instead of branches, and few
// divisions.
//
//   normal      F_n = elastic force - C_n v_n, by the springs of the law (springs.h)
//   cohesion    is a part of the elastic force and bounds of F_n and friction are its own
//               (cohesion.h)
//   tangential  F_t = -K_t s - C_t slip, at most friction |F_n| without cohesion; s is the stretch
//               of a spring
//   rolling, twisting   torques (rolling.h, twisting.h)
//
// ContactForm::CONSISTENT, the default:
//   normal      never pulls: F_n >= 0
//   slip        with the lever arms of the force, so that a pair that turns rigidly has none
//   spring      turns with the contact plane and, about the normal, by the mean rotation of the two
//               bodies; it is cut to K_t |s| <= friction |F_n|, by itself, so that it never points
//               along the slip
//   motion      is that of the middle of the step: speed along and slip across the mean of the old
//               and the new normal, and half of the slip is added to the spring before it turns,
//               half after. Else a pair that turns as one body has a speed and a slip, and springs
//               give energy to pairs that rotate
//   energy      what is remembered is sqrt(K_t) s: the spring keeps its energy where K_t changes
//               with the overlap, as no work is done along the slip then
//   dashpot     the sum of spring and dashpot is cut to the limit, so that a sliding contact has no
//               dashpot
// Spring and force are projections on a disc of the limit, so that friction always takes energy.
//
// ContactForm::STOCK, as pair_style granular of LAMMPS (mindlin, linear_history; sds): slip with
// the whole radii; at the limit the spring is set to what the dashpot leaves of the limit; the
// stretch itself is remembered.

#ifndef GRIST_CONTACTS_CONTACT_KERNEL_H
#define GRIST_CONTACTS_CONTACT_KERNEL_H

#include "contacts/contact_laws.h"
#include "contacts/contact_motion.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace contact_kernel {

// Speed of the centres along the normal that the law takes: negative when approaching.
template <class MODE>
inline double normal_speed_of(const Contact &contact, const Vector &sideways, const PlaneTurn &turn)
{
  const double speed = dot(contact.velocity, contact.normal);
  if constexpr (MODE::FORM == ContactForm::STOCK) return speed;
  return speed_halfway(speed, sideways, turn);
}

// Slip with the lever arms of the law.
template <class MODE>
inline Vector slip_of(const Contact &contact, const Vector &sideways, const PlaneTurn &turn)
{
  if constexpr (MODE::FORM == ContactForm::STOCK)
    return slip_by(contact.radius_a, contact.radius_b, sideways, contact.omega_a, contact.omega_b,
                   contact.normal);
  return sideways -
      rolling_halfway(contact.arm_a * contact.omega_a + contact.arm_b * contact.omega_b, turn);
}

// What a contact remembers of overlaps, at a new one, > 0.
template <class MODE>
inline void advance_memory(const KernelLaw<MODE> &law, MODE, double overlap, double radius,
                           double *memory)
{
  using LAW = typename MODE::Law;
  using COHESION = typename MODE::Cohesion;
  double *of_cohesion = memory + LAW::MEMORY.numbers;
  if constexpr (LAW::MEMORY.numbers > 0) LAW::advance(law, overlap, memory);
  if (COHESION::template advance_lane<LAW>(law, overlap, radius, of_cohesion) < 0.0)
    COHESION::template advance_rest<LAW>(law, overlap, radius, of_cohesion);
}

// Forces on a. Springs advance by the step and are limited.
template <class MODE>
inline Force contact_force(const KernelLaw<MODE> &law, const Contact &contact, const Step &step,
                           Vector &shear, Vector &roll)
{
  const Vector &normal = contact.normal;
  Force on;

  // 1. Along the normal.
  const NormalState state = MODE::Cohesion::template state<MODE>(law, contact);
  const Vector sideways = sideways_of(contact);
  const PlaneTurn turn(contact, step);
  MODE::Cohesion::template bound<MODE::FORM>(state, contact.overlap,
                                             normal_speed_of<MODE>(contact, sideways, turn), on);

  // 2. In the contact plane.
  const Vector slip = slip_of<MODE>(contact, sideways, turn);
  const double damping = law.damping_ratio * state.damping, limit = law.friction * on.pressing;
  if constexpr (MODE::FORM == ContactForm::STOCK) {
    on.tangential = stock_force(shear, normal, slip, state.shear, damping, limit, step);
  } else {
    const double root = std::sqrt(state.shear);
    on.tangential = friction_force(shear, turn, slip, root, root, damping, limit, step);
  }
  on.force = on.normal * normal + on.tangential;

  // 3. Torques: a's arm is -arm_a n, b's is arm_b n, and b takes the opposite force.
  const Vector levered = cross(on.tangential, normal);
  on.torque_a = contact.arm_a * levered;
  on.torque_b = contact.arm_b * levered;
  on.rolling = {0.0, 0.0, 0.0};
  if constexpr (MODE::Rolling::ROLLS) {
    on.rolling = MODE::Rolling::template torque<MODE::FORM>(law.rolling, contact, turn, on.pressing,
                                                            step, roll);
    on.torque_a = on.torque_a + on.rolling;
    on.torque_b = on.torque_b - on.rolling;
  }
  return on;
}

}    // namespace contact_kernel
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
