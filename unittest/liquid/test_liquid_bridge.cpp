// Oracles: the Young-Laplace equation, by its first integral and quadrature; the derivative of the
// energy; conservation.

#include "liquid/liquid_bridge.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace test_liquid_bridge {

using grist::bridge_radius;
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

/* Solutions of the Young-Laplace equation between a sphere of radius 1 and another one, or a plane
   (radius infinite), for tension 1. On a meniscus of radius y, with the pressure K inside below that
   outside and the slope psi, 2 y sin(psi) + K y^2 = f: the force is pi f. Volume and gap are
   integrals from the neck y0 to the two lines of contact.
*/
struct Meniscus {
  double gap, volume, force;
};

struct Half {
  double length, volume;
};

// y = y0 + (end - y0) u^2 takes away the root at the neck; Simpson's rule.
Half half_of(double neck, double pressure, double f, double end)
{
  constexpr int PARTS = 64;
  Half sum = {0.0, 0.0};
  for (int n = 0; n <= PARTS; n++) {
    const double u = std::max(1e-3, static_cast<double>(n) / PARTS);
    const double y = neck + (end - neck) * u * u, below = f - pressure * y * y;
    const double slope = 2.0 * y / below;            // 1/sin(psi)
    if (n == PARTS && below < 1e-9 * f) continue;    // it meets a plane at the angle 0
    if (!(below > 0.0 && slope > 1.0)) return {NAN, NAN};
    const double part = (n == 0 || n == PARTS ? 1.0
                             : n % 2          ? 4.0
                                              : 2.0) /
        (3.0 * PARTS) * 2.0 * u * (end - neck) / std::sqrt(slope * slope - 1.0);
    sum.length += part;
    sum.volume += PI * y * y * part;
  }
  return sum;
}

double cap_height(double radius, double filling)
{
  return radius * (1.0 - std::cos(filling));
}
double cap_volume(double radius, double filling)
{
  const double h = cap_height(radius, filling);
  return PI * h * h * (radius - h / 3.0);
}

// Where the meniscus meets a second sphere, as an angle; of a plane, the radius there.
double other_end(double neck, double pressure, double f, double radius, double angle)
{
  const bool is_plane = std::isinf(radius);
  const auto excess = [&](double at) {
    const double y = is_plane ? at : radius * std::sin(at);
    return 2.0 * y * std::sin(is_plane ? angle : at + angle) + pressure * y * y - f;
  };
  double low = is_plane ? neck : std::asin(neck / radius), high = NAN;
  const double first = low, last = is_plane ? 4.0 : 0.5 * PI;
  for (int n = 1; n <= 120 && std::isnan(high); n++) {
    const double at = first + (last - first) * std::pow(n / 120.0, 3);
    (excess(at) >= 0.0 ? high : low) = at;
  }
  for (int n = 0; n < 40; n++) {
    const double at = 0.5 * (low + high);
    (excess(at) >= 0.0 ? high : low) = at;
  }
  return high;
}

// filling: angle at which it meets the sphere; neck: over the radius there.
Meniscus meniscus(double filling, double neck, double angle, double radius)
{
  const double end = std::sin(filling), y0 = neck * end;
  const double pressure = 2.0 * (y0 - end * std::sin(filling + angle)) / (end * end - y0 * y0);
  const double f = 2.0 * y0 + pressure * y0 * y0;
  const Half one = half_of(y0, pressure, f, end);
  const double length = one.length - cap_height(1.0, filling);
  const double volume = one.volume - cap_volume(1.0, filling);
  if (radius == 1.0) return {2.0 * length, 2.0 * volume, PI * f};
  const double at = other_end(y0, pressure, f, radius, angle);
  if (std::isinf(radius)) {
    const Half two = half_of(y0, pressure, f, at);
    return {length + two.length, volume + two.volume, PI * f};
  }
  const Half two = half_of(y0, pressure, f, radius * std::sin(at));
  return {length + two.length - cap_height(radius, at),
          volume + two.volume - cap_volume(radius, at), PI * f};
}

