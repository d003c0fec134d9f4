#include "relief/cluster_model.h"

#include "common/constants.h"
#include "fragments/fragments.h"

#include <Eigen/LU>

#include <cmath>
#include <stdexcept>
#include <string>

namespace grist {

namespace {

// cross(v) * w = v x w
Matrix3d cross_matrix(const Vector3d &v)
{
  Matrix3d m;
  m << 0.0, -v[2], v[1], v[2], 0.0, -v[0], -v[1], v[0], 0.0;
  return m;
}

Vector3d rotation_of(const VectorXd &displacement, int element)
{
  return displacement.segment<3>(6 * element + 3);
}

ModelBond model_bond(int a, int b, const std::vector<ModelElement> &elements,
                     const BondMaterial &material, double length)
{
  const Vector3d distance = elements[b].place - elements[a].place;
  const double ra = elements[a].radius, rb = elements[b].radius;
  if (length == 0.0) length = distance.norm();
  const Vector3d normal = distance.normalized();
  const double arm_a = distance.norm() * ra / (ra + rb);
  const BondSection section(material, ra, rb, length);
  const Matrix3d along = normal * normal.transpose(), across = Matrix3d::Identity() - along;
  return {a,
          b,
          normal,
          arm_a,
          distance.norm() - arm_a,
          section,
          section.tension * along + section.shearing * across,
          section.twisting * along + section.bending * across};
}

// The effect of a displacement of one end on the displacement and rotation of b relative to a at
// the bond centre.
using EndMatrix = Eigen::Matrix<double, 6, 6>;
EndMatrix end_matrix(const ModelBond &bond, bool is_b)
{
  // u + rotation x arm, the arm being arm_a n from a and -arm_b n from b
  const Vector3d arm = is_b ? Vector3d(-bond.arm_b * bond.normal)
                            : Vector3d(bond.arm_a * bond.normal);
  EndMatrix end = EndMatrix::Identity();
  end.topRightCorner<3, 3>() = -cross_matrix(arm);
  return is_b ? end : EndMatrix(-end);
}

}    // namespace

Vector3d translation_of(const VectorXd &displacement, int element)
{
  return displacement.segment<3>(6 * element);
}

ClusterModel::ClusterModel(std::vector<ModelElement> elements_in,
                           const std::vector<std::pair<int, int>> &ends,
                           const BondMaterial &material_in, const std::vector<double> &lengths) :
    elements(std::move(elements_in)),
    material(material_in)
{
  const int count = static_cast<int>(elements.size());
  if (const int parts = count_components(count, ends); parts != 1)
    throw std::invalid_argument("the bonds leave the cluster in " + std::to_string(parts) +
                                " pieces (must connect all elements)");
  Vector3d moment = Vector3d::Zero();
  for (const ModelElement &e : elements) {
    mass += e.mass;
    moment += e.mass * e.place;
  }
  for (ModelElement &e : elements) e.place -= moment / mass;
  for (const ModelElement &e : elements) {
    const Matrix3d arm = cross_matrix(e.place);
    inertia += sphere_inertia(e.mass, e.radius) * Matrix3d::Identity() - e.mass * arm * arm;
  }
  for (size_t n = 0; n < ends.size(); n++)
    bonds.push_back(model_bond(ends[n].first, ends[n].second, elements, material,
                               lengths.empty() ? 0.0 : lengths[n]));
}

BondLoad ClusterModel::bond_load(const ModelBond &bond, const VectorXd &displacement) const
{
  const Vector3d rotation_a = rotation_of(displacement, bond.a),
                 rotation_b = rotation_of(displacement, bond.b);
  const Vector3d moved = translation_of(displacement, bond.b) -
      translation_of(displacement, bond.a) -
      (bond.arm_a * rotation_a + bond.arm_b * rotation_b).cross(bond.normal);
  return {bond.stretch * moved, bond.bend * (rotation_b - rotation_a)};
}

std::vector<BondLoad> ClusterModel::bond_loads(const VectorXd &displacement) const
{
  std::vector<BondLoad> loads;
  loads.reserve(bonds.size());
  for (const ModelBond &bond : bonds) loads.push_back(bond_load(bond, displacement));
  return loads;
}

BondStress stress_of(const BondMaterial &material, const BondSection &section,
                     const Vector3d &normal, const BondLoad &load, double weight_of_compression)
{
  const double beta = material.beta;
  const double pull = load.force.dot(normal), twist = load.moment.dot(normal);
  const double across = (load.force - pull * normal).norm();
  const double bending = (load.moment - twist * normal).norm();
  const double stretched = pull > 0.0 ? pull : -weight_of_compression * pull;
  return {stretched / section.area + beta * bending * section.radius / section.inertia,
          across / section.area + beta * std::abs(twist) * section.radius / section.polar +
              material.friction * std::max(pull, 0.0) / section.area};
}

BondStress ClusterModel::stress(const ModelBond &bond, const BondLoad &load,
                                double weight_of_compression) const
{
  return stress_of(material, bond.section, bond.normal, load, weight_of_compression);
}

Eigen::SparseMatrix<double> ClusterModel::stiffness() const
{
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(bonds.size() * 144);
  for (const ModelBond &bond : bonds) {
    EndMatrix law = EndMatrix::Zero();
    law.topLeftCorner<3, 3>() = bond.stretch;
    law.bottomRightCorner<3, 3>() = bond.bend;
    const EndMatrix to[2] = {end_matrix(bond, false), end_matrix(bond, true)};
    const int ends[2] = {bond.a, bond.b};
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        const EndMatrix part = to[i].transpose() * law * to[j];
        for (int row = 0; row < 6; row++)
          for (int column = 0; column < 6; column++)
            entries.emplace_back(6 * ends[i] + row, 6 * ends[j] + column, part(row, column));
      }
  }
  Eigen::SparseMatrix<double> all(size(), size());
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

VectorXd ClusterModel::masses() const
{
  VectorXd diagonal(size());
  for (size_t n = 0; n < elements.size(); n++) {
    const ModelElement &e = elements[n];
    diagonal.segment<3>(6 * n).setConstant(e.mass);
    diagonal.segment<3>(6 * n + 3).setConstant(sphere_inertia(e.mass, e.radius));
  }
  return diagonal;
}

VectorXd ClusterModel::rigid_displacement(const Vector3d &translation,
                                          const Vector3d &rotation) const
{
  VectorXd all(size());
  for (size_t n = 0; n < elements.size(); n++) {
    all.segment<3>(6 * n) = translation + rotation.cross(elements[n].place);
    all.segment<3>(6 * n + 3) = rotation;
  }
  return all;
}

void ClusterModel::remove_rigid_part(VectorXd &displacement) const
{
  Vector3d momentum = Vector3d::Zero(), angular = Vector3d::Zero();
  for (size_t n = 0; n < elements.size(); n++) {
    const ModelElement &e = elements[n];
    const Vector3d moved = e.mass * displacement.segment<3>(6 * n);
    momentum += moved;
    angular += e.place.cross(moved) +
        sphere_inertia(e.mass, e.radius) * displacement.segment<3>(6 * n + 3);
  }
  displacement -= rigid_displacement(momentum / mass, inertia.inverse() * angular);
}

}    // namespace grist
