// Energy that each contact of a run dissipates in a step, whichever style evaluates it: pairs of
// spheres, pairs of bodies, walls. Compute energy/balance sums the same, over all contacts.

#ifndef LMP_CONTACT_LOSSES_H
#define LMP_CONTACT_LOSSES_H

#include "styles/interfaces/energy_style.h"

#include "energy/collision_spectrum.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct ContactPlace {
  int a, b;    // atoms, b perhaps a ghost; b < 0: a wall
  int wall;    // its number
  bool beside_bond;
};

struct LossNow {
  ContactPlace at;
  bool touches;    // at the end of the step
  grist::ContactLoss power;
  double at_once;    // energy that was lost at once in this step
};

class ContactLosses {
 public:
  // Styles of this run record their contacts from now on.
  explicit ContactLosses(class LAMMPS *lmp);

  // Ids of the fixes that are walls.
  std::vector<std::string> walls() const;

  // Visits all contacts that this rank evaluates; a pair that two ranks evaluate (newton off) is
  // visited on both. `rates`: of the full step, owned and ghost.
  using Visit = std::function<void(const LossNow &)>;
  void for_each(const grist::SphereRates *rates, const Visit &visit) const;

  // Energy of the same contacts in springs whose work counts as loss above until it is returned:
  // along the contact, of rolling, and normal to it by the law of volume.
  using VisitHeld = std::function<void(const ContactPlace &, const grist::ContactLoss &held)>;
  void for_each_held(const VisitHeld &visit) const;

 private:
  std::vector<NamedContacts> styles;    // the pair style first
  std::vector<grist::Subscription> records;

  void show(class PlacedVisitor &visitor) const;
};

}    // namespace LAMMPS_NS

#endif
