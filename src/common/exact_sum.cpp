#include "common/exact_sum.h"

#include "common/preconditions.h"

#include <cmath>
#include <utility>

namespace grist {

void ExactSum::add(double value)
{
  assert(std::isfinite(value));
  size_t kept = 0;
  for (size_t k = 0; k < partials.size(); k++) {
    double small = partials[k];
    if (std::fabs(value) < std::fabs(small)) std::swap(value, small);
    const double sum = value + small;
    const double lost = small - (sum - value);
    if (lost != 0.0) partials[kept++] = lost;
    value = sum;
  }
  partials.resize(kept);
  if (value != 0.0) partials.push_back(value);
}

void ExactSum::add(const ExactSum &other)
{
  const std::vector<double> parts = other.partials;    // the other may be this one
  for (const double part : parts) add(part);
}

double ExactSum::value() const
{
  size_t n = partials.size();
  if (n == 0) return 0.0;
  double sum = partials[--n], lost = 0.0;
  while (n > 0 && lost == 0.0) {
    const double before = sum, next = partials[--n];
    sum = before + next;
    lost = next - (sum - before);
  }
  // Half way between two doubles, the next smaller part decides the rounding.
  if (n > 0 && ((lost < 0.0 && partials[n - 1] < 0.0) || (lost > 0.0 && partials[n - 1] > 0.0))) {
    const double twice = 2.0 * lost, other = sum + twice;
    if (other - sum == twice) sum = other;
  }
  return sum;
}

}    // namespace grist
