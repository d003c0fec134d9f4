// Softening and fatigue of bond_style parallel in LAMMPS, on 1, 2 and 4 ranks and after a restart.
//
// Oracles: the energy of a crack over its area, conservation of energy, the equation of Tavares and
// King cycle by cycle.

#include "common/constants.h"
#include "common/fatigue_law.h"
#include "testing/cases.h"
#include "testing/hertz_sphere.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace test_bond_damage {

using namespace grist::testing;
using grist::PI;

// A pair of spheres along x: bonds of radius 1 mm and length 2 mm.
constexpr double YOUNG = 1e9, TENSILE = 1e5, LENGTH = 2e-3, AREA = PI * 1e-6;
constexpr double OPENING = TENSILE * LENGTH / YOUNG, STIFFNESS = YOUNG * AREA / LENGTH;
const double MASS = 2500 * 4.0 / 3.0 * PI * 1e-9;

// The bond crosses a border between ranks.
const std::string ACROSS = "processors * 1 1\n";

const char *const FREE = R"(
  pair_style zero 0.003
  pair_coeff * *
  neighbor 0.0005 bin
  fix move all nve/sphere
  timestep 1e-9
  thermo 1000000
)";

const char *const SHOWN = R"(
  compute loads all bond/local b1 b7 b9
  compute damage all reduce max c_loads[3] inputs local
  compute share all reduce max c_loads[2] inputs local
  variable intact equal bonds
  thermo_style custom step bonds c_damage c_share
)";

// Spheres that fly apart break their bond, and lose the energy of the crack.
TEST(BondDamageOnRanks, SofteningTakesItsEnergyFromTheMotion)
{
  const TestFolder folder;
  write_pair(folder / "data");
  constexpr double G = 0.03, SPEED = 1.0;    // the reach is 3
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks), again(ranks);
    const std::string file = folder / "restart";
    const std::string apart = "variable apart equal vcm(right,x)-vcm(left,x)\n",
                      start = "velocity right set 0.5 0 0\n"
                              "velocity left set -0.5 0 0\n";
    lammps.run(ACROSS + read_case(folder / "data", "young 1e9 tensile 1e5 shear 1e5 soften 0.03") +
               FREE + "group right id 2\ngroup left id 1\n" + start + apart + SHOWN +
               "compute energy all energy/balance\n"
               "variable elastic equal ebond\n"
               "thermo_style custom step ebond c_damage c_share c_energy[*] c_energy\nrun 400\n"
               "write_restart " +
               file);
    // At twice the opening of the strength.
    EXPECT_NEAR(lammps.evaluate("c_share"), 1.0, 1e-12) << ranks;
    const double damage = lammps.evaluate("c_damage");
    EXPECT_NEAR(damage, 3.0 * (1.97 - 1.0) / (1.97 * 2.0), 0.03) << ranks;
    const double elastic = lammps.evaluate("c_energy[3]");
    EXPECT_NEAR(elastic, (1.0 - damage) * 0.5 * STIFFNESS * std::pow(1.97 * OPENING, 2),
                0.03 * elastic);
    EXPECT_NEAR(lammps.evaluate("v_elastic"), elastic, 1e-12 * elastic) << ranks;
    lammps.run("run 400");
    EXPECT_EQ(lammps.evaluate("v_intact"), 0.0);
    EXPECT_NEAR(lammps.evaluate("c_energy[9]"), G * AREA, 1e-9 * G * AREA) << ranks;
    EXPECT_LT(std::fabs(lammps.evaluate("c_energy")), 1e-5 * G * AREA) << ranks;
    EXPECT_NEAR(std::pow(lammps.evaluate("v_apart"), 2), SPEED * SPEED - 4.0 * G * AREA / MASS,
                1e-6);

    again.run("read_restart " + file + FREE + apart + SHOWN + "run 0");
    EXPECT_NEAR(again.evaluate("c_damage"), damage, 1e-12) << ranks;
    again.run("run 400");
    EXPECT_EQ(again.evaluate("v_intact"), 0.0) << ranks;
    EXPECT_NEAR(again.evaluate("v_apart"), lammps.evaluate("v_apart"), 1e-9) << ranks;
  }
}

// Spheres that are pressed together and pass each other break their bond by shear under pressure.
TEST(BondDamageOnRanks, BreakUnderPressureIsInTheBalance)
{
  const TestFolder folder;
  write_pair(folder / "data");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(
        ACROSS +
        read_case(folder / "data", "young 1e9 tensile 1e5 cohesion 1e5 angle 20 soften 0.03") +
        FREE + "timestep 2e-10\ngroup right id 2\nvelocity right set -0.3 2 0\n" + SHOWN +
        "compute energy all energy/balance\n"
        "thermo_style custom step c_energy[*] c_energy\nrun 6000\n");
    EXPECT_EQ(lammps.evaluate("v_intact"), 0.0);
    EXPECT_GT(lammps.evaluate("c_energy[9]"), 1.2 * 0.03 * AREA) << ranks;
    EXPECT_LT(std::fabs(lammps.evaluate("c_energy")), 2e-4 * lammps.evaluate("c_energy[9]"))
        << ranks;
  }
}

