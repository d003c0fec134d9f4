#include "styles/walls/region_shape.h"

#include "styles/access/lammps_access_regions.h"

#include "region_block.h"
#include "region_cone.h"
#include "region_cylinder.h"
#include "region_plane.h"
#include "region_sphere.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

using namespace LAMMPS_NS;
using grist::SolidFaces;
using grist::Vector3d;

static SolidFaces::Round round_of(const RoundRegion &region)
{
  Vector3d center = Vector3d::zero();
  center[region.axis == 0 ? 1 : 0] = region.first;
  center[region.axis == 2 ? 1 : 2] = region.second;
  return {region.axis, center, region.low, region.high, region.radius_low, region.radius_high};
}

static std::optional<SolidFaces> describe(RegCylinder *region)
{
  return SolidFaces::cylinder(round_of(cylinder_of_region(region)), region->open_faces);
}

// An infinite cone has no radius.
static std::optional<SolidFaces> describe(RegCone *region)
{
  constexpr double ENDLESS = 1e20;
  const SolidFaces::Round cone = round_of(cone_of_region(region));
  if (std::max(-cone.low, cone.high) >= ENDLESS) return std::nullopt;
  return SolidFaces::cone(cone, region->open_faces);
}

static std::optional<SolidFaces> describe(RegSphere *region)
{
  const SphereRegion sphere = sphere_of_region(region);
  return SolidFaces::sphere(sphere.center, sphere.radius);
}

static std::optional<SolidFaces> describe(RegPlane *region)
{
  const PlaneRegion plane = plane_of_region(region);
  return SolidFaces::half_space(plane.point, plane.normal);
}

static std::optional<SolidFaces> describe(RegBlock *region)
{
  const std::array<double, 6> ends = ends_of_region(region);
  return SolidFaces::block({{ends[0], ends[2], ends[4]}, {ends[1], ends[3], ends[5]}},
                           region->open_faces);
}

// Describes a region of exactly this style: styles with suffixes are derived from it.
template <class STYLE>
static void describe_if(Region *region, const char *style, std::optional<SolidFaces> &solid)
{
  auto *known = dynamic_cast<STYLE *>(region);
  if (known && strcmp(region->style, style) == 0) solid = describe(known);
}

static void add(Region *region, int first_face, RegionShape &to)
{
  std::optional<SolidFaces> solid;
  describe_if<RegBlock>(region, "block", solid);
  describe_if<RegCylinder>(region, "cylinder", solid);
  describe_if<RegCone>(region, "cone", solid);
  describe_if<RegSphere>(region, "sphere", solid);
  describe_if<RegPlane>(region, "plane", solid);
  if (region->varshape)
    to.why_asked = "its size varies";
  else if (!solid)
    to.why_asked = std::string("style ") + region->style +
        (strcmp(region->style, "cone") == 0 ? " without end" : "");
  else
    to.parts.push_back({*solid, !region->interior, region->openflag != 0, first_face});
}

RegionShape LAMMPS_NS::shape_of_region(Region *region)
{
  RegionShape shape;
  const bool joins = strcmp(region->style, "union") == 0;
  if (!joins && strcmp(region->style, "intersect") != 0) {
    add(region, 0, shape);
    return shape;
  }
  // All that is outside of a union is what is outside of all of its parts.
  const bool out = !region->interior;
  shape.is_union = joins != out;
  for (int k = 0, first = 0; k < region->nregion; first += region->reglist[k++]->cmax) {
    add(region->reglist[k], first, shape);
    if (!shape.why_asked.empty()) return shape;
    grist::ShapeWall::Part &part = shape.parts.back();
    part.outside = part.outside != out;
    if (out && part.open) shape.why_asked = "open faces of parts, side out";
  }
  if (region->openflag) shape.why_asked = "open faces of the whole";
  if (region->nregion > grist::ShapeWall::MOST_PARTS) shape.why_asked = "its many parts";
  return shape;
}
