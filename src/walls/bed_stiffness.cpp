#include "walls/bed_stiffness.h"

#include "common/preconditions.h"
#include <algorithm>
#include <cmath>

namespace grist {

// The least share: a hundred layers. A share that is too large by x has the force swing to its target
// with a damping ratio of 1/sqrt(x).
static constexpr double LEAST_SHARE = 0.01;

// In answers: what the sums remember; how long the share of a fit before is used; how long no share
// is used after first touch, at most; and the length of a fit, at least and at most.
static constexpr double MEMORY = 3.0, RIPE = 1.0, KNOWN = 6.0, SHORTEST = 6.0, LONGEST = 60.0;

// This share of the target: a new one differs by more; a force that misses less is near.
static constexpr double NEAR = 0.1;

// Weight of w = 0 over that of the sums. Without it, S and T of a wall that moves steadily are one.
static constexpr double AT_REST = 0.03;

void BedStiffness::begin_unknown(double target, double missing)
{
  *this = BedStiffness();
  begin(target, missing);
}

bool BedStiffness::is_new(double target) const
{
  return std::fabs(target - aim) > NEAR * std::max(std::fabs(target), std::fabs(aim));
}

void BedStiffness::begin(double target, double missing)
{
  fitting = on_way = true;
  missing_first = missing;
  answers = 0.0;
  aim = target;
  force = own = springs = 0.0;
  own_own = own_force = own_springs = springs_force = springs_springs = 0.0;
}

void BedStiffness::sum(const Step &step, double keep)
{
  force = keep * force + step.change;
  own = keep * own + step.own_change;
  springs = keep * springs + step.spring;
  own_own = keep * own_own + own * own;
  own_force = keep * own_force + own * force;
  own_springs = keep * own_springs + own * springs;
  springs_force = keep * springs_force + springs * force;
  springs_springs = keep * springs_springs + springs * springs;
}

double BedStiffness::fit() const
{
  if (!(own_own > 0.0 && springs_springs > 0.0)) return fitted;
  const double by_springs = own_springs / ((1.0 + AT_REST) * springs_springs);
  const double share =
      (own_force - by_springs * springs_force) / (own_own - by_springs * own_springs);
  return std::clamp(share, LEAST_SHARE, 1.0);
}

void BedStiffness::add(const Step &step, double target, double missing)
{
  assert(step.gain >= 0.0 && step.spring >= 0.0);
  if (!fitting) return;
  const double gain = fitted * step.gain;
  answers += gain;
  sum(step, 1.0 - std::min(0.5, gain / MEMORY));
  if (!known || answers >= RIPE) fitted = fit();
  const bool is_near = std::fabs(missing) < NEAR * std::fabs(target);
  const bool has_passed = missing * missing_first < 0.0;
  if (answers >= KNOWN || (answers >= RIPE && (is_near || has_passed))) {
    known = true;
    on_way = false;
  }
  if (answers >= LONGEST || (answers >= SHORTEST && is_near)) fitting = false;
}

void BedStiffness::double_share()
{
  fitted = std::min(1.0, 2.0 * fitted);
  fitting = false;
}

}    // namespace grist
