/* Which bond slot of an owned atom holds which bond: its number, which moves with the atom.

   Vocabulary: number, arrived, known id: see bond_list.h.

   Commands between runs, and fixes of LAMMPS that make and delete bonds, change the bonds of atoms
   without their slots, and reset_atoms id changes ids. Both are found by the known ids.
*/

#ifndef GRIST_STYLES_BOND_SLOTS_H
#define GRIST_STYLES_BOND_SLOTS_H

#include "pointers.h"

#include <cassert>
#include <vector>

namespace LAMMPS_NS {

class BondSlots : protected Pointers {
 public:
  static constexpr int NO_BOND = -1;

  explicit BondSlots(LAMMPS *lmp) : Pointers(lmp) {}
  ~BondSlots() override;
  BondSlots(const BondSlots &) = delete;
  BondSlots &operator=(const BondSlots &) = delete;

  // The numbers of the bonds of owned atom i, slot after slot.
  int *operator[](int i) { return slots[i]; }
  const int *operator[](int i) const { return slots[i]; }
  int number(int i, int m) const
  {
    assert(i >= 0 && m >= 0);
    return m < width ? slots[i][m] : NO_BOND;
  }

  // As LAMMPS moves the atoms.
  int columns() const { return width; }
  void set_columns(int columns);    // as many as the atom style has bond slots now
  void grow(int nmax);
  void copy(int i, int j);
  void clear(int i);
  void set_arrived(int i, int first_number);    // the bonds of atom i, one after the other
  void fill_hole_with_last(int i, int m, int last);

  // The ids of atom i and of its partners, as they are now, become the known.
  void set_known_ids(int i);

  // Finds the number of each bond again; bonds that it does not find are new. True if there are
  // changes.
  bool follow_bonds();

  // Whether an atom of this rank has got another id. Then, on all ranks, the ids as they are become
  // the known. Returns the numbers of bonds whose ends are in the other order now.
  bool ids_are_new() const;
  std::vector<int> accept_ids();

  double memory_usage() const;

 private:
  int **slots = nullptr;
  tagint **known_ids =
      nullptr;    // of the partner of each slot; in the last column that of the atom, 0: none yet
  int width = 0;

  bool knows_bonds_of(int i) const;
  void follow_bonds_of(int i);
};

}    // namespace LAMMPS_NS

#endif
