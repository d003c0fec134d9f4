/* The current cluster of every atom: the smallest atom id among the atoms that are connected to it
   by bonds. The ids themselves are a per-atom array of the atom style.
*/

#ifndef GRIST_STYLES_CLUSTER_IDS_H
#define GRIST_STYLES_CLUSTER_IDS_H

#include "pointers.h"

#include <cstdint>
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

  // Between runs commands change atoms, bonds and ids, and ghosts may be gone. The first is called
  // at the end of a run, the second at each use after it. Both are collective.
  void remember() { known = digest(); }
  bool update_ids_without_ghosts();

  // Changes whenever ids are found anew.
  int version() const { return labels_made; }

  int pack(int n, const int *atoms, double *buffer) const;
  void unpack(int n, int first, const double *buffer);

 private:
  class Fix *fix;
  class AtomVecBondedCluster *avec;
  bool changed = true;
  std::uint64_t known = 0;    // of the atoms and bonds that the ids belong to
  int labels_made = 0;

  std::uint64_t digest() const;
  template <class Visit> void for_each_bond(const Visit &visit) const;
  std::vector<int> local_components() const;
  bool lower_labels(const std::vector<int> &component, std::vector<tagint> &smallest);
  void label();
  void label_without_ghosts();
};

}    // namespace LAMMPS_NS

#endif
