// The energy that the motion of a body can still put into its contacts. Oracles: closed forms of a
// cube and a bar, the kinetic energy that impulses take, and bodies in any state: never more than
// their kinetic energy.

#include "common/space.h"
#include "overlaps/approach.h"

#include "common/random_numbers.h"
#include "geometry/body_motion.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_approach {

using namespace grist;

constexpr double MASS = 2.0;
const Vector3d MOMENTS{0.3, 0.5, 0.7};

BodyInertia body()
{
  return BodyInertia::of(MASS, Matrix3d::identity(), MOMENTS);
}

ApproachingContact contact(const Vector3d &arm, double speed)
{
  return {arm, -Vector3d::unit_z(), speed, 0.0, 0.0, 1.0};
}

TEST(Approach, OfAContactBelowTheCenter)
{
  EXPECT_DOUBLE_EQ(approach_energy(body(), {contact({0, 0, -1}, 3.0)}, 1e-3), 0.5 * MASS * 9.0);
  EXPECT_EQ(approach_energy(body(), {contact({0, 0, -1}, -3.0)}, 1e-3), 0.0);
  EXPECT_EQ(approach_energy(body(), {}, 1e-3), 0.0);
}

// At an arm s along x the inverse mass is 1/m + s^2/I_y.
TEST(Approach, OfACornerBesideTheCenter)
{
  const double arm = 0.4, inverse = 1.0 / MASS + arm * arm / MOMENTS[1];
  EXPECT_DOUBLE_EQ(body().inverse_mass_at({arm, 0, -1}, -Vector3d::unit_z()), inverse);
  EXPECT_DOUBLE_EQ(approach_energy(body(), {contact({arm, 0, -1}, 3.0)}, 1e-3), 4.5 / inverse);
  ApproachingContact moved = contact({arm, 0, -1}, 3.0);
  moved.other = 0.25;
  EXPECT_DOUBLE_EQ(approach_energy(body(), {moved}, 1e-3), 4.5 / (inverse + 0.25));
  moved.share = 0.5;
  EXPECT_DOUBLE_EQ(approach_energy(body(), {moved}, 1e-3), 2.25 / (inverse + 0.25));
}

// Both ends of a bar that falls flat take all of its energy, as four corners of a plate do; a third
// of two that are one counts once.
TEST(Approach, OfSeveralContactsIsThatOfTheMotion)
{
  const double all = 0.5 * MASS * 9.0;
  const ApproachingContact left = contact({-0.5, 0, -1}, 3.0), right = contact({0.5, 0, -1}, 3.0);
  EXPECT_NEAR(approach_energy(body(), {left, right}, 1e-3), all, 1e-12);
  EXPECT_NEAR(approach_energy(body(), {left, right, right}, 1e-3), all, 1e-12);
  std::vector<ApproachingContact> corners;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.3, 0.3}) corners.push_back(contact({x, y, -1}, 3.0));
  EXPECT_NEAR(approach_energy(body(), corners, 1e-3), all, 1e-12);
}

// Half a step of the force has slowed it down; one contact pushes the other away.
TEST(Approach, OfTheVelocitiesOfTheStep)
{
  ApproachingContact one = contact({0, 0, -1}, 3.0);
  one.force = 4000.0;
  EXPECT_DOUBLE_EQ(approach_energy(body(), {one}, 1e-3), 0.5 * MASS * 4.0);
  const double arm = 0.6, dt = 1e-3, force = 2000.0;
  ApproachingContact left = contact({-arm, 0, -1}, 0.1), right = contact({arm, 0, -1}, 0.1);
  left.force = force;
  const double speed = 0.1 - 0.5 * dt * force * (1.0 / MASS - arm * arm / MOMENTS[1]);
  ASSERT_GT(speed, 0.1);    // the left one is lifted, which lowers the right one
  EXPECT_NEAR(approach_energy(body(), {left, right}, dt),
              0.5 * speed * speed / body().inverse_mass_at(right.arm, right.normal), 1e-12);
}

TEST(Approach, IsNeverMoreThanTheKineticEnergy)
{
  RandomNumbers random(3);
  const auto vector = [&random] {
    return Vector3d{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
  };
  int near_all = 0;
  for (int k = 0; k < 2000; k++) {
    const Matrix3d turn = rotation_matrix(normalized(
        Quaterniond{random.uniform(), random.uniform(), random.uniform(), random.uniform()}));
    const BodyInertia body = BodyInertia::of(MASS, turn, MOMENTS);
    const Vector3d velocity = vector(), omega = 2.0 * vector();
    std::vector<ApproachingContact> contacts;
    for (int n = 0; n <= k % 7; n++) {
      const Vector3d arm = vector(), normal = normalized(arm);
      contacts.push_back(
          {arm, normal, dot(velocity_at(velocity, omega, arm), normal), 0.0, 0.0, 1.0});
    }
    const double kinetic =
        0.5 * MASS * squared_norm(velocity) + 0.5 * twice_rotational_energy(turn, omega, MOMENTS);
    const double taken = approach_energy(body, contacts, 0.0);
    EXPECT_LE(taken, kinetic * (1.0 + 1e-9));
    near_all += taken > 0.5 * kinetic;
  }
  EXPECT_GT(near_all, 50);
}

}    // namespace test_approach
