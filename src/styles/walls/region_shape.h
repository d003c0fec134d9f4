/* The shape of a LAMMPS region as a wall of ours (walls/shape_wall.h): blocks, cylinders, cones,
   spheres and planes, and unions and intersections of them. LAMMPS is asked about all others.

   Contacts are those that the region finds in LAMMPS, except for three of its faults: it turns the
   normals of the ends of a cone along y to z, loses contacts beside the tip of a cone, and hides the
   outer faces of a union where they are free.
*/

#ifndef GRIST_STYLES_REGION_SHAPE_H
#define GRIST_STYLES_REGION_SHAPE_H

#include "walls/shape_wall.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class Region;

struct RegionShape {
  std::vector<grist::ShapeWall::Part> parts;
  bool is_union = false;
  std::string why_asked;    // empty: LAMMPS is not asked
};
RegionShape shape_of_region(Region *region);

}    // namespace LAMMPS_NS

#endif
