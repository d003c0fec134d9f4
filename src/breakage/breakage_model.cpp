#include "breakage/breakage_model.h"

#include "common/random_numbers.h"

namespace grist {

double uniform_of_body(std::uint64_t seed, std::int64_t id)
{
  return uniform_of_bits(mixed_seed(mixed_seed(seed, 0), static_cast<std::uint64_t>(id)));
}

}    // namespace grist
