// Liquid bridges between spheres and walls, in runs of LAMMPS.
//
// Oracles: the law (test_liquid_bridge.cpp) with R* = 2 R, for planes, regions and meshes; shares of a film by
// a count; conservation of the volume; the same run on other ranks and after a restart; the energy
// balance; the torque as lever times force; the error texts.

#include "common/constants.h"
#include "liquid/liquid_bridge.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace test_liquid_at_walls {

using namespace grist::testing;
using grist::PI;

constexpr double KEPT = 1e-12;    // of a volume
constexpr double RADIUS = 0.5e-3, TENSION = 0.073, FILM = 1e-6;
const double VOLUME = 4.0 * PI * RADIUS * RADIUS * FILM;    // of a film
const double DEGREE = PI / 180.0;
const std::string LAW = " young 1e7 poisson 0.3 restitution 0.6 friction 0.3";

std::string number(double value)
{
  char text[32];
  snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// Spheres of 1 mm at these places that nothing moves.
std::string spheres_at(const std::vector<std::string> &places)
{
  std::string lines = "units si\natom_style sphere\natom_modify map yes\nboundary f f f\n"
                      "newton on on\ncomm_modify vel yes\n"
                      "region box block -5e-3 5e-3 -5e-3 5e-3 -5e-3 5e-3\ncreate_box 1 box\n";
  for (const std::string &place : places) lines += "create_atoms 1 single " + place + "\n";
  return lines +
      "set group all diameter 1e-3 density 2500\nneighbor 0.4e-3 bin\n"
      "pair_style hertz/mindlin\npair_coeff * *" +
      LAW + "\ntimestep 1e-6\n";
}

std::string liquid(double angle, double at_walls, const std::string &more = "")
{
  return "fix wet all liquid tension 0.073 angle " + number(angle) + " film 1e-6 walls " +
      number(at_walls) + " " + more + "\n";
}

// Of a sphere of RADIUS.
double pull_of(double volume, double gap, double angle)
{
  grist::BridgeLaw law;
  law.tension = TENSION;
  law.angle = angle;
  return law.force(2.0 * RADIUS, volume, gap);
}

double total(LammpsSession &lammps)
{
  return lammps.evaluate("f_wet[1]+f_wet[2]+f_wet[3]+f_wet[4]-f_wet[5]");
}

class LiquidAtWalls : public ::testing::Test {
 protected:
  TestFolder folder;

  std::string mesh(const std::string &what)
  {
    const std::string file = folder / "plate.stl";
    return "write_mesh " + file + " plane size 8e-3 8e-3 format text resolution 0.7e-3\n" +
        "fix w all wall/mesh " + file + " " + what + " model hertz/mindlin" + LAW + "\n";
  }
  std::vector<std::string> floors()
  {
    return {"fix w all wall/hertz/mindlin zplane 0 NULL" + LAW + "\n",
            "region half block INF INF INF INF 0 INF\nfix w all wall/hertz/mindlin region half" +
                LAW + "\n",
            mesh("")};
  }
};

// Beside the origin, so that the force on the wall has a torque about it.
TEST_F(LiquidAtWalls, OneSphereHasTheForceOfTheLawUntilTheBridgeBreaks)
{
  for (const int ranks : rank_counts())
    for (const auto &[angle, other] : {std::pair(30.0, 30.0), std::pair(0.0, 60.0)})
      for (const std::string &wall : floors()) {
        LammpsSession lammps(ranks);
        lammps.run(spheres_at({"1.1e-3 0.3e-3 0.49999e-3"}) + wall + liquid(angle, other) +
                   "thermo_style custom step f_w[3] f_w[4] f_w[5]\nrun 0\n");
        const double volume = 0.5 * VOLUME, radius = 2.0 * RADIUS;
        EXPECT_NEAR(lammps.evaluate("f_wet[8]") / volume, 1.0, KEPT);
        EXPECT_NEAR(lammps.evaluate("f_wet[2]") / volume, 1.0, KEPT);
        const double cosine = 0.5 * (std::cos(angle * DEGREE) + std::cos(other * DEGREE));
        const double touch = 2.0 * PI * radius * TENSION * cosine;
        const double end = (1.0 + 0.5 * std::acos(cosine)) * std::cbrt(volume);
        for (const double part : {0.2, 0.99, 1.01}) {
          const double gap = part * end;
          lammps.run("set atom 1 z " + number(RADIUS + gap) + "\nrun 0\n");
          const double expected = part > 1.0 ? 0.0 : pull_of(volume, gap, std::acos(cosine));
          const auto atoms = lammps.atoms();
          if (is_first_rank()) { EXPECT_NEAR(atoms[0].f[2] / touch, -expected / touch, 1e-10); }
          EXPECT_NEAR(lammps.evaluate("f_w[3]") / touch, expected / touch, 1e-10) << wall;
          EXPECT_NEAR(lammps.evaluate("f_w[4]") / touch, 0.3e-3 * expected / touch, 1e-13);
          EXPECT_NEAR(lammps.evaluate("f_w[5]") / touch, -1.1e-3 * expected / touch, 1e-13);
        }
        EXPECT_NEAR(lammps.evaluate("f_wet[1]") / VOLUME, 1.0, KEPT);
        EXPECT_EQ(lammps.evaluate("f_wet[7]"), 1.0);
      }
}

TEST_F(LiquidAtWalls, ViscousPartIsThatOfAPlate)
{
  LammpsSession lammps;
  lammps.run(spheres_at({"0 0 0.49999e-3"}) + floors()[0] + liquid(0, 0, "viscosity 1e-2") +
             "run 0\nset atom 1 z 0.52e-3\nvelocity all set 0.3 0 -0.05\nrun 0\n");
  const double gap = 2e-5, pull = pull_of(0.5 * VOLUME, gap, 0.0);
  const double drag = 6.0 * PI * 1e-2 * RADIUS * RADIUS * 0.05 / gap;
  EXPECT_NEAR(lammps.evaluate("fz[1]") / (drag - pull), 1.0, 1e-10);
}

// A corner of three planes, of one fix and of three, and a sphere that touches another one as well:
// it gives to spheres first.
TEST_F(LiquidAtWalls, SphereGivesNoMoreThanItHas)
{
  const std::string corner = "xplane -3e-3 NULL", more = " yplane -3e-3 NULL zplane -3e-3 NULL";
  const std::string at = "-2.50001e-3 -2.50001e-3 -2.50001e-3";
  for (const int ranks : rank_counts())
    for (const double share : {0.5, 1.0}) {
      LammpsSession lammps(ranks);
      const std::string wet = liquid(20, 20, "share " + number(share)) + "run 0\n";
      lammps.run(spheres_at({at}) + "fix w all wall/hertz/mindlin " + corner + more + LAW + "\n" +
                 wet);
      EXPECT_NEAR(lammps.evaluate("f_wet[8]") / (share * VOLUME), 1.0, KEPT);
      EXPECT_EQ(lammps.evaluate("f_wet[6]"), 3.0);
      EXPECT_NEAR(lammps.evaluate("f_wet[1]+f_wet[2]") / VOLUME, 1.0, KEPT);

      LammpsSession second(ranks);
      second.run(spheres_at({at, "-1.50002e-3 -2.50001e-3 -2.50001e-3"}) +
                 "fix u all wall/hertz/mindlin " + corner + LAW + "\nfix w all wall/hertz/mindlin" +
                 more + LAW + "\n" + wet);
      const double left = 1.0 - share;    // of each film, once the two have their bridge
      EXPECT_NEAR((second.evaluate("f_wet[2]-f_wet[8]") + VOLUME) / (2.0 * share * VOLUME + VOLUME),
                  1.0, KEPT);
      const double at_walls = left * (1.0 - left * left) + left * share;
      EXPECT_NEAR(second.evaluate("f_wet[8]") / VOLUME, at_walls, KEPT);
    }
}

// Over triangles in the gap, at a part of the rupture gap: one bridge, the same force, and after a
// restart on the way.
TEST_F(LiquidAtWalls, BridgePassesFromTriangleToTriangleAndThroughARestart)
{
  for (const int ranks : rank_counts())
    for (const std::string &wall : floors()) {
      LammpsSession lammps(ranks);
      lammps.run(spheres_at({"-2.9e-3 0.2e-3 0.49999e-3"}) + wall + liquid(20, 40) +
                 "run 0\nset atom 1 z 0.53e-3\nrun 0\n");
      const double before = lammps.evaluate("f_w[3]");
      EXPECT_GT(before, 0.0);
      const std::string slide = "fix move all move linear 0.6 0.1 0\nrun 5000\n";
      lammps.run(slide + "write_restart " + folder / "state" + "\n");
      EXPECT_NEAR(lammps.evaluate("f_w[3]") / before, 1.0, 1e-9) << wall;
      EXPECT_EQ(lammps.evaluate("f_wet[6]"), 1.0) << wall;
      EXPECT_EQ(lammps.evaluate("f_wet[7]"), 0.0) << wall;

      LammpsSession second(ranks);
      const size_t line = wall.find("fix w");
      second.run("newton on on\natom_modify map yes\nread_restart " + folder / "state" +
                 "\ncomm_modify vel yes\nneighbor 0.4e-3 bin\npair_style hertz/mindlin\n"
                 "pair_coeff * *" +
                 LAW + "\ntimestep 1e-6\n" + (line == 0 ? "" : wall.substr(0, line)) +
                 wall.substr(line) + liquid(20, 40) + slide);
      EXPECT_NEAR(second.evaluate("f_w[3]") / before, 1.0, 1e-9) << wall;
      EXPECT_EQ(second.evaluate("f_wet[6]"), 1.0) << wall;
      EXPECT_NEAR(second.evaluate("f_wet[8]") / (0.5 * VOLUME), 1.0, KEPT) << wall;
    }
}

// Half of the skin away from the wall, which is how far wall lists reach without liquid.
TEST_F(LiquidAtWalls, BridgeReachesAsFarAsTheSkinAllows)
{
  for (const int ranks : rank_counts())
    for (const std::string &wall : floors()) {
      LammpsSession lammps(ranks);
      lammps.run(spheres_at({"0 0 0.49999e-3"}) + wall +
                 "fix wet all liquid tension 0.073 angle 0 film 7.2e-6 share 1 walls 0\nrun 0\n"
                 "set atom 1 z 0.77e-3\nrun 0\n");
      EXPECT_EQ(lammps.evaluate("f_wet[7]"), 0.0) << wall;
      const double pull = pull_of(7.2 * VOLUME, 0.27e-3, 0.0);
      EXPECT_NEAR(lammps.evaluate("fz[1]") / pull, -1.0, 1e-10) << wall;
      lammps.run("set atom 1 z 0.79e-3\nrun 0\n");
      EXPECT_EQ(lammps.evaluate("f_wet[7]"), 1.0) << wall;
    }
}

// A plate draws a sphere along by its bridge for two milliseconds, and another fix pushes: of the work
// of wall and push little is in the sphere, so that what is missing shows.
TEST_F(LiquidAtWalls, WorkOfAWallThatDrawsASphereIsCounted)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(spheres_at({"0.1e-3 0 0.49999e-3"}) + mesh("move linear 0 0 -0.02") +
               liquid(20, 30, "viscosity 2e-3 smallest/gap 0.05") +
               "fix push all addforce 1e-5 0 0\nfix move all nve/sphere\n"
               "compute e all energy/balance\nthermo_style custom step c_e f_w[3]\n"
               "timestep 5e-8\nrun 40000\n");
    const double pull = 4.0 * PI * RADIUS * TENSION, work = pull * 0.02 * 2e-3;
    EXPECT_LT(lammps.evaluate("vz[1]"), -0.01);
    EXPECT_NEAR(lammps.evaluate("c_e") / work, 0.0, 1e-3);
  }
}

