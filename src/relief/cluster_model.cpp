#include "relief/cluster_model.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "common/space.h"
#include "fragments/fragments.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace grist {

namespace {

// cross(v) * w = v x w
Matrix3d cross_matrix(const Vector3d &v)
{
  return Matrix3d::of_rows({0.0, -v.z, v.y}, {v.z, 0.0, -v.x}, {-v.y, v.x, 0.0});
}

BondMeasure measure_of(const BondMaterial &material, const BondSection &section)
{
  BondMeasure measure;
  measure.pull = measure.slip = 1.0 / section.area;
  measure.bend[0] = material.beta * section.radius / section.inertia;
  measure.is_round = true;
  measure.twist = material.beta * section.radius / section.polar;
  measure.pressure = material.friction / section.area;
  return measure;
}

Matrix3d frame_about(const Vector3d &normal)
{
  const Vector3d across = unit_orthogonal(normal);
  return Matrix3d::of_columns(across, cross(normal, across), normal);
}

ModelBond model_bond(int a, int b, const std::vector<ModelElement> &elements,
                     const BondMaterial &material, double length)
{
  const Vector3d distance = elements[b].place - elements[a].place;
  const double ra = elements[a].radius, rb = elements[b].radius;
  if (length == 0.0) length = norm(distance);
  const Vector3d normal = normalized(distance);
  const double share = ra / (ra + rb);
  const BondSection section(material, ra, rb, length);
  const Matrix3d along = outer_product(normal, normal), across = Matrix3d::identity() - along;
  return {a,
          b,
          share * distance,
          (share - 1.0) * distance,
          frame_about(normal),
          section.tension * along + section.shearing * across,
          section.twisting * along + section.bending * across,
          measure_of(material, section)};
}

std::vector<ModelBond> model_bonds(const std::vector<ModelElement> &elements,
                                   const std::vector<std::pair<int, int>> &ends,
                                   const BondMaterial &material, const std::vector<double> &lengths)
{
  assert(lengths.empty() || lengths.size() == ends.size());
  std::vector<ModelBond> bonds;
  for (size_t n = 0; n < ends.size(); n++)
    bonds.push_back(model_bond(ends[n].first, ends[n].second, elements, material,
                               lengths.empty() ? 0.0 : lengths[n]));
  return bonds;
}

// A 3 x 3 block of a matrix; its first row and column count numbers.
void add_block(std::vector<MatrixEntry> &entries, int row, int column, const Matrix3d &block)
{
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) entries.push_back({row + i, column + k, block(i, k)});
}

}    // namespace

void add(ClusterVector &to, const ClusterVector &more, double factor)
{
  assert(to.size() == more.size());
  for (size_t n = 0; n < to.size(); n++) {
    to[n].linear += factor * more[n].linear;
    to[n].angular += factor * more[n].angular;
  }
}

ModelElement::ModelElement(const Vector3d &place, double mass, double radius) :
    ModelElement(place, mass, radius, sphere_inertia(mass, radius) * Matrix3d::identity())
{
}

ClusterModel::ClusterModel(std::vector<ModelElement> elements_in,
                           const std::vector<std::pair<int, int>> &ends,
                           const BondMaterial &material_in, const std::vector<double> &lengths) :
    ClusterModel(elements_in, model_bonds(elements_in, ends, material_in, lengths))
{
  material = material_in;
}

ClusterModel::ClusterModel(std::vector<ModelElement> elements_in, std::vector<ModelBond> bonds_in) :
    elements(std::move(elements_in)), bonds(std::move(bonds_in))
{
  std::vector<std::pair<int, int>> ends;
  for (const ModelBond &bond : bonds) ends.emplace_back(bond.a, bond.b);
  const int count = static_cast<int>(elements.size());
  if (const int parts = count_components(count, ends); parts != 1)
    throw std::invalid_argument("the bonds leave the cluster in " + std::to_string(parts) +
                                " pieces (must connect all elements)");
  Vector3d moment = Vector3d::zero();
  for (const ModelElement &e : elements) {
    mass += e.mass;
    moment += e.mass * e.place;
  }
  for (ModelElement &e : elements) e.place -= moment / mass;
  for (const ModelElement &e : elements) {
    const Matrix3d arm = cross_matrix(e.place);
    inertia += e.inertia - e.mass * arm * arm;
  }
}

