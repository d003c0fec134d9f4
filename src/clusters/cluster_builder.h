// A bonded cluster from a few words: a shape, what fills it, what it weighs, and which elements are bonded.
//
// Vocabulary: an element is one sphere of the cluster; all elements of a cluster are equal. The frame of a
// cluster has its origin in the centre of mass and the axes of the shape. Any consistent unit system will do.

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

// What a user asks for. Without a lattice the elements are packed at random: by their number, by their radius,
// or by both. A lattice takes the radius alone.
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
  double bounding_radius;    // of the sphere about the origin that holds every element
  double protrusion;         // how far elements reach out of the shape, at most
  std::array<double, 3> principal_moments;    // of inertia about the origin, ascending
};

// Throws std::invalid_argument, with the value in its text, for a request that can't be served: among others
// for a cluster without a bond, or one that would not hang together.
BondedCluster build_cluster(const ClusterRequest &request);

// The pairs of elements within the reach, ascending. Throws std::invalid_argument when there is none, or when
// they leave the elements in several pieces.
std::vector<std::pair<int, int>> find_bonds(const Packing &packing, double reach);

// Of equal spheres about the origin, each with its own 2/5 m r^2; ascending.
std::array<double, 3> principal_moments(const std::vector<Point> &centers, double radius,
                                        double mass);

// How many bonds end at each element.
std::vector<int> bonds_at_elements(const BondedCluster &cluster);

}    // namespace grist

#endif
