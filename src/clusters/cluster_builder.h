// A bonded cluster from a request: a shape, the elements that fill it, their density, and the reach of bonds.
//
// Vocabulary: an element is one sphere of the cluster; all elements of a cluster are equal. The frame of a
// cluster has its origin in the centre of mass and the axes of the shape. Any consistent unit system.

#ifndef GRIST_CLUSTERS_CLUSTER_BUILDER_H
#define GRIST_CLUSTERS_CLUSTER_BUILDER_H

#include "clusters/packing.h"
#include "clusters/shape.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace grist {

// Without a lattice the elements are packed at random: by their number, by their radius, or by both. A lattice needs the
// radius alone.
struct ClusterRequest {
  Shape shape;
  double density;    // of the material of the elements [mass/volume]
  std::optional<int> elements;
  std::optional<double> radius;
  std::optional<Lattice> lattice;
  double reach = 1.1;    // elements are bonded up to reach (Ra + Rb) between centres, >= 1
  std::uint64_t seed = 1;
};

struct BondedCluster {
  double radius, mass;                       // of one element
  std::vector<Point> centers;                // of the elements
  std::vector<std::pair<int, int>> bonds;    // (a, b) with a < b, in ascending order

  double total_mass;
  double volume_fraction;    // of all elements in the shape, protruding or not
  double bounding_radius;    // of the sphere about the origin that contains every element
  double protrusion;         // largest distance by which elements protrude from the shape
  std::array<double, 3> principal_moments;    // of inertia about the origin, ascending
};

// Throws std::invalid_argument, with the value in its text, for a request without a valid cluster: among others where it would
// have no bond, or would not be connected.
BondedCluster build_cluster(const ClusterRequest &request);

// The pairs of elements within the reach, ascending. Throws std::invalid_argument if there is none, or if
// they leave the elements in several pieces.
std::vector<std::pair<int, int>> find_bonds(const Packing &packing, double reach);

// Of equal spheres about the origin, each with its own 2/5 m r^2; ascending.
std::array<double, 3> principal_moments(const std::vector<Point> &centers, double radius,
                                        double mass);

// The number of bonds of each element.
std::vector<int> bonds_at_elements(const BondedCluster &cluster);

}    // namespace grist

#endif
