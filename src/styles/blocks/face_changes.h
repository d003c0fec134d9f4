/* What happens to bonds of blocks in a run: they break, and blocks whose face parted under pressure
   come apart. Both blocks of each, on one rank or on two, are kept alike; breaks are counted and
   reported.

   Both ranks of a bond across a border evaluate it from the same numbers. Should rounding across a
   periodic side make them differ, the one that has seen the change tells it the other one before
   blocks migrate.
*/

#ifndef LMP_FACE_CHANGES_H
#define LMP_FACE_CHANGES_H

#include "common/subscription.h"
#include "pointers.h"
#include "styles/blocks/block_bonds.h"
#include "styles/interfaces/bond_events.h"

#include <utility>
#include <vector>

namespace LAMMPS_NS {

class ClusterIds;

class FaceChanges : protected Pointers {
 public:
  // rows: by atom.
  FaceChanges(LAMMPS *lmp, std::vector<BlockBonds> &rows, ClusterIds &clusters,
              grist::Listeners<BreakListener> &listeners) :
      Pointers(lmp),
      rows(rows), clusters(clusters), listeners(listeners)
  {
  }

  // Breaks a bond of owned atom i, on both blocks where both are owned. energy: stored in it now;
  // share: of the contact that takes its place.
  void break_bond(int i, tagint partner, grist::BondFailure failure, double energy, double share);

  // As in BondedBodies.
  void came_apart(int i, tagint partner);

  // All ranks hear what has happened to bonds across borders. Collective.
  void share();

  // Half a bond for each block of this rank.
  double count() const { return broken_count; }
  double energy() const { return broken_energy; }

  // The energy of those that have broken on this rank since the last call.
  double take_energy() { return std::exchange(new_energy, 0.0); }

 private:
  std::vector<BlockBonds> &rows;
  ClusterIds &clusters;
  grist::Listeners<BreakListener> &listeners;

  // Of a bond, or of two blocks that have come apart: of these the share is APART.
  static constexpr double APART = -1.0;
  struct Change {
    double share, energy;    // that was stored in the bond
    grist::BondFailure failure;
    bigint step;
    double time;
  };
  // Of blocks of two ranks, since the last exchange.
  struct News {
    tagint a, b;
    Change change;
  };
  std::vector<News> news;

  double broken_count = 0.0, broken_energy = 0.0;
  double new_energy = 0.0;    // not taken yet

  Change now(double share, double energy, grist::BondFailure failure) const;
  void change_both(int i, tagint partner, const Change &change);
  void follow(int i, tagint partner, const Change &change);
  void report(int i, const BondOfBlock &bond, const Change &change);
};

}    // namespace LAMMPS_NS

#endif
