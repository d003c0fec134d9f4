// Cohesion of one pair of spheres. Oracles: the JKR curve as a parametric curve in the contact
// radius, its extremes by calculus, LIGGGHTS' formula of the area of contact, integrals of the
// forces, an oscillator on a linear spring.

#include "contacts/collision.h"
#include "contacts/contact_energy.h"
#include "contacts/contact_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_cohesion {

using namespace grist;
using namespace grist::testing;

constexpr double RADIUS_A = 1e-3, RADIUS_B = 1.5e-3, RADIUS = 0.6e-3;    // R*
constexpr double DT = 1e-7;
constexpr double WORK = 20.0;    // of adhesion: the contact radius at touch is a third of R*

ContactCoefficients cohesive(int law, double strength, double restitution = 1.0,
                             double friction = 0.0)
{
  ContactCoefficients c = coefficients(restitution, friction);
  c.parts[COHESION_PART] = {law, {strength}};
  return c;
}

ContactLaw jkr(double restitution = 1.0, double friction = 0.0)
{
  return hertz_mindlin(RUBBER, RUBBER, cohesive(PART_NUMBER<Jkr>, WORK, restitution, friction));
}

// E* of RUBBER on RUBBER.
double effective_young()
{
  return 0.5 * RUBBER[0] / (1.0 - RUBBER[1] * RUBBER[1]);
}

ContactLaw hooke(const ContactCoefficients &given, double stiffness)
{
  ContactCoefficients c = given;
  c.damping_ratio = 0.5;
  return contact_law(KIND_OF<Hooke>, ContactForm::CONSISTENT, {stiffness, 2.0 / 7.0}, {}, c);
}

SphereContact at_overlap(double overlap)
{
  return sphere_contact(sphere(RADIUS_A, {0, 0, RADIUS_A + RADIUS_B - overlap}),
                        sphere(RADIUS_B, {0, 0, 0}), DT, false);
}

double force_at(const ContactLaw &law, double overlap, double apart_speed = 0.0)
{
  SphereContact contact = at_overlap(overlap);
  contact.velocity = {0, 0, apart_speed};
  SphereContactHistory none;
  return contact_force(law, contact, none).normal;
}

// JKR by the contact radius.
double jkr_overlap(double a)
{
  return a * a / RADIUS - std::sqrt(2.0 * PI * WORK * a / effective_young());
}
double jkr_force(double a)
{
  const double young = effective_young();
  return 4.0 * young * a * a * a / (3.0 * RADIUS) - std::sqrt(8.0 * PI * WORK * young * a * a * a);
}
// Where the overlap is least: 2 a / R = sqrt(2 pi w / (E* a)) / 2.
double tear_radius()
{
  return std::cbrt(2.0 * PI * WORK / effective_young() * RADIUS * RADIUS / 16.0);
}

TEST(Cohesion, RootSolvesTheQuartic)
{
  for (double above = 1e-14; above < 1e12; above *= 1.7) {
    const double share = above - cohesion::TEAR_SHARE, u = cohesion::jkr_root(share);
    ASSERT_GE(u, cohesion::TEAR_ROOT);
    // By the residual over the slope; at tear-off the root is as uncertain as the root of the
    // rounding.
    const double residual = u * u * u * u - u - share, slope = 4.0 * u * u * u - 1.0;
    EXPECT_LT(std::fabs(residual), 4e-16 * (u + u * u * u * u + std::fabs(share))) << share;
    EXPECT_LT(std::fabs(residual / slope), 1e-7 * u) << share;
  }
  EXPECT_NEAR(cohesion::jkr_root(-cohesion::TEAR_SHARE), cohesion::TEAR_ROOT, 1e-15);
}

