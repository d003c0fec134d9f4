// Terms of the bond law one by one. Oracles: the critical damping of each of the four motions; the
// angle of a tilt.

#include "bonds/bond_law.h"
#include "bonds/bond_numbers.h"
#include "bonds/parallel_bond.h"
#include "common/constants.h"
#include "common/space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace test_bond_law {

using namespace grist;

constexpr double SINGLE = 1e-6;    // viscous coefficients are stored in single precision

// Two spheres at rest that were bonded where they are, at an instant: only the viscous part acts.
struct DampedPair {
  BondMaterial material;
  Vector3d normal = Vector3d{1.0, -2.0, 2.0} / 3.0;
  double radius_a = 2e-3, radius_b = 3e-3, mass_a = 1e-4, mass_b = 2e-4;
  double inertia_a = 0.4 * mass_a * radius_a * radius_a;
  double inertia_b = 0.4 * mass_b * radius_b * radius_b;

  DampedPair()
  {
    material.young = 1e9;
    material.ratio = 2.0 / 3.0;
    material.tensile = material.shear = std::numeric_limits<double>::infinity();
    material.radius = 0.8;
    material.damping = 0.1;
  }

  BondSection section() const { return {material, radius_a, radius_b, 5e-3}; }

  // Damping of a spring of this stiffness between inertias whose inverses have this sum.
  double coefficient(double stiffness, double inverse) const
  {
    return 2.0 * material.damping * std::sqrt(stiffness / inverse);
  }

  BondForces forces(const Vector3d &velocity, const Vector3d &omega_a,
                    const Vector3d &omega_b) const
  {
    BondState state = make_bond(5e-3 * normal);
    const BondMotion motion{5e-3 * normal, velocity, omega_a, omega_b, radius_a,
                            radius_b,      mass_a,   mass_b,  0.0};
    return update_bond(material, motion, state);
  }
};

TEST(BondLaw, StretchIsDampedByItsShareOfCritical)
{
  const DampedPair pair;
  const Vector3d velocity = 0.3 * pair.normal;
  const double c = pair.coefficient(pair.section().tension, 1.0 / pair.mass_a + 1.0 / pair.mass_b);
  const BondForces on = pair.forces(velocity, Vector3d::zero(), Vector3d::zero());
  EXPECT_LT(norm(on.force_a - c * velocity), SINGLE * c * norm(velocity));
  EXPECT_LT(norm(on.torque_a), SINGLE * 5e-3 * norm(on.force_a));
}

// Across the bond spheres turn too, with the lever arms 2 and 3 mm.
TEST(BondLaw, ShearIsDampedByItsShareOfCritical)
{
  const DampedPair pair;
  const Vector3d velocity = 0.3 * unit_orthogonal(pair.normal);
  const double inverse =
      1.0 / pair.mass_a + 1.0 / pair.mass_b + 4e-6 / pair.inertia_a + 9e-6 / pair.inertia_b;
  const double c = pair.coefficient(pair.section().shearing, inverse);
  const BondForces on = pair.forces(velocity, Vector3d::zero(), Vector3d::zero());
  EXPECT_LT(norm(on.force_a - c * velocity), SINGLE * c * norm(velocity));
  const Vector3d torque = 2e-3 * cross(pair.normal, on.force_a);
  EXPECT_LT(norm(on.torque_a - torque), SINGLE * norm(torque));
}

// Both spheres turn about the bond centre without slip there.
TEST(BondLaw, BendingAndTwistAreDampedByTheirSharesOfCritical)
{
  const DampedPair pair;
  const double inverse = 1.0 / pair.inertia_a + 1.0 / pair.inertia_b;
  const Vector3d across = unit_orthogonal(pair.normal);
  for (const auto &[axis, stiffness] : {std::pair(across, pair.section().bending),
                                        std::pair(pair.normal, pair.section().twisting)}) {
    // a and b turn so that radius_a omega_a + radius_b omega_b = 0.
    const Vector3d omega_a = -3.0 * axis, omega_b = 2.0 * axis;
    const Vector3d moment = pair.coefficient(stiffness, inverse) * (omega_b - omega_a);
    const BondForces on = pair.forces(Vector3d::zero(), omega_a, omega_b);
    EXPECT_LT(norm(on.torque_a - moment), SINGLE * norm(moment));
    EXPECT_LT(norm(on.torque_b + moment), SINGLE * norm(moment));
    EXPECT_LT(norm(on.force_a) * 5e-3, SINGLE * norm(moment));
  }
}

TEST(BondLaw, TiltHasItsAngle)
{
  // The largest that the series takes, and beyond.
  const double largest = std::asin(std::sqrt(SMALL_TILT));
  for (const double angle : {1e-6, 1e-3, 0.999 * largest, 1.001 * largest, 0.5, 2.0}) {
    const Vector3d old{0.0, 0.6, 0.8}, axis{1.0, 0.0, 0.0};
    const Vector3d distance = 7e-3 * (std::cos(angle) * old + std::sin(angle) * cross(axis, old));
    const BondTilt<double> tilt(distance, old);
    EXPECT_NEAR(tilt.arc_over_axis / tilt.length * std::sin(angle) / angle, 1.0, 1e-14) << angle;
    EXPECT_NEAR(tilt.length / 7e-3, 1.0, 1e-15);
    EXPECT_LT(norm(tilt.axis - std::sin(angle) * axis), 1e-15);
  }
}

