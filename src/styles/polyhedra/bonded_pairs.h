// What bonds make of the pairs of a neighbor list (interfaces/bonded_bodies.h): kept from one change of
// bonds to the next, so that a step asks for none of them.

#ifndef LMP_BONDED_PAIRS_H
#define LMP_BONDED_PAIRS_H

#include "styles/interfaces/bonded_bodies.h"

#include <vector>

namespace LAMMPS_NS {

class BondedPairs {
 public:
  enum Kind : char { FREE, BONDED, PARTED };

  // Of this run; null: no bonds of bodies.
  void connect(BondedBodies *bodies)
  {
    bonded = bodies;
    kinds.clear();
  }
  bool are_bonded(int i, tagint other) const { return bonded && bonded->are_bonded(i, other); }
  double share_of_contact(int i, tagint other) const
  {
    return bonded ? bonded->contact_of(i, other).share : 1.0;
  }

  // Pairs are asked for in the order of the list from here on.
  void begin_step(const class NeighList &list, const tagint *ids, bool is_new_list);
  Kind next() { return bonded ? kinds[asked++] : FREE; }

  // Of a parted pair: the share of its law. A contact that begins puts its friction into its history;
  // one that has ended is one of all others from now on.
  double follow(int i, tagint other, bool touching, double *history);

 private:
  BondedBodies *bonded = nullptr;
  std::vector<Kind> kinds;    // of the entries of the list
  size_t asked = 0;
  bigint known = -1;    // changes
};

}    // namespace LAMMPS_NS

#endif