TEST(Cohesion, JkrForceFollowsTheCurveByContactRadius)
{
  const ContactLaw law = jkr();
  const double scale = 1.5 * PI * WORK * RADIUS;
  for (double a = 1.0001 * tear_radius(); a < 0.5 * RADIUS; a *= 1.01) {
    EXPECT_NEAR(force_at(law, jkr_overlap(a)) / scale, jkr_force(a) / scale, 1e-10) << a;
    const ContactSprings springs = contact_springs(law, at_overlap(jkr_overlap(a)));
    EXPECT_NEAR(springs.normal / (4.0 / 3.0 * effective_young() * a), 1.0, 1e-10);
    EXPECT_NEAR(springs.shear / (law.tangential * a), 1.0, 1e-10);
  }
}

TEST(Cohesion, JkrPullsNoMoreThanThePullOffForce)
{
  const ContactLaw law = jkr();
  const double tear = jkr_overlap(tear_radius());
  double least = 0.0;
  for (int k = 0; k <= 100000; k++) least = std::min(least, force_at(law, tear * k * 1e-5));
  EXPECT_NEAR(-least / (1.5 * PI * WORK * RADIUS), 1.0, 1e-8);
  EXPECT_NEAR(force_at(law, 0.0) / least, 8.0 / 9.0, 1e-8);
  EXPECT_NEAR(force_at(law, tear) / least, 5.0 / 9.0, 1e-6);
}

TEST(Cohesion, JkrActsFromTouchToTearOff)
{
  const ContactLaw law = jkr();
  const double tear = jkr_overlap(tear_radius());
  EXPECT_NEAR(reach(law, RADIUS) / -tear, 1.0, 1e-12);
  EXPECT_TRUE(acts(law, at_overlap(0.999999 * tear), true));
  EXPECT_FALSE(acts(law, at_overlap(1.000001 * tear), true));
  EXPECT_FALSE(acts(law, at_overlap(0.001 * tear), false));
  EXPECT_TRUE(acts(law, at_overlap(-0.001 * tear), false));
}

TEST(Cohesion, JkrWithoutAdhesionIsHertz)
{
  const ContactLaw none = hertz_mindlin(RUBBER, RUBBER, coefficients(0.5, 0.3));
  const ContactLaw zero = hertz_mindlin(RUBBER, RUBBER, cohesive(PART_NUMBER<Jkr>, 0.0, 0.5, 0.3));
  const ContactLaw faint =
      hertz_mindlin(RUBBER, RUBBER, cohesive(PART_NUMBER<Jkr>, 1e-12, 0.5, 0.3));
  EXPECT_EQ(reach(zero, RADIUS), 0.0);
  for (const double overlap : {1e-9, 1e-6, 1e-4}) {
    const double hertz = force_at(none, overlap, -0.1);
    EXPECT_NEAR(force_at(zero, overlap, -0.1) / hertz, 1.0, ROUNDING);
    EXPECT_NEAR(force_at(faint, overlap, -0.1) / hertz, 1.0, 1e-3);
  }
}

/* ---------------------------------------------------------------------- */

double simpson(const ContactLaw &law, double from, double to, int intervals)
{
  double sum = 0.0;
  for (int k = 0; k <= intervals; k++)
    sum += (k == 0 || k == intervals ? 1.0
                : k % 2              ? 4.0
                                     : 2.0) *
        force_at(law, from + (to - from) * k / intervals);
  return sum * (to - from) / (3.0 * intervals);
}

TEST(Cohesion, StoredEnergyIsTheIntegralOfTheForce)
{
  const ContactLaw sjkr = hooke(cohesive(PART_NUMBER<Sjkr>, 3e6), 1e3);
  const ContactLaw dmt = hertz_mindlin(RUBBER, RUBBER, cohesive(PART_NUMBER<Dmt>, 20.0));
  for (const ContactLaw &law : {jkr(), sjkr, dmt}) {
    const double most = 3e-5,
                 tear = law.parts[COHESION_PART] == PART_NUMBER<Jkr> ? jkr_overlap(tear_radius())
                                                                     : 0.0;
    for (const double overlap : {most, 0.1 * most, 0.5 * tear, 0.9 * tear}) {
      const double stored = stored_energy(law, at_overlap(overlap), {}).normal;
      EXPECT_NEAR(stored, simpson(law, 0.0, overlap, 2000), 1e-9 * std::fabs(stored)) << overlap;
    }
  }
}

