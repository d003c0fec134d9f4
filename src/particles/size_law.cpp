#include "particles/size_law.h"

#include "common/number_text.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace grist {

using Kind = SizeLaw::Kind;

static constexpr double DEVIATIONS = 3.0;    // to the limits, by default
static constexpr double LEAST_PASSING =
    0.01;    // at the limits of Rosin and Rammler's law, by default
static constexpr double SHARE_TOLERANCE = 1e-6;    // of the sum of shares
static constexpr double LEAST_SHARE = 1e-3;        // of all sizes, within limits
static constexpr int INTERVALS = 4096;             // of a table

static bool is_length(double value)
{
  return value > 0.0 && std::isfinite(value);
}

static void check_sieves(const SizeLaw &law)
{
  require(!law.shares.empty() && law.openings.size() == law.shares.size() + 1, "openings of sieves",
          static_cast<double>(law.openings.size()),
          "must be one more than shares, and two or more");
  for (size_t n = 0; n < law.openings.size(); n++) {
    require(is_length(law.openings[n]), "opening of a sieve", law.openings[n], "must be positive");
    if (n > 0)
      require(law.openings[n] > law.openings[n - 1], "opening of a sieve", law.openings[n],
              "must be above the one before it, " + number_text(law.openings[n - 1]));
  }
  for (const double share : law.shares)
    require(share >= 0.0 && share <= 1.0, "share of a sieve", share, "must be from 0 to 1");
  const double sum = std::accumulate(law.shares.begin(), law.shares.end(), 0.0);
  require(std::abs(sum - 1.0) <= SHARE_TOLERANCE, "sum of shares", sum, "must be 1");
}

// The share that is smaller than a size, by number or by mass as the law has it; without limits.
static double passing(const SizeLaw &law, double size)
{
  assert(size >= 0.0);
  switch (law.kind) {
    case Kind::UNIFORM: return std::clamp((size - law.first) / (law.second - law.first), 0.0, 1.0);
    case Kind::GAUSSIAN:
      return 0.5 * std::erfc(-(size - law.first) / (law.second * std::sqrt(2.0)));
    case Kind::LOG_NORMAL:
      return 0.5 * std::erfc(-std::log(size / law.first) / (law.second * std::sqrt(2.0)));
    case Kind::ROSIN_RAMMLER: return -std::expm1(-std::pow(size / law.first, law.second));
    case Kind::SIEVES: {
      double sum = 0.0;
      for (size_t n = 0; n < law.shares.size(); n++) {
        const double low = law.openings[n], high = law.openings[n + 1];
        sum += law.shares[n] * std::clamp((size - low) / (high - low), 0.0, 1.0);
      }
      return sum;
    }
    default: return size < law.first ? 0.0 : 1.0;
  }
}

// One size alone.
static bool is_single(const SizeLaw &law)
{
  return law.kind == Kind::FIXED || (law.kind == Kind::UNIFORM && law.second == law.first) ||
      ((law.kind == Kind::GAUSSIAN || law.kind == Kind::LOG_NORMAL) && law.second == 0.0);
}

static void check_limits(const SizeLaw &law)
{
  if (!law.has_limits()) return;
  require(law.least >= 0.0, "lower limit of sizes", law.least, "must not be negative");
  require(std::isfinite(law.most) && law.most >= law.least, "upper limit of sizes", law.most,
          "must not be below the lower one, " + number_text(law.least));
  if (is_single(law)) {
    require(law.first >= law.least && law.first <= law.most, "size", law.first,
            "must be within its limits, " + number_text(law.least) + " and " +
                number_text(law.most));
    return;
  }
  const double share = passing(law, law.most) - passing(law, law.least);
  require(share >= LEAST_SHARE, "share of sizes within the limits", share,
          "must be " + number_text(LEAST_SHARE) + " or more");
  require(!law.by_mass || law.least > 0.0, "lower limit of sizes", law.least,
          "must be positive: a law by mass may have no end of small particles");
}

void check(const SizeLaw &law)
{
  if (law.kind == Kind::OWN) return;
  if (law.kind == Kind::SIEVES) {
    check_sieves(law);
    check_limits(law);
    return;
  }
  const bool finite = std::isfinite(law.second);
  require(is_length(law.first), "size", law.first, "must be positive");
  if (law.kind == Kind::UNIFORM)
    require(finite && law.second >= law.first, "largest size", law.second,
            "must not be below the smallest, " + number_text(law.first));
  if (law.kind == Kind::LOG_NORMAL || law.kind == Kind::GAUSSIAN)
    require(finite && law.second >= 0.0, "deviation of sizes", law.second, "must not be negative");
  if (law.kind == Kind::ROSIN_RAMMLER)
    require(finite && law.second > 0.0, "exponent of Rosin and Rammler's law", law.second,
            "must be positive");
  check_limits(law);
}

SizeLaw times(SizeLaw law, double factor)
{
  assert(factor > 0.0);
  law.least *= factor;
  law.most *= factor;
  for (double &opening : law.openings) opening *= factor;
  if (law.kind == Kind::OWN) return law;
  law.first *= factor;
  if (law.kind == Kind::UNIFORM || law.kind == Kind::GAUSSIAN) law.second *= factor;
  return law;
}

