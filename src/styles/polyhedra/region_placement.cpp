#include "styles/polyhedra/region_placement.h"

#include "atom.h"
#include "domain.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/rank_vectors.h"

#include <algorithm>
#include <optional>

using namespace LAMMPS_NS;
using grist::Vector3d;

RegionPlacement::RegionPlacement(LAMMPS *lmp, const std::string &user,
                                 const std::string &region_id) :
    Pointers(lmp),
    region(lmp, user, region_id)
{
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
  grist::OccupiedSpace space(placement_box(*domain), common_diameter);
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
    return domain->inside(x.data()) &&
        region.holds(x, radius);    // in the box: once, if it is skewed
  };
  const grist::AlignedBox3d extent = region.extent();
  request.low = extent.min();
  request.high = extent.max();
  return request;
}
