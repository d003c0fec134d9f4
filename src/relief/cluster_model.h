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
#include <array>
#include <utility>
#include <vector>

namespace grist {

// Translation and rotation, or force and torque.
struct ElementVector {
  Vector3d linear = Vector3d::zero(), angular = Vector3d::zero();
};
// By element: a displacement or a load of the cluster.
using ClusterVector = std::vector<ElementVector>;

// By this vector of an angle along the axis.
inline Matrix3d rotation_of(const Vector3d &turn)
{
  const double angle = norm(turn);
  return angle > 0.0 ? rotation_matrix(angle, turn / angle) : Matrix3d::identity();
}

void add(ClusterVector &to, const ClusterVector &more, double factor = 1.0);

// An entry of a matrix between displacements and loads: six rows and columns for each element.
// Entries of one place are added up.
struct MatrixEntry {
  int row, column;
  double value;
};

struct ModelElement {
  Vector3d place;
  double mass, radius;                    // radius: of a sphere, or of the bounding sphere
  Matrix3d inertia = Matrix3d::zero();    // about its centre, in the axes of the cluster

  ModelElement() = default;
  ModelElement(const Vector3d &place, double mass, double radius);    // a sphere
  ModelElement(const Vector3d &place, double mass, double radius, const Matrix3d &inertia) :
      place(place), mass(mass), radius(radius), inertia(inertia)
  {
  }
};

// What a load does to a bond of stress, or of share of its strength: coefficients of its parts in
// the frame of the bond. Either those of stress are zero or those of energy.
struct BondMeasure {
  double pull = 0.0;                    // of tension
  double bend[2] = {0.0, 0.0};          // of the moments about axes 1 and 2
  bool is_round = false;                // bend[0] of both moments together; else their sum
  double slip = 0.0, twist = 0.0;       // of shear
  double pressure = 0.0;                // by which tension adds to shear
  std::array<double, 5> energy = {};    // of the squares of pull, moments 1 and 2, shear, twist
};

// The bond for small displacements (parallel_bond.h, face_bond.h): the load is the stiffness times
// the displacement of b relative to a at the bond centre, and the relative rotation.
struct ModelBond {
  int a, b;                  // elements
  Vector3d arm_a, arm_b;     // from their centres to the bond centre
  Matrix3d frame;            // columns: axes 1 and 2, the normal from a to b
  Matrix3d stretch, bend;    // force per displacement, moment per rotation
  BondMeasure measure;

  const Vector3d &normal() const { return frame.column[2]; }
  double length() const { return dot(arm_a - arm_b, normal()); }    // from centre to centre
};

// Load on a, at the bond centre, in the axes of the cluster; b takes the opposite.
struct BondLoad {
  Vector3d force = Vector3d::zero(), moment = Vector3d::zero();
};

// Stresses of a bond's two strengths (huang2020 Eq. 7), or its shares of them; the share by energy
// is the first. Compression counts with a weight, since a cluster that was pressed rebounds, and
// for the same reason gives friction nothing: it only takes from the shear strength, in tension.
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

// Along and about the axes of the bond.
BondStress stress_of(const BondMeasure &measure, const BondLoad &in_frame,
                     double weight_of_compression);

class ClusterModel {
 public:
  std::vector<ModelElement> elements;
  std::vector<ModelBond> bonds;
  BondMaterial material;    // of spheres
  double mass = 0.0;
  Matrix3d inertia = Matrix3d::zero();    // about the centre of mass

  // The places are moved so that the centre of mass is the origin. Throws std::invalid_argument if
  // the bonds do not connect all elements.
  ClusterModel(std::vector<ModelElement> elements, std::vector<ModelBond> bonds);

  // Of spheres. `lengths`: initial lengths of the bonds; empty: the distances.
  ClusterModel(std::vector<ModelElement> elements, const std::vector<std::pair<int, int>> &bonds,
               const BondMaterial &material, const std::vector<double> &lengths = {});

  int size() const { return 6 * static_cast<int>(elements.size()); }    // rows of matrices

  BondLoad bond_load(const ModelBond &bond, const ClusterVector &displacement) const;
  std::vector<BondLoad> bond_loads(const ClusterVector &displacement) const;
  BondStress stress(const ModelBond &bond, const BondLoad &load,
                    double weight_of_compression) const;

  std::vector<MatrixEntry> stiffness() const;    // displacement to load, of all bonds
  // The displacements of a rotation and a translation of the whole cluster.
  ClusterVector rigid_displacement(const Vector3d &translation, const Vector3d &rotation) const;

  // Adds the rigid displacement that leaves no momentum and no angular momentum in the
  // displacement, were it a velocity.
  void remove_rigid_part(ClusterVector &displacement) const;
};

}    // namespace grist

#endif
