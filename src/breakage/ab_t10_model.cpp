#include "breakage/ab_t10_model.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

const NumberRows<AbT10Parameters> &AbT10Model::rows()
{
  using P = AbT10Parameters;
  static const NumberRows<P> ROWS = {
      {"reference", in<&P::size_reference>, Quantity::SIZE, ranges::POSITIVE,
       "size of the bodies that were tested", Presence::REQUIRED},
      {"selection", in<&P::selection>, Quantity::MASS_PER_ENERGY, ranges::POSITIVE,
       "broken bodies for each energy above the threshold", Presence::REQUIRED},
      {"least", in<&P::energy_min>, Quantity::ENERGY_PER_MASS, ranges::NOT_NEGATIVE,
       "threshold of a body of that size"},
      {"t10", in<&P::t10_max>, Quantity::NUMBER, FRACTION, "largest t10", Presence::REQUIRED}};
  return ROWS;
}

AbT10Model::AbT10Model(const AbT10Parameters &parameters) : given(parameters)
{
  check(rows(), given);
}

double AbT10Model::threshold(double size) const
{
  assert(size > 0.0);
  return given.energy_min * given.size_reference / size;
}

double AbT10Model::share_after(double size, double energy_sum) const
{
  assert(size > 0.0 && energy_sum >= 0.0);
  return -std::expm1(-given.selection * size / given.size_reference * energy_sum);
}

double AbT10Model::broken_share(double size, double energy) const
{
  return share_after(size, std::max(0.0, energy - threshold(size)));
}

double AbT10Model::strength(const BodyStrength &body, double size) const
{
  assert(is_share(body.number) && body.damage >= 0.0);
  const double needed = -std::log1p(-body.number) * given.size_reference / (given.selection * size);
  return threshold(size) + std::max(0.0, needed - body.damage);
}

HitOutcome AbT10Model::hit(BodyStrength &body, double size, double energy) const
{
  assert(energy >= 0.0);
  const double above = energy - threshold(size);
  if (!(above > 0.0)) return {};
  const double share = share_after(size, body.damage + above);
  if (share >= body.number) return {true, given.t10_max * share};
  body.damage += above;
  return {};
}

}    // namespace grist
