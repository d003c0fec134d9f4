#include "bonds/strength_scatter.h"

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

float strength_factor(double modulus, std::uint64_t seed, std::int64_t id_a, std::int64_t id_b)
{
  if (modulus == 0.0) return 1.0f;
  using Range = std::numeric_limits<float>;
  return static_cast<float>(
      std::clamp<double>(weibull_factor(modulus, seed, id_a, id_b), Range::min(), Range::max()));
}

}    // namespace grist
