// Places for bodies in a LAMMPS region: rank 0 finds them by random sequential placement
// (particles/placement.h) among the atoms that are there already.

#ifndef LMP_REGION_PLACEMENT_H
#define LMP_REGION_PLACEMENT_H

#include "pointers.h"

#include "styles/particles/placed_atoms.h"
#include "styles/particles/placed_bodies.h"
#include "styles/particles/region_container.h"

#include "particles/placement.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class RegionPlacement : protected Pointers {
 public:
  // An error unless the region exists and is closed; `user` begins it. Collective: rank 0 gathers
  // the atoms.
  RegionPlacement(LAMMPS *lmp, const std::string &user, const std::string &region_id);

  using Progress = std::function<void(size_t tried, size_t placed)>;

  // On rank 0: the bodies that found room. The result depends on the assortment, the atoms and the
  // seed alone. Throws std::invalid_argument where the region is too small for any.
  PlacedBodies place(const grist::Assortment &assortment, int attempts, std::uint64_t seed,
                     const Progress &progress);

 private:
  RegionContainer region;
  PlacedAtoms atoms;
  const std::vector<grist::PlacedSolid> &obstacles;    // on rank 0: all atoms

  grist::OccupiedSpace occupied_space(double common_diameter) const;
  grist::PlacementRequest request(const grist::Assortment &assortment, int attempts,
                                  const Progress &progress);
};

}    // namespace LAMMPS_NS

#endif
