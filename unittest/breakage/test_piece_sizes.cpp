#include "breakage/piece_sizes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace grist;
using Kind = PieceSizeLaw::Kind;

namespace test_piece_sizes {

constexpr double T10[] = {1e-4, 0.02, 0.1, 0.35, 0.7, 0.95};

// No material's: numbers that give curves in order, with a shape below and above 1 among them.
PieceSizeLaw beta_law()
{
  PieceSizeLaw law;
  law.kind = Kind::BETA;
  law.ratios = {
      {1.2, 0.6, 11.0}, {2.0, 1.0, 8.0}, {4.0, 1.1, 3.0}, {25.0, 1.0, 0.55}, {75.0, 1.05, 0.3}};
  return law;
}

std::vector<PieceSizeLaw> all_laws()
{
  PieceSizeLaw rosin, steep, gaudin;
  steep.alpha = 1.6;
  gaudin.kind = Kind::GAUDIN_SCHUHMANN;
  return {beta_law(), rosin, steep, gaudin};
}

// The integral from 0 to x by the tanh-sinh rule, t = x/2 (1 + tanh(pi/2 sinh u)), which takes ends
// with infinite slopes; the density is written with the distances to 0 and to 1, each without
// cancellation where it is small.
double beta_integral(double alpha, double beta, double x)
{
  constexpr double STEP = 1.0 / 64.0;
  double sum = 0.0;
  for (int k = -400; k <= 400; k++) {
    const double u = k * STEP, w = 0.5 * std::acos(-1.0) * std::sinh(u);
    const double from_low = x / (1.0 + std::exp(-2.0 * w)), to_high = x / (1.0 + std::exp(2.0 * w));
    if (from_low <= 0.0) continue;
    const double to_one = (1.0 - x) + to_high;
    if (to_one <= 0.0) continue;
    const double slope = std::acos(-1.0) * std::cosh(u) * from_low * to_high / x;
    sum += std::pow(from_low, alpha - 1.0) * std::pow(to_one, beta - 1.0) * slope * STEP;
  }
  return sum;
}

// Oracle: the definition, by numerical integration of both integrals.
TEST(PieceSizes, BetaAsByNumericalIntegration)
{
  const PieceSizeLaw law = beta_law();
  for (const double t10 : T10)
    for (const auto &ratio : law.ratios) {
      const double expected =
          beta_integral(ratio.alpha, ratio.beta, t10) / beta_integral(ratio.alpha, ratio.beta, 1.0);
      EXPECT_NEAR(passing_share(law, ratio.n, t10), expected, 1e-10) << ratio.n << " " << t10;
      EXPECT_NEAR(PassingCurve(law, t10).passing(1.0 / ratio.n), expected, 1e-10);
    }
}

// By hand: t10 = 0.19 and alpha = 1 give t_4 = 1 - 0.81^3, t_19 = 1 - 0.81^(1/2) = 0.1.
TEST(PieceSizes, RosinRammlerByHand)
{
  const PieceSizeLaw law;
  EXPECT_NEAR(passing_share(law, 19.0, 0.19), 0.1, 1e-15);
  EXPECT_NEAR(passing_share(law, 4.0, 0.19), 1.0 - 0.81 * 0.81 * 0.81, 1e-15);
  PieceSizeLaw steep;
  steep.alpha = 2.0;
  EXPECT_NEAR(passing_share(steep, 4.0, 0.19), 1.0 - std::pow(0.81, 9.0), 1e-15);
}

TEST(PieceSizes, GaudinSchuhmannByHand)
{
  PieceSizeLaw law;
  law.kind = Kind::GAUDIN_SCHUHMANN;
  EXPECT_NEAR(passing_share(law, 100.0, 0.3), 0.09, 1e-15);
  EXPECT_NEAR(PassingCurve(law, 0.3).passing(std::sqrt(0.1)), std::sqrt(0.3), 1e-15);
}

TEST(PieceSizes, CurveHasItsT10AndRises)
{
  for (const PieceSizeLaw &law : all_laws())
    for (const double t10 : T10) {
      const PassingCurve curve(law, t10);
      EXPECT_NEAR(curve.passing(0.1), t10, 1e-14);
      EXPECT_EQ(curve.passing(0.0), 0.0);
      EXPECT_EQ(curve.passing(1.0), 1.0);
      EXPECT_NEAR(curve.passing(1.0 - 1e-9), 1.0, 1e-6);
      double before = 0.0;
      for (double x = 1e-4; x < 1.0; x *= 1.01) {
        const double share = curve.passing(x);
        EXPECT_GE(share, before);
        EXPECT_LE(share, 1.0);
        if (share < 1.0 - 1e-6) { EXPECT_NEAR(curve.size(share) / x, 1.0, 1e-7); }
        before = share;
      }
      for (double share = 1e-3; share < 1.0; share += 1e-3)    // no jump
        EXPECT_NEAR(curve.passing(curve.size(share)), share, 1e-11);
    }
}

// The t_n of the law are on its curve.
TEST(PieceSizes, CurvePassesThroughEachShare)
{
  for (const PieceSizeLaw &law : all_laws())
    for (const double n : {1.2, 2.0, 4.0, 10.0, 25.0, 75.0})
      EXPECT_NEAR(PassingCurve(law, 0.3).passing(1.0 / n), passing_share(law, n, 0.3), 1e-13);
}

// Straight lines of log Y against log x; below the last n the last one goes on.
TEST(PieceSizes, PowersBetweenTheRatios)
{
  const PassingCurve curve(beta_law(), 0.3);
  const double at_2 = curve.passing(0.5), at_4 = curve.passing(0.25);
  EXPECT_NEAR(curve.passing(std::sqrt(0.125)), std::sqrt(at_2 * at_4), 1e-14);
  const double at_25 = curve.passing(0.04), at_75 = curve.passing(0.04 / 3.0);
  EXPECT_NEAR(curve.passing(0.04 / 9.0), at_75 * at_75 / at_25, 1e-14);
}

// t_4 of this law is below t10, t_25 above it: both are left out, and the curve is that of the
// others.
TEST(PieceSizes, CrossingSharesAreLeftOut)
{
  PieceSizeLaw law = beta_law(), others = beta_law();
  law.ratios[2] = {4.0, 3.0, 1.0};
  law.ratios[3] = {25.0, 0.3, 1.0};
  others.ratios.erase(others.ratios.begin() + 2, others.ratios.begin() + 4);
  const PassingCurve curve(law, 0.3), expected(others, 0.3);
  for (double x = 1e-3; x < 1.0; x *= 1.3) EXPECT_EQ(curve.passing(x), expected.passing(x));
}

TEST(PieceSizes, ExtremesOfT10)
{
  for (const PieceSizeLaw &law : all_laws()) {
    EXPECT_NEAR(PassingCurve(law, 0.0).passing(0.1), PassingCurve::LEAST_T10, 1e-15);
    EXPECT_NEAR(PassingCurve(law, 1.0).passing(0.1), PassingCurve::MOST_T10, 1e-14);
  }
}

std::string refusal(const PieceSizeLaw &law, double t10 = 0.3)
{
  try {
    const PassingCurve curve(law, t10);
  } catch (const std::invalid_argument &fault) {
    return fault.what();
  }
  return "";
}

PieceSizeLaw with(PieceSizeLaw::Ratio ratio)
{
  PieceSizeLaw law = beta_law();
  law.ratios[3] = ratio;
  return law;
}

TEST(PieceSizes, RefusesWrongLaws)
{
  EXPECT_EQ(refusal(beta_law()), "");
  EXPECT_EQ(refusal(with({3.0, 1.0, 1.0})), "n of t_n 3 (must be above 4, the one before it)");
  EXPECT_EQ(refusal(with({10.0, 1.0, 1.0})), "n of t_n 10 (t10 is given by the energy)");
  EXPECT_EQ(refusal(with({25.0, 0.0, 1.0})), "alpha of t_n 0 (must be positive)");
  EXPECT_EQ(refusal(with({25.0, 1.0, -1.0})), "beta of t_n -1 (must be positive)");
  PieceSizeLaw coarse = beta_law();
  coarse.ratios.resize(3);
  EXPECT_EQ(refusal(coarse), "largest n of t_n 4 (must be above 10)");
  PieceSizeLaw rosin;
  rosin.alpha = 0.0;
  EXPECT_EQ(refusal(rosin), "exponent of t_n 0 (must be positive)");
  EXPECT_EQ(refusal(beta_law(), 30.0), "t10 30 (must be from 0 to 1; a fraction, not percent)");
}

}    // namespace test_piece_sizes
