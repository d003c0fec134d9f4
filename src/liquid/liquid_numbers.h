// The numbers of a liquid, each stated once (common/number_row.h).

#ifndef GRIST_LIQUID_LIQUID_NUMBERS_H
#define GRIST_LIQUID_LIQUID_NUMBERS_H

#include "common/number_row.h"

namespace grist {

struct LiquidNumbers {
  double tension = 0.0, angle = -1.0, film = -1.0;
  double viscosity = 0.0, smallest_gap = 0.01, share = 0.5, evaporation = 0.0;
  double at_walls = -1.0;    // negative: walls are dry
};

const NumberRows<LiquidNumbers> &liquid_numbers();

}    // namespace grist

#endif