// LIGGGHTS, of the distance r between the centres.
double liggghts_area(double r)
{
  const double i = RADIUS_A, j = RADIUS_B;
  return -PI / 4.0 * (r - i - j) * (r + i - j) * (r - i + j) * (r + i + j) / (r * r);
}

TEST(Cohesion, SimplifiedJkrPullsByTheAreaOfContact)
{
  const double k = 3e6;
  const ContactLaw with = hooke(cohesive(PART_NUMBER<Sjkr>, k), 1e3);
  const ContactLaw without = hooke(coefficients(1.0, 0.0), 1e3);
  for (const double overlap : {1e-7, 1e-5, 3e-4}) {
    const double pull = force_at(without, overlap) - force_at(with, overlap);
    EXPECT_NEAR(pull / (k * liggghts_area(RADIUS_A + RADIUS_B - overlap)), 1.0, 1e-8);

    const auto on_plane = [&](const ContactLaw &law) {
      const MovingSphere ball = sphere(RADIUS_A, {0, 0, 0});
      SphereContactHistory none;
      return contact_force(law,
                           wall_contact(ball, {0, 0, 1}, overlap, 0.0, Vector3d::zero(),
                                        Vector3d::zero(), DT, false),
                           none)
          .normal;
    };
    const double r = RADIUS_A - overlap;
    EXPECT_NEAR((on_plane(without) - on_plane(with)) / (k * PI * (RADIUS_A * RADIUS_A - r * r)),
                1.0, 1e-8);
  }
}

// 2 pi w R* from touch on, whatever the springs are; on a plane with the sphere's own radius.
TEST(Cohesion, DmtPullsByTheWorkOfAdhesion)
{
  const double w = 7.0, pull = 2.0 * PI * w * RADIUS;
  const ContactLaw pairs[][2] = {
      {hooke(cohesive(PART_NUMBER<Dmt>, w), 1e3), hooke(coefficients(1.0, 0.0), 1e3)},
      {hertz_mindlin(RUBBER, RUBBER, cohesive(PART_NUMBER<Dmt>, w)),
       hertz_mindlin(RUBBER, RUBBER, coefficients(1.0, 0.0))}};
  for (const auto &[with, without] : pairs) {
    for (const double overlap : {1e-12, 1e-6, 3e-4})
      EXPECT_NEAR((force_at(without, overlap) - force_at(with, overlap)) / pull, 1.0, 1e-9);
    EXPECT_FALSE(acts(with, at_overlap(-1e-12), true));
    SphereContactHistory none;
    const SphereContact on_plane = wall_contact(sphere(RADIUS_A, {0, 0, 0}), {0, 0, 1}, 1e-5, 0.0,
                                                Vector3d::zero(), Vector3d::zero(), DT, false);
    const double wall_pull =
        contact_force(without, on_plane, none).normal - contact_force(with, on_plane, none).normal;
    EXPECT_NEAR(wall_pull / (2.0 * PI * w * RADIUS_A), 1.0, 1e-9);
  }
  const ContactLaw damped = hooke(cohesive(PART_NUMBER<Dmt>, w, 0.3), 1e3);
  EXPECT_NEAR(force_at(damped, 1e-5, 100.0) / -pull, 1.0, 1e-12);    // no more by the dashpot
}

// A wall that is a sphere at rest, given by its curvature.
TEST(Cohesion, SimplifiedJkrOnACurvedWallIsThatOfTwoSpheres)
{
  const ContactLaw law = hooke(cohesive(PART_NUMBER<Sjkr>, 3e6), 1e3);
  SphereContactHistory none;
  const SphereContact wall =
      wall_contact(sphere(RADIUS_A, {0, 0, 0}), {0, 0, 1}, 1e-4, 1.0 / RADIUS_B, Vector3d::zero(),
                   Vector3d::zero(), DT, false);
  EXPECT_NEAR(contact_force(law, wall, none).normal / force_at(law, 1e-4), 1.0, 1e-12);
}

