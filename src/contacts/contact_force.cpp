#include "contacts/contact_force.h"

#include "contacts/contact_power_kernel.h"
#include "contacts/plain_contact.h"

namespace grist {

cohesion::NormalState normal_state(const ContactLaw &law, const SphereContact &contact,
                                   const SphereContactHistory &history)
{
  const contact_kernel::Contact at = plain(law, contact, history);
  return with_normal_law(
      law, [&](auto mode) { return contact_kernel::normal_state<decltype(mode)>(law, at); });
}

ContactSprings contact_springs(const ContactLaw &law, const SphereContact &contact)
{
  const cohesion::NormalState state = normal_state(law, contact);
  return {state.normal, state.damping, state.shear};
}

bool acts(const ContactLaw &law, const SphereContact &contact, bool has_touched)
{
  using cohesion::acts_apart;
  if (contact.overlap > 0.0) return true;
  const double speed = dot(contact.velocity, contact.normal);
  if (law.cohesion == CohesionLaw::JKR)
    return acts_apart<CohesionLaw::JKR>(law, contact.overlap, contact.radius, has_touched, speed);
  if (law.cohesion == CohesionLaw::CAPPED)
    return acts_apart<CohesionLaw::CAPPED>(law, contact.overlap, contact.radius, has_touched,
                                           speed);
  return false;
}

SphereContactHistory at_overlap(const ContactLaw &law, const SphereContact &contact,
                                SphereContactHistory history)
{
  if (law.cohesion != CohesionLaw::EEPA || !(contact.overlap > 0.0)) return history;
  eepa::Memory now = {history.memory[0], history.memory[1], history.memory[2]};
  with_law(law.kind, [&](auto kind) {
    eepa::advance<decltype(kind)>(law, contact.overlap, contact.radius, now);
  });
  history.memory = {now.plastic, now.deepest, now.bound};
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
  const contact_kernel::Force on =
      with_mode({law.kind, law.rolling.law, law.form, law.cohesion, contact.dt, contact.advance},
                [&](auto mode) {
                  return contact_kernel::contact_force<decltype(mode)>(law, at, step, shear, roll);
                });
  double twist = law.twisting == TwistingLaw::NONE ? 0.0 : history.twist;
  Vector3d twisting = Vector3d::zero();
  if (law.twisting != TwistingLaw::NONE)
    twisting =
        contact.normal * with_normal_law(law, [&](auto mode) {
          return contact_kernel::twisting_torque<decltype(mode)>(law, at, step, on.pressing, twist);
        });
  if (contact.advance) history = {eigen(shear), eigen(roll), twist, history.memory};
  return {eigen(on.force), eigen(on.torque_a) + twisting, eigen(on.torque_b) - twisting, on.normal,
          on.pressing,     eigen(on.tangential),          eigen(on.rolling) + twisting};
}

double conservative_force(const ContactLaw &law, const SphereContact &contact,
                          const SphereContactHistory &history)
{
  const cohesion::NormalState state = normal_state(law, contact, history);
  return with_any_cohesion(law.cohesion, [&](auto cohesion) {
    return contact_kernel::conservative_force<cohesion()>(state, contact.overlap);
  });
}

}    // namespace grist
