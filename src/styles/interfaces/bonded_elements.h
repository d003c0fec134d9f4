/* Who holds elements together until it breaks: fixes of bonds of spheres (BOND/STATE) and of faces of
   blocks (FACE/BONDS). Outflow, breakage and others ask for it by bonded_elements() and know neither.

   A cluster is a set of elements that bonds connect; its id is the smallest atom id in it. The
   molecule id of an element is its parent: the cluster or rock that it was made with.
*/

#ifndef GRIST_STYLES_BONDED_ELEMENTS_H
#define GRIST_STYLES_BONDED_ELEMENTS_H

#include "common/space.h"
#include "common/subscription.h"
#include "styles/access/bond_end.h"
#include "styles/access/styles_with.h"
#include "styles/interfaces/bond_events.h"
#include "styles/state/cluster_ids.h"

#include <utility>
#include <vector>

namespace LAMMPS_NS {

// A face of a block that bonds it to another one, or has parted from it.
struct FaceOfBlock {
  tagint partner;
  int slot;                         // as in BondEnd; of one that has parted: PARTED
  bool is_a;                        // whether its normal, axis 3, points out of this block
  grist::Pose in_this, in_other;    // its frame in those of both; of one that has parted: the first
  grist::BondFailure failure;       // by what it has parted
  double time;                      // when

  static constexpr int PARTED = -1;
};

class BondedElements {
 public:
  const Fix *fix() const { return keeper; }

  // Whether the bond style of this run is the one whose bonds it keeps.
  virtual bool is_in_use() const = 0;

  // The bonds of an owned atom, without those that are turned off. `to` is emptied first.
  virtual void list_bonds(int i, std::vector<BondEnd> &to) const = 0;

  // Bonds of blocks as faces, and those that have parted. `to` is emptied first.
  virtual void list_faces(int, std::vector<FaceOfBlock> &to) const { to.clear(); }

  // Brings the current cluster ids up to date: of owned and ghost atoms, between runs of owned
  // atoms. Collective. True if ids were found anew.
  bool update_clusters()
  {
    return is_running ? clusters.update_ids() : clusters.update_ids_without_ghosts();
  }
  int cluster_version() const { return clusters.version(); }    // changes whenever they are
  const tagint *cluster_ids() const { return clusters.ids(); }

  [[nodiscard]] grist::Subscription subscribe(BreakListener &listener)
  {
    return break_listeners.subscribe(listener);
  }

 protected:
  // `fix`: this one, which hands its forward communication on to `clusters`.
  BondedElements(LAMMPS *lmp, Fix *fix, ClusterIds::Ids ids) :
      keeper(fix), clusters(lmp, fix, std::move(ids),
                            [this](int i, std::vector<BondEnd> &to) { list_bonds(i, to); })
  {
  }
  ~BondedElements() = default;    // deleted as a fix

  Fix *const keeper;
  ClusterIds clusters;
  bool is_running = false;    // ghosts are those of the present atoms
  grist::Listeners<BreakListener> break_listeners;
};

// Null: no bonds, or bonds of another style.
inline BondedElements *bonded_elements(const LAMMPS *lmp)
{
  for (BondedElements *one : fixes_with<BondedElements>(lmp))
    if (one->is_in_use()) return one;
  return nullptr;
}

}    // namespace LAMMPS_NS

#endif
