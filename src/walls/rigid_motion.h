// The motion of a wall: any number of rotations and displacements at once.
//
// All rotations act first, in the order given. Their axes are fixed to the initial place of the
// wall. Then all displacements act; they are added. So an axis moves with the displacements, and a
// later rotation moves the axes of the rotations before it.
//
// Other motions may follow: they begin where the wall stands then, and that is the initial place
// for them.
//
// Source: the motions of `fix move` in LAMMPS (linear, rotate, wiggle).

#ifndef GRIST_WALLS_RIGID_MOTION_H
#define GRIST_WALLS_RIGID_MOTION_H

#include "common/preconditions.h"
#include "common/space.h"

#include <vector>

namespace grist {

// Motion of a rigid body: a point x has the velocity `velocity` + omega x (x - point).
struct RigidVelocity {
  Vector3d velocity = Vector3d::zero(), omega = Vector3d::zero(), point = Vector3d::zero();
  Vector3d at(const Vector3d &x) const { return velocity + cross(omega, x - point); }
};

// Time as a count of steps of equal length, so that rounding errors do not add up.
class StepClock {
 public:
  void step(double length);
  double time() const { return before + static_cast<double>(steps) * length; }
  void set_time(double time);

 private:
  double before = 0.0, length = 0.0;
  long steps = 0;
};

class RigidMotion {
 public:
  // The state of a motion that is driven, by given velocities or by what the wall answers to: its
  // displacement, and angle about its axis so far, and the velocities of the last step. Without an
  // axis, any rotation about its point.
  struct Driven {
    Vector3d displacement = Vector3d::zero(), velocity = Vector3d::zero();
    double angle = 0.0, rate = 0.0;    // [radians], [radians/time]
    Matrix3d turn = Matrix3d::identity();
    Vector3d omega = Vector3d::zero();
    Vector3d center_velocity = Vector3d::zero();    // without an axis: of the point it turns about
  };

  void add_linear(const Vector3d &velocity)
  {
    parts.push_back({LINEAR, velocity, Vector3d::zero(), Vector3d::zero(), 0.0, 0});
  }
  void add_rotation(const Vector3d &point, const Vector3d &axis, double period);
  void add_wiggle(const Vector3d &amplitude, double period);      // amplitude sin(2 pi t / period)
  int add_driven(const Vector3d &point, const Vector3d &axis);    // returns its number
  int add_driven_about(const Vector3d &point);                    // the same without an axis

  // The motions so far end at this time. Those that are added from now on begin from there.
  void begin_anew(double time);

  // The place and the time from which the motions act; first, the initial place, and 0.
  struct Origin {
    Pose place;
    double time = 0.0;
  };
  const Origin &origin() const { return begin; }
  void set_origin(const Origin &given) { begin = given; }

  // Numbers that are equal for equal motions; without the states of driven ones.
  std::vector<double> description() const;

  bool moves() const { return !parts.empty(); }
  bool rotates() const { return first_rotation() != nullptr; }

  // Whether a wall that is periodic along this axis of space stays periodic.
  bool keeps_period(int axis) const;

  // Advances driven motion number n by a step of length dt, with the mean of the velocities before
  // and after the step. With dt = 0 only the velocities are set.
  void drive(int n, const Vector3d &velocity, double rate, double dt);

  // Sets the state of number n.
  void drive(int n, const Driven &state)
  {
    assert(n >= 0 && n < static_cast<int>(drives.size()));
    drives[n] = state;
  }

  // What number n does alone.
  Pose driven_place(int n) const;

  // The axis of number n as the later rotations and all displacements have moved it; its direction
  // is zero where n does not turn about an axis.
  struct Axis {
    Vector3d point, direction;
  };
  const Axis &driven_axis(int n) const
  {
    assert(n >= 0 && n < static_cast<int>(axes.size()));
    return axes[n];
  }

  // `time` since the wall was made.
  void set_time(double time);

  // From the initial place of the wall to its present one.
  const Pose &frame() const { return place; }
  const RigidVelocity &velocity() const { return rates; }
  bool is_finite() const;    // place and velocity

  // The present place of the point of the first rotation. Without rotations: the origin.
  Vector3d center() const;

  // The velocity by the displacements: of the point of a single rotation, or of a leader's one.
  const Vector3d &center_velocity() const { return displacing; }

  const std::vector<Driven> &driven() const { return drives; }
  void set_driven(const std::vector<Driven> &states) { drives = states; }

 private:
  enum Kind { LINEAR, ROTATION, WIGGLE, DRIVEN, DRIVEN_ABOUT };
  struct Part {
    Kind kind;
    Vector3d vector;         // velocity or amplitude
    Vector3d point, axis;    // of a rotation; axis has length 1, or 0 where there is no rotation
    double period;
    int number;    // of DRIVEN and DRIVEN_ABOUT
  };
  std::vector<Part> parts;
  std::vector<Driven> drives;
  std::vector<Axis> axes;    // of the driven parts
  Origin begin;
  Pose place;
  RigidVelocity rates;
  Vector3d displacing = Vector3d::zero();

  const Part *first_rotation() const;
  void rotate(const Part &part, double angle, double rate);
  void rotate(const Vector3d &about, const Matrix3d &turn, const Vector3d &omega);
  void displace(const Vector3d &displacement, const Vector3d &velocity, const Vector3d &of_center);
  void displace(const Vector3d &displacement, const Vector3d &velocity)
  {
    displace(displacement, velocity, velocity);
  }
};

}    // namespace grist

#endif
