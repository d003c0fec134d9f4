// The hysteretic law of overlapping bodies: a spring that latches, in the volume of overlap.
//
// Oracles: areas under the lines of loading and unloading, which give the restitution of faces,
// edges and corners; the kinetic energy of an impact; the same contact seen from the other body.

#include "common/constants.h"
#include "common/space.h"
#include "contacts/contact_limits.h"
#include "geometry/solids.h"
#include "overlaps/latching_spring.h"
#include "overlaps/overlap_contact.h"
#include "overlaps/overlap_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace grist {
namespace test_hysteretic_contact {

constexpr double MASS = 2.0;

OverlapContactLaw hysteretic(NormalLaw normal, double stiffness, double restitution)
{
  OverlapContactLaw law;
  law.normal = normal;
  law.stiffness = stiffness;
  law.hysteretic = true;
  law.set_restitution(restitution);
  return law;
}

// A face of this area, pressed to this depth along z.
Overlap pressed_face(double depth, double area = 1.0)
{
  Overlap found;
  found.status = OverlapStatus::OVERLAPPING;
  found.volume = depth * area;
  found.area = area;
  found.normal = Vector3d::unit_z();
  found.area_vector = area * Vector3d::unit_z();
  return found;
}

ContactMotion at_speed(double approach, double dt)
{
  return {approach * Vector3d::unit_z(), Vector3d::zero(), MASS, dt};
}

// A cube of edge 1 with a volume B h^p below the floor at the depth h of its lowest point.
struct Feature {
  const char *name;
  double factor, power;    // B, p
  Matrix3d rotation;
  double lowest;    // below the center
};

const Feature FACE = {"face", 1.0, 1.0, Matrix3d::identity(), 0.5};
const Feature EDGE = {"edge", 1.0, 2.0, rotation_matrix(PI / 4, Vector3d::unit_x()),
                      std::sqrt(0.5)};
const Feature CORNER = {"corner", std::sqrt(3.0) / 2.0, 3.0,
                        rotation_matrix(quaternion_between(Vector3d::ones(), Vector3d::unit_z())),
                        std::sqrt(3.0) / 2.0};

// The law of volume: of the work K B H^(p+1)/(p+1) of loading, the part under the line of
// unloading, which ends at the depth q H with q^p = 1 - e^2.
double closed_restitution(double e, double p)
{
  const double q = std::pow(1.0 - e * e, 1.0 / p);
  return std::sqrt((1.0 - (p + 1.0) * std::pow(q, p) + p * std::pow(q, p + 1.0)) / (e * e));
}

struct Rebound {
  double speed, lost, depth;
};

// Falls straight on the floor; leapfrog. The time step is a small part of the depth over the speed.
Rebound impact(const OverlapContactLaw &law, const Feature &feature, double speed)
{
  const ConvexPolyhedron cube = solids::cube(1.0);
  const HalfSpace floor = {Vector3d::unit_z(), 0.0};
  OverlapWorkspace workspace;
  const bool energy = law.normal == NormalLaw::ENERGY;
  const double b = feature.factor, p = feature.power, n = energy ? 2.0 * p : p + 1.0;
  const double work = law.stiffness * (energy ? 0.5 * b * b : b / n);    // at depth 1
  const double depth = std::pow(0.5 * MASS * speed * speed / work, 1.0 / n);
  const double dt = depth / speed / 5000.0;
  double z = feature.lowest + 0.5 * dt * speed, v = -speed;
  Rebound out = {0.0, 0.0, 0.0};
  ContactHistory kept;
  for (int step = 0; step < 100000; step++) {
    const Overlap found = overlap(cube, {Vector3d{0, 0, z}, feature.rotation}, floor, workspace);
    if (step > 10 && found.volume <= 0.0) break;
    out.depth = std::max(out.depth, feature.lowest - z);
    if (found.volume > 0.0) {
      const ContactForce contact = overlap_contact(
          law, found, found.centroid, {Vector3d{0, 0, v}, Vector3d::zero(), MASS, dt}, kept);
      v += dt * contact.force.z / MASS;
      out.lost = contact.lost;
    }
    z += dt * v;
  }
  EXPECT_NEAR(out.depth, depth, 1e-3 * depth);
  out.speed = v;
  return out;
}

TEST(LatchingSpring, FollowsItsTwoLines)
{
  const LatchingSpring spring = {50.0, 0.5};
  EXPECT_EQ(spring.steepest(), 200.0);
  EXPECT_EQ(spring.force(2.0, 2.0), 100.0);
  EXPECT_EQ(spring.force(1.75, 2.0), 50.0);
  EXPECT_EQ(spring.force(1.5, 2.0), 0.0);    // (1 - e^2) peak
  EXPECT_EQ(spring.force(1.0, 2.0), 0.0);
  EXPECT_EQ(spring.stored(2.0, 2.0), 0.25 * 100.0);
  EXPECT_EQ(spring.lost(2.0), 0.75 * 100.0);
}

TEST(HystereticContact, RestitutionByVolumeIsTheClosedFormAtAnySpeed)
{
  for (const double e : {0.3, 0.5, 0.8})
    for (const Feature &feature : {FACE, EDGE, CORNER}) {
      const double expected = closed_restitution(e, feature.power);
      if (feature.power == 1.0) { EXPECT_NEAR(expected, e, 1e-12); }
      for (const double speed : {0.01, 0.1, 0.5}) {
        SCOPED_TRACE(testing::Message() << feature.name << " e " << e << " speed " << speed);
        const Rebound found = impact(hysteretic(NormalLaw::VOLUME, 1e4, e), feature, speed);
        EXPECT_NEAR(found.speed / speed, expected, 1e-3);
        const double lost = 0.5 * MASS * speed * speed * (1.0 - expected * expected);
        EXPECT_NEAR(found.lost, lost, 2e-3 * lost);
      }
    }
}

TEST(HystereticContact, RestitutionByEnergyIsExactOnAnyFeature)
{
  for (const double e : {0.3, 0.5, 0.8})
    for (const Feature &feature : {FACE, EDGE, CORNER})
      for (const double speed : {0.01, 0.1, 0.5}) {
        SCOPED_TRACE(testing::Message() << feature.name << " e " << e << " speed " << speed);
        const Rebound found = impact(hysteretic(NormalLaw::ENERGY, 1e5, e), feature, speed);
        EXPECT_NEAR(found.speed / speed, e, 1e-3);
        const double lost = 0.5 * MASS * speed * speed * (1.0 - e * e);
        EXPECT_NEAR(found.lost, lost, 2e-3 * lost);
      }
}

// Without dashpots: unloaded in part, loaded again up to the first line, and along that.
TEST(HystereticContact, LoadsAgainOnTheLineOfUnloading)
{
  OverlapContactLaw law = hysteretic(NormalLaw::VOLUME, 1e3, 0.5);
  law.damping = 0.0;
  ContactHistory kept;
  const auto force = [&](double depth) {
    return -overlap_contact(law, pressed_face(depth), Vector3d::unit_z(), at_speed(0.0, 0.0), kept)
                .force.z;
  };
  EXPECT_NEAR(force(0.010), 10.0, 1e-12);
  EXPECT_NEAR(force(0.009), 6.0, 1e-12);
  EXPECT_NEAR(force(0.008), 2.0, 1e-12);
  EXPECT_NEAR(force(0.007), 0.0, 1e-12);
  EXPECT_NEAR(force(0.009), 6.0, 1e-12);
  EXPECT_NEAR(force(0.010), 10.0, 1e-12);
  EXPECT_NEAR(force(0.012), 12.0, 1e-12);
  EXPECT_NEAR(force(0.011), 8.0, 1e-12);
}

// The dashpot acts where a contact is loaded again, up to the line of loading, and nowhere else.
TEST(HystereticContact, DashpotActsOnReloadingAlone)
{
  const OverlapContactLaw law = hysteretic(NormalLaw::VOLUME, 1e3, 0.5);
  const double dashpot = 2.0 * law.damping_ratio * std::sqrt(MASS * 1e3);
  ContactHistory kept;
  const auto force = [&](double depth, double speed) {
    return -overlap_contact(law, pressed_face(depth), Vector3d::unit_z(), at_speed(speed, 0.0),
                            kept)
                .force.z;
  };
  EXPECT_NEAR(force(0.010, 0.05), 10.0, 1e-12);
  EXPECT_NEAR(force(0.009, -0.05), 6.0, 1e-12);
  EXPECT_NEAR(force(0.009, 0.05), 6.0 + 0.05 * dashpot, 1e-12);
  EXPECT_LT(6.0 + 0.05 * dashpot, 9.0);
  EXPECT_NEAR(force(0.009, 5.0), 9.0, 1e-12);
}

// The force on b is minus that on a at every step, and its history the mirror image.
TEST(HystereticContact, IsTheSameSeenFromTheOtherBody)
{
  for (const NormalLaw normal : {NormalLaw::VOLUME, NormalLaw::ENERGY}) {
    OverlapContactLaw law = hysteretic(normal, 1e3, 0.4);
    law.friction = FrictionLaw::COULOMB;
    law.mu = 0.3;
    ContactHistory of_a, of_b;
    for (int n = 0; n < 200; n++) {
      const double depth = 0.01 * std::pow(std::sin(0.03 * n), 2) + 1e-4;
      Overlap here = pressed_face(depth), there = here;
      there.normal = -here.normal;
      there.area_vector = -here.area_vector;
      const ContactMotion motion = {{0.1, 0.02, 0.3 * std::sin(0.06 * n)}, {1, 2, 3}, MASS, 1e-3};
      ContactMotion other = motion;
      other.velocity = -motion.velocity;
      other.omega = -motion.omega;
      const ContactForce a = overlap_contact(law, here, Vector3d::zero(), motion, of_a);
      const ContactForce b = overlap_contact(law, there, Vector3d::zero(), other, of_b);
      EXPECT_LT(norm(a.force + b.force), 1e-12);
      EXPECT_LT(norm(of_a.force + of_b.force) + norm(of_a.twist + of_b.twist), 1e-12);
      EXPECT_EQ(of_a.peak, of_b.peak);
      EXPECT_NEAR(of_a.work, of_b.work, 1e-14);
      EXPECT_NEAR(of_a.pressed, of_b.pressed, 1e-12);
      EXPECT_NEAR(a.lost, b.lost, 1e-14);
    }
  }
}

// Dropped on a floor with its weight. Without the dashpot of reloading it bounces on the line of
// unloading forever.
TEST(HystereticContact, ComesToRestUnderItsWeight)
{
  const double area = 1.0, stiffness = 1e4, gravity = 9.81, dt = 1e-4;
  const auto speed_at_end = [&](double damping) {
    OverlapContactLaw law = hysteretic(NormalLaw::VOLUME, stiffness, 0.3);
    law.damping = damping;
    ContactHistory kept;
    double depth = -0.01, v = 0.0, greatest = 0.0;
    for (int n = 0; n < 200000; n++) {
      double force = 0.0;
      if (depth > 0.0)
        force = -overlap_contact(law, pressed_face(depth, area), Vector3d::unit_z(),
                                 at_speed(v, dt), kept)
                     .force.z;
      else
        kept = {};
      v += dt * (gravity - force / MASS);
      depth += dt * v;
      if (n > 190000) greatest = std::max(greatest, std::fabs(v));
    }
    return greatest;
  };
  EXPECT_LT(speed_at_end(-1.0), 1e-9);
  EXPECT_GT(speed_at_end(0.0), 1e-3);
}

TEST(HystereticContact, IsMixedWithItsOwnKindOnly)
{
  const OverlapContactLaw a = hysteretic(NormalLaw::VOLUME, 1e4, 0.9);
  OverlapContactLaw b = hysteretic(NormalLaw::VOLUME, 1e4, 0.4);
  ASSERT_TRUE(can_be_mixed(a, b));
  EXPECT_TRUE(mixed(a, b).hysteretic);
  EXPECT_NEAR(mixed(a, b).restitution, 0.6, 1e-15);
  b.hysteretic = false;
  EXPECT_FALSE(can_be_mixed(a, b));
}

TEST(HystereticContact, LimitsTheTimeStepByItsSteepestLine)
{
  ContactSurvey survey;
  add_contact(survey, hysteretic(NormalLaw::VOLUME, 1e4, 0.25), pressed_face(0.01, 0.5), MASS, 1.0);
  EXPECT_NEAR(survey.shortest, 0.25 * PI * std::sqrt(MASS / (1e4 * 0.5)), 1e-12);
}

// Two edges that touch leave a needle of rounding, whose volume over its area is no depth.
TEST(HystereticContact, ANeedleOfRoundingHasNoDepth)
{
  ContactSurvey survey;
  Overlap needle = pressed_face(1e-8, 1e-18);    // volume 1e-26, net area 1e-18
  needle.volume = 1e-24;
  needle.area = 1e-22;
  add_contact(survey, hysteretic(NormalLaw::VOLUME, 1e4, 0.9), needle, MASS, 0.01);
  EXPECT_NEAR(survey.largest, 1e-6, 1e-12);
  add_contact(survey, hysteretic(NormalLaw::VOLUME, 1e4, 0.9), pressed_face(1e-4, 1e-5), MASS,
              0.01);
  EXPECT_NEAR(survey.largest, 0.01, 1e-12);
}

}    // namespace test_hysteretic_contact
}    // namespace grist
