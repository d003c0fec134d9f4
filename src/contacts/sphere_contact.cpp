#include "contacts/sphere_contact.h"

#include "common/preconditions.h"

#include "common/constants.h"
#include "contacts/contact_energy.h"
#include "contacts/contact_power_kernel.h"

#include <cmath>

namespace grist {

static double inertia_of(const MovingSphere &a)
{
  return sphere_inertia(a.mass, a.radius);
}

SphereContact sphere_contact(const MovingSphere &a, const MovingSphere &b, double dt, bool advance)
{
  assert(a.radius > 0.0 && b.radius > 0.0);
  const Vector3d apart = a.position - b.position;
  const double distance = apart.norm();
  SphereContact contact;
  contact.normal = apart / distance;
  contact.overlap = a.radius + b.radius - distance;
  contact.velocity = a.velocity - b.velocity;
  contact.omega_a = a.omega;
  contact.omega_b = b.omega;
  contact.radius_a = a.radius;
  contact.radius_b = b.radius;
  contact.arm_a = a.radius - 0.5 * contact.overlap;
  contact.arm_b = b.radius - 0.5 * contact.overlap;
  contact.radius = a.radius * b.radius / (a.radius + b.radius);
  contact.mass = a.mass * b.mass / (a.mass + b.mass);
  contact.inertia = 1.0 / (1.0 / inertia_of(a) + 1.0 / inertia_of(b));
  contact.normal_turn = 1.0 / distance;
  contact.dt = dt;
  contact.advance = advance;
  return contact;
}

SphereContact wall_contact(const MovingSphere &a, const Vector3d &normal, double overlap,
                           double curvature, const Vector3d &velocity, const Vector3d &omega,
                           double dt, bool advance)
{
  assert(is_unit(normal));
  assert(a.radius > 0.0);
  SphereContact contact;
  contact.normal = normal;
  contact.overlap = overlap;
  contact.velocity = a.velocity - velocity;
  contact.omega_a = a.omega;
  contact.omega_b = omega;
  contact.radius_a = contact.arm_a = a.radius;
  contact.radius_b = contact.arm_b = 0.0;
  contact.radius = a.radius / (1.0 + a.radius * curvature);
  contact.mass = a.mass;
  contact.inertia = inertia_of(a);
  contact.normal_turn = 0.0;
  contact.dt = dt;
  contact.advance = advance;
  return contact;
}

/* ---------------------------------------------------------------------- */

static contact_kernel::Vector plain(const Vector3d &v)
{
  return {v[0], v[1], v[2]};
}

static Vector3d eigen(const contact_kernel::Vector &v)
{
  return {v.x, v.y, v.z};
}

static contact_kernel::Contact plain(const ContactLaw &law, const SphereContact &c)
{
  const bool is_jkr = law.cohesion == CohesionLaw::JKR;
  const double root = is_jkr ? cohesion::touch_root(law.adhesion, c.radius) : 0.0;
  return {plain(c.normal),  plain(c.velocity),
          plain(c.omega_a), plain(c.omega_b),
          c.overlap,        c.radius_a,
          c.radius_b,       c.arm_a,
          c.arm_b,          c.radius,
          c.mass,           c.normal_turn,
          c.inertia,        root};
}

// visit(law, form, cohesion): as types and constants.
template <class Visit> static auto with_normal_law(const ContactLaw &law, const Visit &visit)
{
  return with_law(law.kind, [&](auto kind) {
    return with_form(law.form, [&](auto form) {
      return with_cohesion<decltype(kind), form()>(
          law.cohesion, [&](auto cohesion) { return visit(kind, form, cohesion); });
    });
  });
}

cohesion::NormalState normal_state(const ContactLaw &law, const SphereContact &contact)
{
  const contact_kernel::Contact at = plain(law, contact);
  return with_normal_law(law, [&](auto kind, auto, auto cohesion) {
    return contact_kernel::normal_state<decltype(kind), cohesion()>(law, at);
  });
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
  const double speed = contact.velocity.dot(contact.normal);
  if (law.cohesion == CohesionLaw::JKR)
    return acts_apart<CohesionLaw::JKR>(law, contact.overlap, contact.radius, has_touched, speed);
  if (law.cohesion == CohesionLaw::CAPPED)
    return acts_apart<CohesionLaw::CAPPED>(law, contact.overlap, contact.radius, has_touched,
                                           speed);
  return false;
}

SphereContactForce contact_force(const ContactLaw &law, const SphereContact &contact,
                                 SphereContactHistory &history)
{
  contact_kernel::Vector shear = plain(history.shear), roll = plain(history.roll);
  const contact_kernel::Step step(contact.dt, contact.advance);
  const contact_kernel::Contact at = plain(law, contact);
  if (contact.advance && contact.normal_turn == 0.0 && law.form != ContactForm::STOCK) {
    const contact_kernel::WallTurn turn(at.omega_b, at.normal, contact.dt);
    shear = turn_with_wall(shear, at.normal, turn);
    roll = turn_with_wall(roll, at.normal, turn);
  }
  const contact_kernel::Force on = with_law(law.kind, [&](auto kind) {
    return with_rolling(law.rolling.law, [&](auto rolling) {
      return with_form(law.form, [&](auto form) {
        return with_cohesion<decltype(kind), form()>(law.cohesion, [&](auto cohesion) {
          return contact_kernel::contact_force<decltype(kind), rolling(), form(), cohesion()>(
              law, at, step, shear, roll);
        });
      });
    });
  });
  if (contact.advance) history = {eigen(shear), eigen(roll)};
  return {eigen(on.force), eigen(on.torque_a),   eigen(on.torque_b), on.normal,
          on.pressing,     eigen(on.tangential), eigen(on.rolling)};
}

/* ---------------------------------------------------------------------- */

double conservative_force(const ContactLaw &law, const SphereContact &contact)
{
  const cohesion::NormalState state = normal_state(law, contact);
  return with_any_cohesion(law.cohesion, [&](auto cohesion) {
    return contact_kernel::conservative_force<cohesion()>(state, contact.overlap);
  });
}

ContactPower dissipated_power(const ContactLaw &law, const SphereContact &contact,
                              const SphereContactForce &on, const SphereRates &a,
                              const SphereRates &b)
{
  const contact_kernel::Contact at = plain(law, contact);
  const contact_kernel::Vector sideways = sideways_of(at);
  const contact_kernel::PlaneTurn turn(at, sideways, {contact.dt, contact.advance});
  contact_kernel::Force of;
  of.normal = on.normal;
  of.pressing = on.pressing;
  of.tangential = plain(on.tangential);
  of.rolling = plain(on.rolling);
  const contact_kernel::Dissipated taken =
      with_normal_law(law, [&](auto kind, auto form, auto cohesion) {
        const auto state = contact_kernel::normal_state<decltype(kind), cohesion()>(law, at);
        const auto slip = contact_kernel::slip_of<form()>(at, sideways, turn);
        const auto forces = contact_kernel::taking_forces<cohesion()>(law, at, slip, state, of);
        return contact_kernel::power_of(forces, at, plain(a.velocity - b.velocity), plain(a.omega),
                                        plain(b.omega));
      });
  return {taken.damping, taken.shearing, taken.rolling};
}

}    // namespace grist
