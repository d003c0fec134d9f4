// Rocks of bonded blocks become atoms of atom_style body polyhedron, each block on the rank that owns
// its place, with the bonds of their faces.

#ifndef LMP_ROCK_CREATION_H
#define LMP_ROCK_CREATION_H

#include "pointers.h"

#include "particles/block_rock.h"
#include "styles/particles/body_creation.h"

#include <string>

namespace LAMMPS_NS {

struct NewRock {
  const grist::BlockRock &rock;
  double scale;                       // of its lengths
  grist::Pose place;                  // frame of the rock in space
  grist::Vector3d velocity, omega;    // of the origin of this frame
  double density;
  int type, bond_type;
  tagint before, molecule;    // ids follow on the first of these; the molecule id of all blocks
  int mask;                   // bits of their groups
};

class RockCreation : protected Pointers {
 public:
  // An error that begins with `user` unless there can be bonded blocks.
  static void check_system(LAMMPS *lmp, const std::string &user);

  // With this check.
  RockCreation(LAMMPS *lmp, const std::string &user);

  // The same rock on every rank.
  void add(const NewRock &rock, class AtomEditor &editor);

 private:
  BodyCreation bodies;
  class FixFaceBonds &faces;

  int add_block(const NewRock &rock, int n, AtomEditor &editor);    // -1: on another rank
};

}    // namespace LAMMPS_NS

#endif
