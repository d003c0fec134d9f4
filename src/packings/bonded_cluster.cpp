#include "packings/bonded_cluster.h"

#include "common/constants.h"
#include "common/decompositions.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "fragments/fragments.h"
#include "packings/near_pairs.h"
#include "packings/settle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace grist {

static std::array<double, 3> moments_of(const Matrix3d &inertia)
{
  const Vector3d moments = eigenvalues(inertia);
  return {moments[0], moments[1], moments[2]};
}

// In units of the first mass, so that equal masses leave the sum as exact as it can be.
std::array<double, 3> principal_moments(const std::vector<Vector3d> &centers,
                                        const std::vector<double> &radii,
                                        const std::vector<double> &masses)
{
  assert(radii.size() == centers.size() && masses.size() == centers.size());
  Matrix3d inertia = Matrix3d::zero();
  for (std::size_t n = 0; n < centers.size(); n++) {
    const Vector3d &arm = centers[n];
    inertia += (masses[n] / masses[0]) *
        ((squared_norm(arm) + sphere_gyration2(radii[n])) * Matrix3d::identity() -
         outer_product(arm, arm));
  }
  auto moments = moments_of(inertia);
  for (double &moment : moments) moment *= masses[0];
  return moments;
}

double bounding_radius(const BondedCluster &cluster)
{
  assert(cluster.radii.size() == cluster.centers.size());
  double most = 0.0;
  for (std::size_t n = 0; n < cluster.centers.size(); n++)
    most = std::max(most, norm(cluster.centers[n]) + cluster.radii[n]);
  return most;
}

BondedCluster times(BondedCluster cluster, double factor)
{
  assert(factor > 0.0);
  const double volume = std::pow(factor, 3);
  for (Vector3d &center : cluster.centers)
    center = {factor * center.x, factor * center.y, factor * center.z};
  for (double &radius : cluster.radii) radius *= factor;
  for (double &mass : cluster.masses) mass *= volume;
  cluster.total_mass *= volume;
  cluster.volume *= volume;
  cluster.bounding_radius *= factor;
  cluster.protrusion *= factor;
  for (double &moment : cluster.principal_moments) moment *= volume * factor * factor;
  if (!cluster.solid) return cluster;
  cluster.solid->volume *= volume;
  for (double &moment : cluster.solid->inertia) moment *= volume * factor * factor;
  return cluster;
}

void check_masses(const BondedCluster &cluster, double density)
{
  for (double mass : cluster.masses)
    if (!std::isnormal(mass) || !std::isfinite(cluster.total_mass) ||
        !std::isnormal(cluster.principal_moments[0]) ||
        !std::isfinite(cluster.principal_moments[2]))
      throw std::invalid_argument("density " + number_text(density) + " (gives elements of mass " +
                                  number_text(mass) + ", too large or too small a number)");
}

std::vector<int> bonds_at_elements(const BondedCluster &cluster)
{
  for ([[maybe_unused]] const auto &[a, b] : cluster.bonds)
    assert(a < b && a >= 0 && is_number_of(b, cluster.centers.size()));
  std::vector<int> bonds(cluster.centers.size(), 0);
  for (const auto &[a, b] : cluster.bonds) {
    bonds[a]++;
    bonds[b]++;
  }
  return bonds;
}

double farthest_from_first(const BondedCluster &cluster)
{
  assert(!cluster.centers.empty());
  double most = 0.0;
  for (const Vector3d &center : cluster.centers)
    most = std::max(most, norm(center - cluster.centers[0]));
  return most;
}

static std::vector<Vector3d> centers_of(const std::vector<SolidSphere> &spheres)
{
  std::vector<Vector3d> centers;
  for (const SolidSphere &sphere : spheres) centers.push_back(sphere.center);
  return centers;
}

static double largest_radius(const std::vector<SolidSphere> &spheres)
{
  double largest = 0.0;
  for (const SolidSphere &sphere : spheres) largest = std::max(largest, sphere.radius);
  return largest;
}

Bonds bonds_in_reach(const std::vector<SolidSphere> &spheres, double reach)
{
  assert(reach >= 1.0);
  const int count = spheres.size();
  const double largest = largest_radius(spheres);
  Bonds bonds = near_pairs(centers_of(spheres), 2.0 * reach * largest * (1.0 + TOUCHING));
  const auto too_far = [&](const std::pair<int, int> &pair) {
    const SolidSphere &a = spheres[pair.first], &b = spheres[pair.second];
    if (a.radius == largest && b.radius == largest) return false;
    return norm(b.center - a.center) > reach * (a.radius + b.radius) * (1.0 + TOUCHING);
  };
  bonds.erase(std::remove_if(bonds.begin(), bonds.end(), too_far), bonds.end());
  std::sort(bonds.begin(), bonds.end());

  const std::string reach_text = "reach " + number_text(reach);
  if (bonds.empty())
    throw std::invalid_argument(reach_text + " (gives no bond between " + std::to_string(count) +
                                (count == 1 ? " element" : " elements") +
                                "; a cluster needs at least one)");
  const int pieces = count_components(count, bonds);
  if (pieces > 1)
    throw std::invalid_argument(reach_text + " (the " + std::to_string(count) +
                                " elements are in " + std::to_string(pieces) +
                                " pieces; try a larger reach)");
  return bonds;
}

