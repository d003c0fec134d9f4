#include "styles/walls/region_faces.h"

#include "styles/access/lammps_access_regions.h"

#include "region_block.h"
#include "region_cone.h"
#include "region_cylinder.h"
#include "region_plane.h"
#include "region_sphere.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace LAMMPS_NS;
using grist::InnerFaces;
using grist::Vector3d;

// Numbers of faces as in LAMMPS.
static constexpr int LOW_END = 0, HIGH_END = 1, CURVED = 2;

// A point on the axis.
static Vector3d on_axis(const RoundRegion &round)
{
  Vector3d point = Vector3d::zero();
  point[round.axis == 0 ? 1 : 0] = round.first;
  point[round.axis == 2 ? 1 : 2] = round.second;
  return point;
}

static void add_ends(InnerFaces &faces, int axis, double low, double high, const int *open)
{
  const Vector3d up = Vector3d::unit(axis);
  faces.add_plane(LOW_END, low * up, up, open[LOW_END]);
  faces.add_plane(HIGH_END, high * up, -up, open[HIGH_END]);
}

static bool describe(RegCylinder *region, InnerFaces &faces)
{
  const RoundRegion cylinder = cylinder_of_region(region);
  const int *open = region->open_faces;
  faces.set_cylinder(CURVED, cylinder.axis, on_axis(cylinder), cylinder.radius_low, open[CURVED]);
  add_ends(faces, cylinder.axis, cylinder.low, cylinder.high, open);
  return true;
}

// In LAMMPS the normals of the ends of a cone along y point along z, so that LAMMPS must be asked
// for these contacts. An infinite cone has no radius.
static bool describe(RegCone *region, InnerFaces &faces)
{
  const RoundRegion numbers = cone_of_region(region);
  const int axis = numbers.axis, *open = region->open_faces;
  if (axis == 1 && !(open[LOW_END] && open[HIGH_END])) return false;
  const InnerFaces::Round cone = {axis,         on_axis(numbers),   numbers.low,
                                  numbers.high, numbers.radius_low, numbers.radius_high};
  constexpr double ENDLESS = 1e20;
  if (std::max(-cone.low, cone.high) >= ENDLESS) return false;
  faces.set_cone(CURVED, cone, open[CURVED]);
  add_ends(faces, axis, cone.low, cone.high, open);
  return true;
}

static bool describe(RegSphere *region, InnerFaces &faces)
{
  const SphereRegion sphere = sphere_of_region(region);
  faces.set_sphere(0, sphere.center, sphere.radius);
  return true;
}

static bool describe(RegPlane *region, InnerFaces &faces)
{
  const PlaneRegion plane = plane_of_region(region);
  faces.add_plane(0, plane.point, plane.normal, false);
  return true;
}

static bool describe(RegBlock *region, InnerFaces &faces)
{
  const std::array<double, 6> ends = ends_of_region(region);
  for (int face = 0; face < 6; face++) {
    const Vector3d along = Vector3d::unit(face / 2);
    faces.add_plane(face, ends[face] * along, face % 2 == 0 ? along : -along,
                    region->open_faces[face]);
  }
  return true;
}

// Describes a region of exactly this style: styles with suffixes are derived from it.
template <class STYLE> static bool describe_if(Region *region, const char *style, InnerFaces &faces)
{
  auto *known = dynamic_cast<STYLE *>(region);
  return known && strcmp(region->style, style) == 0 && describe(known, faces);
}

bool RegionFaces::add(Region *region)
{
  Part part;
  if (region->varshape || !region->interior) return false;
  const bool known = describe_if<RegBlock>(region, "block", part.faces) ||
      describe_if<RegCylinder>(region, "cylinder", part.faces) ||
      describe_if<RegCone>(region, "cone", part.faces) ||
      describe_if<RegSphere>(region, "sphere", part.faces) ||
      describe_if<RegPlane>(region, "plane", part.faces);
  if (!known) return false;
  part.open = region->openflag != 0;
  part.first = 0;
  parts.push_back(part);
  return true;
}

void RegionFaces::set_region(Region *region)
{
  parts.clear();
  is_union = strcmp(region->style, "union") == 0;
  if (!is_union && strcmp(region->style, "intersect") != 0) {
    add(region);
    return;
  }
  if (!region->interior || region->openflag || region->nregion > MOST) return;
  for (int k = 0, first = 0; k < region->nregion; k++) {
    if (!add(region->reglist[k])) {
      parts.clear();
      return;
    }
    parts.back().first = first;
    first += region->reglist[k]->cmax;
  }
}

bool RegionFaces::is_hidden(const Vector3d &point, size_t of) const
{
  for (size_t k = 0; k < parts.size(); k++)
    if (k != of && !parts[k].open && parts[k].faces.holds(point) == is_union) return true;
  return false;
}
