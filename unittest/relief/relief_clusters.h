// Bonded clusters for the tests of relief/: a cube of 27 elements on a lattice, a rod of five, a
// rock of 100 at random.

#ifndef GRIST_UNITTEST_RELIEF_RELIEF_CLUSTERS_H
#define GRIST_UNITTEST_RELIEF_RELIEF_CLUSTERS_H

#include "packings/cluster_builder.h"
#include "relief/cluster_model.h"

#include <cmath>
#include <string>

namespace grist::testing {

constexpr double DENSITY = 2500.0, YOUNG = 1e9;

inline BondMaterial bond_material(double damping)
{
  BondMaterial material;
  material.young = YOUNG;
  material.ratio = 2.5;
  material.tensile = 1e7;
  material.shear = 5e6;
  material.beta = 0.7;
  material.damping = damping;
  return material;
}

inline ClusterModel cluster_model(const BondedCluster &cluster, double damping)
{
  std::vector<ModelElement> elements;
  for (size_t n = 0; n < cluster.centers.size(); n++)
    elements.push_back({cluster.centers[n], cluster.masses[n], cluster.radii[n]});
  return {elements, cluster.bonds, bond_material(damping)};
}

inline ClusterModel named_cluster(const std::string &name, double damping = 1.0)
{
  ClusterRequest request;
  request.density = DENSITY;
  if (name == "cube") {
    request.shape = Shape::cube(0.02);
    request.radius = 0.0033;
    request.lattice = Lattice::SC;
  } else if (name == "rock") {
    request.shape = Shape::sphere(0.01);
    request.elements = 100;
  } else {
    for (int n = 0; n < 5; n++) request.spheres.push_back({{0.004 * n, 0.0, 0.0}, 0.002});
  }
  return cluster_model(build_cluster(request), damping);
}

inline BondSection section_of(const ClusterModel &model, const ModelBond &bond)
{
  return {model.material, model.elements[bond.a].radius, model.elements[bond.b].radius,
          bond.length()};
}

// At which centrifugal stress is this part of Young's modulus.
inline double spin_of_strain(const ClusterModel &model, double strain)
{
  double square = 0.0;
  for (const ModelElement &e : model.elements) square = std::max(square, squared_norm(e.place));
  return std::sqrt(strain * YOUNG / DENSITY / square);
}

}    // namespace grist::testing

#endif
