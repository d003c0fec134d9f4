/* The particles of a group as packed solids (packings/packed_solids.h), on each rank its own and
   those that may overlap them, periodic images included. They are taken from the owners of the
   particles, not from ghosts: these need not reach far enough, and do not exist between runs.
*/

#ifndef LMP_PACKED_PARTICLES_H
#define LMP_PACKED_PARTICLES_H

#include "common/space.h"
#include "packings/packed_solids.h"
#include "packings/part_grid.h"

#include <string>

namespace LAMMPS_NS {

class PackedParticles {
 public:
  // `user` begins errors. Collective.
  PackedParticles(class LAMMPS *lmp, const std::string &user, int groupbit);

  grist::PackedSolids &solids() { return packed; }

  // Around all particles of the group, of all ranks; empty if there are none.
  const grist::AlignedBox &extent() const { return around; }

 private:
  grist::PackedSolids packed;
  grist::AlignedBox around;
};

// The lengths of the box in its periodic directions, 0 in others.
grist::Vector3d periods_of(const class Domain &domain);

}    // namespace LAMMPS_NS

#endif
