#include "relief/load_bounds.h"

#include "common/decompositions.h"
#include "common/preconditions.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace grist {

namespace {

using Columns = std::array<ClusterVector, 3>;    // displacements under three loads

// Greatest length that a matrix gives a unit vector.
double greatest_stretch(const Matrix3d &m)
{
  return std::sqrt(std::max(eigenvalues(transposed(m) * m)[2], 0.0));
}

// Where force and moment of a bond are these matrices times a vector of length one.
BondStress greatest_stress(const ClusterModel &model, const ModelBond &bond, const Matrix3d &force,
                           const Matrix3d &moment)
{
  const BondSection &s = bond.section;
  const Matrix3d across = Matrix3d::identity() - outer_product(bond.normal, bond.normal);
  const double beta = model.material.beta;
  const double pull = norm(transposed(force) * bond.normal) / s.area;
  return {pull + beta * greatest_stretch(across * moment) * s.radius / s.inertia,
          greatest_stretch(across * force) / s.area +
              beta * norm(transposed(moment) * bond.normal) * s.radius / s.polar +
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
      force.column[k] = load.force;
      moment.column[k] = load.moment;
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
  std::array<std::array<ClusterVector, 3>, 3> parts;
  for (int i = 0; i < 3; i++) parts[i][i] = spinning(Vector3d::unit(i));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (i != j) {
        parts[i][j] = ClusterVector(model.elements.size());
        add(parts[i][j], spinning(Vector3d::unit(i) + Vector3d::unit(j)), 0.5);
        add(parts[i][j], parts[i][i], -0.5);
        add(parts[i][j], parts[j][j], -0.5);
      }

  BondStress most = {0.0, 0.0};
  for (const ModelBond &bond : model.bonds) {
    double pull = 0.0, across = 0.0, twist = 0.0, bending = 0.0;    // squares
    for (const auto &row : parts)
      for (const ClusterVector &part : row) {
        const BondLoad load = model.bond_load(bond, part);
        const double along = dot(load.force, bond.normal), about = dot(load.moment, bond.normal);
        pull += along * along;
        across += squared_norm(load.force) - along * along;
        twist += about * about;
        bending += squared_norm(load.moment) - about * about;
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
  const auto under = [&](int element, Vector3d ElementVector::*part) {
    Columns displacements;
    for (int k = 0; k < 3; k++) {
      ClusterVector load(model.elements.size());
      load[element].*part = Vector3d::unit(k);
      relief.balance(load);
      displacements[k] = relief.answer(load);
    }
    return greatest_of_bonds(model, displacements);
  };
  for (int e = 0; e < static_cast<int>(model.elements.size()); e++) {
    force.push_back(under(e, &ElementVector::linear));
    torque.push_back(under(e, &ElementVector::angular));
  }
  spin = greatest_of_spin(relief);
}

BondStress LoadBounds::of(const std::vector<ElementLoad> &loads, const Vector3d &omega) const
{
  for ([[maybe_unused]] const ElementLoad &load : loads)
    assert(is_number_of(load.element, force.size()));
  BondStress sum = {spin.tension * squared_norm(omega), spin.shear * squared_norm(omega)};
  for (const ElementLoad &load : loads) {
    const double f = norm(load.force), t = norm(load.torque);
    sum.tension += force[load.element].tension * f + torque[load.element].tension * t;
    sum.shear += force[load.element].shear * f + torque[load.element].shear * t;
  }
  return sum;
}

}    // namespace grist
