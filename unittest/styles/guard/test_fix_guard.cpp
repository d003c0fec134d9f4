// fix guard: what it reports, when it warns and when it ends a run, on 1, 2 and 4 ranks.
//
// Oracles: Rayleigh's time, Hertz' contact time and overlaps written out for two spheres; the
// stable time step of a pair of bonded spheres; the error texts.

#include "common/constants.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace test_fix_guard {

using namespace grist::testing;
using grist::PI;

constexpr double RADIUS = 1e-3, DENSITY = 2500.0, YOUNG = 1e7, POISSON = 0.3;

double rayleigh()
{
  return PI * RADIUS * std::sqrt(DENSITY * 2.0 * (1.0 + POISSON) / YOUNG) /
      (0.1631 * POISSON + 0.8766);
}

// Contact time of two of these spheres that approach at this speed.
double contact_time(double speed)
{
  const double mass = 0.5 * DENSITY * 4.0 / 3.0 * PI * std::pow(RADIUS, 3);
  const double modulus = 0.5 * YOUNG / (1.0 - POISSON * POISSON), radius = 0.5 * RADIUS;
  return 2.8683 * std::pow(mass * mass / (radius * modulus * modulus * speed), 0.2);
}

// Spheres of 2 mm at `apart` along x, across the border between two ranks; the right one moves to
// the left.
std::string two_spheres(double apart, double speed, double dt, const std::string &guard = "")
{
  return R"(
    units si
    atom_style sphere
    newton on off
    comm_modify vel yes
    boundary p p f
    processors * 1 1
    region box block -0.01 0.01 -0.01 0.01 -0.01 0.01
    create_box 2 box
    create_atoms 1 single )" +
      std::to_string(-0.5 * apart) + " 0 0\ncreate_atoms 1 single " + std::to_string(0.5 * apart) +
      R"( 0 0
    set group all diameter 2e-3 density 2500
    group right id 2
    velocity right set )" +
      std::to_string(-speed) + R"( 0 0
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    neighbor 1e-3 bin
    fix move all nve/sphere
)" + guard +
      "\ntimestep " + std::to_string(1e6 * dt) + "e-6\n";
}

TEST(FixGuard, SharesAreThoseOfClosedForms)
{
  const double dt = 1e-6;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(two_spheres(2.5e-3, 0.1, dt) + "run 0");
    EXPECT_NEAR(lammps.evaluate("f_GRIST_GUARD[1]") * rayleigh() / dt, 1.0, 1e-6) << ranks;
    EXPECT_NEAR(lammps.evaluate("f_GRIST_GUARD[2]") * contact_time(0.1) / dt, 1.0, 1e-3) << ranks;
    EXPECT_EQ(lammps.evaluate("f_GRIST_GUARD[6]"), 0.0) << ranks;
    lammps.run("clear\n" + two_spheres(1.96e-3, 0.0, dt) + "run 0");
    EXPECT_NEAR(lammps.evaluate("f_GRIST_GUARD[6]"), 0.04, 1e-9) << ranks;
    EXPECT_NEAR(lammps.evaluate("f_GRIST_GUARD[7]"), 0.04, 1e-9) << ranks;
  }
}

// A wall makes one of its own first; entries that another fix left in the lists of LAMMPS must not
// decide when this one is called.
TEST(FixGuard, OfTheInputLooksWhereAWallHasMadeOneBefore)
{
  const std::string guard = "fix floor all wall/hertz/mindlin zplane -0.005 NULL\n"
                            "fix gone all nve\nunfix gone\nfix watch all guard every 1";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(two_spheres(2.02e-3, 1.0, 1e-6, guard) + "run 0\nrun 30");
    EXPECT_NEAR(lammps.evaluate("f_watch[6]"), 0.01, 1e-3) << ranks;
    const LAMMPS_NS::Modify *modify = lammps.here() ? lammps.lammps()->modify : nullptr;
    for (int i = 0; modify && i < modify->nfix; i++)
      EXPECT_EQ(modify->fmask[i], modify->fix[i]->setmask()) << modify->fix[i]->id;
  }
}

