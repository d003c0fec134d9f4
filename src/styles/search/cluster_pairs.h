/* Clusters among the atoms of this rank, and the pairs inside them.

   A cluster is what fix breakage and bond_style parallel number as one (the current cluster); where
   nothing keeps these numbers, a molecule, atoms without bonds apart. Pairs inside a cluster are
   remembered from build to build (search/unit_pairs.h); the contact search finds the others.

   Where most clusters do not keep their shape, most builds do not use clusters
   (search/unit_trial.h).
*/

#ifndef LMP_CLUSTER_PAIRS_H
#define LMP_CLUSTER_PAIRS_H

#include "pointers.h"

#include "search/local_units.h"
#include "search/unit_pairs.h"
#include "search/unit_trial.h"

#include <cstdint>
#include <vector>

namespace LAMMPS_NS {

class ClusterPairs : protected Pointers {
 public:
  using Pointers::Pointers;

  // To be called once a build: whether it should use clusters, if pairs inside them can be
  // remembered for these atoms.
  bool begin(const grist::SphereView &view);

  // Sets the units of the view to the clusters.
  void assign_units(grist::SphereView &view);

  // The same spheres with the elements of each cluster side by side; null if `view` is as good.
  const grist::OrderedSpheres *in_order() const { return is_ordered ? &ordered : nullptr; }

  // Finds pairs inside the units of a view. `special_flag` is what special_bonds makes of 1-2, 1-3
  // and 1-4 partners, `kind` that of a pair.
  void find(const grist::SphereView &view, const int *special_flag,
            const grist::UnitPairs::Kind &kind);

  // Whether there may be rigid clusters.
  bool may_be_rigid() const { return rigid_flags() != nullptr; }

  // Whether both are elements of one rigid cluster: no pair in any list.
  bool are_rigid(int i, int j) const;

  // How many of the lists of 1-2, 1-3 and 1-4 partners must be read: not those of pairs that
  // special_bonds treats as ordinary. Long lists cost more to read than anything else in a rebuild.
  static int lists_to_read(const int *special_flag);

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
  grist::OrderedSpheres ordered;
  bool is_ordered = false;
  grist::UnitTrial trial;

  bool is_possible(const grist::SphereView &view) const;
  const int *rigid_flags() const;
};

}    // namespace LAMMPS_NS

#endif
