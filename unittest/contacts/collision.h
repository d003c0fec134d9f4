// Two spheres that collide under a contact law, integrated by velocity Verlet as LAMMPS does.

#ifndef GRIST_UNITTEST_CONTACTS_COLLISION_H
#define GRIST_UNITTEST_CONTACTS_COLLISION_H

#include "contacts/contact_cases.h"

namespace grist::testing {

inline double inertia(const MovingSphere &a)
{
  return 0.4 * a.mass * a.radius * a.radius;
}

struct Collision {
  ContactLaw law;
  MovingSphere a, b;
  SphereContactHistory history;
  double dt;
  SphereContactForce on;

  bool touching() const { return norm(a.position - b.position) < a.radius + b.radius; }

  void evaluate(bool advance)
  {
    on = SphereContactForce();
    if (touching())
      on = contact_force(law, sphere_contact(a, b, dt, advance), history);
    else
      history = {};
  }
  void kick()
  {
    a.velocity += 0.5 * dt / a.mass * on.force;
    b.velocity -= 0.5 * dt / b.mass * on.force;
    a.omega += 0.5 * dt / inertia(a) * on.torque_a;
    b.omega += 0.5 * dt / inertia(b) * on.torque_b;
  }
  void step()
  {
    kick();
    a.position += dt * a.velocity;
    b.position += dt * b.velocity;
    evaluate(true);
    kick();
  }
  // From first touch until they part.
  void collide()
  {
    evaluate(false);
    do step();
    while (touching());
  }
  double kinetic() const
  {
    return 0.5 *
        (a.mass * squared_norm(a.velocity) + b.mass * squared_norm(b.velocity) +
         inertia(a) * squared_norm(a.omega) + inertia(b) * squared_norm(b.omega));
  }
};

inline double restitution_of(Collision c)
{
  const double before = c.a.velocity.x - c.b.velocity.x;
  c.collide();
  return (c.b.velocity.x - c.a.velocity.x) / before;
}

}    // namespace grist::testing

#endif
