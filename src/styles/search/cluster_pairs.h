/* Clusters among the atoms of this rank, and the pairs inside them.

   A cluster is what fix breakage and bond_style parallel number as one (the current cluster); where nothing keeps these
   numbers, a molecule, atoms without bonds apart. Pairs inside a cluster are remembered from build to build
   (search/unit_pairs.h); the contact search finds the others.
*/

#ifndef LMP_CLUSTER_PAIRS_H
#define LMP_CLUSTER_PAIRS_H

#include "pointers.h"

#include "search/local_units.h"
#include "search/unit_pairs.h"

#include <cstdint>
#include <vector>

namespace LAMMPS_NS {

class ClusterPairs : protected Pointers {
 public:
  using Pointers::Pointers;

  // Whether pairs inside clusters can be remembered for these atoms.
  bool is_possible(const grist::SphereView &view) const;

  // Sets the units of the view to the clusters.
  void assign_units(grist::SphereView &view);

  // Of a view with these units. `special_flag` is what special_bonds makes of 1-2, 1-3 and 1-4 partners, `kind` that of
  // a pair.
  void find(const grist::SphereView &view, const int *special_flag,
            const grist::UnitPairs::Kind &kind);

  // Whether both are elements of one rigid cluster: no pair in any list.
  bool are_rigid(int i, int j) const;

  // For a build without clusters.
  void clear() { found.clear(); }

  const std::vector<grist::UnitPair> &pairs() const { return found; }

  // Adds the clusters, and what is kept of them.
  void add_to(grist::SearchReport &report) const;

 private:
  grist::LocalUnits units;
  grist::UnitPairs inside;
  std::vector<grist::UnitPair> found;
  std::vector<std::int64_t> clusters;         // by atom
  std::vector<std::uint64_t> fingerprints;    // by atom, 0 for elements of rigid clusters
  int special_before[4] = {0, 0, 0, 0};

  const int *rigid_flags() const;
};

}    // namespace LAMMPS_NS

#endif
