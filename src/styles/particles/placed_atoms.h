/* The atoms that are there already, as solids at places on rank 0: bodies by their true shape,
   other atoms as spheres. What new particles must not overlap.
*/

#ifndef LMP_PLACED_ATOMS_H
#define LMP_PLACED_ATOMS_H

#include "pointers.h"

#include "geometry/shape_store.h"
#include "particles/placed_solid.h"

#include <vector>

namespace LAMMPS_NS {

class PlacedAtoms : protected Pointers {
 public:
  using Pointers::Pointers;

  // The chosen atoms of all ranks, by a mark for each owned atom; sorted by id, so that their order
  // does not depend on ranks. On rank 0; empty on others. Valid until the next call. Collective.
  const std::vector<grist::PlacedSolid> &gather(const std::vector<char> &chosen);

 private:
  grist::ShapeStore shapes;    // on rank 0
  std::vector<grist::PlacedSolid> solids;
};

}    // namespace LAMMPS_NS

#endif
