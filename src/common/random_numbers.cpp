#include "common/random_numbers.h"

#include "common/constants.h"

#include <cmath>

namespace grist {

double RandomNumbers::uniform()
{
  constexpr double TWO_TO_53 = 9007199254740992.0;
  return (static_cast<double>(engine() >> 11) + 0.5) / TWO_TO_53;
}

// Box and Muller (1958).
double RandomNumbers::normal()
{
  const double radius = std::sqrt(-2.0 * std::log(uniform()));
  return radius * std::cos(2.0 * PI * uniform());
}

static constexpr std::uint64_t GOLDEN = 0x9E3779B97F4A7C15u;    // 2^64 over the golden ratio

std::uint64_t split_mix(std::uint64_t bits)
{
  std::uint64_t z = bits + GOLDEN;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t number)
{
  return split_mix(seed + GOLDEN * number);
}

double uniform_of_bits(std::uint64_t bits)
{
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

}    // namespace grist
