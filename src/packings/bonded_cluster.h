// A cluster: its elements, the bonds between them, and what it weighs.
//
// Vocabulary: an element is one sphere of the cluster. The frame of a cluster has its origin in the
// centre of mass and the axes of the shape. A rigid cluster never breaks: its elements may overlap,
// and its bonds only say what belongs together. Any consistent unit system.

#ifndef GRIST_PACKINGS_BONDED_CLUSTER_H
#define GRIST_PACKINGS_BONDED_CLUSTER_H

#include "packings/solid_comparison.h"
#include "packings/sphere_union.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace grist {

using Bonds = std::vector<std::pair<int, int>>;    // (a, b) with a < b, in ascending order

struct BondedCluster {
  std::vector<Vector3d> centers;        // of the elements
  std::vector<double> radii, masses;    // of each element
  Bonds bonds;
  bool rigid = false;

  double total_mass = 0.0;
  double volume = 0.0;    // of the elements, overlaps counted once
  double volume_fraction =
      0.0;    // of all elements in the shape, protruding or not; 0 without a shape
  double bounding_radius = 0.0;    // of the sphere about the origin that contains every element
  double protrusion = 0.0;         // largest distance by which elements protrude from the shape
  std::array<double, 3> principal_moments = {};    // of inertia about the origin, ascending
  std::optional<SolidComparison> solid;            // of a cluster made from a mesh
};

// Principal moments of spheres about the origin, each with its own 2/5 m r^2; ascending.
std::array<double, 3> principal_moments(const std::vector<Vector3d> &centers,
                                        const std::vector<double> &radii,
                                        const std::vector<double> &masses);

// Radius of the sphere about the origin that contains all elements.
double bounding_radius(const BondedCluster &cluster);

// All lengths times a factor, at the same density.
BondedCluster times(BondedCluster cluster, double factor);

// Throws std::invalid_argument where a mass or moment is too large or too small a number.
void check_masses(const BondedCluster &cluster, double density);

// The number of bonds of each element.
std::vector<int> bonds_at_elements(const BondedCluster &cluster);

// Distance from the first element to the farthest centre.
double farthest_from_first(const BondedCluster &cluster);

// Spheres whose centres are at most reach (Ra + Rb) apart are bonded. Throws std::invalid_argument
// if there is no such pair, or if they leave the spheres in several pieces.
Bonds bonds_in_reach(const std::vector<SolidSphere> &spheres, double reach);

// The shortest bonds, by the distance of centres, that connect all points (Prim 1957); none for one
// point.
Bonds spanning_bonds(const std::vector<Vector3d> &centers);

// ---- clusters of given spheres

// Bonded by their reach; each sphere has the mass density times its volume. Throws
// std::invalid_argument where two overlap by more than rounding.
BondedCluster bonded_cluster(const std::vector<SolidSphere> &spheres, double density, double reach);

// Rigid, of the mass density times the volume of the union, which is shared among the elements
// (volume_shares.h). The element that is nearest to the centre of mass comes first, then the others
// by their distance from it.
BondedCluster rigid_cluster(const std::vector<SolidSphere> &spheres, double density);

}    // namespace grist

#endif
