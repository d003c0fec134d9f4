#include "bonds/softening.h"

#include "bonds/bond_growth.h"
#include "bonds/softening_path.h"

#include <algorithm>
#include <cmath>

namespace grist {

double stiffness_kept(double reach, double reached)
{
  if (reach == 0.0 || reached <= 1.0) return 1.0;
  return std::max(0.0, (reach - reached) / (reached * (reach - 1.0)));
}

double softening_reach(const BondMaterial &m, double length_initial)
{
  if (m.softening == 0.0) return 0.0;
  return 2.0 * m.softening * m.young / (m.tensile * m.tensile * length_initial);
}

void Softening::check(const BondMaterial &material)
{
  require(!acts(material) || std::isfinite(material.tensile), "tensile", material.tensile,
          "must be a number with soften");
}

std::string Softening::refusal(const BondMaterial &of, double length_initial)
{
  const double reach = softening_reach(of, length_initial);
  if (reach == 0.0 || reach > 1.0) return {};
  return "soften " + number_text(of.softening) + " is too little for its length " +
      number_text(length_initial) + " (more than tensile^2 length/(2 young), " +
      number_text(of.softening / reach) + "; or shorter bonds)";
}

double Softening::stiffness_kept(const BondSection &section, const Memory<double> &of)
{
  return grist::stiffness_kept(section.reach, of.reached);
}

bool Softening::may_be_held(const BondState &state)
{
  return state.memory.reached <= 1.0;
}

bool Softening::takes_energy(const BondSection &section)
{
  return section.reach > 0.0;
}

// At the break pressure is taken where the strength is reached; what is dissipated has it at the end
// of the step, as the motion has.
void Softening::grow(BondGrowth &bond)
{
  const double reach = bond.section.reach;
  if (reach == 0.0 || bond.failure == BondFailure::NONE) return;
  Memory<double> &memory = bond.state.memory;
  const SofteningPath path(bond.material, bond.section, bond.state, bond.length, bond.motion);
  const double before = memory.reached, now = std::min(path.share(), reach);
  const BondFailure failure = std::exchange(bond.failure, BondFailure::NONE);
  if (now <= before) return;
  bond.dissipated = path.taken(before, now);
  memory.reached = now;
  memory.taken += bond.dissipated;
  if (path.share() < reach) return;
  memory.taken += path.pressed_at(now);
  bond.failure = failure;
  bond.dissipated += elastic_energy(bond.section, bond.state, bond.length);    // that of pressure
}

}    // namespace grist
