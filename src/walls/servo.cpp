#include "walls/servo.h"

#include "common/preconditions.h"
#include <algorithm>
#include <cmath>
#include <utility>

namespace grist {

// The largest share of what is not explained, per step; and on the way to a new target, of what is missing.
static constexpr double LARGEST_INTEGRAL_GAIN = 0.5;

// A force that is off by more than this share of the target, on one side for so many answers, has a
// bed that is stiffer than it seemed.
static constexpr double OFF_TARGET = 0.01, LONG_ON_ONE_SIDE = 8.0;

double Servo::speed(const ServoLoad &load, ServoMemory &memory, double dt) const
{
  assert(is_unit(axis) && gain > 0.0 && gain <= 1.0 && dt >= 0.0);
  const double resistance = load.stiffness * dt + load.damping;
  if (load.touches && resistance > 0.0)
    follow_bed(load, memory, dt);
  else
    memory = ServoMemory();
  const double wanted = wanted_momentum(load, memory, dt);
  if (wanted == 0.0) return 0.0;
  if (!(std::fabs(wanted) < fastest * resistance)) return std::copysign(fastest, wanted);
  return wanted / resistance;
}

// The speed times sum of k dt + sum of c.
double Servo::wanted_momentum(const ServoLoad &load, const ServoMemory &memory, double dt) const
{
  const double springs = load.stiffness * dt, missing = load.missing();
  const double wanted = springs * memory.bed_speed + load.damping * memory.speed - gain * missing;
  if (!memory.bed.is_on_its_way(missing)) return wanted;
  const double gentle =
      (springs + load.damping) * memory.bed_speed - std::min(gain, LARGEST_INTEGRAL_GAIN) * missing;
  return missing > 0.0 ? std::max(wanted, gentle) : std::min(wanted, gentle);
}

void Servo::follow_bed(const ServoLoad &load, ServoMemory &memory, double dt) const
{
  const ServoLoad before = memory.load;
  memory.load = load;
  if (!before.touches) return memory.bed.begin_unknown(load.wanted, load.missing());
  if (!memory.bed.is_fitting() && memory.bed.is_new(load.wanted)) {
    memory.bed.begin(load.wanted, load.missing());
    memory.bed_before = memory.bed_speed;
  }
  const double spring = 0.5 * (load.stiffness + before.stiffness) * dt;
  const double resistance = load.stiffness * dt + load.damping;
  const auto own_change = [&](double bed_speed) {
    return -(spring + load.damping - before.damping) * (memory.speed - bed_speed) -
        before.damping * (memory.speed - memory.speed_before);
  };
  const double change = load.given - before.given;
  const double of_springs = gain * load.stiffness * dt / resistance;
  memory.bed.add({change, own_change(memory.bed_before), spring, of_springs}, load.wanted,
                 load.missing());
  memory.watch.add({of_springs, load.wanted, load.given, std::fabs(memory.speed) >= fastest}, dt);
  watch_side(load, memory, of_springs * memory.bed.share());
  const double unexplained = change - memory.bed.share() * own_change(memory.bed_speed);
  const double mean = 0.5 * (unexplained + std::exchange(memory.unexplained, unexplained));
  if (memory.bed.is_known())
    memory.bed_speed += std::min(gain, LARGEST_INTEGRAL_GAIN) * mean / resistance;
  memory.bed_speed = std::clamp(memory.bed_speed, -fastest, fastest);
}

void Servo::watch_side(const ServoLoad &load, ServoMemory &memory, double answers) const
{
  const double missing = load.missing();
  const bool is_off =
      std::fabs(missing) > OFF_TARGET * std::fabs(load.wanted) && std::fabs(memory.speed) < fastest;
  if (!is_off || missing * memory.one_side < 0.0) memory.one_side = 0.0;
  if (!is_off) return;
  memory.one_side += std::copysign(answers, missing);
  if (!memory.bed.is_known() || std::fabs(memory.one_side) < LONG_ON_ONE_SIDE) return;
  memory.bed.double_share();
  memory.one_side = 0.0;
}

}    // namespace grist