TEST_F(LiquidAtWalls, BridgesOfAWallThatIsRemovedBreak)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(spheres_at({"0 0 0.49999e-3", "2e-3 0 0.6e-3"}) + floors()[0] + liquid(20, 20) +
               "run 0\nunfix w\nrun 0\n");
    EXPECT_NEAR(lammps.evaluate("f_wet[1]") / (2.0 * VOLUME), 1.0, KEPT);
    EXPECT_EQ(lammps.evaluate("f_wet[7]"), 1.0);
    EXPECT_EQ(lammps.evaluate("f_wet[8]"), 0.0);

    // Away from the wall in one move, farther than the wall list reaches.
    lammps.run(floors()[0] + "run 0\n");
    EXPECT_EQ(lammps.evaluate("f_wet[6]"), 2.0);
    lammps.run("set atom 1 z 4e-3\nrun 0\n");
    EXPECT_NEAR(lammps.evaluate("f_wet[1]") / (2.0 * VOLUME), 1.0, KEPT);
    EXPECT_EQ(lammps.evaluate("f_wet[7]"), 2.0);
    EXPECT_EQ(lammps.evaluate("f_w[3]"), 0.0);
  }
}

TEST_F(LiquidAtWalls, WithoutTheKeywordWallsStayDry)
{
  LammpsSession lammps;
  lammps.run(spheres_at({"0 0 0.49999e-3"}) + floors()[0] +
             "fix wet all liquid tension 0.073 angle 20 film 1e-6\nrun 0\n");
  EXPECT_EQ(lammps.evaluate("f_wet[6]"), 0.0);
  EXPECT_GT(lammps.evaluate("fz[1]"), 0.0);
}

