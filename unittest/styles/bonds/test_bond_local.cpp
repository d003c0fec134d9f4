// What stock compute bond/local reads of bond_style parallel.
//
// Oracles: closed forms of a beam that is pulled, sheared, bent and twisted; the step in which a
// bond breaks; the sums of the same run on another number of ranks, and of its restart file.

#include "common/constants.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace test_bond_local {

using namespace grist::testing;
using grist::PI;

// Places in svector.
enum { TENSION, SHEAR, BENDING, TWISTING, STRESS_NORMAL, STRESS_SHEAR, SHARE, ENERGY, VALUES };
using Values = std::array<double, VALUES>;

const char *const READ_BONDS = R"(
  compute bonds all bond/local b1 b2 b3 b4 b5 b6 b7 b8
  compute sums all reduce sum c_bonds[1] c_bonds[2] c_bonds[3] c_bonds[4] &
    c_bonds[5] c_bonds[6] c_bonds[7] c_bonds[8] inputs local
  compute most all reduce max c_bonds[7] inputs local
  thermo_style custom step ebond c_sums[*] c_most
)";

Values sums(LammpsSession &lammps)
{
  Values values;
  for (int k = 0; k < VALUES; k++)
    values[k] = lammps.evaluate("c_sums[" + std::to_string(k + 1) + "]");
  return values;
}

constexpr double YOUNG = 1e8, RATIO = 2.0, LAMBDA = 0.8, BETA = 0.5, TENSILE = 2e6,
                 SHEAR_STRENGTH = 1e6;
constexpr double LENGTH = 2.5e-3;
const char *const COEFF = "young 1e8 ratio 2 radius 0.8 beta 0.5 tensile 2e6 shear 1e6";

class LoadedBond : public OneRankTest {
 protected:
  // Two spheres of radii 1 and 1.5 mm that touch move without force for a time of 1 ms; by lines of
  // input.
  Values after(const std::string &motion)
  {
    write_data(folder / "data", {{1, 2e-3, 2500, -1e-3, 0, 0}, {1, 3e-3, 2500, 1.5e-3, 0, 0}},
               {{1, 2}}, -0.01, 0.01);
    LammpsSession lammps;
    lammps.run(read_case(folder / "data", COEFF) + R"(
      pair_style zero 0.003
      pair_coeff * *
      neighbor 0.001 bin
      timestep 1e-6
      fix move all nve/noforce
      velocity all set 0 0 0
    )" + READ_BONDS +
               motion + "\nrun 1000");
    engpot = lammps.thermo("ebond");
    return sums(lammps);
  }

  static constexpr double RADIUS = LAMBDA * 1e-3, AREA = PI * RADIUS * RADIUS;
  static constexpr double INERTIA = AREA * RADIUS * RADIUS / 4;
  static constexpr double ROUNDING = 1e-9;    // sums of 1000 increments, over a strain of 1e-2
  double engpot = 0.0;
};

// What is zero is so to rounding of forces, moments, stresses and energies of this size.
constexpr Values SIZES = {1e2, 1e2, 1e-2, 1e-2, YOUNG, YOUNG, 1.0, 1e-3};

void expect_values(const Values &found, const Values &expected)
{
  for (int k = 0; k < VALUES; k++)
    EXPECT_NEAR(found[k], expected[k], 1e-9 * std::abs(expected[k]) + 1e-15 * SIZES[k])
        << "b" << k + 1;
}

TEST_F(LoadedBond, Pulled)
{
  const double strain = 1e-2, tension = YOUNG * AREA * strain;
  const Values found = after("set atom 2 vx 0.025");
  expect_values(found,
                {tension, 0, 0, 0, YOUNG * strain, 0, YOUNG * strain / TENSILE,
                 0.5 * tension * strain * LENGTH});
  EXPECT_NEAR(engpot / found[ENERGY], 1.0, ROUNDING);
}

TEST_F(LoadedBond, CompressionUsesNoStrength)
{
  const Values found = after("set atom 2 vx -0.025");
  EXPECT_NEAR(found[TENSION] / (-YOUNG * AREA * 1e-2), 1.0, ROUNDING);
  EXPECT_NEAR(found[STRESS_NORMAL] / -1e6, 1.0, ROUNDING);
  EXPECT_EQ(found[SHARE], 0.0);
}

TEST_F(LoadedBond, Sheared)
{
  // Both spheres turn by the same angle, so that the slip is that angle times the length.
  const double angle = 5e-3, shear = YOUNG / RATIO * AREA * angle, stress = shear / AREA;
  const Values found = after("set group all omega 0 0 5");
  expect_values(found,
                {0, shear, 0, 0, 0, stress, stress / SHEAR_STRENGTH, 0.5 * shear * angle * LENGTH});
}

TEST_F(LoadedBond, Bent)
{
  // Angles as the inverse of the arms: no slip.
  const double angle = 2.5e-2, moment = YOUNG * INERTIA / LENGTH * angle;
  const double stress = BETA * moment * RADIUS / INERTIA;
  const Values found = after("set atom 1 omega 0 0 -15\nset atom 2 omega 0 0 10");
  expect_values(found, {0, 0, moment, 0, stress, 0, stress / TENSILE, 0.5 * moment * angle});
}

