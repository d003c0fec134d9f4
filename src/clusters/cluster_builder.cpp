#include "clusters/cluster_builder.h"

#include "clusters/fragments.h"
#include "clusters/near_pairs.h"
#include "clusters/settle.h"
#include "common/constants.h"
#include "common/number_text.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
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
  const RandomPacking choice = {request.seed, request.reach};
  if (request.lattice) return pack_lattice(request.shape, *request.radius, *request.lattice);
  if (!request.elements) return pack_radius(request.shape, *request.radius, choice);
  if (!request.radius) return pack_count(request.shape, *request.elements, choice);
  return pack_count(request.shape, *request.elements, *request.radius, choice);
}

// Equal elements: their centre of mass is the mean of their centres.
static void center_on_mass(std::vector<Point> &centers)
{
  Point sum;
  for (const Point &center : centers) sum = sum + center;
  const Point mean = (1.0 / centers.size()) * sum;
  for (Point &center : centers) center = center - mean;
}

std::vector<std::pair<int, int>> find_bonds(const Packing &packing, double reach)
{
  const int count = packing.centers.size();
  auto bonds = near_pairs(packing.centers, 2.0 * reach * packing.radius * (1.0 + TOUCHING));
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

std::array<double, 3> principal_moments(const std::vector<Point> &centers, double radius,
                                        double mass)
{
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (const Point &center : centers) {
    const Eigen::Vector3d arm(center.x, center.y, center.z);
    inertia +=
        (arm.squaredNorm() + SPHERE_INERTIA * radius * radius) * Eigen::Matrix3d::Identity() -
        arm * arm.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia, Eigen::EigenvaluesOnly);
  const Eigen::Vector3d moments = mass * solver.eigenvalues();
  return {moments[0], moments[1], moments[2]};
}

BondedCluster build_cluster(const ClusterRequest &request)
{
  check(request);
  Packing packing = pack(request);

  BondedCluster cluster;
  cluster.protrusion = protrusion(request.shape, packing);
  center_on_mass(packing.centers);
  cluster.bonds = find_bonds(packing, request.reach);
  cluster.centers = packing.centers;
  cluster.radius = packing.radius;
  cluster.mass = request.density * sphere_volume(packing.radius);

  const double count = packing.centers.size();
  cluster.total_mass = count * cluster.mass;
  cluster.volume_fraction = count * sphere_volume(packing.radius) / request.shape.volume();
  cluster.bounding_radius = 0.0;
  for (const Point &center : packing.centers)
    cluster.bounding_radius = std::max(cluster.bounding_radius, length(center) + packing.radius);
  cluster.principal_moments = principal_moments(packing.centers, packing.radius, cluster.mass);
  if (!std::isnormal(cluster.mass) || !std::isfinite(cluster.total_mass) ||
      !std::isnormal(cluster.principal_moments[0]))
    throw std::invalid_argument("density " + number_text(request.density) +
                                " (gives elements of mass " + number_text(cluster.mass) +
                                ", too large or too small a number)");
  return cluster;
}

std::vector<int> bonds_at_elements(const BondedCluster &cluster)
{
  std::vector<int> bonds(cluster.centers.size(), 0);
  for (const auto &[a, b] : cluster.bonds) {
    bonds[a]++;
    bonds[b]++;
  }
  return bonds;
}

}    // namespace grist
