// Bonds whose loads relax (bond_creep.h).
//
// Oracles: the closed form of a Maxwell element under an even rate of deformation and at rest, spring
// by spring; the work of the forces on random ways, by the trapezoid rule over short steps; the time
// after which a bond reaches its strength.

#include "bonds/bond_numbers.h"
#include "bonds/parallel_bond.h"

#include "bonds/bond_cases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace test_bond_creep {

using namespace grist;
using namespace grist::testing;

constexpr double RADIUS = 1e-3, LENGTH = 2e-3, TIME = 0.01;

BondMaterial creeping_material()
{
  BondMaterial material = elastic_material();
  material.relaxation_time = TIME;
  return material;
}

// Velocity of b relative to a, and angular velocities.
struct Rates {
  Vector3d velocity = Vector3d::zero(), omega_a = Vector3d::zero(), omega_b = Vector3d::zero();
};

class Bond {
 public:
  BondMaterial material = creeping_material();
  Vector3d place = {LENGTH, 0.0, 0.0};
  BondState state = make_bond(place);
  BondForces on = {Vector3d::zero(), Vector3d::zero(), Vector3d::zero(), 0.0, BondFailure::NONE};
  double work = 0.0, lost = 0.0;

  BondSection section() const { return {material, RADIUS, RADIUS, LENGTH}; }
  void step(const Rates &rates, double dt)
  {
    const BondForces before = on;
    place += dt * rates.velocity;
    on = update_bond(
        material, {0.0f, 0.0f, 0.0f},
        {place, rates.velocity, rates.omega_a, rates.omega_b, RADIUS, RADIUS, 1.0, 1.0, dt}, state);
    for (const BondForces *of : {&before, static_cast<const BondForces *>(&on)})
      work += 0.5 * dt *
          (dot(of->force_a, rates.velocity) - dot(of->torque_a, rates.omega_a) -
           dot(of->torque_b, rates.omega_b));
    lost += on.lost.flow;
  }
  BondLoads loads() const { return trial_loads(section(), state, norm(place)); }
};

// One spring is deformed at an even rate, then left.
struct OneSpring {
  const char *name;
  Rates rates;
  double load_rate;    // of the spring without creep
  double BondLoads::*load;
};

// Strains within this time are so small that the bond keeps its direction, and so large in stretch
// that its length has enough digits.
std::vector<OneSpring> springs(double time)
{
  const BondSection of = Bond().section();
  const double strain_rate = 1e-6 / TIME, stretch_rate = 1e-2 / time;
  const Vector3d x = strain_rate * Vector3d::unit_x(), y = strain_rate * Vector3d::unit_y();
  return {{"stretch",
           {stretch_rate * LENGTH * Vector3d::unit_x()},
           of.tension * LENGTH * stretch_rate,
           &BondLoads::tension},
          {"shear", {{}, y, y}, of.shearing * LENGTH * strain_rate, &BondLoads::shear},
          {"bend", {{}, -0.5 * y, 0.5 * y}, of.bending * strain_rate, &BondLoads::bending},
          {"twist", {{}, -0.5 * x, 0.5 * x}, of.twisting * strain_rate, &BondLoads::twisting}};
}

TEST(BondCreep, LoadsOfEachSpringFollowAMaxwellElement)
{
  for (const double dt : {1e-6 * TIME, 1e-3 * TIME, 0.3 * TIME, 2.0 * TIME}) {
    const int steps = dt < 1e-4 * TIME ? 100 : 4;
    for (const OneSpring &spring : springs(steps * dt)) {
      Bond bond;
      double loaded = 0.0, left = 0.0;
      for (int n = 0; n < steps; n++, loaded += dt) bond.step(spring.rates, dt);
      const double most = spring.load_rate * TIME * -std::expm1(-loaded / TIME);
      EXPECT_NEAR(bond.loads().*spring.load / most, 1.0, 1e-9) << spring.name << dt;
      for (int n = 0; n < 3; n++, left += dt) bond.step({}, dt);
      EXPECT_NEAR(bond.loads().*spring.load / (most * std::exp(-left / TIME)), 1.0, 1e-9)
          << spring.name << dt;
      // The integral of F^2/(k T) over both times.
      const double rate = spring.load_rate,
                   k = rate * rate / (2.0 * bond.on.energy) *
          std::pow(most * std::exp(-left / TIME) / rate, 2);
      const double s = std::exp(-loaded / TIME);
      const double under_load =
          rate * rate * TIME * (loaded - 2.0 * TIME * (1.0 - s) + 0.5 * TIME * (1.0 - s * s));
      const double at_rest = 0.5 * most * most * (1.0 - std::exp(-2.0 * left / TIME));
      // The closed form cancels where the time is short.
      const double room = dt < 1e-4 * TIME ? 1e-3 : 1e-9;
      EXPECT_NEAR(bond.lost * k / (under_load + at_rest), 1.0, room) << spring.name << dt;
    }
  }
}

// All loads at once, whose shares in the work differ.
TEST(BondCreep, WorkIsStoredOrLost)
{
  std::mt19937_64 random(11);
  std::normal_distribution<double> gauss;
  const auto any = [&](double scale) {
    return scale * Vector3d{gauss(random), gauss(random), gauss(random)};
  };
  for (int trial = 0; trial < 200; trial++) {
    Bond bond;
    const double scale = 1e-6 / TIME, dt = 2e-4 * TIME;
    for (int leg = 0; leg < 10; leg++) {
      const Rates rates = {any(scale * LENGTH), any(scale), any(scale)};
      for (int n = 0; n < 500; n++) bond.step(rates, dt);
    }
    EXPECT_GT(bond.lost, 0.2 * bond.work);
    EXPECT_NEAR((bond.on.energy + bond.lost) / bond.work, 1.0, 1e-6) << trial;
  }
}

// Under an even rate the load has a bound; a bond whose strength is above it never breaks.
TEST(BondCreep, StrengthIsReachedAsLateAsTheClosedFormSays)
{
  const OneSpring pull = springs(TIME).front();
  const double bound = pull.load_rate * TIME / Bond().section().area;
  for (const double share : {0.3, 0.9, 1.01}) {
    Bond bond;
    bond.material.tensile = share * bound;
    const double dt = 1e-3 * TIME, expected = -std::log1p(-share) * TIME;
    double time = 0.0;
    while (time < 10.0 * TIME && bond.on.failure == BondFailure::NONE) {
      bond.step(pull.rates, dt);
      time += dt;
    }
    if (share < 1.0)
      EXPECT_NEAR(time, expected, dt) << share;
    else
      EXPECT_EQ(bond.on.failure, BondFailure::NONE);
  }
}

// A length that jumps, as by a command, is elastic at once.
TEST(BondCreep, JumpsAreElastic)
{
  Bond bond;
  bond.place += Vector3d{1e-9, 0.0, 0.0};
  bond.step({}, 0.0);
  EXPECT_NEAR(bond.loads().tension / (bond.section().tension * 1e-9), 1.0, 1e-6);
  EXPECT_EQ(bond.lost, 0.0);
}

TEST(BondCreep, RefusesInvalidMaterials)
{
  const auto refuses = [](double time, double softening) {
    BondMaterial material = creeping_material();
    material.tensile = 1e6;
    material.relaxation_time = time;
    material.softening = softening;
    EXPECT_THROW(check(material), std::invalid_argument);
  };
  refuses(-1.0, 0.0);
  refuses(NEVER, 0.0);
  refuses(std::nan(""), 0.0);
  refuses(1.0, 1.0);
}

}    // namespace test_bond_creep
