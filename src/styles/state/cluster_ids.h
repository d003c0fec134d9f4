/* The current cluster of every atom: the smallest atom id among the atoms that are connected to it
   by bonds. Who keeps the bonds, a fix, has the array of the ids, too; a new atom has 0 there.
*/

#ifndef GRIST_STYLES_CLUSTER_IDS_H
#define GRIST_STYLES_CLUSTER_IDS_H

#include "pointers.h"
#include "styles/access/bond_end.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace LAMMPS_NS {

class ClusterIds : protected Pointers {
 public:
  // Where the ids of owned and ghost atoms are.
  using Ids = std::function<tagint *()>;
  // Lists the bonds of an owned atom; each bond is kept by both ends.
  using Bonds = std::function<void(int i, std::vector<BondEnd> &to)>;

  // `fix` hands its forward communication on to pack() and unpack().
  ClusterIds(LAMMPS *lmp, class Fix *fix, Ids ids, Bonds bonds);

  const tagint *ids() const { return ids_of_atoms(); }

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
  Ids ids_of_atoms;
  Bonds bonds_of_atom;
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
