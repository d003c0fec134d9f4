/* The state of every bond of this rank, in blocks, in the order of the bond list.

   Vocabulary: number, arrived: see bond_list.h. New bond: one whose damping coefficients and
   strength are not known yet. Resting bond: one of a cluster that is held rigid (fix
   rigid/cluster), without force. The states of an atom's bonds travel with the atom, slot after
   slot; a bond that has no state yet has length 0 there.
*/

#ifndef GRIST_STYLES_BOND_STATES_H
#define GRIST_STYLES_BOND_STATES_H

#include "pointers.h"
#include "styles/bonds/bond_list.h"
#include "styles/bonds/bond_numbering.h"
#include "styles/bonds/bond_slots.h"
#include "styles/bonds/bond_teams.h"
#include "styles/bonds/live_blocks.h"

#include "bonds/bond_block.h"

#include <vector>

namespace LAMMPS_NS {

class BondStates : protected Pointers {
 public:
  // Local indices, a has the smaller atom id; a bond that broke since the last rebuild is no longer
  // live. Valid from one rebuild to the next.
  grist::BondBlocks bonds;

  BondStates(LAMMPS *lmp, BondSlots &slots, BondTeams &teams) :
      Pointers(lmp), slots(slots), teams(teams), list(lmp), numbering(lmp, list, slots, teams)
  {
  }

  int count() const { return bond_count; }
  int owned() const { return owned_atoms; }    // atoms that were owned at the last renumbering

  // At a rebuild: lists bonds, and brings states into the order of the list.
  void renumber();

  // Between runs a user may change bonds, or ids. The first is collective; true if ids were reset.
  bool follow_ids();
  void follow_bonds()
  {
    if (slots.follow_bonds()) numbering.invalidate();
  }
  void invalidate_list() { numbering.invalidate(); }
  void set_rigid_types(const std::vector<char> &types) { numbering.set_rigid_types(types); }
  void forget_all();    // every bond is new

  // Numbers of the new bonds since the last call.
  std::vector<int> take_new_bonds();
  void mark_all_new() { all_are_new = true; }

  void update_normals();
  void deactivate(int n);

  // For bonds of a cluster that is held from now on, or no longer.
  void rest(int n);
  void activate(int n, const grist::BondState &state);

  const LiveBlocks &live_blocks() const { return live; }
  void find_live_blocks();    // after each renumbering while bonds rest, and after rest()

  // Slot m of owned atom i. False if its bond has no state yet.
  int number_of_slot(int i, int m) const { return slots.number(i, m); }
  bool state_of_slot(int i, int m, grist::BondState &state) const;
  double length_of_slot(int i, int m) const;    // when the bond was made; 0: no state yet

  // The states of the bonds of atom i, which has come from another rank or a restart file.
  void arrive(int i, const std::vector<grist::BondState> &of_atom);
  double memory_usage() const;

 private:
  BondSlots &slots;
  BondTeams &teams;
  BondList list;
  BondNumbering numbering;
  LiveBlocks live;
  const class AtomVecBondedCluster *avec = nullptr;
  int bond_count = 0;
  int owned_atoms = 0;
  std::vector<grist::BondState> arrived;
  std::vector<int> new_bonds;
  bool all_are_new = true;
  grist::BondBlocks spare;    // memory for the next renumbering

  void update_changed();
  void move_all();
  bool has_state(int n) const;
  void set_new(grist::BondBlocks &of, int n);
  void set_ends(grist::BondBlocks &of, int n) const;
  grist::BondState state_of(int number) const
  {
    return number < bond_count ? bonds.state(number) : arrived[number - bond_count];
  }
};

}    // namespace LAMMPS_NS

#endif
