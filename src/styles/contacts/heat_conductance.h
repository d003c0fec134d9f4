/* What a contact of two materials conducts, over its contact radius. */

#ifndef GRIST_STYLES_HEAT_CONDUCTANCE_H
#define GRIST_STYLES_HEAT_CONDUCTANCE_H

#include "contacts/contact_laws.h"
#include "heat/conduction.h"

namespace LAMMPS_NS {

struct HeatSide {
  grist::Elasticity elasticity;
  grist::HeatMaterial heat;
};

// [power/temperature] over the contact radius that follows from the overlap. Where young/real of
// one is not given, its Young's modulus is the real one.
inline double heat_conductance(grist::ContactKind kind, const HeatSide &a, const HeatSide &b)
{
  const double conductance = grist::conductance_by_radius(a.heat.conductivity, b.heat.conductivity);
  if (!grist::description(kind).by_material ||
      !(a.heat.young_real > 0.0 || b.heat.young_real > 0.0))
    return conductance;
  const auto young = [](const HeatSide &of) { return of.elasticity[grist::HertzMindlin::YOUNG]; };
  const auto real = [&](const HeatSide &of) {
    return of.heat.young_real > 0.0 ? of.heat.young_real : young(of);
  };
  const double poisson_a = a.elasticity[grist::HertzMindlin::POISSON];
  const double poisson_b = b.elasticity[grist::HertzMindlin::POISSON];
  return conductance *
      grist::softening_factor(grist::effective_young(young(a), poisson_a, young(b), poisson_b),
                              grist::effective_young(real(a), poisson_a, real(b), poisson_b));
}

}    // namespace LAMMPS_NS

#endif
