// Contacts that begin with an overlap where a bond breaks: what they store, what entry 11 of compute
// energy/balance has, and the drift, in the step of the break and around it.
//
// Oracles: conservation of energy (the integral of what damage takes: bonds/test_bond_damage.cpp); closed forms of what an overlap gives back; the same run on other
// numbers of ranks, with other rebuilds of lists, and in runs of one step.

#include "styles/energy/energy_scenes.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace test_energy_of_breaks {

using namespace grist::testing;

struct Case {
  std::string style, coeff, contact;
};

const std::string HOOKE = "stiffness 2e5 tangential .4 restitution 1 friction .4";
const std::string HERTZ = "young 1e8 poisson .25 restitution 1 friction .4";

std::vector<Case> all_cases()
{
  std::vector<Case> cases;
  for (const std::string contact : {"no", "yes", "absolute"})
    for (const std::string form : {"", " stock yes"}) {
      cases.push_back({"hooke/history" + form, HOOKE, contact});
      cases.push_back({"hertz/mindlin" + form, HERTZ, contact});
    }
  for (const std::string cohesion :
       {"jkr 20", "sjkr 1e5", "dmt 20", "eepa 0.5 0 0 1", "eepa 0.7 100 1 3", "eepa 0 100 0 5"})
    cases.push_back({"hertz/mindlin", HERTZ + " cohesion " + cohesion, "no"});
  for (const std::string cohesion : {"capped 2", "sjkr 1e5", "dmt 20", "eepa 0.7 100 1 1"})
    cases.push_back({"hooke/history", HOOKE + " cohesion " + cohesion, "no"});
  return cases;
}

// Two spheres of 20 mm that overlap by 0.8 mm when they are bonded, around x. `shift` moves both along
// x.
std::string pressed_pair(const Case &of, double dt, double shift = 0.0)
{
  return R"(units si
    newton on off
    atom_style bonded/cluster
    atom_modify map array
    boundary f f f
    comm_modify vel yes cutoff 0.05
    processors * 1 1
    region box block -.1 .1 -.1 .1 -.1 .1
    bond_style parallel
    create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4
    create_atoms 1 single )" +
      number(-0.0096 + shift) + " 0 0\ncreate_atoms 1 single " + number(0.0096 + shift) + R"( 0 0
    set group all diameter .02 density 2500
    neighbor .004 bin
    fix guard all guard overlap warn
    pair_style )" +
      of.style + "\npair_coeff * * " + of.coeff + R"(
    bond_coeff 1 young 1e8 tensile 1.2e5 cohesion 8e4 angle 30 contact )" +
      of.contact + R"(
    create_bonds single/bond 1 1 2
    set atom 1 vz .1 vy .3 vx .5 omega -5 0 -20
    set atom 2 vz -.5 vy .1 vx -.5 omega 0 10 -30
    fix m all nve/sphere
    timestep )" +
      number(dt) + R"(
    compute e all energy/balance
    thermo_style custom step c_e[*] c_e
  )";
}

// The drift at all steps, and steps with the bond.
const std::string WATCH = "variable bond equal c_e[9]==0.0\nfix d all vector 1 c_e\n"
                          "fix s all vector 1 c_e[4]\nfix n all vector 1 v_bond\n";

struct Watched {
  double drift, stored;    // the largest
  int steps_with_bond;
};

Watched watched(LammpsSession &lammps)
{
  return {std::max(lammps.evaluate("max(f_d)"), -lammps.evaluate("min(f_d)")),
          std::max(lammps.evaluate("max(f_s)"), -lammps.evaluate("min(f_s)")),
          static_cast<int>(std::lround(lammps.evaluate("sum(f_n)")))};
}

constexpr double DT = 5e-8;
// Bonds have broken, and no contact has ended: a pull that ends at once is work of a part of a step.
constexpr int STEPS = 5000;

std::string name_of(const Case &of)
{
  return of.style + " " + of.coeff + " contact " + of.contact;
}

TEST(EnergyOfBreaks, NoSpikeInTheStepOfABreak)
{
  ONE_RANK_IS_ENOUGH();
  for (const Case &of : all_cases()) {
    LammpsSession lammps;
    lammps.run(pressed_pair(of, DT) + WATCH + "run " + std::to_string(STEPS));
    const Watched all = watched(lammps);
    EXPECT_GT(all.steps_with_bond, 100) << name_of(of);
    EXPECT_LT(all.steps_with_bond, STEPS - 100) << name_of(of);
    EXPECT_LT(all.drift, 1e-6 * all.stored) << name_of(of);
  }
}

// Pairs that are pressed together, apart from each other, with a softening bond. They fly apart, shear
// and turn at random.
constexpr int PAIRS = 25;

