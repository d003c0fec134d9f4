#include "common/special_functions.h"

#include "common/constants.h"
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

double normal_share(double z)
{
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

// z < 0 for p <= 1/2: the rational guess of Abramowitz and Stegun 26.2.23 (4.5e-4), then Halley's
// steps, each of which cubes the error.
static double lower_quantile(double p)
{
  const double t = std::sqrt(-2.0 * std::log(p));
  const double above = 2.515517 + t * (0.802853 + t * 0.010328);
  const double below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  double z = above / below - t;
  for (int step = 0; step < 2; step++) {
    const double newton = (normal_share(z) - p) * std::sqrt(2.0 * PI) * std::exp(0.5 * z * z);
    z -= newton / (1.0 + 0.5 * z * newton);
  }
  return z;
}

double normal_quantile(double p)
{
  assert(p >= 1e-300 && p < 1.0);
  return p <= 0.5 ? lower_quantile(p) : -lower_quantile(1.0 - p);
}

}    // namespace grist
