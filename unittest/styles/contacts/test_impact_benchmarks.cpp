// The eight impacts that Chung and Ooi propose for the verification of codes, by pair_style
// hertz/mindlin and fix wall/hertz/mindlin, in Grist's form and in that of LAMMPS.
//
// Source: Y.C. Chung, J.Y. Ooi, Benchmark tests for verifying discrete element modelling codes at
// particle impact level, Granular Matter 13 (2011) 643-656. Sizes, speeds and materials are of the
// order of theirs.
//
// Oracles: Hertz in closed form; the restitution that is given; the law of gross sliding; the
// closed form of an impact without sliding; an integration in another variable where a contact
// slides for a part of its time; conservation of momentum and angular momentum. Where sliding is
// damped, LAMMPS' form obeys no such law, and only Grist's is compared.

#include "styles/contacts/impact_cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace test_impact_benchmarks {

using namespace grist::testing;

constexpr Form FORMS[] = {Form::GRIST, Form::STOCK};

// Steps of a contact, and what velocity Verlet makes of them: the second order without damping, the
// first with it.
constexpr int STEPS = 2000;
constexpr double UNDAMPED = 1e-5;
constexpr double DAMPED = 2e-4;

constexpr double ROUNDED = 1e-10;    // over all steps

// Two spheres turn by the thousandth part of a radian as they slide, and their lever arms are
// shorter by half the overlap.
constexpr double OF_A_PAIR = 2e-3;

// A spring that is stretched beside a limit that changes with the overlap, in the code and in the
// test.
constexpr double PARTLY_SLIDING = 3e-4;

using ImpactBenchmarks = OneRankTest;

std::string name_of(const Impact &impact, Form form)
{
  return std::string(form == Form::STOCK ? "stock" : "Grist") + ", E " +
      std::to_string(impact.material.young) + ", e " + std::to_string(impact.restitution) +
      ", friction " + std::to_string(impact.friction) + ", slip " + std::to_string(impact.slip()) +
      ", approach " + std::to_string(impact.approach());
}

// Force over overlap, energy at every step, peak, duration, and the same speed afterwards.
void expect_hertz(const Impact &impact, Form form)
{
  SCOPED_TRACE(name_of(impact, form));
  LammpsSession lammps;
  lammps.run(impact_lines(impact, form, STEPS) + "run 0");
  const double mass = impact.reduced_mass(),
               radii = impact.on_plane() ? impact.balls[0].radius
                                         : impact.balls[0].radius + impact.balls[1].radius;
  const double peak = impact.hertz_force(impact.peak_overlap());
  const double energy = 0.5 * mass * std::pow(impact.approach(), 2);
  int touching = 0;
  double most_force = 0.0, most_overlap = 0.0;
  for (int step = 0; step < STEPS + 10; step++) {
    lammps.run("run 1 pre no post no");
    const auto now = rebounds(lammps);
    const double below = impact.on_plane() ? 0.0 : now[1].position.z;
    const double overlap = std::max(0.0, radii - (now[0].position.z - below));
    const double speed = now[0].away + (impact.on_plane() ? 0.0 : now[1].away);
    ASSERT_NEAR(now[0].force.z, impact.hertz_force(overlap), ROUNDED * peak) << step;
    ASSERT_NEAR(0.5 * mass * speed * speed + 0.4 * overlap * impact.hertz_force(overlap), energy,
                UNDAMPED * energy)
        << step;
    touching += overlap > 0.0;
    most_force = std::max(most_force, now[0].force.z);
    most_overlap = std::max(most_overlap, overlap);
  }
  EXPECT_NEAR(most_overlap / impact.peak_overlap(), 1.0, UNDAMPED);
  EXPECT_NEAR(most_force / peak, 1.0, UNDAMPED);
  EXPECT_NEAR(touching, STEPS, 1);
  for (int k = 0; k < impact.count(); k++)
    EXPECT_NEAR(rebounds(lammps)[k].away / impact.balls[k].approach, 1.0, UNDAMPED);
}

// The rebound of all spheres from the slip after the impact.
void expect_rebound(const Impact &impact, const std::vector<Rebound> &after, double slip_after,
                    double tolerance)
{
  ASSERT_EQ(static_cast<int>(after.size()), impact.count());
  const double mass = impact.reduced_mass(), mass_t = 2.0 / 7.0 * mass;
  const double impulse = mass_t * (slip_after - impact.slip());
  const double push = mass * (1.0 + impact.restitution) * impact.approach();
  for (int k = 0; k < impact.count(); k++) {
    const Ball &ball = impact.balls[k];
    const double scale = tolerance * push / impact.mass(k);
    const double on_this = k == 0 ? impulse : -impulse;
    EXPECT_EQ(norm(after[k].force), 0.0);
    EXPECT_NEAR(after[k].away, push / impact.mass(k) - ball.approach, scale) << k;
    EXPECT_NEAR(after[k].along, ball.along + on_this / impact.mass(k), scale) << k;
    EXPECT_NEAR(ball.radius * after[k].spin,
                ball.radius * ball.spin - 2.5 * impulse / impact.mass(k), 2.5 * scale)
        << k;
    EXPECT_LT(after[k].sideways, ROUNDED * push / impact.mass(k)) << k;
  }
}