std::string said_of(const std::string &lines, int ranks)
{
  LammpsSession lammps(ranks);
  lammps.run(lines);
  return lammps.output();
}

TEST(FixGuard, WarnsAboveTheSafeShareAndNotBelow)
{
  for (const int ranks : rank_counts()) {
    const std::string above = said_of(two_spheres(5e-3, 0.0, 0.3 * rayleigh()) + "run 10", ranks);
    const std::string below = said_of(two_spheres(5e-3, 0.0, 0.2 * rayleigh()) + "run 10", ranks);
    const std::string fast =
        said_of(two_spheres(2.5e-3, 5.0, 0.2 * contact_time(5.0)) + "run 1", ranks);
    const std::string deep = said_of(two_spheres(1.9e-3, 0.0, 1e-7) + "run 1", ranks);
    const std::string shallow = said_of(two_spheres(1.96e-3, 0.0, 1e-7) + "run 1", ranks);
    if (!is_first_rank()) continue;
    EXPECT_TRUE(has(above, "is 30 % of the Rayleigh time"));
    EXPECT_FALSE(has(below, "WARNING"));
    EXPECT_TRUE(has(below, "guard: timestep"));
    EXPECT_TRUE(has(fast, "is 20 % of the shortest contact"));
    EXPECT_TRUE(has(deep, "the largest overlap is 10 % of a radius, the mean 10 %"));
    EXPECT_FALSE(has(shallow, "WARNING"));
  }
}

TEST(FixGuard, EndsARunThatCannotBeRightUnlessTheInputSaysOtherwise)
{
  const std::string fast = two_spheres(2.5e-3, 5.0, 0.7 * contact_time(5.0));
  const std::string deep = two_spheres(0.9e-3, 0.0, 1e-8);
  const auto with = [](double apart, double speed, double dt, const std::string &words) {
    return two_spheres(apart, speed, dt, "fix watch all guard " + words) + "run 1";
  };
  for (const int ranks : rank_counts()) {
    LammpsSession one(ranks), two(ranks);
    const std::string of_time = one.error_of(fast + "run 1");
    const std::string of_overlap = two.error_of(deep + "run 1");
    const std::string warned =
        said_of(with(2.5e-3, 5.0, 0.7 * contact_time(5.0), "timestep warn"), ranks);
    const std::string off =
        said_of(with(2.5e-3, 5.0, 0.7 * contact_time(5.0), "timestep off"), ranks);
    const std::string overlapping = said_of(with(0.9e-3, 0.0, 1e-8, "overlap warn"), ranks);
    const std::string allowed = said_of(with(1.9e-3, 0.0, 1e-8, "overlap 0.2"), ranks);
    if (!is_first_rank()) continue;
    EXPECT_TRUE(has(of_time, "is 70 % of the shortest contact"));
    EXPECT_TRUE(has(of_time, "fix guard timestep warn"));
    EXPECT_TRUE(has(of_overlap, "the largest overlap is 110 % of a radius"));
    EXPECT_TRUE(has(warned, "WARNING: Pair style hertz/mindlin: timestep"));
    EXPECT_FALSE(has(off, "WARNING: Pair style hertz/mindlin: timestep"));
    EXPECT_TRUE(has(overlapping, "WARNING: Pair style hertz/mindlin: the largest overlap"));
    EXPECT_FALSE(has(allowed, "WARNING"));
  }
}

// The bonds of these stones cannot stand the time step.
std::string feed_stones(const std::string &feed)
{
  return R"(
    units si
    boundary p p f
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    region box block -0.02 0.02 -0.02 0.02 0 0.1
    create_box 1 box bond/types 1
    cluster_template stone sphere 5e-3 elements 10 density 2500
    bond_coeff 1 young 1e9 tensile none shear none
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction 0.3
    neighbor 0.001 bin
    fix move all nve/sphere
    fix weight all gravity 9.81 vector 0 0 -1
    fix floor all wall/hertz/mindlin zplane 0 NULL
    region slot block -0.01 0.01 -0.01 0.01 0.06 0.09
    timestep 1e-5
)" + feed +
      "run 3000";
}

