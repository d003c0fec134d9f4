/* The current cluster of every atom: the smallest atom id among the atoms that are connected to it
   by bonds. The ids themselves are a per-atom array of the atom style.
*/

#ifndef GRIST_STYLES_CLUSTER_IDS_H
#define GRIST_STYLES_CLUSTER_IDS_H

#include "pointers.h"

#include <vector>

namespace LAMMPS_NS {

class ClusterIds : protected Pointers {
 public:
  // `fix` hands its forward communication on to pack() and unpack().
  ClusterIds(LAMMPS *lmp, class Fix *fix);

  const tagint *ids() const;    // of owned and ghost atoms

  void mark_changed() { changed = true; }    // bonds of this rank have changed

  // Collective; one small reduction when nothing has changed. True if ids were found anew.
  bool update_ids();

  int pack(int n, const int *atoms, double *buffer) const;
  void unpack(int n, int first, const double *buffer);

 private:
  class Fix *fix;
  class AtomVecBondedCluster *avec;
  bool changed = true;

  std::vector<int> local_components() const;
  bool lower_labels(const std::vector<int> &component, std::vector<tagint> &smallest);
  void label();
};

}    // namespace LAMMPS_NS

#endif