/* ----------------------------------------------------------------------
   a lid on sixteen wet beads on a floor
------------------------------------------------------------------------- */

std::string beads()
{
  std::vector<std::string> places;
  for (int n = 0; n < 16; n++)
    places.push_back(number(1e-3 * (n % 4 - 1.5)) + " " + number(1e-3 * (n / 4 - 1.5)) + " " +
                     number(0.5e-3 + 1e-7 * (n % 3)));
  return spheres_at(places) + "set group all diameter 0.999e-3 density 2500\n" +
      "fix floor all wall/hertz/mindlin zplane 0 NULL" + LAW + "\nfix move all nve/sphere\n";
}

std::string lid(const std::string &folder, double height, const std::string &move)
{
  const std::string file = folder + "/lid.stl";
  return "write_mesh " + file + " plane size 5e-3 5e-3 center 0 0 " + number(height) +
      " format text\nfix w all wall/mesh " + file + " move " + move + " model hertz/mindlin" + LAW +
      "\n";
}

// Held at a force, with bridges on both sides of the beads.
TEST_F(LiquidAtWalls, LidOverWetBeadsReachesItsLoad)
{
  for (const double viscosity : {0.0, 0.1, 10.0, 1000.0}) {
    LammpsSession lammps(rank_counts().back());
    lammps.run(beads() + lid(folder / ".", 1.02e-3, "servo force 0.02 0 0 1 0.05 gain 1") +
               liquid(20, 20, "viscosity " + number(viscosity)) +
               "timestep 2e-6\nthermo_style custom step f_w[3]\nrun 14000\n"
               "variable force equal f_w[3]\nfix last all vector 10 v_force\nrun 2000\n");
    EXPECT_GT(lammps.evaluate("f_wet[8]"), 0.0);
    EXPECT_NEAR(lammps.evaluate("max(f_last)") / 0.02, 1.0, 0.02) << viscosity;
    EXPECT_NEAR(lammps.evaluate("min(f_last)") / 0.02, 1.0, 0.02) << viscosity;
  }
}

