#include "bonds/bond_damage.h"

#include "bonds/bond_loads.h"
#include "bonds/parallel_bond.h"
#include "common/fatigue_law.h"

#include <algorithm>
#include <cmath>

namespace grist {

double softening_reach(const BondMaterial &m, double length_initial)
{
  if (m.softening == 0.0) return 0.0;
  return 2.0 * m.softening * m.young / (m.tensile * m.tensile * length_initial);
}

double stiffness_kept(double reach, double strength)
{
  if (reach == 0.0 || strength <= 1.0) return 1.0;
  return std::max(0.0, (reach - strength) / (strength * (reach - 1.0)));
}

double damage_of(double reach, const BondDamage &damage)
{
  return reach > 0.0 ? 1.0 - stiffness_kept(reach, damage.strength)
                     : 1.0 - damage.strength * damage.strength;
}

float strength_left(double scatter, const BondDamage &damage)
{
  const double exact = scatter * damage.strength;
  const auto rounded = static_cast<float>(exact);
  return rounded <= exact ? rounded : std::nextafter(rounded, 0.0f);
}

void follow_cycle(const BondMaterial &material, double share, BondDamage &damage)
{
  const double peak = damage.peak;
  if (peak <= 0.0) {
    damage.peak = share > -2.0 * peak ? share : std::max(peak, -share);
  } else if (share >= 0.5 * peak) {
    damage.peak = std::max(peak, share);
  } else {
    const double kept = std::sqrt(1.0 - fatigue_damage(peak * peak, 0.5 * material.fatigue));
    damage.strength *= kept;
    damage.peak = -share / kept;
  }
}

namespace {

// Of the strength without damage.
double trial_share(const BondMaterial &material, const BondSection &section, double length,
                   const BondState &state)
{
  return share_of_strength(material,
                           bond_stresses(material, section, trial_loads(section, state, length)));
}

}    // namespace

double fracture_energy(const BondMaterial &material, const BondSection &section, double length,
                       const BondState &state)
{
  if (section.reach == 0.0) return elastic_energy(section, state, length);
  const double share = trial_share(material, section, length, state);
  return section.reach * softening_energy(section, state, length) / (share * share);
}

Softened soften(const BondMaterial &material, const BondSection &section, double length,
                BondState &state)
{
  const double share = trial_share(material, section, length, state);
  const double before = state.damage.strength, now = std::min(share, section.reach);
  if (now <= before) return {false, 0.0};
  // Work over a step along straight lines less the growth of what is stored: half of the stiffness
  // lost by both displacements. The former one is taken in proportion.
  const double lost = stiffness_kept(section.reach, before) - stiffness_kept(section.reach, now);
  const double whole = softening_energy(section, state, length) / (share * share);
  state.damage.strength = now;
  return {share >= section.reach, lost * whole * now * before};
}

}    // namespace grist
