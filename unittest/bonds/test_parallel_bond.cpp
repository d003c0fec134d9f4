// The parallel bond against closed forms, symmetries and conservation laws.
//
// Oracles: Hooke's law for each of the four motions (huang2020 Eqs. 1-7), zero force under rigid
// motion, balance of force and angular momentum, work of the forces against the stored energy.

#include "bonds/bond_cases.h"
#include "bonds/bond_numbers.h"
#include "bonds/parallel_bond.h"
#include "bonds/stable_time_step.h"
#include "common/constants.h"
#include "common/space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <stdexcept>

namespace test_parallel_bond {

using namespace grist;
using grist::testing::elastic_material;
using grist::testing::NEVER;

// Sums of a few rounded terms.
constexpr double ROUNDING = 1e-12;

// Two spheres of unequal size whose bond is stretched, sheared and turned by moving them by hand.
struct Pair {
  BondMaterial material = elastic_material();
  double radius_a = 2e-3, radius_b = 3e-3;
  double mass_a = 1e-4, mass_b = 2e-4;
  Vector3d distance = normalized(Vector3d{1.0, -2.0, 2.0}) * 5e-3;
  Vector3d velocity = Vector3d::zero(), spin_a = Vector3d::zero(), spin_b = Vector3d::zero();
  BondState state = make_bond(distance);
  double dt = 1.0;