/* ---------------------------------------------------------------------- */

TEST(Cohesion, DashpotPullsNoMoreThanCohesion)
{
  const double pulloff = 1.5 * PI * WORK * RADIUS, fast = 100.0;
  EXPECT_NEAR(force_at(jkr(0.3), 1e-5, fast) / -pulloff, 1.0, 1e-12);
  EXPECT_NEAR(force_at(jkr(0.3), -1e-6, fast) / -pulloff, 1.0, 1e-12);
  const ContactLaw sjkr = hooke(cohesive(PART_NUMBER<Sjkr>, 3e6, 0.3), 1e3);
  const double area = liggghts_area(RADIUS_A + RADIUS_B - 1e-5);
  EXPECT_NEAR(force_at(sjkr, 1e-5, fast) / (-3e6 * area), 1.0, 1e-8);
  EXPECT_EQ(force_at(hooke(cohesive(PART_NUMBER<Capped>, 0.1, 0.3), 1e3), 1e-5, fast), 0.0);
}

// Sliding fast: the tangential force is the limit.
TEST(Cohesion, FrictionIsOfWhatPressesTheSurfacesTogether)
{
  const double mu = 0.4, overlap = 1e-5, gap = -1e-6;
  const auto friction_at = [&](const ContactLaw &law, double at, double apart) {
    SphereContact contact = at_overlap(at);
    contact.velocity = {50, 0, apart};
    contact.advance = true;
    contact.dt = 1.0;
    SphereContactHistory none;
    return norm(contact_force(law, contact, none).tangential);
  };
  const ContactLaw sticky = jkr(1.0, mu);
  for (const double at : {overlap, gap}) {
    const double pressing = force_at(sticky, at) + 3.0 * PI * WORK * RADIUS;
    EXPECT_NEAR(friction_at(sticky, at, 0.0) / (mu * pressing), 1.0, 1e-12);
  }
  const double stiffness = 1e3;
  const ContactLaw sjkr = hooke(cohesive(PART_NUMBER<Sjkr>, 3e6, 1.0, mu), stiffness);
  EXPECT_NEAR(friction_at(sjkr, overlap, 0.0) / (mu * stiffness * overlap), 1.0, 1e-10);
  const ContactLaw dmt = hooke(cohesive(PART_NUMBER<Dmt>, 5.0, 1.0, mu), stiffness);
  EXPECT_NEAR(friction_at(dmt, overlap, 0.0) / (mu * stiffness * overlap), 1.0, 1e-10);
  const ContactLaw capped = hooke(cohesive(PART_NUMBER<Capped>, 0.1, 1.0, mu), stiffness);
  EXPECT_NEAR(friction_at(capped, overlap, 0.0) / (mu * stiffness * overlap), 1.0, 1e-12);
  EXPECT_EQ(friction_at(capped, gap, 1.0), 0.0);
}

TEST(Cohesion, CappedPullsWhereSpheresMoveApart)
{
  const double stiffness = 1e3, most = 0.02, reach = most / stiffness;
  const ContactLaw law = hooke(cohesive(PART_NUMBER<Capped>, most, 0.5), stiffness);
  const auto acts_at = [&](double overlap, double apart_speed) {
    SphereContact contact = at_overlap(overlap);
    contact.velocity = {3, 0, apart_speed};
    return acts(law, contact, false);
  };
  EXPECT_TRUE(acts_at(-0.999999 * reach, 1e-9));
  EXPECT_FALSE(acts_at(-1.000001 * reach, 1e-9));
  EXPECT_FALSE(acts_at(-0.5 * reach, -1e-9));
  EXPECT_FALSE(acts_at(-0.5 * reach, 0.0));
  EXPECT_TRUE(acts_at(1e-9, -1.0));
  EXPECT_NEAR(force_at(law, -0.5 * reach, 0.1), -0.5 * most, 1e-10 * most);
}

