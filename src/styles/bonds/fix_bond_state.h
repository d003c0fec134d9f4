/* Internal fix BOND/STATE: what bond_style parallel keeps between two neighbor-list rebuilds.

   Made by bond_style parallel. It connects LAMMPS' fix callbacks to the slots of bonds
   (bond_slots.h), their states (bond_states.h), their breaking (bond_breaker.h) and the cluster ids
   (cluster_ids.h).
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(BOND/STATE,FixBondState);
// clang-format on
#else

#ifndef LMP_FIX_BOND_STATE_H
#define LMP_FIX_BOND_STATE_H

#include "styles/access/reads_no_velocities.h"
#include "styles/bonds/bond_breaker.h"
#include "styles/bonds/bond_contacts.h"
#include "styles/bonds/bond_slots.h"
#include "styles/bonds/bond_states.h"
#include "styles/bonds/bond_teams.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/interfaces/order_of_fixes.h"
#include "styles/interfaces/setup_memory.h"
#include "styles/state/atom_rows.h"

#include <utility>

namespace LAMMPS_NS {

inline constexpr char BOND_STYLE_PARALLEL[] = "Bond style parallel";    // begins errors

class FixBondState :
    public RowsFix<>,
    public SetupMemory,
    public BondedElements,
    public ReadsNoVelocities,
    public StandsAt<FixPlace::BONDS> {
 public:
  static constexpr const char *ID = "GRIST_BOND_STATE";

  // Null: no bond style uses it.
  static FixBondState *in_use(const LAMMPS *lmp);

  BondSlots slots;
  BondTeams teams;
  BondStates states;
  BondContacts contacts;

  // How the bond style may find the old normals in this run. After a run with normals from the
  // motion they are stored again.
  grist::OldNormals old_normals() const { return normals; }

  FixBondState(class LAMMPS *, int, char **);
  int setmask() override;
  void init() override;
  void setup_pre_exchange() override;
  void setup_pre_neighbor() override;
  void setup_post_neighbor() override;
  void setup(int) override { count_broken(); }
  void min_setup(int) override { count_broken(); }
  void pre_exchange() override;
  void pre_neighbor() override;
  void post_neighbor() override;
  void min_pre_exchange() override { pre_exchange(); }
  void min_pre_neighbor() override { pre_neighbor(); }
  void min_post_neighbor() override { post_neighbor(); }
  void end_of_step() override;
  void post_run() override;
  int pack_forward_comm(int n, int *atoms, double *buf, int, int *) override
  {
    return clusters.pack(n, atoms, buf);
  }
  void unpack_forward_comm(int n, int first, double *buf) override
  {
    clusters.unpack(n, first, buf);
  }
  double memory_usage() override { return states.memory_usage(); }

  // At every init of the bond style: commands between runs may have changed bonds. Collective; true
  // if atoms have got new ids.
  bool follow_changes();

  // After an error between two lines of a rebuild the style is still hidden. Gives it back; null if
  // it is not hidden.
  class Bond *take_hidden_style() { return std::exchange(hidden_style, nullptr); }

  // Breaks bond n at once on this rank; energy: elastic, stored in it now.
  void break_bond(int n, grist::BondFailure failure, double energy);

  // Elastic energy of the bonds that broke since the last call; each bond counts on one rank.
  double take_broken_energy() { return breaker.take_broken_energy(); }

  // As BondedElements.
  bool is_in_use() const override { return in_use(lmp); }
  void list_bonds(int i, std::vector<BondEnd> &to) const override;

  using BondedElements::subscribe;
  [[nodiscard]] grist::Subscription subscribe(NeighborListener &listener)
  {
    return breaker.neighbor_listeners.subscribe(listener);
  }

 private:
  BondBreaker breaker;
  grist::OldNormals normals;

  // The list of bonds is made here. Between pre_neighbor and post_neighbor the bond style is hidden
  // from LAMMPS, so that it makes none.
  class Bond *hidden_style;

  // Bond style parallel is in use. Otherwise nothing is kept here: the style may come back before
  // the next run.
  bool is_used;
  bool others_change_bonds;    // fix bond/create and the like

  void resize_rows(int nmax) override { slots.grow(nmax); }
  void copy_row(int from, int to) override { slots.copy(from, to); }
  void begin_row(int i) override { slots.clear(i); }
  void transfer_row(grist::Archive &archive, int i) override;
  void transfer_state(grist::Archive &archive) override
  {
    if (!archive.reads() && is_running) store_normals();
  }
  void show_style();
  void refuse_second_bonds() const;
  void count_broken();
  void set_columns();
  void store_normals()
  {
    if (normals == grist::OldNormals::FROM_MOTION) states.update_normals();
  }
  void share_border_breaks()
  {
    if (breaker.share_border_breaks()) clusters.mark_changed();
  }
  void prepare_exchange();
};

}    // namespace LAMMPS_NS

#endif
#endif
