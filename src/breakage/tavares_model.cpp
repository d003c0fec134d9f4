#include "breakage/tavares_model.h"

#include "common/fatigue_law.h"
#include "common/normal_law.h"
#include "common/number_text.h"

#include <cmath>

namespace grist {

static constexpr double LEAST_SHARE = 1e-299;    // of broken bodies; smaller ones count as none

void check(const TavaresParameters &given)
{
  const auto positive = [](double value) { return value > 0.0 && std::isfinite(value); };
  const auto not_negative = [](double value) { return value >= 0.0 && std::isfinite(value); };
  require(positive(given.energy_large), "fracture energy of large bodies", given.energy_large,
          "must be positive, J/kg");
  require(not_negative(given.size_material), "characteristic size", given.size_material,
          "must not be negative, m");
  require(positive(given.size_exponent), "exponent of size", given.size_exponent,
          "must be positive");
  require(not_negative(given.deviation), "deviation of fracture energies", given.deviation,
          "must not be negative");
  require(given.energy_ratio_max > 1.0, "ratio of largest to median fracture energy",
          given.energy_ratio_max, "must be above 1");
  require(not_negative(given.stiffness_ratio), "ratio of stiffnesses", given.stiffness_ratio,
          "must not be negative");
  require(positive(given.damage_exponent), "exponent of damage", given.damage_exponent,
          "must be positive");
  require(given.t10_max > 0.0 && given.t10_max <= 1.0, "largest t10", given.t10_max,
          "must be above 0 and up to 1; a fraction, not percent");
  require(positive(given.t10_rate), "rate of t10", given.t10_rate, "must be positive");
  require(not_negative(given.energy_min), "least energy that damages", given.energy_min,
          "must not be negative, J/kg");
}

TavaresModel::TavaresModel(const TavaresParameters &parameters) : given(parameters)
{
  check(given);
}

double TavaresModel::median_energy(double size) const
{
  return given.energy_large / (1.0 + given.stiffness_ratio) *
      (1.0 + std::pow(given.size_material / size, given.size_exponent));
}

double TavaresModel::broken_share(double size, double energy) const
{
  const double relative = energy / median_energy(size);
  if (relative <= 0.0) return 0.0;
  if (relative >= given.energy_ratio_max) return 1.0;
  const double untruncated = relative / (1.0 - relative / given.energy_ratio_max);
  if (given.deviation == 0.0) return untruncated >= 1.0 ? 1.0 : 0.0;
  return normal_share(std::log(untruncated) / given.deviation);
}

double TavaresModel::fracture_energy(double size, double share_weaker) const
{
  const double inverse = std::exp(-given.deviation * normal_quantile(share_weaker));    // E50/E*
  return median_energy(size) / (inverse + 1.0 / given.energy_ratio_max);
}

double TavaresModel::strength(const BodyStrength &body, double size) const
{
  return fracture_energy(size, body.number) * (1.0 - body.damage);
}

double TavaresModel::median_of_broken(double size, double energy) const
{
  const double share = broken_share(size, energy);
  return share < LEAST_SHARE ? energy : fracture_energy(size, 0.5 * share);
}

double TavaresModel::t10(double size, double energy) const
{
  return -given.t10_max * std::expm1(-given.t10_rate * energy / median_of_broken(size, energy));
}

HitOutcome TavaresModel::hit(BodyStrength &body, double size, double energy) const
{
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
  return fatigue_damage(energy_share, 0.4 * damage_exponent);
}

}    // namespace grist
