// Placed bodies become atoms of atom_style body polyhedron, each on the rank that owns its place.

#ifndef LMP_BODY_CREATION_H
#define LMP_BODY_CREATION_H

#include "pointers.h"

#include "styles/particles/placed_bodies.h"
#include "styles/polyhedra/body_polyhedron.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

struct NewBody {
  int type;
  tagint id;
  double mass, size;                     // diameter of the sphere of equal volume
  double position[3], orientation[4];    // of its body frame; w, x, y, z
  const grist::BodyForm *form;           // of size 1; null: a sphere
};

class BodyCreation : protected Pointers {
 public:
  BodyCreation(LAMMPS *lmp, int type, double density);

  // Ids follow the order of the bodies, from the highest id that there is. Collective. `user`
  // begins errors.
  void create(const PlacedBodies &bodies, const std::string &user);

  // One body more on this rank; returns its index. Totals and ghosts are the caller's.
  int add(const NewBody &body);

  // Velocity of its centroid, angular velocity.
  void set_motion(int i, const grist::Vector3d &velocity, const grist::Vector3d &omega);

 private:
  AtomPolyhedra of;
  int type;
  double density;

  void add_placed(const PlacedBodies &bodies, int number, tagint id);
};

}    // namespace LAMMPS_NS

#endif
