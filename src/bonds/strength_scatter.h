// Strength that scatters from bond to bond: a bond of strength s (that of bond_coeff) breaks at s F.
//
//   Weibull   weakest-link statistics: the share of bonds with a factor below F is 1 - exp(-F^m),
//             so that 63.2 % are broken at s itself. The mean of F is Gamma(1 + 1/m). Source:
//             Weibull 1951 (A statistical distribution function of wide applicability)
//   normal    F has the mean 1 and the standard deviation r, without the part of the distribution
//             below 0: the share of bonds with a factor below F is
//             (Phi((F - 1)/r) - Phi(-1/r)) / (1 - Phi(-1/r))
//
// F is computed from a seed and the ids of the two elements: the same bond has the same strength on
// any number of ranks, in any order, after any restart.

#ifndef GRIST_BONDS_STRENGTH_SCATTER_H
#define GRIST_BONDS_STRENGTH_SCATTER_H

#include "bonds/bond_term.h"

#include <cstdint>

namespace grist {

struct StrengthScatter {
  enum class Law { NONE, WEIBULL, NORMAL };
  Law law = Law::NONE;
  double value = 0.0;    // > 0; WEIBULL: modulus m; NORMAL: r. Unused by NONE
  int seed = 0;          // > 0

  bool exists() const { return law != Law::NONE; }
};

// A number above 0 and below 1, evenly spread over seeds and pairs of ids; the order of the two ids
// does not matter.
double uniform_of_pair(std::uint64_t seed, std::int64_t id_a, std::int64_t id_b);

// modulus: Weibull's m > 0; the larger, the less scatter.
double weibull_factor(double modulus, std::uint64_t seed, std::int64_t id_a, std::int64_t id_b);

// deviation: r > 0. The factor is above 0.
double normal_factor(double deviation, std::uint64_t seed, std::int64_t id_a, std::int64_t id_b);

// The same as it is stored for a bond, within the range of a float; 1 without scatter.
float strength_factor(const StrengthScatter &scatter, std::int64_t id_a, std::int64_t id_b);

// Why a run cannot go on where ids have changed.
inline constexpr char STRENGTHS_FOLLOW_IDS[] =
    "atoms have got new ids since the last run, which are the seeds of strengths with weibull and "
    "normal (use reset_atoms id before the first run)";

NumberDescription scatter_number(StrengthScatter::Law law);

struct ScatteredStrength : BondTerm<ScatteredStrength> {
  struct Coefficients {
    StrengthScatter scatter = {};    // of both strengths
  };
  static bool acts(const Coefficients &of) { return of.scatter.exists(); }
  static void add_keywords(std::vector<Keyword> &to, WordReader &words, Coefficients &of);
  static std::string words(const Coefficients &of);

  static constexpr bool FOLLOWS_IDS = true;
  static float strength_at(const Coefficients &of, const BondSite &site)
  {
    return strength_factor(of.scatter, site.id_a, site.id_b);
  }
};

}    // namespace grist

#endif
