// Contacts of one step as they were evaluated, by any law, and the interface to visit them one
// after another.

#ifndef GRIST_RECORDS_CONTACT_VISITOR_H
#define GRIST_RECORDS_CONTACT_VISITOR_H

#include "contacts/contact_energy.h"
#include "overlaps/overlap_energy.h"

namespace grist {

struct TouchingPair {
  static constexpr int WALL = -1;
  int a, b;        // particles; b may be WALL
  double share;    // of the contact that counts here, or of the force of a wall that acts
  bool beside_bond = false;    // of two spheres whose bond is intact
  double acts = 1.0;           // share of the force of two particles that acts
  bool is_wall() const { return b == WALL; }
  double share_of_force() const { return is_wall() ? share : acts; }
};

// A contact of two spheres, or of a sphere with a wall. `image`, here and below: of a wall, from the
// particle to the image of it that touches the wall.
struct RecordedContact : TouchingPair {
  const ContactLaw *law;
  SphereContact contact;
  SphereRates wall;    // at the contact
  SphereContactForce on;
  SphereContactHistory history;    // after the step
  Vector3d image = Vector3d::zero();
};

// A contact of spheres that remembers touch (JKR) and has begun or torn off in this step.
struct RecordedChange : TouchingPair {
  const ContactLaw *law;
  SphereContact contact;
  SphereRates wall;
  bool began;
  Vector3d image = Vector3d::zero();
};

// A contact of two bodies, or of a body with a wall.
struct RecordedOverlap : TouchingPair {
  const OverlapContactLaw *law;
  Overlap overlap;
  Vector3d distance;         // position of b minus that of a
  ContactMotion motion;      // as evaluated
  ContactHistory history;    // after the step
  ContactForce on;
  SphereRates wall;    // at the centroid
  Vector3d image = Vector3d::zero();
};

class ContactVisitor {
 public:
  virtual void visit(const RecordedContact &contact) = 0;
  virtual void visit(const RecordedOverlap &overlap) = 0;
  virtual void visit(const RecordedChange &) {}

 protected:
  ~ContactVisitor() = default;
};

// Power of one contact, without the share of this rank. rates: by particle, at the instant of the
// positions.
ContactPower dissipated_power(const RecordedContact &contact, const SphereRates *rates);
OverlapPower dissipated_power(const RecordedOverlap &overlap, const SphereRates *rates);
double dissipated_by_change(const RecordedChange &change, const SphereRates *rates);

}    // namespace grist

#endif
