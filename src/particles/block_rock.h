// A rock of blocks that are bonded at their common faces (blocks/block_partition.h), in one frame:
// what becomes bodies and bonds wherever it is put.

#ifndef GRIST_PARTICLES_BLOCK_ROCK_H
#define GRIST_PARTICLES_BLOCK_ROCK_H

#include "blocks/block_partition.h"
#include "bonds/face_bond.h"
#include "particles/solid_form.h"

#include <vector>

namespace grist {

struct BlockRock {
  struct Block {
    BodyForm form;    // of size 1
    double size;      // diameter of the sphere of equal volume
    double radius;    // of the bounding sphere
    Pose pose;        // body frame in the frame of the rock
  };
  struct Face {
    int a, b;    // blocks
    FaceBond bond;
  };
  std::vector<Block> blocks;
  std::vector<Face> faces;
  double volume = 0.0;    // of all blocks

  int count() const { return static_cast<int>(blocks.size()); }
  double largest_radius() const;    // of a block
  int most_vertices() const;        // of a block

  // All lengths times a factor.
  BlockRock scaled(double factor) const;
};

BlockRock block_rock(const BlockPartition &partition);

}    // namespace grist

#endif
