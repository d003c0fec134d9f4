// What a number is, by its dimension: its unit, which power of their size scales it for parcels
// (common/parcel_scaling), and how it is converted from the unit styles of LAMMPS.

#ifndef GRIST_COMMON_QUANTITY_H
#define GRIST_COMMON_QUANTITY_H

namespace grist {

enum class Quantity {
  NUMBER,    // without a dimension: friction, restitution, Poisson's ratio, an exponent
  SIZE,      // a length of particles
  MASS,      // of a particle
  VOLUME,    // of a particle, of a liquid bridge
  DENSITY,
  VELOCITY,
  TIME,        // of a contact
  PRESSURE,    // Young's modulus, strength
  ENERGY_PER_VOLUME,
  FORCE,    // of a contact
  TORQUE,
  STIFFNESS,                    // force per length
  DASHPOT,                      // force per velocity
  ENERGY_PER_AREA,              // work of adhesion, surface tension, energy of a crack
  FORCE_PER_VOLUME,             // stiffness of an overlap volume
  ENERGY_PER_VOLUME_SQUARED,    // the same of the law of energy
  VISCOSITY,
  SPECIFIC_HEAT,
  CONDUCTIVITY,         // of heat, of materials in contact
  HEAT_SOURCE,          // power in a particle
  EXCHANGE_PER_AREA,    // convection
  EVAPORATION,          // volume per area and time
  // Quantities of materials, plants and their motion, which parcels do not change.
  ANGLE,    // in degrees
  TEMPERATURE,
  LENGTH,
  AREA,
  INERTIA,
  DURATION,
  RATE,    // per time
  ACCELERATION,
  ANGULAR_VELOCITY,
  ANGULAR_DASHPOT,    // torque per angular velocity
  MASS_RATE,
  VOLUME_RATE,
  ENERGY,
  ENERGY_PER_MASS,
  MASS_PER_ENERGY
};

struct Dimension {
  int parcel_power;    // of L
  const char *unit;    // as pages name it: "pressure units"; empty for numbers
  bool has_pressure = false;
};

Dimension dimension_of(Quantity quantity);

// As force, length and time, from the user's units: some unit styles have a unit of pressure of its
// own. `nktv2p` is that of LAMMPS' class Force.
double in_force_units(Quantity quantity, double given, double nktv2p);

}    // namespace grist

#endif
