/* The shapes (relief/held_shape.h) of the clusters that are held: all ranks know all of them, under
   the same numbers.
*/

#ifndef LMP_HELD_SHAPES_H
#define LMP_HELD_SHAPES_H

#include "pointers.h"

#include "relief/held_shape.h"

#include <cassert>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// A cluster in one piece of space, in the order of ids.
struct WholeCluster {
  std::vector<grist::RigidElement> elements;
  std::vector<grist::ShapeBond> bonds;
  int type = 0;
};

class HeldShapes : protected Pointers {
 public:
  HeldShapes(LAMMPS *lmp, const std::string &user, const struct BondsOfRun &bonds) :
      Pointers(lmp), user(user), bonds(bonds)
  {
  }

  // At the start of a run: coefficients may have changed since the last one.
  void use_materials();

  const grist::HeldShape &operator[](int n) const
  {
    assert(n >= 0 && n < static_cast<int>(shapes.size()));
    return shapes[n];
  }

  // Both strengths of the bonds of a shape, as pressures in units of force/length^2.
  const grist::BondMaterial &material(int shape) const;
  double strength_factor(int shape, tagint tag_a, tagint tag_b) const;

  // The shape that a cluster has, and then its scale and motion without momentum; -1 for none.
  int find(const WholeCluster &whole, grist::ShapeScale &scale, grist::RigidBody &motion) const;

  // Packed shapes, in the order of all ranks: each that is not known is added once.
  void add(const std::vector<double> &proposed);

  // All shapes, for a restart file.
  std::vector<double> pack() const;
  void unpack(const std::vector<double> &numbers);

 private:
  std::string user;
  const BondsOfRun &bonds;
  std::vector<grist::HeldShape> shapes;
};

}    // namespace LAMMPS_NS

#endif
