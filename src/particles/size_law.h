// Size distributions: which share of particles, by number or by mass, is smaller than a size; and
// sizes drawn from them.
//
// A law by mass gives the mass in each size, as sieves measure it. Particles are drawn one by one,
// so it is turned into the law of their number: the number is the mass over the cube of the size,
// at equal density and shape.
//
// Sizes are diameters of spheres of equal volume, in any unit of length.

#ifndef GRIST_PARTICLES_SIZE_LAW_H
#define GRIST_PARTICLES_SIZE_LAW_H

#include "common/random_numbers.h"

#include <string>
#include <vector>

namespace grist {

struct SizeLaw {
  enum class Kind {
    OWN,              // as the shape has it
    FIXED,            // first
    UNIFORM,          // between first and second
    LOG_NORMAL,       // the median is first, the deviation of ln(size) is second
    GAUSSIAN,         // the mean is first, the deviation is second
    ROSIN_RAMMLER,    // passing 1 - exp(-(d/first)^second) (Rosin and Rammler 1933)
    SIEVES,           // shares between the openings of sieves, evenly spread from one to the next
  };
  Kind kind = Kind::OWN;
  double first = 0.0, second = 0.0;
  double least = 0.0, most = 0.0;    // sizes beyond are drawn again; most 0: no limits
  bool by_mass = false;
  std::vector<double> openings = {};    // of SIEVES: ascending, one more than shares
  std::vector<double> shares = {};      // their sum is 1

  bool has_limits() const { return most > 0.0; }
};

// With limits if it has none and its sizes are not limited by themselves: a Gaussian and a
// log-normal law at three deviations, Rosin and Rammler's at 1 and 99 % passing.
SizeLaw with_limits(SizeLaw law);

// All sizes times a factor.
SizeLaw times(SizeLaw law, double factor);

// Throws std::invalid_argument, with the value in its text, for a law that has no sizes: among
// others a size that is not positive, a range upside down, shares that are not 1 together, limits
// that exclude nearly all sizes.
void check(const SizeLaw &law);

// Reads the words behind keyword size:
//   D   fixed D   uniform LOW HIGH   gaussian MEAN SIGMA   lognormal MEDIAN SIGMA
//   rosin_rammler D63 N   sieves D0 D1 SHARE1 D2 SHARE2 ...
// and behind them, in any order: limits LOW HIGH, by mass or by number. By default the last two
// laws are by mass.
SizeLaw read_size(class WordReader &words);

class SizeSampler {
 public:
  // The law is checked. A law by mass, and one of sieves or of Rosin and Rammler, needs limits
  // (with_limits).
  explicit SizeSampler(const SizeLaw &law);

  double draw(RandomNumbers &random) const;    // never of OWN

  // Limits of the sizes that can be drawn; infinite for laws without limits.
  double smallest() const;
  double largest() const;

 private:
  SizeLaw law;
  std::vector<double> edges,
      cumulated;    // of the number of particles; empty where it is drawn directly

  bool is_inside(double size) const
  {
    return !law.has_limits() || (size >= law.least && size <= law.most);
  }
  void make_table();
  double from_table(RandomNumbers &random) const;
};

}    // namespace grist

#endif
