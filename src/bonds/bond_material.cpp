#include "bonds/bond_material.h"

#include "common/constants.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace grist {

BondMaterial with_strength_factor(BondMaterial material, double factor)
{
  for_each_part(BondTerms(), [&](auto term) { term.scale_strength(material, factor); });
  return material;
}

BondLawOfType law_numbers(const BondMaterial &material, double dt)
{
  BondLawOfType all;
  for_each_part(BondTerms(), [&](auto term) {
    using Term = decltype(term);
    const auto numbers = Term::numbers(material, dt);
    if constexpr (NumberCount<Term>::value > 0)
      std::memcpy(&all[FIRST_NUMBER<Term>], &numbers, sizeof(numbers));
  });
  return all;
}

float strength_factor(const BondMaterial &material, const BondSite &site)
{
  float factor = 1.0f;
  for_each_part(BondTerms(), [&](auto term) { factor *= term.strength_at(material, site); });
  return factor;
}

double strength_left(const BondMemory &memory)
{
  double left = 1.0;
  for_each_part(BondTerms(),
                [&](auto term) { left *= decltype(term)::template strength_left<double>(memory); });
  return left;
}

double stiffness_kept(const BondSection &section, const BondMemory &memory)
{
  double kept = 1.0;
  for_each_part(BondTerms(), [&](auto term) { kept *= term.stiffness_kept(section, memory); });
  return kept;
}

bool may_be_held(const BondState &state)
{
  bool may = true;
  for_each_part(BondTerms(), [&](auto term) { may = may && term.may_be_held(state); });
  return may;
}

std::string refusal(const BondMaterial &material, double length_initial)
{
  std::string why;
  for_each_part(BondTerms(), [&](auto term) {
    if (why.empty()) why = term.refusal(material, length_initial);
  });
  return why;
}

double damage_of(const BondMaterial &material, const BondSection &section, const BondMemory &memory)
{
  double most = 0.0;
  for_each_acting(material,
                  [&](auto term) { most = std::max(most, term.damage(section, memory)); });
  return most;
}

BeamSprings::Numbers<double> BeamSprings::numbers(const BondMaterial &of, double)
{
  return {of.young, 1.0 / of.ratio, of.radius};
}

BeamStrengths::Numbers<double> BeamStrengths::numbers(const BondMaterial &of, double)
{
  return {of.beta, of.tensile, of.shear, of.friction};
}

BeamDashpots::Numbers<double> BeamDashpots::numbers(const BondMaterial &of, double)
{
  return {twist_damping(of)};
}

double twist_damping(const BondMaterial &material)
{
  return std::sqrt(2.0 / material.ratio);    // k_s J over k_n I is 2/ratio
}

BondSection::BondSection(const BondMaterial &material, double radius_a, double radius_b,
                         double length_initial) :
    radius(material.radius * std::min(radius_a, radius_b))
{
  const double square = radius * radius;
  area = PI * square;
  inertia = 0.25 * PI * square * square;
  polar = 2.0 * inertia;
  const double k_normal = material.young / length_initial;
  const double k_shear = k_normal / material.ratio;
  tension = k_normal * area;
  shearing = k_shear * area;
  bending = k_normal * inertia;
  twisting = k_shear * polar;
  for_each_part(BondTerms(), [&](auto term) {
    static_cast<typename decltype(term)::OfBond &>(*this) = term.of_bond(material, length_initial);
  });
}

}    // namespace grist
