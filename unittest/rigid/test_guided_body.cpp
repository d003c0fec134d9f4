// A guided body. Oracles: the closed form of the leapfrog oscillator and of a damped one, the
// pendulum, the free rigid body, and the energy that is kept.

#include "rigid/guided_body.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_guided_body {

using namespace grist;

constexpr double MASS = 2.0;

GuidedBody sliding(int axis)
{
  GuidedBody body;
  body.mass = MASS;
  body.coordinates[axis].is_free = true;
  body.begin();
  return body;
}

// cos(w dt) = 1 - k dt^2 / 2 m, exactly.
TEST(GuidedBody, ASpringOscillatesAsTheLeapfrogDoes)
{
  GuidedBody body = sliding(1);
  GuidedBody::Coordinate &y = body.coordinates[1];
  y.spring = 200.0;
  y.place = 0.01;
  const double dt = 0.01, step = std::acos(1.0 - 0.5 * y.spring * dt * dt / MASS);
  for (int n = 1; n <= 500; n++) {
    body.start({}, dt);
    body.finish({}, dt);
    ASSERT_NEAR(y.place, 0.01 * std::cos(n * step), 1e-13);
  }
}

TEST(GuidedBody, ADashpotStopsItAndTakesItsEnergy)
{
  GuidedBody body = sliding(0);
  GuidedBody::Coordinate &x = body.coordinates[0];
  x.dashpot = 4.0;
  x.speed = 3.0;
  const double dt = 1e-4, before = body.kinetic_energy();
  double taken = 0.0, power = body.dashpot_power();
  for (int n = 0; n < 10000; n++) {
    body.start({}, dt);
    body.finish({}, dt);
    taken += 0.5 * dt * (power + body.dashpot_power());
    power = body.dashpot_power();
  }
  EXPECT_NEAR(x.speed / (3.0 * std::exp(-4.0 / MASS)), 1.0, 1e-8);
  EXPECT_NEAR(x.place / (3.0 * MASS / 4.0 * (1.0 - std::exp(-4.0 / MASS))), 1.0, 1e-8);
  EXPECT_NEAR((before - body.kinetic_energy()) / taken, 1.0, 1e-7);
}

// Pressed on its stop by 10, it moves when more than 10 pulls.
TEST(GuidedBody, RestsOnAStopWithAPreload)
{
  GuidedBody body = sliding(2);
  GuidedBody::Coordinate &z = body.coordinates[2];
  z.low = 0.0;
  const double dt = 1e-3;
  const auto run = [&](double force) {
    for (int n = 0; n < 100; n++) {
      body.start({Vector3d{0, 0, force}, Vector3d::zero()}, dt);
      body.finish({Vector3d{0, 0, force}, Vector3d::zero()}, dt);
    }
  };
  run(-10.0);
  run(-0.001);
  EXPECT_EQ(z.place, 0.0);
  EXPECT_EQ(z.speed, 0.0);
  EXPECT_EQ(body.take_stop_losses(), 0.0);
  run(2.0);
  EXPECT_NEAR(z.speed, 0.1, 1e-12);
  EXPECT_NEAR(z.place, 0.005, 1e-12);
}

TEST(GuidedBody, AStopTakesTheEnergyOfAHit)
{
  GuidedBody body = sliding(2);
  body.gravity = {0, 0, -10};
  GuidedBody::Coordinate &z = body.coordinates[2];
  z.low = -0.5;
  const double before = body.kinetic_energy() + body.potential_energy();
  for (int n = 0; n < 1000; n++) {
    body.start({}, 1e-3);
    body.finish({}, 1e-3);
  }
  EXPECT_EQ(z.place, -0.5);
  EXPECT_EQ(z.speed, 0.0);
  EXPECT_NEAR(before - body.potential_energy(), MASS * 10 * 0.5, 1e-9);
  EXPECT_NEAR(body.take_stop_losses() / (MASS * 10 * 0.5), 1.0, 1e-9);
  EXPECT_EQ(body.take_stop_losses(), 0.0);
}

// A bar on a hinge beside its centre of mass: I = 1/3 m L^2 about its end.
TEST(GuidedBody, APendulumSwings)
{
  const double length = 0.6, dt = 1e-4;
  GuidedBody body;
  body.mass = MASS;
  body.inertia =
      Matrix3d::diagonal(Vector3d{1, 1, 1e-6}) * Matrix3d::identity() * MASS * length * length / 12;
  body.center = {0.1, 0.2, -length / 2};
  body.point = {0.1, 0.2, 0.0};
  body.axis = Vector3d::unit_y();
  body.around = GuidedBody::Around::AXIS;
  body.gravity = {0, 0, -9.81};
  body.begin();
  GuidedBody::Coordinate &angle = body.coordinates[GuidedBody::ANGLE];
  EXPECT_NEAR(angle.inertia, MASS * length * length / 3, 1e-12);
  angle.place = 1e-3;
  const double energy = body.potential_energy();
  const double rate = std::sqrt(9.81 * 1.5 / length);
  for (int n = 1; n <= 20000; n++) {
    body.start({}, dt);
    body.finish({}, dt);
    if (n % 1000 == 0) {
      ASSERT_NEAR(angle.place, 1e-3 * std::cos(rate * n * dt), 1e-8);
      ASSERT_NEAR(body.kinetic_energy() + body.potential_energy(), energy, 1e-12);
    }
  }
  const Vector3d at = body.center_now();
  EXPECT_NEAR(norm(at - body.point), length / 2, 1e-12);
}

