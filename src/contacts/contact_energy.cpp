#include "contacts/contact_energy.h"

#include "common/preconditions.h"
#include "contacts/contact_force.h"
#include "contacts/contact_laws.h"
#include "contacts/contact_power_kernel.h"

#include <algorithm>

namespace grist {

namespace {

// Energy of the normal spring and of cohesion.
double normal_energy(const ContactLaw &law, const SphereContact &contact,
                     const SphereContactHistory &history)
{
  const contact_kernel::Contact at =
      kernel_contact(law, contact, at_overlap(law, contact, history));
  return with_normal_law(law, [&](auto of) {
    using MODE = decltype(of);
    return MODE::Cohesion::template stored<MODE>(kernel_law<MODE>(law), at);
  });
}

}    // namespace

void add(StoredEnergy &to, const ContactEnergy &stored, double share)
{
  assert(is_share(share));
  to.normal += share * stored.normal;
  to.shear += share * stored.shear;
  to.roll += share * stored.roll;
}

void add(EnergyFlows &to, const ContactPower &power, double share)
{
  assert(is_share(share));
  to[CONTACT_DAMPING] += share * power.damping;
  to[SHEARING] += share * power.shearing;
  to[ROLLING] += share * power.rolling;
}

ContactEnergy stored_energy(const ContactLaw &law, const SphereContact &contact,
                            const SphereContactHistory &history)
{
  assert(contact.radius > 0.0);
  const double normal = normal_energy(law, contact, history);
  if (law.form == ContactForm::STOCK) {
    const ContactSprings k = contact_springs(law, contact, history);
    const double elastic = k.normal * contact.overlap;
    const double shear =
        contact_kernel::spring_energy(k.shear, norm(history.shear), law.friction * elastic);
    const double roll = with_part(RollingParts(), law.parts[ROLLING_PART], [&](auto part) {
      return decltype(part)::stored_within(numbers_of<decltype(part)>(law), norm(history.roll),
                                           elastic);
    });
    return {normal, shear, roll};
  }
  const double roll = with_part(RollingParts(), law.parts[ROLLING_PART], [&](auto part) {
    return decltype(part)::stored(numbers_of<decltype(part)>(law), squared_norm(history.roll));
  });
  return {normal, 0.5 * squared_norm(history.shear), roll + 0.5 * history.twist * history.twist};
}

ContactPower dissipated_power(const ContactLaw &law, const SphereContact &contact,
                              const SphereContactForce &on, const SphereRates &a,
                              const SphereRates &b, const SphereContactHistory &history)
{
  assert(is_unit(contact.normal) && contact.radius > 0.0 && contact.mass > 0.0);
  const contact_kernel::Contact at = kernel_contact(law, contact, history);
  const contact_kernel::Vector sideways = sideways_of(at);
  const contact_kernel::PlaneTurn turn(at, {contact.dt, contact.advance, contact.half_step});
  const contact_kernel::Dissipated taken = with_normal_law(law, [&](auto mode) {
    using MODE = decltype(mode);
    const KernelLaw<MODE> numbers = kernel_law<MODE>(law);
    const NormalState state = MODE::Cohesion::template state<MODE>(numbers, at);
    const auto slip = contact_kernel::slip_of<MODE>(at, sideways, turn);
    const auto forces = contact_kernel::dissipative_forces<MODE>(numbers, at, slip, state, on);
    return contact_kernel::power_of(forces, at, a.velocity - b.velocity, a.omega, b.omega);
  });
  return {taken.damping, taken.shearing, taken.rolling};
}

double storing_force(const ContactLaw &law, const SphereContact &contact,
                     const SphereContactHistory &history, double apart_speed)
{
  const double force = conservative_force(law, contact, history);
  if (!(contact.overlap > 0.0)) return force;
  contact_kernel::Contact at = kernel_contact(law, contact, history);
  at.velocity = apart_speed * at.normal;
  return force - with_normal_law(law, [&](auto of) {
           using MODE = decltype(of);
           const KernelLaw<MODE> numbers = kernel_law<MODE>(law);
           return contact_kernel::plastic_force<MODE>(numbers, at);
         });
}

double dissipated_by_change(const ContactLaw &law, const SphereContact &contact, bool began,
                            const SphereRates &a, const SphereRates &b)
{
  assert(is_unit(contact.normal) && contact.radius > 0.0 && contact.mass > 0.0);
  return with_normal_law(law, [&](auto of) {
    using MODE = decltype(of);
    using COHESION = typename MODE::Cohesion;
    if constexpr (COHESION::JUMPS) {
      const double apart_speed = dot(a.velocity - b.velocity, contact.normal);
      // With the force that acted: at the end of the step, or at its start.
      SphereContact last = contact;
      const double before = contact.overlap + contact.dt * apart_speed;
      if (began && before > 0.0)
        return 0.0;    // no touch: a pair that overlaps and is new to the law
      if (!began) last.overlap = COHESION::REMEMBERS_TOUCH ? before : std::max(0.0, before);
      const auto jump =
          COHESION::template jump<MODE>(kernel_law<MODE>(law), kernel_contact(law, last));
      const double work = 0.5 * contact.dt * jump.force * apart_speed;
      return (began ? -jump.stored : jump.stored) - work;
    }
    return 0.0;
  });
}

}    // namespace grist
