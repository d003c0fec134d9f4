/* What bonds bear, of spheres or of blocks: for stresses, sensors and pictures, which find it by
   bond_with<LoadedBonds>().

   Slot m of an owned atom i is a place in its list of bonds (styles/access/bond_end.h), j the other
   end, the image of it that is nearest to i. A bond across a border of ranks is on both of them.
*/

#ifndef GRIST_STYLES_LOADED_BONDS_H
#define GRIST_STYLES_LOADED_BONDS_H

#include "bonds/bond_loads.h"
#include "common/space.h"

#include <optional>
#include <vector>

namespace LAMMPS_NS {

// The elastic force of a bond on its end a, and where it acts.
struct BondPull {
  int a, b;
  grist::Vector3d force;           // on a; b takes the opposite
  grist::Vector3d arm_a, arm_b;    // from the centres to the bond centre
};

struct BondSize {
  double radius,
      length;    // of its section, or of the circle of the same area; when it was made, 0
                 // before the first run [length]
};

// What a bond bears at the present positions, and the share of its strength that it uses.
struct BondReading {
  grist::BondLoads loads;
  double strength_share;
  double damage = 0.0;    // of a face, 0 to 1
};

class LoadedBonds {
 public:
  // Whether it knows its bonds: from the first init of this instance on.
  virtual bool is_initialized() const = 0;

  virtual BondSize size_of(int i, int m, int j) const = 0;

  // Empty: it bears nothing, as it is of a held or rigid cluster, or not made yet.
  virtual std::optional<BondReading> reading(int i, int m, int j) const = 0;

  // Of each intact bond of this rank.
  virtual std::vector<BondPull> elastic_pulls() const = 0;

 protected:
  ~LoadedBonds() = default;
};

}    // namespace LAMMPS_NS

#endif