// About the point of contact. What a wall takes of it is the moment of its normal force, which
// moves with the sphere.
void expect_conserved(const Impact &impact, const std::vector<Rebound> &after, int steps = STEPS)
{
  double before = 0.0, now = 0.0, momentum = 0.0, scale = 0.0;
  for (int k = 0; k < impact.count(); k++) {
    const Ball &ball = impact.balls[k];
    const double side = k == 0 ? 1.0 : -1.0, mass = impact.mass(k), arm = side * ball.radius;
    const double start = arm + (k == 0 && !impact.on_plane() ? gap(impact, steps) : 0.0);
    before += impact.inertia(k) * ball.spin + mass * start * ball.along;
    const grist::Vector3d &at = after[k].position;
    const double height = impact.on_plane() ? arm : at.z;
    const double aside = impact.on_plane() ? 0.0 : dot(at, ALONG) * side * after[k].away;
    now += impact.inertia(k) * after[k].spin + mass * (height * after[k].along - aside);
    momentum += mass * (after[k].along - ball.along);
    scale += mass * ball.radius *
        (std::fabs(ball.radius * ball.spin) + std::fabs(ball.along) + impact.approach());
  }
  EXPECT_NEAR(now, before, ROUNDED * scale);
  if (!impact.on_plane()) { EXPECT_NEAR(momentum, 0.0, ROUNDED * scale / impact.balls[0].radius); }
}

// By the law of gross sliding where the slip is too fast to stop, by integration elsewhere. Returns
// whether it slid throughout.
bool expect_friction(const Impact &impact, Form form, double tolerance)
{
  SCOPED_TRACE(name_of(impact, form));
  const auto after = rebounds_after(impact, form, STEPS);
  expect_conserved(impact, after);
  const bool slides = std::fabs(impact.slip()) > gross_sliding(impact);
  if (slides)
    expect_rebound(impact, after, slip_after_sliding(impact), tolerance);
  else
    expect_rebound(impact, after, slip_after_integration(impact, form),
                   std::max(tolerance, PARTLY_SLIDING));
  return slides;
}

// -------------------------------------------------------------------------------------------------

TEST_F(ImpactBenchmarks, Test1ElasticNormalImpactOfTwoIdenticalSpheres)
{
  for (const Form form : FORMS)
    for (const Material &material : {GLASS, LIMESTONE})
      expect_hertz({material, 1.0, 0.35, {{{0.01, 10.0}, {0.01, 10.0}}}}, form);
}

TEST_F(ImpactBenchmarks, Test2ElasticNormalImpactOfASphereOnAPlane)
{
  for (const Form form : FORMS)
    for (const Material &material : {ALUMINIUM, MAGNESIUM})
      expect_hertz({material, 1.0, 0.0, {{{0.1, 0.2}}}}, form);
}

TEST_F(ImpactBenchmarks, Test3NormalImpactWithRestitution)
{
  const double slow_to_part = 8.0;    // times the duration of an undamped contact
  for (const Form form : FORMS)
    for (const Material &material : {ALUMINA, CAST_IRON})
      for (const double e : {0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0})
        for (const Balls &balls : {Balls{{{0.0025, 3.9}}}, Balls{{{0.0025, 1.9}, {0.0025, 2.0}}}}) {
          const Impact impact = {material, e, 0.0, balls};
          SCOPED_TRACE(name_of(impact, form));
          const auto after = rebounds_after(impact, form, 2 * STEPS, slow_to_part);
          const double parting = after[0].away + (impact.on_plane() ? 0.0 : after[1].away);
          EXPECT_NEAR(parting / impact.approach(), e, e == 1.0 ? UNDAMPED : DAMPED);
        }
}

TEST_F(ImpactBenchmarks, Test4ObliqueImpactAtOneSpeed)
{
  int sliding = 0;
  for (const double degrees : {2, 5, 10, 15, 20, 25, 30, 35, 45, 60, 75, 85}) {
    const double angle = degrees * M_PI / 180.0;
    const Ball ball = {0.0025, 3.9 * std::cos(angle), 3.9 * std::sin(angle)};
    sliding += expect_friction({ALUMINA, 0.98, 0.092, {{ball}}}, Form::GRIST, DAMPED);
    sliding += expect_friction({ALUMINA, 1.0, 0.092, {{ball}}}, Form::STOCK, DAMPED);
  }
  EXPECT_EQ(sliding, 10);
}