// Free, with the mass of four beads, thrown onto them: bridges take energy only, from lid and beads
// together.
TEST_F(LiquidAtWalls, FreeLidOnWetBeadsGainsNothing)
{
  for (const double viscosity : {0.1, 10.0, 1000.0}) {
    LammpsSession lammps(rank_counts().back());
    lammps.run(
        beads() +
        lid(folder / ".", 1.01e-3, "free mass 5e-6 along z around none gravity 50 vector 0 0 -1") +
        liquid(20, 20, "viscosity " + number(viscosity)) +
        "compute e all energy/balance\nthermo_style custom step c_e[1] c_e[4] c_e[6] c_e[18] "
        "c_e\nrun 0\nvariable start equal $(c_e[1]+c_e[4]+c_e[18])\n"
        "variable excess equal c_e[1]+c_e[4]+c_e[18]-v_start\n"
        "fix excess all vector 5 v_excess\nrun 4000\n");
    const double loss = lammps.evaluate("c_e[6]");
    EXPECT_GT(lammps.evaluate("f_wet[8]"), 0.0);
    EXPECT_GT(loss, 0.0);
    EXPECT_LT(lammps.evaluate("max(f_excess)"), 1e-3 * loss) << viscosity;
    EXPECT_LT(std::fabs(lammps.evaluate("c_e")), 2e-3 * loss) << viscosity;
  }
}

