/* What happens to bonds of blocks in a run: they break, and blocks whose face parted under pressure
   come apart. Both blocks of each, on one rank or on two, are kept alike; breaks are counted and
   reported.

   Both ranks of a bond across a border evaluate it from the same numbers. Should rounding across a
   periodic side make them differ, the change is sent to the other one before
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

  // Breaks a bond of owned atom i, on both blocks where both are owned. how: seen from i.
  void break_bond(int i, tagint partner, const FaceParting &how);

  // As in BondedBodies.
  void came_apart(int i, tagint partner);
  bigint count() const { return changed; }

  // What the face remembers, if atom i is owned.
  void remember(int i, tagint partner, const grist::FaceMemory &memory);

  // All ranks hear what has happened to bonds across borders. Collective.
  void share();

  std::vector<BlockBonds> &all() { return rows; }    // by atom

  // Whether blocks of this rank have got new ids since the last call.
  bool take_new_ids() { return std::exchange(ids_are_new, false); }
  bool ids_are_new = false;

  // Of this rank: half a bond for each block.
  double pulled() const { return pulled_count; }
  double sheared() const { return sheared_count; }
  double lost_energy() const { return energy; }

  // Energy that damage has taken.
  void add_lost(double more)
  {
    energy += more;
    new_energy += more;
  }

  // Energy that friction in faces has taken.
  void add_rubbed(double more)
  {
    rubbed += more;
    new_rubbed += more;
  }
  double rubbed_energy() const { return rubbed; }
  double take_rubbed() { return std::exchange(new_rubbed, 0.0); }

  // The energy that was lost on this rank since the last call.
  double take_lost_energy() { return std::exchange(new_energy, 0.0); }

 private:
  std::vector<BlockBonds> &rows;
  ClusterIds &clusters;
  grist::Listeners<BreakListener> &listeners;

  // The share of two blocks that have come apart.
  static constexpr double APART = -1.0;
  // Of blocks of two ranks, since the last exchange.
  struct News {
    tagint a, b;
    FaceParting how;    // seen from a
  };
  std::vector<News> news;

  double pulled_count = 0.0, sheared_count = 0.0, energy = 0.0;
  double new_energy = 0.0;    // not taken yet
  double rubbed = 0.0, new_rubbed = 0.0;
  bigint changed = 0;

  void change_both(int i, tagint partner, const FaceParting &how);
  void follow(int i, tagint partner, const FaceParting &how);
  void report(int i, const BondOfBlock &bond, const FaceParting &how);
};

}    // namespace LAMMPS_NS

#endif
