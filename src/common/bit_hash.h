// A hash of numbers, bit by bit: two different sequences have the same one with a probability of
// 2^-64.

#ifndef GRIST_COMMON_BIT_HASH_H
#define GRIST_COMMON_BIT_HASH_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace grist {

class BitHash {
 public:
  void add(std::uint64_t value)
  {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  // Their count goes first.
  void add(const double *numbers, std::size_t count)
  {
    add(static_cast<std::uint64_t>(count));
    for (std::size_t k = 0; k < count; k++) {
      std::uint64_t bits;
      std::memcpy(&bits, numbers + k, sizeof bits);
      add(bits);
    }
  }
  std::uint64_t value() const { return hash; }

 private:
  std::uint64_t hash = 0;
};

}    // namespace grist

#endif
