#include "breakage/breakage_model.h"

#include "geometry/random_numbers.h"

namespace grist {

double uniform_of_body(std::uint64_t seed, std::int64_t id)
{
  const std::uint64_t bits = mixed_seed(mixed_seed(seed, 0), static_cast<std::uint64_t>(id));
  // The middles of 2^52 equal parts: neither 0 nor 1 is among them.
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

}    // namespace grist
