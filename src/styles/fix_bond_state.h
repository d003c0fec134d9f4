/* Internal fix BOND/STATE: what bond_style parallel knows between two neighbor-list rebuilds.

   It owns three things:
   - the state of every bond, in the order of neighbor->bondlist during a run, and per atom (one row for each
     of its bond slots) while atoms migrate or a restart file is written;
   - the breaking of a bond: out of the atoms' bond and special lists, an ordinary contact in the pairwise
     lists from the next step on, an event for whoever listens;
   - the current cluster id of every atom: the smallest atom id that hangs together with it by bonds.

   With newton bond off, both ranks of a bond that crosses a border hold it. They evaluate it from the same
   numbers in the same order (a has the smaller atom id), so they agree; should rounding across a periodic
   border ever make them differ, the next rebuild breaks the bond on both.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(BOND/STATE,FixBondState);
// clang-format on
#else

#ifndef LMP_FIX_BOND_STATE_H
#define LMP_FIX_BOND_STATE_H

#include "fix.h"

#include "mechanics/parallel_bond.h"

#include <vector>

namespace LAMMPS_NS {

// A bond broke. Reported once, on the rank that owns the atom with the smaller id.
struct BreakEvent {
  bigint step;
  double time;
  tagint tag_a, tag_b;    // tag_a < tag_b
  tagint parent;          // molecule id of a
  int mask_a, mask_b;     // group masks
  double place[3];        // bond centre, inside the box where it is periodic
  grist::BondFailure failure;
};

class BreakListener {
 public:
  virtual void bond_broken(const BreakEvent &event) = 0;

 protected:
  ~BreakListener() = default;
};

// Wants to know of pairs that a broken bond has made ordinary neighbors in a pairwise list, between rebuilds.
class NeighborListener {
 public:
  // An entry j of atom i in this list is no longer special.
  virtual void became_ordinary(const class NeighList *list, int i, int j) = 0;

 protected:
  ~NeighborListener() = default;
};

class FixBondState : public Fix {
 public:
  static constexpr const char *ID = "GRIST_BOND_STATE";

  // One entry of neighbor->bondlist: local indices and ids, a has the smaller id. type 0: broken.
  struct LocalBond {
    int a, b;
    tagint tag_a, tag_b;
    int type;
  };
  std::vector<LocalBond> bonds;
  std::vector<grist::BondState> states;

  FixBondState(class LAMMPS *, int, char **);
  ~FixBondState() override;
  int setmask() override;
  void init() override;
  void setup_pre_exchange() override;
  void setup_pre_neighbor() override;
  void setup_post_neighbor() override;
  void pre_exchange() override;
  void pre_neighbor() override;
  void post_neighbor() override;
  void min_pre_exchange() override { pre_exchange(); }
  void min_pre_neighbor() override { pre_neighbor(); }
  void min_post_neighbor() override { post_neighbor(); }
  void post_run() override;
  void write_restart(FILE *) override;
  void restart(char *) override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  double memory_usage() override;

  // The bond style is about to change the states.
  void begin_update() { rows_old = true; }

  // Breaks bonds[n] at once on this rank.
  void break_bond(int n, grist::BondFailure failure);

  // Index into bonds/states of slot m of owned atom i; -1 for none. Valid between rebuilds.
  int bond_of_slot(int i, int m) const
  {
    const size_t slot = static_cast<size_t>(i) * slot_columns + m;
    return slot < slots.size() ? slots[slot] : -1;
  }

  // Brings the current cluster ids of owned and ghost atoms up to date. Collective; costs one small
  // reduction when nothing has changed. True if ids were worked out anew.
  bool update_clusters();

  // The cluster ids themselves, per owned and ghost atom, held by the atom style.
  const tagint *cluster_ids() const;

  void add_listener(BreakListener *listener);
  void remove_listener(BreakListener *listener);
  void add_listener(NeighborListener *listener);
  void remove_listener(NeighborListener *listener);

 private:
  class AtomVecBondedCluster *avec;
  std::vector<BreakListener *> listeners;
  std::vector<NeighborListener *> neighbor_listeners;

  double **rows;        // per atom: BondState::SIZE numbers for each bond slot
  int columns;          // of rows
  bool rows_old;        // states are newer than rows
  int nlocal_loaded;    // owned atoms when it was loaded
  int slot_columns;
  std::vector<int> slots;

  // Border bonds that broke on this rank since the last rebuild, two ids a pair.
  std::vector<tagint> broken_pairs;

  bool clusters_changed;    // on this rank, since the ids were worked out

  void save();
  void load();
  void fit_columns();
  void share_broken_pairs();
  int find_border_bond(tagint tag_a, tagint tag_b) const;
  void report(const LocalBond &bond, grist::BondFailure failure);
  void remove_bond_slot(int i, tagint partner);
  void remove_special(int i, tagint partner);
  void make_ordinary_neighbor(int i, tagint partner);
  void label_clusters();
};

}    // namespace LAMMPS_NS

#endif
#endif