// Lengths within this fraction of each other are equal: which of them is shorter would be a matter
// of rounding, and differ with the units.
static constexpr double SAME_LENGTH = 1e-9;

Bonds spanning_bonds(const std::vector<Vector3d> &centers)
{
  const auto is_shorter = [](double a, double b) { return a < (1.0 - SAME_LENGTH) * b; };
  const int count = centers.size();
  std::vector<double> distance(count, std::numeric_limits<double>::max());
  std::vector<int> partner(count, 0);
  std::vector<bool> connected(count, false);
  Bonds bonds;
  int last = 0;
  for (int joined = 1; joined < count; joined++) {
    connected[last] = true;
    int next = -1;
    for (int n = 0; n < count; n++) {
      if (connected[n]) continue;
      const double to_last = norm(centers[n] - centers[last]);
      if (is_shorter(to_last, distance[n])) {
        distance[n] = to_last;
        partner[n] = last;
      }
      if (next < 0 || is_shorter(distance[n], distance[next])) next = n;
    }
    bonds.push_back(std::minmax(next, partner[next]));
    last = next;
  }
  std::sort(bonds.begin(), bonds.end());
  return bonds;
}

// ---- clusters of given spheres

static void check_apart(const std::vector<SolidSphere> &spheres)
{
  for (const auto &[a, b] : near_pairs(centers_of(spheres), 2.0 * largest_radius(spheres))) {
    const double distance = norm(spheres[b].center - spheres[a].center);
    const double touching = spheres[a].radius + spheres[b].radius;
    if (distance < touching * (1.0 - TOUCHING))
      throw std::invalid_argument("elements " + std::to_string(a + 1) + " and " +
                                  std::to_string(b + 1) + " overlap by " +
                                  number_text(touching - distance) +
                                  " (bonded elements must not; keyword rigid takes them)");
  }
}

BondedCluster bonded_cluster(const std::vector<SolidSphere> &spheres, double density, double reach)
{
  assert(density > 0.0);
  check_apart(spheres);
  BondedCluster cluster;
  Vector3d moment = Vector3d::zero();
  for (const auto &[center, radius] : spheres) {
    const double mass = density * sphere_volume(radius);
    cluster.radii.push_back(radius);
    cluster.masses.push_back(mass);
    cluster.total_mass += mass;
    cluster.volume += sphere_volume(radius);
    moment = moment + mass * center;
  }
  const Vector3d middle = (1.0 / cluster.total_mass) * moment;
  for (const SolidSphere &sphere : spheres) cluster.centers.push_back(sphere.center - middle);
  cluster.bonds = bonds_in_reach(spheres, reach);
  cluster.bounding_radius = bounding_radius(cluster);
  cluster.principal_moments = principal_moments(cluster.centers, cluster.radii, cluster.masses);
  check_masses(cluster, density);
  return cluster;
}

static std::array<double, 3> principal_moments(const SphereUnion &solid, double density)
{
  const auto &m = solid.second_moments;
  const Matrix3d second =
      Matrix3d::of_rows({m[0], m[3], m[4]}, {m[3], m[1], m[5]}, {m[4], m[5], m[2]});
  return moments_of(density * (trace(second) * Matrix3d::identity() - second));
}

// Spheres by their distance from a point; those that are equally far keep their order.
static std::vector<int> order_by_distance(const std::vector<SolidSphere> &spheres,
                                          const Vector3d &from)
{
  const auto away = [&](int n) { return norm(spheres[n].center - from); };
  std::vector<int> order(spheres.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return away(a) < away(b); });
  const double same = SAME_LENGTH * (away(order.back()) + largest_radius(spheres));
  for (auto first = order.begin(), last = first; first != order.end(); first = last) {
    while (last != order.end() && away(*last) <= away(*first) + same) last++;
    std::sort(first, last);
  }
  return order;
}

BondedCluster rigid_cluster(const std::vector<SolidSphere> &spheres, double density)
{
  assert(density > 0.0 && !spheres.empty());
  const SphereUnion solid = union_of_spheres(spheres);
  BondedCluster cluster;
  cluster.rigid = true;
  for (int n : order_by_distance(spheres, solid.centroid)) {
    cluster.centers.push_back(spheres[n].center - solid.centroid);
    cluster.radii.push_back(spheres[n].radius);
    cluster.masses.push_back(density * solid.shares[n]);
  }
  cluster.bonds = spanning_bonds(cluster.centers);
  cluster.volume = solid.volume;
  cluster.total_mass = density * solid.volume;
  cluster.bounding_radius = bounding_radius(cluster);
  cluster.principal_moments = principal_moments(solid, density);
  check_masses(cluster, density);
  return cluster;
}

}    // namespace grist
