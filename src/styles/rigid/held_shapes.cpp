#include "styles/rigid/held_shapes.h"

#include "error.h"
#include "styles/rigid/rigid_bodies.h"

#include <cassert>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::HeldShape;
using grist::Vector3d;

void HeldShapes::use_materials()
{
  for (HeldShape &shape : shapes) {
    const int type = shape.definition().type;
    try {
      shape.use((*bonds.laws)[type]);
    } catch (const std::invalid_argument &invalid) {
      error->all(FLERR, "{}: clusters of bond type {} cannot be held: {}", user, type,
                 invalid.what());
    }
  }
}

const grist::BondMaterial &HeldShapes::material(int n) const
{
  assert(n >= 0 && n < static_cast<int>(shapes.size()));
  return (*bonds.laws)[shapes[n].definition().type];
}

double HeldShapes::strength_factor(int n, tagint tag_a, tagint tag_b) const
{
  assert(tag_a > 0 && tag_b > 0);
  return grist::strength_factor(material(n), {tag_a, tag_b, 0.0});
}

int HeldShapes::find(const WholeCluster &whole, grist::ShapeScale &scale,
                     grist::RigidBody &motion) const
{
  for (size_t n = 0; n < shapes.size(); n++) {
    if (!shapes[n].matches(whole.elements, whole.bonds, whole.type, scale, motion)) continue;
    shapes[n].set_mass(scale, motion);
    return static_cast<int>(n);
  }
  return -1;
}

void HeldShapes::add(const std::vector<double> &proposed)
{
  for (const double *in = proposed.data(), *end = in + proposed.size(); in < end;) {
    const HeldShape::Definition shape = HeldShape::Definition::unpack(in);
    WholeCluster whole;
    for (const grist::ModelElement &e : shape.elements)
      whole.elements.push_back({e.place, Vector3d::zero(), Vector3d::zero(), e.radius, e.mass});
    whole.bonds = shape.bonds;
    whole.type = shape.type;
    grist::ShapeScale scale;
    grist::RigidBody motion;
    if (find(whole, scale, motion) < 0) shapes.emplace_back(shape);
  }
  use_materials();
}

std::vector<double> HeldShapes::pack() const
{
  std::vector<double> all;
  for (const HeldShape &shape : shapes) {
    const std::vector<double> numbers = shape.definition().pack();
    all.insert(all.end(), numbers.begin(), numbers.end());
  }
  return all;
}

void HeldShapes::unpack(const std::vector<double> &numbers)
{
  shapes.clear();
  for (const double *in = numbers.data(), *end = in + numbers.size(); in < end;)
    shapes.emplace_back(HeldShape::Definition::unpack(in));
}
