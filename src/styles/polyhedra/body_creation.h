// Placed bodies become atoms of atom_style body polyhedron, each on the rank that owns its place.

#ifndef LMP_BODY_CREATION_H
#define LMP_BODY_CREATION_H

#include "pointers.h"

#include "styles/polyhedra/placed_bodies.h"

#include <string>

namespace LAMMPS_NS {

class BodyCreation : protected Pointers {
 public:
  BodyCreation(LAMMPS *lmp, int type, double density);

  // Ids follow the order of the bodies, from the highest id that there is. Collective. `user` begins errors.
  void create(const PlacedBodies &bodies, const std::string &user);

 private:
  class AtomVecBody *avec;
  int type;
  double density;

  tagint highest_id() const;
  bool owns(const double *position) const;
  void add_body(const PlacedBodies &bodies, int number, tagint id);
  void set_orientation(int i, const double *orientation);
  void update_totals(bigint expected, const std::string &user);
};

}    // namespace LAMMPS_NS

#endif
