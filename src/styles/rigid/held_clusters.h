/* Finds the bonded clusters that are to be held rigid from now on: those that are unloaded and of a
   known shape. A new cluster whose bonds are not strained may define a shape.

   Vocabulary:
   lost, unloaded, released   watched_clusters.h
   record    data that ranks exchange of an element of a cluster that lies on several of them
*/

#ifndef LMP_HELD_CLUSTERS_H
#define LMP_HELD_CLUSTERS_H

#include "styles/rigid/held_shapes.h"
#include "styles/rigid/watched_clusters.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

// A cluster that is to be held from now on.
struct HeldCluster {
  tagint id = 0;
  int count = 0, shape = -1;
  grist::ShapeScale scale;
  double weakest = 1.0;    // strength factor of its weakest bond
  grist::RigidBody motion;
  std::vector<std::pair<int, int>> elements;    // owned atoms, and their numbers in the shape
};

class HeldClusters : protected Pointers {
 public:
  HeldClusters(LAMMPS *lmp, const std::string &user, HeldShapes &shapes, WatchedClusters &watched,
               const BondsOfRun &bonds);

  // The clusters, with an element on this rank, that are to be held from now on. Those that never
  // will be are marked so. Collective; after ghosts are known.
  std::vector<HeldCluster> find(int groupbit);

 private:
  struct Partner {
    tagint tag;
    int type;
    double length;    // initial; 0: new
  };
  struct Record {
    tagint cluster, tag;
    bool is_unloaded, was_released;
    grist::RigidElement element;
    std::vector<Partner> partners;
    int atom = -1;    // of this rank
  };
  using Part = std::vector<int>;    // owned atoms of a cluster

  std::string user;
  HeldShapes &shapes;
  WatchedClusters &watched;
  const BondsOfRun &bonds;
  class AtomVecBondedCluster *avec;
  bool has_warned = false;

  bool is_candidate(int i, int groupbit) const;
  bool may_be_held(int i) const;
  bool is_closed(const Part &part) const;
  Record record_of(int i, bool is_unloaded) const;
  std::map<tagint, std::vector<Record>> records_of(const std::map<tagint, Part> &parts,
                                                   int groupbit);
  std::vector<double> settle(std::map<tagint, std::vector<Record>> &clusters, bool propose,
                             std::vector<HeldCluster> &found);
  void complete(tagint id, const std::vector<Record> &records, const WholeCluster &whole,
                HeldCluster &cluster);
  bool put_together(std::vector<Record> &records, WholeCluster &whole) const;
  static bool may_define(const std::vector<Record> &records, const WholeCluster &whole);
  bool is_within_reach(const WholeCluster &whole);
};

}    // namespace LAMMPS_NS

#endif
