/* What each atom knows of the cluster that it was held in, and the watch over the bonds of released
   clusters: one that is unloaded may be held again.

   Vocabulary:
   held      moved as a rigid body; the bonds rest (is_rigid -1)
   released  has been held, and is bonded again since a bond came near its strength
   lost      released, and has lost a bond since: nothing is known of its shape, so that it stays
             bonded for good
   unloaded  of an atom: no bond of it has been loaded above the share for return for some periods
             of its cluster, or it is new
*/

#ifndef LMP_WATCHED_CLUSTERS_H
#define LMP_WATCHED_CLUSTERS_H

#include "pointers.h"

#include "bonds/bond_block.h"

#include <cassert>
#include <limits>
#include <vector>

namespace LAMMPS_NS {

struct HoldSettings {
  bool on = false;
  double release = 0.5;    // share of a bond's strength
  double back = -1.0;      // below this share a cluster becomes rigid again; < 0: half of `release`
  double compression = 0.3;    // weight of compression against tension
};

class WatchedClusters : protected Pointers {
 public:
  WatchedClusters(LAMMPS *lmp, const HoldSettings &settings);
  const HoldSettings &settings() const { return set; }

  // By atom. An element number is that in the shape of its cluster, -1 before it is held.
  int element(int i) const
  {
    assert(i >= 0 && i < static_cast<int>(marks.size()));
    return marks[i].element;
  }
  bool was_released(int i) const
  {
    assert(i >= 0 && i < static_cast<int>(marks.size()));
    return marks[i].wait > 0.0;
  }
  bool is_unloaded(int i) const;
  void hold(int i, int element)
  {
    assert(i >= 0 && i < static_cast<int>(marks.size()));
    marks[i] = {0.0, 0.0, element, 0};
  }
  void keep_bonded(int i)
  {
    assert(i >= 0 && i < static_cast<int>(marks.size()));
    marks[i].unloaded_from = NEVER;
  }

  // Marks the owned atoms of a cluster with this first period as released; their bonds are watched
  // from now on.
  void release(const std::vector<int> &atoms, double period);

  // The counter of steps was set, or the time step changed by the factor 1 / ratio: the wait ends at
  // the same time as before.
  void move_steps(bigint by);
  void scale_waits(double ratio);

  // Ids of lost clusters of which an element on this rank has lost a bond; and what they become.
  std::vector<double> lost_clusters() const;
  void keep_bonded(const std::vector<double> &clusters);

  // After a rebuild: which released clusters this rank has a part of. Those that are lost are not
  // watched.
  void find_watched();

  // Looks at the bonds of released clusters.
  void watch_bonds(const std::vector<grist::BondMaterial> &laws, const class BondStates &states);
  int count() const { return static_cast<int>(watched.size()); }

  // What an atom carries.
  struct Mark {
    double unloaded_from = 0.0;    // step; NEVER: stays bonded
    double wait = 0.0;             // steps without load before it is unloaded; 0: never released
    int element = -1;
    int bonds = 0;    // when it was released
  };
  std::vector<Mark> marks;    // by atom

 private:
  static constexpr double NEVER = std::numeric_limits<double>::infinity();
  struct Watched {
    std::vector<int> atoms;    // owned, of one cluster
    size_t loaded = 0;         // where in `atoms` a bond was loaded at the last look
  };

  HoldSettings set;
  class AtomVecBondedCluster *avec;
  std::vector<Watched> watched;

  bool is_released(int i) const { return was_released(i) && marks[i].unloaded_from != NEVER; }
  bool is_loaded(const std::vector<grist::BondMaterial> &laws, const BondStates &states,
                 int i) const;
  double share_of_bond(const grist::BondMaterial &law, const grist::BondBlocks &bonds, int n) const;
};

}    // namespace LAMMPS_NS

#endif
