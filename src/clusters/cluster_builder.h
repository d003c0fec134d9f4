// A cluster from a request: a shape and the elements that fill it, or given elements; their density, and the reach of bonds.
//
// Words and frame are those of bonded_cluster.h.

#ifndef GRIST_CLUSTERS_CLUSTER_BUILDER_H
#define GRIST_CLUSTERS_CLUSTER_BUILDER_H

#include "clusters/bonded_cluster.h"
#include "clusters/packing.h"
#include "clusters/shape.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace grist {

// Without a lattice the elements are packed at random: by their number, by their radius, or by both. A lattice needs the
// radius alone.
struct ClusterRequest {
  std::optional<Shape> shape;
  double density = 0.0;    // of the material of the elements [mass/volume]
  std::optional<int> elements;
  std::optional<double> radius;
  std::optional<Lattice> lattice;
  double reach = 1.1;    // elements are bonded up to reach (Ra + Rb) between centres, >= 1
  std::uint64_t seed = 1;
  bool rigid = false;                       // one element is enough then, and reach is not used
  std::vector<SolidSphere> spheres = {};    // the elements themselves, in place of a shape
};

// Throws std::invalid_argument, with the value in its text, for a request without a valid cluster: among others where it would
// have no bond, or would not be connected.
BondedCluster build_cluster(const ClusterRequest &request);

}    // namespace grist

#endif
