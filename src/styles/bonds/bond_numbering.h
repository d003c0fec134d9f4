/* Makes the list of bonds from the bonds of LAMMPS' atoms, at each rebuild: with the content that
   LAMMPS would give it, but with a map look-up only for bonds whose other end is a ghost or new.

   Vocabulary: number, arrived, hole: see bond_list.h.

   An atom that stays in its place in memory keeps its bonds' numbers. So a rebuild costs as much as
   has changed: nothing where only ghosts are new, little where some atoms changed ranks; all bonds
   are numbered anew, in the order of the atoms, when many have moved in memory, or when too few of
   the bonds that could be are in teams (bond_teams.h). A bond that comes to cross a border gets a
   number outside of its team, so that the team remains one.
*/

#ifndef GRIST_STYLES_BOND_NUMBERING_H
#define GRIST_STYLES_BOND_NUMBERING_H

#include "pointers.h"
#include "styles/bonds/bond_list.h"
#include "styles/bonds/bond_slots.h"
#include "styles/bonds/bond_teams.h"

#include <vector>

namespace LAMMPS_NS {

class BondNumbering : protected Pointers {
 public:
  BondNumbering(LAMMPS *lmp, BondList &list, BondSlots &slots, BondTeams &teams) :
      Pointers(lmp), list(list), slots(slots), teams(teams)
  {
  }

  // Bonds of these types only mark the elements of rigid clusters, and get no number. By type, 0
  // unused.
  void set_rigid_types(const std::vector<char> &types);

  enum class Change {
    GHOSTS,    // bonds keep their numbers; some have another ghost for their end
    PART,      // the bonds in changed() are new under their numbers, or have other ends
    ALL        // every bond has a new number
  };
  // At a rebuild. `arrivals`: how many bonds have arrived.
  Change renumber(int arrivals);

  // After PART: numbers whose bond is new, has other ends, or is gone. After GHOSTS: those with
  // other ends.
  const std::vector<int> &changed() const { return touched; }

  // Between runs a user may change bonds: the next renumbering lists all bonds anew.
  void invalidate() { arrangement_is_known = false; }

  double memory_usage() const;

 private:
  BondList &list;
  BondSlots &slots;
  BondTeams &teams;
  int known_bonds = 0;    // before the renumbering
  std::vector<int> touched;
  std::vector<int> scratch;
  std::vector<int> crossing;    // numbers whose other end was a ghost before the renumbering

  std::vector<char> rigid_types;               // by type, 0 unused
  std::vector<char> changed_place, visited;    // by place in memory
  double direct2 = 0.0;    // square of a distance that is surely between closest images
  int missing = 0;         // bonds whose other end is nowhere

  // The state that the list was made for. While it does not change, only ghosts have new places in
  // memory.
  struct Arrangement {
    std::vector<tagint> tags;
    std::vector<imageint> images;
    std::vector<int> bond_counts;
  };
  Arrangement before, now;    // the first is kept for its memory
  bool arrangement_is_known = false;

  // Not one that is turned off, nor one of a rigid cluster.
  bool is_listed(int type) const
  {
    return type > 0 && !(static_cast<size_t>(type) < rigid_types.size() && rigid_types[type]);
  }
  bool has_arrived(int i) const;
  void record_arrangement();
  int find_changed_places();
  void update_ghost_ends();
  void list_all(int arrivals);
  void number_in_teams();
  std::vector<grist::ListedBond> bonds_for_teams() const;
  void leave_teams();
  void move_out_of_team(int n);
  void list_changed();
  void mark_affected();
  void relist_bonds_of(int i);
  void collect_holes();
  void find_ends_of_touched();
  int list_new(int i, int type, int number_before);
  int add_second_end(int n, int i, int m);
  void find_ghost_end(int n);
  int number_of_listed_bond(int i, tagint partner) const;
  void find_direct_distance();
  void warn_of_missing() const;
  [[noreturn]] void error_missing_partner(int i, int m) const;
};

}    // namespace LAMMPS_NS

#endif
