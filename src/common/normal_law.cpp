#include "common/normal_law.h"

#include "common/constants.h"
#include "common/preconditions.h"

#include <cmath>

namespace grist {

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
