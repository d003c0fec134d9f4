// Strength that scatters from bond to bond, by Weibull's weakest-link statistics.
//
//   A bond of characteristic strength s (that of bond_coeff) breaks at s F, where the share of
//   bonds with a factor below F is 1 - exp(-F^m): 63.2 % are broken at s itself. The mean of F is
//   Gamma(1 + 1/m).
//
// F is computed from a seed and the ids of the two elements: the same bond has the same strength on
// any number of ranks, in any order, after any restart. Source: Weibull 1951 (A statistical
// distribution function of wide applicability).

#ifndef GRIST_BONDS_STRENGTH_SCATTER_H
#define GRIST_BONDS_STRENGTH_SCATTER_H

#include <cstdint>

namespace grist {

// A number above 0 and below 1, evenly spread over seeds and pairs of ids; the order of the two ids
// does not matter.
double uniform_of_pair(std::uint64_t seed, std::int64_t id_a, std::int64_t id_b);

// modulus: Weibull's m > 0; the larger, the less scatter.
double weibull_factor(double modulus, std::uint64_t seed, std::int64_t id_a, std::int64_t id_b);

// The same as it is stored for a bond, within the range of a float; 1 where modulus is 0.
float strength_factor(double modulus, std::uint64_t seed, std::int64_t id_a, std::int64_t id_b);

}    // namespace grist

#endif
