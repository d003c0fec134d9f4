// The spheres of one step and the laws between them, as contacts of pairs are found and evaluated.

#ifndef GRIST_CONTACTS_CONTACT_SCENE_H
#define GRIST_CONTACTS_CONTACT_SCENE_H

#include "contacts/contact_law.h"

#include <cassert>

namespace grist {

// Values that are read of a sphere: 32 bytes for the test of distance, a cache line for pairs that
// touch.
struct alignas(32) SpherePlace {
  double x[3];
  double radius;
};
struct alignas(64) SphereMotion {
  double velocity[3];
  double omega[3];
  double mass;
  int type;         // 0, 1, ...: index into the laws
  int is_frozen;    // 1: contacts do not move it; only the mass of its partner counts
};

struct ContactScene {
  const SpherePlace *place;
  const SphereMotion *motion;
  const ContactLaw *laws;    // types x types
  int types;
  ContactMode mode;    // of every law
};

inline bool touch(const SpherePlace &a, const SpherePlace &b)
{
  const double x = a.x[0] - b.x[0], y = a.x[1] - b.x[1], z = a.x[2] - b.x[2];
  const double sum = a.radius + b.radius;
  return x * x + y * y + z * z < sum * sum;
}

// m* of two spheres, as product over sum: {product, sum}.
struct MassQuotient {
  double product, sum;
};
inline MassQuotient effective_mass(const SphereMotion &a, const SphereMotion &b)
{
  assert(a.mass > 0.0 && b.mass > 0.0);
  if (b.is_frozen) return {a.mass, 1.0};
  if (a.is_frozen) return {b.mass, 1.0};
  return {a.mass * b.mass, a.mass + b.mass};
}

}    // namespace grist

#endif
