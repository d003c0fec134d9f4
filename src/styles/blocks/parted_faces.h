/* Contacts that take the place of faces that part under pressure: how they begin, and the energy that
   they store at once.
*/

#ifndef LMP_PARTED_FACES_H
#define LMP_PARTED_FACES_H

#include "pointers.h"

#include "bonds/face_bond.h"
#include "overlaps/overlap_energy.h"
#include "styles/interfaces/bonded_bodies.h"

#include <utility>
#include <vector>

namespace LAMMPS_NS {

class PolyhedronBodies;

class PartedFaces : protected Pointers {
 public:
  PartedFaces(LAMMPS *lmp, PolyhedronBodies &bodies) : Pointers(lmp), bodies(bodies) {}

  // The share of its law with which the contact keeps the normal force of the face, and the friction
  // on a, over this share, that keeps the shear force or what friction can bear of it. last: of the
  // face.
  BondedBodies::PartedContact contact_of(int a, int b, const grist::FaceForces &last) const;

  struct Begun {
    tagint a, b;
    double share;                // of its energy: of the law, and of this rank
    grist::Vector3d friction;    // on a
  };
  void add(const Begun &contact) { parted.push_back(contact); }

  // In the step after: what those that were added store.
  void find();

  // What was found since the last call.
  grist::OverlapEnergy take() { return std::exchange(stored, {}); }

 private:
  PolyhedronBodies &bodies;
  std::vector<Begun> parted;
  grist::OverlapEnergy stored;
};

}    // namespace LAMMPS_NS

#endif
