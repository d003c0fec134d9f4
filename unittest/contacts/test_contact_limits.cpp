// Limits of the time step.
//
// Oracles: a collision integrated by itself (Hertz, linear), the linear oscillator that leapfrog
// loses, Rayleigh's time of a material in numbers.

#include "contacts/collision.h"
#include "contacts/contact_limits.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_contact_limits {

using namespace grist;

ContactLaw elastic(ContactKind kind, const Elasticity &values)
{
  return contact_law(kind, ContactForm::CONSISTENT, values, values, {});
}

const ContactLaw HERTZ = elastic(KIND_OF<HertzMindlin>, {1e7, 0.3});
const ContactLaw LINEAR = elastic(KIND_OF<Hooke>, {1e4, 0.3});
constexpr double RADIUS = 1e-3, MASS = 2e-5;    // R*, m*

double force(const ContactLaw &law, double overlap)
{
  return contact_springs(law, overlap, RADIUS, MASS).normal * overlap;
}

// From touch to touch, by leapfrog with `steps` steps in about a contact.
double collision_time(const ContactLaw &law, double speed, double dt)
{
  double overlap = 0.0, rate = speed, time = 0.0;
  while (true) {
    rate -= 0.5 * dt * force(law, overlap) / MASS;
    const double before = overlap;
    overlap += dt * rate;
    if (overlap < 0.0) return time + dt * before / (before - overlap);
    rate -= 0.5 * dt * force(law, overlap) / MASS;
    time += dt;
  }
}

// Oracle: the difference of forces; the springs of the law.
TEST(ContactLimits, StiffnessIsTheSlopeOfTheForce)
{
  SphereContact contact;
  contact.radius = RADIUS;
  contact.mass = MASS;
  for (const ContactLaw &frictionless : {HERTZ, LINEAR}) {
    ContactLaw law = frictionless;
    for (const double overlap : {1e-6, 1e-5}) {
      const double step = 1e-4 * overlap;
      const double slope = (force(law, overlap + step) - force(law, overlap - step)) / (2.0 * step);
      contact.overlap = overlap;
      EXPECT_NEAR(contact_stiffness(law, contact).normal / slope, 1.0, 1e-8);
    }
    EXPECT_EQ(contact_stiffness(law, contact).shear, 0.0);
    EXPECT_EQ(contact_stiffness(law, contact).roll, 0.0);
    law.friction = 0.1;
    law.parts[ROLLING_PART] = PART_NUMBER<RollingSpring>;
    law.numbers[ROLLING_PART] = {7.0, 0.0, 0.1};
    EXPECT_EQ(contact_stiffness(law, contact).shear,
              contact_springs(law, contact.overlap, RADIUS, MASS).shear);
    EXPECT_DOUBLE_EQ(contact_stiffness(law, contact).roll, 7.0 * RADIUS * RADIUS);
    contact.overlap = -1e-5;
    EXPECT_EQ(contact_stiffness(law, contact).normal, law.kind == KIND_OF<Hooke> ? 1e4 : 0.0);
  }
}

TEST(ContactLimits, ContactTimeIsThatOfACollision)
{
  for (const double speed : {0.01, 1.0, 30.0})
    for (const ContactLaw &law : {HERTZ, LINEAR}) {
      const double time = contact_time(law, RADIUS, MASS, speed);
      EXPECT_NEAR(collision_time(law, speed, 1e-4 * time) / time, 1.0, 1e-6) << speed;
    }
  EXPECT_TRUE(std::isinf(contact_time(HERTZ, RADIUS, MASS, 0.0)));
  EXPECT_TRUE(std::isinf(contact_time(HERTZ, RADIUS, MASS, -1.0)));
}

// Around an overlap that a constant force holds.
double drift_of_oscillation(const ContactLaw &law, double overlap, double dt)
{
  const double held = force(law, overlap), start = 1e-6 * overlap;
  double away = start, rate = 0.0, greatest = 0.0;
  for (int step = 0; step < 400; step++) {
    rate -= 0.5 * dt * (force(law, overlap + away) - held) / MASS;
    away += dt * rate;
    rate -= 0.5 * dt * (force(law, overlap + away) - held) / MASS;
    greatest = std::max(greatest, std::fabs(away));
    if (greatest > 0.1 * overlap) break;
  }
  return greatest / start;
}

