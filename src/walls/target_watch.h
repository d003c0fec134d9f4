// Whether the contacts of a wall that a servo moves (walls/servo.h) miss their target for long.
//
// Time is measured in the sum of g k dt/(k dt + c): one of it is enough to come to the target, all but
// 1/e, against what does not give way; against a bed of n layers n of it.

#ifndef GRIST_WALLS_TARGET_WATCH_H
#define GRIST_WALLS_TARGET_WATCH_H

#include "common/preconditions.h"
#include <cmath>
#include <optional>

namespace grist {

// Means over a time in which the wall has touched something all along.
struct MissedTarget {
  double time;
  double wanted, given;    // force or torque
  double at_fastest;       // share of the time in which the wall had its largest speed
};

class TargetWatch {
 public:
  struct Step {
    double gain;    // g k dt/(k dt + c)
    double wanted, given;
    bool is_fastest;
  };

  void add(const Step &step, double dt)
  {
    assert(dt > 0.0 && step.gain >= 0.0);
    answers += step.gain;
    time += dt;
    wanted += dt * step.wanted;
    given += dt * step.given;
    if (step.is_fastest) fastest += dt;
  }

  // Ends a time that has been long, and returns its means if they are off.
  std::optional<MissedTarget> take()
  {
    if (answers < LONG) return std::nullopt;
    const MissedTarget mean = {time, wanted / time, given / time, fastest / time};
    *this = TargetWatch();
    const bool is_off = std::fabs(mean.wanted - mean.given) > OFF * std::fabs(mean.wanted);
    return is_off && mean.wanted != 0.0 ? std::optional(mean) : std::nullopt;
  }

 private:
  static constexpr double LONG = 1000.0, OFF = 0.05;    // of the target

  double answers = 0.0, time = 0.0, wanted = 0.0, given = 0.0, fastest = 0.0;    // sums over time
};

}    // namespace grist

#endif
