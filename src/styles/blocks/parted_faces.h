/* Contacts that take the place of faces that part under pressure: how they begin, and the energy that
   they store at once.
*/

#ifndef LMP_PARTED_FACES_H
#define LMP_PARTED_FACES_H

#include "pointers.h"

#include "bonds/face_bond.h"
#include "overlaps/overlap_energy.h"
#include "styles/blocks/block_bonds.h"
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

  // What contacts that are new since the last call store, half of it for each block. rows: by atom.
  // Faces that have parted without pressure are forgotten.
  void find(std::vector<BlockBonds> &rows);

  // What was found since the last call.
  grist::OverlapEnergy take() { return std::exchange(stored, {}); }

 private:
  PolyhedronBodies &bodies;
  void add_stored(int i, const PartedBlock &of);
  grist::OverlapEnergy stored;
};

}    // namespace LAMMPS_NS

#endif
