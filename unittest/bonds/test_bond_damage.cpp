// Damage of bonds: softening and fatigue.
//
// Oracles: the straight line of stress over opening and the area under it; the work of the forces; the
// integral of what damage takes on any way of loads; Tavares and King's equation by bisection.

#include "bonds/bond_numbers.h"
#include "bonds/parallel_bond.h"
#include "bonds/softening.h"

#include "bonds/bond_cases.h"
#include "common/fatigue_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace test_bond_damage {

using namespace grist;
using namespace grist::testing;

constexpr double RADIUS = 1e-3, LENGTH = 2e-3;

BondMaterial brittle_material()
{
  BondMaterial material = elastic_material();
  material.radius = 1.0;
  material.tensile = 2e6;
  material.shear = 3e6;
  return material;
}

// A bond whose end b is moved step by step.
class Bond {
 public:
  BondMaterial material;
  Vector3d place = {LENGTH, 0.0, 0.0};
  BondState state = make_bond(place);
  BondForces on = {Vector3d::zero(), Vector3d::zero(), Vector3d::zero(), 0.0, BondFailure::NONE};
  double work = 0.0, dissipated = 0.0, turned = 0.0;

  explicit Bond(const BondMaterial &material) : material(material) {}
  BondSection section() const { return {material, RADIUS, RADIUS, LENGTH}; }

  // b by `way`, and turned by the angle `turn` about z.
  void move(const Vector3d &way, double turn = 0.0)
  {
    const Vector3d before_force = on.force_a, before_torque = on.torque_b;
    const Vector3d spin{0.0, 0.0, turn};
    place += way;
    on = update_bond(material, {0.0f, 0.0f, 0.0f},
                     {place, way, Vector3d::zero(), spin, RADIUS, RADIUS, 1.0, 1.0, 1.0}, state);
    if (is_broken()) on.force_a = on.torque_b = Vector3d::zero();    // as for an evaluation
    work +=
        0.5 * dot(before_force + on.force_a, way) - 0.5 * dot(before_torque + on.torque_b, spin);
    dissipated += on.lost.damage;
  }
  bool is_broken() const { return on.failure != BondFailure::NONE; }
  double stretch() const { return norm(place) - LENGTH; }
};

BondMaterial softening_material(double reach)
{
  BondMaterial material = brittle_material();
  material.softening =
      reach * material.tensile * material.tensile * LENGTH / (2.0 * material.young);
  return material;
}

// Steps that do not end at the corners of the line.
TEST(BondDamage, TensionFallsAlongALineToZero)
{
  for (const double reach : {1.2, 3.0, 20.0}) {
    Bond bond(softening_material(reach));
    const BondSection section = bond.section();
    const double opening = bond.material.tensile * LENGTH / bond.material.young;
    EXPECT_NEAR(section.reach, reach, 1e-12 * reach);
    const double step = opening * 0.0137;
    while (!bond.is_broken()) {
      bond.move({step, 0.0, 0.0});
      const double u = bond.stretch() / opening;
      const double expected = u < 1.0 ? u : (reach - u) / (reach - 1.0);
      if (bond.is_broken()) break;
      EXPECT_NEAR(bond.on.force_a.x, expected * bond.material.tensile * section.area,
                  1e-9 * bond.material.tensile * section.area);
    }
    EXPECT_NEAR(bond.stretch() / opening, reach, 0.014);
    EXPECT_EQ(bond.on.failure, BondFailure::TENSION);
    const double whole = bond.material.softening * section.area;
    EXPECT_NEAR(bond.dissipated, whole, 1e-12 * whole);
    EXPECT_NEAR(fracture_energy(section, norm(bond.place), bond.state), whole, 1e-9 * whole);
  }
}

// What is put in is what is stored and what is dissipated, the better the smaller the steps are.
TEST(BondDamage, WorkIsStoredOrDissipated)
{
  double error_before = 1.0;
  for (const double step : {4.3e-3, 1.1e-3}) {
    Bond bond(softening_material(3.0));
    const double opening = bond.material.tensile * LENGTH / bond.material.young;
    double error = 0.0;
    // To the middle of the softening, back into pressure, and then until it breaks.
    const auto pull = [&](double until, double way) {
      while (!bond.is_broken() && (way > 0.0) == (bond.stretch() < until * opening)) {
        bond.move({way * opening, 0.0, 0.0});
        const double held = bond.is_broken() ? 0.0 : bond.on.energy;
        error = std::max(error, std::fabs(bond.work - held - bond.dissipated));
      }
    };
    pull(2.0, step);
    const double lost = bond.dissipated, kept = stiffness_kept(3.0, bond.state.memory.reached);
    EXPECT_NEAR(bond.on.force_a.x, kept * bond.section().tension * bond.stretch(), 1e-12);
    pull(-0.7, -step);
    EXPECT_EQ(bond.dissipated, lost);    // only stored energy comes and goes
    EXPECT_NEAR(bond.on.force_a.x, bond.section().tension * bond.stretch(), 1e-12);    // pressure
    pull(1.0, step);
    EXPECT_EQ(bond.dissipated, lost);
    pull(10.0, step);
    const double whole = bond.material.softening * bond.section().area;
    EXPECT_NEAR(bond.dissipated, whole, 1e-12 * whole);
    EXPECT_LT(error, 2.0 * step * whole);
    EXPECT_LT(error, 0.3 * error_before);
    error_before = error;
  }
}

