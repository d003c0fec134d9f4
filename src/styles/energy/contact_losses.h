// What each contact of a run dissipates in a step, whichever style evaluates it: pairs of spheres, pairs of bodies, walls. What the
// sums of compute energy/balance are made of, one contact after another.

#ifndef LMP_CONTACT_LOSSES_H
#define LMP_CONTACT_LOSSES_H

#include "contacts/contact_record.h"
#include "contacts/overlap_record.h"
#include "energy/collision_spectrum.h"
#include "energy/sphere_rates.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct WallContacts {
  std::string id;                                   // of the fix
  const grist::ContactRecord *spheres = nullptr;    // either of them
  const grist::OverlapRecord *bodies = nullptr;
};

struct ContactPlace {
  int a, b;    // atoms, b perhaps a ghost; b < 0: a wall
  int wall;    // its number
};

struct LossNow {
  ContactPlace at;
  bool touches;    // at the end of the step
  grist::ContactLoss power;
  double at_once;    // energy that was lost at once in this step
};

class ContactLosses {
 public:
  // Turns the records of this run on.
  explicit ContactLosses(class LAMMPS *lmp);

  const std::vector<WallContacts> &walls() const { return of_walls; }

  // Of all contacts that this rank evaluates; where both ranks of a pair do (newton off), on both. `rates`: of the full step, owned
  // and ghost.
  using Visit = std::function<void(const LossNow &)>;
  void for_each(const grist::SphereRates *rates, const Visit &visit) const;

  // What the same contacts hold in the springs whose work counts as loss above until they give it back: along the contact, of rolling,
  // and normal to it by the law of volume.
  using VisitHeld = std::function<void(const ContactPlace &, const grist::ContactLoss &held)>;
  void for_each_held(const VisitHeld &visit) const;

 private:
  class PairSphereContact *spheres;                // or null
  const grist::OverlapRecord *bodies = nullptr;    // of the pair style, or null
  std::vector<WallContacts> of_walls;

  void visit_pairs(const grist::SphereRates *rates, const Visit &visit) const;
};

}    // namespace LAMMPS_NS

#endif
