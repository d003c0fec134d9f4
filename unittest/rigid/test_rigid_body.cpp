// The motion of one rigid body, and bodies from their elements.
//
// Oracles: Euler's equations of a free top by a Runge-Kutta scheme of fourth order with much
// smaller steps; the regular precession of a symmetric top in closed form; a sphere under a force;
// moments of inertia in closed form.

#include "common/space.h"
#include "lanes/each_instruction_set.h"
#include "rigid/rigid_block.h"
#include "rigid/rigid_elements.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace test_rigid_body {

using namespace grist;

double angle_between(const Rotation &a, const Rotation &b)
{
  const Rotation between = a * conjugate(b);
  return 2.0 * std::atan2(norm(between.vector()), std::abs(between.w));
}

RigidBody top(const Vector3d &moments, const Vector3d &omega)
{
  RigidBody body;
  body.mass = 2.0;
  body.moments = moments;
  body.orientation = quaternion_of(0.7, normalized(Vector3d{1.0, 2.0, -1.0}));
  body.angular_momentum = body.orientation * product(moments, omega);
  return body;
}

// Rates of the quaternion and of omega in body axes, without torque.
struct TopState {
  Rotation q;
  Vector3d omega;
};

TopState rate(const TopState &at, const Vector3d &moments)
{
  const Rotation spin{0.0, 0.5 * at.omega.x, 0.5 * at.omega.y, 0.5 * at.omega.z};
  const Vector3d momentum = product(moments, at.omega);
  return {at.q * spin, quotient(cross(momentum, at.omega), moments)};
}

Rotation sum(const Rotation &a, double h, const Rotation &b)
{
  return {a.w + h * b.w, a.x + h * b.x, a.y + h * b.y, a.z + h * b.z};
}

TopState shifted(const TopState &at, const TopState &by, double h)
{
  return {sum(at.q, h, by.q), at.omega + h * by.omega};
}

Rotation runge_kutta(const RigidBody &body, double time, int steps)
{
  TopState at = {body.orientation, conjugate(body.orientation) * body.angular_velocity()};
  const double h = time / steps;
  for (int n = 0; n < steps; n++) {
    const TopState k1 = rate(at, body.moments), k2 = rate(shifted(at, k1, 0.5 * h), body.moments),
                   k3 = rate(shifted(at, k2, 0.5 * h), body.moments),
                   k4 = rate(shifted(at, k3, h), body.moments);
    at.q = sum(sum(at.q, h / 6.0, sum(k1.q, 2.0, k2.q)), h / 6.0, sum(k4.q, 2.0, k3.q));
    at.omega += h / 6.0 * (k1.omega + 2.0 * k2.omega + 2.0 * k3.omega + k4.omega);
  }
  return normalized(at.q);
}

// About the middle axis, where a free top tumbles.
TEST(RigidBody, FreeTopFollowsEulersEquations)
{
  const RigidBody start = top({1.0, 2.0, 3.0}, {0.01, 1.0, 0.02});
  const double dt = 5e-4;
  const int steps = 100000;
  RigidBody body = start;
  double worst_energy = 0.0;
  for (int n = 0; n < steps; n++) {
    drift(body, dt);
    worst_energy = std::max(worst_energy,
                            std::abs(body.rotational_energy() / start.rotational_energy() - 1.0));
  }
  EXPECT_LT(angle_between(body.orientation, runge_kutta(start, steps * dt, 200000)), 1e-4);
  EXPECT_LT(worst_energy, 1e-6);
  EXPECT_EQ(body.angular_momentum, start.angular_momentum);
  EXPECT_NEAR(norm(body.orientation), 1.0, 1e-14);
}

// The error is of second order in the step.
TEST(RigidBody, ErrorFallsWithTheSquareOfTheStep)
{
  const RigidBody start = top({1.0, 2.0, 3.0}, {0.3, 1.0, 0.5});
  const Rotation exact = runge_kutta(start, 20.0, 100000);
  std::array<double, 2> error{};
  for (int k = 0; k < 2; k++) {
    RigidBody body = start;
    const int steps = k == 0 ? 1000 : 2000;
    for (int n = 0; n < steps; n++) drift(body, 20.0 / steps);
    error[k] = angle_between(body.orientation, exact);
  }
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.1);
}

