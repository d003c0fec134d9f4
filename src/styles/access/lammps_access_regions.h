// Numbers of LAMMPS' regions that have no accessor, in the frame of the region.

#ifndef LMP_LAMMPS_ACCESS_REGIONS_H
#define LMP_LAMMPS_ACCESS_REGIONS_H

#include "common/space.h"

#include <array>

namespace LAMMPS_NS {

class RegBlock;
class RegCone;
class RegCylinder;
class Region;
class RegPlane;
class RegSphere;

// A cylinder or a cone.
struct RoundRegion {
  int axis;                // 0, 1, 2
  double first, second;    // place of the axis along the two other axes, in their order
  double low, high;        // ends along the axis
  double radius_low, radius_high;
};
struct SphereRegion {
  grist::Vector3d center;
  double radius;
};
struct PlaneRegion {
  grist::Vector3d point, normal;
};

RoundRegion cylinder_of_region(const RegCylinder *region);
RoundRegion cone_of_region(const RegCone *region);
SphereRegion sphere_of_region(const RegSphere *region);
PlaneRegion plane_of_region(const RegPlane *region);
std::array<double, 6> ends_of_region(const RegBlock *region);    // low and high along x, y, z

// The place of a point of the region after the present move and rotation.
grist::Vector3d moved_by_region(Region *region, const grist::Vector3d &own);

// The axis of the keyword rotate: a point before the move, and its direction.
grist::Vector3d rotation_point(const Region *region);
grist::Vector3d rotation_axis(const Region *region);

}    // namespace LAMMPS_NS

#endif