// A bond that breaks by shear under pressure takes what its pressure stores, too.
TEST(BondDamage, BreakUnderPressureTakesAllThatIsStored)
{
  Bond bond(softening_material(3.0));
  bond.material.beta = 0.0;
  const double pressed = -0.8 * bond.material.tensile * LENGTH / bond.material.young;
  for (int n = 0; n < 100; n++) bond.move({pressed / 100, 0.0, 0.0});
  const double stored = bond.on.energy;
  const double most = bond.material.shear * LENGTH * bond.material.ratio / bond.material.young;
  while (!bond.is_broken()) {
    bond.place.x = LENGTH + pressed;    // keeps its length: the arc is short
    bond.move({0.0, 1e-3 * most, 0.0});
  }
  EXPECT_EQ(bond.on.failure, BondFailure::SHEAR);
  EXPECT_GT(stored, 0.02 * bond.work);
  EXPECT_NEAR(bond.work / bond.dissipated, 1.0, 3e-3);
  EXPECT_NEAR(fracture_energy(bond.section(), norm(bond.place), bond.state) / bond.dissipated, 1.0,
              3e-3);
}

// In shear g is times (t/s)^2 times the ratio of the stiffnesses; with the same damage for all springs.
TEST(BondDamage, ShearAndMomentsSoftenAlike)
{
  Bond bond(softening_material(3.0));
  bond.material.beta = 0.0;
  const double most = bond.material.shear * LENGTH * bond.material.ratio / bond.material.young;
  bond.move(Vector3d::zero(), 1e-6);
  const double moment = norm(bond.state.moment);
  while (!bond.is_broken()) {
    bond.place.x = LENGTH;    // keeps its length: the arc is short
    bond.move({0.0, 1e-3 * most, 0.0});
    const double kept = stiffness_kept(3.0, bond.state.memory.reached);
    const BondLoads loads = bond_loads(bond.section(), bond.state, norm(bond.place));
    EXPECT_NEAR(loads.bending, kept * moment, 1e-3 * moment);
  }
  EXPECT_EQ(bond.on.failure, BondFailure::SHEAR);
  const double factor = std::pow(1.5, 2) * bond.material.ratio;
  EXPECT_NEAR(bond.dissipated / (factor * bond.material.softening * bond.section().area), 1.0,
              2e-3);
}

// Loads of the undamaged springs.
struct Loads {
  double stretch;
  Vector3d shear, moment, normal;
};

// The integral of psi dd over a way of loads, by many small parts of each step. Stresses, energy and
// damage by formulas of its own.
class DamageIntegral {
 public:
  double taken = 0.0, largest = 1.0;    // the share so far
  bool is_broken = false;

  explicit DamageIntegral(const Bond &bond) : material(bond.material), section(bond.section()) {}

  void follow(const Loads &before_turn, const Loads &to)
  {
    constexpr int PARTS = 30;
    const Loads from = turned(before_turn, to.normal);
    if (std::max(share(from), share(to)) <= largest) return;    // a convex function
    for (int k = 0; k < PARTS && !is_broken; k++) {
      const Loads start = between(from, to, 1.0 * k / PARTS),
                  end = between(from, to, (k + 1.0) / PARTS);
      const double low = share(start), high = share(end), before = largest;
      if (high <= largest) continue;
      is_broken = high >= section.reach;
      largest = std::min(high, section.reach);
      const double first = std::max(0.0, (before - low) / (high - low)),
                   last = (largest - low) / (high - low);
      taken +=
          energy(between(start, end, 0.5 * (first + last))) * (damage(largest) - damage(before));
      const double pressed = std::min(0.0, between(start, end, last).stretch);
      if (is_broken) taken += 0.5 * section.tension * pressed * pressed;
    }
  }

 private:
  BondMaterial material;
  BondSection section;

