// The numbers of heat besides those of materials, each stated once (common/number_row.h); all but the first may be
// variables.

#ifndef GRIST_HEAT_HEAT_NUMBERS_H
#define GRIST_HEAT_HEAT_NUMBERS_H

#include "common/number_row.h"

namespace grist::heat_numbers {

inline const NumberDescription INITIAL = {"initial", Quantity::TEMPERATURE, ranges::FINITE,
                                          "temperature of all spheres at first, and of new ones",
                                          Presence::REQUIRED};
inline const NumberDescription SOURCE = {"source", Quantity::HEAT_SOURCE, ranges::FINITE,
                                         "power in each sphere of the group"};
inline const NumberDescription FEED = {"feed", Quantity::TEMPERATURE, ranges::FINITE,
                                       "temperature of the spheres that the fix inserts"};
inline const NumberDescription CONVECTION = {"convection", Quantity::EXCHANGE_PER_AREA,
                                             ranges::NOT_NEGATIVE, "heat transfer coefficient"};
inline const NumberDescription SURROUNDINGS = {"convection", Quantity::TEMPERATURE, ranges::FINITE,
                                               "temperature of the surroundings"};

// Numbers of walls.
inline const NumberDescription WALL = {"temperature", Quantity::TEMPERATURE, ranges::FINITE,
                                       "temperature of the wall"};
inline const NumberDescription FLUX = {"flux", Quantity::HEAT_SOURCE, ranges::FINITE,
                                       "power to all spheres that touch, together"};

}    // namespace grist::heat_numbers

#endif