// A bond is pulled until little of it is left, let go, and sheared until it breaks: the energy of the
// event, that of entry 9, and the integral over the way, with the small stretch that shearing brings.
TEST(BondDamageOnRanks, EventHasWhatDamageTookOnItsWay)
{
  const TestFolder folder;
  write_pair(folder / "data");
  constexpr double REACH = 3.0, PULLED = 2.7, RATIO = 2.5, SHEAR = 4e5;
  constexpr double SLIP = SHEAR * RATIO * LENGTH / YOUNG;    // at the strength
  const double in_tension = 0.5 * STIFFNESS * OPENING * OPENING * (PULLED - 1.0);
  const auto per_share = [&](double u) {
    const double slip = u * SLIP, stretch = LENGTH * (std::cosh(slip / LENGTH) - 1.0);
    return 0.5 * STIFFNESS * (slip * slip / RATIO + stretch * stretch) / (u * u);
  };
  const double middle = 0.5 * (PULLED + REACH);
  const double in_shear =
      (REACH - PULLED) / 6.0 * (per_share(PULLED) + 4.0 * per_share(middle) + per_share(REACH));
  const double whole = REACH / (REACH - 1.0) * (in_tension + in_shear);

  const int steps = 3000;
  const auto move = [&](double x, double y) {
    return "velocity right set " + number(x / (1e-9 * steps)) + " " + number(y / (1e-9 * steps)) +
        " 0\n";
  };
  const std::string shear = move(0.0, 1.05 * REACH * SLIP),
                    half = "run " + number(steps / 2) + "\n";
  const std::string watched = "group right id 2\nfix b all breakage 1\n"
                              "compute energy all energy/balance\n"
                              "thermo_style custom step f_b[11] c_energy[9]\n";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks), again(ranks);
    const std::string file = folder / "restart", run = "run " + number(steps) + "\n";
    lammps.run(ACROSS +
               read_case(folder / "data", "young 1e9 tensile 1e5 shear 4e5 ratio 2.5 soften 0.03") +
               FREE + "set group all density 1e15\n" + watched + move(PULLED * OPENING, 0.0) + run +
               move(-PULLED * OPENING, 0.0) + run + shear + half + "write_restart " + file + "\n" +
               half);
    EXPECT_NEAR(lammps.evaluate("f_b[11]") / whole, 1.0, 1e-6) << ranks;
    EXPECT_NEAR(lammps.evaluate("c_energy[9]") / whole, 1.0, 1e-6) << ranks;
    again.run("read_restart " + file + FREE + watched + shear + half);
    EXPECT_NEAR(again.evaluate("f_b[11]") / whole, 1.0, 1e-6) << ranks;
  }
}

// An undamped vibration breaks its bond after as many cycles as the equation says.
TEST(BondDamageOnRanks, VibrationTiresABond)
{
  const TestFolder folder;
  write_pair(folder / "data");
  constexpr double SHARE = 0.6, GAMMA = 3.0;
  const double period = 2.0 * PI * std::sqrt(MASS / (2.0 * STIFFNESS));
  double strength = 1.0, after_two = 0.0;
  int cycles = 0;
  for (; strength > SHARE; cycles++) {
    strength *= std::sqrt(1.0 - grist::fatigue_damage(std::pow(SHARE / strength, 2), 0.5 * GAMMA));
    if (cycles == 1) after_two = strength;
  }
  const auto steps_of = [&](double periods) { return static_cast<int>(periods * period / 1e-9); };
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks), again(ranks);
    const std::string file = folder / "restart";
    const int break_from = steps_of(cycles - 0.3), half = steps_of(1.5);
    lammps.run(ACROSS + read_case(folder / "data", "young 1e9 tensile 1e5 shear 1e5 fatigue 3") +
               FREE + "group right id 2\nrun 0\ndisplace_atoms right move " +
               number(SHARE * OPENING) + " 0 0\n" + SHOWN + "run " + number(half) +
               "\nwrite_restart " + file);
    EXPECT_NEAR(lammps.evaluate("c_damage"), 1.0 - after_two * after_two, 1e-5) << ranks;
    again.run("read_restart " + file + FREE + SHOWN);
    for (LammpsSession *one : {&lammps, &again}) {
      one->run("run " + number(break_from - half));
      EXPECT_EQ(one->evaluate("v_intact"), 1.0) << ranks;
      one->run("run " + number(steps_of(0.4)));
      EXPECT_EQ(one->evaluate("v_intact"), 0.0) << ranks;
    }
  }
}

}    // namespace test_bond_damage