  // With the bond, by a small angle.
  static Loads turned(const Loads &of, const Vector3d &normal)
  {
    const Vector3d angle = cross(of.normal, normal);
    return {of.stretch, of.shear + cross(angle, of.shear), of.moment + cross(angle, of.moment),
            normal};
  }
  static Loads between(const Loads &from, const Loads &to, double way)
  {
    return {from.stretch + way * (to.stretch - from.stretch),
            from.shear + way * (to.shear - from.shear),
            from.moment + way * (to.moment - from.moment), to.normal};
  }
  double damage(double u) const { return section.reach * (u - 1.0) / (u * (section.reach - 1.0)); }
  double share(const Loads &of) const
  {
    const double pull = section.tension * of.stretch / section.area;
    const double twist = dot(of.moment, of.normal), lever = material.beta * section.radius;
    const double bending = norm(of.moment - twist * of.normal) * lever / section.inertia;
    const double slip = norm(of.shear) / section.area + std::fabs(twist) * lever / section.polar;
    return std::max((pull + bending) / material.tensile,
                    (slip + material.friction * pull) / material.shear);
  }
  double energy(const Loads &of) const
  {
    const double pulled = std::max(0.0, of.stretch), twist = dot(of.moment, of.normal);
    return 0.5 *
        (section.tension * pulled * pulled + squared_norm(of.shear) / section.shearing +
         twist * twist / section.twisting +
         squared_norm(of.moment - twist * of.normal) / section.bending);
  }
};

// Ways of all loads at once, with pressure, unloading and turns: two waves each.
TEST(BondDamage, BreakTakesTheIntegralOfItsWay)
{
  std::mt19937 random(17);
  std::uniform_real_distribution<double> any(-1.0, 1.0), positive(0.0, 1.0);
  const auto vector = [&] { return Vector3d{any(random), any(random), any(random)}; };
  int pressed = 0, broken = 0;
  for (int trial = 0; trial < 200; trial++) {
    BondMaterial material = softening_material(1.2 + 8.0 * positive(random) * positive(random));
    material.beta = positive(random);
    material.ratio = 1.0 + 2.0 * positive(random);
    material.friction = trial % 2 ? 0.6 * positive(random) : 0.0;
    Bond bond(material);
    DamageIntegral integral(bond);
    const double opening = material.tensile * LENGTH / material.young, pace = opening / 900.0;
    const Vector3d ways[2] = {vector(), vector()}, turns[2] = {vector(), vector()};
    const double waves[2] = {1.0 + positive(random), 2.0 + 3.0 * positive(random)};
    Loads before = {0.0, Vector3d::zero(), Vector3d::zero(), bond.state.normal};
    for (int n = 0; n < 200000 && !bond.is_broken(); n++) {
      const double growth = 1.0 + n / 6000.0;
      Vector3d way = Vector3d::zero(), turn = Vector3d::zero();
      for (int k = 0; k < 2; k++) {
        const double rate = pace * growth * std::cos(waves[k] * n / 1500.0 + k);
        way += rate * Vector3d{ways[k].x, 2.0 * ways[k].y, 2.0 * ways[k].z};
        turn += rate / RADIUS * turns[k];
      }
      bond.place += way;
      bond.on = update_bond(material, {0.0f, 0.0f, 0.0f},
                            {bond.place, way, -0.3 * turn, turn, RADIUS, RADIUS, 1.0, 1.0, 1.0},
                            bond.state);
      bond.dissipated += bond.on.lost.damage;
      const Loads now = {bond.stretch(), bond.state.shear_force, bond.state.moment,
                         bond.state.normal};
      integral.follow(before, now);
      before = now;
    }
    if (!bond.is_broken()) continue;
    broken++;
    pressed += bond.stretch() < 0.0;
    const double event = fracture_energy(bond.section(), norm(bond.place), bond.state);
    EXPECT_NEAR(event / integral.taken, 1.0, 1e-6) << trial;
    EXPECT_NEAR(bond.dissipated / event, 1.0, 2e-2) << trial;    // pressure at the end of the step
    if (bond.stretch() > 0.0) { EXPECT_NEAR(bond.dissipated / event, 1.0, 1e-12) << trial; }
  }
  EXPECT_GT(broken, 190);
  EXPECT_GT(pressed, 20);
}

