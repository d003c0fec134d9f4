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

// Loads of a bond in its frame as matrices times a vector of length one: the rows are forces and
// moments along its axes.
BondStress greatest_stress(const ModelBond &bond, const Matrix3d &force, const Matrix3d &moment)
{
  const BondMeasure &of = bond.measure;
  const Matrix3d to_frame = transposed(bond.frame);
  const Matrix3d f = transposed(to_frame * force), m = transposed(to_frame * moment);
  const auto both = [](const Matrix3d &rows) {
    return greatest_stretch(Matrix3d::of_columns(rows.column[0], rows.column[1], Vector3d::zero()));
  };
  const double pull = norm(f.column[2]), shear = both(f), twist = norm(m.column[2]);
  const double bending = of.is_round
      ? of.bend[0] * both(m)
      : of.bend[0] * norm(m.column[0]) + of.bend[1] * norm(m.column[1]);
  const double by_energy = of.energy[0] * pull * pull + of.energy[1] * squared_norm(m.column[0]) +
      of.energy[2] * squared_norm(m.column[1]) + of.energy[3] * shear * shear +
      of.energy[4] * twist * twist;
  return {of.pull * pull + bending + std::sqrt(by_energy),
          of.slip * shear + of.twist * twist + of.pressure * pull};
}

void raise(BondStress &most, const BondStress &stress)
{
  most.tension = std::max(most.tension, stress.tension);
  most.shear = std::max(most.shear, stress.shear);
}

Vector3d square_roots(const Vector3d &v)
{
  return {std::sqrt(v.x), std::sqrt(v.y), std::sqrt(v.z)};
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
    raise(most, greatest_stress(bond, force, moment));
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
    const Matrix3d to_frame = transposed(bond.frame);
    Vector3d force = Vector3d::zero(), moment = Vector3d::zero();    // squares
    for (const auto &row : parts)
      for (const ClusterVector &part : row) {
        const BondLoad load = model.bond_load(bond, part);
        force += squares(to_frame * load.force);
        moment += squares(to_frame * load.moment);
      }
    raise(most, stress_of(bond.measure, {square_roots(force), square_roots(moment)}, 1.0));
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
