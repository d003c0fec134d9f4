#include "styles/polyhedra/region_placement.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "region.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/rank_vectors.h"

#include <algorithm>
#include <optional>

using namespace LAMMPS_NS;
using grist::Vector3d;

static constexpr double BEYOND = 1.0e-6;    // of a distance: safely across a surface

RegionPlacement::RegionPlacement(LAMMPS *lmp, const std::string &user,
                                 const std::string &region_id) :
    Pointers(lmp),
    region(domain->get_region_by_id(region_id))
{
  if (!region) error->all(FLERR, "{}: region {} (does not exist)", user, region_id);
  if (region->openflag)
    error->all(FLERR, "{}: region {} (must not have open faces)", user, region_id);
  region->init();
  region->prematch();
  gather_obstacles();
}

// Atoms without a body are points.
void RegionPlacement::gather_obstacles()
{
  std::vector<Sphere> own;
  for (int i = 0; i < atom->nlocal; i++) {
    const double *x = atom->x[i];
    own.push_back({{x[0], x[1], x[2]}, atom->body[i] < 0 ? 0.0 : atom->radius[i]});
  }
  obstacles = to_first_rank(own, world);
}

/* ---------------------------------------------------------------------- */

PlacedBodies RegionPlacement::place(const grist::Assortment &assortment, int attempts,
                                    std::uint64_t seed, const Progress &progress)
{
  const auto &drawn = assortment.bodies;
  grist::OccupiedSpace space = occupied_space(2.0 * drawn[drawn.size() / 2].radius);
  grist::RandomNumbers random(~seed);    // other numbers than those of sizes and orientations
  const auto places = place_spheres(request(assortment, attempts, progress), space, random);

  PlacedBodies result;
  result.set_shapes(assortment.shapes);
  for (size_t n = 0; n < places.size(); n++) {
    if (!places[n]) continue;
    Vector3d x = *places[n];
    domain->remap(x.data());
    result.add(drawn[n], x.data());
  }
  return result;
}

grist::OccupiedSpace RegionPlacement::occupied_space(double common_diameter) const
{
  grist::PlacementBox box;
  box.origin = Vector3d(domain->boxlo);
  box.edges << domain->prd[0], domain->xy, domain->xz, 0.0, domain->prd[1], domain->yz, 0.0, 0.0,
      domain->prd[2];
  for (int k = 0; k < 3; k++) box.periodic[k] = domain->periodicity[k] != 0;
  grist::OccupiedSpace space(box, common_diameter);
  for (const Sphere &sphere : obstacles) space.add(Vector3d(sphere.center), sphere.radius);
  return space;
}

grist::PlacementRequest RegionPlacement::request(const grist::Assortment &assortment, int attempts,
                                                 const Progress &progress)
{
  grist::PlacementRequest request;
  for (const auto &drawn : assortment.bodies) request.radii.push_back(drawn.radius);
  request.attempts = attempts;
  request.progress = progress;
  request.accept = [this](Vector3d x, double radius) {
    return domain->inside(x.data()) && is_inside(x, radius);    // in the box: once, if it is skewed
  };
  const bool fixed = !region->dynamic && !region->varshape && region->bboxflag;
  const double *low = domain->triclinic ? domain->boxlo_bound : domain->boxlo,
               *high = domain->triclinic ? domain->boxhi_bound : domain->boxhi;
  const double extent[3][2] = {{region->extent_xlo, region->extent_xhi},
                               {region->extent_ylo, region->extent_yhi},
                               {region->extent_zlo, region->extent_zhi}};
  for (int k = 0; k < 3; k++) {
    request.low[k] = fixed ? std::max(low[k], extent[k][0]) : low[k];
    request.high[k] = fixed ? std::min(high[k], extent[k][1]) : high[k];
  }
  return request;
}

/* ---------------------------------------------------------------------- */

bool RegionPlacement::is_inside(const double *point)
{
  double p[3];
  std::copy_n(point, 3, p);
  domain->remap(p);
  return region->match(p[0], p[1], p[2]) != 0;
}

// A sphere is inside when its centre is, when the region's surface is not nearer than the radius, and when 14 points of
// the sphere are inside. A face of the region on a periodic face of the box does not count as a surface if the region goes
// on behind it.
bool RegionPlacement::is_inside(const Vector3d &center, double radius)
{
  if (!is_inside(center.data())) return false;

  Vector3d wrapped = center;
  domain->remap(wrapped.data());
  const int contacts = region->surface(wrapped[0], wrapped[1], wrapped[2], radius);
  for (int n = 0; n < contacts; n++) {
    const Region::Contact &contact = region->contact[n];
    const Vector3d from_surface(contact.delx, contact.dely, contact.delz);
    const Vector3d across = wrapped - (1.0 + BEYOND) * from_surface;
    if (!is_inside(across.data())) return false;
  }
  const auto points = grist::surface_points(center, radius);
  return std::all_of(points.begin(), points.end(),
                     [this](const Vector3d &point) { return is_inside(point.data()); });
}
