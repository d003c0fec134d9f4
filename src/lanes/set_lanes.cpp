#include "lanes/set_lanes.h"

#include "lanes/lane_vectors.h"

namespace grist {

const SetLanes SetLanes::GRIST_INSTRUCTION_SET = {LANES};

}    // namespace grist
