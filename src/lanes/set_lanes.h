// Which sets of instructions are in the program.

#ifndef GRIST_LANES_SET_LANES_H
#define GRIST_LANES_SET_LANES_H

namespace grist {

struct SetLanes {
  bool are_linked;

  static const SetLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
