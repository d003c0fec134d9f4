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

#include "bonds/bond_block.h"

#include <vector>

namespace LAMMPS_NS {

class BondStates : protected Pointers {
 public:
  // Local indices, a has the smaller atom id; a bond that broke since the last rebuild is no longer
  // live. Valid from one rebuild to the next.
  grist::BondBlocks bonds;

  explicit BondStates(LAMMPS *lmp) : Pointers(lmp), list(lmp) {}

  int count() const { return bond_count; }
  int owned() const { return owned_atoms; }    // atoms that were owned at the last renumbering

  // At a rebuild: lists bonds, and brings states into the order of the list.
  void renumber();

  // Between runs a user may change bonds, or ids. The first is collective; true if ids were reset.
  bool follow_ids();
  void follow_bonds() { list.follow_bonds(); }
  void invalidate_list() { list.invalidate(); }
  void set_rigid_types(const std::vector<char> &types) { list.set_rigid_types(types); }
  void forget_all();    // every bond is new

  // Numbers of the new bonds since the last call.
  std::vector<int> take_new_bonds();
  void mark_all_new() { all_are_new = true; }

  // Teams of like clusters, ahead of all other bonds: what their lanes have in common is known
  // after update_teams(). A team that is not like any more is evaluated block by block.
  void form_teams(bool wanted) { list.form_teams(wanted); }
  void form_teams_of_released(bool only) { list.form_teams_of_released(only); }
  const std::vector<grist::BondTeam> &teams() const { return list_teams; }
  void update_teams();
  const grist::BondTeam *team_of(int block) const;    // or null

  void update_normals();
  void deactivate(int n);

  // For bonds of a cluster that is held from now on, or no longer.
  void rest(int n);
  void activate(int n, const grist::BondState &state);

  // Whether any bond rests; then the blocks with live bonds, the only ones to be evaluated.
  bool any_resting() const { return bonds_rest; }
  const std::vector<int> &live_blocks() const { return with_live; }
  void find_live_blocks();    // after each renumbering while bonds rest, and after rest()

  // Slot m of owned atom i. False if its bond has no state yet.
  int number_of_slot(int i, int m) const { return list.number(i, m); }
  bool state_of_slot(int i, int m, grist::BondState &state) const;
  void remove_slot(int i, int m, int last) { list.fill_hole_with_last(i, m, last); }

  // Slots, as LAMMPS moves the atoms that own them.
  void set_columns(int columns) { list.set_columns(columns); }
  void grow(int nmax) { list.grow(nmax); }
  void copy(int i, int j) { list.copy(i, j); }
  void clear(int i) { list.clear(i); }
  int pack(int i, double *buffer) const;
  int unpack(int i, const double *buffer);
  double memory_usage() const;

 private:
  BondList list;
  const class AtomVecBondedCluster *avec = nullptr;
  int bond_count = 0;
  int owned_atoms = 0;
  std::vector<grist::BondState> arrived;
  std::vector<int> new_bonds;
  bool all_are_new = true;
  grist::BondBlocks spare;    // memory for the next renumbering
  std::vector<grist::BondTeam> list_teams;
  std::vector<char> team_is_old;
  bool bonds_rest = false;
  std::vector<int> with_live;        // numbers of blocks
  std::vector<char> is_with_live;    // by block

  void update_changed();
  void move_all();
  bool has_state(int n) const;
  void set_new(grist::BondBlocks &of, int n);
  void mark_team_of(int n);
  void set_ends(grist::BondBlocks &of, int n) const;
  grist::BondState state_of(int number) const;
};

}    // namespace LAMMPS_NS

#endif