// All of one volume, by rising gap, without the unstable branch of small forces.
std::vector<Meniscus> menisci(double volume, double angle, double radius)
{
  constexpr int FILLINGS = 140, NECKS = 60;
  const double thinnest = 0.35 * std::pow(volume, 0.25);
  const double thickest = std::min(3.6 * thinnest, 0.5 * PI - angle - 0.02);
  std::vector<Meniscus> found;
  for (int n = 0; n < FILLINGS; n++) {
    const double filling = thinnest * std::pow(thickest / thinnest, n / (FILLINGS - 1.0));
    const auto missing = [&](double neck) {
      return meniscus(filling, neck, angle, radius).volume - volume;
    };
    const auto neck_at = [&](int k) { return 1.0 - 1e-4 * std::pow(9850.0, k / (NECKS - 1.0)); };
    for (int k = 0; k + 1 < NECKS; k++) {
      double low = neck_at(k), high = neck_at(k + 1), at_low = missing(low);
      if (!(at_low * missing(high) < 0.0)) continue;
      for (int round = 0; round < 45; round++) {
        const double middle = 0.5 * (low + high), there = missing(middle);
        (at_low * there < 0.0 ? high : low) = middle;
        if (low == middle) at_low = there;
      }
      const Meniscus one = meniscus(filling, low, angle, radius);
      if (std::fabs(one.volume / volume - 1.0) < 1e-6) found.push_back(one);
    }
  }
  if (found.empty()) return found;
  const auto farthest =
      std::max_element(found.begin(), found.end(),
                       [](const Meniscus &a, const Meniscus &b) { return a.gap < b.gap; });
  const double least = farthest->force;
  found.erase(
      std::remove_if(found.begin(), found.end(),
                     [&](const Meniscus &one) { return one.gap < 0.0 || one.force < least; }),
      found.end());
  std::sort(found.begin(), found.end(),
            [](const Meniscus &a, const Meniscus &b) { return a.gap < b.gap; });
  return found;
}

// The largest error of the force, and that of the work to rupture. The force is that up to a gap: for
// equal spheres 0.87 of the larger gap at rupture, of the law or of the menisci, so that there is one
// beyond 0.85; for others 0.85 of the smaller one.
struct Errors {
  double force, work;
};
Errors errors_of(double volume, double degrees, double other)
{
  BridgeLaw law = law_of(degrees);
  law.tension = 1.0;
  const double radius = std::isinf(other) ? bridge_radius(1.0) : bridge_radius(1.0, other);
  const double end = law.rupture_gap(volume);
  const std::vector<Meniscus> all = menisci(volume, law.angle, other);
  EXPECT_GT(all.size(), 40u);
  Errors errors = {0.0, 0.0};
  if (all.empty()) return errors;
  const double farthest = other == 1.0 ? 0.87 * std::max(end, all.back().gap)
                                       : 0.85 * std::min(end, all.back().gap);
  double work = all[0].gap * all[0].force;    // from touch
  for (size_t n = 0; n < all.size(); n++) {
    if (n > 0) work += 0.5 * (all[n].force + all[n - 1].force) * (all[n].gap - all[n - 1].gap);
    if (all[n].gap > farthest) continue;
    const double error = law.force(radius, volume, all[n].gap) / all[n].force - 1.0;
    errors.force = std::max(errors.force, std::fabs(error));
  }
  errors.work = std::fabs(-law.energy(radius, volume, 0.0) / work - 1.0);
  return errors;
}

