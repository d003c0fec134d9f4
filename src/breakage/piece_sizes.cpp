#include "breakage/piece_sizes.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "common/special_functions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace grist {

using Kind = PieceSizeLaw::Kind;

static constexpr double LEAST_PASSING = 1e-300;    // of a corner, whose logarithm is taken

static bool is_positive(double value)
{
  return value > 0.0 && std::isfinite(value);
}

void check(const PieceSizeLaw &law)
{
  if (law.kind == Kind::ROSIN_RAMMLER)
    require(is_positive(law.alpha), "exponent of t_n", law.alpha, "must be positive");
  if (law.kind != Kind::BETA) return;
  double before = 1.0;
  for (const PieceSizeLaw::Ratio &ratio : law.ratios) {
    require(std::isfinite(ratio.n) && ratio.n > before, "n of t_n", ratio.n,
            "must be above " + number_text(before) + ", the one before it");
    require(ratio.n != 10.0, "n of t_n", ratio.n, "t10 is given by the energy");
    require(is_positive(ratio.alpha), "alpha of t_n", ratio.alpha, "must be positive");
    require(is_positive(ratio.beta), "beta of t_n", ratio.beta, "must be positive");
    before = ratio.n;
  }
  require(before > 10.0, "largest n of t_n", before, "must be above 10");
}

double passing_share(const PieceSizeLaw &law, double n, double t10)
{
  assert(n >= 1.0 && is_share(t10));
  if (n == 1.0) return 1.0;
  if (n == 10.0) return t10;
  switch (law.kind) {
    case Kind::GAUDIN_SCHUHMANN: return std::pow(t10, std::log10(n));
    case Kind::ROSIN_RAMMLER:
      return -std::expm1(std::log1p(-t10) * std::pow(9.0 / (n - 1.0), law.alpha));
    default:
      for (const PieceSizeLaw::Ratio &ratio : law.ratios)
        if (ratio.n == n) return incomplete_beta(ratio.alpha, ratio.beta, t10);
      return std::numeric_limits<double>::quiet_NaN();
  }
}

PassingCurve::PassingCurve(const PieceSizeLaw &law, double t10) :
    tenth(std::clamp(t10, LEAST_T10, MOST_T10)), kind(law.kind), exponent(law.alpha)
{
  check(law);
  require(t10 >= 0.0 && t10 <= 1.0, "t10", t10, "must be from 0 to 1; a fraction, not percent");
  if (kind == Kind::GAUDIN_SCHUHMANN) exponent = -std::log10(tenth);
  if (kind == Kind::BETA) make_corners(law);
}

// From t10 outwards, to larger sizes and then to smaller ones: a corner stays where Y rises from
// the last one that stayed.
void PassingCurve::make_corners(const PieceSizeLaw &law)
{
  std::vector<std::pair<double, double>> corners = {{10.0, tenth}, {1.0, 1.0}};
  double last = tenth;
  for (auto ratio = law.ratios.rbegin(); ratio != law.ratios.rend(); ++ratio) {
    const double share = passing_share(law, ratio->n, tenth);
    if (ratio->n > 10.0 || share <= last || share >= 1.0) continue;
    corners.emplace_back(ratio->n, share);
    last = share;
  }
  last = tenth;
  for (const PieceSizeLaw::Ratio &ratio : law.ratios) {
    const double share = passing_share(law, ratio.n, tenth);
    if (ratio.n < 10.0 || share >= last || share < LEAST_PASSING) continue;
    corners.emplace_back(ratio.n, share);
    last = share;
  }
  std::sort(corners.begin(), corners.end(), std::greater<>());
  for (const auto &[n, share] : corners) {
    log_x.push_back(-std::log(n));
    log_y.push_back(std::log(share));
  }
}

// The straight line through corners k and k + 1, at a place on the first axis.
static double on_line(const std::vector<double> &first, const std::vector<double> &second, size_t k,
                      double place)
{
  assert(first.size() == second.size() && k + 1 < first.size());
  const double along = (place - first[k]) / (first[k + 1] - first[k]);
  return second[k] + along * (second[k + 1] - second[k]);
}

// Index of the line on which a place lies; the first line continues below its corner.
static size_t line_at(const std::vector<double> &corners, double place)
{
  const auto above = std::lower_bound(corners.begin() + 1, corners.end() - 1, place);
  return above - corners.begin() - 1;
}

double PassingCurve::passing(double x) const
{
  assert(x >= 0.0);
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  switch (kind) {
    case Kind::GAUDIN_SCHUHMANN: return std::pow(x, exponent);
    case Kind::ROSIN_RAMMLER:
      return -std::expm1(std::log1p(-tenth) * std::pow(9.0 * x / (1.0 - x), exponent));
    default: {
      const double place = std::log(x);
      return std::exp(on_line(log_x, log_y, line_at(log_x, place), place));
    }
  }
}

double PassingCurve::size(double passing) const
{
  if (passing <= 0.0) return 0.0;
  if (passing >= 1.0) return 1.0;
  switch (kind) {
    case Kind::GAUDIN_SCHUHMANN: return std::pow(passing, 1.0 / exponent);
    case Kind::ROSIN_RAMMLER: {
      const double odds = std::pow(std::log1p(-passing) / std::log1p(-tenth), 1.0 / exponent) / 9.0;
      return odds / (1.0 + odds);
    }
    default: {
      const double place = std::log(passing);
      return std::exp(on_line(log_y, log_x, line_at(log_y, place), place));
    }
  }
}

}    // namespace grist
