// fix checkpoint. Oracle: the same run without an interruption, bit for bit: spheres that hit a
// turning drum, sums of LAMMPS' fixes, the energy balance, collisions.

#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace test_fix_checkpoint {

using namespace grist::testing;

class FixCheckpoint : public testing::Test {
 protected:
  TestFolder folder;
  std::string place = "kept";
  std::string kept() const { return folder / place; }

  std::string made() const
  {
    return R"(
      units si
      newton on off
      boundary p f f
      atom_style sphere
      region box block -0.03 0.03 -0.06 0.06 -0.06 0.06
      create_box 1 box
      pair_style hertz/mindlin
      pair_coeff * * young 5e6 poisson 0.3 restitution 0.5 friction 0.5
      region inside cylinder x 0 0 0.045 INF INF
      create_atoms 1 random 40 4711 inside overlap 0.012 maxtry 1000
      set group all diameter 0.01
      set group all density 2500
      velocity all set 0 0.3 -1
    )" + definitions();
  }
  std::string again(const std::string &file) const
  {
    return "newton on off\nread_restart " + file + "\n" + definitions();
  }

  double record(int number, const std::string &name) const
  {
    std::ifstream in(kept() + "/" + std::to_string(number) + ".txt");
    std::string word;
    double value = -1.0;
    while (in >> word)
      if (word == name && in >> value) return value;
    return value;
  }

 private:
  std::string definitions() const
  {
    return "write_mesh " + (folder / "drum.stl") + R"( cylinder diameter 0.1 length 0.06 facets 40
      fix drum all wall/mesh )" +
        (folder / "drum.stl") + R"( move rotate 0 0 0 1 0 0 0.5 model hertz/mindlin
      fix weight all gravity 9.81 vector 0 0 -1
      fix move all leapfrog/sphere
      timestep 2e-5
      neighbor 1e-3 bin
      variable torque equal f_drum[4]
      fix mean all ave/time 3 250 3000 v_torque ave running
      fix window all ave/time 10 7 100 v_torque c_thermo_temp ave window 4
      fix series all vector 30 v_torque
      variable sum equal sum(f_series)
      compute bal all energy/balance
      fix hits all collisions 1000 bins 1e-7 1 4
      fix keep all checkpoint )" +
        kept() + " every 700\n";
  }
};

const std::vector<std::string> VALUES = {"v_sum",     "f_mean", "f_window[1]",
                                         "f_drum[7]", "ke",     "time"};

std::vector<double> values_of(LammpsSession &lammps)
{
  std::vector<double> values;
  for (const std::string &value : VALUES) values.push_back(lammps.evaluate(value));
  return values;
}

TEST_F(FixCheckpoint, ARunThatContinuesIsTheSameBitForBit)
{
  for (const int n : rank_counts()) {
    place = "kept" + std::to_string(n);
    LammpsSession whole(n), part(n);
    whole.run(made() + "run 6000");
    if (whole.first()) {
      EXPECT_EQ(record(1, "step"), 4900);
      EXPECT_EQ(record(2, "step"), 5600);
      EXPECT_EQ(record(2, "end"), 6000);
    }
    part.run(again(kept() + "/1.restart") + "run 6000 upto start 0 stop 6000");
    EXPECT_EQ(values_of(part), values_of(whole)) << n;
    expect_same(part.atoms(), whole.atoms(), 1e-300, "atoms");
    for (const char *value : {"c_bal[1]", "c_bal[5]", "c_bal[6]", "c_bal[7]", "f_hits[2]"})
      EXPECT_NEAR(part.evaluate(value), whole.evaluate(value), 1e-12 * whole.evaluate("c_bal[1]"))
          << n << ' ' << value;
  }
}

// Contacts of bodies and bonds: what they remember is turned again at the start of a run, by rounding.
struct Deck {
  std::string name, box, model;    // the second again after a restart file
  int every, steps, number;        // it continues from the last odd checkpoint
};

const Deck BONDED = {"bonded",
                     R"(
      units si
      newton on off
      atom_style bonded/cluster
      bond_style parallel
      boundary f f f
      region box block -1 1 -1 1 -0.1 1
      create_box 1 box bond/types 1
      bond_coeff 1 young 1e7 tensile 3e4 shear 3e4 damping 0.1
      pair_style hertz/mindlin
      pair_coeff * * young 1e7 poisson 0.25 restitution 0.3 friction 0.5
    )",
                     R"(
      cluster_template rock gravel 0.025 elements 8 density/solid 2700
      particle_mix feed template rock size uniform 0.02 0.03
      neighbor 2e-3 bin
      timestep 2e-5
      fix move all leapfrog/sphere
      fix floor all wall/hertz/mindlin zplane 0 NULL
    )",      2100, 6000, 60};

// Atoms that stay in their places in memory keep the numbers of their bonds.
const Deck IN_PLACE = {"in_place", BONDED.box, BONDED.model + "atom_modify sort 0 0\n",
                       2100,       6000,       60};

// Convex, and of several parts.
Deck of_bodies(const std::string &name, const std::string &shape)
{
  return {name,
          R"(
      units si
      newton off
      boundary f f f
      atom_style body polyhedron 4 120
      region box block -1 1 -1 1 -0.1 1
      create_box 1 box
      pair_style polyhedron
      pair_coeff * * volume 1e9 hysteretic 0.5 friction 0.4
    )",
          "\nparticle_mix feed polyhedron rock size uniform 0.03 0.04 density 2700 shape " + shape +
              R"(
      neighbor 0.003 bin
      neighbor_style multilevel
      timestep 1.2e-5
      fix move all nve/body
      fix floor all wall/polyhedron volume 1e9 hysteretic 0.5 friction 0.4 zplane 0 NULL
    )",
          1100,
          6900,
          12};
}
const Deck BODIES = of_bodies("bodies", "random cuts 6 aspect 1 1.2 1.5");
const Deck COMPOUNDS = of_bodies("compounds", "L");