// Figures of Young-Laplace solutions of another program, for the bridges of Willett et al. (2000).
TEST(LiquidBridge, OracleAgreesWithOtherSolutions)
{
  const double radius = 2.381e-3;
  const struct {
    double volume;
    std::vector<std::pair<double, double>> forces;    // gap over R, force over 2 pi R tension
  } cases[] = {{74.2e-12, {{0.01, 0.773}, {0.04, 0.448}, {0.08, 0.227}, {0.15, 0.0925}}},
               {13.6e-12, {{0.01, 0.619}, {0.04, 0.177}, {0.08, 0.062}}}};
  for (const auto &one : cases) {
    const double volume = one.volume / std::pow(radius, 3);
    const std::vector<Meniscus> all = menisci(volume, 0.0, 1.0);
    for (const auto &[gap, force] : one.forces) {
      const auto above = std::find_if(all.begin(), all.end(),
                                      [gap = gap](const Meniscus &m) { return m.gap > gap; });
      ASSERT_NE(above, all.begin());
      const Meniscus &low = *(above - 1);
      const double part = (gap - low.gap) / (above->gap - low.gap);
      const double found = low.force + part * (above->force - low.force);
      EXPECT_NEAR(found / (2.0 * PI) / force, 1.0, 0.01) << gap;
    }
  }
}

TEST(LiquidBridge, ForceAndWorkAreThoseOfTheYoungLaplaceEquation)
{
  for (const double volume : {1e-3, 1.3e-3, 5e-3, 1.2e-2, 2e-2})
    for (const double degrees : {0.0, 7.0, 13.0, 20.0}) {
      const Errors errors = errors_of(volume, degrees, 1.0);
      EXPECT_LT(errors.force, 0.025) << volume << " " << degrees;
      EXPECT_LT(errors.work, 0.02) << volume << " " << degrees;
    }
}

// What the page states for unequal spheres, walls, large angles, and very small and large volumes.
TEST(LiquidBridge, ErrorsOfOtherBridgesAreAsStated)
{
  constexpr double PLANE = std::numeric_limits<double>::infinity();
  const auto expect = [](double volume, double degrees, double other, double force, double work) {
    const Errors errors = errors_of(volume, degrees, other);
    EXPECT_LT(errors.force, force) << volume << " " << degrees << " " << other;
    EXPECT_LT(errors.work, work) << volume << " " << degrees << " " << other;
  };
  for (const double other : {2.0, 5.0, PLANE})
    for (const double volume : {5e-3, 2e-2}) {
      for (const double degrees : {0.0, 20.0}) expect(volume, degrees, other, 0.036, 0.035);
      expect(volume, 40.0, other, 0.065, 0.065);
    }
  for (const double volume : {1e-3, 5e-3, 2e-2}) expect(volume, 40.0, 1.0, 0.06, 0.015);
  for (const double degrees : {0.0, 20.0}) {
    expect(1e-4, degrees, 1.0, 0.045, 0.012);
    expect(0.1, degrees, 1.0, 0.032, 0.02);
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
  EXPECT_NEAR(law.energy(RADIUS, volume, end + 1e-6) / (1e-6 * law.force(RADIUS, volume, end)), 1.0,
              1e-9);
}

// For all volumes and angles, those beyond the fit too, forces are finite, fall with the gap, and
// have a potential.
TEST(LiquidBridge, ForceFallsWithTheGapForAllVolumesAndAngles)
{
  for (const double degrees : {0.0, 15.0, 30.0, 45.0, 60.0, 89.0})
    for (double volume = 1e-12; volume < 20.0; volume *= 3.0) {
      const BridgeLaw law = law_of(degrees);
      const double end = law.rupture_gap(volume);
      double before = law.force(1.0, volume, 0.0);
      EXPECT_LE(before, 2.0 * PI * TENSION * std::cos(law.angle));
      for (int n = 1; n <= 100; n++) {
        const double force = law.force(1.0, volume, 0.01 * n * end);
        EXPECT_LT(force, before) << degrees << " " << volume;
        EXPECT_GT(force, 0.0);
        before = force;
      }
      EXPECT_LT(law.energy(1.0, volume, 0.0), 0.0) << degrees << " " << volume;
    }
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