TEST(FixGuard, FindsBondsThatArriveDuringARun)
{
  const std::string pour = "fix feed all pour 4 0 4711 region slot mol stone\n";
  // Never more particles than at the start.
  const std::string after_others_have_left = R"(
    lattice sc 0.004
    region bottom block INF INF INF INF 0.002 0.013 units box
    create_atoms 1 region bottom
    set group all diameter 1e-3
    fix leave all evaporate 100 1000 bottom 4711
    particle_mix ore template stone
    fix feed all insert/stream ore region slot rate 1 start 0.005 mass 1e-3 every 100
)";
  for (const int ranks : rank_counts()) {
    for (const std::string &feed : {pour, after_others_have_left}) {
      LammpsSession lammps(ranks);
      const std::string error = lammps.error_of(feed_stones(feed));
      if (!is_first_rank()) continue;
      EXPECT_TRUE(has(error, "Bond style parallel: timestep 1e-05 is")) << feed << error;
      EXPECT_TRUE(has(error, "of what is certainly stable for the bonds")) << feed << error;
    }
  }
}

TEST(FixGuard, MovingMeshMustNotPassASphereInAStep)
{
  const TestFolder folder;
  const std::string plate = folder / "plate.stl";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    const std::string error =
        lammps.error_of(two_spheres(5e-3, 0.0, 1e-5) + "write_mesh " + plate +
                        " plane size 0.01 0.01\n" + "fix w all wall/mesh " + plate +
                        " shift 0 0 0.005 move linear 0 0 -150 model hertz/mindlin\nrun 1");
    if (!is_first_rank()) continue;
    EXPECT_TRUE(has(error, "is 150 % of the time in which the wall moves by the smallest radius"));
  }
}

// A closed box around both spheres, with normals inward as write_mesh makes it, then flipped.
TEST(FixGuard, MeshesInTheWrongPlaceOrOnTheWrongSideAreNamed)
{
  const TestFolder folder;
  const std::string box = folder / "box.stl";
  const std::string start = "boundary f f f\n" + two_spheres(5e-3, 0.0, 1e-7) + "write_mesh " +
      box + " box size 0.012 0.012 0.012 cover yes center 0 0 -0.006\nfix w all wall/mesh " + box;
  const std::string law = " model hertz/mindlin\nrun 1\n";
  const auto said = [&](const std::string &words, int ranks) {
    std::string lines = start;
    lines.erase(lines.find("    boundary p p f\n"), 19);
    return said_of(lines + words + law, ranks);
  };
  for (const int ranks : rank_counts()) {
    const std::string right = said(" sides one", ranks);
    const std::string turned = said(" sides one flip yes", ranks);
    const std::string both = said(" flip yes", ranks);
    const std::string large = said(" scale 1000", ranks);
    const std::string small = said(" scale 0.001", ranks);
    const std::string outside = said(" shift 0.1 0 0", ranks);
    const std::string coming = said(" shift 0.1 0 0 move linear -1 0 0", ranks);
    if (!is_first_rank()) continue;
    EXPECT_FALSE(has(right, "WARNING"));
    EXPECT_TRUE(has(turned, "face outward, so that 2 of 2 spheres are in the solid"));
    EXPECT_FALSE(has(both, "WARNING"));
    EXPECT_TRUE(has(large,
                    "is 12 long in a box of 0.02 (expected the units of the box: scale "
                    "0.001?)"));
    EXPECT_TRUE(has(small, "scale 1000?"));
    EXPECT_TRUE(has(outside, "lies outside the box"));
    EXPECT_FALSE(has(coming, "WARNING"));
  }
}

