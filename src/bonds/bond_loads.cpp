#include "bonds/bond_loads.h"

#include <algorithm>
#include <cmath>

namespace grist {

BondLoads bond_loads(const BondSection &section, const BondState &state, double length)
{
  const double twist = state.moment.dot(state.normal);
  return {section.tension * (length - state.length_initial), state.shear_force.norm(),
          (state.moment - twist * state.normal).norm(), twist};
}

BondStresses bond_stresses(const BondMaterial &material, const BondSection &section,
                           const BondLoads &loads)
{
  const double lever = material.beta * section.radius;
  return {loads.tension / section.area + lever * loads.bending / section.inertia,
          loads.shear / section.area + lever * std::fabs(loads.twisting) / section.polar};
}

double share_of_strength(const BondMaterial &material, const BondStresses &stresses)
{
  return std::max({0.0, stresses.normal / material.tensile, stresses.shear / material.shear});
}

}    // namespace grist
