// Random numbers from a seed: the same with all compilers, except for the last digits of log and
// cos.

#ifndef GRIST_GEOMETRY_RANDOM_NUMBERS_H
#define GRIST_GEOMETRY_RANDOM_NUMBERS_H

#include <cstdint>
#include <random>

namespace grist {

class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine(seed) {}

  double uniform();    // above 0 and below 1
  double normal();     // mean 0, standard deviation 1

 private:
  std::mt19937_64 engine;
};

// A seed for each of many numbered objects: seeds of successive numbers are unrelated (splitmix64).
std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t number);

}    // namespace grist

#endif
