#include "breakage/special_functions.h"

#include "common/preconditions.h"

#include <cmath>
#include <limits>

namespace grist {

static constexpr int MOST_TERMS = 10000;    // of a continued fraction; about sqrt(a) are needed

// The continued fraction DLMF 8.17.22, evaluated from the front (Lentz); it converges fast below
// the mean a/(a+b).
static double beta_fraction(double a, double b, double x)
{
  constexpr double TINY = 1e-300;
  const auto nonzero = [](double value) { return std::fabs(value) < TINY ? TINY : value; };
  double c = 1.0, d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
  double value = d;
  for (int m = 1; m < MOST_TERMS; m++) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m));
    d = 1.0 / nonzero(1.0 + even * d);
    c = nonzero(1.0 + even / c);
    value *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0));
    d = 1.0 / nonzero(1.0 + odd * d);
    c = nonzero(1.0 + odd / c);
    value *= c * d;
    if (std::fabs(c * d - 1.0) <= std::numeric_limits<double>::epsilon()) break;
  }
  return value;
}

double incomplete_beta(double a, double b, double x)
{
  assert(a > 0.0 && b > 0.0);
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double log_front =
      std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
  const double front = std::exp(log_front);
  if (x * (a + b + 2.0) < a + 1.0) return front * beta_fraction(a, b, x) / a;
  return 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

}    // namespace grist
