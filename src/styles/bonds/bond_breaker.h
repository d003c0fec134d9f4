/* Breaks bonds: out of the atoms' bond and special lists; an ordinary neighbor in the pairwise
   lists from the next step on; an event for the listeners.

   With newton bond off, both ranks of a bond that crosses a border hold it. They evaluate it from
   the same numbers in the same order (a has the smaller atom id), so they agree; should rounding
   across a periodic border ever make them differ, share_border_breaks() breaks the bond on both.
*/

#ifndef GRIST_STYLES_BOND_BREAKER_H
#define GRIST_STYLES_BOND_BREAKER_H

#include "common/subscription.h"
#include "pointers.h"
#include "styles/bonds/bond_states.h"
#include "styles/interfaces/bond_events.h"

#include <utility>
#include <vector>

namespace LAMMPS_NS {

class BondBreaker : protected Pointers {
 public:
  BondBreaker(LAMMPS *lmp, BondStates &states, BondSlots &slots,
              grist::Listeners<BreakListener> &listeners) :
      Pointers(lmp),
      break_listeners(listeners), states(states), slots(slots)
  {
  }

  // Breaks bond n at once on this rank; energy: elastic, stored in it now.
  void break_bond(int n, grist::BondFailure failure, double energy);

  // Before atoms migrate. Collective. True if any bond broke on this rank.
  bool share_border_breaks();

  // Bonds that broke on this rank since the last call, each once over all ranks.
  bigint take_broken() { return std::exchange(broken, 0); }

  // The same of the energy that was stored in them.
  double take_broken_energy() { return std::exchange(broken_energy, 0.0); }

  grist::Listeners<BreakListener> &break_listeners;
  grist::Listeners<NeighborListener> neighbor_listeners;

 private:
  // A border bond that broke on this rank since the last rebuild.
  struct BrokenPair {
    tagint tag_a, tag_b;
    double energy;
    grist::BondFailure failure;
  };

  BondStates &states;
  BondSlots &slots;
  std::vector<BrokenPair> broken_pairs;
  bigint broken = 0;
  double broken_energy = 0.0;

  int find_border_bond(tagint tag_a, tagint tag_b) const;
  void report(int a, int b, grist::BondFailure failure, double energy);
  void remove_bond_slot(int i, tagint partner);
  void remove_special(int i, tagint partner);
  void make_ordinary_neighbor(int i, tagint partner);
};

}    // namespace LAMMPS_NS

#endif
