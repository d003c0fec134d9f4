#include "contacts/contact_energy.h"

#include "contacts/contact_force.h"
#include "contacts/contact_power_kernel.h"
#include "contacts/plain_contact.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

double spring_energy(double stiffness, double stretch, double limit)
{
  const double force = std::min(stiffness * stretch, limit);
  return stiffness > 0.0 ? 0.5 * force * force / stiffness : 0.0;
}

// Energy of the normal spring and of cohesion.
double normal_energy(const ContactLaw &law, const SphereContact &contact,
                     const SphereContactHistory &history)
{
  const double d = contact.overlap;
  return with_law(law.kind, [&](auto kind) {
    using Law = decltype(kind);
    if constexpr (Law::DESCRIPTION.cohesion == CohesionLaw::JKR)
      if (law.cohesion == CohesionLaw::JKR)
        return cohesion::jkr_energy<Law>(law, d, contact.radius,
                                         cohesion::touch_root(law.adhesion, contact.radius));
    if (d <= 0.0) return 0.0;
    if (law.cohesion == CohesionLaw::EEPA) {
      const Vector3d memory = at_overlap(law, contact, history).memory;
      return eepa::energy<Law>(law, d, contact.radius, {memory[0], memory[1], memory[2]});
    }
    const double springs = Law::springs(law, d, contact.radius, contact.mass).normal * d;
    const double stored = Law::ENERGY_SHARE * springs * d;
    if (law.cohesion == CohesionLaw::DMT)
      return stored - cohesion::dmt_pull(law.adhesion, contact.radius) * d;
    if (law.cohesion != CohesionLaw::SJKR) return stored;
    const cohesion::Lens lens(contact.radius, contact.radius_a, contact.radius_b);
    return stored - law.adhesion * lens.volume(d);
  });
}

}    // namespace

void add(StoredEnergy &to, const ContactEnergy &stored, double share)
{
  to.normal += share * stored.normal;
  to.shear += share * stored.shear;
  to.roll += share * stored.roll;
}

void add(EnergyFlows &to, const ContactPower &power, double share)
{
  to[CONTACT_DAMPING] += share * power.damping;
  to[SHEARING] += share * power.shearing;
  to[ROLLING] += share * power.rolling;
}

ContactEnergy stored_energy(const ContactLaw &law, const SphereContact &contact,
                            const SphereContactHistory &history)
{
  const ContactSprings k = contact_springs(law, contact);
  const double elastic = k.normal * contact.overlap;
  ContactEnergy out;
  out.normal = normal_energy(law, contact, history);
  const bool is_stock = law.form == ContactForm::STOCK;
  out.shear = is_stock ? spring_energy(k.shear, norm(history.shear), law.friction * elastic)
                       : 0.5 * squared_norm(history.shear);
  const RollingCoefficients &rolling = law.rolling;
  if (rolling.law == RollingLaw::SPRING)
    out.roll = is_stock
        ? spring_energy(rolling.stiffness, norm(history.roll), rolling.friction * elastic)
        : 0.5 * rolling.stiffness * squared_norm(history.roll);
  out.roll += 0.5 * history.twist * history.twist;
  return out;
}

ContactPower dissipated_power(const ContactLaw &law, const SphereContact &contact,
                              const SphereContactForce &on, const SphereRates &a,
                              const SphereRates &b, const SphereContactHistory &history)
{
  const contact_kernel::Contact at = plain(law, contact, history);
  const contact_kernel::Vector sideways = sideways_of(at);
  const contact_kernel::PlaneTurn turn(at, {contact.dt, contact.advance, contact.half_step});
  contact_kernel::Force of;
  of.normal = on.normal;
  of.pressing = on.pressing;
  of.tangential = plain(on.tangential);
  of.rolling = plain(on.rolling);
  const contact_kernel::Dissipated taken = with_normal_law(law, [&](auto mode) {
    const auto state = contact_kernel::normal_state<decltype(mode)>(law, at);
    const auto slip = contact_kernel::slip_of<decltype(mode)>(at, sideways, turn);
    const auto forces = contact_kernel::taking_forces<decltype(mode)>(law, at, slip, state, of);
    return contact_kernel::power_of(forces, at, plain(a.velocity - b.velocity), plain(a.omega),
                                    plain(b.omega));
  });
  return {taken.damping, taken.shearing, taken.rolling};
}

double storing_force(const ContactLaw &law, const SphereContact &contact,
                     const SphereContactHistory &history, double apart_speed)
{
  const double force = conservative_force(law, contact, history);
  if (law.cohesion != CohesionLaw::EEPA || !(contact.overlap > 0.0)) return force;
  return force - with_law(law.kind, [&](auto kind) {
           return eepa::plastic_force<decltype(kind)>(law, contact.overlap, contact.radius,
                                                      history.memory[0], history.memory[2],
                                                      apart_speed);
         });
}

double dissipated_by_change(const ContactLaw &law, const SphereContact &contact, bool began,
                            const SphereRates &a, const SphereRates &b)
{
  const bool is_plastic = law.cohesion == CohesionLaw::EEPA;    // only its constant pull jumps
  if (!jumps(law.cohesion) || !((is_plastic ? law.plastic.pull : law.adhesion) > 0.0)) return 0.0;
  const double apart_speed = dot(a.velocity - b.velocity, contact.normal);
  SphereContact last =
      contact;    // with the force that acted: at the end of the step, or at its start
  const double before = contact.overlap + contact.dt * apart_speed;
  if (began && before > 0.0) return 0.0;    // no touch: a pair that overlaps and is new to the law
  if (!began) last.overlap = law.cohesion == CohesionLaw::JKR ? before : std::max(0.0, before);
  const double force = is_plastic ? -law.plastic.pull : conservative_force(law, last);
  const double work = 0.5 * contact.dt * force * apart_speed;
  const double stored = is_plastic ? force * last.overlap : normal_energy(law, last, {});
  return (began ? -stored : stored) - work;
}

}    // namespace grist
