#include "breakage/piece_volumes.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "particles/assortment.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace grist {

static constexpr double TENTH = 1e-3;    // the share of mass of a piece of a tenth of the size
static constexpr double MARGIN =
    1e-9;    // pieces keep this far from a tenth, relative, so that rounding moves none across
static constexpr double SHARE_ROUNDING = 1e-12;    // of shares of mass
static constexpr double SIZE_ERROR = 1e-10;        // of a piece's size on the curve, relative

void check(const PieceLimits &limits)
{
  require(limits.smallest > 0.0 && std::isfinite(limits.smallest), "smallest size of pieces",
          limits.smallest, "must be positive, m");
  require(limits.most >= 2, "largest number of pieces", limits.most, "must be 2 or more");
}

bool can_split(double volume, const PieceLimits &limits)
{
  assert(volume > 0.0 && limits.smallest > 0.0);
  return volume >= 2.0 * volume_of_size(limits.smallest);
}

double share_below(const std::vector<double> &volumes, double ratio)
{
  assert(ratio > 0.0 && !volumes.empty());
  double below = 0.0, sum = 0.0;
  for (const double volume : volumes) sum += volume;
  const double limit = ratio * ratio * ratio * sum;
  for (const double volume : volumes)
    if (volume < limit) below += volume;
  return below / sum;
}

// Below, volumes are shares of the volume of the body.
namespace {

// A side of the curve: the mass from `low` to `high` of it, in pieces of the shares `least` to
// `largest`.
struct Side {
  double low, high;
  double least, largest;
  double mass() const { return high - low; }
};

// The size x with x = X(top - x^3/2), X being the inverse of the curve: what a piece has whose
// interval begins at `top`. x - X(top - x^3/2) rises with x; false position, with the weight of an
// end that stays halved (Illinois).
double fitting_size(const PassingCurve &curve, double top)
{
  constexpr int MOST_STEPS = 100;
  const auto excess = [&](double x) { return x - curve.size(top - 0.5 * x * x * x); };
  double low = 0.0, high = curve.size(top);
  double below = -high, above = excess(high);
  for (int step = 0; step < MOST_STEPS && high - low > SIZE_ERROR * high; step++) {
    if (above <= 0.0) return high;
    const double x = std::clamp(low - below * (high - low) / (above - below), low, high);
    const double here = excess(x);
    if (std::fabs(here) <= SIZE_ERROR * x) return x;
    if (here < 0.0) {
      low = x;
      below = here;
      above *= 0.5;
    } else {
      high = x;
      above = here;
      below *= 0.5;
    }
  }
  return high;
}

// The rest of a side is less than one piece: pieces first...end grow by it as far as each may grow,
// or else they shrink by the volume that one more smallest piece lacks. One of both is possible,
// because the mass of a side is one of whole pieces (fine_mass).
void spread(std::vector<double> &shares, size_t first, double left, const Side &side)
{
  double above = 0.0, below = 0.0;    // how much all pieces together can grow, and can give
  for (size_t k = first; k < shares.size(); k++) {
    above += side.largest - shares[k];
    below += shares[k] - side.least;
  }
  if (above >= left - SHARE_ROUNDING * side.least) {
    for (size_t k = first; k < shares.size(); k++)
      shares[k] += std::min(1.0, left / above) * (side.largest - shares[k]);
    return;
  }
  const double missing = side.least - left;
  for (size_t k = first; k < shares.size(); k++)
    shares[k] -= std::min(1.0, missing / below) * (shares[k] - side.least);
  shares.push_back(side.least);
}

// Append the pieces of a side, as far as there are not more than `most` in all.
bool fill(std::vector<double> &shares, const PassingCurve &curve, const Side &side, size_t most)
{
  const size_t first = shares.size();
  double top = side.high;
  while (top - side.low >= side.least * (1.0 - SHARE_ROUNDING)) {
    const double left = top - side.low;
    const double fitting = std::pow(fitting_size(curve, top), 3);
    if (fitting <= side.least) {    // all that is left is finer
      const double number = std::max(1.0, std::floor(left / side.least * (1.0 + SHARE_ROUNDING)));
      if (shares.size() + number > most) return false;
      if (left <= number * side.largest) {
        shares.insert(shares.end(), static_cast<size_t>(number), left / number);
        return true;
      }
    }
    if (shares.size() == most) return false;
    shares.push_back(std::min(left, std::clamp(fitting, side.least, side.largest)));
    top -= shares.back();
  }
  if (top - side.low > SHARE_ROUNDING * side.least) spread(shares, first, top - side.low, side);
  return shares.size() <= most;
}

// The mass below a tenth of the size that pieces of `least` to `largest` can have, nearest to what
// is wanted.
double fine_mass(double wanted, double least, double largest)
{
  if (least >= largest) return 0.0;
  if (wanted < least) return wanted < 0.5 * least ? 0.0 : least;
  const double number = std::ceil(wanted / largest);
  if (number * least <= wanted) return wanted;
  const double lower = (number - 1.0) * largest, upper = number * least;
  return wanted - lower <= upper - wanted ? lower : upper;
}

// Shares of all pieces with none below `least`; false if they are more than `most`.
bool make_shares(std::vector<double> &shares, const PassingCurve &curve, double least, size_t most)
{
  shares.clear();
  const double largest_fine = TENTH * (1.0 - MARGIN), least_coarse = TENTH * (1.0 + MARGIN);
  const double fine = fine_mass(curve.t10(), least, largest_fine);
  Side coarse = {fine, 1.0, std::max(least, least < TENTH ? least_coarse : least), 1.0};
  if (fine == 0.0) coarse.largest = 1.0 - coarse.least;    // two pieces or more
  if (!fill(shares, curve, coarse, most)) return false;
  return fine == 0.0 || fill(shares, curve, {0.0, fine, least, largest_fine}, most);
}

}    // namespace

std::vector<double> piece_volumes(double volume, const PassingCurve &curve,
                                  const PieceLimits &limits)
{
  constexpr int BISECTIONS = 30;
  check(limits);
  if (!can_split(volume, limits)) return {volume};
  const auto most = static_cast<size_t>(limits.most);
  double least = std::min(0.5, volume_of_size(limits.smallest) / volume);
  std::vector<double> shares;
  if (!make_shares(shares, curve, least, most)) {
    double enough = 0.5;    // two halves
    for (int n = 0; n < BISECTIONS; n++) {
      const double between = std::sqrt(least * enough);
      (make_shares(shares, curve, between, most) ? enough : least) = between;
    }
    make_shares(shares, curve, enough, most);
  }
  for (double &share : shares) share *= volume;
  const auto others = std::accumulate(shares.begin() + 1, shares.end(), 0.0L);
  shares.front() = static_cast<double>(volume - others);
  std::sort(shares.begin(), shares.end(), std::greater<>());
  return shares;
}

}    // namespace grist
