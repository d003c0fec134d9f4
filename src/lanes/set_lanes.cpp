#include "lanes/set_lanes.h"

namespace grist {

const SetLanes SetLanes::GRIST_INSTRUCTION_SET = {true};

}    // namespace grist
