#include "geometry/random_numbers.h"

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

std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t number)
{
  std::uint64_t z = seed + 0x9E3779B97F4A7C15u * (number + 1);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

}    // namespace grist
