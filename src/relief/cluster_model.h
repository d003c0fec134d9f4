// A bonded cluster for small displacements about its unstrained state: elements, bonds, stiffness
// and inertia.
//
// A displacement of the cluster has a translation and a rotation for each element, in the axes of
// the cluster; a load of the cluster a force and a torque, the torque about the element's centre.

#ifndef GRIST_RELIEF_CLUSTER_MODEL_H
#define GRIST_RELIEF_CLUSTER_MODEL_H

#include "bonds/parallel_bond.h"
#include "common/space.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace grist {

// Translation and rotation, or force and torque.
struct ElementVector {
  Vector3d linear = Vector3d::zero(), angular = Vector3d::zero();
};
// By element: a displacement or a load of the cluster.
using ClusterVector = std::vector<ElementVector>;

void add(ClusterVector &to, const ClusterVector &more, double factor = 1.0);

// An entry of a matrix between displacements and loads: six rows and columns for each element.
// Entries of one place are added up.
struct MatrixEntry {
  int row, column;
  double value;
};

struct ModelElement {
  Vector3d place;
  double mass, radius;    // moment of inertia: 2/5 mass radius^2
};

// The bond for small displacements (parallel_bond.h): the load is the stiffness times the
// displacement of b relative to a at the bond centre, and the relative rotation.
struct ModelBond {
  int a, b;               // elements
  Vector3d normal;        // from a to b
  double arm_a, arm_b;    // from the centres to the bond centre
  BondSection section;
  Matrix3d stretch, bend;    // force per displacement, moment per rotation
};

// Load on a, at the bond centre, in the axes of the cluster; b takes the opposite.
struct BondLoad {
  Vector3d force = Vector3d::zero(), moment = Vector3d::zero();
};

// Stresses of a bond's two strengths (huang2020 Eq. 7). Compression counts with a weight, since a
// cluster that was pressed rebounds, and for the same reason gives friction nothing: it only takes
// from the shear strength, in tension.
struct BondStress {
  double tension, shear;

  // The greater of the two over their strengths; 0 where these are infinite.
  double share_of(const BondMaterial &material) const
  {
    return std::max(tension / material.tensile, shear / material.shear);
  }
};

// normal: from a to b.
BondStress stress_of(const BondMaterial &material, const BondSection &section,
                     const Vector3d &normal, const BondLoad &load, double weight_of_compression);

class ClusterModel {
 public:
  std::vector<ModelElement> elements;
  std::vector<ModelBond> bonds;
  BondMaterial material;
  double mass = 0.0;
  Matrix3d inertia = Matrix3d::zero();    // about the centre of mass

  // The places are moved so that the centre of mass is the origin. `lengths`: initial lengths of
  // the bonds; empty: the distances. Throws std::invalid_argument if the bonds do not connect all
  // elements.
  ClusterModel(std::vector<ModelElement> elements, const std::vector<std::pair<int, int>> &bonds,
               const BondMaterial &material, const std::vector<double> &lengths = {});

  int size() const { return 6 * static_cast<int>(elements.size()); }    // rows of matrices

  BondLoad bond_load(const ModelBond &bond, const ClusterVector &displacement) const;
  std::vector<BondLoad> bond_loads(const ClusterVector &displacement) const;
  BondStress stress(const ModelBond &bond, const BondLoad &load,
                    double weight_of_compression) const;

  std::vector<MatrixEntry> stiffness() const;    // displacement to load, of all bonds
  double moment_of_inertia(int element) const;

  // The displacements of a rotation and a translation of the whole cluster.
  ClusterVector rigid_displacement(const Vector3d &translation, const Vector3d &rotation) const;

  // Adds the rigid displacement that leaves no momentum and no angular momentum in the
  // displacement, were it a velocity.
  void remove_rigid_part(ClusterVector &displacement) const;
};

}    // namespace grist

#endif
