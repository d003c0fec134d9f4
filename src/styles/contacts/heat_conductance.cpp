#include "styles/contacts/heat_conductance.h"

#include "heat/conduction.h"

using grist::HertzMindlin;

double LAMMPS_NS::heat_conductance(grist::ContactKind kind, const HeatSide &a, const HeatSide &b)
{
  const double conductance = grist::conductance_by_radius(a.heat.conductivity, b.heat.conductivity);
  if (!grist::description(kind).by_material ||
      !(a.heat.young_real > 0.0 || b.heat.young_real > 0.0))
    return conductance;
  const auto young = [](const HeatSide &of) { return of.elasticity[HertzMindlin::YOUNG]; };
  const auto real = [&](const HeatSide &of) {
    return of.heat.young_real > 0.0 ? of.heat.young_real : young(of);
  };
  const double poisson_a = a.elasticity[HertzMindlin::POISSON];
  const double poisson_b = b.elasticity[HertzMindlin::POISSON];
  return conductance *
      grist::softening_factor(grist::effective_young(young(a), poisson_a, young(b), poisson_b),
                              grist::effective_young(real(a), poisson_a, real(b), poisson_b));
}
