#include "contacts/contact_force.h"

#include "contacts/contact_kernel.h"
#include "contacts/plain_contact.h"

namespace grist {

NormalState normal_state(const ContactLaw &law, const SphereContact &contact,
                         const SphereContactHistory &history)
{
  const contact_kernel::Contact at = plain(law, contact, history);
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
  history = at_overlap(law, contact, history);
  contact_kernel::Vector shear = plain(history.shear), roll = plain(history.roll);
  const contact_kernel::Step step(contact.dt, contact.advance, contact.half_step);
  const contact_kernel::Contact at = plain(law, contact, history);
  if (contact.advance && contact.normal_turn == 0.0 && law.form != ContactForm::STOCK) {
    const contact_kernel::WallTurn turn(at.omega_b, at.normal, contact.dt);
    shear = turn_with_wall(shear, at.normal, turn);
    roll = turn_with_wall(roll, at.normal, turn);
  }
  const contact_kernel::Force on = with_mode(law, [&](auto of) {
    using MODE = decltype(of);
    return contact_kernel::contact_force<MODE>(kernel_law<MODE>(law), at, step, shear, roll);
  });
  double twist = 0.0, torque = 0.0;
  with_normal_law(law, [&](auto of) {
    with_twisting<decltype(of)>(law.parts[TWISTING_PART], [&](auto twisting) {
      using MODE = decltype(twisting);
      twist = history.twist;
      torque = MODE::Twisting::template torque<MODE>(kernel_law<MODE>(law), at, step, on.pressing,
                                                     twist);
    });
  });
  const Vector3d twisting = contact.normal * torque;
  if (contact.advance) history = {eigen(shear), eigen(roll), twist, history.memory};
  return {eigen(on.force), eigen(on.torque_a) + twisting, eigen(on.torque_b) - twisting, on.normal,
          on.pressing,     eigen(on.tangential),          eigen(on.rolling) + twisting};
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
