#include "relief/load_bounds.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>

namespace grist {

namespace {

using Columns = std::array<VectorXd, 3>;    // displacements under three loads

// Greatest length that a matrix gives a unit vector.
double greatest_stretch(const Matrix3d &m)
{
  Eigen::SelfAdjointEigenSolver<Matrix3d> squares;
  squares.computeDirect(m.transpose() * m, Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(squares.eigenvalues()[2], 0.0));
}

// Where force and moment of a bond are these matrices times a vector of length one.
BondStress greatest_stress(const ClusterModel &model, const ModelBond &bond, const Matrix3d &force,
                           const Matrix3d &moment)
{
  const BondSection &s = bond.section;
  const Matrix3d across = Matrix3d::Identity() - bond.normal * bond.normal.transpose();
  const double beta = model.material.beta;
  const double pull = (force.transpose() * bond.normal).norm() / s.area;
  return {pull + beta * greatest_stretch(across * moment) * s.radius / s.inertia,
          greatest_stretch(across * force) / s.area +
              beta * (moment.transpose() * bond.normal).norm() * s.radius / s.polar +
              model.material.friction * pull};
}

void raise(BondStress &most, const BondStress &stress)
{
  most.tension = std::max(most.tension, stress.tension);
  most.shear = std::max(most.shear, stress.shear);
}

BondStress greatest_of_bonds(const ClusterModel &model, const Columns &displacements)
{
  BondStress most = {0.0, 0.0};
  for (const ModelBond &bond : model.bonds) {
    Matrix3d force, moment;
    for (int k = 0; k < 3; k++) {
      const BondLoad load = model.bond_load(bond, displacements[k]);
      force.col(k) = load.force;
      moment.col(k) = load.moment;
    }
    raise(most, greatest_stress(model, bond, force, moment));
  }
  return most;
}

// Loads are quadratic in the angular velocity: sum_ij C_ij w_i w_j, bounded by the root of the sum
// of |C_ij|^2.
BondStress greatest_of_spin(const InertiaRelief &relief)
{
  const ClusterModel &model = relief.model();
  const auto spinning = [&](const Vector3d &omega) { return relief.displacement({}, omega); };
  std::array<std::array<VectorXd, 3>, 3> parts;
  for (int i = 0; i < 3; i++) parts[i][i] = spinning(Vector3d::Unit(i));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (i != j)
        parts[i][j] =
            0.5 * (spinning(Vector3d::Unit(i) + Vector3d::Unit(j)) - parts[i][i] - parts[j][j]);

  BondStress most = {0.0, 0.0};
  for (const ModelBond &bond : model.bonds) {
    double pull = 0.0, across = 0.0, twist = 0.0, bending = 0.0;    // squares
    for (const auto &row : parts)
      for (const VectorXd &part : row) {
        const BondLoad load = model.bond_load(bond, part);
        const double along = load.force.dot(bond.normal), about = load.moment.dot(bond.normal);
        pull += along * along;
        across += load.force.squaredNorm() - along * along;
        twist += about * about;
        bending += load.moment.squaredNorm() - about * about;
      }
    const BondSection &s = bond.section;
    const auto root = [](double square) { return std::sqrt(std::max(square, 0.0)); };
    const double beta = model.material.beta;
    raise(most,
          {root(pull) / s.area + beta * root(bending) * s.radius / s.inertia,
           root(across) / s.area + beta * root(twist) * s.radius / s.polar});
  }
  return most;
}

}    // namespace

LoadBounds::LoadBounds(const InertiaRelief &relief)
{
  const ClusterModel &model = relief.model();
  const auto under = [&](int first) {
    Columns displacements;
    for (int k = 0; k < 3; k++) {
      VectorXd load = VectorXd::Unit(model.size(), first + k);
      relief.balance(load);
      displacements[k] = relief.answer(load);
    }
    return greatest_of_bonds(model, displacements);
  };
  for (int e = 0; e < static_cast<int>(model.elements.size()); e++) {
    force.push_back(under(6 * e));
    torque.push_back(under(6 * e + 3));
  }
  spin = greatest_of_spin(relief);
}

BondStress LoadBounds::of(const std::vector<ElementLoad> &loads, const Vector3d &omega) const
{
  BondStress sum = {spin.tension * omega.squaredNorm(), spin.shear * omega.squaredNorm()};
  for (const ElementLoad &load : loads) {
    const double f = load.force.norm(), t = load.torque.norm();
    sum.tension += force[load.element].tension * f + torque[load.element].tension * t;
    sum.shear += force[load.element].shear * f + torque[load.element].shear * t;
  }
  return sum;
}

}    // namespace grist
