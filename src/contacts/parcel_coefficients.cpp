#include "contacts/parcel_coefficients.h"

#include "common/parcel_scaling.h"

#include <string>

namespace grist {

Elasticity of_parcels(const ParcelScale &scale, const LawDescription &law, Elasticity real)
{
  for (size_t k = 0; k < real.size(); k++)
    real[k] = scale(law.elasticity[k].name, law.elasticity[k].quantity, real[k]);
  return real;
}

// Of Cohesion::strength.
static Quantity strength_of(CohesionLaw law)
{
  switch (law) {
    case CohesionLaw::JKR:
    case CohesionLaw::DMT:
    case CohesionLaw::EEPA: return Quantity::ENERGY_PER_AREA;
    case CohesionLaw::SJKR: return Quantity::PRESSURE;
    case CohesionLaw::CAPPED: return Quantity::FORCE;
    case CohesionLaw::NONE: break;
  }
  return Quantity::NUMBER;
}

ContactCoefficients of_parcels(const ParcelScale &scale, ContactCoefficients real)
{
  RollingCoefficients &rolling = real.rolling;
  rolling.stiffness = scale("rolling sds stiffness", Quantity::STIFFNESS, rolling.stiffness);
  rolling.damping = scale("rolling sds damping", Quantity::DASHPOT, rolling.damping);
  Cohesion &cohesion = real.cohesion;
  const std::string name = std::string("cohesion ") + name_of(cohesion.law);
  cohesion.strength = scale(name, strength_of(cohesion.law), cohesion.strength);
  cohesion.plastic.pull = scale(name + " constant pull", Quantity::FORCE, cohesion.plastic.pull);
  return real;
}

}    // namespace grist
