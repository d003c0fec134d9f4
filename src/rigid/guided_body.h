// A rigid body that is guided: free along some axes of space and about one axis, or about all, and
// held otherwise; with springs, dashpots and stops. A mesh wall that answers to forces, for example.
//
// Velocity Verlet: start() is half a kick and the drift, finish() half a kick with the forces at the
// new place. Both take the same loads between two calls of finish(). Dashpots act on the velocity in
// the middle of both half kicks, so that they are of second order and stable for any size.
//
// A stop ends the motion without a rebound; what the body had is lost.
//
// Space axes; any consistent unit system.

#ifndef GRIST_RIGID_GUIDED_BODY_H
#define GRIST_RIGID_GUIDED_BODY_H

#include "rigid/rigid_body.h"

#include <array>
#include <limits>
#include <utility>

namespace grist {

struct BodyLoad {
  Vector3d force = Vector3d::zero(), torque = Vector3d::zero();    // about the centre of mass
};

class GuidedBody {
 public:
  // A displacement along x, y or z since the start, or the angle about the axis [radians].
  struct Coordinate {
    bool is_free = false;
    double inertia = 0.0;    // mass, or moment of inertia about the axis
    double spring = 0.0, dashpot = 0.0;
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    double place = 0.0, speed = 0.0;    // of a full step after finish()
    double moved = 0.0;                 // over the time of the last step
    bool is_held = false;               // by a stop, against the force of the last step

    double start(double force, double dt);    // returns what a stop has taken
    void finish(double force, double dt);
    void hold(double force);    // at rest: whether this force presses it on a stop

    // Whether it can give way to an impulse of this sign.
    bool gives_way(double impulse) const;
  };
  enum { ANGLE = 3, COORDINATES = 4 };
  enum class Around { NONE, AXIS, ALL };

  std::array<Coordinate, COORDINATES> coordinates;
  double mass = 0.0;
  Matrix3d inertia = Matrix3d::zero();    // about the centre of mass, at the start
  Vector3d center = Vector3d::zero();     // of mass, at the start
  Around around = Around::NONE;
  Vector3d point = Vector3d::zero();      // of the axis, at the start
  Vector3d axis = Vector3d::unit_z();     // of length 1
  Vector3d gravity = Vector3d::zero();    // acceleration

  // Once the members above are set.
  void begin();

  void start(const BodyLoad &load, double dt);
  void finish(const BodyLoad &load, double dt);

  Vector3d center_now() const;
  Vector3d shift() const    // of the centre or of the axis
  {
    return {coordinates[0].place, coordinates[1].place, coordinates[2].place};
  }
  const RigidBody &top() const { return body; }    // of Around::ALL; its axes are principal ones
  RigidBody &top() { return body; }
  Matrix3d turn() const;    // since the start; of Around::ALL

  // At the set-up of a run: rates_of_step() become those of the full step, and the load decides what
  // stops hold.
  void take_full_step(const BodyLoad &load);

  // Rates of the motion over the last step, and of a full step, after finish().
  struct Rates {
    Vector3d velocity;    // of the centre of mass
    Vector3d omega;
  };
  Rates rates_of_step() const;
  Rates rates() const;

  // Speed at a place along a direction for a unit of impulse along it: 1 / effective mass. A
  // coordinate that a stop holds, or would hold against this impulse, does not move.
  double mobility(const Vector3d &place, const Vector3d &direction) const;

  double kinetic_energy() const;
  double potential_energy() const;    // in springs, and in gravity since the start
  double dashpot_power() const;
  double applied_power(const BodyLoad &applied) const;
  double take_stop_losses() { return std::exchange(lost, 0.0); }

 private:
  RigidBody body;
  Matrix3d first_axes = Matrix3d::identity();    // principal ones, at the start
  Vector3d omega_of_step = Vector3d::zero();
  double lost = 0.0;

  bool turns_about_axis() const { return around == Around::AXIS; }
  Vector3d arm() const;    // from the axis' point to the centre of mass
  double force_on(int k, const BodyLoad &load) const;
  Rates rates(const Vector3d &speeds, double angular, const Vector3d &omega) const;
};

}    // namespace grist

#endif
