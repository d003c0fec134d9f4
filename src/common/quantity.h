// What a number is, by its dimension: which power of their size scales it for parcels
// (common/parcel_scaling).

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
  PRESSURE,    // Young's modulus, strength, energy per volume
  FORCE,       // of a contact
  TORQUE,
  STIFFNESS,           // force per length
  DASHPOT,             // force per velocity
  ENERGY_PER_AREA,     // work of adhesion, surface tension, energy of a crack
  FORCE_PER_VOLUME,    // stiffness of an overlap volume
  VISCOSITY,
  CONDUCTIVITY,        // of heat, of materials in contact
  HEAT_SOURCE,         // power in a particle
  EXCHANGE_PER_AREA    // convection, evaporation
};

}    // namespace grist

#endif