TEST_F(LoadedBond, TwistedEitherWay)
{
  const double angle = 1e-2, moment = YOUNG / RATIO * 2 * INERTIA / LENGTH * angle;
  const double stress = BETA * moment * RADIUS / (2 * INERTIA);
  for (const double way : {1.0, -1.0})
    expect_values(
        after("set atom 2 omega " + std::to_string(way * 10) + " 0 0"),
        {0, 0, 0, way * moment, 0, stress, stress / SHEAR_STRENGTH, 0.5 * moment * angle});
}

// All loads at once; of a section in the xy plane the shear force and the bending moment do not see
// each other.
TEST_F(LoadedBond, AllLoadsTogether)
{
  const Values found = after("set atom 1 omega -5 0 -10\nset atom 2 omega 5 0 15");
  const double slip =
      15 * 1e-3 * LENGTH * 0.6 - 10 * 1e-3 * LENGTH * 0.4;    // arms 0.4 L and 0.6 L
  const double bending = YOUNG * INERTIA / LENGTH * 25e-3;
  const double twisting = YOUNG / RATIO * 2 * INERTIA / LENGTH * 10e-3;
  const double shear = YOUNG / RATIO * AREA / LENGTH * slip;
  EXPECT_NEAR(found[SHEAR] / shear, 1.0, ROUNDING);
  EXPECT_NEAR(found[BENDING] / bending, 1.0, ROUNDING);
  EXPECT_NEAR(found[TWISTING] / twisting, 1.0, ROUNDING);
  EXPECT_NEAR(found[STRESS_SHEAR] / (shear / AREA + BETA * twisting * RADIUS / (2 * INERTIA)), 1.0,
              ROUNDING);
  EXPECT_NEAR(found[STRESS_NORMAL] / (BETA * bending * RADIUS / INERTIA), 1.0, ROUNDING);
}

// A pair that is pulled at a constant rate uses its own strength at a constant rate, whatever its
// factor is.
TEST_F(LoadedBond, BreaksWhereItsShareIsOne)
{
  write_pair(folder / "data");
  for (const std::string seed : {"1", "2", "3"}) {
    LammpsSession lammps;
    lammps.run(read_case(folder / "data", "young 1e8 tensile 1e6 shear 1e9 weibull 2 " + seed) + R"(
      pair_style zero 0.003
      pair_coeff * *
      neighbor 0.001 bin
      timestep 1e-6
      fix move all nve/noforce
      fix b all breakage 1
      velocity all set 0 0 0
      set atom 2 vx 0.1
    )" + READ_BONDS +
               "run 7");
    const double rate = sums(lammps)[SHARE] / 7;
    ASSERT_GT(rate, 1e-4);
    const int last = static_cast<int>(std::floor(1.0 / rate));
    lammps.run("run " + std::to_string(last - 7));
    EXPECT_EQ(lammps.evaluate("f_b[2]+0*step"), 0.0) << seed;
    EXPECT_NEAR(sums(lammps)[SHARE], last * rate, 1e-9) << seed;
    lammps.run("thermo_style custom step f_b[2]\nrun 1");
    EXPECT_EQ(lammps.evaluate("f_b[2]"), 1.0) << seed;
  }
}

// A bond that is turned off, and elements of a rigid cluster, have no loads.
TEST_F(LoadedBond, BondThatIsOffHasNone)
{
  write_pair(folder / "data");
  LammpsSession lammps;
  lammps.run(read_case(folder / "data", UNBREAKABLE) + CONTACTS_WITHOUT_HISTORY + R"(
    set atom 2 vx 0.1
    run 20
  )" + READ_BONDS +
             "run 0");
  EXPECT_GT(sums(lammps)[TENSION], 0.0);
  lammps.run("delete_bonds all bond 1\nrun 0");
  for (const double value : sums(lammps)) EXPECT_EQ(value, 0.0);
}

/* ---------------------------------------------------------------------- */

class BondLoads : public testing::Test {
 protected:
  TestFolder folder;
};

void expect_close(const Values &one, const Values &two, const std::string &what)
{
  for (int k = 0; k < VALUES; k++)
    EXPECT_NEAR(one[k], two[k], 1e-8 * std::abs(two[k])) << "b" << k + 1 << ", " << what;
}

// Bonds across borders of ranks count once. The energy is that of the style's own tally.
TEST_F(BondLoads, SumsAreThoseOfOneRankAndOfARestart)
{
  write_cubes(folder / "data");
  const std::string start =
      moving_cubes(folder / "data", "young 1e8 tensile 2e5 shear 2e5 weibull 3 7",
                   CONTACTS_WITHOUT_HISTORY) +
      "run 100\n" + READ_BONDS;
  Values reference{};
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(start + "run 0\nwrite_restart " + (folder / "restart"));
    const Values now = sums(lammps);
    const double most = lammps.evaluate("c_most"), energy = lammps.thermo("ebond");
    if (lammps.first()) {
      EXPECT_LT(most, 1.0);
      EXPECT_GT(most, 0.5);
      EXPECT_NEAR(now[ENERGY] / energy, 1.0, 1e-12);
      if (n == 1)
        reference = now;
      else
        expect_close(now, reference, std::to_string(n) + " ranks");
    }
    LammpsSession second(n);
    second.run("newton on off\nread_restart " + (folder / "restart") + CONTACTS_WITHOUT_HISTORY +
               READ_BONDS + "run 0");
    const Values again = sums(second);
    if (second.first()) expect_close(again, now, "restart");
  }
}

}    // namespace test_bond_local
