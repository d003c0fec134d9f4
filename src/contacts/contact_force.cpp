#include "contacts/contact_force.h"

#include "common/preconditions.h"
#include "contacts/contact_kernel.h"

#include <algorithm>

namespace grist {

contact_kernel::Contact kernel_contact(const ContactLaw &law, const SphereContact &contact,
                                       const SphereContactHistory &history)
{
  contact_kernel::Contact at = {contact, Vector3d::zero(), 0.0, {}};
  std::copy(history.memory.begin(), history.memory.end(), at.memory);
  with_any_cohesion(law.parts[COHESION_PART], [&](auto part) {
    using COHESION = decltype(part);
    if constexpr (COHESION::PREPARES) {
      const auto own = numbers_of<COHESION>(law);
      at.prepared = COHESION::prepared_at(own, contact.overlap, contact.radius,
                                          COHESION::prepared(own, contact.radius));
    }
  });
  if (contact.normal_turn != 0.0)
    at.normal_rate = normal_rate_of_pair(at);
  else if (contact.radius == contact.radius_a)
    at.normal_rate = normal_rate_on_plane(at);
  return at;
}

NormalState normal_state(const ContactLaw &law, const SphereContact &contact,
                         const SphereContactHistory &history)
{
  const contact_kernel::Contact at = kernel_contact(law, contact, history);
  return with_normal_law(law, [&](auto of) {
    using MODE = decltype(of);
    return MODE::Cohesion::template state<MODE>(kernel_law<MODE>(law), at);
  });
}

ContactSprings contact_springs(const ContactLaw &law, const SphereContact &contact,
                               const SphereContactHistory &history)
{
  const NormalState state = normal_state(law, contact, history);
  return {state.normal, state.damping, state.shear, state.elastic};
}

bool acts(const ContactLaw &law, const SphereContact &contact, bool has_touched)
{
  assert(is_unit(contact.normal));
  if (contact.overlap > 0.0) return true;
  const double speed = dot(contact.velocity, contact.normal);
  return with_any_cohesion(law.parts[COHESION_PART], [&](auto part) {
    using COHESION = decltype(part);
    return COHESION::acts_apart(law, numbers_of<COHESION>(law), contact.overlap, contact.radius,
                                has_touched, speed);
  });
}

SphereContactHistory at_overlap(const ContactLaw &law, const SphereContact &contact,
                                SphereContactHistory history)
{
  if (!(contact.overlap > 0.0)) return history;
  with_normal_law(law, [&](auto of) {
    using MODE = decltype(of);
    contact_kernel::advance_memory(kernel_law<MODE>(law), of, contact.overlap, contact.radius,
                                   history.memory.data());
  });
  return history;
}

SphereContactForce contact_force(const ContactLaw &law, const SphereContact &contact,
                                 SphereContactHistory &history)
{
  assert(is_unit(contact.normal) && contact.dt >= 0.0);
  assert(contact.radius > 0.0 && contact.mass > 0.0);
  history = at_overlap(law, contact, history);
  Vector3d shear = history.shear, roll = history.roll;
  const contact_kernel::Step step(contact.dt, contact.advance, contact.half_step);
  const contact_kernel::Contact at = kernel_contact(law, contact, history);
  if (contact.advance && contact.normal_turn == 0.0 && law.form != ContactForm::STOCK) {
    const contact_kernel::WallTurn turn(at.omega_b, at.normal, contact.dt);
    shear = turn_with_wall(shear, at.normal, turn);
    roll = turn_with_wall(roll, at.normal, turn);
  }
  SphereContactForce on = with_mode(law, [&](auto of) {
    using MODE = decltype(of);
    return contact_kernel::contact_force<MODE>(kernel_law<MODE>(law), at, step, shear, roll);
  });
  double twist = 0.0, torque = 0.0;
  with_normal_law(law, [&](auto of) {
    with_twisting<decltype(of)>(law.parts[TWISTING_PART], [&](auto twisting) {
      using MODE = decltype(twisting);
      if constexpr (TWISTS<MODE>) {
        twist = history.twist;
        torque = MODE::Twisting::template torque<MODE>(kernel_law<MODE>(law), at, step, on.pressing,
                                                       twist);
      }
    });
  });
  const Vector3d twisting = contact.normal * torque;
  if (contact.advance) history = {shear, roll, twist, history.memory};
  on.torque_a += twisting;
  on.torque_b -= twisting;
  on.rolling += twisting;
  return on;
}

double conservative_force(const ContactLaw &law, const SphereContact &contact,
                          const SphereContactHistory &history)
{
  const NormalState state = normal_state(law, contact, history);
  return with_any_cohesion(law.parts[COHESION_PART], [&](auto part) {
    return decltype(part)::conservative(state, contact.overlap);
  });
}

}    // namespace grist