// Free of all guides it is the free rigid body.
TEST(GuidedBody, ATopTurnsAsAFreeBody)
{
  GuidedBody body;
  body.mass = MASS;
  body.inertia = Matrix3d::of_rows({3.0, 0.2, 0.1}, {0.2, 2.0, -0.3}, {0.1, -0.3, 1.5});
  body.center = {1, 2, 3};
  body.around = GuidedBody::Around::ALL;
  for (int k = 0; k < 3; k++) body.coordinates[k].is_free = true;
  body.begin();
  body.top().angular_momentum = {1.0, -2.0, 0.5};
  body.coordinates[0].speed = 0.3;
  RigidBody other = body.top();
  other.position = body.center;
  other.velocity = {0.3, 0, 0};
  const Matrix3d first = rotation_matrix(other.orientation);
  const BodyLoad load = {Vector3d{1, 0, -1}, Vector3d{0.1, 0.4, -0.2}};
  for (int n = 0; n < 500; n++) {
    body.start(load, 1e-3);
    body.finish(load, 1e-3);
    kick(other, load.force, load.torque, 0.5e-3);
    drift(other, 1e-3);
    kick(other, load.force, load.torque, 0.5e-3);
  }
  EXPECT_LT(norm(body.turn() * first - rotation_matrix(other.orientation)), 1e-12);
  EXPECT_LT(norm(body.center_now() - other.position), 1e-12);
  EXPECT_LT(norm(body.rates().omega - other.angular_velocity()), 1e-12);
  EXPECT_NEAR(body.kinetic_energy(), other.kinetic_energy() + other.rotational_energy(), 1e-12);
}

// An impulse at a place changes the speed there by the mobility.
TEST(GuidedBody, MobilityIsTheSpeedByAnImpulse)
{
  for (const auto around :
       {GuidedBody::Around::NONE, GuidedBody::Around::AXIS, GuidedBody::Around::ALL}) {
    GuidedBody body;
    body.mass = MASS;
    body.inertia = Matrix3d::of_rows({3.0, 0.2, 0.1}, {0.2, 2.0, -0.3}, {0.1, -0.3, 1.5});
    body.center = {0.5, 0.1, 0.2};
    body.point = {0.3, -0.2, 0.1};
    body.axis = Vector3d{1, 2, 2} / 3.0;
    body.around = around;
    for (int k = 0; k < 3; k++) body.coordinates[k].is_free = around != GuidedBody::Around::AXIS;
    body.begin();
    const Vector3d place{0.9, 0.4, -0.3}, along = Vector3d{2, -1, 2} / 3.0;
    const double dt = 1e-9, expected = body.mobility(place, along);
    const Vector3d force = along / dt;
    const BodyLoad load = {force, cross(place - body.center, force)};
    body.finish(load, 2 * dt);
    const GuidedBody::Rates now = body.rates();
    const Vector3d speed = now.velocity + cross(now.omega, place - body.center_now());
    EXPECT_NEAR(dot(speed, along) / expected, 1.0, 1e-6);
    EXPECT_NEAR(body.applied_power({force, load.torque}) / dot(force, speed), 1.0, 1e-6);
  }
}

// A coordinate that a stop holds does not give way, nor one that the impulse would press on its stop.
TEST(GuidedBody, WhatAStopHoldsDoesNotGiveWay)
{
  GuidedBody body = sliding(2);
  GuidedBody::Coordinate &z = body.coordinates[2];
  z.high = 0.0;
  const Vector3d none = Vector3d::zero(), up = Vector3d::unit_z();
  const auto pressed_by = [&](double force) {
    body.start({force * up, none}, 1e-3);
    body.finish({force * up, none}, 1e-3);
    return body;
  };
  EXPECT_EQ(body.mobility(none, up), 0.0);
  EXPECT_EQ(body.mobility(none, -up), 1.0 / MASS);
  EXPECT_EQ(pressed_by(5.0).mobility(none, -up), 0.0);
  EXPECT_EQ(pressed_by(5.0).mobility(none, up), 0.0);
  EXPECT_EQ(pressed_by(-5.0).mobility(none, -up), 1.0 / MASS);
  EXPECT_EQ(body.mobility(none, up), 1.0 / MASS);    // it has left its stop
  z.place = z.speed = 0.0;
  body.take_full_step({3.0 * up, none});
  EXPECT_EQ(body.mobility(none, -up), 0.0);
  body.take_full_step({-3.0 * up, none});
  EXPECT_EQ(body.mobility(none, -up), 1.0 / MASS);
  EXPECT_EQ(body.mobility(none, Vector3d::unit_x()), 0.0);
}

// About an axis at x = 0.5, held by a stop against a torque.
TEST(GuidedBody, AHingeOnItsStopDoesNotGiveWay)
{
  GuidedBody body;
  body.mass = MASS;
  body.inertia = Matrix3d::diagonal(Vector3d{1, 1, 1});
  body.around = GuidedBody::Around::AXIS;
  body.point = {0.5, 0, 0};
  body.axis = Vector3d::unit_y();
  body.begin();
  body.coordinates[GuidedBody::ANGLE].low = 0.0;
  const Vector3d place{1.5, 0.3, 0}, up = Vector3d::unit_z();    // up turns it about -y
  EXPECT_EQ(body.mobility(place, up), 0.0);
  EXPECT_NEAR(body.mobility(place, -up), 1.0 / (1.0 + 0.25 * MASS), 1e-12);
  body.coordinates[0].place = 2.0;    // the axis itself may have moved
  EXPECT_NEAR(body.mobility(place + 2.0 * Vector3d::unit_x(), -up), 1.0 / (1.0 + 0.25 * MASS),
              1e-12);
  body.coordinates[0].place = 0.0;
  body.start({Vector3d::zero(), Vector3d{0, -1, 0}}, 1e-3);
  EXPECT_EQ(body.mobility(place, -up), 0.0);
}

}    // namespace test_guided_body