TEST(ContactLimits, AboveTheUnstableShareAnOscillationGrows)
{
  for (const ContactLaw &law : {HERTZ, LINEAR}) {
    const double limit = UNSTABLE_SHARE * contact_time_at(law, 1e-5, RADIUS, MASS);
    EXPECT_LT(drift_of_oscillation(law, 1e-5, 0.99 * limit), 20.0);
    EXPECT_GT(drift_of_oscillation(law, 1e-5, 1.01 * limit), 1e4);
  }
}

// Glass of 2 mm: c = sqrt(G/rho) = 3406 m/s, pi r/(0.9125 c) = 1.011 us at nu = 0.22.
TEST(ContactLimits, RayleighTimeOfGlass)
{
  EXPECT_NEAR(rayleigh_time(1e-3, 2500.0, 29e9, 0.22), 1.0108e-6, 1e-10);
}

TEST(ContactLimits, SurveyFindsTheShortestContactAndTheOverlaps)
{
  ContactSurvey survey;
  survey.add(HERTZ, -1e-5, RADIUS, MASS, 0.5, 2e-3);
  EXPECT_EQ(survey.count, 0);
  EXPECT_EQ(survey.shortest, contact_time(HERTZ, RADIUS, MASS, 0.5));
  survey.add(HERTZ, 1e-4, RADIUS, MASS, -0.5, 2e-3);
  survey.add(HERTZ, 3e-4, RADIUS, MASS, 0.0, 2e-3);
  EXPECT_EQ(survey.count, 2);
  EXPECT_DOUBLE_EQ(survey.largest, 0.15);
  EXPECT_DOUBLE_EQ(survey.sum, 0.2);
  EXPECT_EQ(
      survey.shortest,
      std::min(contact_time(HERTZ, RADIUS, MASS, 0.5), contact_time_at(HERTZ, 3e-4, RADIUS, MASS)));
  survey.add(HERTZ, -1e-5, RADIUS, 1e-3 * MASS, 0.5, 2e-3);    // lighter
  EXPECT_EQ(survey.shortest,
            std::min(contact_time(HERTZ, RADIUS, 1e-3 * MASS, 0.5),
                     contact_time_at(HERTZ, 3e-4, RADIUS, MASS)));
}

// One law for each pair of types: the stiff pair decides.
TEST(ContactLimits, PairsOfASceneAreLookedAtByTheirTypes)
{
  const ContactLaw stiff = elastic(KIND_OF<HertzMindlin>, {1e9, 0.3});
  const ContactLaw laws[] = {HERTZ, HERTZ, HERTZ, stiff};
  const SpherePlace places[] = {{{0, 0, 0}, 2e-3}, {{3.9e-3, 0, 0}, 2e-3}, {{7.9e-3, 0, 0}, 2e-3}};
  const SphereMotion motions[] = {{{0, 0, 0}, {0, 0, 0}, MASS, 0, 0},
                                  {{-1, 0, 0}, {0, 0, 0}, MASS, 1, 0},
                                  {{-3, 0, 0}, {0, 0, 0}, MASS, 1, 1}};
  ContactPairs pairs;
  pairs.clear();
  pairs.add(1);
  pairs.end_row(0);
  pairs.add(2);
  pairs.end_row(1);
  pairs.forget_all({false, false, false});
  const ContactScene scene{places,
                           motions,
                           laws,
                           2,
                           {KIND_OF<HertzMindlin>, PART_NUMBER<NoRolling>, ContactForm::CONSISTENT,
                            PART_NUMBER<NoCohesion>, 1e-6, true}};
  const ContactSurvey survey = survey_contacts(scene, pairs, 2);
  EXPECT_EQ(survey.count, 1);
  EXPECT_NEAR(survey.largest, 0.05, 1e-12);
  EXPECT_NEAR(survey.shortest / contact_time(stiff, RADIUS, MASS, 2.0), 1.0, 1e-12);
  EXPECT_EQ(survey_contacts(scene, pairs, 1).count, 0.5);    // two ranks survey it
}

}    // namespace test_contact_limits