// Symmetric about z: turns at omega_z (1 - Iz/Ix) about its own axis while that goes round L at
// L/Ix.
TEST(RigidBody, SymmetricTopPrecesses)
{
  const Vector3d moments{2.0, 2.0, 3.0}, omega{0.4, 0.0, 1.1};
  RigidBody body = top(moments, omega);
  const RigidBody start = body;
  const double dt = 1e-3, time = 50.0;
  for (int n = 0; n < 50000; n++) drift(body, dt);
  const Vector3d momentum = start.angular_momentum;
  const Rotation about_momentum =
      quaternion_of(norm(momentum) / moments.x * time, normalized(momentum));
  const Rotation about_axis =
      quaternion_of(omega.z * (1.0 - moments.z / moments.x) * time, Vector3d::unit_z());
  const Rotation exact = about_momentum * start.orientation * about_axis;
  EXPECT_LT(angle_between(body.orientation, exact), 1e-5);
}

TEST(RigidBody, TurnsBackInTime)
{
  RigidBody body = top({1.0, 2.0, 3.0}, {0.3, 1.0, 0.5});
  const RigidBody start = body;
  for (int n = 0; n < 1000; n++) drift(body, 0.01);
  body.velocity *= -1.0;
  body.angular_momentum *= -1.0;
  for (int n = 0; n < 1000; n++) drift(body, 0.01);
  EXPECT_LT(angle_between(body.orientation, start.orientation), 1e-11);
}

class BlocksOfBodies : public grist::testing::EachInstructionSet {};

// Eight at once, one of them turning fast: as each by itself.
TEST_P(BlocksOfBodies, BlocksTurnAsOneBody)
{
  std::vector<PosedBody> bodies(5);
  std::array<PosedBody *, RIGID_BLOCK> block{};
  for (int n = 0; n < 5; n++) {
    bodies[n].motion = top({1.0, 2.0, 3.0 - 0.1 * n}, {0.3, 0.1 * n, n == 3 ? 40.0 : 0.5});
    block[n] = &bodies[n];
  }
  for (const double dt : {0.01, 0.0}) {
    std::vector<PosedBody> alone = bodies;
    turn_block(block.data(), 5, dt);
    for (int n = 0; n < 5; n++) {
      turn(alone[n].motion, dt);
      alone[n].pose();
      const RigidBody &body = bodies[n].motion;
      EXPECT_LT(norm(sum(body.orientation, -1.0, alone[n].motion.orientation)), 1e-15);
      EXPECT_LT(norm(bodies[n].axes - alone[n].axes), 2e-15);
      EXPECT_LT(norm(bodies[n].omega - alone[n].omega), 1e-13);
    }
  }
}

// Large angles leave the series for the library's sine and cosine.
TEST(RigidBody, HalfAnglesAreExact)
{
  for (const double angle : {0.0, 1e-9, -1e-3, 0.1, 0.1999, 0.2001, -0.5, 3.0}) {
    double sine, cosine;
    HalfAngle<double>::find(angle, sine, cosine);
    EXPECT_NEAR(sine, std::sin(0.5 * angle), 1e-16) << angle;
    EXPECT_NEAR(cosine, std::cos(0.5 * angle), 1.2e-16) << angle;
  }
}

/* ---- bodies from elements ---- */

std::vector<RigidElement> turned(std::vector<RigidElement> elements, const Rotation &by,
                                 const Vector3d &to, double scale)
{
  for (RigidElement &element : elements) {
    element.position = to + scale * (by * element.position);
    element.radius *= scale;
  }
  return elements;
}

RigidElement element(const Vector3d &position, double radius, double mass)
{
  return {position, Vector3d::zero(), Vector3d::zero(), radius, mass};
}

TEST(RigidElements, FourTouchingSpheres)
{
  // A regular tetrahedron: the same moment about every axis, 4 (2/5 m r^2) + 4 m d^2 2/3 with d^2 =
  // 3/2 r^2.
  const double r = 0.3, m = 0.7, h = r / std::sqrt(2.0);
  const RigidBody body = make_rigid_body({element({h, h, h}, r, m), element({h, -h, -h}, r, m),
                                          element({-h, h, -h}, r, m), element({-h, -h, h}, r, m)});
  const double expected = 4.0 * 0.4 * m * r * r + 4.0 * m * 2.0 / 3.0 * 1.5 * r * r;
  for (int k = 0; k < 3; k++) EXPECT_NEAR(body.moments[k], expected, 1e-12 * expected);
  EXPECT_NEAR(body.mass, 4.0 * m, 1e-15);
  EXPECT_LT(norm(body.position), 1e-15);
}

