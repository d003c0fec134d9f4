// Motions of walls. Oracles: closed forms; central differences of places for velocities.

#include "common/constants.h"
#include "walls/rigid_motion.h"

#include <gtest/gtest.h>

#include <cmath>

namespace grist {
namespace test_rigid_motion {

constexpr double TOLERANCE = 1e-12;

void expect_place(RigidMotion &motion, double time, const Vector3d &x, const Vector3d &expected)
{
  motion.set_time(time);
  EXPECT_LT(norm(motion.frame() * x - expected), TOLERANCE) << time;
}

TEST(RigidMotion, LinearWiggleAndRotationInClosedForm)
{
  RigidMotion linear, wiggle, rotation;
  linear.add_linear({1, -2, 3});
  expect_place(linear, 0.7, {1, 1, 1}, {1.7, -0.4, 3.1});
  wiggle.add_wiggle({0, 0.5, 0}, 4.0);
  expect_place(wiggle, 1.0, {1, 1, 1}, {1, 1.5, 1});
  expect_place(wiggle, 3.0, {1, 1, 1}, {1, 0.5, 1});
  rotation.add_rotation({1, 0, 0}, {0, 0, 2}, 4.0);    // by the right hand
  expect_place(rotation, 1.0, {2, 0, 5}, {1, 1, 5});
  EXPECT_LT(norm(rotation.velocity().at({1, 1, 5}) - Vector3d{-0.5 * grist::PI, 0, 0}), TOLERANCE);
}

TEST(RigidMotion, AxisMovesWithDisplacements)
{
  RigidMotion motion;
  motion.add_linear({0, 0, 1});
  motion.add_rotation({1, 0, 0}, {1, 0, 0}, 2.0);
  expect_place(motion, 1.0, {3, 1, 0},
               {3, -1, 1});    // half a turn about an axis that was displaced
  EXPECT_LT(norm(motion.center() - Vector3d{1, 0, 1}), TOLERANCE);
}

TEST(RigidMotion, VelocitiesAreTheDerivativesOfPlaces)
{
  RigidMotion motion;
  motion.add_rotation({1, 2, 0}, {1, 0, 1}, 0.7);
  motion.add_rotation({0, -1, 1}, {0, 1, 0.3}, 1.9);
  motion.add_wiggle({0.1, 0, 0.2}, 0.3);
  motion.add_linear({0, 1, -1});
  constexpr double DT = 1e-6, OF_DIFFERENCES = 1e-6;
  const Vector3d own{0.3, -0.7, 1.1};
  for (double time = 0.0; time < 3.0; time += 0.1) {
    motion.set_time(time - DT);
    const Vector3d before = motion.frame() * own;
    motion.set_time(time + DT);
    const Vector3d after = motion.frame() * own;
    motion.set_time(time);
    EXPECT_LT(norm(motion.velocity().at(motion.frame() * own) - (after - before) / (2 * DT)),
              OF_DIFFERENCES);
  }
}

TEST(RigidMotion, DrivenByConstantsIsLinearAndRotation)
{
  RigidMotion driven, given;
  driven.add_driven({1, 0, 2}, {0, 3, 0});
  given.add_rotation({1, 0, 2}, {0, 1, 0}, 2.0);
  given.add_linear({1, 0, -1});
  driven.drive(0, {1, 0, -1}, grist::PI, 0.0);
  for (int step = 0; step < 1000; step++) driven.drive(0, {1, 0, -1}, grist::PI, 1e-3);
  driven.set_time(1.0);
  given.set_time(1.0);
  EXPECT_LT(norm(driven.frame().rotation - given.frame().rotation), 1e-11);
  EXPECT_LT(norm(driven.frame().position - given.frame().position), 1e-11);
  EXPECT_LT(norm(driven.velocity().at({1, 1, 1}) - given.velocity().at({1, 1, 1})), 1e-11);
}

TEST(RigidMotion, OnlyRotationsAboutAnAxisKeepItsPeriod)
{
  RigidMotion motion;
  motion.add_linear({1, 2, 3});
  motion.add_wiggle({1, 0, 0}, 1.0);
  EXPECT_TRUE(motion.keeps_period(0) && motion.keeps_period(1));
  motion.add_rotation({0, 0, 1}, {-2, 0, 0}, 1.0);
  EXPECT_TRUE(motion.keeps_period(0));
  EXPECT_FALSE(motion.keeps_period(1));
}

// The axis of a servo beside other motions: later rotations and all displacements move it. Its points
// are those that its own motion leaves at rest.
TEST(RigidMotion, TheAxisOfADrivenMotionMovesWithTheWall)
{
  RigidMotion motion, others;
  const Vector3d point{0.3, -0.2, 0.1}, axis = Vector3d{1, 2, -2} / 3.0;
  for (RigidMotion *one : {&motion, &others}) {
    one->add_linear({1, 2, 3});
    one->add_rotation({0.5, 0.5, 0.5}, {1, 0, 0}, 3.0);
  }
  const int number = motion.add_driven(point, axis);
  for (RigidMotion *one : {&motion, &others}) {
    one->add_wiggle({0.1, 0, -0.2}, 0.7);
    one->add_rotation({1, 2, 3}, {0, 1, 1}, 2.0);
  }
  EXPECT_EQ(motion.driven_axis(number).point, point);
  RigidMotion::Driven state;
  state.angle = 0.4;
  state.displacement = {0.05, 0.06, 0.07};
  motion.drive(number, state);
  motion.set_time(0.45);
  others.set_time(0.45);
  RigidMotion later;    // of the other two rotations, the one that comes after it
  later.add_rotation({1, 2, 3}, {0, 1, 1}, 2.0);
  later.set_time(0.45);
  const Vector3d shift = 0.45 * Vector3d{1, 2, 3} +
      std::sin(2.0 * grist::PI * 0.45 / 0.7) * Vector3d{0.1, 0, -0.2} + state.displacement;
  const RigidMotion::Axis &now = motion.driven_axis(number);
  EXPECT_LT(norm(now.point - (later.frame() * point + shift)), TOLERANCE);
  EXPECT_LT(norm(now.direction - later.frame().rotation * axis), TOLERANCE);
  // What the angle does to the wall is a rotation about this axis.
  const Vector3d own{0.7, 0.1, -0.4}, at = others.frame() * own + state.displacement;
  const Vector3d turned = now.point + rotation_matrix(0.4, now.direction) * (at - now.point);
  EXPECT_LT(norm(motion.frame() * own - turned), TOLERANCE);
}

// Of one rotation and any displacements: the velocity of the point that it is about.
TEST(RigidMotion, TheCenterMovesWithTheDisplacements)
{
  RigidMotion motion;
  motion.add_rotation({1, 2, 0}, {1, 0, 1}, 0.7);
  motion.add_wiggle({0.1, 0, 0.2}, 0.3);
  motion.add_linear({0, 1, -1});
  motion.set_time(0.4);
  EXPECT_LT(norm(motion.center_velocity() - motion.velocity().at(motion.center())), 1e-11);
  EXPECT_GT(norm(motion.center_velocity()), 1.0);
}

// As that of a wall after a restart file.
TEST(StepClock, IsBitForBitTheSameAfterItsTimeWasSet)
{
  for (const double length : {1e-5, 2.3e-6, 1.0 / 3.0}) {
    StepClock clock, set;
    for (int step = 0; step < 3017; step++) clock.step(length);
    set.set_time(clock.time());
    for (int step = 0; step < 1000; step++) {
      clock.step(length);
      set.step(length);
      ASSERT_EQ(set.time(), clock.time()) << length << ' ' << step;
    }
  }
}

TEST(StepClock, StepsOfAnyLengthAddUp)
{
  StepClock clock;
  for (int n = 0; n < 1000000; n++) clock.step(1e-3);
  EXPECT_EQ(clock.time(), 1000000 * 1e-3);
  clock.step(0.5);
  clock.step(0.25);
  EXPECT_DOUBLE_EQ(clock.time(), 1000.75);
  clock.set_time(2.0);
  EXPECT_EQ(clock.time(), 2.0);
  clock.step(0.25);
  EXPECT_EQ(clock.time(), 2.25);
}

// (1, 0, 0) moves by 2 along x until time 2, then makes a quarter of a turn about the z-axis, then
// stands.
TEST(RigidMotion, OthersBeginWhereItStands)
{
  RigidMotion motion;
  motion.add_linear({1, 0, 0});
  motion.begin_anew(2.0);
  motion.add_rotation({0, 0, 0}, {0, 0, 1}, 4.0);
  expect_place(motion, 2.0, {1, 0, 0}, {3, 0, 0});
  expect_place(motion, 3.0, {1, 0, 0}, {0, 3, 0});
  EXPECT_LT(norm(motion.center()), TOLERANCE);
  EXPECT_LT(norm(motion.velocity().at({0, 3, 0}) - Vector3d{-1.5 * grist::PI, 0, 0}), TOLERANCE);

  RigidMotion again;    // from what a restart file holds
  again.add_rotation({0, 0, 0}, {0, 0, 1}, 4.0);
  EXPECT_EQ(again.description(), motion.description());
  again.set_origin(motion.origin());
  expect_place(again, 3.0, {1, 0, 0}, {0, 3, 0});

  motion.begin_anew(3.0);
  EXPECT_FALSE(motion.moves());
  EXPECT_NE(again.description(), motion.description());
  expect_place(motion, 7.0, {1, 0, 0}, {0, 3, 0});
}

}    // namespace test_rigid_motion
}    // namespace grist
