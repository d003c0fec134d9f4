#include "breakage/tavares_model.h"

#include "breakage/tavares_cases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

using namespace grist;

namespace test_tavares_model {

constexpr double SIZE = 0.02;
constexpr double UNBOUNDED = std::numeric_limits<double>::infinity();

// The published equation as it stands, solved by bisection.
double damage_by_bisection(double energy_share, double gamma)
{
  double low = 0.0, high = 1.0;
  for (int n = 0; n < 200; n++) {
    const double d = 0.5 * (low + high);
    const double right =
        std::pow(2.0 * gamma / (2.0 * gamma - 5.0 * d + 5.0) * energy_share, 2.0 * gamma / 5.0);
    (d < right ? low : high) = d;
  }
  return 0.5 * (low + high);
}

TEST(TavaresModel, MedianEnergyFallsWithSize)
{
  const TavaresModel model(rock());
  EXPECT_DOUBLE_EQ(model.median_energy(8e-3), 320.0);    // 200/1.25 (1 + 1)
  EXPECT_NEAR(model.median_energy(1e6), 160.0, 1e-4);
  EXPECT_NEAR(model.median_energy(8e-3 / 32.0), 160.0 * 17.0, 1e-9);    // 32^0.8 = 16
}

// Only the required numbers are given: no size effect, as stiff surfaces.
TEST(TavaresModel, OfLargeBodiesWithoutOtherNumbers)
{
  TavaresParameters given;
  given.energy_large = 200.0;
  given.t10_max = 0.65;
  given.t10_rate = 0.03;
  const TavaresModel model(given);
  for (const double size : {1e-3, 0.5, 20.0}) EXPECT_EQ(model.median_energy(size), 200.0);
}

// Oracle: the equation with erf, written out; the end of the scale at Emax.
TEST(TavaresModel, BrokenShareIsTruncatedLogNormal)
{
  for (const double ratio : {1.5, 4.0, UNBOUNDED}) {
    TavaresParameters given = rock();
    given.energy_ratio_max = ratio;
    const TavaresModel model(given);
    const double median = model.median_energy(SIZE);
    for (const double relative : {0.1, 0.4, 1.0, 1.4}) {
      const double energy = relative * median, most = ratio * median;
      const double starred = std::isinf(ratio) ? energy : most * energy / (most - energy);
      const double expected =
          0.5 * (1.0 + std::erf(std::log(starred / median) / (std::sqrt(2.0) * 0.6)));
      EXPECT_NEAR(model.broken_share(SIZE, energy), expected, 1e-14);
    }
    EXPECT_EQ(model.broken_share(SIZE, 0.0), 0.0);
    EXPECT_EQ(model.broken_share(SIZE, ratio * median), 1.0);
  }
}

TEST(TavaresModel, FractureEnergyInvertsBrokenShare)
{
  for (const double ratio : {1.2, 4.0, UNBOUNDED}) {
    TavaresParameters given = rock();
    given.energy_ratio_max = ratio;
    const TavaresModel model(given);
    for (double share = 1e-6; share < 1.0; share += 0.00917)
      EXPECT_NEAR(model.broken_share(SIZE, model.fracture_energy(SIZE, share)), share, 1e-12);
    EXPECT_NEAR(model.fracture_energy(SIZE, 0.5) * (1.0 + 1.0 / ratio), model.median_energy(SIZE),
                1e-10);
  }
}

TEST(TavaresModel, EqualBodiesWithoutDeviation)
{
  TavaresParameters given = rock();
  given.deviation = 0.0;
  given.energy_ratio_max = UNBOUNDED;
  const TavaresModel model(given);
  const double median = model.median_energy(SIZE);
  EXPECT_EQ(model.broken_share(SIZE, 0.999 * median), 0.0);
  EXPECT_EQ(model.broken_share(SIZE, 1.001 * median), 1.0);
  EXPECT_DOUBLE_EQ(model.fracture_energy(SIZE, 0.1), median);
}

TEST(TavaresModel, DamageAsByBisection)
{
  for (const double gamma : {0.05, 1.0, 2.5, 5.0, 12.0, 300.0})
    for (const double share : {1e-8, 1e-3, 0.1, 0.5, 0.9, 0.999, 1.0 - 1e-9})
      EXPECT_NEAR(tavares_damage(share, gamma), damage_by_bisection(share, gamma), 1e-10)
          << gamma << " " << share;
}

// By hand: with gamma = 5/2 the equation is D (2 - D) = e; with gamma = 5 it is D (3 - D)^2 = 4
// e^2, at D = 1/2 e^2 = 25/32.
TEST(TavaresModel, DamageByHand)
{
  for (const double share : {0.02, 0.5, 0.75, 0.99})
    EXPECT_NEAR(tavares_damage(share, 2.5), 1.0 - std::sqrt(1.0 - share), 1e-14);
  EXPECT_NEAR(tavares_damage(std::sqrt(25.0 / 32.0), 5.0), 0.5, 1e-15);
}

// With m = 2 gamma/5. Weak hits: D -> [m e/(m + 1)]^m. Large gamma: no damage before the body
// breaks. Small gamma: any hit is nearly enough. e -> 1: ln D + m ln(1 + (1 - D)/m) = -(1 - D)^2 (1
// + 1/m)/2 + ... = m ln e, so that 1 - D -> m sqrt(2 (1 - e)/(m + 1)).
TEST(TavaresModel, DamageAtItsLimits)
{
  EXPECT_NEAR(tavares_damage(1e-6, 5.0) / std::pow(1e-6 * 2.0 / 3.0, 2.0), 1.0, 1e-11);
  EXPECT_LT(tavares_damage(0.9, 1e4), 1e-100);
  EXPECT_GT(tavares_damage(0.01, 1e-4), 0.99);
  EXPECT_EQ(tavares_damage(0.0, 5.0), 0.0);
  EXPECT_EQ(tavares_damage(1.0, 5.0), 1.0);
  const double m = 2.0, missing = 1e-8;
  EXPECT_NEAR(1.0 - tavares_damage(1.0 - missing, 5.0), m * std::sqrt(2.0 * missing / (m + 1.0)),
              1e-7);
  double before = 0.0;
  for (double share = 0.001; share < 1.0; share += 0.001) {
    const double damage = tavares_damage(share, 5.0);
    EXPECT_GT(damage, before);
    before = damage;
  }
}

// Oracle: the recursion E' = E (1 - D) with D by bisection, until the body breaks.
TEST(TavaresModel, RepeatedHitsFollowTheRecursion)
{
  for (const double gamma : {2.0, 5.0}) {
    TavaresParameters given = rock();
    given.damage_exponent = gamma;
    const TavaresModel model(given);
    BodyStrength body;
    body.number = 0.7;
    double expected = model.fracture_energy(SIZE, 0.7);
    const double energy = 0.45 * expected;
    int hits = 0;
    while (energy < expected) {
      EXPECT_FALSE(model.hit(body, SIZE, energy).is_broken);
      expected *= 1.0 - damage_by_bisection(energy / expected, gamma);
      EXPECT_NEAR(model.strength(body, SIZE) / expected, 1.0, 1e-10);
      hits++;
    }
    EXPECT_GE(hits, 2);
    const HitOutcome last = model.hit(body, SIZE, energy);
    EXPECT_TRUE(last.is_broken);
    EXPECT_DOUBLE_EQ(last.t10, model.t10(SIZE, energy));
  }
}

TEST(TavaresModel, BreaksAtItsFractureEnergyNotBefore)
{
  const TavaresModel model(rock());
  BodyStrength body;
  body.number = 0.2;
  const double own = model.fracture_energy(SIZE, 0.2);
  BodyStrength below = body, at = body;
  EXPECT_FALSE(model.hit(below, SIZE, own * (1.0 - 1e-12)).is_broken);
  EXPECT_TRUE(model.hit(at, SIZE, own).is_broken);
  EXPECT_EQ(at.damage, 0.0);
}

TEST(TavaresModel, WeakHitsLeaveNoTraceIfSoWanted)
{
  TavaresParameters given = rock();
  given.energy_min = 10.0;
  const TavaresModel model(given);
  BodyStrength body;
  model.hit(body, SIZE, 9.999);
  model.hit(body, SIZE, -1.0);
  EXPECT_EQ(body.damage, 0.0);
  model.hit(body, SIZE, 10.0);
  EXPECT_GT(body.damage, 0.0);
}

// Oracle: E50b halves the bodies that the hit breaks. All broken: the median of all. Nearly none:
// E50b comes near E_k.
TEST(TavaresModel, T10FromTheMedianOfTheBroken)
{
  const TavaresModel model(rock());
  const double median = model.median_energy(SIZE);
  for (const double relative : {0.05, 0.3, 1.0, 2.0, 3.9}) {
    const double energy = relative * median, broken = model.median_of_broken(SIZE, energy);
    EXPECT_NEAR(model.broken_share(SIZE, broken), 0.5 * model.broken_share(SIZE, energy), 1e-13);
    EXPECT_NEAR(model.t10(SIZE, energy), 0.65 * (1.0 - std::exp(-0.03 * energy / broken)), 1e-14);
  }
  EXPECT_DOUBLE_EQ(model.median_of_broken(SIZE, 5.0 * median), median / 1.25);
  EXPECT_NEAR(model.t10(SIZE, 1e6 * median), 0.65, 1e-12);
  const double least = -0.65 * std::expm1(-0.03);
  EXPECT_NEAR(model.t10(SIZE, 1e-12 * median) / least, 1.0, 0.02);
  EXPECT_NEAR(model.t10(SIZE, 1e-100 * median) / least, 1.0, 1e-12);
  double before = least;
  for (double energy = 0.02 * median; energy < 50.0 * median; energy *= 1.1) {
    EXPECT_GT(model.t10(SIZE, energy), before);
    before = model.t10(SIZE, energy);
  }
}

std::string refusal(const std::function<void(TavaresParameters &)> &change)
{
  TavaresParameters given = rock();
  change(given);
  try {
    const TavaresModel model(given);
  } catch (const std::invalid_argument &fault) {
    return fault.what();
  }
  return "";
}

TEST(TavaresModel, RefusesWrongParameters)
{
  using P = TavaresParameters;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([](P &) {}), "");
  EXPECT_EQ(refusal([](P &p) { p.energy_large = 0.0; }), "energy 0 (must be positive)");
  EXPECT_EQ(refusal([](P &p) { p.size_material = -1.0; }), "size -1 (must not be negative)");
  EXPECT_NE(refusal([](P &p) { p.size_exponent = 0.0; }), "");
  EXPECT_NE(refusal([](P &p) { p.deviation = -0.1; }), "");
  EXPECT_NE(refusal([=](P &p) { p.deviation = nan; }), "");
  EXPECT_EQ(refusal([](P &p) { p.energy_ratio_max = 1.0; }), "strongest 1 (must be above 1)");
  EXPECT_NE(refusal([](P &p) { p.stiffness_ratio = -0.1; }), "");
  EXPECT_NE(refusal([](P &p) { p.damage_exponent = 0.0; }), "");
  EXPECT_EQ(refusal([](P &p) { p.t10_max = 65.0; }),
            "t10 A 65 (must be above 0 and up to 1; a fraction, not percent)");
  EXPECT_NE(refusal([](P &p) { p.t10_rate = 0.0; }), "");
  EXPECT_NE(refusal([](P &p) { p.energy_min = -1.0; }), "");
}

}    // namespace test_tavares_model