/* ----------------------------------------------------------------------
   two spheres that meet, as a run has them: the ledger of contact_energy closes
------------------------------------------------------------------------- */

struct Meeting {
  Collision two;
  bool has_touched = false;
  double dissipated = 0.0, power = 0.0;

  Meeting(const ContactLaw &law, double gap, double approach_speed, double dt) :
      two{law,
          sphere(RADIUS_A, {0, 0, RADIUS_A + RADIUS_B + gap}),
          sphere(RADIUS_B, {0, 0, 0}),
          {},
          dt,
          {}}
  {
    const double share = two.b.mass / (two.a.mass + two.b.mass);
    two.a.velocity = {0, 0, -share * approach_speed};
    two.b.velocity = {0, 0, (1.0 - share) * approach_speed};
  }
  SphereContact contact() const { return sphere_contact(two.a, two.b, two.dt, true); }
  double apart_speed() const { return two.a.velocity.z - two.b.velocity.z; }
  double kinetic() const { return two.kinetic(); }

  void step()
  {
    two.kick();
    two.a.position += two.dt * two.a.velocity;
    two.b.position += two.dt * two.b.velocity;
    const SphereContact at = contact();
    const bool now = acts(two.law, at, has_touched);
    two.on = SphereContactForce();
    if (now) two.on = contact_force(two.law, at, two.history);
    two.kick();
    const SphereRates a{two.a.velocity, two.a.omega}, b{two.b.velocity, two.b.omega};
    const double taken = now ? dissipated_power(two.law, at, two.on, a, b).damping : 0.0;
    dissipated += 0.5 * two.dt * (taken + power);
    power = taken;
    if (now != has_touched) dissipated += dissipated_by_change(two.law, at, now, a, b);
    has_touched = now;
  }
  double stored() const { return has_touched ? stored_energy(two.law, contact(), {}).normal : 0.0; }
};

// A pair whose touch has just ended, and that its pull brings back: in the last step it was not
// nearer, so that no spring of Hertz has an overlap to take a root of.
TEST(Cohesion, AnEndedTouchThatComesBackLosesTheWorkOfThePullAlone)
{
  for (const ContactKind kind : contact_kinds())
    for (const int cohesion : {PART_NUMBER<Dmt>, PART_NUMBER<Eepa>}) {
      if (!cohesion_part(cohesion).suits[static_cast<int>(kind)]) continue;
      ContactCoefficients c = coefficients(0.5, 0.0);
      c.damping_ratio = 0.5;
      if (cohesion == PART_NUMBER<Dmt>)
        choose<Dmt>(c, {1.0});
      else
        choose<Eepa>(c, {0.5, 1.0, 2e-3, 1.0});
      const Elasticity material = kind == KIND_OF<Hooke> ? Elasticity{1e4, 0.4} : RUBBER;
      const ContactLaw law = contact_law(kind, ContactForm::CONSISTENT, material, material, c);
      const double dt = 1e-6, speed = -0.01, radius = 0.5e-3;
      const SphereContact at =
          sphere_contact(sphere(1e-3, {2e-3 + 1e-9, 0, 0}), sphere(1e-3, {0, 0, 0}), dt, true);
      const double pull = cohesion == PART_NUMBER<Dmt> ? Dmt::pull({1.0}, radius) : 2e-3;
      const double lost =
          dissipated_by_change(law, at, false, {{speed, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}});
      EXPECT_NEAR(lost, 0.5 * dt * pull * speed, 1e-12 * pull * dt * std::fabs(speed));
    }
}

