// A servo: moves a wall along an axis, or about one, so that its contacts give a wanted force or
// torque.
//
// With F wanted and F_c given by the contacts along the axis, signs as the wall reports them, the
// speed along the axis is
//   v = (v_i sum of k dt + v_b sum of c - g (F - F_c)) / (sum of k dt + sum of c),
// k and c the stiffness and the dashpot of each contact along the axis, v_b the speed in the step
// before, g the gain. A force along the axis grows where the wall moves against it. F_c holds
// c v_b, the next force c v and k dt v more: in one step the contacts take up the share g of what is
// missing, whatever their dashpots. To what it presses on the wall is a mass (k dt + c) dt/g with a
// dashpot k dt/g, so that it gives energy to nothing, and is stable for g <= 1.
//
// On the way to a new target, or at first touch, that is as fast as a blow to what lies behind the
// contacts. Until the force is near, the speed is at most
//   v_i - g (F - F_c) / (sum of k dt + sum of c),   g at most a half,
// which gives the springs time to take up the force while the dashpots hold.
//
// v_i, the integral part, is the speed at which what the wall presses on moves by itself. Without it
// the force stands off by v_i k dt/g for good, and by v_i (k dt + c)/g on the way. The change of F_c
// in a step that the wall and v_i do not explain changes v_i:
//   v_i += h (dF_c - r dF_own(v - v_i)) / (sum of k dt + sum of c),   h = g, at most a half,
// as the mean over two steps, which keeps the servo stable for all gains and dashpots. dF_own and
// the share r are those of walls/bed_stiffness.h. A new target changes nothing in it if r is right,
// and a wall that is slower than it should be, at its largest speed or at a limit, neither: so there
// is no overshoot from integration and no wind-up.

#ifndef GRIST_WALLS_SERVO_H
#define GRIST_WALLS_SERVO_H

#include "common/preconditions.h"
#include "walls/bed_stiffness.h"
#include "walls/contact_resistance.h"

#include <cmath>
#include <optional>

namespace grist {

// Means over a time in which the wall has touched something all along.
struct MissedTarget {
  double time;
  double wanted, given;    // force or torque
  double at_fastest;       // share of the time in which the wall had its largest speed
};

// Whether the contacts of the wall miss their target for long.
//
// Time is measured in the sum of g k dt/(k dt + c): one of it is enough to come to the target, all but
// 1/e, against what does not give way; against a bed of n layers n of it.
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

// What a servo goes by: contacts of the last evaluation, along the axis.
struct ServoLoad {
  double wanted = 0.0, given = 0.0;    // force or torque
  double stiffness = 0.0, damping = 0.0;
  bool touches = false;

  double missing() const { return wanted - given; }
};

// What a servo remembers from step to step.
struct ServoMemory {
  double bed_speed = 0.0;     // v_i
  double bed_before = 0.0;    // when the fit of the stiffness began
  BedStiffness bed;
  TargetWatch watch;
  ServoLoad load;                            // of the evaluation before
  double speed = 0.0, speed_before = 0.0;    // of the last two steps
  double unexplained = 0.0;                  // change of the force in the last step
  double one_side = 0.0;    // answers for which the force has been on one side, with its sign

  // The wall has moved with this speed.
  void move(double with_speed)
  {
    speed_before = speed;
    speed = with_speed;
  }
};

struct Servo {
  static constexpr double GAIN = 0.3;

  bool turns = false;                    // about the axis: a torque and an angular velocity
  Vector3d point = Vector3d::zero();     // of the axis
  Vector3d axis = Vector3d::unit_z();    // of length 1
  double gain = GAIN;                    // above 0, at most 1
  double fastest = 0.0;                  // speed [length/time or radians/time]

  // The motion with unit speed, as seen from a point.
  Twist twist(const Vector3d &from) const
  {
    return turns ? Twist{cross(axis, from - point), axis} : Twist{axis, Vector3d::zero()};
  }

  // The wanted quantity, given force and torque about a point.
  double component(const Vector3d &force, const Vector3d &torque, const Vector3d &about) const
  {
    return dot(twist(about).velocity, force) + (turns ? dot(axis, torque) : 0.0);
  }

  // Speed along the axis in the next step, of length dt. How the wall has moved then goes into the
  // memory by move().
  double speed(const ServoLoad &load, ServoMemory &memory, double dt) const;

 private:
  double wanted_momentum(const ServoLoad &load, const ServoMemory &memory, double dt) const;
  void follow_bed(const ServoLoad &load, ServoMemory &memory, double dt) const;
  void watch_side(const ServoLoad &load, ServoMemory &memory, double answers) const;
};

}    // namespace grist

#endif
