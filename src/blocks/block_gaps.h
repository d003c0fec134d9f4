// Gaps between blocks and hollows inside of them, seen from the surface that has no neighbor.
//
// A gap is where such a place looks at another block across less than a twentieth of the size of
// its block. A hollow is where other blocks are seen in all of 13 directions outward. What is open
// to the outside, such as a notch, is shape.

#ifndef GRIST_BLOCKS_BLOCK_GAPS_H
#define GRIST_BLOCKS_BLOCK_GAPS_H

#include "blocks/block_faces.h"

#include <optional>
#include <vector>

namespace grist {

struct BlockGap {
  int a, b;          // the place is on a and looks at b
  double width;      // distance of b along the normal of a
  bool is_hollow;    // otherwise a narrow gap
  Vector3d place;
};

// The first one in the order of blocks. `tolerance`: a length; places nearer than this touch.
std::optional<BlockGap> find_gap(const std::vector<Block> &blocks, const BlockFaces &joined,
                                 double tolerance);

}    // namespace grist

#endif
