// Where the work of a contact of bodies goes. Oracles: the power of its forces on the two bodies,
// areas under lines, the law of Coulomb for a slip in one direction.

#include "common/constants.h"
#include "common/space.h"
#include "geometry/body_motion.h"
#include "geometry/solids.h"
#include "overlaps/overlap_cases.h"
#include "records/contact_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace grist {
namespace test_overlap_energy {

using testing::full_law;
using testing::pressed_along_z;

Vector3d random_vector(std::mt19937_64 &random)
{
  std::normal_distribution<double> gauss;
  return {gauss(random), gauss(random), gauss(random)};
}

Pose random_pose(std::mt19937_64 &random, const Vector3d &position)
{
  const Vector3d axis = normalized(random_vector(random));
  return {position, rotation_matrix(norm(random_vector(random)), axis)};
}

// By a contact, from the motion.
double taken_from(const EnergyFlows &powers)
{
  return powers[CONTACT_DAMPING] + powers[PRESSING] + powers[SHEARING];
}

// All that is taken, and the change of what the law of energy stores, is minus the power of the
// contact on a and b; and for a contact with a wall, on a, less that of the wall.
TEST(OverlapEnergy, TakesThePowerOfTheForces)
{
  std::mt19937_64 random(5);
  const ConvexPolyhedron a = solids::octahedron(1.0), b = solids::dodecahedron(0.5);
  OverlapWorkspace workspace;
  int touching = 0;
  for (int n = 0; n < 300; n++) {
    const Pose pose_a = random_pose(random, {1, 2, 3});
    const Pose pose_b =
        random_pose(random, pose_a.position + 1.1 * normalized(random_vector(random)));
    const Overlap found = overlap(a, pose_a, b, pose_b, workspace);
    if (found.status != OverlapStatus::OVERLAPPING) continue;
    touching++;
    for (const NormalLaw normal : {NormalLaw::VOLUME, NormalLaw::ENERGY})
      for (const FrictionLaw friction :
           {FrictionLaw::NONE, FrictionLaw::REGULARISED, FrictionLaw::COULOMB})
        for (const bool hysteretic : {false, true})
          for (const double mu : {0.1, 100.0}) {
            const OverlapContactLaw law = full_law(normal, friction, hysteretic, mu);
            const Vector3d distance = pose_b.position - pose_a.position;
            const ContactMotion motion = {random_vector(random), random_vector(random), 0.3, 1e-4};
            ContactHistory kept = {random_vector(random), random_vector(random),
                                   1.2 * found.volume};
            const ContactForce on = overlap_contact(law, found, distance, motion, kept);
            const SphereRates rates[2] = {{random_vector(random), random_vector(random)},
                                          {random_vector(random), random_vector(random)}};
            const Vector3d &va = rates[0].velocity, &wa = rates[0].omega;
            const Vector3d &vb = rates[1].velocity, &wb = rates[1].omega;
            double stored_rate = 0.0;
            if (normal == NormalLaw::ENERGY) {
              const double growth = dot(found.area_vector, va - vb) + dot(found.torque_a(), wa) +
                  dot(found.torque_b(distance), wb);
              const double peak = hysteretic ? kept.peak : found.volume;
              const double e = hysteretic ? law.restitution : 1.0;
              const double spring =
                  std::max(0.0, law.stiffness * (peak - (peak - found.volume) / (e * e)));
              stored_rate = spring * growth;
            }
            const double power =
                dot(on.force, va - vb) + dot(on.torque_a, wa) + dot(on.torque_b, wb);
            const double elastic = law.stiffness * found.volume;    // which the dashpot may cancel
            const double size = norm(on.force) + norm(on.torque_a) + norm(on.torque_b) + elastic;
            EnergyFlows of_pair{}, of_wall{};
            PowerSum(of_pair, rates, {})
                .visit(RecordedOverlap{{0, 1, 1.0}, &law, found, distance, motion, kept, on, {}});
            EXPECT_NEAR(taken_from(of_pair) + stored_rate, -power, 1e-10 * size);
            EXPECT_EQ(of_pair[WALL_WORK], 0.0);
            // b as a wall that moves as b does.
            const Vector3d surface = velocity_at(vb, wb, found.centroid - distance);
            PowerSum(of_wall, rates, {})
                .visit(RecordedOverlap{{0, TouchingPair::WALL, 1.0},
                                       &law,
                                       found,
                                       distance,
                                       motion,
                                       kept,
                                       on,
                                       {surface, wb}});
            EXPECT_NEAR(taken_from(of_wall) + stored_rate - of_wall[WALL_WORK],
                        -dot(on.force, va) - dot(on.torque_a, wa), 1e-10 * size);
          }
  }
  EXPECT_GT(touching, 50);
}

// A slip at constant speed without dashpots: first the spring takes all, then it stays at mu Fn.
TEST(OverlapEnergy, SlipIsStoredThenDissipated)
{
  OverlapContactLaw law = full_law(NormalLaw::VOLUME, FrictionLaw::COULOMB, false, 0.3);
  law.damping = 0.0;
  const Overlap found = pressed_along_z(0.01);
  const double spring = 0.5 * 3e4, limit = 0.3 * 3e4 * 0.01, speed = 0.1, dt = 1e-5;
  const ContactMotion motion = {speed * Vector3d::unit_x(), Vector3d::zero(), 1.0, dt};
  ContactHistory kept;
  double taken = 0.0, slip = 0.0;
  for (int n = 0; n < 20000; n++) {
    const ContactHistory before = kept;
    const ContactForce on = overlap_contact(law, found, Vector3d::unit_z(), motion, kept);
    EXPECT_NEAR(on.force.x, kept.force.x, 1e-12);
    const OverlapPower power =
        dissipated_power(law, found, motion, kept, motion.velocity, Vector3d::zero());
    EXPECT_EQ(power.damping, 0.0);
    taken += dt * power.shearing - 0.5 * dt * (power.shearing + before.force.x * speed);
    slip += dt * speed;
    const double expected = std::min(spring * slip, limit);
    const double stored = stored_energy(law, found, kept).shear;
    ASSERT_NEAR(stored, 0.5 * expected * expected / spring, 1e-9 * limit);
    const double sliding = std::max(0.0, slip - limit / spring);
    ASSERT_NEAR(taken, stored + limit * sliding, 1e-4 * limit * slip + 1e-12);
  }
  EXPECT_GT(slip, 2.0 * limit / spring);
}

// The tangential dashpot takes c v^2 while the contact sticks, and nothing at the limit.
TEST(OverlapEnergy, ADashpotTakesNothingWhereTheContactSlides)
{
  OverlapContactLaw law = full_law(NormalLaw::VOLUME, FrictionLaw::COULOMB, false, 0.3);
  law.damping = 2.0;
  const Overlap found = pressed_along_z(0.01);
  const auto damping_at = [&](double speed, double spin) {
    ContactHistory kept;
    const ContactMotion motion = {{0.0, speed, 0.0}, {0.0, 0.0, spin}, 1.0, 0.0};
    overlap_contact(law, found, Vector3d::unit_z(), motion, kept);
    return dissipated_power(law, found, motion, kept, motion.velocity, motion.omega).damping;
  };
  EXPECT_NEAR(damping_at(0.5, 0.0), 2.0 * 0.25, 1e-12);
  EXPECT_EQ(damping_at(100.0, 0.0), 0.0);
  EXPECT_NEAR(damping_at(0.0, 0.5), 2.0 * 0.5 / PI * 0.25, 1e-12);
  EXPECT_EQ(damping_at(0.0, 1000.0), 0.0);
}

// What the hysteretic law of energy loses step by step is what it has lost; what it stores is given
// back.
TEST(OverlapEnergy, LossesOfStepsAreThatOfTheContact)
{
  const OverlapContactLaw law = full_law(NormalLaw::ENERGY, FrictionLaw::NONE, true, 0.0);
  ContactHistory kept;
  double sum = 0.0, lost = 0.0;
  for (int n = 1; n <= 100; n++) {
    const double depth = 1e-3 * (n <= 50 ? n : 100 - n) + 1e-5;
    const Overlap found = pressed_along_z(depth);
    const ContactForce on = overlap_contact(law, found, Vector3d::unit_z(),
                                            {Vector3d::zero(), Vector3d::zero(), 1.0, 1e-5}, kept);
    sum += on.lost_now;
    lost = on.lost;
    EXPECT_NEAR(stored_energy(law, found, kept).normal, kept.work - lost, 1e-12);
  }
  const double peak = 0.05 + 1e-5;
  EXPECT_NEAR(lost, 0.5 * (1.0 - 0.36) * law.stiffness * peak * peak, 1e-9);
  EXPECT_NEAR(sum, lost, 1e-12);
}

}    // namespace test_overlap_energy
}    // namespace grist
