#include "packings/cluster_builder.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "packings/solid_cover.h"
#include "packings/solid_packing.h"
#include "packings/solid_shapes.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace grist {

static void check_radii(const ClusterRequest &request)
{
  if (request.elements && (*request.elements < 1 || *request.elements > MAX_ELEMENTS))
    throw std::invalid_argument("elements " + std::to_string(*request.elements) +
                                " (must be from 1 to " + std::to_string(MAX_ELEMENTS) + ")");
  if (request.radius) check_length("radius", *request.radius);
  if (request.lattice && request.mesh)
    throw std::invalid_argument("lattice (is for sphere, cube, box and cylinder)");
  if (!request.radius_max) return;
  check_length("radius/range", *request.radius_max);
  if (*request.radius_max < *request.radius)
    throw std::invalid_argument("radius/range " + number_text(*request.radius) + " " +
                                number_text(*request.radius_max) +
                                " (the first must be the smaller one)");
  if (request.lattice) throw std::invalid_argument("lattice with radius/range (it needs one size)");
}

static void check_request(const ClusterRequest &request)
{
  if (!(request.density > 0.0) || !std::isfinite(request.density))
    throw std::invalid_argument((request.mass_of == MassOf::CLUSTER ? "mass " : "density ") +
                                number_text(request.density) +
                                " (must be a positive, finite number)");
  if (!(request.reach >= 1.0) || !std::isfinite(request.reach))
    throw std::invalid_argument("reach " + number_text(request.reach) +
                                " (must be a finite number >= 1)");
  if (!request.spheres.empty()) {
    if (request.elements || request.radius || request.lattice)
      throw std::invalid_argument(
          "elements, radius and lattice (are for shapes; given spheres are the elements)");
    if (request.mass_of == MassOf::SOLID)
      throw std::invalid_argument("density/solid (is for shapes; given spheres have none)");
    return;
  }
  check_radii(request);
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
static void center_on_mass(std::vector<Vector3d> &centers)
{
  Vector3d sum = Vector3d::zero();
  for (const Vector3d &center : centers) sum = sum + center;
  const Vector3d mean = (1.0 / centers.size()) * sum;
  for (Vector3d &center : centers) center = center - mean;
}

static std::vector<SolidSphere> spheres_of(const Packing &packing)
{
  std::vector<SolidSphere> spheres;
  for (const Vector3d &center : packing.centers) spheres.push_back({center, packing.radius});
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

// ---- from meshes

// The elements are contracted or moved apart until they have the radius; they may protrude then.
static std::vector<SolidSphere> scaled_to_radius(std::vector<SolidSphere> spheres, double radius,
                                                 const Vector3d &middle)
{
  const double factor = radius / spheres[0].radius;
  for (SolidSphere &sphere : spheres) {
    sphere.center = middle + factor * (sphere.center - middle);
    sphere.radius = radius;
  }
  return spheres;
}

static std::vector<SolidSphere> packed(const Solid &solid, const ClusterRequest &request)
{
  const SolidPackingChoice choice = {request.seed, request.reach, request.progress};
  const double unit = solid.unit();
  if (!request.radius) return pack_solid(solid, *request.elements, choice);
  const double least = *request.radius / unit,
               most = request.radius_max.value_or(*request.radius) / unit;
  if (!request.elements) return pack_solid(solid, least, most, choice);
  if (request.radius_max) return pack_solid(solid, *request.elements, least, most, choice);
  return scaled_to_radius(pack_solid(solid, *request.elements, choice), least,
                          solid.mass().centroid);
}

static std::vector<SolidSphere> covering(const Solid &solid, const ClusterRequest &request)
{
  constexpr int MOST_OF_A_RADIUS = 2000;    // where the number is not given
  CoverChoice choice = {request.elements.value_or(MOST_OF_A_RADIUS), {}, {}};
  choice.progress = request.progress;
  if (request.radius) {
    choice.least_radius = *request.radius / solid.unit();
    choice.largest_radius = request.radius_max.value_or(*request.radius) / solid.unit();
    if (!request.elements)
      choice.tolerance = std::max(choice.tolerance, 0.1 * *choice.least_radius);
  }
  return cover_solid(solid, choice);
}

static double protrusion_of(const std::vector<SolidSphere> &spheres, const Solid &solid)
{
  double most = 0.0;
  for (const auto &[center, radius] : spheres) most = std::max(most, radius - solid.depth(center));
  return most * solid.unit();
}

static BondedCluster from_mesh(const Mesh &mesh, const ClusterRequest &request)
{
  const Solid solid(mesh);
  const std::vector<SolidSphere> unit_spheres = request.rigid ? covering(solid, request)
                                                              : packed(solid, request);
  std::vector<SolidSphere> spheres;
  for (const auto &[center, radius] : unit_spheres)
    spheres.push_back({solid.given(center), solid.unit() * radius});
  BondedCluster cluster = request.rigid ? rigid_cluster(spheres, request.density)
                                        : bonded_cluster(spheres, request.density, request.reach);
  cluster.solid = compare_with_solid(unit_spheres, solid);
  cluster.protrusion = protrusion_of(unit_spheres, solid);
  cluster.volume_fraction = cluster.volume / cluster.solid->volume;
  return cluster;
}

static BondedCluster from_shape(const ClusterRequest &request)
{
  const Packing packing = pack(request);
  BondedCluster cluster = request.rigid ? rigid_cluster(spheres_of(packing), request.density)
                                        : equal_elements(packing, request.density, request.reach);
  cluster.protrusion = protrusion(*request.shape, packing);
  cluster.volume_fraction = cluster.volume / request.shape->volume();
  return cluster;
}

static BondedCluster at_own_density(const ClusterRequest &request)
{
  if (!request.spheres.empty())
    return request.rigid ? rigid_cluster(request.spheres, request.density)
                         : bonded_cluster(request.spheres, request.density, request.reach);
  if (request.mesh) return from_mesh(*request.mesh, request);
  const bool is_simple = !request.radius_max && (!request.rigid || request.lattice);
  return is_simple ? from_shape(request)
                   : from_mesh(solid_shapes::mesh_of(*request.shape), request);
}

BondedCluster build_cluster(const ClusterRequest &request)
{
  check_request(request);
  BondedCluster cluster = at_own_density(request);
  if (request.mass_of == MassOf::ELEMENTS) return cluster;
  const double wanted = request.mass_of == MassOf::CLUSTER
      ? request.density
      : request.density * cluster.volume / cluster.volume_fraction;
  const double factor = wanted / cluster.total_mass;
  for (double &mass : cluster.masses) mass *= factor;
  for (double &moment : cluster.principal_moments) moment *= factor;
  cluster.total_mass = wanted;
  check_masses(cluster, request.density);
  return cluster;
}

}    // namespace grist