/* ----------------------------------------------------------------------
   a crowd of 216 spheres in a box, whose walls shake
------------------------------------------------------------------------- */

std::string crowd(double speed = 0.4)
{
  std::string lines = R"(
    units si
    atom_style sphere
    atom_modify map yes
    comm_modify vel yes
    newton on on
    boundary f f f
    lattice sc 1e-3
    region box block -1 7 -1 7 -1 7
    region inner block -0.1 5.1 -0.1 5.1 -0.1 5.1
    create_box 1 box
    create_atoms 1 region inner
    reset_atoms id sort yes
    variable d atom 0.86e-3+0.13e-3*abs(sin(id))
    set group all diameter v_d density 2500
    displace_atoms all random 2e-5 2e-5 2e-5 4711
    neighbor 0.2e-3 bin
    neigh_modify delay 0 every 1 check yes
    pair_style hertz/mindlin
    fix move all nve/sphere
    timestep 1e-6
  )";
  for (const char axis : {'x', 'y', 'z'})
    lines += std::string("variable v") + axis + " atom " + number(speed) + "*sin(" +
        std::to_string(3 + 2 * (axis - 'x')) + "*id)\n";
  return lines + "velocity all set v_vx v_vy v_vz\npair_coeff * *" + LAW + "\n";
}

// Walls of two fixes; one moves.
std::string shaking(const std::string &folder)
{
  const std::string file = folder + "/floor.stl";
  return "write_mesh " + file +
      " plane size 8e-3 8e-3 center 2.5e-3 2.5e-3 -0.53e-3 format text\nfix f all wall/mesh " +
      file + " move wiggle 0 0 2e-5 3e-4 model hertz/mindlin" + LAW +
      "\nfix w all wall/hertz/mindlin xplane -0.55e-3 5.55e-3 yplane -0.55e-3 5.55e-3 zplane NULL "
      "5.55e-3" +
      LAW + "\n";
}

const std::string WET =
    "fix wet all liquid tension 0.073 angle 20 film 3e-7 viscosity 1e-3 smallest/gap 0.05 walls "
    "50\n";

class WetCrowd : public ::testing::Test {
 protected:
  TestFolder folder;
  std::string walls() { return shaking(folder / "."); }
};

TEST_F(WetCrowd, RanksGiveTheSameRunAndWallsPull)
{
  const std::string end = "thermo_style custom step f_w[1] f_f[3]\nrun 400\n";
  std::vector<AtomSnapshot> reference;
  double forces[2] = {0.0, 0.0};
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(crowd() + WET + walls() + end);
    EXPECT_GT(lammps.evaluate("f_wet[8]"), 0.0);
    const auto found = lammps.atoms();
    if (ranks == 1) {
      reference = found;
      forces[0] = lammps.evaluate("f_w[1]");
      forces[1] = lammps.evaluate("f_f[3]");
    }
    if (is_first_rank()) { EXPECT_LT(largest_difference(found, reference), 1e-8) << ranks; }
    EXPECT_NEAR(lammps.evaluate("f_w[1]"), forces[0], 1e-8);
    EXPECT_NEAR(lammps.evaluate("f_f[3]"), forces[1], 1e-8);
  }
}

// The order of the fixes does not matter.
TEST_F(WetCrowd, LiquidAfterTheWallsIsTheSame)
{
  const auto before = atoms_after(crowd() + WET + walls() + "run 200\n", 1);
  const auto after = atoms_after(crowd() + walls() + WET + "run 200\n", 1);
  expect_same(before, after, 1e-12, "order");
}