SizeLaw with_limits(SizeLaw law)
{
  check(law);
  if (law.has_limits()) return law;
  switch (law.kind) {
    case Kind::OWN: break;
    case Kind::GAUSSIAN:
      law.least = law.first - DEVIATIONS * law.second;
      law.most = law.first + DEVIATIONS * law.second;
      require(law.least > 0.0, "mean minus three deviations", law.least,
              "must be positive; keyword limits says which sizes are wanted");
      break;
    case Kind::LOG_NORMAL:
      law.least = law.first * std::exp(-DEVIATIONS * law.second);
      law.most = law.first * std::exp(DEVIATIONS * law.second);
      break;
    case Kind::ROSIN_RAMMLER:
      law.least = law.first * std::pow(-std::log1p(-LEAST_PASSING), 1.0 / law.second);
      law.most = law.first * std::pow(-std::log(LEAST_PASSING), 1.0 / law.second);
      break;
    case Kind::SIEVES:
      law.least = law.openings.front();
      law.most = law.openings.back();
      break;
    case Kind::FIXED: law.least = law.most = law.first; break;
    case Kind::UNIFORM:
      law.least = law.first;
      law.most = law.second;
      break;
  }
  return law;
}

// Beyond, the cubes of sizes and the numbers of particles leave what a number can hold.
static void check_width(const SizeLaw &law)
{
  constexpr double WIDEST = 1e9;
  require(law.most <= WIDEST * law.least, "largest size over the smallest", law.most / law.least,
          "must be at most " + number_text(WIDEST) +
              "; keyword limits says which sizes are wanted");
}

SizeSampler::SizeSampler(const SizeLaw &given) : law(given)
{
  check(law);
  if (law.kind == Kind::OWN || is_single(law)) return;
  const bool by_table = law.by_mass || law.kind == Kind::ROSIN_RAMMLER || law.kind == Kind::SIEVES;
  if (!by_table) return;
  law = with_limits(law);
  check_width(law);
  make_table();
}

double SizeSampler::draw(RandomNumbers &random) const
{
  assert(law.kind != Kind::OWN);
  if (is_single(law)) return law.first;
  if (!edges.empty()) return from_table(random);
  for (;;) {
    double size = 0.0;
    if (law.kind == Kind::UNIFORM)
      size = law.first + (law.second - law.first) * random.uniform();
    else if (law.kind == Kind::LOG_NORMAL)
      size = law.first * std::exp(law.second * random.normal());
    else
      size = law.first + law.second * random.normal();
    if (is_inside(size) && (size > 0.0 || law.kind != Kind::GAUSSIAN)) return size;
  }
}

double SizeSampler::smallest() const
{
  if (is_single(law)) return law.first;
  const double own = law.kind == Kind::UNIFORM ? law.first : 0.0;
  return law.has_limits() ? std::max(law.least, own) : own;
}

double SizeSampler::largest() const
{
  if (is_single(law)) return law.first;
  const double own = law.kind == Kind::UNIFORM ? law.second
                                               : std::numeric_limits<double>::infinity();
  return law.has_limits() ? std::min(law.most, own) : own;
}

// Intervals of equal ratio, cut at the openings of sieves. Within each the law has a constant
// density, so that the number of particles of a law by mass is the mass times the integral of 1/d^3
// over the interval.
void SizeSampler::make_table()
{
  assert(law.has_limits() && law.least > 0.0);
  double low = law.least, high = law.most;
  if (law.kind == Kind::SIEVES) {
    low = std::max(low, law.openings.front());
    high = std::min(high, law.openings.back());
  }
  const double step = (high - low) / INTERVALS;
  const double ratio = low > 0.0 ? std::pow(high / low, 1.0 / INTERVALS) : 0.0;
  for (int n = 0; n < INTERVALS; n++)
    edges.push_back(low > 0.0 ? low * std::pow(ratio, n) : low + n * step);
  edges.push_back(high);
  for (const double opening : law.openings)
    if (opening > low && opening < high) edges.push_back(opening);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());

  cumulated.assign(1, 0.0);
  for (size_t n = 0; n + 1 < edges.size(); n++) {
    const double a = edges[n], b = edges[n + 1];
    const double share = passing(law, b) - passing(law, a);
    const double per_particle = law.by_mass ? (a + b) / (2.0 * a * a * b * b) : 1.0;
    cumulated.push_back(cumulated.back() + share * per_particle);
  }
}

double SizeSampler::from_table(RandomNumbers &random) const
{
  const double wanted = random.uniform() * cumulated.back();
  const auto above = std::upper_bound(cumulated.begin() + 1, cumulated.end() - 1, wanted);
  const size_t n = above - cumulated.begin() - 1;
  const double u = (wanted - cumulated[n]) / (cumulated[n + 1] - cumulated[n]);
  const double a = edges[n], b = edges[n + 1];
  if (!law.by_mass) return a + u * (b - a);
  const double inverse = 1.0 / (a * a) - u * (1.0 / (a * a) - 1.0 / (b * b));
  return std::clamp(1.0 / std::sqrt(inverse), a, b);
}

}    // namespace grist
