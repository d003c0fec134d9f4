#include "relief/held_shape.h"

#include "common/constants.h"
#include "common/preconditions.h"
#include "relief/inertia_relief.h"

#include <cmath>

namespace grist {

static constexpr double SAME = 1e-7;       // relative: radii, masses, lengths of bonds
static constexpr double DEFORMED = 0.1;    // a place may be off by this share of the radius

// ---- definition

// count of elements, of bonds, type; place, mass, radius; a, b, length
std::vector<double> HeldShape::Definition::pack() const
{
  std::vector<double> out = {static_cast<double>(elements.size()),
                             static_cast<double>(bonds.size()), static_cast<double>(type)};
  for (const ModelElement &e : elements)
    out.insert(out.end(), {e.place.x, e.place.y, e.place.z, e.mass, e.radius});
  for (const ShapeBond &bond : bonds)
    out.insert(out.end(), {static_cast<double>(bond.a), static_cast<double>(bond.b), bond.length});
  return out;
}

HeldShape::Definition HeldShape::Definition::unpack(const double *&numbers)
{
  Definition shape;
  shape.elements.resize(static_cast<size_t>(numbers[0]));
  shape.bonds.resize(static_cast<size_t>(numbers[1]));
  shape.type = static_cast<int>(numbers[2]);
  numbers += 3;
  for (ModelElement &e : shape.elements) {
    e = {vector_at(numbers), numbers[3], numbers[4]};
    numbers += 5;
  }
  for (ShapeBond &bond : shape.bonds) {
    bond = {static_cast<int>(numbers[0]), static_cast<int>(numbers[1]), numbers[2]};
    numbers += 3;
  }
  return shape;
}

HeldShape::Definition HeldShape::define(const std::vector<RigidElement> &elements,
                                        const std::vector<ShapeBond> &bonds, int type)
{
  assert(!elements.empty());
  for ([[maybe_unused]] const ShapeBond &bond : bonds)
    assert(bond.a < bond.b && are_numbers_of(std::array<int, 2>{bond.a, bond.b}, elements.size()));
  const RigidBody body = make_rigid_body_of_spheres(elements);
  Definition shape;
  shape.bonds = bonds;
  shape.type = type;
  for (const RigidElement &e : elements)
    shape.elements.push_back(
        {conjugate(body.orientation) * (e.position - body.position), e.mass, e.radius});
  return shape;
}

// ---- the same shape

bool HeldShape::matches(const std::vector<RigidElement> &elements,
                        const std::vector<ShapeBond> &bonds, int type, ShapeScale &scale,
                        RigidBody &pose) const
{
  assert(!elements.empty());
  if (type != shape.type || elements.size() != shape.elements.size() ||
      bonds.size() != shape.bonds.size())
    return false;
  const ModelElement &first = shape.elements.front();
  const double length = elements.front().radius / first.radius,
               mass = elements.front().mass / first.mass;
  const auto same = [](double one, double other) {
    return std::abs(one - other) <= SAME * std::abs(other);
  };
  for (size_t n = 0; n < elements.size(); n++)
    if (!same(elements[n].radius, length * shape.elements[n].radius) ||
        !same(elements[n].mass, mass * shape.elements[n].mass))
      return false;
  for (size_t n = 0; n < bonds.size(); n++)
    if (bonds[n].a != shape.bonds[n].a || bonds[n].b != shape.bonds[n].b ||
        !same(bonds[n].length, length * shape.bonds[n].length))
      return false;

  std::vector<Vector3d> places;
  for (const ModelElement &e : shape.elements) places.emplace_back(length * e.place);
  fit_pose(pose, elements, places);
  for (size_t n = 0; n < elements.size(); n++)
    if (norm(elements[n].position - pose.position - pose.orientation * places[n]) >
        DEFORMED * elements[n].radius)
      return false;
  scale = {length, mass};
  return true;
}

// Bonds are in ascending order of (a, b): those where e is b come first.
std::vector<int> HeldShape::bonds_of(int e) const
{
  assert(is_number_of(e, shape.elements.size()));
  std::vector<int> found;
  for (const bool is_b : {true, false})
    for (size_t n = 0; n < shape.bonds.size(); n++)
      if ((is_b ? shape.bonds[n].b : shape.bonds[n].a) == e) found.push_back(static_cast<int>(n));
  return found;
}

void HeldShape::set_mass(const ShapeScale &scale, RigidBody &body) const
{
  assert(scale.mass > 0.0 && scale.length > 0.0);
  body.mass = 0.0;
  body.moments = Vector3d::zero();
  for (const ModelElement &e : shape.elements) {
    body.mass += e.mass;
    const Vector3d square = squares(e.place);
    body.moments += e.mass * (Vector3d::all(sum_of(square) + sphere_gyration2(e.radius)) - square);
  }
  body.mass *= scale.mass;
  body.moments *= scale.mass * scale.length * scale.length;
}

// ---- mechanics

static ClusterModel model_of(const HeldShape::Definition &shape, const BondMaterial &material)
{
  std::vector<std::pair<int, int>> ends;
  std::vector<double> lengths;
  for (const ShapeBond &bond : shape.bonds) {
    ends.emplace_back(bond.a, bond.b);
    lengths.push_back(bond.length);
  }
  return {shape.elements, ends, material, lengths};
}

HeldShape::Mechanics::Mechanics(const Definition &shape, const BondMaterial &material) :
    material(material), relief(model_of(shape, material)), bounds(relief), period(0.0)
{
  const std::vector<double> frequencies = lowest_frequencies(relief, 1);
  if (!frequencies.empty()) period = 2.0 * PI / frequencies.front();
}

void HeldShape::use(const BondMaterial &material)
{
  const auto stiffness = [](const BondMaterial &m) {
    return std::array<double, 4>{m.young, m.ratio, m.radius, m.beta};
  };
  if (!mechanics || stiffness(mechanics->material) != stiffness(material))
    mechanics = std::make_shared<const Mechanics>(shape, material);
}

}    // namespace grist
