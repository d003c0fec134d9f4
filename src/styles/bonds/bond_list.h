/* The bonds that this rank evaluates between two rebuilds, and their numbers: neighbor->bondlist,
   with the content that LAMMPS would give it, but with a map look-up only for bonds whose other end
   is a ghost or new.

   Vocabulary:
   - number   of a bond: its place in the list. Each bond slot of an owned atom holds the number of
              its bond.
   - arrived  a bond that came with a migrating atom or from a restart file: until the next
              renumbering its slot holds a number from count() on
   - hole     a number that no bond has
   - known id the id of a slot's partner, and of the atom, when the slot got its number

   An atom that stays in its place in memory keeps its bonds' numbers. So a rebuild costs as much as
   has changed: nothing where only ghosts are new, little where some atoms changed ranks; all bonds
   are numbered anew, in the order of the atoms, when many have moved in memory, or when too few of
   the bonds that could be are in teams (bonds/like_clusters.h). A bond that comes to cross a border
   gets a number outside of its team, so that the team remains one.
*/

#ifndef GRIST_STYLES_BOND_LIST_H
#define GRIST_STYLES_BOND_LIST_H

#include "pointers.h"

#include "bonds/like_clusters.h"

#include <utility>
#include <vector>

namespace LAMMPS_NS {

class BondList : protected Pointers {
 public:
  static constexpr int NO_BOND = -1;

  explicit BondList(LAMMPS *lmp) : Pointers(lmp) {}
  ~BondList() override;
  BondList(const BondList &) = delete;
  BondList &operator=(const BondList &) = delete;

  // Numbers in use, holes too: from 0.
  int count() const { return bonds; }

  // {owned end, other end, type} of bond n. If the type is not positive, no bond has this number.
  const int *operator[](int n) const { return listed[n]; }
  bool is_live(int n) const { return listed[n][2] > 0; }
  void remove(int n) { listed[n][2] = 0; }

  // Hands the list to class Neighbor.
  void set_neighbor_list() const;

  enum class Change {
    GHOSTS,    // bonds keep their numbers; some have another ghost for their end
    PART,      // the bonds in changed() are new under their numbers, or have other ends
    ALL        // every bond has a new number
  };
  // Bonds of these types only mark the elements of rigid clusters, and get no number. By type, 0
  // unused.
  void set_rigid_types(const std::vector<char> &types);

  // Whether bonds are numbered in teams of like clusters when all are numbered again. Where a fix
  // holds clusters rigid, only released ones form teams: one released cluster among fifteen others
  // would cost as much as all.
  void form_teams(bool wanted);
  void form_teams_of_released(bool only) { only_of_released = only; }
  bool holding_has_begun() const { return holds; }
  void begin_holding(bigint live_bonds);

  // A bond that was released outside of teams, or in a team came to rest.
  void count_outsider() { outsiders++; }

  // Bonds of teams have the numbers below this one.
  int team_numbers() const { return team_ends.empty() ? 0 : team_ends.back() * grist::BOND_LANES; }
  std::vector<grist::BondTeam> take_teams()
  {
    return std::exchange(formed_teams, {});
  }    // after ALL

  // At a rebuild. `arrivals`: how many bonds have arrived.
  Change renumber(int arrivals);

  // After PART: numbers whose bond is new, has other ends, or is gone. After GHOSTS: those with
  // other ends.
  const std::vector<int> &changed() const { return touched; }

  // The number that bond n had before the renumbering: its own, another's, an arrived one's, or
  // NO_BOND.
  int number_before(int n) const { return was[n]; }

  // Between runs a user may change bonds: the next renumbering lists all bonds anew.
  void invalidate() { arrangement_is_known = false; }

  // Commands between runs, and fixes of LAMMPS that make and delete bonds, change the bonds of
  // atoms without their slots. Finds the number of each bond again by known ids; bonds that it does
  // not find are new.
  void follow_bonds();

  // Whether an atom of this rank has got another id (reset_atoms id). Then, on all ranks, the ids
  // as they are become the known. Returns the numbers of bonds whose ends are in the other order
  // now.
  bool ids_are_new() const;
  std::vector<int> accept_ids();

  // Slots of owned atoms, as LAMMPS moves them.
  int columns() const { return width; }
  void set_columns(int columns);    // as many as the atom style has bond slots now
  void grow(int nmax);
  void copy(int i, int j);
  void clear(int i);
  void set_arrived(int i, int first_number);    // the bonds of atom i, one after the other
  void forget_all();                            // every bond is new
  int number(int i, int m) const { return m < width ? slots[i][m] : NO_BOND; }
  void fill_hole_with_last(int i, int m, int last);
  double memory_usage() const;

 private:
  // Values in place of a type. HOLE: free for the next new bond; UNRESOLVED: both ends not known
  // yet.
  static constexpr int HOLE = -1, UNRESOLVED = -2;

  int **slots = nullptr;
  tagint **known_ids =
      nullptr;    // of the partner of each slot; in the last column that of the atom, 0: none yet
  int width = 0;
  int **listed = nullptr;
  int room = 0;    // of listed
  int bonds = 0;
  int known_bonds = 0;             // before the renumbering
  std::vector<int> was;            // by number: the number before
  bool numbers_are_old = false;    // in was: every bond's own
  std::vector<int> holes;
  std::vector<int> touched;
  std::vector<int> scratch;
  bool teams_are_wanted = true, only_of_released = false, holds = false;
  std::vector<grist::BondTeam> formed_teams;

  // Since all bonds were numbered. The first block after each team; teams have the first blocks,
  // one after the other.
  std::vector<int> team_ends;
  int holes_in_teams = 0;
  // Bonds that have left a team, that came from elsewhere, that cross a border no longer, or that
  // were released or came to rest.
  bigint outsiders = 0;
  double lost_time = 0.0;       // that teams of them would have saved: bonds times steps
  bigint last_step = 0;         // of a renumbering
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

  bool is_listed(int type) const;
  void set_known_ids(int i);
  bool knows_bonds_of(int i) const;
  void follow_bonds_of(int i);
  bool has_arrived(int i) const;
  void reset_numbers_before();
  void record_arrangement();
  int find_changed_places();
  void update_ghost_ends();
  void list_all(int arrivals);
  void number_in_teams();
  bool teams_should_be_formed_anew(int arrivals);
  void leave_teams();
  void move_out_of_team(int n);
  void list_changed();
  void mark_affected();
  void relist_bonds_of(int i);
  void collect_holes();
  void find_ends_of_touched();
  int new_number(int number_before);
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
