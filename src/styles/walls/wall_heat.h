/* What a wall of spheres is to heat: keywords temperature and flux; neither: it takes none. */

#ifndef GRIST_STYLES_WALL_HEAT_H
#define GRIST_STYLES_WALL_HEAT_H

#include "styles/commands/number_or_variable.h"

#include <optional>
#include <vector>

namespace LAMMPS_NS {

struct WallHeat {
  std::optional<NumberOrVariable> temperature;
  std::optional<NumberOrVariable> flux;    // [power], to all spheres that touch, together
  std::vector<double> conductance;         // by type, from 1; over the contact radius
};

}    // namespace LAMMPS_NS

#endif