BondLoad ClusterModel::bond_load(const ModelBond &bond, const ClusterVector &displacement) const
{
  assert(displacement.size() == elements.size());
  const ElementVector &a = displacement[bond.a], &b = displacement[bond.b];
  const Vector3d moved =
      b.linear - a.linear + cross(b.angular, bond.arm_b) - cross(a.angular, bond.arm_a);
  return {bond.stretch * moved, bond.bend * (b.angular - a.angular)};
}

std::vector<BondLoad> ClusterModel::bond_loads(const ClusterVector &displacement) const
{
  std::vector<BondLoad> loads;
  loads.reserve(bonds.size());
  for (const ModelBond &bond : bonds) loads.push_back(bond_load(bond, displacement));
  return loads;
}

BondStress stress_of(const BondMeasure &of, const BondLoad &load, double weight_of_compression)
{
  assert(weight_of_compression >= 0.0);
  const Vector3d &f = load.force, &m = load.moment;
  const double stretched = f.z > 0.0 ? f.z : -weight_of_compression * f.z;
  const double across2 = f.x * f.x + f.y * f.y;
  const double bending = of.is_round ? of.bend[0] * std::sqrt(m.x * m.x + m.y * m.y)
                                     : of.bend[0] * std::abs(m.x) + of.bend[1] * std::abs(m.y);
  const double by_energy = of.energy[0] * stretched * stretched + of.energy[1] * m.x * m.x +
      of.energy[2] * m.y * m.y + of.energy[3] * across2 + of.energy[4] * m.z * m.z;
  return {of.pull * stretched + bending + std::sqrt(by_energy),
          of.slip * std::sqrt(across2) + of.twist * std::abs(m.z) +
              of.pressure * std::max(f.z, 0.0)};
}

BondStress stress_of(const BondMaterial &material, const BondSection &section,
                     const Vector3d &normal, const BondLoad &load, double weight_of_compression)
{
  assert(is_unit(normal));
  const Matrix3d to_frame = transposed(frame_about(normal));
  return stress_of(measure_of(material, section), {to_frame * load.force, to_frame * load.moment},
                   weight_of_compression);
}

BondStress ClusterModel::stress(const ModelBond &bond, const BondLoad &load,
                                double weight_of_compression) const
{
  const Matrix3d to_frame = transposed(bond.frame);
  return stress_of(bond.measure, {to_frame * load.force, to_frame * load.moment},
                   weight_of_compression);
}

// The load is that of the bond's centre, u + rotation x arm apart on both sides: an end gets it
// with the moment of its arm.
std::vector<MatrixEntry> ClusterModel::stiffness() const
{
  std::vector<MatrixEntry> entries;
  entries.reserve(bonds.size() * 144);
  for (const ModelBond &bond : bonds)
    for (const bool of_b : {false, true})
      for (const bool by_b : {false, true}) {
        const double sign = of_b == by_b ? 1.0 : -1.0;
        const Matrix3d arm_of_row = cross_matrix(of_b ? bond.arm_b : bond.arm_a),
                       arm_of_column = cross_matrix(by_b ? bond.arm_b : bond.arm_a);
        const Matrix3d by_rotation = -(bond.stretch * arm_of_column);
        const int row = 6 * (of_b ? bond.b : bond.a), column = 6 * (by_b ? bond.b : bond.a);
        add_block(entries, row, column, sign * bond.stretch);
        add_block(entries, row, column + 3, sign * by_rotation);
        add_block(entries, row + 3, column, sign * (arm_of_row * bond.stretch));
        add_block(entries, row + 3, column + 3, sign * (arm_of_row * by_rotation + bond.bend));
      }
  return entries;
}

ClusterVector ClusterModel::rigid_displacement(const Vector3d &translation,
                                               const Vector3d &rotation) const
{
  ClusterVector all;
  for (const ModelElement &e : elements)
    all.push_back({translation + cross(rotation, e.place), rotation});
  return all;
}

void ClusterModel::remove_rigid_part(ClusterVector &displacement) const
{
  assert(displacement.size() == elements.size());
  Vector3d momentum = Vector3d::zero(), angular = Vector3d::zero();
  for (size_t n = 0; n < elements.size(); n++) {
    const ModelElement &e = elements[n];
    const Vector3d moved = e.mass * displacement[n].linear;
    momentum += moved;
    angular += cross(e.place, moved) + e.inertia * displacement[n].angular;
  }
  add(displacement, rigid_displacement(momentum / mass, inverse(inertia) * angular), -1.0);
}

}    // namespace grist
