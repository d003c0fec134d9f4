/* Internal fix BOND/STATE: what bond_style parallel knows between two neighbor-list rebuilds.

   It owns three things:
   - the state of every bond, in blocks, in the order of neighbor->bondlist. Each bond slot of an owned atom knows
     the number of its bond here; when atoms migrate, the states of their bonds go with them;
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
#include "styles/bonds/bond_list.h"

#include "bonds/bond_block.h"

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
  double energy;          // elastic, stored in the bond when it broke (energy units)
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

  // Local indices, a has the smaller atom id; a bond that broke since the last rebuild is no longer live. Valid from
  // one rebuild to the next.
  grist::BondBlocks bonds;
  int nbonds;

  // How the bond style may find the old normals in this run: from the motion, if nothing but plain integration moves
  // atoms. After such a run the normals are stored again.
  grist::OldNormals old_normals() const { return normals; }

  // Bonds of unknown damping coefficients since the last call; the bond style works them out.
  std::vector<int> take_newcomers();
  void forget_damping() { all_are_newcomers = true; }

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

  // Breaks bond n at once on this rank; energy: elastic, stored in it now.
  void break_bond(int n, grist::BondFailure failure, double energy);

  // State of the bond in slot m of owned atom i; false if it has none yet.
  bool state_of_slot(int i, int m, grist::BondState &state) const;

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

  BondList list;
  int nlocal_loaded;    // owned atoms when bonds were numbered
  std::vector<grist::BondState> arrived;
  grist::OldNormals normals;
  std::vector<int> newcomers;
  bool all_are_newcomers;
  grist::BondBlocks spare;    // memory for the next numbering

  // Border bonds that broke on this rank since the last rebuild.
  struct BrokenPair {
    tagint tag_a, tag_b;
    double energy;
    grist::BondFailure failure;
  };
  std::vector<BrokenPair> broken_pairs;

  bool clusters_changed;    // on this rank, since the ids were worked out

  // The list is made here. Between pre_neighbor and post_neighbor LAMMPS is shown no bond style, so that it makes none.
  class Bond *hidden_style;

  void number_bonds();
  void mend_states();
  void move_states();
  bool has_state(int n) const;
  void set_newcomer(grist::BondBlocks &of, int n);
  void place(grist::BondBlocks &of, int n) const;
  grist::BondState state_of(int number) const;
  void remember(int i, const double *states);
  void find_old_normals();
  void store_normals();
  void fit_columns();
  void share_broken_pairs();
  int find_border_bond(tagint tag_a, tagint tag_b) const;
  void report(int a, int b, grist::BondFailure failure, double energy);
  void remove_bond_slot(int i, tagint partner);
  void remove_special(int i, tagint partner);
  void make_ordinary_neighbor(int i, tagint partner);
  void label_clusters();
};

}    // namespace LAMMPS_NS

#endif
#endif
