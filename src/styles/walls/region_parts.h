/* Which points are near the surfaces of a LAMMPS region.

   Parts of a region are the regions that a union or an intersection consists of, or the region
   itself. A point is near the region if it is near any part, even if another part hides that
   surface: parts may uncover each other.

   Points are in the frame of the region.
*/

#ifndef GRIST_STYLES_REGION_PARTS_H
#define GRIST_STYLES_REGION_PARTS_H

#include "common/space.h"

#include <vector>

namespace LAMMPS_NS {

class Region;

class RegionParts {
 public:
  void set_region(Region *region);

  // A part of a union or intersection that moves by itself, or null.
  const Region *moving_part() const;

  bool is_near(const grist::Vector3d &own, double reach) const;

  // False only if every point y is farther from the region than the reach less the distance from
  // own to y.
  bool may_be_near(const grist::Vector3d &own, double reach) const;

 private:
  Region *whole = nullptr;
  std::vector<Region *> parts;

  void add(Region *one);
};

}    // namespace LAMMPS_NS

#endif
