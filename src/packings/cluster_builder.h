// A cluster from a request: a shape or a mesh and the elements that fill it, or given elements;
// their density or mass, and the reach of bonds.
//
// Words and frame are those of bonded_cluster.h.

#ifndef GRIST_PACKINGS_CLUSTER_BUILDER_H
#define GRIST_PACKINGS_CLUSTER_BUILDER_H

#include "meshes/mesh.h"
#include "packings/bonded_cluster.h"
#include "packings/packing.h"
#include "packings/shape.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace grist {

// What a given density or mass refers to.
enum class MassOf {
  ELEMENTS,    // density of the material of the elements [mass/volume]
  SOLID,       // the cluster weighs as much as its shape at this density
  CLUSTER      // mass of the whole cluster
};

// One of shape, mesh and spheres. Without a lattice elements are packed at random: by their number,
// by their radius, or by both. A lattice needs a shape and the radius alone. A rigid cluster covers
// its shape or mesh with overlapping elements: by their number, at most, and the range of their
// radii.
struct ClusterRequest {
  std::optional<Shape> shape;
  double density = 0.0;    // see mass_of
  std::optional<int> elements;
  std::optional<double> radius;
  std::optional<Lattice> lattice;
  double reach = 1.1;    // elements are bonded up to reach (Ra + Rb) between centres, >= 1
  std::uint64_t seed = 1;
  bool rigid = false;                       // one element is enough then, and reach is not used
  std::vector<SolidSphere> spheres = {};    // the elements themselves
  std::optional<Mesh> mesh = {};
  std::optional<double> radius_max = {};    // of a range of radii from `radius` on
  MassOf mass_of = MassOf::ELEMENTS;
  std::function<void(double share)> progress = nullptr;    // of meshes, many times a second
};

// Throws std::invalid_argument, with the value in its text, for a request without a valid cluster:
// among others where it would have no bond, or would not be connected.
BondedCluster build_cluster(const ClusterRequest &request);

}    // namespace grist

#endif
