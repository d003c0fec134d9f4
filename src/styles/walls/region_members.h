/* Numbers of LAMMPS regions that have no accessor: an explicit instantiation may name private
   members (C++ standard, [temp.explicit]).
*/

#ifndef GRIST_STYLES_REGION_MEMBERS_H
#define GRIST_STYLES_REGION_MEMBERS_H

#include "region_block.h"
#include "region_cone.h"
#include "region_cylinder.h"
#include "region_plane.h"
#include "region_sphere.h"

namespace LAMMPS_NS::region_members {

template <class NAME, typename NAME::Type MEMBER> struct Grant {
  friend typename NAME::Type member(NAME) { return MEMBER; }
};

// region->*member(Name()): the member of a region.
#define GRIST_REGION_MEMBER(Name, Style, kind, name) \
  struct Name {                                      \
    using Type = kind Style::*;                      \
    friend Type member(Name);                        \
  };                                                 \
  template struct Grant<Name, &Style::name>

GRIST_REGION_MEMBER(CylinderAxis, RegCylinder, char, axis);
GRIST_REGION_MEMBER(CylinderFirst, RegCylinder, double, c1);
GRIST_REGION_MEMBER(CylinderSecond, RegCylinder, double, c2);
GRIST_REGION_MEMBER(CylinderRadius, RegCylinder, double, radius);
GRIST_REGION_MEMBER(CylinderLow, RegCylinder, double, lo);
GRIST_REGION_MEMBER(CylinderHigh, RegCylinder, double, hi);

GRIST_REGION_MEMBER(ConeAxis, RegCone, char, axis);
GRIST_REGION_MEMBER(ConeFirst, RegCone, double, c1);
GRIST_REGION_MEMBER(ConeSecond, RegCone, double, c2);
GRIST_REGION_MEMBER(ConeRadiusLow, RegCone, double, radiuslo);
GRIST_REGION_MEMBER(ConeRadiusHigh, RegCone, double, radiushi);
GRIST_REGION_MEMBER(ConeLow, RegCone, double, lo);
GRIST_REGION_MEMBER(ConeHigh, RegCone, double, hi);

GRIST_REGION_MEMBER(SphereX, RegSphere, double, xc);
GRIST_REGION_MEMBER(SphereY, RegSphere, double, yc);
GRIST_REGION_MEMBER(SphereZ, RegSphere, double, zc);
GRIST_REGION_MEMBER(SphereRadius, RegSphere, double, radius);

GRIST_REGION_MEMBER(PlaneX, RegPlane, double, xp);
GRIST_REGION_MEMBER(PlaneY, RegPlane, double, yp);
GRIST_REGION_MEMBER(PlaneZ, RegPlane, double, zp);
// An array.
struct PlaneNormal {
  using Type = double (RegPlane::*)[3];
  friend Type member(PlaneNormal);
};
template struct Grant<PlaneNormal, &RegPlane::normal>;

GRIST_REGION_MEMBER(BlockXLow, RegBlock, double, xlo);
GRIST_REGION_MEMBER(BlockXHigh, RegBlock, double, xhi);
GRIST_REGION_MEMBER(BlockYLow, RegBlock, double, ylo);
GRIST_REGION_MEMBER(BlockYHigh, RegBlock, double, yhi);
GRIST_REGION_MEMBER(BlockZLow, RegBlock, double, zlo);
GRIST_REGION_MEMBER(BlockZHigh, RegBlock, double, zhi);

#undef GRIST_REGION_MEMBER

}    // namespace LAMMPS_NS::region_members

#endif
