// Which sets of instructions are in the program.

#ifndef GRIST_LANES_SET_LANES_H
#define GRIST_LANES_SET_LANES_H

#include "lanes/instructions.h"

namespace grist {

struct SetLanes {
  int lanes;    // doubles in a vector; 0 where the set is not in the program

  static const SetLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
