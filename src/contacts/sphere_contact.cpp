#include "contacts/sphere_contact.h"

#include "common/constants.h"
#include "contacts/contact_kernel.h"

namespace grist {

static double inertia_of(const MovingSphere &a)
{
  return sphere_inertia(a.mass, a.radius);
}

SphereContact sphere_contact(const MovingSphere &a, const MovingSphere &b, double dt, bool advance)
{
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
  contact.dt = dt;
  contact.advance = advance;
  return contact;
}

SphereContact wall_contact(const MovingSphere &a, const Vector3d &normal, double overlap,
                           double curvature, const Vector3d &velocity, const Vector3d &omega,
                           double dt, bool advance)
{
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
  contact.dt = dt;
  contact.advance = advance;
  return contact;
}

ContactSprings contact_springs(const ContactLaw &law, const SphereContact &contact)
{
  return contact_springs(law, contact.overlap, contact.radius, contact.mass);
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

static contact_kernel::Contact plain(const SphereContact &c)
{
  const Vector3d surface_omega = c.radius_a * c.omega_a + c.radius_b * c.omega_b;
  return {plain(c.normal),
          plain(c.velocity),
          plain(surface_omega),
          plain(c.omega_a - c.omega_b),
          c.overlap,
          c.arm_a,
          c.arm_b,
          c.radius,
          c.mass,
          c.inertia};
}

SphereContactForce contact_force(const ContactLaw &law, const SphereContact &contact,
                                 SphereContactHistory &history)
{
  contact_kernel::Vector shear = plain(history.shear), roll = plain(history.roll);
  const contact_kernel::Step step(contact.dt, contact.advance);
  const contact_kernel::Contact at = plain(contact);
  const contact_kernel::Force on = with_law(law.kind, [&](auto form) {
    return with_rolling(law.rolling.law, [&](auto rolling) {
      return contact_kernel::contact_force<decltype(form), rolling()>(law, at, step, shear, roll);
    });
  });
  if (contact.advance) history = {eigen(shear), eigen(roll)};
  return {eigen(on.force), eigen(on.torque_a),   eigen(on.torque_b),
          on.normal,       eigen(on.tangential), eigen(on.rolling)};
}

}    // namespace grist
