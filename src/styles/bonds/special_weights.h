// The weights of special_bonds that breakable bonds need: bonded pairs are in the pairwise lists,
// with a mark and without a contact force, and all other pairs are ordinary.

#ifndef LMP_SPECIAL_WEIGHTS_H
#define LMP_SPECIAL_WEIGHTS_H

#include "pointers.h"

namespace LAMMPS_NS {

// special_bonds lj 0 1 1 coul 1 1 1, unless the user has given others than LAMMPS' own defaults,
// which are all 0. With those LAMMPS would look for partners over two and three bonds when bonds
// are read: a hundred for each element, gigabytes for a mill.
void use_weights_of_bonds(class Force *force);

// The weights during the life of a bond style. create_bonds many needs its list without bonded
// pairs, by weights of 0; a run needs them in its lists. So the weight of coul is lent to the
// command.
class SpecialWeights : protected Pointers {
 public:
  explicit SpecialWeights(LAMMPS *lmp) : Pointers(lmp) {}
  ~SpecialWeights() override;

  void init();    // an error where the user has given others

 private:
  bool is_lent = false;    // special_bonds coul 1-2 is 0 instead of 1

  void check() const;
};

}    // namespace LAMMPS_NS

#endif
