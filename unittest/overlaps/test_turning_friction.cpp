// Coulomb friction of bodies that turn: its spring turns with them, and holds what vibrates on it.
//
// Oracles: conservation of energy, with an error of second order in the time step; bodies that turn
// as one do not slip.

#include "common/space.h"
#include "common/space_text.h"
#include "overlaps/overlap_contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace grist {
namespace test_turning_friction {

// A block on a turntable that vibrates along the face on the spring of friction. The face turns by
// a given angular velocity about its normal; forces along the normal are left out.
struct Vibration {
  static constexpr double MASS = 2.0, STIFFNESS = 1e5, RATIO = 0.8;
  OverlapContactLaw law;
  Overlap face;
  Vector3d turning, velocity, friction = Vector3d::zero();
  Matrix3d pose = Matrix3d::identity();
  ContactHistory kept;
  double dt;

  Vibration(const Vector3d &turning, double dt) :
      turning(turning), velocity(Vector3d{0.1, 0.2, 0.0}), dt(dt)
  {
    law.stiffness = STIFFNESS;
    law.friction = FrictionLaw::COULOMB;
    law.mu = 1e3;    // sticks
    law.stiffness_ratio = RATIO;
    face.status = OverlapStatus::OVERLAPPING;
    face.volume = 0.01;
    face.area = 1.0;
    face.normal = Vector3d::unit_z();
  }
  void kick() { velocity += 0.5 * dt / MASS * friction; }
  void step()
  {
    kick();
    pose = rotation_matrix(dt * norm(turning), normalized(turning)) * pose;
    face.normal = pose * Vector3d::unit_z();
    friction =
        contact_parts(law, face, {velocity, Vector3d::zero(), MASS, dt, turning}, kept).friction;
    kick();
  }
  double energy() const
  {
    return 0.5 * MASS * squared_norm(velocity) +
        0.5 * squared_norm(kept.force) / (RATIO * overlap_stiffness(law, face));
  }
  double drift(double time)
  {
    const double start = energy();
    double most = 0.0;
    for (double t = 0.0; t < time; t += dt) {
      step();
      most = std::max(most, std::fabs(energy() / start - 1.0));
    }
    return most;
  }
};

// The step is half of the stable one, the energy that of the vibration alone.
TEST(TurningFriction, UndampedVibrationKeepsItsEnergy)
{
  const double step = std::sqrt(Vibration::MASS / (Vibration::RATIO * Vibration::STIFFNESS)) / 20.0;
  for (const Vector3d &turning : {Vector3d{0, 0, 20}, Vector3d{0, 0, -35}}) {
    const double drift = Vibration(turning, step).drift(2.0);
    EXPECT_LT(drift, 3e-3) << turning;
    EXPECT_NEAR(drift / Vibration(turning, 0.5 * step).drift(2.0), 4.0, 1.0) << turning;
  }
}

// Velocities of the middle of the step are chords; the arms are those at its end.
TEST(TurningFriction, BodiesThatTurnAsOneHaveNoVelocityAtTheContact)
{
  const Vector3d place_a{0.3, -0.2, 0.1}, place_b{-0.2, 0.5, 0.4}, contact{0.1, 0.1, 0.2};
  for (const Vector3d &axis : {Vector3d{0, 0, 1}, Vector3d{0.6, 0, 0.8}, Vector3d{0.8, 0.36, 0.48}})
    for (const double angle : {1e-3, 1e-2}) {
      const double dt = 1e-4;
      const Matrix3d turn = rotation_matrix(angle, axis);
      const Vector3d omega = angle / dt * axis;
      const Vector3d velocity = ((turn * place_a - place_a) - (turn * place_b - place_b)) / dt;
      const Vector3d found = pair_velocity(velocity, omega, turn * (contact - place_a), omega,
                                           turn * (contact - place_b), dt);
      EXPECT_LT(norm(found), angle * angle * norm(velocity)) << axis << ' ' << angle;
    }
}

}    // namespace test_turning_friction
}    // namespace grist