  BondForces step()
  {
    const BondMotion motion{distance, velocity, spin_a, spin_b, radius_a,
                            radius_b, mass_a,   mass_b, dt};
    return update_bond(material, motion, state);
  }
  BondSection section() const { return {material, radius_a, radius_b, 5e-3}; }
};

Vector3d any_normal_to(const Vector3d &n)
{
  return unit_orthogonal(n);
}

TEST(ParallelBond, SectionFollowsThePaper)
{
  const Pair pair;
  const BondSection section = pair.section();
  const double R = 0.8 * 2e-3;
  EXPECT_NEAR(section.area / (PI * R * R), 1.0, ROUNDING);
  EXPECT_NEAR(section.inertia / (PI * std::pow(R, 4) / 4), 1.0, ROUNDING);
  EXPECT_NEAR(section.polar / (PI * std::pow(R, 4) / 2), 1.0, ROUNDING);
  EXPECT_NEAR(section.tension / (1e9 / 5e-3 * section.area), 1.0, ROUNDING);
  EXPECT_NEAR(section.shearing / (1e9 / 5e-3 / 2.5 * section.area), 1.0, ROUNDING);
  EXPECT_NEAR(section.bending / (1e9 / 5e-3 * section.inertia), 1.0, ROUNDING);
  EXPECT_NEAR(section.twisting / (1e9 / 5e-3 / 2.5 * section.polar), 1.0, ROUNDING);
}

TEST(ParallelBond, TensionAndCompressionFollowHooke)
{
  for (const double stretch : {1e-6, -1e-6, 3e-5}) {
    Pair pair;
    const Vector3d n = normalized(pair.distance);
    pair.distance += stretch * n;
    const BondForces on = pair.step();
    const Vector3d expected = pair.section().tension * stretch * n;    // tension pulls a towards b
    EXPECT_LT(norm(on.force_a - expected), 1e-9 * norm(expected));
    EXPECT_LT(norm(on.torque_a) + norm(on.torque_b), 1e-12 * norm(expected) * 5e-3);
    EXPECT_NEAR(on.energy / (0.5 * pair.section().tension * stretch * stretch), 1.0, 1e-9);
  }
}

TEST(ParallelBond, ShearFollowsHookeWithLeverArms)
{
  // b slides across the normal by a small distance, neither sphere turns.
  Pair pair;
  const Vector3d n = normalized(pair.distance), t = any_normal_to(n);
  const double slip = 1e-9;
  pair.distance += slip * t;
  const BondForces on = pair.step();
  const double force = pair.section().shearing * slip;
  const double second_order = 2.0 * slip / 5e-3;    // the normal turns by slip/L
  EXPECT_NEAR(dot(on.force_a, t) / force, 1.0, second_order);
  // Lever arms: 2/5 and 3/5 of the length for radii 2 and 3.
  EXPECT_LT(norm(on.torque_a - 2e-3 * cross(n, on.force_a)), 1e-6 * force * 2e-3);
  EXPECT_LT(norm(on.torque_b - 3e-3 * cross(n, on.force_a)), 1e-6 * force * 3e-3);
}

TEST(ParallelBond, SpinningOneSphereShearsAtTheBondCentre)
{
  // a turns about an axis across the normal: slip of its surface at 2 mm from its centre, and
  // bending.
  Pair pair;
  const Vector3d n = normalized(pair.distance), axis = any_normal_to(n);
  const double angle = 1e-6;
  pair.spin_a = angle * axis;
  const BondForces on = pair.step();
  const BondSection section = pair.section();
  const Vector3d shear = -section.shearing * 2e-3 * angle * cross(axis, n);
  const Vector3d bending = -section.bending * angle * axis;
  EXPECT_LT(norm(on.force_a - shear), 1e-9 * norm(shear));
  EXPECT_LT(norm(pair.state.moment - bending), 1e-9 * norm(bending));
}

TEST(ParallelBond, TwistAndBendingFollowHooke)
{
  Pair pair;
  const Vector3d n = normalized(pair.distance), axis = any_normal_to(n);
  const double angle = 1e-4;
  pair.spin_b = angle * n;
  BondForces on = pair.step();
  Vector3d expected = pair.section().twisting * angle * n;
  EXPECT_LT(norm(on.torque_a - expected), 1e-9 * norm(expected));
  EXPECT_LT(norm(on.torque_b + expected), 1e-9 * norm(expected));
  EXPECT_NEAR(on.energy / (0.5 * pair.section().twisting * angle * angle), 1.0, 1e-9);

  // Pure bending: opposite turns such that the two surfaces stay together at the bond centre.
  pair = Pair();
  pair.spin_a = -angle * axis * 3.0 / 2.0;
  pair.spin_b = angle * axis;
  on = pair.step();
  expected = pair.section().bending * 2.5 * angle * axis;
  EXPECT_LT(norm(on.force_a), 1e-9 * norm(expected) / 5e-3);
  EXPECT_LT(norm(on.torque_a - expected), 1e-9 * norm(expected));
}

TEST(ParallelBond, LoadAndUnloadGivesTheForceBack)
{
  // A closed path of all four motions in small steps ends where it began.
  Pair pair;
  const Vector3d start = pair.distance, n = normalized(start);
  const Vector3d t = any_normal_to(n);
  const int steps = 2000;
  double greatest = 0.0;
  for (int k = 0; k < steps; k++) {
    const double sign = k < steps / 2 ? 1.0 : -1.0;
    pair.distance += sign * (1e-9 * t + 0.5e-9 * n);
    pair.spin_a = sign * 1e-7 * (t + n);
    pair.spin_b = -sign * 2e-7 * (cross(n, t) - n);
    greatest = std::max(greatest, norm(pair.step().force_a));
  }
  // What is left is second order in the step.
  EXPECT_LT(norm(pair.step().force_a), 1e-3 * greatest);
}

// Rotation of a vector about an axis (unit) by an angle: Rodrigues, independent of the code under
// test.
Vector3d turned(const Vector3d &v, const Vector3d &axis, double angle)
{
  return rotation_matrix(angle, axis) * v;
}

TEST(ParallelBond, RigidRotationMakesNoForceWhateverTheAxis)
{
  std::mt19937_64 random(7);
  std::normal_distribution<double> gauss;
  for (int trial = 0; trial < 20; trial++) {
    Pair pair;
    const Vector3d axis = normalized(Vector3d{gauss(random), gauss(random), gauss(random)});
    const int steps = 10000;    // ten revolutions
    const double angle = 10 * 2 * PI / steps;
    for (int k = 0; k < steps; k++) {
      pair.distance = turned(pair.distance, axis, angle);
      pair.spin_a = pair.spin_b = angle * axis;
      pair.step();
    }
    // Against the force that a shear by the bond's own length would make: third order in the angle
    // of a step (6e-3 here, 1e-3 to 1e-6 in practice), summed over all steps.
    const double scale = pair.section().shearing * 5e-3;
    EXPECT_LT(norm(pair.state.shear_force) / scale, steps * std::pow(angle, 3) / 6.0);
    EXPECT_EQ(norm(pair.state.moment), 0.0);
  }
}

TEST(ParallelBond, LoadsTurnWithTheBond)
{
  // A loaded bond, turned rigidly: force and moment turn along and keep their sizes.
  std::mt19937_64 random(11);
  std::normal_distribution<double> gauss;
  for (int trial = 0; trial < 20; trial++) {
    Pair pair;
    const Vector3d n = normalized(pair.distance), t = any_normal_to(n);
    pair.distance += 1e-7 * t;
    pair.spin_b = 1e-4 * (n + 2.0 * t);
    pair.step();
    const Vector3d shear = pair.state.shear_force, moment = pair.state.moment;

    const Vector3d axis = normalized(Vector3d{gauss(random), gauss(random), gauss(random)});
    const int steps = 20000;
    const double total = 0.3 + 2 * PI, angle = total / steps;
    for (int k = 0; k < steps; k++) {
      pair.distance = turned(pair.distance, axis, angle);
      pair.spin_a = pair.spin_b = angle * axis;
      pair.step();
    }
    EXPECT_LT(norm(pair.state.shear_force - turned(shear, axis, total)), 1e-3 * norm(shear));
    EXPECT_LT(norm(pair.state.moment - turned(moment, axis, total)), 1e-6 * norm(moment));
    EXPECT_NEAR(norm(pair.state.moment) / norm(moment), 1.0, 1e-10);
  }
}

TEST(ParallelBond, TranslationAndTimeAloneMakeNoForce)
{
  Pair pair;
  pair.spin_a = pair.spin_b = Vector3d{1.0, 2.0, 3.0};
  pair.dt = 0.0;    // the same instant again, spinning or not
  const BondForces on = pair.step();
  EXPECT_EQ(norm(on.force_a), 0.0);
  EXPECT_EQ(norm(on.torque_a) + norm(on.torque_b), 0.0);
}

TEST(ParallelBond, BalancesForceAndAngularMomentum)
{
  // Any history, damping included: torques and lever arms about any point sum to zero.
  std::mt19937_64 random(3);
  std::normal_distribution<double> gauss;
  const auto any = [&] { return Vector3d{gauss(random), gauss(random), gauss(random)}; };
  Pair pair;
  pair.material.damping = 0.3;
  for (int k = 0; k < 200; k++) {
    const Vector3d step = 1e-7 * any();
    pair.distance += step;
    pair.velocity = step;
    pair.spin_a = 1e-4 * any();
    pair.spin_b = 1e-4 * any();
    const BondForces on = pair.step();
    // about the centre of a: b stands at +distance and takes -force_a
    const Vector3d sum = on.torque_a + on.torque_b - cross(pair.distance, on.force_a);
    const double scale = norm(on.torque_a) + norm(on.force_a) * 5e-3;
    EXPECT_LT(norm(sum), 1e-14 * scale);
  }
}

TEST(ParallelBond, WorkOfTheForcesIsTheStoredEnergy)
{
  Pair pair;
  const Vector3d n = normalized(pair.distance), t = any_normal_to(n), u = cross(n, t);
  double work = 0.0;
  BondForces before = pair.step();
  for (int k = 0; k < 20000; k++) {
    const Vector3d step = 1e-10 * (t + 0.5 * n - 0.3 * u);
    pair.distance += step;
    pair.spin_a = 1e-8 * (n - t);
    pair.spin_b = 2e-8 * (u + 0.7 * n);
    const BondForces on = pair.step();
    // Mean force over the step times the way; -force_a acts on b.
    work += 0.5 * dot(on.force_a + before.force_a, step) -
        0.5 * dot(on.torque_a + before.torque_a, pair.spin_a) -
        0.5 * dot(on.torque_b + before.torque_b, pair.spin_b);
    before = on;
  }
  EXPECT_NEAR(work / before.energy, 1.0, 2e-3);    // geometric terms of the finite turn
}

TEST(ParallelBond, BreaksAtTheStrengthNotJustBefore)
{
  Pair pair;
  pair.material.tensile = 5e6;
  pair.material.shear = 4e6;
  const Vector3d n = normalized(pair.distance);
  const double stretch = 5e6 / 1e9 * 5e-3;    // sigma = E * strain
  pair.distance += n * stretch * (1 - 1e-9);
  EXPECT_EQ(pair.step().failure, BondFailure::NONE);
  pair.distance += n * stretch * 2e-9;
  EXPECT_EQ(pair.step().failure, BondFailure::TENSION);

  // Twist: tau = beta Mn R / J, with Mn = k_s J angle.
  for (const double beta : {1.0, 0.5}) {
    pair = Pair();
    pair.material.shear = 4e6;
    pair.material.beta = beta;
    const double angle = 4e6 / (1e9 / 5e-3 / 2.5) / (beta * 0.8 * 2e-3);
    pair.spin_b = n * angle * (1 - 1e-9);
    EXPECT_EQ(pair.step().failure, BondFailure::NONE);
    pair.spin_b = n * angle * 2e-9;
    EXPECT_EQ(pair.step().failure, BondFailure::SHEAR);
  }

  // Bending: sigma = beta Ms R / I, with Ms = k_n I angle.
  pair = Pair();
  pair.material.tensile = 5e6;
  const double angle = 5e6 / (1e9 / 5e-3) / (0.8 * 2e-3);
  const Vector3d axis = any_normal_to(n);
  pair.spin_a = -0.6 * angle * axis * (1 - 1e-9);
  pair.spin_b = 0.4 * angle * axis * (1 - 1e-9);
  EXPECT_EQ(pair.step().failure, BondFailure::NONE);
  pair.spin_a *= 2e-9;
  pair.spin_b *= 2e-9;
  EXPECT_EQ(pair.step().failure, BondFailure::TENSION);
}

TEST(ParallelBond, ShearForceBreaksByShearAndBothByMixed)
{
  Pair pair;
  pair.material.shear = 1e4;
  const Vector3d n = normalized(pair.distance), t = any_normal_to(n);
  const double slip = 1e4 / (1e9 / 5e-3 / 2.5);    // tau = k_s slip
  pair.distance += t * slip * (1 - 1e-3);
  EXPECT_EQ(pair.step().failure, BondFailure::NONE);
  pair.distance += t * slip * 2e-3;
  EXPECT_EQ(pair.step().failure, BondFailure::SHEAR);

  pair = Pair();
  pair.material.shear = pair.material.tensile = 1e4;
  pair.distance += 10 * slip * (t + n);
  EXPECT_EQ(pair.step().failure, BondFailure::MIXED);
}

// On the line of Mohr and Coulomb and the cut-off in tension, by paths of all four loads that end on
// it: broken just beyond, not just before. The bending takes no part in the shear strength.
TEST(ParallelBond, BreaksOnTheLineOfMohrAndCoulomb)
{
  std::mt19937 random(4711);
  std::uniform_real_distribution<double> share(-1.0, 1.0);
  int by_shear = 0, by_tension = 0;
  for (int path = 0; path < 200; path++) {
    BondMaterial material = elastic_material();
    material.tensile = 1e6;
    material.shear = 3e6;
    material.friction = path % 4 == 0 ? 0.0 : 0.7 * (path % 4);
    material.beta = path % 3 * 0.5;
    constexpr double R = 1e-3, length = 2 * R;
    const BondSection section(material, R, R, length);
    const double pull = (path % 5 == 0 ? 0.2 : 5.0) * share(random) * section.area * 1e6;
    const Vector3d across{share(random), 0.0, share(random)},
        bend{share(random), 0.0, share(random)};
    const double twist = share(random) * section.area * section.radius * 1e6;
    const auto broken = [&](double times) {
      BondState state = make_bond({0.0, length, 0.0});
      state.shear_force = times * section.area * 5e6 * across;
      state.moment = times * (section.area * section.radius * 1e5 * bend + Vector3d{0, twist, 0});
      return strength_reached(material, section, state, length + times * pull / section.tension);
    };
    // By hand: both stresses grow in proportion.
    const double lever = material.beta * section.radius;
    const double sigma = pull / section.area;
    const double tau = 5e6 * norm(across) + lever * std::fabs(twist) / section.polar;
    const double edge =
        sigma + lever * section.area * section.radius * 1e5 * norm(bend) / section.inertia;
    const double to_shear = tau + material.friction * sigma > 0.0
        ? material.shear / (tau + material.friction * sigma)
        : HUGE_VAL;
    const double to_tension = edge > 0.0 ? material.tensile / edge : HUGE_VAL;
    const double limit = std::min(to_shear, to_tension);
    if (!std::isfinite(limit)) {
      EXPECT_EQ(broken(1e6), BondFailure::NONE);
      continue;
    }
    EXPECT_EQ(broken(limit * (1 - 1e-12)), BondFailure::NONE) << path;
    EXPECT_EQ(broken(limit * (1 + 1e-12)),
              to_shear < to_tension ? BondFailure::SHEAR : BondFailure::TENSION)
        << path;
    (to_shear < to_tension ? by_shear : by_tension)++;
  }
  EXPECT_GT(by_shear, 40);
  EXPECT_GT(by_tension, 25);
}

TEST(ParallelBond, CompressionAloneNeverBreaks)
{
  Pair pair;
  pair.material.tensile = pair.material.shear = 1.0;    // next to nothing
  pair.distance *= 0.2;
  EXPECT_EQ(pair.step().failure, BondFailure::NONE);
}

TEST(ParallelBond, CriticalDampingStopsWithoutOvershoot)
{
  // One free oscillation of each kind, integrated by leapfrog: at a damping of 1 the spring comes
  // back without crossing zero, at 0.1 the amplitude falls by exp(-2 pi 0.1 / sqrt(1 - 0.01)) per
  // period.
  for (const double damping : {1.0, 0.1}) {
    Pair pair;
    pair.material.damping = damping;
    const Vector3d n = normalized(pair.distance);
    const double mass = 1.0 / (1.0 / pair.mass_a + 1.0 / pair.mass_b);
    const double period = 2 * PI / std::sqrt(pair.section().tension / mass);
    const int per_period = 20000;
    pair.dt = period / std::sqrt(1.0 - (damping < 1.0 ? damping * damping : 0.0)) / per_period;
    double stretch = 1e-6, speed = 0.0, least = stretch;
    for (int k = 0; k < per_period; k++) {
      pair.distance = (5e-3 + stretch) * n;
      pair.velocity = speed * n;
      speed -= dot(pair.step().force_a, n) / mass * pair.dt;
      stretch += speed * pair.dt;
      least = std::min(least, stretch);
    }
    if (damping == 1.0) {
      EXPECT_GT(least, 0.0);
    } else {
      const double expected = std::exp(-2 * PI * damping / std::sqrt(1 - damping * damping));
      EXPECT_NEAR(stretch / 1e-6, expected, 2e-3 * expected);
    }
  }
}

TEST(ParallelBond, ScaleOfUnitsDoesNotMatter)
{
  // The same bond in millimetres and micrometres: forces scale with length^2 at equal stress.
  const auto force_at = [](double scale) {
    Pair pair;
    pair.radius_a *= scale;
    pair.radius_b *= scale;
    pair.distance *= scale;
    pair.state = make_bond(pair.distance);
    const Vector3d n = normalized(pair.distance);
    pair.distance += scale * 1e-6 * (n + any_normal_to(n));
    pair.spin_b = Vector3d{1e-4, 2e-4, 3e-4};
    return pair.step().force_a / (scale * scale);
  };
  const Vector3d one = force_at(1.0);
  EXPECT_LT(norm(force_at(1e3) - one), 1e-9 * norm(one));
  EXPECT_LT(norm(force_at(1e-6) - one), 1e-9 * norm(one));
}

// All numbers of a state, whatever terms remember: stored in blocks, copied between them, and those
// that do not turn round with the ends of a bond.
TEST(ParallelBond, EveryNumberOfAStateIsKept)
{
  double numbers[BondState::SIZE];
  std::iota(numbers, numbers + BondState::SIZE, 2.0);
  BondState state;
  std::memcpy(static_cast<void *>(&state), numbers, sizeof(state));
  BondBlocks first, second;
  first.resize(40);
  second.resize(40);
  first.set_state(21, state);
  first.memories[1].kept[5] = 0.5;
  first.memories[1].scatter[5] = 0.75;
  second.copy(35, first, 21, 1);
  EXPECT_EQ(second.memories[2].kept[3], 0.5);
  EXPECT_EQ(second.memories[2].scatter[3], 0.75);
  for (const BondState &kept : {first.state(21), second.state(35), state.reversed().reversed()}) {
    double again[BondState::SIZE];
    std::memcpy(again, &kept, sizeof(kept));
    for (int k = 0; k < BondState::SIZE; k++) EXPECT_EQ(again[k], numbers[k]) << k;
  }
  const BondState reversed = state.reversed();
  EXPECT_EQ(std::memcmp(&reversed.memory, &state.memory, sizeof(BondMemory)), 0);
}

TEST(ParallelBond, StableTimeStepIsStableAndNotFarOff)
{
  // Two equal spheres in stretch: the true limit is 2/omega with omega^2 = 2 k/m.
  const BondMaterial material = elastic_material();
  const double R = 1e-3, mass = 1e-5;
  const BondStiffness k = greatest_stiffness(material, R, R, 2 * R);
  const double bound = stable_time_step(mass, R, k.translation, k.rotation_a, 0.0);
  const double stretch_limit = 2.0 / std::sqrt(2.0 * k.translation / mass);
  EXPECT_LT(bound, stretch_limit);
  EXPECT_GT(bound, 0.3 * stretch_limit);
  EXPECT_LT(stable_time_step(mass, R, k.translation, k.rotation_a, 0.2), bound);
}

TEST(ParallelBond, RefusesInvalidMaterials)
{
  const auto refused = [](auto change, const char *text) {
    BondMaterial material = elastic_material();
    change(material);
    try {
      check(material);
    } catch (const std::invalid_argument &invalid) {
      return std::string(invalid.what()).find(text) != std::string::npos;
    }
    return false;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refused([](BondMaterial &m) { m.young = -1e9; }, "young -1e+09"));
  EXPECT_TRUE(refused([](BondMaterial &m) { m.young = 0; }, "young 0"));
  EXPECT_TRUE(refused([&](BondMaterial &m) { m.young = nan; }, "young"));
  EXPECT_TRUE(refused([](BondMaterial &m) { m.ratio = 0; }, "ratio 0"));
  EXPECT_TRUE(refused([](BondMaterial &m) { m.tensile = -5; }, "tensile -5"));
  EXPECT_TRUE(refused([&](BondMaterial &m) { m.shear = nan; }, "shear"));
  EXPECT_TRUE(refused([](BondMaterial &m) { m.radius = 0; }, "radius 0"));
  EXPECT_TRUE(refused([](BondMaterial &m) { m.beta = 1.5; }, "beta 1.5"));
  EXPECT_TRUE(refused([](BondMaterial &m) { m.damping = -0.1; }, "damping -0.1"));
  EXPECT_TRUE(refused(
      [](BondMaterial &m) {
        m.tensile = 2e6;
        m.shear = 1e6;
        m.friction = 0.6;
      },
      "cohesion 1e+06 (must be at least tensile times tan(angle), 1.2e+06"));
  EXPECT_NO_THROW(check(elastic_material()));
}

}    // namespace test_parallel_bond