TEST(Cohesion, JkrTakesTheEnergyOfTearOffFromSpheresThatRebound)
{
  const ContactLaw law = jkr();
  const double lost = stored_energy(law, at_overlap(jkr_overlap(tear_radius())), {}).normal;
  EXPECT_GT(lost, 0.0);
  Meeting meet(law, 1e-6, 2.0, 2e-9);
  const double before = meet.kinetic();
  ASSERT_GT(before, 2.0 * lost);
  do meet.step();
  while (meet.apart_speed() < 0.0 || meet.has_touched);
  EXPECT_NEAR((before - meet.kinetic()) / lost, 1.0, 2e-3);
  EXPECT_NEAR(meet.dissipated / (before - meet.kinetic()), 1.0, 1e-4);
}

TEST(Cohesion, JkrHoldsSlowSpheres)
{
  const ContactLaw law = jkr(0.7);
  Meeting meet(law, 1e-6, 0.02, 1e-7);
  const double before = meet.kinetic();
  for (int n = 0; n < 200000; n++) meet.step();
  EXPECT_TRUE(meet.has_touched);
  EXPECT_NEAR(meet.two.on.normal / (1.5 * PI * WORK * RADIUS), 0.0, 1e-3);    // at rest
  const double residual = meet.kinetic() + meet.stored() + meet.dissipated - before;
  EXPECT_NEAR(residual / meet.dissipated, 0.0, 1e-4);
}

// Elastic except for the cap: each time they part beyond it, N^2 / 2k is dissipated.
TEST(Cohesion, CappedTakesItsEnergyWhereSpheresEscape)
{
  const double stiffness = 1e3, most = 0.02, escape = most * most / (2.0 * stiffness);
  const ContactLaw law = hooke(cohesive(PART_NUMBER<Capped>, most), stiffness);
  Meeting meet(law, 1e-6, 1.0, 1e-9);
  const double before = meet.kinetic();
  ASSERT_GT(before, 1.5 * escape);
  do meet.step();
  while (meet.apart_speed() < 0.0 || meet.has_touched);
  EXPECT_NEAR((before - meet.kinetic()) / escape, 1.0, 2e-4);    // the last step may be cut
  EXPECT_NEAR(meet.dissipated / (before - meet.kinetic()), 1.0, 1e-9);
}

// Too slow to escape: a quarter of an oscillation takes all the energy, at the distance v / omega.
TEST(Cohesion, CappedStopsSpheresThatCannotEscape)
{
  const double stiffness = 1e3, most = 0.02;
  const ContactLaw law = hooke(cohesive(PART_NUMBER<Capped>, most), stiffness);
  const double speed = 0.02;
  Meeting meet(law, 1e-7, speed, 1e-8);
  const double mass = meet.contact().mass;
  const double distance = speed * std::sqrt(mass / stiffness);
  ASSERT_LT(distance, most / stiffness);
  do meet.step();
  while (meet.apart_speed() <= 0.0);
  do meet.step();
  while (meet.apart_speed() > 0.0);
  EXPECT_NEAR(-meet.contact().overlap / distance, 1.0, 1e-6);
  for (int n = 0; n < 1000; n++) meet.step();
  EXPECT_NEAR(meet.apart_speed(), 0.0,
              1e-3 * speed);    // no force is left that would bring them back
}

TEST(Cohesion, MixesByGeometricMeans)
{
  const auto jkr_of = [](double w) { return cohesive(PART_NUMBER<Jkr>, w); };
  EXPECT_NEAR(mixed(jkr_of(2.0), jkr_of(8.0)).parts[COHESION_PART].numbers[0], 4.0, 1e-15);
  EXPECT_EQ(mixed(jkr_of(2.0), coefficients(1.0, 0.0)).parts[COHESION_PART].part,
            PART_NUMBER<NoCohesion>);
  EXPECT_TRUE(mixable(jkr_of(2.0), coefficients(1.0, 0.0)));
  EXPECT_FALSE(mixable(jkr_of(2.0), cohesive(PART_NUMBER<Sjkr>, 1.0)));
  EXPECT_THROW(check(jkr_of(-1.0)), std::invalid_argument);
  EXPECT_THROW(check(jkr_of(NAN)), std::invalid_argument);
}

}    // namespace test_cohesion