// From the motion: also where the bond grows longer in the step.
TEST(BondLaw, TiltOfAMotionHasItsAngle)
{
  const double dt = 1e-5, length = 7e-3;
  for (const double angle : {0.0, 1e-9, 1e-4, 9.9e-3})
    for (const double stretch : {-5e-3, 0.0, 3e-3}) {
      const Vector3d old{0.0, 0.6, 0.8}, axis{1.0, 0.0, 0.0};
      const Vector3d normal = std::cos(angle) * old + std::sin(angle) * cross(axis, old);
      const Vector3d distance = length * normal,
                     velocity = (distance - length * (1.0 - stretch) * old) / dt;
      const BondTilt<double> tilt(distance, velocity, dt);
      EXPECT_LT(norm(tilt.half_over_axis * tilt.axis - std::tan(0.5 * angle) * axis), 2e-16);
      EXPECT_LT(norm(tilt.arc_over_axis * tilt.axis - length * angle * axis), 2e-16 * length);
      EXPECT_NEAR(tilt.one_plus_cosine, 1.0 + std::cos(angle), 1e-15);
      EXPECT_LE(tilt.smallness, SMALL_TILT * (1.0 + 1e-12) + stretch * stretch);
    }
  // Beyond what the series take, with any sign.
  for (const double beyond : {-0.011, 0.011}) {
    const Vector3d normal{0.0, 0.6, 0.8}, across{1.0, 0.0, 0.0};
    for (const Vector3d &along : {normal, across}) {
      const BondTilt<double> tilt(length * normal, beyond * length / dt * along, dt);
      EXPECT_GT(tilt.smallness, SMALL_TILT);
    }
  }
}

// Shear takes the normal half way between the old one and the new one, and turns with it by half of
// the step: an increment along the tilt (here the spheres turn about its axis) is then across the
// new normal with its full length.
TEST(BondLaw, ShearIsAcrossTheNormalHalfWay)
{
  const double length = 5e-3, radius_a = 2e-3, radius_b = 3e-3;
  const Vector3d old{0.0, 0.6, 0.8}, axis{1.0, 0.0, 0.0};
  const BondConstants<double> constants({1e9, 0.4, 0.9}, radius_a, radius_b);
  const double stiffness = 0.4 * 1e9 * PI * std::pow(0.9 * radius_a, 2) / length;    // k_s A
  for (const double angle : {1e-3, 0.4}) {
    const Vector3d normal = std::cos(angle) * old + std::sin(angle) * cross(axis, old);
    const BondEnds<double> ends = {Vector3d::zero(), 0.7 * angle * Vector3d{0.3, -0.2, 0.9},
                                   0.4 * angle * Vector3d{0.5, 0.8, -0.1}, length};
    const BondTilt<double> tilt(length * normal, old);
    const BondLaw<double> law(ends, tilt, constants, 1.0);
    const Vector3d slip = length * (angle * axis - (0.4 * ends.omega_a + 0.6 * ends.omega_b));
    const double spin = 2.0 * std::atan(0.25 * dot(ends.omega_a + ends.omega_b, normal));
    const Matrix3d turn = rotation_matrix(spin, normal) * rotation_matrix(angle, axis);
    const Vector3d increment =
        stiffness * cross(slip, normalized(old + normal)) / std::cos(0.5 * angle);
    const Vector3d expected = 0.5 * (increment + turn * increment);
    ASSERT_LT(dot(expected, normal), 1e-12 * norm(expected));
    const Vector3d shear = law.new_shear_force(Vector3d::zero());
    EXPECT_LT(norm(shear - expected), 1e-12 * norm(expected)) << angle;
    const BondEnds<double> about_axis = {Vector3d::zero(), 0.7 * angle * axis, 0.2 * angle * axis,
                                         length};
    const Vector3d along =
        BondLaw<double>(about_axis, tilt, constants, 1.0).new_shear_force(Vector3d::zero());
    const double whole = stiffness * length * angle * (1.0 - 0.4 * 0.7 - 0.6 * 0.2);
    EXPECT_LT(norm(along - whole * cross(axis, normal)), 1e-12 * whole) << angle;
  }
}

// A bond without stiffness keeps its moment, turned by the tilt and by the mean rotation about the
// new normal.
TEST(BondLaw, StoredVectorsTurnAndKeepTheirLength)
{
  const Vector3d old{0.0, 0.6, 0.8}, across{1.0, 0.0, 0.0};
  const Vector3d moment{0.3, -0.5, 0.7};
  const BondConstants<double> none({0.0, 1.0, 1.0}, 2e-3, 3e-3);
  for (const double angle : {0.0, 1e-3, 0.1, 0.9}) {
    const Matrix3d tilting = rotation_matrix(angle, across);
    const Vector3d normal = tilting * old;
    for (const double spin : {0.0, 0.2}) {    // half the angle about the normal
      const BondEnds<double> ends = {Vector3d::zero(), 2.0 * spin * normal + across,
                                     2.0 * spin * normal - across, 5e-3};
      const BondTilt<double> tilt(5e-3 * normal, old);
      const BondLaw<double> law(ends, tilt, none, 1.0);
      const Matrix3d spinning = rotation_matrix(2.0 * std::atan(spin), normal);
      EXPECT_LT(norm(law.new_moment(moment) - spinning * tilting * moment), 1e-14)
          << angle << ' ' << spin;
    }
  }
}

TEST(BondLaw, EndsOfTheRangesAreAccepted)
{
  BondMaterial material = DampedPair().material;
  for (const double beta : {0.0, 0.3, 1.0}) {
    material.beta = beta;
    EXPECT_NO_THROW(check(material));
  }
  material.damping = 0.0;
  EXPECT_NO_THROW(check(material));
}

}    // namespace test_bond_law
