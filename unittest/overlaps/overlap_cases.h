// A contact law and an overlap of two bodies for tests of energies and records.

#ifndef GRIST_UNITTEST_OVERLAPS_OVERLAP_CASES_H
#define GRIST_UNITTEST_OVERLAPS_OVERLAP_CASES_H

#include "overlaps/overlap_contact.h"

namespace grist::testing {

inline OverlapContactLaw full_law(NormalLaw normal, FrictionLaw friction, bool hysteretic,
                                  double mu)
{
  OverlapContactLaw law;
  law.normal = normal;
  law.stiffness = 3e4;
  law.set_restitution(0.6);
  law.hysteretic = hysteretic;
  law.friction = friction;
  law.mu = mu;
  law.tangential_damping = 0.7;
  return law;
}

// An overlap with a contact area of 1, normal to z.
inline Overlap pressed_along_z(double depth)
{
  Overlap found;
  found.status = OverlapStatus::OVERLAPPING;
  found.volume = depth;
  found.area = 1.0;
  found.normal = Vector3d::unit_z();
  found.area_vector = Vector3d::unit_z();
  found.spread = disc_spread();
  return found;
}

}    // namespace grist::testing

#endif