// The wall's list of the first run names the sphere that is deleted, in whose place the other one
// stands then.
TEST(FixGuard, ListsOfAnEarlierRunAreNotRead)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(two_spheres(5e-3, 0.0, 1e-7, "fix watch all guard overlap warn") +
               "set atom 1 z -0.00903\nset atom 2 z -0.0095\ngroup one id 1\n"
               "fix w one wall/hertz/mindlin zplane -0.01 NULL\nrun 10\n");
    EXPECT_NEAR(lammps.evaluate("f_watch[6]"), 0.03, 1e-3) << ranks;
    lammps.run("delete_atoms group one\nrun 0\n");
    EXPECT_EQ(lammps.evaluate("f_watch[6]"), 0.0) << ranks;
  }
}

// A stone that breaks on a floor, with a check in each step: also in those in which a pair has lost
// its bond since the forces were computed. The limit of a linear contact is pi sqrt(m*/k) of the
// lightest pair, at rest or not, 3e-4 s here.
TEST(FixGuard, NumbersAreTrueInTheStepsInWhichBondsBreak)
{
  const std::string scene = R"(
    units si
    newton on off
    boundary p p f
    atom_style bonded/cluster
    bond_style parallel
    region box block -0.05 0.05 -0.05 0.05 -0.01 0.2
    create_box 1 box bond/types 1
    cluster_template stone sphere 5e-3 elements 6 density 2500
    bond_coeff 1 young 1e7 tensile 5e4 shear 5e4 damping 0.05
    pair_style hooke/history
    pair_coeff * * stiffness 5e3 restitution 0.5 friction 0.3
    create_atoms 0 single 0 0 0.0065 mol stone 4711
    velocity all set 0 0 -3
    fix move all leapfrog/sphere
    fix floor all wall/hooke/history zplane 0 NULL
    fix watch all guard every 1
    fix seen all ave/time 1 1 1 f_watch[2] ave running
    timestep 2e-6
    neighbor 0.001 bin
    thermo_style custom step bonds f_watch[2]
)";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(scene + "run 0\n");
    const double bonds = lammps.thermo("bonds");
    lammps.run("run 1200\n");
    EXPECT_LT(lammps.thermo("bonds"), bonds) << ranks;
    EXPECT_GT(lammps.evaluate("f_seen"), 0.0) << ranks;
    EXPECT_LT(lammps.evaluate("f_seen"), 0.02) << ranks;
  }
}

// In every step the largest overlap is that of the nearest pair as LAMMPS sees it, up to the
// distance that a pair goes in a step: while spheres arrive and cross the borders of ranks. The
// limit of a linear contact of equal spheres is one time, or there is no contact.
TEST(FixGuard, NumbersAreTrueWhileParticlesArriveAndMigrate)
{
  const std::string scene = R"(
    units si
    atom_style sphere
    newton on off
    comm_modify vel yes
    region box block -0.006 0.006 -0.006 0.006 -0.006 0.006
    create_box 1 box
    create_atoms 1 random 60 4711 NULL overlap 2e-3 maxtry 500
    set group all diameter 2e-3 density 2500
    velocity all create 3e16 4711
    pair_style hooke/history
    pair_coeff * * stiffness 1e4 restitution 0.9 friction 0.3
    neighbor 4e-4 bin
    particle_mix shot sphere beads size 2e-3 density 2500
    region slot block -0.006 0.006 -0.006 0.006 0.003 0.006
    fix feed all insert/stream shot region slot rate 0.3 velocity 0.5 0.5 -1 every 100 seed 4711
    fix move all nve/sphere
    fix watch all guard every 1
    compute apart all pair/local dist
    compute nearest all reduce min c_apart inputs local
    variable overlap equal (c_nearest<2e-3)*(2e-3-c_nearest)/1e-3
    variable contact equal 2e-6/(PI*sqrt(0.5*mass(all)/count(all)/1e4))
    variable false equal abs(f_watch[6]-v_overlap)
    variable other equal abs(f_watch[2]*(f_watch[2]-v_contact))
    fix false all vector 1 v_false
    fix other all vector 1 v_other
    fix deep all ave/time 1 1 1 f_watch[6] ave running
    timestep 2e-6
)";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(scene + "run 700\n");
    EXPECT_GT(lammps.evaluate("atoms"), 70.0) << ranks;
    EXPECT_GT(lammps.evaluate("f_deep"), 0.005) << ranks;
    EXPECT_LT(lammps.evaluate("max(f_false)"), 0.012) << ranks;
    EXPECT_LT(lammps.evaluate("max(f_other)"), 1e-6) << ranks;
  }
}

