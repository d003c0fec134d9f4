// Which parts of the force of a contact take energy, and their power: stated once, as
// contact_kernel.h, for single contacts (contact_energy.h) and for blocks of them
// (contact_lanes.cpp).
//
// Damping: the normal force less what has a potential, and the tangential dashpot. Shearing: the
// tangential spring and sliding. Rolling: the torque of the rolling law. All are linear in the
// motion: their power at another one than that of the law needs no law (energy/losses.h).

#ifndef GRIST_CONTACTS_CONTACT_POWER_KERNEL_H
#define GRIST_CONTACTS_CONTACT_POWER_KERNEL_H

#include "contacts/contact_kernel.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace contact_kernel {

// A force this share below its limit is not at it.
constexpr double AT_LIMIT = 1.0 - 1e-9;

// The part of the tangential force that is of its dashpot: none where the contact slides.
inline Vector dashpot_force(const Vector &tangential, const Vector &slip, double damping,
                            double limit)
{
  const bool sticks = dot(tangential, tangential) < AT_LIMIT * AT_LIMIT * limit * limit;
  return (sticks ? -damping : 0.0) * slip;
}

// The parts of a force, as in Force, from what a block has. Tangential and rolling parts that are zero
// come out as zero. per_lever: 1 over the sum of the arms.
template <class MODE>
inline Force parts_of(const Contact &contact, double normal_force, double pressing,
                      const Vector &torque_a, const Vector &torque_b, double per_lever)
{
  const Vector levered = per_lever * (torque_a + torque_b);
  Force on;
  on.normal = normal_force;
  on.pressing = pressing;
  on.tangential = cross(contact.normal, levered);
  on.rolling = {0.0, 0.0, 0.0};
  if constexpr (MODE::Rolling::ROLLS) on.rolling = torque_a - contact.arm_a * levered;
  return on;
}

// Forces on a; b takes the opposite. Forces act at the contact, with the levers arm_a and arm_b.
struct DissipativeForces {
  double normal;    // along the normal: of damping, as the dashpot is
  Vector dashpot, shearing;
  Vector rolling;    // a torque

  Vector damping(const Vector &along) const { return normal * along + dashpot; }
};

// The part of the conservative force whose work is dissipated all the same, of laws that yield.
template <class MODE>
inline double plastic_force(const KernelLaw<MODE> &law, const Contact &contact)
{
  double force = MODE::Cohesion::template plastic_force<MODE>(law, contact);
  if constexpr (MODE::Law::MEMORY.numbers > 0) force += MODE::Law::plastic_force(law, contact);
  return force;
}

// slip: slip_of().
template <class MODE>
inline DissipativeForces dissipative_forces(const KernelLaw<MODE> &law, const Contact &contact,
                                            const Vector &slip, const NormalState &state,
                                            const Force &on)
{
  const Vector dashpot = dashpot_force(on.tangential, slip, law.damping_ratio * state.damping,
                                       law.friction * on.pressing);
  double normal = on.normal - MODE::Cohesion::conservative(state, contact.overlap);
  if constexpr (MODE::REMEMBERED > 0) normal += plastic_force<MODE>(law, contact);
  // Number by number: compilers make no vector loop of a copied struct.
  return {normal,
          {dashpot.x, dashpot.y, dashpot.z},
          on.tangential - dashpot,
          {on.rolling.x, on.rolling.y, on.rolling.z}};
}

struct Dissipated {
  double damping, shearing, rolling;
};

// velocity: of the centre of a less that of b.
inline Dissipated power_of(const DissipativeForces &forces, const Contact &contact,
                           const Vector &velocity, const Vector &omega_a, const Vector &omega_b)
{
  const Vector &normal = contact.normal;
  const double normal_speed = dot(velocity, normal);
  const Vector slip = slip_by(contact.arm_a, contact.arm_b, velocity - normal_speed * normal,
                              omega_a, omega_b, normal);
  return {-forces.normal * normal_speed - dot(forces.dashpot, slip), -dot(forces.shearing, slip),
          -dot(forces.rolling, omega_a - omega_b)};
}

}    // namespace contact_kernel
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
