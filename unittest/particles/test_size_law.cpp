// Oracles: the closed forms of the laws, by Kolmogorov's and Smirnov's test on 10,000 sizes; and
// for laws by mass, the passing curve of the mass that was drawn.

#include "particles/size_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace grist;
using Kind = SizeLaw::Kind;

namespace test_size_law {

constexpr int COUNT = 10000;
constexpr double KOLMOGOROV =
    1.63 / 100.0;    // at COUNT sizes, exceeded by chance once in a hundred

using Cumulative = std::function<double(double)>;

std::vector<double> drawn(const SizeLaw &law, unsigned seed = 7)
{
  RandomNumbers random(seed);
  const SizeSampler sampler(law);
  std::vector<double> sizes;
  for (int n = 0; n < COUNT; n++) sizes.push_back(sampler.draw(random));
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

// The largest distance of the two curves.
double distance(const std::vector<double> &sorted, const Cumulative &expected)
{
  double most = 0.0;
  for (size_t n = 0; n < sorted.size(); n++) {
    const double p = expected(sorted[n]), count = static_cast<double>(sorted.size());
    most = std::max({most, std::abs(p - n / count), std::abs(p - (n + 1) / count)});
  }
  return most;
}

double normal_below(double x)
{
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

SizeLaw law_of(Kind kind, double first, double second)
{
  SizeLaw law;
  law.kind = kind;
  law.first = first;
  law.second = second;
  return law;
}

// The curve within limits.
Cumulative within(double least, double most, const Cumulative &whole)
{
  return [=](double d) { return (whole(d) - whole(least)) / (whole(most) - whole(least)); };
}

// Number that passes, if the mass follows `mass` between two sizes: by 20,000 steps.
Cumulative number_of_mass(double least, double most, const Cumulative &mass)
{
  std::vector<double> sums = {0.0};
  constexpr int STEPS = 20000;
  const double step = (most - least) / STEPS;
  for (int n = 0; n < STEPS; n++) {
    const double a = least + n * step, middle = a + 0.5 * step;
    sums.push_back(sums.back() + (mass(a + step) - mass(a)) / (middle * middle * middle));
  }
  return [=](double d) {
    const double at = std::clamp((d - least) / step, 0.0, STEPS - 1e-9);
    const int n = static_cast<int>(at);
    return (sums[n] + (at - n) * (sums[n + 1] - sums[n])) / sums.back();
  };
}

TEST(SizeLaw, DrawsFollowTheLawsByNumber)
{
  const auto uniform = [](double d) { return std::clamp((d - 1.0) / 2.0, 0.0, 1.0); };
  EXPECT_LT(distance(drawn(law_of(Kind::UNIFORM, 1.0, 3.0)), uniform), KOLMOGOROV);

  const auto gaussian = [](double d) { return normal_below((d - 2.0) / 0.4); };
  SizeLaw law = with_limits(law_of(Kind::GAUSSIAN, 2.0, 0.4));
  EXPECT_NEAR(law.least, 0.8, 1e-12);
  EXPECT_NEAR(law.most, 3.2, 1e-12);
  EXPECT_LT(distance(drawn(law), within(0.8, 3.2, gaussian)), KOLMOGOROV);

  const auto log_normal = [](double d) { return normal_below(std::log(d / 2.0) / 0.3); };
  law = law_of(Kind::LOG_NORMAL, 2.0, 0.3);
  EXPECT_LT(distance(drawn(law), log_normal), KOLMOGOROV);
  law.least = 1.8;
  law.most = 2.4;
  EXPECT_LT(distance(drawn(law), within(1.8, 2.4, log_normal)), KOLMOGOROV);

  law = law_of(Kind::ROSIN_RAMMLER, 2.0, 1.5);
  law.least = 0.5;
  law.most = 4.0;
  const auto rosin = [](double d) { return 1.0 - std::exp(-std::pow(d / 2.0, 1.5)); };
  EXPECT_LT(distance(drawn(law), within(0.5, 4.0, rosin)), KOLMOGOROV);
}

TEST(SizeLaw, DrawsFollowTheLawsByMass)
{
  const auto rosin = [](double d) { return 1.0 - std::exp(-std::pow(d / 2.0, 1.5)); };
  SizeLaw law = law_of(Kind::ROSIN_RAMMLER, 2.0, 1.5);
  law.by_mass = true;
  law.least = 0.5;
  law.most = 4.0;
  EXPECT_LT(distance(drawn(law), number_of_mass(0.5, 4.0, rosin)), KOLMOGOROV);

  // By mass between a and b: the number passes as 1/a^2 - 1/d^2.
  law = law_of(Kind::UNIFORM, 1.0, 3.0);
  law.by_mass = true;
  const auto number = [](double d) { return (1.0 - 1.0 / (d * d)) / (1.0 - 1.0 / 9.0); };
  EXPECT_LT(distance(drawn(law), number), KOLMOGOROV);

  law = law_of(Kind::GAUSSIAN, 2.0, 0.4);
  law.by_mass = true;
  law = with_limits(law);
  const auto gaussian = [](double d) { return normal_below((d - 2.0) / 0.4); };
  EXPECT_LT(distance(drawn(law), number_of_mass(0.8, 3.2, gaussian)), KOLMOGOROV);

  law = law_of(Kind::LOG_NORMAL, 2.0, 0.3);
  law.by_mass = true;
  law.least = 1.0;
  law.most = 4.0;
  const auto log_normal = [](double d) { return normal_below(std::log(d / 2.0) / 0.3); };
  EXPECT_LT(distance(drawn(law), number_of_mass(1.0, 4.0, log_normal)), KOLMOGOROV);
}

// The sieves get back the mass that the table gave them.
TEST(SizeLaw, SievesGetTheirShares)
{
  SizeLaw law;
  law.kind = Kind::SIEVES;
  law.by_mass = true;
  law.openings = {1.0, 1.5, 2.0, 4.0};
  law.shares = {0.2, 0.0, 0.8};
  const std::vector<double> sizes = drawn(law);
  double mass = 0.0, small = 0.0;
  for (const double d : sizes) {
    EXPECT_TRUE((d >= 1.0 && d <= 1.5) || (d >= 2.0 && d <= 4.0)) << d;
    mass += d * d * d;
    if (d < 1.75) small += d * d * d;
  }
  EXPECT_NEAR(small / mass, 0.2, 0.01);    // six deviations of the sum
  law.by_mass = false;
  const std::vector<double> counted = drawn(law);
  const auto few = std::count_if(counted.begin(), counted.end(), [](double d) { return d < 1.75; });
  EXPECT_NEAR(static_cast<double>(few) / COUNT, 0.2, 0.015);
}

TEST(SizeLaw, LimitsAreNotCrossed)
{
  for (const Kind kind : {Kind::GAUSSIAN, Kind::LOG_NORMAL, Kind::ROSIN_RAMMLER, Kind::UNIFORM})
    for (const bool by_mass : {false, true}) {
      SizeLaw law = law_of(kind, 2.0, kind == Kind::UNIFORM ? 3.0 : 0.6);
      law.least = 1.9;
      law.most = 2.3;
      law.by_mass = by_mass;
      const std::vector<double> sizes = drawn(law);
      const SizeSampler sampler(law);
      EXPECT_GE(sizes.front(), sampler.smallest());
      EXPECT_LE(sizes.back(), sampler.largest());
      EXPECT_LT(sizes.front(), kind == Kind::UNIFORM ? 2.001 : 1.901);
      EXPECT_GT(sizes.back(), 2.299);
    }
}

TEST(SizeLaw, DefaultLimitsOfRosinAndRammlerPassOneAnd99Percent)
{
  const SizeLaw law = with_limits(law_of(Kind::ROSIN_RAMMLER, 2.0, 1.5));
  EXPECT_NEAR(1.0 - std::exp(-std::pow(law.least / 2.0, 1.5)), 0.01, 1e-12);
  EXPECT_NEAR(1.0 - std::exp(-std::pow(law.most / 2.0, 1.5)), 0.99, 1e-12);
}

TEST(SizeLaw, DefaultLimitsOfLogNormalSizesAreThreeDeviationsOfTheLogarithm)
{
  const SizeLaw law = with_limits(law_of(Kind::LOG_NORMAL, 2.0, 0.3));
  EXPECT_NEAR(std::log(law.least / 2.0), -3.0 * 0.3, 1e-12);
  EXPECT_NEAR(std::log(law.most / 2.0), 3.0 * 0.3, 1e-12);
}

TEST(SizeLaw, WrongLawsAreRefused)
{
  SizeLaw sieves;
  sieves.kind = Kind::SIEVES;
  const auto sieves_of = [&](std::vector<double> openings, std::vector<double> shares) {
    SizeLaw law = sieves;
    law.openings = openings;
    law.shares = shares;
    return law;
  };
  SizeLaw narrow = law_of(Kind::GAUSSIAN, 2.0, 0.1);
  narrow.least = 5.0;
  narrow.most = 6.0;
  SizeLaw upside_down = law_of(Kind::UNIFORM, 1.0, 3.0);
  upside_down.least = 2.0;
  upside_down.most = 1.5;
  SizeLaw endless = law_of(Kind::LOG_NORMAL, 2.0, 0.5);
  endless.by_mass = true;
  endless.most = 5.0;
  for (const SizeLaw &law :
       {sieves_of({1.0, 2.0}, {0.9}), sieves_of({2.0, 1.0}, {1.0}), sieves_of({1.0}, {}),
        sieves_of({1.0, 2.0, 3.0}, {1.0}), sieves_of({0.0, 1.0}, {1.0}),
        sieves_of({1.0, 2.0, 3.0}, {1.5, -0.5}), narrow, upside_down, endless,
        law_of(Kind::ROSIN_RAMMLER, 1.0, 0.0), law_of(Kind::GAUSSIAN, 1.0, -1.0),
        law_of(Kind::ROSIN_RAMMLER, 6e-3, 0.02), sieves_of({1e-70, 1.0}, {1.0})})
    EXPECT_THROW(SizeSampler{law}, std::invalid_argument);
  EXPECT_THROW(with_limits(law_of(Kind::GAUSSIAN, 1.0, 0.5)), std::invalid_argument);
}

}    // namespace test_size_law