// With pair_modify compute no no contact acts, so there is none to be reported.
TEST(FixGuard, WithoutForcesOfPairsThereAreNoContacts)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(two_spheres(1.8e-3, 0.0, 1e-7, "compute e all energy/balance") +
               "thermo_style custom step c_e\nrun 5\n");
    EXPECT_NEAR(lammps.evaluate("f_GRIST_GUARD[6]"), 0.2, 1e-3) << ranks;
    lammps.run(
        "pair_modify compute no\nvelocity all set 0 0 0\nset group all omega 0 0 0\nrun 20\n");
    EXPECT_EQ(lammps.evaluate("f_GRIST_GUARD[6]"), 0.0) << ranks;
    EXPECT_EQ(lammps.evaluate("c_e[4]"), 0.0) << ranks;
    EXPECT_EQ(lammps.evaluate("c_e[1]"), 0.0) << ranks;
    lammps.run("pair_modify compute yes\nrun 0\n");
    EXPECT_NEAR(lammps.evaluate("f_GRIST_GUARD[6]"), 0.2, 1e-3) << ranks;
  }
}

// The right one comes with so much of its radius in a step.
TEST(FixGuard, ParticlesThatAreFastEnoughToPassAWallInAStepAreNoticed)
{
  const double dt = 1e-6;
  const auto shot = [&](double share, const std::string &more) {
    return two_spheres(8e-3, share * RADIUS / dt, dt,
                       "fix w all wall/hertz/mindlin zplane -0.009 NULL\n") +
        more;
  };
  for (const int ranks : rank_counts()) {
    LammpsSession slow(ranks), fast(ranks), pushed(ranks), off(ranks);
    slow.run(shot(0.3, "run 1\n"));
    EXPECT_NEAR(slow.evaluate("f_GRIST_GUARD[8]"), 0.3, 1e-6) << ranks;
    const std::string of_start = fast.error_of(shot(1.5, "run 1\n"));
    // Not in a step in which the guard checks all limits: lists are rebuilt when it has moved.
    const std::string of_push =
        pushed.error_of(shot(0.0,
                             "run 10\nvariable kick equal (step==20)*1.5e9*mass(right)\n"
                             "fix kick right addforce v_kick 0 0\nrun 30\n"));
    off.run(shot(1.5, "fix watch all guard timestep off\nrun 1\n"));
    EXPECT_NEAR(off.evaluate("f_watch[8]"), 1.5, 1e-6) << ranks;
    if (!is_first_rank()) continue;
    EXPECT_FALSE(has(slow.output(), "WARNING"));
    EXPECT_TRUE(has(of_start,
                    "Fix wall/hertz/mindlin w: timestep 1e-06 is 150 % of the time in "
                    "which a particle moves by its own radius"));
    EXPECT_TRUE(has(of_push, "of the time in which a particle moves by its own radius"));
  }
}

// Elements of a rigid template overlap where bonds are not rigid: the sentence names the remedy,
// which works.
TEST(FixGuard, BondsOfARigidTemplateThatAreNotRigidAreNamed)
{
  if (world_size() > 1) GTEST_SKIP() << "one rank is enough";
  const std::string start = R"(
    units si
    newton on off
    boundary f f f
    atom_style bonded/cluster
    bond_style parallel
    region box block -0.03 0.03 -0.03 0.03 -0.03 0.03
    create_box 1 box bond/types 1
    cluster_template c sphere 8e-3 elements 20 rigid density 2500
    create_atoms 0 single 0 0 0 mol c 1
    neighbor 1e-3 bin
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3
    fix r all rigid/cluster
    timestep 1e-7
  )";
  LammpsSession soft;
  EXPECT_TRUE(has(soft.error_of(start + "bond_coeff 1 young 1e8 tensile 1e5 shear 1e5\nrun 1"),
                  "particles that start apart, bond_coeff N rigid for the clusters of a rigid "
                  "template, or fix guard overlap warn"));
  LammpsSession rigid;
  EXPECT_EQ(rigid.error_of(start + "bond_coeff 1 rigid\nrun 1"), "");
}

