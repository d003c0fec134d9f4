#include "bonds/bond_loads.h"

#include <algorithm>
#include <cmath>

namespace grist {

BondLoads bond_loads(const BondSection &section, const BondState &state, double length)
{
  BondLoads loads = trial_loads(section, state, length);
  const double kept = stiffness_kept(section, state.memory);
  for (double *load : {&loads.shear, &loads.bending, &loads.twisting}) *load *= kept;
  if (loads.tension > 0.0) loads.tension *= kept;
  return loads;
}

BondLoads trial_loads(const BondSection &section, const BondState &state, double length)
{
  const double twist = dot(state.moment, state.normal);
  return {section.tension * state.stretch(length), norm(state.shear_force),
          norm(state.moment - twist * state.normal), twist};
}

BondStresses bond_stresses(const BondMaterial &material, const BondSection &section,
                           const BondLoads &loads)
{
  const double lever = material.beta * section.radius;
  const double pull = loads.tension / section.area;
  const double shear =
      loads.shear / section.area + lever * std::fabs(loads.twisting) / section.polar;
  return {pull + lever * loads.bending / section.inertia, shear, shear + material.friction * pull};
}

double share_of_strength(const BondMaterial &material, const BondStresses &stresses)
{
  return std::max({0.0, stresses.normal / material.tensile, stresses.slip / material.shear});
}

double share_of_strength(const BondMaterial &material, const BondSection &section,
                         const BondState &state, double length)
{
  return share_of_strength(material,
                           bond_stresses(material, section, trial_loads(section, state, length))) /
      strength_left(state.memory);
}

double energy_of_stretch(const BondSection &section, double stretch)
{
  return 0.5 * section.tension * stretch * stretch;
}

double energy_of_others(const BondSection &section, const BondState &state)
{
  const double twist = dot(state.moment, state.normal);
  const double bend2 = squared_norm(state.moment) - twist * twist;
  return 0.5 *
      (squared_norm(state.shear_force) / section.shearing + twist * twist / section.twisting +
       bend2 / section.bending);
}

double elastic_energy(const BondSection &section, const BondState &state, double length)
{
  const double stretch = state.stretch(length);
  const double kept = stiffness_kept(section, state.memory);
  return (stretch > 0.0 ? kept : 1.0) * energy_of_stretch(section, stretch) +
      kept * energy_of_others(section, state);
}

const char *name(BondFailure failure)
{
  switch (failure) {
    case BondFailure::TENSION: return "tension";
    case BondFailure::SHEAR: return "shear";
    case BondFailure::MIXED: return "mixed";
    default: return "none";
  }
}

BondFailure strength_reached(const BondMaterial &material, const BondSection &section,
                             const BondState &state, double length)
{
  const BondStresses stresses =
      bond_stresses(material, section, trial_loads(section, state, length));
  const double left = strength_left(state.memory);
  const bool by_tension = stresses.normal >= material.tensile * left;
  const bool by_shear = stresses.slip >= material.shear * left;
  if (by_tension) return by_shear ? BondFailure::MIXED : BondFailure::TENSION;
  return by_shear ? BondFailure::SHEAR : BondFailure::NONE;
}

}    // namespace grist
