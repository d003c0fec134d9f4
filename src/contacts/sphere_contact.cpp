#include "contacts/sphere_contact.h"

#include "common/preconditions.h"

#include "common/constants.h"

namespace grist {

static double inertia_of(const MovingSphere &a)
{
  return sphere_inertia(a.mass, a.radius);
}

SphereContact sphere_contact(const MovingSphere &a, const MovingSphere &b, double dt, bool advance)
{
  assert(a.mass > 0.0 && b.mass > 0.0 && dt >= 0.0);
  assert(a.radius > 0.0 && b.radius > 0.0);
  const Vector3d apart = a.position - b.position;
  const double distance = norm(apart);
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
  contact.half_step = advance ? 0.5 * dt : 0.0;
  return contact;
}

SphereContact wall_contact(const MovingSphere &a, const Vector3d &normal, double overlap,
                           double curvature, const Vector3d &velocity, const Vector3d &omega,
                           double dt, bool advance)
{
  assert(a.mass > 0.0 && dt >= 0.0);
  assert(!(1.0 + a.radius * curvature <= 0.0));
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
  contact.half_step = advance ? 0.5 * dt : 0.0;
  return contact;
}

}    // namespace grist
