#include "bonds/strength_scatter.h"

#include "common/normal_law.h"
#include "common/random_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

double uniform_of_pair(std::uint64_t seed, std::int64_t id_a, std::int64_t id_b)
{
  const auto low = static_cast<std::uint64_t>(std::min(id_a, id_b));
  const auto high = static_cast<std::uint64_t>(std::max(id_a, id_b));
  return uniform_of_bits(split_mix(split_mix(split_mix(seed) + low) + high));
}

double weibull_factor(double modulus, std::uint64_t seed, std::int64_t id_a, std::int64_t id_b)
{
  return std::pow(-std::log1p(-uniform_of_pair(seed, id_a, id_b)), 1.0 / modulus);
}

double normal_factor(double deviation, std::uint64_t seed, std::int64_t id_a, std::int64_t id_b)
{
  const double below_zero = normal_share(-1.0 / deviation);
  const double share = below_zero + (1.0 - below_zero) * uniform_of_pair(seed, id_a, id_b);
  return std::max(0.0, 1.0 + deviation * normal_quantile(share));    // rounding
}

float strength_factor(const StrengthScatter &scatter, std::int64_t id_a, std::int64_t id_b)
{
  if (!scatter.exists()) return 1.0f;
  const auto factor_of = scatter.law == StrengthScatter::Law::WEIBULL ? weibull_factor
                                                                      : normal_factor;
  const double factor = factor_of(scatter.value, scatter.seed, id_a, id_b);
  using Range = std::numeric_limits<float>;
  return static_cast<float>(std::clamp<double>(factor, Range::min(), Range::max()));
}

}    // namespace grist
