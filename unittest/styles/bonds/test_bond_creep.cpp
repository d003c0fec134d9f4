// Creep of bond_style parallel in LAMMPS, on 1, 2 and 4 ranks, after a restart, and beside clusters
// that are held.
//
// Oracles: the closed form of a Maxwell element under an even rate of stretch; conservation of
// energy; the same run on one rank.

#include "common/constants.h"
#include "testing/cases.h"
#include "testing/hertz_sphere.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace test_bond_creep {

using namespace grist::testing;
using grist::PI;

// A pair of spheres along x: bonds of radius 1 mm and length 2 mm.
constexpr double YOUNG = 1e9, LENGTH = 2e-3, AREA = PI * 1e-6, TIME = 1e-5, SPEED = 0.01;
constexpr double STIFFNESS = YOUNG * AREA / LENGTH;

const char *const HEAVY = R"(
  pair_style zero 0.003
  pair_coeff * *
  neighbor 0.0005 bin
  fix move all nve/sphere
  timestep 1e-8
  thermo 1000000
  compute loads all bond/local b1 b8
  compute load all reduce sum c_loads[1] c_loads[2] inputs local
  compute energy all energy/balance
  variable elastic equal ebond
  thermo_style custom step ebond c_load[1] c_load[2] c_energy[*] c_energy
)";

TEST(BondCreepOnRanks, StretchFollowsAMaxwellElement)
{
  const TestFolder folder;
  write_pair(folder / "data");
  const std::string file = folder / "restart";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks), again(ranks);
    lammps.run("processors * 1 1\n" +
               read_case(folder / "data", "young 1e9 tensile none shear none creep 1e-5") + HEAVY +
               "set group all density 1e15\ngroup right id 2\nvelocity right set " + number(SPEED) +
               " 0 0\nrun 1500\nwrite_restart " + file + "\nrun 500");
    again.run("read_restart " + file + HEAVY + "run 500");
    const auto load_at = [](double time) {
      return STIFFNESS * SPEED * TIME * -std::expm1(-time / TIME);
    };
    const double stored = std::pow(load_at(2e-5), 2) / (2.0 * STIFFNESS);
    for (LammpsSession *one : {&lammps, &again}) {
      EXPECT_NEAR(one->evaluate("c_load[1]") / load_at(2e-5), 1.0, 1e-9) << ranks;
      for (const char *energy : {"c_load[2]", "c_energy[3]", "v_elastic"})
        EXPECT_NEAR(one->evaluate(energy) / stored, 1.0, 1e-9) << energy << ranks;
    }
    // The integral of F^2/(k T).
    const double s = std::exp(-2.0), square = STIFFNESS * SPEED * SPEED * TIME;
    const double lost = square * (2e-5 - 2.0 * TIME * (1.0 - s) + 0.5 * TIME * (1.0 - s * s));
    EXPECT_NEAR(lammps.evaluate("c_energy[5]") / lost, 1.0, 1e-9) << ranks;
  }
}

// Clusters that fall on each other and break: what relaxes is in the balance, on any number of ranks.
const std::string CLUSTERS = R"(
  units si
  newton on off
  atom_style bonded/cluster
  atom_modify map yes
  comm_modify vel yes
  boundary p p f
  bond_style parallel
  region box block -0.02 0.02 -0.02 0.02 -0.005 0.05
  neigh_modify delay 0
  create_box 1 box bond/types 1
  neighbor 1e-3 bin
  cluster_template rock sphere 6e-3 elements 20 density 2500
)";
std::string falling(const std::string &more, const std::string &hold)
{
  return CLUSTERS + "bond_coeff 1 young 1e7 tensile 3e4 shear 3e4 " + more + R"(
  pair_style hertz/mindlin
  pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3 heat 2 800
  particle_mix mix template rock fraction 1 size 6e-3
  region high block -0.01 0.01 -0.01 0.01 0.001 0.02
  fix fill all insert/pack mix region high number 8
  timestep 1e-6
  run 0
  unfix fill
  fix floor all wall/hertz/mindlin zplane 0 NULL
  fix move all rigid/cluster gravity 9.81 vector 0 0 -1 hold )" +
      hold + R"(
  velocity all set 0 0 -1.5
  compute energy all energy/balance
  thermo_style custom step ke c_energy[*] c_energy bonds
  thermo 1000
)";
}

TEST(BondCreepOnRanks, WhatRelaxesIsInTheBalance)
{
  double of_one = 0.0, bonds = 0.0;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks), elastic(ranks);
    lammps.run(falling("creep 5e-4 fatigue 3", "no") + "run 6000");
    elastic.run(falling("fatigue 3", "no") + "run 6000");
    const double relaxed = lammps.evaluate("c_energy[5]");
    if (ranks == 1) {
      of_one = relaxed;
      bonds = lammps.evaluate("bonds");
    }
    EXPECT_EQ(elastic.evaluate("c_energy[5]"), 0.0);
    EXPECT_GT(relaxed, 1e-6) << ranks;
    EXPECT_NEAR(relaxed / of_one, 1.0, 1e-6) << ranks;
    EXPECT_EQ(lammps.evaluate("bonds"), bonds) << ranks;
    EXPECT_LT(std::fabs(lammps.evaluate("c_energy")), 0.02 * relaxed) << ranks;
  }
}

// What flows from bonds heats their spheres.
TEST(BondCreepOnRanks, WhatRelaxesBecomesHeat)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(falling("creep 5e-4", "no") + "fix warm all heat/gran initial 293\nrun 4000");
    double lost = 0.0;
    for (int n = 5; n <= 8; n++) lost += lammps.evaluate("c_energy[" + number(n) + "]");
    EXPECT_GT(lammps.evaluate("c_energy[5]"), 0.01 * lost) << ranks;
    EXPECT_NEAR(lammps.evaluate("c_energy[20]") / lost, 1.0, 1e-3) << ranks;
  }
}

// A cluster is held until it is loaded, creeps while it is not held, and what has crept is not lost.
TEST(BondCreepOnRanks, HeldClustersCreepWhenReleased)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(falling("creep 5e-4", "yes") + "run 6000");
    EXPECT_GT(lammps.evaluate("c_energy[5]"), 1e-7) << ranks;
    EXPECT_LT(std::fabs(lammps.evaluate("c_energy")), 0.2 * lammps.evaluate("c_energy[5]"))
        << ranks;
  }
}

TEST(BondCreepOnRanks, WrongValuesEndWithOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  const TestFolder folder;
  write_pair(folder / "data");
  const auto error = [&](const std::string &more) {
    LammpsSession lammps;
    return lammps.error_of(read_case(folder / "data", "young 1e9 tensile 1e5 shear 1e5 " + more));
  };
  EXPECT_TRUE(has(error("creep 0"), "Bond style parallel: creep 0 (must be positive)"));
  EXPECT_TRUE(has(error("creep -1"), "creep -1 (must be positive)"));
  EXPECT_TRUE(has(error("creep nan"), "creep nan"));
  EXPECT_TRUE(has(error("creep none"), "creep none"));
  EXPECT_TRUE(has(error("creep 1 creep 2"), "creep is given twice"));
  EXPECT_TRUE(has(error("creep 1 soften 0.03"), "creep 1 (excludes soften"));
}

}    // namespace test_bond_creep
