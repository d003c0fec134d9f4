#include "fragments/size_distribution.h"

#include "common/exact_sum.h"
#include "common/number_text.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace grist {

// Shares of a sum of masses have rounding errors: a step that reaches a share within this error
// reaches it.
static constexpr double ROUNDING = 1e-12;

SizeDistribution::SizeDistribution(std::vector<SizedMass> fragments, double resolution)
{
  assert(resolution >= 0.0);
  ExactSum total;
  for (const auto &[size, mass] : fragments) {
    require(std::isfinite(size) && size >= 0.0, "size distribution: size", size,
            "must be 0 or more");
    require(std::isfinite(mass) && mass >= 0.0, "size distribution: mass", mass,
            "must be 0 or more");
    total.add(mass);
  }
  const double whole = total.value();
  if (whole == 0.0) return;

  std::sort(fragments.begin(), fragments.end(),
            [](const SizedMass &one, const SizedMass &two) { return one.size < two.size; });
  ExactSum passed;
  double first = fragments.front().size;    // of the step
  for (size_t k = 0; k < fragments.size(); k++) {
    passed.add(fragments[k].mass);
    const bool is_last = k + 1 == fragments.size();
    if (!is_last && fragments[k + 1].size <= first * (1.0 + resolution)) continue;
    steps.push_back({fragments[k].size, passed.value() / whole});
    if (!is_last) first = fragments[k + 1].size;
  }
}

double SizeDistribution::passing(double size) const
{
  const auto above =
      std::upper_bound(steps.begin(), steps.end(), size,
                       [](double value, const Passing &step) { return value < step.size; });
  return above == steps.begin() ? 0.0 : (above - 1)->fraction;
}

double SizeDistribution::size_at(double share) const
{
  assert(share > 0.0 && share <= 1.0);
  if (steps.empty()) return 0.0;
  const auto reached =
      std::lower_bound(steps.begin(), steps.end(), share - ROUNDING,
                       [](const Passing &step, double wanted) { return step.fraction < wanted; });
  return reached == steps.end() ? steps.back().size : reached->size;
}

}    // namespace grist