// Masses whose product is beyond the largest number: forces were nan, in silence.
TEST(FixGuard, NumbersThatAreNotFiniteEndTheRun)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    const std::string error =
        lammps.error_of(two_spheres(1.99e-3, 0.0, 1e-7) + "set group all density 1e308\nrun 2");
    if (is_first_rank()) {
      EXPECT_TRUE(has(error, "has a position, velocity or force that is not finite"));
    }
  }
}

TEST(FixGuard, ParticlesInOnePlaceEndTheRun)
{
  LammpsSession lammps(1);
  const std::string error =
      lammps.error_of(two_spheres(1.99e-3, 0.0, 1e-7) + "set group all x 0 y 0 z 0\nrun 1");
  if (is_first_rank()) { EXPECT_TRUE(has(error, "do no two particles lie in one place?")); }
}

// LAMMPS takes any time step. Rates of walls, contacts and heat are shares of it: they were nan.
TEST(FixGuard, ATimeStepThatIsNotPositiveIsRefused)
{
  for (const std::string step : {"0", "-1e-07"}) {
    LammpsSession lammps(1);
    const std::string error =
        lammps.error_of(two_spheres(1.99e-3, 0.0, 1e-7) + "run 1\ntimestep " + step + "\nrun 1");
    if (is_first_rank()) {
      EXPECT_TRUE(has(error, "Fix guard: timestep " + step + " (must be positive"));
    }
  }
}

// Of a group alone LAMMPS sends ghosts: contacts at borders of ranks would be missing in silence.
TEST(FixGuard, GhostsOfAGroupAreRefused)
{
  LammpsSession lammps(1);
  const std::string error = lammps.error_of(
      two_spheres(1.99e-3, 0.0, 1e-7) + "atom_modify first right\ncomm_modify group right\nrun 1");
  if (is_first_rank()) { EXPECT_TRUE(has(error, "comm_modify group right (expected group all")); }
}

TEST(FixGuard, BadInputIsOneSentence)
{
  const std::string start = two_spheres(5e-3, 0.0, 1e-7);
  const std::pair<std::string, std::string> cases[] = {
      {"every 0", "every 0"},
      {"timestep maybe", "timestep maybe (expected error, warn or off)"},
      {"overlap -1", "overlap -1 (must be positive)"},
      {"overlap", "overlap"},
      {"often", "unknown keyword often (expected every, timestep or overlap)"}};
  for (const auto &[words, part] : cases) {
    LammpsSession lammps(1);
    const std::string error = lammps.error_of(start + "fix watch all guard " + words);
    if (is_first_rank()) { EXPECT_TRUE(has(error, part)); }
  }
  LammpsSession lammps(1);
  const std::string error =
      lammps.error_of(start + "fix one all guard\nfix two all guard overlap off");
  if (is_first_rank()) { EXPECT_TRUE(has(error, "fix one is one already")); }
}

TEST(FixGuard, CoefficientsThatWereNotGivenAreNamedOnce)
{
  std::string lines = two_spheres(5e-3, 0.0, 1e-7);
  const std::string given = " restitution 0.5 friction 0.3";
  lines.erase(lines.find(given), given.size());
  const std::string said = said_of(lines + "run 1\nrun 1", 1);
  if (!is_first_rank()) return;
  const std::string friction = "friction was not given for type 1 and 2 more pairs: 0";
  EXPECT_TRUE(has(said, friction));
  EXPECT_EQ(said.find(friction), said.rfind(friction));
  EXPECT_TRUE(has(said, "restitution was not given for type 1 and 2 more pairs: 1, no loss"));
}

}    // namespace test_fix_guard
