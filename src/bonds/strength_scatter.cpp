#include "bonds/strength_scatter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

// The mixing step of SplitMix64 (Steele, Lea and Flood 2014): one bit changed in changes half of
// the bits that come out.
static std::uint64_t mixed(std::uint64_t bits)
{
  bits += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

double uniform_of_pair(std::uint64_t seed, std::int64_t id_a, std::int64_t id_b)
{
  const auto low = static_cast<std::uint64_t>(std::min(id_a, id_b));
  const auto high = static_cast<std::uint64_t>(std::max(id_a, id_b));
  const std::uint64_t bits = mixed(mixed(mixed(seed) + low) + high);
  // The middles of 2^52 equal parts: neither 0 nor 1 is among them.
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
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
