// Random numbers from a seed: the same with all compilers, except for the last digits of log and
// cos.

#ifndef GRIST_COMMON_RANDOM_NUMBERS_H
#define GRIST_COMMON_RANDOM_NUMBERS_H

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

// The step of SplitMix64 (Steele, Lea and Flood 2014): one bit changed in changes half of the bits
// that come out.
std::uint64_t split_mix(std::uint64_t bits);

// A seed for each of many numbered objects: seeds of successive numbers are unrelated.
std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t number);

// From mixed bits: the middles of 2^52 equal parts, so that neither 0 nor 1 is among them.
double uniform_of_bits(std::uint64_t bits);

}    // namespace grist

#endif
