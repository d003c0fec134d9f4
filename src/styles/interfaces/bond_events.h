/* What classes can listen to when a bond of spheres or of blocks breaks: BondedElements::subscribe()
   (bonded_elements.h), FixBondState::subscribe(). */

#ifndef GRIST_STYLES_BOND_EVENTS_H
#define GRIST_STYLES_BOND_EVENTS_H

#include "lmptype.h"

#include "bonds/bond_loads.h"

namespace LAMMPS_NS {

// A bond broke. Reported once, on the rank that owns the atom with the smaller id.
struct BreakEvent {
  bigint step;
  double time;
  tagint tag_a, tag_b;    // tag_a < tag_b
  tagint parent;          // molecule id of a
  int mask_a, mask_b;     // group masks
  double place[3];        // centre of the bond or face, inside the box where it is periodic
  double energy;          // elastic, stored in the bond when it broke (energy units)
  grist::BondFailure failure;
};

class BreakListener {
 public:
  virtual void bond_broken(const BreakEvent &event) = 0;

 protected:
  ~BreakListener() = default;
};

// For classes that depend on the pairs of a pairwise list: a broken bond makes its pair an ordinary
// neighbor between rebuilds.
class NeighborListener {
 public:
  // An entry j of atom i in this list is no longer special.
  virtual void became_ordinary(const class NeighList *list, int i, int j) = 0;

 protected:
  ~NeighborListener() = default;
};

}    // namespace LAMMPS_NS

#endif
