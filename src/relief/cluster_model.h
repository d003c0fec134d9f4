// A bonded cluster for small displacements about its unstrained state: elements, bonds, stiffness
// and inertia.
//
// A displacement of the cluster has six numbers for each element, one element after the other: its
// translation and its rotation, in the axes of the cluster. A load of the cluster has force and
// torque in the same order, the torque about the element's centre.

#ifndef GRIST_RELIEF_CLUSTER_MODEL_H
#define GRIST_RELIEF_CLUSTER_MODEL_H

#include "bonds/parallel_bond.h"

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <algorithm>
#include <vector>

namespace grist {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;

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
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
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

// Of an element, from the displacements of all (six numbers an element, translation first).
Vector3d translation_of(const VectorXd &displacement, int element);

class ClusterModel {
 public:
  std::vector<ModelElement> elements;
  std::vector<ModelBond> bonds;
  BondMaterial material;
  double mass = 0.0;
  Matrix3d inertia = Matrix3d::Zero();    // about the centre of mass

  // The places are moved so that the centre of mass is the origin. `lengths`: initial lengths of
  // the bonds; empty: the distances. Throws std::invalid_argument if the bonds do not connect all
  // elements.
  ClusterModel(std::vector<ModelElement> elements, const std::vector<std::pair<int, int>> &bonds,
               const BondMaterial &material, const std::vector<double> &lengths = {});

  int size() const { return 6 * static_cast<int>(elements.size()); }

  BondLoad bond_load(const ModelBond &bond, const VectorXd &displacement) const;
  std::vector<BondLoad> bond_loads(const VectorXd &displacement) const;
  BondStress stress(const ModelBond &bond, const BondLoad &load,
                    double weight_of_compression) const;

  Eigen::SparseMatrix<double> stiffness() const;    // displacement to load, of all bonds
  VectorXd masses() const;    // the diagonal of the inertia, in the order of displacements

  // The displacements of a rotation and a translation of the whole cluster.
  VectorXd rigid_displacement(const Vector3d &translation, const Vector3d &rotation) const;

  // Adds the rigid displacement that leaves no momentum and no angular momentum in the
  // displacement, were it a velocity.
  void remove_rigid_part(VectorXd &displacement) const;
};

}    // namespace grist

#endif