std::string softened_pairs(const Case &of, std::mt19937 &random)
{
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  std::string places, bonds, motion;
  for (int n = 0; n < PAIRS; n++) {
    const std::string one = std::to_string(2 * n + 1), two = std::to_string(2 * n + 2);
    places += "create_atoms 1 single " + number(0.1 * n - 0.0096) + " 0 0\n" +
        "create_atoms 1 single " + number(0.1 * n + 0.0096) + " 0 0\n";
    bonds += "create_bonds single/bond 1 " + one + " " + two + "\n";
    for (const std::string &id : {one, two}) {
      motion += "set atom " + id;
      for (const char *axis : {" vx ", " vy ", " vz "}) motion += axis + number(1.2 * any(random));
      motion += " omega";
      for (int k = 0; k < 3; k++) motion += " " + number(60.0 * any(random));
      motion += "\n";
    }
  }
  return R"(units si
    newton on off
    atom_style bonded/cluster
    atom_modify map array
    boundary f f f
    comm_modify vel yes cutoff 0.05
    region box block -.1 2.6 -.1 .1 -.1 .1
    bond_style parallel
    create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 4
)" + places +
      "set group all diameter .02 density 2500\nneighbor .004 bin\nfix guard all guard overlap "
      "warn\n"
      "pair_style " +
      of.style + "\npair_coeff * * " + of.coeff +
      "\nbond_coeff 1 young 1e8 tensile 1.2e5 cohesion 8e4 angle 30 soften 2.5 contact " +
      of.contact + "\n" + bonds + motion +
      "fix m all nve/sphere\nfix b all breakage 1\ntimestep 5e-8\ncompute e all energy/balance\n"
      "thermo_modify norm no\nthermo_style custom step bonds f_b[11] c_e[*] c_e\n"
      "variable left equal bonds\nfix l all vector 1 v_left\n" +
      WATCH;
}

// 225 paths of softened bonds: all break, the events have what damage took step by step, and in the step
// of a break the drift does not jump.
TEST(EnergyOfBreaks, SoftenedBondsOnAnyPath)
{
  ONE_RANK_IS_ENOUGH();
  std::vector<Case> cases;
  for (const std::string contact : {"no", "yes", "absolute"}) {
    cases.push_back({"hooke/history", HOOKE, contact});
    cases.push_back({"hertz/mindlin", HERTZ, contact});
  }
  cases.push_back({"hertz/mindlin", HERTZ + " cohesion jkr 20", "no"});
  cases.push_back({"hertz/mindlin", HERTZ + " cohesion eepa 0.7 100 1 3", "no"});
  cases.push_back({"hooke/history", HOOKE + " cohesion eepa 0.7 100 1 1", "no"});
  std::mt19937 random(17);
  for (const Case &of : cases) {
    LammpsSession lammps;
    lammps.run(softened_pairs(of, random));
    int steps = 0;
    do {
      lammps.run("run 1000");
      steps += 1000;
    } while (lammps.evaluate("v_left") > 0.0 && steps < 15000);
    EXPECT_EQ(lammps.evaluate("v_left"), 0.0) << name_of(of);
    // What is stored under pressure at the break is that of the end of the step.
    const double taken = lammps.evaluate("c_e[9]");
    EXPECT_NEAR(lammps.evaluate("f_b[11]") / taken, 1.0, 2e-4) << name_of(of);
    const double stored = taken / PAIRS;    // by a pair, at least
    double largest_jump = 0.0, before = PAIRS;
    for (int n = 2; n <= steps && before > 0.0; n++) {
      const std::string at = "[" + std::to_string(n) + "]";
      const double left = lammps.evaluate("f_l" + at);
      if (left < before)
        largest_jump = std::max(
            largest_jump,
            std::fabs(lammps.evaluate("f_d" + at + "-f_d[" + std::to_string(n - 1) + "]")));
      before = left;
    }
    EXPECT_LT(largest_jump, 1e-6 * stored) << name_of(of);
    const Watched all = watched(lammps);
    EXPECT_LT(all.drift, 1e-5 * all.stored) << name_of(of);
  }
}

// The pair crosses the border between ranks about the step of the break, and lists are made anew in each
// step, so that what has begun goes to another rank before it first acts.
TEST(EnergyOfBreaks, WhatHasBegunMigrates)
{
  const double speed = 20.0, way = speed * DT;
  for (const Case &of : {Case{"hertz/mindlin", HERTZ + " cohesion eepa 0.7 100 1 3", "no"},
                         Case{"hooke/history", HOOKE, "yes"}}) {
    LammpsSession whole, until_break;
    whole.run(pressed_pair(of, DT) + WATCH + "run " + std::to_string(STEPS));
    const int steps = watched(whole).steps_with_bond;
    until_break.run(pressed_pair(of, DT) + "run " + std::to_string(steps));
    const double place = until_break.evaluate("x[2]");
    for (const int ranks : rank_counts())
      for (int k = -2; k <= 3; k++) {
        LammpsSession lammps(ranks);
        lammps.run(pressed_pair(of, DT, -place - way * (steps + k)) +
                   "neigh_modify every 1 delay 0 check no\nvelocity all set " + number(speed) +
                   " NULL NULL sum yes\n" + WATCH + "run " + std::to_string(STEPS));
        const Watched all = watched(lammps);
        EXPECT_NEAR(all.steps_with_bond, steps, 1) << name_of(of) << ranks << k;
        EXPECT_LT(all.drift, 1e-5 * all.stored) << name_of(of) << ranks << k;
      }
  }
}

}    // namespace test_energy_of_breaks
