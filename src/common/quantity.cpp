#include "common/quantity.h"

#include "common/preconditions.h"

namespace grist {

// Exponents of mass, length and time.
static constexpr int by_dimension(int mass, int length, int time)
{
  return 3 * mass + length + time;
}

Dimension dimension_of(Quantity quantity)
{
  switch (quantity) {
    case Quantity::NUMBER: break;
    case Quantity::SIZE: return {by_dimension(0, 1, 0), "distance units"};
    case Quantity::MASS: return {by_dimension(1, 0, 0), "mass units"};
    case Quantity::VOLUME: return {by_dimension(0, 3, 0), "volume units"};
    case Quantity::DENSITY: return {by_dimension(1, -3, 0), "density units"};
    case Quantity::VELOCITY: return {by_dimension(0, 1, -1), "velocity units"};
    case Quantity::TIME: return {by_dimension(0, 0, 1), "time units"};
    case Quantity::PRESSURE: return {by_dimension(1, -1, -2), "pressure units", true};
    case Quantity::ENERGY_PER_VOLUME: return {by_dimension(1, -1, -2), "energy/volume units"};
    case Quantity::FORCE: return {by_dimension(1, 1, -2), "force units"};
    case Quantity::TORQUE: return {by_dimension(1, 2, -2), "torque units"};
    case Quantity::STIFFNESS: return {by_dimension(1, 0, -2), "force/distance units"};
    case Quantity::DASHPOT: return {by_dimension(1, 0, -1), "force/velocity units"};
    case Quantity::ENERGY_PER_AREA: return {by_dimension(1, 0, -2), "energy/area units"};
    case Quantity::FORCE_PER_VOLUME: return {by_dimension(1, -2, -2), "force/volume units"};
    case Quantity::ENERGY_PER_VOLUME_SQUARED:
      return {by_dimension(1, -4, -2), "energy/volume^2 units"};
    case Quantity::VISCOSITY: return {by_dimension(1, -1, -1), "pressure times time units", true};
    case Quantity::SPECIFIC_HEAT: return {0, "energy/mass/temperature units"};
    case Quantity::CONDUCTIVITY: return {0, "power/distance/temperature units"};
    case Quantity::HEAT_SOURCE:
      return {3, "power units"};    // as the particles that a parcel stands for
    case Quantity::EXCHANGE_PER_AREA: return {1, "power/area/temperature units"};
    case Quantity::EVAPORATION:
      return {1, "volume/area/time units"};    // surface per volume goes with 1/L
    case Quantity::ANGLE: return {0, "degrees"};
    case Quantity::TEMPERATURE: return {0, "temperature units"};
    case Quantity::LENGTH: return {0, "distance units"};
    case Quantity::AREA: return {0, "distance^2 units"};
    case Quantity::INERTIA: return {0, "mass*distance^2 units"};
    case Quantity::DURATION: return {0, "time units"};
    case Quantity::RATE: return {0, "1/time units"};
    case Quantity::ACCELERATION: return {0, "force/mass units"};
    case Quantity::ANGULAR_DASHPOT: return {0, "torque*time/radian units"};
    case Quantity::MASS_RATE: return {0, "mass/time units"};
    case Quantity::ENERGY: return {0, "energy units"};
    case Quantity::ENERGY_PER_MASS: return {0, "energy/mass units"};
    case Quantity::MASS_PER_ENERGY: return {0, "1/(energy/mass units)"};
    case Quantity::ANGULAR_VELOCITY: return {0, "radians/time"};
    case Quantity::VOLUME_RATE: return {0, "volume/time units"};
  }
  return {0, ""};
}

double in_force_units(Quantity quantity, double given, double nktv2p)
{
  assert(nktv2p > 0.0);
  return dimension_of(quantity).has_pressure ? given / nktv2p : given;
}

}    // namespace grist
