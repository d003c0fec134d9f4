/* Bonds of faces that are worked out together (bonds/face_block.h): those without damage that take
   less than their strength. The others are the bond style's, one by one; a bond that reaches its
   strength becomes one of them.
*/

#ifndef LMP_FACE_BLOCKS_H
#define LMP_FACE_BLOCKS_H

#include "bonds/face_block.h"

#include <functional>
#include <vector>

namespace LAMMPS_NS {

class Atom;
class PolyhedronBodies;

class FaceBlocks {
 public:
  void clear();

  // The next bond, of atoms a and b: they are numbered from 0. Others as face_forces() takes them.
  void add(int a, int b, const grist::FaceMaterial &law, const grist::FaceBond &bond, double mass,
           double strength, const grist::FaceMemory &memory);

  // Shown for each bond: its number, what its dashpots exert, the energy that it stores, and the
  // force on a.
  using Show = std::function<void(int, const grist::FacePull &, double, const grist::Vector3d &)>;

  // Adds forces and torques to owned atoms. Bonds are shown if this is wanted. Those that reach
  // their strength exert nothing here and are among the others from now on.
  void evaluate(Atom *atom, const PolyhedronBodies &bodies, bool with_energy, const Show &show);

  // Atoms that have bonds, each once.
  const std::vector<int> &atoms() const { return bonded; }

  // Numbers of the bonds that are not worked out here.
  const std::vector<int> &others() const { return apart; }

  double memory_usage() const;

 private:
  struct Block {
    grist::FaceBlock faces;
    int of[grist::FaceBlock::LANES];    // number of the bond; -1: none
  };
  std::vector<Block> blocks;
  int count = 0, used = 0;    // bonds; lanes
  std::vector<int> apart;
  std::vector<int> bonded;
  std::vector<char> is_bonded;            // by atom
  std::vector<grist::FaceBody> places;    // owned and ghost atoms
  std::vector<grist::FaceLoad> loads;     // on them

  void place_bodies(const Atom *atom, const PolyhedronBodies &bodies);
};

}    // namespace LAMMPS_NS

#endif
