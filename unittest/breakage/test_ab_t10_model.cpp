#include "breakage/ab_t10_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

using namespace grist;

namespace test_ab_t10_model {

AbT10Parameters ore()
{
  AbT10Parameters given;
  given.size_reference = 0.01;
  given.selection = 2e-3;
  given.energy_min = 12.0;
  given.t10_max = 0.6;
  return given;
}

// By hand: at 0.02 m the threshold is 6 J/kg and S x/x_ref = 4e-3 kg/J.
TEST(AbT10Model, BrokenShareByHand)
{
  const AbT10Model model(ore());
  EXPECT_DOUBLE_EQ(model.threshold(0.02), 6.0);
  EXPECT_EQ(model.broken_share(0.02, 6.0), 0.0);
  EXPECT_EQ(model.broken_share(0.02, 1.0), 0.0);
  EXPECT_DOUBLE_EQ(model.broken_share(0.02, 256.0), 1.0 - std::exp(-1.0));
  EXPECT_DOUBLE_EQ(model.broken_share(0.01, 262.0), 1.0 - std::exp(-0.5));
}

// Oracle: Vogel and Peukert's form with k hits, 1 - exp(-f_Mat k x (W - W_min)), in which S = f_Mat
// x_ref.
TEST(AbT10Model, EqualHitsAddUp)
{
  const AbT10Model model(ore());
  const double size = 0.004, energy = 50.0, f_mat = 2e-3 / 0.01, w_min = 12.0 * 0.01 / size;
  BodyStrength body;
  body.number = 0.9;
  for (int k = 1; k < 500; k++) {
    const double share = 1.0 - std::exp(-f_mat * k * size * (energy - w_min));
    const HitOutcome outcome = model.hit(body, size, energy);
    EXPECT_EQ(outcome.is_broken, share >= 0.9);
    if (outcome.is_broken) {
      EXPECT_NEAR(outcome.t10, 0.6 * share, 1e-12);
      EXPECT_EQ(k, 144);    // ln(10)/(0.2 0.004 20) = 143.9
      return;
    }
  }
  FAIL() << "never broken";
}

TEST(AbT10Model, StrengthIsTheHitThatBreaks)
{
  const AbT10Model model(ore());
  for (const double number : {0.01, 0.5, 0.99}) {
    BodyStrength body;
    body.number = number;
    model.hit(body, 0.01, 14.0);
    EXPECT_DOUBLE_EQ(body.damage, 2.0);
    const double strength = model.strength(body, 0.01);
    EXPECT_NEAR(strength, 12.0 - std::log(1.0 - number) / 2e-3 - 2.0, 1e-9);
    BodyStrength below = body, above = body;
    EXPECT_FALSE(model.hit(below, 0.01, strength * (1.0 - 1e-12)).is_broken);
    const HitOutcome outcome = model.hit(above, 0.01, strength * (1.0 + 1e-12));
    EXPECT_TRUE(outcome.is_broken);
    EXPECT_NEAR(outcome.t10, 0.6 * number, 1e-9);
  }
}

TEST(AbT10Model, HitsBelowTheThresholdLeaveNoTrace)
{
  const AbT10Model model(ore());
  BodyStrength body;
  body.number = 1e-12;
  for (int k = 0; k < 1000; k++) EXPECT_FALSE(model.hit(body, 0.01, 12.0).is_broken);
  EXPECT_EQ(body.damage, 0.0);
}

std::string refusal(const std::function<void(AbT10Parameters &)> &change)
{
  AbT10Parameters given = ore();
  change(given);
  try {
    const AbT10Model model(given);
  } catch (const std::invalid_argument &fault) {
    return fault.what();
  }
  return "";
}

TEST(AbT10Model, RefusesWrongParameters)
{
  using P = AbT10Parameters;
  EXPECT_EQ(refusal([](P &) {}), "");
  EXPECT_EQ(refusal([](P &p) { p.size_reference = 0.0; }), "reference 0 (must be positive)");
  EXPECT_EQ(refusal([](P &p) { p.selection = -2.0; }), "selection -2 (must be positive)");
  EXPECT_EQ(refusal([](P &p) { p.energy_min = -1.0; }), "least -1 (must not be negative)");
  EXPECT_EQ(refusal([](P &p) { p.t10_max = 1.5; }),
            "t10 1.5 (must be above 0 and up to 1; a fraction, not percent)");
}

}    // namespace test_ab_t10_model