TEST_F(ImpactBenchmarks, Test5ObliqueImpactAtOneNormalSpeed)
{
  for (const Form form : FORMS)
    for (const Material &material : {STEEL, POLYETHYLENE})
      for (const double speed : {-20.0, -5.0, 0.0, 0.5, 2.0, 5.0, 9.0, 11.0, 20.0})
        EXPECT_EQ(expect_friction({material, 1.0, 0.3, {{{0.01, 5.0, speed}}}}, form, DAMPED),
                  std::fabs(speed) > 10.5);
}

TEST_F(ImpactBenchmarks, Test6SpinningSphereOnAPlane)
{
  for (const double spin : {-24.0, -6.0, -2.0, 0.0, 1.0, 3.0, 5.0, 12.0, 24.0}) {
    const Ball ball = {0.1, 0.2, 0.0, spin};
    expect_friction({ALUMINIUM, 0.5, 0.4, {{ball}}}, Form::GRIST, DAMPED);
    expect_friction({ALUMINIUM, 1.0, 0.4, {{ball}}}, Form::STOCK, DAMPED);
  }
}

TEST_F(ImpactBenchmarks, Test7TwoSpinningSpheres)
{
  for (const double spin : {-24.0, -3.0, 1.0, 5.0, 24.0})
    for (const double other : {spin, -spin, 0.0}) {
      const Balls balls = {{{0.1, 0.2, 0.0, spin}, {0.1, 0.2, 0.0, other}}};
      expect_friction({ALUMINIUM, 0.5, 0.4, balls}, Form::GRIST, OF_A_PAIR);
      expect_friction({ALUMINIUM, 1.0, 0.4, balls}, Form::STOCK, OF_A_PAIR);
    }
}

TEST_F(ImpactBenchmarks, Test8SpinningSpheresOfDifferentSize)
{
  for (const double spin : {-24.0, -3.0, 1.0, 5.0, 24.0})
    for (const double along : {0.0, 0.5}) {
      const Balls balls = {{{0.1, 0.2, along, spin}, {0.02, 0.0, 0.0, 3.0}}};
      expect_friction({ALUMINIUM, 0.5, 0.4, balls}, Form::GRIST, OF_A_PAIR);
      expect_friction({ALUMINIUM, 1.0, 0.4, balls}, Form::STOCK, OF_A_PAIR);
    }
}

// Too much friction to slide: the closed form, at any speed, and whatever the sizes.
TEST_F(ImpactBenchmarks, ImpactWithoutSliding)
{
  const double friction = 1e4;
  for (const double e : {1.0, 0.8, 0.5})
    for (const Material &material : {STEEL, ALUMINA})
      for (const Balls &balls : {Balls{{{0.01, 5.0, 2.0}}}, Balls{{{0.01, 0.5, 0.0, -30.0}}},
                                 Balls{{{0.1, 0.2, 0.0, 2.0}, {0.02, 0.0, 0.0, 3.0}}}}) {
        const Impact impact = {material, e, friction, balls};
        SCOPED_TRACE(name_of(impact, Form::GRIST));
        const auto after = rebounds_after(impact, Form::GRIST, STEPS);
        expect_rebound(impact, after, slip_after_sticking(impact), PARTLY_SLIDING);
        expect_conserved(impact, after);
        EXPECT_NEAR(slip_after_integration(impact, Form::GRIST) / impact.slip(),
                    slip_after_sticking(impact) / impact.slip(), 1e-3);
      }
}

// The border between two ranks is the plane of the contact.
TEST(ImpactBenchmarksOnRanks, Test8AcrossABorder)
{
  const Balls balls = {{{0.1, 0.2, 0.0, 24.0}, {0.02, 0.0, 0.0, 3.0}}};
  for (const int ranks : rank_counts())
    for (const std::string newton : {"newton on off\n", "newton off off\n"})
      for (const Form form : FORMS) {
        const Impact impact = {ALUMINIUM, form == Form::STOCK ? 1.0 : 0.5, 0.4, balls};
        LammpsSession lammps(ranks);
        lammps.run(impact_lines(impact, form, 500, newton + "processors 1 1 *\n") + "run 750");
        const auto after = rebounds(lammps);
        if (!lammps.first()) continue;
        SCOPED_TRACE(name_of(impact, form) + newton + std::to_string(ranks));
        expect_rebound(impact, after, slip_after_sliding(impact), OF_A_PAIR);
        expect_conserved(impact, after, 500);
      }
}

}    // namespace test_impact_benchmarks
