// The kernel of blocks of faces, compiled for each set of instructions (lanes/instructions.h). The
// caller is face_block.cpp.

#ifndef GRIST_BONDS_FACE_BLOCK_LANES_H
#define GRIST_BONDS_FACE_BLOCK_LANES_H

#include "bonds/face_block.h"
#include "lanes/instructions.h"

namespace grist {

struct FaceBlockLanes {
  // As the function of this name there.
  void (*evaluate)(const FaceBlock &block, const FaceBody *bodies, bool with_energy,
                   FaceBlockForces &on);

  static const FaceBlockLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