TEST_F(WetCrowd, VolumeIsKeptOverManyBridges)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    const std::string thin = "fix wet all liquid tension 0.073 angle 20 film 1e-9 walls 20\n";
    lammps.run(crowd() + thin + walls() +
               "fix stir all langevin 1e17 1e17 1e-4 4711\nrun 0\n"
               "fix even all balance 500 1.0 shift xyz 5 1.05\n");
    const double start = lammps.evaluate("f_wet[5]");
    lammps.run("run 6000\n");
    const double between = lammps.evaluate("f_wet[7]");
    EXPECT_GT(between, 2e3);
    EXPECT_NEAR((lammps.evaluate("f_wet[1]+f_wet[2]")) / start, 1.0, KEPT);

    lammps.run("unfix even\nregion half block -1 3 -1 7 -1 7\n"
               "fix out all outflow 50 region half\nrun 1000\n");
    EXPECT_LT(lammps.evaluate("atoms"), 216.0);
    EXPECT_GT(lammps.evaluate("f_wet[4]"), 0.2 * start);
    EXPECT_NEAR(total(lammps) / start, 0.0, KEPT);
  }
}

TEST_F(WetCrowd, RestartContinuesTheRun)
{
  for (const int ranks : rank_counts()) {
    const auto straight = atoms_after(crowd() + WET + walls() + "run 100\nrun 150\n", ranks);
    LammpsSession first(ranks);
    first.run(crowd() + WET + walls() + "run 100\nwrite_restart " + folder / "state" + "\n");
    const double volume = first.evaluate("f_wet[8]");
    EXPECT_GT(volume, 0.0);
    LammpsSession second(ranks);
    second.run("newton on on\natom_modify map yes\nread_restart " + folder / "state" +
               "\ncomm_modify vel yes\nneighbor 0.2e-3 bin\n"
               "neigh_modify delay 0 every 1 check yes\npair_style hertz/mindlin\npair_coeff * *" +
               LAW + "\n" + WET + walls() + "fix move all nve/sphere\ntimestep 1e-6\nrun 0\n");
    EXPECT_NEAR(second.evaluate("f_wet[8]") / volume, 1.0, KEPT);
    second.run("run 150\n");
    expect_same(second.atoms(), straight, 1e-8, "restart");
  }
}

// With a wall that moves, whose work pulls count in, and with gravity as a force of another fix.
TEST_F(WetCrowd, EnergyBalanceCloses)
{
  for (const int ranks : rank_counts()) {
    double drift = 0.0;
    for (const double step : {4e-7, 1e-7}) {
      LammpsSession lammps(ranks);
      lammps.run(crowd(0.2) + WET + walls() +
                 "fix pull all addforce 1e-6 0 2e-6\ncompute e all energy/balance\n"
                 "thermo_style custom step c_e\ntimestep " +
                 number(step) + "\nrun 0\n");
      const double kinetic = lammps.evaluate("c_e[1]");
      lammps.run("run " + std::to_string(std::lround(6e-4 / step)) + "\n");
      drift = std::fabs(lammps.evaluate("c_e")) / kinetic;
      EXPECT_LT(drift, 1e-2) << step;
    }
    EXPECT_LT(drift, 3e-3);
  }
}

class LiquidAtWallsInput : public OneRankTest {};

TEST_F(LiquidAtWallsInput, ErrorsNameTheValueAndTheCure)
{
  const auto error = [](const std::string &lines) {
    return LammpsSession().error_of(spheres_at({"0 0 0.6e-3"}) + lines + "run 0\n");
  };
  EXPECT_TRUE(has(error(liquid(20, 95)), "walls 95 (expected 0 to below 90 degrees)"));
  EXPECT_TRUE(has(error(liquid(20, -1)), "walls -1"));
  EXPECT_TRUE(has(error("fix w all wall/hertz/mindlin zplane 0 NULL" + LAW + " cohesion jkr 1\n" +
                        liquid(20, 20)),
                  "Fix liquid: cohesion jkr or capped of wall w"));
  EXPECT_TRUE(
      has(error("fix wet all liquid tension 0.07 angle 0 film 1e-5 share 1 walls 89\nneighbor "
                "0.31e-3 bin\n"),
          "(set the skin of neighbor above"));
}

}    // namespace test_liquid_at_walls
