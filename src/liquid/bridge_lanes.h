// The forces of many liquid bridges between spheres (liquid_bridge.h), several at once, compiled for
// each set of instructions (lanes/instructions.h). The caller is bridge_pairs.cpp.

#ifndef GRIST_LIQUID_BRIDGE_LANES_H
#define GRIST_LIQUID_BRIDGE_LANES_H

#include "lanes/instructions.h"
#include "liquid/liquid_bridge.h"

namespace grist {

struct alignas(64) BridgeBlock {
  static constexpr int LANES = 32;

  // In: from a to b, place and velocity; radii; a BridgePull; the largest resistance, infinite
  // where it has no limit. All lanes are those of some bridge.
  double apart[3][LANES], velocity[3][LANES], radius_a[LANES], radius_b[LANES];
  double at_touch[LANES], linear[LANES], square[LANES], most[LANES];

  // Out: the gap; force on a over `apart`, and the viscous part of it.
  double gap[LANES], pull[LANES], drag[LANES];
};

struct BridgeLanes {
  // `count` of them; numbers up to the next multiple of the lanes are written.
  void (*evaluate)(const BridgeLaw &law, int count, BridgeBlock &block);

  static const BridgeLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
