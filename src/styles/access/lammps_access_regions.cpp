#include "styles/access/lammps_access_regions.h"

#include "common/space.h"
#include "styles/access/lammps_access_member.h"

#include "region_block.h"
#include "region_cone.h"
#include "region_cylinder.h"
#include "region_plane.h"
#include "region_sphere.h"

using namespace LAMMPS_NS;
using namespace LAMMPS_NS::lammps_access;
using grist::Vector3d;

namespace LAMMPS_NS::lammps_access {

GRIST_OPEN_MEMBER(CylinderAxis, RegCylinder, char, axis);
GRIST_OPEN_MEMBER(CylinderFirst, RegCylinder, double, c1);
GRIST_OPEN_MEMBER(CylinderSecond, RegCylinder, double, c2);
GRIST_OPEN_MEMBER(CylinderRadius, RegCylinder, double, radius);
GRIST_OPEN_MEMBER(CylinderLow, RegCylinder, double, lo);
GRIST_OPEN_MEMBER(CylinderHigh, RegCylinder, double, hi);

GRIST_OPEN_MEMBER(ConeAxis, RegCone, char, axis);
GRIST_OPEN_MEMBER(ConeFirst, RegCone, double, c1);
GRIST_OPEN_MEMBER(ConeSecond, RegCone, double, c2);
GRIST_OPEN_MEMBER(ConeRadiusLow, RegCone, double, radiuslo);
GRIST_OPEN_MEMBER(ConeRadiusHigh, RegCone, double, radiushi);
GRIST_OPEN_MEMBER(ConeLow, RegCone, double, lo);
GRIST_OPEN_MEMBER(ConeHigh, RegCone, double, hi);

using Three = double[3];
GRIST_OPEN_MEMBER(PlaneX, RegPlane, double, xp);
GRIST_OPEN_MEMBER(PlaneY, RegPlane, double, yp);
GRIST_OPEN_MEMBER(PlaneZ, RegPlane, double, zp);
GRIST_OPEN_MEMBER(PlaneNormal, RegPlane, Three, normal);

}    // namespace LAMMPS_NS::lammps_access

namespace {

// Protected members.
struct OpenSphere : RegSphere {
  static SphereRegion sphere(const RegSphere *region)
  {
    return {{region->*&OpenSphere::xc, region->*&OpenSphere::yc, region->*&OpenSphere::zc},
            region->*&OpenSphere::radius};
  }
};

struct OpenBlock : RegBlock {
  static std::array<double, 6> ends(const RegBlock *region)
  {
    return {region->*&OpenBlock::xlo, region->*&OpenBlock::xhi, region->*&OpenBlock::ylo,
            region->*&OpenBlock::yhi, region->*&OpenBlock::zlo, region->*&OpenBlock::zhi};
  }
};

struct OpenRegion : Region {
  static Vector3d moved(Region *region, Vector3d x)
  {
    (region->*&OpenRegion::forward_transform)(x[0], x[1], x[2]);
    return x;
  }
  static Vector3d rotation_point(const Region *region)
  {
    return grist::vector_at(region->*&OpenRegion::point);
  }
  static Vector3d rotation_axis(const Region *region)
  {
    return grist::vector_at(region->*&OpenRegion::runit);
  }
};

}    // namespace

RoundRegion LAMMPS_NS::cylinder_of_region(const RegCylinder *region)
{
  const double radius = region->*member(CylinderRadius());
  return {region->*member(CylinderAxis()) - 'x',
          region->*member(CylinderFirst()),
          region->*member(CylinderSecond()),
          region->*member(CylinderLow()),
          region->*member(CylinderHigh()),
          radius,
          radius};
}

RoundRegion LAMMPS_NS::cone_of_region(const RegCone *region)
{
  return {region->*member(ConeAxis()) - 'x', region->*member(ConeFirst()),
          region->*member(ConeSecond()),     region->*member(ConeLow()),
          region->*member(ConeHigh()),       region->*member(ConeRadiusLow()),
          region->*member(ConeRadiusHigh())};
}

SphereRegion LAMMPS_NS::sphere_of_region(const RegSphere *region)
{
  return OpenSphere::sphere(region);
}

PlaneRegion LAMMPS_NS::plane_of_region(const RegPlane *region)
{
  return {{region->*member(PlaneX()), region->*member(PlaneY()), region->*member(PlaneZ())},
          grist::vector_at(region->*member(PlaneNormal()))};
}

std::array<double, 6> LAMMPS_NS::ends_of_region(const RegBlock *region)
{
  return OpenBlock::ends(region);
}

Vector3d LAMMPS_NS::moved_by_region(Region *region, const Vector3d &own)
{
  return OpenRegion::moved(region, own);
}

Vector3d LAMMPS_NS::rotation_point(const Region *region)
{
  return OpenRegion::rotation_point(region);
}

Vector3d LAMMPS_NS::rotation_axis(const Region *region)
{
  return OpenRegion::rotation_axis(region);
}