// A lid comes down on spheres. It moves by the forces of the step before.
Deck under_a_lid(const std::string &name, const std::string &motion)
{
  return {name,
          R"(
      units si
      newton on off
      atom_style sphere
      boundary f f f
      region box block -1 1 -1 1 -0.1 1
      create_box 1 box
      pair_style hertz/mindlin
      pair_coeff * * young 1e7 poisson 0.25 restitution 0.3 friction 0.5
    )",
          R"(
      particle_mix feed sphere ball size 0.03 density 2700
      neighbor 2e-3 bin
      timestep 2e-5
      fix move all leapfrog/sphere
      fix floor all wall/hertz/mindlin zplane 0 NULL
      write_mesh ${lid} plane size 0.2 0.2 center 0 0 0.28
      fix lid all wall/mesh ${lid} move )" +
              motion + " model hertz/mindlin\n",
          700,
          4500,
          12};
}
const Deck SERVO = under_a_lid("servo", "servo force 5 0 0 1 3");
const Deck FREE = under_a_lid("free", "free mass 0.2 along z around none force 0 0 -20");

TEST_F(FixCheckpoint, WhatStylesRememberIsTheSameBitForBit)
{
  for (const Deck &deck : {BONDED, IN_PLACE, BODIES, COMPOUNDS, SERVO, FREE})
    for (const int n : rank_counts()) {
      SCOPED_TRACE(deck.name);
      place = deck.name + std::to_string(n);
      const std::string model = "variable lid string " + (folder / "lid.stl") + deck.model + R"(
      region inside block -0.08 0.08 -0.08 0.08 0.0 0.25
      fix fill all insert/pack feed region inside number )" +
          std::to_string(deck.number) + R"( seed 4 velocity 0.3 0 -2
      fix weight all gravity 9.81 vector 0 0 -1
      fix keep all checkpoint )" +
          kept() + " every " + std::to_string(deck.every) + "\n";
      LammpsSession whole(n), part(n);
      whole.run(deck.box + model + "run " + std::to_string(deck.steps));
      part.run("newton " + std::string(has(deck.box, "newton off") ? "off" : "on off") +
               "\nread_restart " + kept() + "/1.restart\n" + model + "run " +
               std::to_string(deck.steps) + " upto");
      for (const char *value : {"ke", "xcm(all,x)", "vcm(all,y)", "gyration(all)",
                                "bound(all,zmin)", "angmom(all,x)", "inertia(all,xy)"})
        EXPECT_EQ(part.evaluate(value), whole.evaluate(value)) << n << ' ' << value;
      EXPECT_GT(whole.evaluate("ke"), 1e-3);
    }
}

TEST_F(FixCheckpoint, ContinuesOnAnotherNumberOfRanks)
{
  LammpsSession whole(1);
  whole.run(made() + "run 6000");
  LammpsSession part(rank_counts().back());
  part.run(again(kept() + "/2.restart") + "run 6000 upto");
  EXPECT_NEAR(part.evaluate("v_sum"), whole.evaluate("v_sum"), 1e-6 * whole.evaluate("abs(v_sum)"));
  EXPECT_NEAR(part.evaluate("ke"), whole.evaluate("ke"), 1e-6 * whole.evaluate("ke"));
}

TEST_F(FixCheckpoint, IsWrittenByTheClock)
{
  LammpsSession lammps(1);
  lammps.run(made() + "unfix keep\nfix keep all checkpoint " + kept() + " minutes 1e-5\nrun 3000");
  if (lammps.first()) { EXPECT_GT(record(1, "step"), 0); }
}

TEST_F(FixCheckpoint, EndsTheRunBeforeTheLimit)
{
  LammpsSession lammps(1);
  lammps.run(made() + "unfix keep\nfix keep all checkpoint " + kept() + " limit 1e6\nrun 10");
  EXPECT_EQ(lammps.evaluate("f_keep"), 0);
  const std::string error =
      lammps.error_of("unfix keep\nfix keep all checkpoint " + kept() + " limit 1e-3\nrun 10");
  if (lammps.first()) {
    EXPECT_NE(
        error.find("Fix checkpoint: limit 0.001 s is over after the set-up, before the first step"),
        std::string::npos);
  }
}

TEST_F(FixCheckpoint, RejectsWrongWords)
{
  const struct {
    const char *words, *error;
  } cases[] = {
      {"all checkpoint", "Fix checkpoint: the folder needs a value"},
      {"all checkpoint kept minutes 0", "Fix checkpoint: minutes 0 (must be positive)"},
      {"all checkpoint kept minutes 1 every 5",
       "Fix checkpoint: minutes and every exclude each other"},
      {"none checkpoint kept", "Fix checkpoint: group none (expected all)"},
  };
  for (const auto &one : cases) {
    LammpsSession lammps(1);
    lammps.run("units si\natom_style sphere\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\n"
               "group none empty");
    const std::string error = lammps.error_of(std::string("fix keep ") + one.words);
    if (lammps.first()) { EXPECT_NE(error.find(one.error), std::string::npos) << error; }
  }
}

TEST_F(FixCheckpoint, StandsBehindAllOtherFixesOfTheEndOfAStep)
{
  LammpsSession lammps(1);
  lammps.run(made() + "fix later all print 10 'x' screen no");
  const std::string error = lammps.error_of("run 1");
  if (lammps.first()) {
    EXPECT_NE(error.find("fix later of style print must come before fix keep"), std::string::npos)
        << error;
  }
}

}    // namespace test_fix_checkpoint
