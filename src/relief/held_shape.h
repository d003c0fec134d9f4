// A shape of cluster that is kept rigid until it is loaded: what all clusters of this shape share,
// however large they are.
//
// The shape has the size of the first cluster that had it. Another of the same shape is larger by a
// factor of length and heavier by a factor of mass; its loads are translated to those of the shape,
// at which stresses are the same. Any consistent unit system.

#ifndef GRIST_RELIEF_HELD_SHAPE_H
#define GRIST_RELIEF_HELD_SHAPE_H

#include "relief/load_bounds.h"
#include "relief/released_state.h"
#include "rigid/rigid_elements.h"

#include <array>
#include <cassert>
#include <cmath>
#include <memory>
#include <vector>

namespace grist {

// Between elements a < b; `length`: the initial length.
struct ShapeBond {
  int a, b;
  double length;
};

// Length and mass of a cluster over those of its shape.
struct ShapeScale {
  double length = 1.0, mass = 1.0;

  // From the cluster's to the shape's, in the axes of the cluster.
  ElementLoad to_shape(const ElementLoad &load) const
  {
    const double square = length * length;
    return {load.element, load.force / square, load.torque / (square * length)};
  }
  Vector3d to_shape(const Vector3d &omega) const { return omega * std::sqrt(mass / length); }

  // And back.
  Vector3d displacement(const Vector3d &of_shape) const { return length * of_shape; }
  BondLoad load(const BondLoad &of_shape) const
  {
    const double square = length * length;
    return {of_shape.force * square, of_shape.moment * (square * length)};
  }
  double period(double of_shape) const { return of_shape * std::sqrt(mass / length); }
};

class HeldShape {
 public:
  // Elements with places in principal axes, the centre of mass as origin; bonds in ascending order
  // of (a, b), all of one type.
  struct Definition {
    std::vector<ModelElement> elements;
    std::vector<ShapeBond> bonds;
    int type = 0;

    std::vector<double> pack() const;
    static Definition unpack(const double *&numbers);
  };

  // The shape of a new cluster, whose orientation becomes that of the axes. Throws
  // std::invalid_argument if the bonds do not connect all elements.
  static Definition define(const std::vector<RigidElement> &elements,
                           const std::vector<ShapeBond> &bonds, int type);

  explicit HeldShape(const Definition &definition) : shape(definition) {}

  const Definition &definition() const { return shape; }

  // Whether a cluster has the same bonds, type and shape, in any position, turned, larger or
  // smaller, and deformed by less than a few percent; then its scale and its pose.
  bool matches(const std::vector<RigidElement> &elements, const std::vector<ShapeBond> &bonds,
               int type, ShapeScale &scale, RigidBody &pose) const;

  // Bonds of element e, in the order of their other elements.
  std::vector<int> bonds_of(int e) const;

  // Sets mass and moments of a cluster of this scale.
  void set_mass(const ShapeScale &scale, RigidBody &body) const;

  // The mechanics, made at the first call after a change of the material. Throws
  // std::invalid_argument where the stiffness is singular.
  void use(const BondMaterial &material);
  const LoadBounds &bounds() const { return made().bounds; }
  const InertiaRelief &relief() const { return made().relief; }
  double first_period() const { return made().period; }

 private:
  struct Mechanics {
    BondMaterial material;
    InertiaRelief relief;
    LoadBounds bounds;
    double period;

    Mechanics(const Definition &shape, const BondMaterial &material);
  };

  Definition shape;
  std::shared_ptr<const Mechanics> mechanics;

  const Mechanics &made() const
  {
    assert(mechanics);
    return *mechanics;
  }
};

}    // namespace grist

#endif
