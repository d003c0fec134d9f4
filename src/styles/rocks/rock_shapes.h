/* The shapes of held rocks that this rank knows, with their mechanics (relief/held_rock.h), and
   records of the blocks of a rock, from which they follow.
*/

#ifndef LMP_ROCK_SHAPES_H
#define LMP_ROCK_SHAPES_H

#include "pointers.h"

#include "relief/held_rock.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class BondFace;
class FixFaceBonds;

// What ranks send each other of a block.
struct BlockRecord {
  struct Face {
    tagint partner;
    int type;
    grist::FaceBond bond;
  };
  tagint rock, tag;
  int may_be_held;
  grist::RockBlock block;    // without its place
  grist::BlockMotion motion;
  std::vector<Face> faces;    // where it is end a
  int atom;                   // on this rank; -1: on another one
};

struct BlockLoad {
  tagint rock, tag;
  grist::Vector3d force, torque;
};

struct ShapeOfRock {
  std::shared_ptr<grist::HeldRock> shape;    // null: not known yet
  grist::ShapeScale scale;
  grist::Matrix3d turn = grist::Matrix3d::identity();    // from its axes to those of the rock
};

class RockShapes : protected Pointers {
 public:
  using Pointers::Pointers;

  // At the start of a run. Shapes of other laws are forgotten.
  void init(const FixFaceBonds &faces, const BondFace &style);

  // Of an owned block, place and velocity as they are now.
  BlockRecord record_of(int i, tagint rock, bool may_be_held) const;

  // Records of all ranks, rock by rock; sorted by tag. Collective.
  std::map<tagint, std::vector<BlockRecord>> shared(std::vector<BlockRecord> mine) const;

  // By the order of tags. `user` begins the error where its faces do not connect the blocks.
  grist::RockDefinition definition_of(const std::vector<BlockRecord> &blocks) const;

  // The one that serves a rock, made where there is none.
  ShapeOfRock find(const grist::RockDefinition &rock);

  // The factor by which the strength of a face scatters.
  double strength(int type, tagint a, tagint b) const;
  const std::vector<grist::FaceMaterial> &laws() const { return materials; }

 private:
  const FixFaceBonds *faces = nullptr;
  std::vector<grist::FaceMaterial> materials;
  std::vector<std::shared_ptr<grist::HeldRock>> known;
};

}    // namespace LAMMPS_NS

#endif
