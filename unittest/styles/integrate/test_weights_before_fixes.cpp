// The keyword gravity of fix leapfrog/sphere and fix rigid/cluster beside fixes that act on forces.
//
// Oracles: what is held stays; the parabola of free fall; the work of a constant force; the work of
// a fix that keeps a weight from acting is that of the weight.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

namespace test_weights_before_fixes {

using namespace grist::testing;

constexpr double G = 9.81;
constexpr double ROUNDING = 1e-12;    // of lengths near 0.1 m, in 1000 steps

const std::string TWO_SPHERES = R"(
  units si
  newton on off
  atom_style sphere
  atom_modify map array
  comm_modify vel yes
  boundary f f f
  processors * * 1
  region box block -0.1 0.1 -0.1 0.1 -0.5 0.2
  create_box 1 box
  pair_style hertz/mindlin
  pair_coeff * * young 1e6 poisson 0.3 restitution 0.3 friction 0.5
  create_atoms 1 single 0 0 0
  create_atoms 1 single 0.05 0 0.05
  set group all diameter 0.02 density 2500
  group held id 1
  neighbor 0.001 bin
  timestep 1e-4
)";
const std::string MOVE = "fix move all leapfrog/sphere gravity 9.81 vector 0 0 -1\n";
const double MASS = 2500.0 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-6;    // of a sphere

bool same_bits(const AtomSnapshot &one, const AtomSnapshot &other)
{
  return memcmp(one.x.data(), other.x.data(), sizeof one.x) == 0 &&
      memcmp(one.v.data(), other.v.data(), sizeof one.v) == 0;
}

TEST(WeightsBeforeFixes, HeldSpheresStayAndOthersFall)
{
  const double t = 1000 * 1e-4;
  for (const std::string holding : {"freeze", "setforce 0 0 0"}) {
    const std::string hold = "fix hold held " + holding + "\n";
    for (const int ranks : rank_counts()) {
      SCOPED_TRACE(holding + " on " + std::to_string(ranks) + " ranks");
      const auto after = atoms_after(TWO_SPHERES + MOVE + hold + "run 500\nrun 500", ranks);
      const auto before = atoms_after(TWO_SPHERES + hold + MOVE + "run 500\nrun 500", ranks);
      if (!is_first_rank()) continue;
      ASSERT_EQ(after.size(), 2u);
      ASSERT_EQ(before.size(), 2u);
      EXPECT_EQ(after[0].x, (std::array<double, 3>{0.0, 0.0, 0.0}));
      EXPECT_EQ(after[0].v, (std::array<double, 3>{0.0, 0.0, 0.0}));
      EXPECT_NEAR(after[1].x[2], 0.05 - 0.5 * G * t * t, ROUNDING);
      EXPECT_NEAR(after[1].v[2], -G * t, ROUNDING);
      for (int n = 0; n < 2; n++) EXPECT_TRUE(same_bits(after[n], before[n])) << n;
    }
  }
}

TEST(WeightsBeforeFixes, RigidClustersStayAndOthersFall)
{
  const std::string start = R"(
    units si
    boundary p p f
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    comm_modify vel yes
    processors * * 1
    region box block -0.02 0.02 -0.02 0.02 0 0.06
    create_box 1 box bond/types 1
    fix GRIST_GUARD all guard timestep warn overlap warn
    cluster_template rock sphere 4e-3 elements 8 density 2500
    bond_coeff * rigid
    create_atoms 0 single 0 0 0.01 mol rock 7 rotate 40 1 2 3 units box
    create_atoms 0 single 0.01 0.01 0.04 mol rock 7 rotate 70 3 1 2 units box
    group held molecule 1
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.4
    neighbor_style multilevel
    neighbor 5e-4 bin
    timestep 1e-5
  )";
  const std::string move = "fix move all rigid/cluster gravity 9.81 vector 0 0 -1\n";
  const double t = 400 * 1e-5, fall = 0.5 * G * t * t;
  for (const std::string holding : {"freeze", "setforce 0 0 0"})
    for (const bool is_first : {true, false})
      for (const int ranks : rank_counts()) {
        SCOPED_TRACE(holding + (is_first ? " first" : " last") + " on " + std::to_string(ranks));
        const std::string hold = "fix hold held " + holding + "\n";
        const std::string all = start + (is_first ? hold + move : move + hold);
        const auto before = atoms_after(all + "run 0", ranks);
        const auto after = atoms_after(all + "run 400", ranks);
        if (!is_first_rank()) continue;
        ASSERT_EQ(after.size(), 16u);
        for (size_t n = 0; n < after.size(); n++) {
          const double expected = after[n].molecule == 1 ? 0.0 : fall;
          EXPECT_NEAR(before[n].x[2] - after[n].x[2], expected, ROUNDING) << n;
          EXPECT_NEAR(before[n].x[0] - after[n].x[0], 0.0, ROUNDING) << n;
        }
      }
}

using WeightsBeforeFixesOnOneRank = OneRankTest;

