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

}    // namespace grist