// Two spheres of radius r at distance d: each minus a cap of height r - d/2, by integrals of discs
// along the axis.
TEST(RigidElements, TwoOverlappingSpheres)
{
  const double r = 1.0, d = 1.2, density = 2.0;
  double volume = 0.0, along = 0.0, discs = 0.0;
  const int slices = 200000;
  for (int n = 0; n < slices; n++) {    // from the plane of symmetry to the end, midpoint rule
    const double step = (0.5 * d + r) / slices, z = (n + 0.5) * step;
    const double square = r * r - (z - 0.5 * d) * (z - 0.5 * d);
    volume += 2.0 * PI * square * step;
    along += 2.0 * PI * square * square / 2.0 * step;
    discs += 2.0 * PI * (square * square / 4.0 + square * z * z) * step;
  }
  const double mass = density * volume;
  const RigidBody body = make_rigid_body(
      {element({0.0, 0.0, 0.5 * d}, r, 0.5 * mass), element({0.0, 0.0, -0.5 * d}, r, 0.5 * mass)});
  EXPECT_NEAR(body.moments[0], density * along, 1e-6 * density * along);
  EXPECT_NEAR(body.moments[1], density * discs, 1e-6 * density * discs);
  EXPECT_NEAR(body.moments[2], density * discs, 1e-6 * density * discs);
}

TEST(RigidElements, SpheresOfDifferentDensityKeepTheirMasses)
{
  const RigidBody body =
      make_rigid_body({element({0.0, 0.0, 0.0}, 1.0, 3.0), element({2.0, 0.0, 0.0}, 1.0, 1.0)});
  EXPECT_NEAR(body.position.x, 0.5, 1e-15);
  EXPECT_NEAR(body.moments[0], 0.4 * 4.0, 1e-14);
  EXPECT_NEAR(body.moments[2], 0.4 * 4.0 + 3.0 * 0.25 + 2.25, 1e-13);
}

TEST(RigidElements, MassesWithAnotherCentreAreRefused)
{
  EXPECT_THROW(
      make_rigid_body({element({0.0, 0.0, 0.0}, 1.0, 3.0), element({1.0, 0.0, 0.0}, 1.0, 1.0)}),
      std::invalid_argument);
}

TEST(RigidElements, MotionOfARigidBodyIsFoundAgain)
{
  std::vector<RigidElement> elements = {element({0.0, 0.0, 0.0}, 0.3, 1.0),
                                        element({0.7, 0.2, 0.1}, 0.3, 0.6),
                                        element({-0.2, 0.9, 0.3}, 0.25, 0.4)};
  const Vector3d velocity{1.0, -2.0, 0.5}, omega{0.3, 0.7, -1.1};
  RigidBody body = make_rigid_body(turned(elements, Rotation::identity(), Vector3d::zero(), 0.7));
  elements = turned(elements, Rotation::identity(), Vector3d::zero(), 0.7);
  for (RigidElement &one : elements) {
    one.velocity = velocity + cross(omega, one.position - body.position);
    one.omega = omega;
  }
  fit_motion(body, elements);
  EXPECT_LT(norm(body.velocity - velocity), 1e-14);
  EXPECT_LT(norm(body.angular_velocity() - omega), 1e-13);
}

// Turned, moved and scaled copies take the mass properties of the first.
TEST(RigidElements, ShapesAreKnownAgain)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::vector<RigidElement> elements;
  for (int n = 0; n < 6; n++)
    elements.push_back(
        element({unit(random), unit(random), unit(random)}, 0.05 + 0.01 * n, 1.0 + 0.1 * n));
  RigidShapes shapes;
  const RigidBody first = shapes.make(elements);
  const Rotation by = quaternion_of(2.1, normalized(Vector3d{0.3, -1.0, 0.4}));
  const std::vector<RigidElement> copy = turned(elements, by, {10.0, -20.0, 5.0}, 3.0);
  const RigidBody again = shapes.make(copy), alone = make_rigid_body(copy);
  for (int k = 0; k < 3; k++) {
    EXPECT_NEAR(again.moments[k], 9.0 * first.moments[k], 1e-11 * again.moments[k]);
    EXPECT_NEAR(again.moments[k], alone.moments[k], 1e-11 * again.moments[k]);
  }
  EXPECT_LT(angle_between(again.orientation, by * first.orientation), 1e-7);
  const RigidBody third = shapes.make(turned(elements, conjugate(by), {-3.0, 0.0, 7.0}, 3.0));
  for (int k = 0; k < 3; k++) EXPECT_EQ(third.moments[k], again.moments[k]);    // to the last digit
}

GRIST_FOR_EACH_INSTRUCTION_SET(BlocksOfBodies);

}    // namespace test_rigid_body
