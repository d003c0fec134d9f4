#include "breakage/ab_t10_model.h"

#include "common/number_text.h"

#include <algorithm>
#include <cmath>

namespace grist {

void check(const AbT10Parameters &given)
{
  const auto positive = [](double value) { return value > 0.0 && std::isfinite(value); };
  require(positive(given.size_reference), "reference size", given.size_reference,
          "must be positive, m");
  require(positive(given.selection), "selection coefficient", given.selection,
          "must be positive, kg/J");
  require(given.energy_min >= 0.0 && std::isfinite(given.energy_min), "least energy",
          given.energy_min, "must not be negative, J/kg");
  require(given.t10_max > 0.0 && given.t10_max <= 1.0, "largest t10", given.t10_max,
          "must be above 0 and up to 1; a fraction, not percent");
}

AbT10Model::AbT10Model(const AbT10Parameters &parameters) : given(parameters)
{
  check(given);
}

double AbT10Model::threshold(double size) const
{
  return given.energy_min * given.size_reference / size;
}

double AbT10Model::share_after(double size, double energy_sum) const
{
  return -std::expm1(-given.selection * size / given.size_reference * energy_sum);
}

double AbT10Model::broken_share(double size, double energy) const
{
  return share_after(size, std::max(0.0, energy - threshold(size)));
}

double AbT10Model::strength(const BodyStrength &body, double size) const
{
  const double needed = -std::log1p(-body.number) * given.size_reference / (given.selection * size);
  return threshold(size) + std::max(0.0, needed - body.damage);
}

HitOutcome AbT10Model::hit(BodyStrength &body, double size, double energy) const
{
  const double above = energy - threshold(size);
  if (!(above > 0.0)) return {};
  const double share = share_after(size, body.damage + above);
  if (share >= body.number) return {true, given.t10_max * share};
  body.damage += above;
  return {};
}

}    // namespace grist
