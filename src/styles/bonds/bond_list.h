/* The bonds that this rank evaluates between two rebuilds, by number: neighbor->bondlist.

   Vocabulary:
   - number   of a bond: its place in the list. Each bond slot of an owned atom holds the number of
              its bond (bond_slots.h).
   - arrived  a bond that came with a migrating atom or from a restart file: until the next
              renumbering its slot holds a number from count() on
   - hole     a number that no bond has
   - known id the id of a slot's partner, and of the atom, when the slot got its number
*/

#ifndef GRIST_STYLES_BOND_LIST_H
#define GRIST_STYLES_BOND_LIST_H

#include "pointers.h"

#include <cassert>
#include <vector>

namespace LAMMPS_NS {

class BondList : protected Pointers {
 public:
  // Values in place of a type. HOLE: of a hole; UNRESOLVED: both ends not known yet.
  static constexpr int HOLE = -1, UNRESOLVED = -2;

  explicit BondList(LAMMPS *lmp) : Pointers(lmp) {}
  ~BondList() override;
  BondList(const BondList &) = delete;
  BondList &operator=(const BondList &) = delete;

  // Numbers in use, holes too: from 0.
  int count() const { return bonds; }

  // {owned end, other end, type} of bond n. If the type is not positive, no bond has this number.
  int *operator[](int n) { return listed[n]; }
  const int *operator[](int n) const { return listed[n]; }
  bool is_live(int n) const
  {
    assert(n >= 0 && n < bonds);
    return listed[n][2] > 0;
  }
  void remove(int n)
  {
    assert(n >= 0 && n < bonds);
    listed[n][2] = 0;
  }

  // The number that bond n had before the renumbering: its own, another's, an arrived one's, or
  // BondSlots::NO_BOND.
  int number_before(int n) const
  {
    assert(n >= 0 && n < static_cast<int>(was.size()));
    return was[n];
  }

  // Hands the list to class Neighbor.
  void set_neighbor_list() const;

  // A renumbering begins with one of these: all bonds are new in the list, or all keep their
  // numbers.
  void clear();
  void keep_numbers();

  // The number of a new bond; it fills a hole if there is one to be filled.
  int add(int owned_end, int other_end, int type, int number_before);
  void make_hole(int n, bool may_be_filled);
  size_t holes() const { return free.size() + kept_empty; }

  // The new number of each bond; the others of `count` numbers are without a bond.
  void reorder(const std::vector<int> &number, int count);

  double memory_usage() const;

 private:
  int **listed = nullptr;
  int room = 0;    // of listed
  int bonds = 0;
  std::vector<int> was;            // by number: the number before
  bool numbers_are_old = false;    // in was: every bond's own
  std::vector<int> free;           // holes to be filled
  size_t kept_empty = 0;           // the others

  void make_room(int numbers);
};

}    // namespace LAMMPS_NS

#endif