// Where spheres have been moved between two steps, the way of the loads is not known: they count as
// having grown alike.
TEST(BondDamage, LoadsWithoutAWayGrowAlike)
{
  Bond bond(softening_material(3.0));
  const double opening = bond.material.tensile * LENGTH / bond.material.young;
  for (const double u : {2.0, 2.5, 4.0}) {
    bond.place.x = LENGTH + u * opening;
    bond.on = update_bond(bond.material, {0.0f, 0.0f, 0.0f},
                          {bond.place, Vector3d::zero(), Vector3d::zero(), Vector3d::zero(), RADIUS,
                           RADIUS, 1.0, 1.0, 0.0},
                          bond.state);
    bond.dissipated += bond.on.lost.damage;
  }
  EXPECT_TRUE(bond.is_broken());
  const double whole = bond.material.softening * bond.section().area;
  EXPECT_NEAR(bond.dissipated, whole, 1e-12 * whole);
  EXPECT_NEAR(bond.state.memory.taken, whole, 1e-12 * whole);
}

// All scattered bonds have the same reach, so that none is too brittle to soften.
TEST(BondDamage, ScatterKeepsTheReach)
{
  const BondMaterial material = softening_material(3.0);
  for (const double factor : {0.3, 1.0, 2.5})
    EXPECT_NEAR(softening_reach(with_strength_factor(material, factor), LENGTH), 3.0, 1e-12);
  EXPECT_EQ(softening_reach(brittle_material(), LENGTH), 0.0);
}

double damage_by_bisection(double gamma, double share)
{
  double low = 0.0, high = 1.0;
  for (int n = 0; n < 200; n++) {
    const double d = 0.5 * (low + high);
    const double right = std::pow(gamma / (gamma + 2.0 - 2.0 * d) * share * share, 0.5 * gamma);
    (d < right ? low : high) = d;
  }
  return 0.5 * (low + high);
}

TEST(BondDamage, CycleSolvesTheEquationOfTavaresAndKing)
{
  for (const double gamma : {0.5, 1.0, 3.0, 5.0, 20.0})
    for (const double share : {0.01, 0.3, 0.7, 0.9, 0.99, 0.999})
      EXPECT_NEAR(fatigue_damage(share * share, 0.5 * gamma), damage_by_bisection(gamma, share),
                  1e-12)
          << gamma << " " << share;
  EXPECT_EQ(fatigue_damage(1.0, 2.5), 1.0);
}

// Loads that rise in many small steps and fall again, with ripples that are no cycles.
TEST(BondDamage, CyclesWeakenTheBond)
{
  BondMaterial material = brittle_material();
  material.fatigue = 3.0;
  Bond bond(material);
  const double opening = material.tensile * LENGTH / material.young;
  double strength = 1.0;
  int cycles = 0;
  for (; cycles < 1000 && !bond.is_broken(); cycles++) {
    const double peak = 0.6;    // of the strength at the beginning
    if (peak >= strength) break;
    for (const double until : {0.5 * peak, 0.4 * peak, peak, 0.8 * peak, peak, 0.01 * peak})
      while (!bond.is_broken() && std::fabs(bond.stretch() - until * opening) > 1e-12 * opening) {
        const double way = until * opening - bond.stretch();
        bond.move({std::copysign(std::min(std::fabs(way), 0.01 * opening), way), 0.0, 0.0});
      }
    ASSERT_FALSE(bond.is_broken());
    strength *= std::sqrt(1.0 - damage_by_bisection(material.fatigue, peak / strength));
    ASSERT_NEAR(bond.state.memory.left, strength, 1e-10) << "after cycle " << cycles;
    ASSERT_NEAR(bond.on.energy, 0.5 * bond.section().tension * bond.stretch() * bond.stretch(),
                1e-20);
  }
  EXPECT_GT(cycles, 3);
  EXPECT_LT(cycles, 100);
  bond.move({0.61 * opening, 0.0, 0.0});    // the same load once more
  EXPECT_TRUE(bond.is_broken());
}

TEST(BondDamage, PressureIsNoCycle)
{
  BondMaterial material = brittle_material();
  material.fatigue = 3.0;
  Bond bond(material);
  for (int n = 0; n < 10; n++) {
    bond.move({-1e-3 * LENGTH, 0.0, 0.0});
    bond.move({1e-3 * LENGTH, 0.0, 0.0});
  }
  EXPECT_NEAR(bond.state.memory.left, 1.0, 1e-12);
}

TEST(BondDamage, RefusesInvalidMaterials)
{
  const auto refuses = [](double softening, double fatigue, double tensile) {
    BondMaterial material = brittle_material();
    material.softening = softening;
    material.fatigue = fatigue;
    material.tensile = tensile;
    EXPECT_THROW(check(material), std::invalid_argument);
  };
  refuses(-1.0, 0.0, 2e6);
  refuses(NEVER, 0.0, 2e6);
  refuses(0.0, -1.0, 2e6);
  refuses(1.0, 1.0, 2e6);
  refuses(1.0, 0.0, NEVER);
}

}    // namespace test_bond_damage
