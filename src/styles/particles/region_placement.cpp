#include "styles/particles/region_placement.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"

#include <cassert>

using namespace LAMMPS_NS;
using grist::Vector3d;

RegionPlacement::RegionPlacement(LAMMPS *lmp, const std::string &user,
                                 const std::string &region_id) :
    Pointers(lmp),
    region(lmp, user, region_id), atoms(lmp),
    obstacles(atoms.gather(std::vector<char>(atom->nlocal, 1)))
{
}

PlacedBodies RegionPlacement::place(const grist::Assortment &assortment, int attempts,
                                    std::uint64_t seed, const Progress &progress)
{
  assert(comm->me == 0 && attempts > 0 && !assortment.bodies.empty());
  const auto &drawn = assortment.bodies;
  grist::check_room(assortment, region.extent().sizes());
  grist::OccupiedSpace space = occupied_space(2.0 * drawn[drawn.size() / 2].radius);
  grist::RandomNumbers random(~seed);    // other numbers than those of sizes and orientations
  const auto places = place_bodies(request(assortment, attempts, progress), space, random);

  PlacedBodies result;
  result.set_shapes(assortment.shapes);
  for (size_t n = 0; n < places.size(); n++) {
    if (!places[n]) continue;
    result.add(drawn[n], *places[n], [this](double *x) { domain->remap(x); });
  }
  return result;
}

grist::OccupiedSpace RegionPlacement::occupied_space(double common_diameter) const
{
  assert(common_diameter > 0.0);
  grist::OccupiedSpace space(placement_box(*domain), common_diameter);
  for (const grist::PlacedSolid &obstacle : obstacles) space.add(obstacle);
  return space;
}

grist::PlacementRequest RegionPlacement::request(const grist::Assortment &assortment, int attempts,
                                                 const Progress &progress)
{
  grist::PlacementRequest request;
  for (const auto &drawn : assortment.bodies) {
    grist::PlacedSolid body;
    if (drawn.shape >= 0) body.solid = &assortment.shapes[drawn.shape].hull;
    body.scale = drawn.shape >= 0 ? drawn.size : drawn.radius;
    body.pose.rotation = rotation_matrix(drawn.orientation);
    request.bodies.push_back(body);
  }
  request.attempts = attempts;
  request.progress = progress;
  request.accept = [this](const grist::PlacedSolid &body) {
    Vector3d x = body.pose.position;
    return domain->inside(x.data()) &&
        region.contains(body);    // in the box: once, if it is skewed
  };
  const grist::AlignedBox extent = region.extent();
  request.low = extent.low;
  request.high = extent.high;
  return request;
}
