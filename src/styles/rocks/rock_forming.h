/* Which rocks are held from now on: at a rebuild those of which all faces are hardly loaded.

   A rock that has not been held yet may be held at once, one that was released when it has been
   unloaded for some periods (held_blocks.h). One that has lost a face since it was held first stays
   bonded for good.
*/

#ifndef LMP_ROCK_FORMING_H
#define LMP_ROCK_FORMING_H

#include "styles/rocks/held_rocks.h"
#include "styles/rocks/rock_shapes.h"

#include <map>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class RockForming : protected Pointers {
 public:
  // `user` begins texts.
  RockForming(LAMMPS *lmp, const std::string &user, std::vector<HeldBlock> &rows,
              RockShapes &shapes, HeldRocks &rocks, const HoldRocks &settings);

  void init(FixFaceBonds &faces, class BondFace &style);

  // Marks the blocks of rocks that are held from now on. Collective; after ghosts are known, before
  // HeldRocks::attach().
  void form(int groupbit);

  // In each step: whether faces of released rocks are loaded.
  void watch();
  void find_watched();    // after a rebuild
  void move_steps(bigint by);

  // Whether a block of this rank has been unloaded for long enough since form().
  bool is_due() const;

  double formed = 0.0;    // rocks whose first block is here

 private:
  using Records = std::vector<BlockRecord>;

  std::string user;
  std::vector<HeldBlock> &rows;    // by atom
  RockShapes &shapes;
  HeldRocks &rocks;
  HoldRocks set;
  FixFaceBonds *faces = nullptr;
  BondFace *style = nullptr;
  class AtomVecBody *avec = nullptr;
  std::vector<int> watched;    // released blocks
  bool has_noted = false;
  double formed_at = 0.0;    // step

  bool may_be_held(int i, int groupbit);
  bool is_closed(const std::vector<int> &part) const;
  std::map<tagint, Records> records(int groupbit);
  bool hold(Records &blocks);
  bool is_loaded(const Records &blocks, const grist::RockDefinition &rock, double &energy) const;
  bool is_too_large(const Records &blocks);
  void take_up(const Records &blocks, const grist::RockDefinition &rock, const ShapeOfRock &shape);
  void place(int i, const HeldBlock &row);
};

}    // namespace LAMMPS_NS

#endif
