#include "breakage/tavares_model.h"

#include "common/fatigue_law.h"
#include "common/preconditions.h"
#include "common/special_functions.h"

#include <cmath>

namespace grist {

static constexpr double LEAST_SHARE = 1e-299;    // of broken bodies; smaller ones count as none

const NumberRows<TavaresParameters> &TavaresModel::rows()
{
  using P = TavaresParameters;
  constexpr NumberRange ABOVE_ONE = {[](double v) { return v > 1.0; }, "must be above 1"};
  static const NumberRows<P> ROWS = {
      {"energy", in<&P::energy_large>, Quantity::ENERGY_PER_MASS, ranges::POSITIVE,
       "specific fracture energy of large bodies, E_inf", Presence::REQUIRED},
      {"size", in<&P::size_material>, Quantity::SIZE, ranges::NOT_NEGATIVE,
       "size below which bodies are stronger"},
      {"exponent", in<&P::size_exponent>, Quantity::NUMBER, ranges::POSITIVE,
       "how fast strength grows below that size"},
      {"deviation", in<&P::deviation>, Quantity::NUMBER, ranges::NOT_NEGATIVE,
       "of the logarithm of the fracture energy; with 0 bodies of one size are equally strong"},
      {"strongest", in<&P::energy_ratio_max>, Quantity::NUMBER, ABOVE_ONE,
       "the strongest body of a size has r times the median energy, or none for no limit"},
      {"damage", in<&P::damage_exponent>, Quantity::NUMBER, ranges::POSITIVE,
       "exponent of damage; the larger, the less damage"},
      {"least", in<&P::energy_min>, Quantity::ENERGY_PER_MASS, ranges::NOT_NEGATIVE,
       "weaker hits do no damage"},
      {"t10 A", in<&P::t10_max>, Quantity::NUMBER, FRACTION, "the largest t10", Presence::REQUIRED},
      {"t10 b", in<&P::t10_rate>, Quantity::NUMBER, ranges::POSITIVE,
       "its growth with the energy of the hit over that of the median broken body",
       Presence::REQUIRED},
      {"stiffness", in<&P::stiffness_ratio>, Quantity::NUMBER, ranges::NOT_NEGATIVE,
       "stiffness of the body divided by that of the surface that hits it"}};
  return ROWS;
}

TavaresModel::TavaresModel(const TavaresParameters &parameters) : given(parameters)
{
  check(rows(), given);
}

double TavaresModel::median_energy(double size) const
{
  assert(size > 0.0);
  return given.energy_large / (1.0 + given.stiffness_ratio) *
      (1.0 + std::pow(given.size_material / size, given.size_exponent));
}

double TavaresModel::broken_share(double size, double energy) const
{
  assert(energy >= 0.0);
  const double relative = energy / median_energy(size);
  if (relative <= 0.0) return 0.0;
  if (relative >= given.energy_ratio_max) return 1.0;
  const double untruncated = relative / (1.0 - relative / given.energy_ratio_max);
  if (given.deviation == 0.0) return untruncated >= 1.0 ? 1.0 : 0.0;
  return normal_share(std::log(untruncated) / given.deviation);
}

double TavaresModel::fracture_energy(double size, double share_weaker) const
{
  assert(is_share(share_weaker));
  const double inverse = std::exp(-given.deviation * normal_quantile(share_weaker));    // E50/E*
  return median_energy(size) / (inverse + 1.0 / given.energy_ratio_max);
}

double TavaresModel::strength(const BodyStrength &body, double size) const
{
  assert(is_share(body.damage));
  return fracture_energy(size, body.number) * (1.0 - body.damage);
}

double TavaresModel::median_of_broken(double size, double energy) const
{
  assert(energy >= 0.0);
  const double share = broken_share(size, energy);
  return share < LEAST_SHARE ? energy : fracture_energy(size, 0.5 * share);
}

double TavaresModel::t10(double size, double energy) const
{
  return -given.t10_max * std::expm1(-given.t10_rate * energy / median_of_broken(size, energy));
}

HitOutcome TavaresModel::hit(BodyStrength &body, double size, double energy) const
{
  assert(is_share(body.number));
  if (!(energy > 0.0)) return {};
  const double own = strength(body, size);
  if (energy >= own) return {true, t10(size, energy)};
  if (energy >= given.energy_min) {
    const double damage = tavares_damage(energy / own, given.damage_exponent);
    body.damage += (1.0 - body.damage) * damage;
  }
  return {};
}

double tavares_damage(double energy_share, double damage_exponent)
{
  assert(energy_share >= 0.0 && damage_exponent > 0.0);
  return fatigue_damage(energy_share, 0.4 * damage_exponent);
}

}    // namespace grist
