#include "clusters/cluster_builder.h"

#include "common/constants.h"
#include "common/number_text.h"

#include <cmath>
#include <stdexcept>

namespace grist {

static void check(const ClusterRequest &request)
{
  if (!(request.density > 0.0) || !std::isfinite(request.density))
    throw std::invalid_argument("density " + number_text(request.density) +
                                " (must be a positive, finite number)");
  if (!(request.reach >= 1.0) || !std::isfinite(request.reach))
    throw std::invalid_argument("reach " + number_text(request.reach) +
                                " (must be a finite number >= 1)");
  if (!request.spheres.empty()) {
    if (request.elements || request.radius || request.lattice)
      throw std::invalid_argument(
          "elements, radius and lattice (are for shapes; given spheres are the elements)");
    return;
  }
  if (request.lattice && request.elements)
    throw std::invalid_argument("elements " + std::to_string(*request.elements) +
                                " (a lattice takes radius, and its elements are counted)");
  if (request.lattice && !request.radius)
    throw std::invalid_argument("lattice without radius (it needs one)");
  if (!request.radius && !request.elements)
    throw std::invalid_argument("neither elements nor radius (at least one is needed)");
}

static Packing pack(const ClusterRequest &request)
{
  const Shape &shape = *request.shape;
  const RandomPacking choice = {request.seed, request.reach};
  if (request.lattice) return pack_lattice(shape, *request.radius, *request.lattice);
  if (!request.elements) return pack_radius(shape, *request.radius, choice);
  if (!request.radius) return pack_count(shape, *request.elements, choice);
  return pack_count(shape, *request.elements, *request.radius, choice);
}

// Equal elements: their centre of mass is the mean of their centres.
static void center_on_mass(std::vector<Point> &centers)
{
  Point sum;
  for (const Point &center : centers) sum = sum + center;
  const Point mean = (1.0 / centers.size()) * sum;
  for (Point &center : centers) center = center - mean;
}

static std::vector<SolidSphere> spheres_of(const Packing &packing)
{
  std::vector<SolidSphere> spheres;
  for (const Point &center : packing.centers) spheres.push_back({center, packing.radius});
  return spheres;
}

// Elements at their places about the centre of mass, equal to the last digit.
static BondedCluster equal_elements(Packing packing, double density, double reach)
{
  center_on_mass(packing.centers);
  const double mass = density * sphere_volume(packing.radius);
  const std::size_t count = packing.centers.size();

  BondedCluster cluster;
  cluster.bonds = bonds_in_reach(spheres_of(packing), reach);
  cluster.centers = packing.centers;
  cluster.radii.assign(count, packing.radius);
  cluster.masses.assign(count, mass);
  cluster.total_mass = count * mass;
  cluster.volume = count * sphere_volume(packing.radius);
  cluster.bounding_radius = bounding_radius(cluster);
  cluster.principal_moments = principal_moments(cluster.centers, cluster.radii, cluster.masses);
  check_masses(cluster, density);
  return cluster;
}

BondedCluster build_cluster(const ClusterRequest &request)
{
  check(request);
  if (!request.spheres.empty())
    return request.rigid ? rigid_cluster(request.spheres, request.density)
                         : bonded_cluster(request.spheres, request.density, request.reach);
  const Packing packing = pack(request);
  BondedCluster cluster = request.rigid ? rigid_cluster(spheres_of(packing), request.density)
                                        : equal_elements(packing, request.density, request.reach);
  cluster.protrusion = protrusion(*request.shape, packing);
  cluster.volume_fraction = cluster.volume / request.shape->volume();
  return cluster;
}

}    // namespace grist
