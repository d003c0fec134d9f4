// How a wall moves: any number of turnings and displacements at once.
//
// All turnings act first, in the order given, about axes that are fixed to where the wall was made; then all
// displacements, added up. So an axis travels with the displacements, and an axis given later carries those before it.
//
// Source: motions as LAMMPS has them in `fix move` (linear, rotate, wiggle).

#ifndef GRIST_WALLS_RIGID_MOTION_H
#define GRIST_WALLS_RIGID_MOTION_H

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <vector>

namespace grist {

using Eigen::Vector3d;

// Of a rigid body: of a point x the velocity is velocity + spin x (x - point).
struct RigidVelocity {
  Vector3d velocity = Vector3d::Zero(), spin = Vector3d::Zero(), point = Vector3d::Zero();
  Vector3d at(const Vector3d &x) const { return velocity + spin.cross(x - point); }
};

// Time as steps of equal length, so that it does not collect rounding errors.
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
  // What a motion by given velocities remembers of the steps before: its displacement and its angle by now, and the
  // velocities of the last step.
  struct Driven {
    Vector3d displacement = Vector3d::Zero(), velocity = Vector3d::Zero();
    double angle = 0.0, rate = 0.0;    // [radians], [radians/time]
  };

  void add_linear(const Vector3d &velocity);
  void add_rotation(const Vector3d &point, const Vector3d &axis, double period);
  void add_wiggle(const Vector3d &amplitude, double period);      // amplitude sin(2 pi t / period)
  int add_driven(const Vector3d &point, const Vector3d &axis);    // returns its number

  bool moves() const { return !parts.empty(); }

  // Whether a wall that is periodic along this axis of space stays so.
  bool keeps_period(int axis) const;

  // Brings driven motion number n a step of length dt further, by the mean of the velocities before and after it.
  // With dt = 0 takes the velocities only.
  void drive(int n, const Vector3d &velocity, double rate, double dt);

  // To this time since the wall was made.
  void set_time(double time);

  const Eigen::Isometry3d &frame() const
  {
    return place;
  }    // from where the wall was made to where it is
  const RigidVelocity &velocity() const { return rates; }

  // The point of the first turning, where it is now; of none: the origin.
  Vector3d center() const;

  const std::vector<Driven> &driven() const { return drives; }
  void set_driven(const std::vector<Driven> &states) { drives = states; }

 private:
  enum Kind { LINEAR, ROTATION, WIGGLE, DRIVEN };
  struct Part {
    Kind kind;
    Vector3d vector;         // velocity or amplitude
    Vector3d point, axis;    // of a turning, axis of unit length
    double period;
    int number;    // of DRIVEN
  };
  std::vector<Part> parts;
  std::vector<Driven> drives;
  Eigen::Isometry3d place = Eigen::Isometry3d::Identity();
  RigidVelocity rates;

  void turn(const Part &part, double angle, double rate);
  void displace(const Vector3d &displacement, const Vector3d &velocity);
};

}    // namespace grist

#endif
