// Oracles: the expression as Willett et al. (2000) print it, in half gaps; the Young-Laplace
// equation, integrated here along the meniscus; the derivative of the energy; conservation.

#include "liquid/liquid_bridge.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_liquid_bridge {

using grist::BridgeLaw;
using grist::PI;

constexpr double RADIUS = 1e-3, TENSION = 0.0728;
constexpr double EXACT = 1e-13;

BridgeLaw law_of(double degrees)
{
  BridgeLaw law;
  law.tension = TENSION;
  law.angle = degrees * PI / 180.0;
  return law;
}

TEST(LiquidBridge, ForceIsWillettsInHalfGaps)
{
  for (const double degrees : {0.0, 20.0, 40.0})
    for (const double volume : {1e-4, 1e-2})
      for (const double half : {0.0, 1e-3, 1e-2}) {
        const BridgeLaw law = law_of(degrees);
        const double plus = half / std::sqrt(volume);
        const double printed = std::cos(law.angle) / (1.0 + 2.1 * plus + 10.0 * plus * plus);
        EXPECT_NEAR(law.force(RADIUS, volume * std::pow(RADIUS, 3), 2.0 * half * RADIUS) /
                        (2.0 * PI * RADIUS * TENSION),
                    printed, EXACT);
      }
}

// Meniscus of unit tension between two spheres of radius 1 from its neck on: turns as
// dpsi/ds = cos(psi)/x - p, p the pressure inside over that outside.
struct Meniscus {
  double angle, volume;    // where it meets the sphere
  bool meets;
};
Meniscus meniscus(double neck, double pressure, double half_gap)
{
  const double center = half_gap + 1.0, step = 2e-5;
  double x = neck, y = 0.0, psi = 0.0, volume = 0.0;
  const auto inside = [&] { return std::hypot(x, y - center) < 1.0; };
  for (int n = 0; n < 25000; n++) {
    if (inside()) {
      const double cap = y - half_gap;    // of the sphere, below the line of contact
      const double beta = std::asin(std::fmin(1.0, x));
      volume -= PI * cap * cap * (1.0 - cap / 3.0);
      return {0.5 * PI - beta - psi, 2.0 * volume, true};
    }
    const double turn = std::cos(psi) / x - pressure;
    const double middle = psi + 0.5 * step * turn;
    const double x_middle = x + 0.5 * step * std::sin(psi);
    const double y_before = y;
    y += step * std::cos(middle);
    volume += PI * x_middle * x_middle * (y - y_before);
    x += step * std::sin(middle);
    psi += step * (std::cos(middle) / x_middle - pressure);
    if (x <= 0.0 || y > center) break;
  }
  return {0.0, 0.0, false};
}

// The pressure at which a meniscus of this neck wets the spheres (angle 0), by bisection.
double wetting_pressure(double neck, double half_gap)
{
  double low = -100.0 / neck, high = 1.0 / neck;
  for (int n = 0; n < 60; n++) {
    const double pressure = 0.5 * (low + high);
    const Meniscus found = meniscus(neck, pressure, half_gap);
    if (found.meets && found.angle > 0.0)
      high = pressure;
    else
      low = pressure;
  }
  return 0.5 * (low + high);
}

TEST(LiquidBridge, ForceIsThatOfTheYoungLaplaceEquation)
{
  // The closed form follows the solution within a few percent for small volumes.
  constexpr double OF_THE_CLOSED_FORM = 0.08;
  const BridgeLaw law = law_of(0.0);
  for (const double half_gap : {1e-3, 1e-2, 2e-2})
    for (const double neck : {0.12, 0.16}) {
      const double pressure = wetting_pressure(neck, half_gap);
      const double volume = meniscus(neck, pressure, half_gap).volume;
      if (volume <= 0.0 || 2.0 * half_gap > 0.7 * law.rupture_gap(volume)) continue;
      const double force = 2.0 * PI * neck - PI * neck * neck * pressure;
      EXPECT_NEAR(law.force(1.0, volume, 2.0 * half_gap) / TENSION / force, 1.0, OF_THE_CLOSED_FORM)
          << half_gap << " " << neck << " " << volume;
    }
}

TEST(LiquidBridge, BreaksAtTheRuptureGapAndNotBefore)
{
  const BridgeLaw law = law_of(30.0);
  const double volume = 1e-2 * std::pow(RADIUS, 3);
  const double end = (1.0 + PI / 12.0) * std::cbrt(1e-2) * RADIUS;
  EXPECT_NEAR(law.rupture_gap(volume) / end, 1.0, EXACT);
  EXPECT_NEAR(law.volume_of_rupture(end) / volume, 1.0, EXACT);
  EXPECT_GT(law.force(RADIUS, volume, end * (1.0 - 1e-9)), 0.0);
  EXPECT_EQ(law.force(RADIUS, volume, end * (1.0 + 1e-9)), 0.0);
}

TEST(LiquidBridge, EnergyIsTheIntegralOfTheForce)
{
  const BridgeLaw law = law_of(20.0);
  const double volume = 5e-3 * std::pow(RADIUS, 3), end = law.rupture_gap(volume);
  EXPECT_NEAR(law.energy(RADIUS, volume, end), 0.0, 1e-20);
  constexpr int PARTS = 2000;    // Simpson's rule
  double work = 0.0;
  const double step = end / PARTS;
  for (int n = 0; n <= PARTS; n++)
    work += (n == 0 || n == PARTS ? 1.0
                 : n % 2          ? 4.0
                                  : 2.0) *
        step / 3.0 * law.force(RADIUS, volume, std::min(n * step, end));
  EXPECT_NEAR(law.energy(RADIUS, volume, 0.0) / -work, 1.0, 1e-10);
  EXPECT_NEAR(law.energy(RADIUS, volume, -1e-5) - law.energy(RADIUS, volume, 0.0),
              -1e-5 * law.force(RADIUS, volume, 0.0), 1e-16);
}

TEST(LiquidBridge, ViscousPartHasASmallestGap)
{
  BridgeLaw law = law_of(0.0);
  law.viscosity = 0.1;
  EXPECT_NEAR(law.resistance(RADIUS, 0.1 * RADIUS) /
                  (6.0 * PI * 0.1 * 0.25 * RADIUS * RADIUS / (0.1 * RADIUS)),
              1.0, EXACT);
  EXPECT_EQ(law.resistance(RADIUS, -1.0), law.resistance(RADIUS, 0.01 * RADIUS));
}

TEST(LiquidBridge, SphereGivesNoMoreThanItHas)
{
  for (const double share : {0.5, 1.0})
    EXPECT_LE(6.0 * grist::film_share(1.0, share, 6, 10.0), 1.0);
  EXPECT_EQ(grist::film_share(1.0, 0.5, 5, 10.0), 0.1);
  EXPECT_EQ(grist::film_share(1.0, 0.5, 5, 0.01), 0.01);
  EXPECT_EQ(grist::film_share(1.0, 0.5, 0, 1.0), 0.0);
}

}    // namespace test_liquid_bridge