// Without a fix of LAMMPS that acts on forces they have no weights; fixes of Grist do not count.
TEST_F(WeightsBeforeFixesOnOneRank, ForcesHaveWeightsOnlyWhereAFixActsOnThem)
{
  const std::string spheres =
      TWO_SPHERES + MOVE + "fix floor all wall/hertz/mindlin zplane -0.4 NULL\n";
  const auto plain = atoms_after(spheres + "run 300", 1);
  const auto pushed = atoms_after(spheres + "fix air all addforce 0 0 0\nrun 300", 1);
  ASSERT_EQ(plain.size(), 2u);
  ASSERT_EQ(pushed.size(), 2u);
  for (int n = 0; n < 2; n++) {
    EXPECT_EQ(plain[n].f[2], 0.0);
    EXPECT_NEAR(pushed[n].f[2], -MASS * G, 1e-14);
    EXPECT_NEAR(pushed[n].x[2], plain[n].x[2], ROUNDING);
  }
}

// From one run to the next a fix that holds a sphere comes and goes.
TEST_F(WeightsBeforeFixesOnOneRank, AFixThatHoldsMayComeAndGo)
{
  LammpsSession lammps;
  lammps.run(TWO_SPHERES + MOVE + "run 100\nfix hold held setforce 0 0 0\nrun 100\nunfix hold\n" +
             "run 100\n");
  const auto atoms = lammps.atoms();
  const double t = 100 * 1e-4;
  EXPECT_NEAR(atoms[0].v[2], -G * 2 * t, ROUNDING);
  EXPECT_NEAR(atoms[1].v[2], -G * 3 * t, ROUNDING);
  EXPECT_NEAR(atoms[1].x[2], 0.05 - 0.5 * G * 9 * t * t, ROUNDING);
}

const std::string REPORT = "compute e all energy/balance\nthermo_style custom step c_e[*] c_e\n";

TEST_F(WeightsBeforeFixesOnOneRank, TheBalanceKnowsWeightsFromOtherForces)
{
  LammpsSession lammps;
  lammps.run(TWO_SPHERES + MOVE + "fix push all addforce 1e-3 0 0\n" + REPORT + "run 1000\n");
  const double t = 0.1, x = 0.5 * 1e-3 / MASS * t * t, fall = 0.5 * G * t * t;
  const double work = 2 * 1e-3 * x;
  EXPECT_NEAR(lammps.evaluate("c_e[16]") / work, 1.0, 1e-9);
  EXPECT_NEAR(lammps.evaluate("c_e[2]") / (MASS * G * (0.05 - 2 * fall)), 1.0, 1e-9);
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-10 * MASS * G * fall);
}

// Spheres that go down at a steady speed: their weights work, and the fix takes this work.
TEST_F(WeightsBeforeFixesOnOneRank, TheBalanceKnowsTheWorkOfAFixThatHolds)
{
  const std::string hold = "fix hold all setforce 0 0 0\n";
  for (const std::string &fixes : {hold + MOVE, MOVE + hold}) {
    LammpsSession lammps;
    lammps.run(TWO_SPHERES + fixes + "velocity all set 0 0 -0.5\n" + REPORT + "run 1000\n");
    const double work = 2 * MASS * G * 0.5 * 0.1;
    EXPECT_NEAR(lammps.evaluate("c_e[16]") / -work, 1.0, 1e-9) << fixes;
    EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-9 * work) << fixes;
  }
}

// A frozen sphere catches a falling one.
TEST_F(WeightsBeforeFixesOnOneRank, TheBalanceClosesOverAnImpactOnAFrozenSphere)
{
  LammpsSession lammps;
  lammps.run(TWO_SPHERES + MOVE +
             "fix hold held freeze\nset atom 2 x 0.004 z 0.0225\ntimestep 1e-5\n" + REPORT +
             "run 5000\n");
  const auto atoms = lammps.atoms();
  EXPECT_EQ(atoms[0].x, (std::array<double, 3>{0.0, 0.0, 0.0}));
  const double lost = lammps.evaluate("c_e[6]") + lammps.evaluate("c_e[7]");
  EXPECT_GT(lost, 0.0);
  EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-3 * lost);
}

// Units in which force over mass is no acceleration.
TEST_F(WeightsBeforeFixesOnOneRank, TheBalanceIsRightInUnitsReal)
{
  for (const std::string gravity : {"fix move all leapfrog/sphere gravity 1e-4 vector 0 0 -1\n",
                                    "fix move all leapfrog/sphere\n"
                                    "fix weight all gravity 1e-4 vector 0 0 -1\n"}) {
    LammpsSession lammps;
    lammps.run("units real\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
               "boundary f f f\n"
               "region box block -10 10 -10 10 -100 10\ncreate_box 1 box\n"
               "create_atoms 1 single 0 0 0\nset group all diameter 2 density 1\n"
               "pair_style zero 3\npair_coeff * *\ntimestep 1\n" +
               gravity + "fix air all viscous 0\n" + REPORT + "run 1000\n");
    const double fallen = -lammps.evaluate("c_e[2]");
    EXPECT_GT(fallen, 0.0);
    EXPECT_NEAR(lammps.evaluate("c_e[1]") / fallen, 1.0, 1e-9) << gravity;
    EXPECT_NEAR(lammps.evaluate("c_e[16]"), 0.0, 1e-9 * fallen) << gravity;
    EXPECT_NEAR(lammps.evaluate("c_e"), 0.0, 1e-9 * fallen) << gravity;
  }
}

}    // namespace test_weights_before_fixes
