// Cohesion of spheres on walls: planes, regions and meshes.
//
// Oracles: JKR's pull-off force and tear-off of a sphere on a plane; another kind of wall; the same
// run on another number of ranks and after a restart; the energy balance; the error texts.

#include "styles/energy/energy_scenes.h"
#include "styles/walls/mesh_wall_scenes.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace test_wall_cohesion {

using namespace grist::testing;
using grist::PI;

constexpr double WORK = 5.0, YOUNG = 0.5 * 1e7 / 0.91, RADIUS = 1e-3;

double tear_off()
{
  return 0.75 * std::cbrt(PI * PI * WORK * WORK * RADIUS / (YOUNG * YOUNG));
}

// A sphere of 2 mm this high above z = 0.
std::string sphere_at(double height)
{
  return "units si\natom_style sphere\natom_modify map array\ncomm_modify vel yes\n"
         "boundary p p f\nregion box block -0.01 0.01 -0.01 0.01 -0.002 0.01\ncreate_box 1 box\n"
         "create_atoms 1 single 1e-3 0.5e-3 " +
      number(height) +
      "\nset group all diameter 2e-3 density 2500\nneighbor 1e-5 bin\n"
      "neigh_modify delay 0 every 1 check yes\ntimestep 1e-7\npair_style zero 0.002\n"
      "pair_coeff * *\n";
}

const std::string STICKY = " young 1e7 poisson 0.3 friction 0.3 cohesion jkr 5\n";

class WallCohesion : public OneRankTest {
 protected:
  MeshFiles files;

  std::vector<std::string> walls(const std::string &law, const std::string &kind = "hertz/mindlin")
  {
    return {
        "fix w all wall/" + kind + " zplane 0 NULL" + law,
        "region half block INF INF INF INF 0 INF\nfix w all wall/" + kind + " region half" + law,
        "fix w all wall/mesh " + files.text(random_plate(16, 0.008, 7)) + " model " + kind + law};
  }
};

TEST_F(WallCohesion, PullOffForceAndTearOff)
{
  for (const std::string &wall : walls(STICKY)) {
    LammpsSession lammps;
    lammps.run(sphere_at(RADIUS - 2e-6) + wall +
               "fix move all move linear 0 0 0.01\ncompute pull all reduce min fz\n"
               "fix pulls all vector 1 c_pull\nvariable acts equal c_pull<0\n"
               "fix gaps all vector 1 v_acts\nrun 30000\n");
    EXPECT_NEAR(lammps.evaluate("-min(f_pulls)") / (1.5 * PI * WORK * RADIUS), 1.0, 1e-6) << wall;
    EXPECT_NEAR(lammps.evaluate("sum(f_gaps)") * 1e-9, 2e-6 + tear_off(), 3e-9) << wall;
  }
}

// Hanging in the gap, the sphere is drawn over edges of triangles, and taken from a restart file on
// the way.
TEST_F(WallCohesion, ContactPassesFromTriangleToTriangleAndThroughARestart)
{
  const std::string file = files.folder / "restart";
  const std::string slide = "fix move all move linear 1.0 0.3 0\nrun 20000\n";
  std::vector<std::array<double, 3>> forces;
  for (const std::string &wall : walls(STICKY)) {
    const std::string hang = "fix move all move linear 0 0 0.01\nrun " +
        std::to_string(std::lround((2e-6 + 0.7 * tear_off()) / 1e-9)) + "\nunfix move\n";
    const auto whole = atoms_after(
        sphere_at(RADIUS - 2e-6) + wall + hang + "write_restart " + file + "\n" + slide, 1);
    const auto second = atoms_after(
        "read_restart " + file + "\npair_style zero 0.002\npair_coeff * *\n" + wall + slide, 1);
    EXPECT_LT(whole.at(0).f[2], -0.5 * 1.5 * PI * WORK * RADIUS) << wall;
    EXPECT_NEAR(second.at(0).f[2], whole.at(0).f[2], 1e-9 * std::fabs(whole.at(0).f[2])) << wall;
    forces.push_back(whole.at(0).f);
  }
  for (const auto &f : forces) EXPECT_NEAR(f[2] / forces[0][2], 1.0, 1e-6);
}

// Pressed on and pulled off in one run, since the start of a run keeps what is remembered, too: the
// pull is 3/2 pi dgamma a and the constant one, where the springs are stiff enough for it.
TEST_F(WallCohesion, EepaPullsByThePlasticContactArea)
{
  const double deep = 2e-5, plastic = 0.8 * deep;
  const double a = std::sqrt(plastic * (2.0 * RADIUS - plastic)), pull = 1.5 * PI * 2.0 * a + 1e-4;
  for (const std::string rolling : {"none", "sds 100 0.01 0.1"})
    for (const std::string &wall :
         walls(" stiffness 1e4 rolling " + rolling + " cohesion eepa 0.8 2 1e-4 1\n",
               "hooke/history")) {
      LammpsSession lammps;
      lammps.run(sphere_at(RADIUS + 1e-6) + wall +
                 "fix move all move wiggle 0 0 -2.1e-5 0.0084\n"
                 "compute pull all reduce min fz\n"
                 "fix pulls all vector 1 c_pull\nthermo_style custom step c_pull\nrun 42000\n");
      EXPECT_NEAR(lammps.evaluate("-min(f_pulls)") / pull, 1.0, 1e-3) << wall;
      EXPECT_EQ(lammps.evaluate("c_pull"), 0.0) << wall;
    }
}

TEST_F(WallCohesion, SimplifiedJkrPullsByTheAreaOfContact)
{
  const double k = 1e5, overlap = 2e-5, inside = RADIUS - overlap;
  const double area = PI * (RADIUS * RADIUS - inside * inside);
  for (const std::string &wall : walls(" stiffness 500 cohesion sjkr 1e5\n", "hooke/history")) {
    const auto atoms = atoms_after(sphere_at(inside) + wall + "run 0\n", 1);
    EXPECT_NEAR(atoms.at(0).f[2] / (500 * overlap - k * area), 1.0, 1e-9) << wall;
  }
}

// The cap on a wall: N^2 / 2k is gone where the sphere leaves; JKR: the balance closes where it
// tears off.
TEST_F(WallCohesion, EnergyBalanceCloses)
{
  const std::string fall = "fix move all leapfrog/sphere\nvelocity all set 0.2 0 -1\n";
  const std::string report = "timestep 2e-9\n" + std::string(REPORT) + "run 600000\n";
  for (const std::string &wall : walls(" stiffness 500 cohesion capped 0.05\n", "hooke/history")) {
    const Balance now = after(sphere_at(RADIUS + 1e-6) + wall + fall + report);
    EXPECT_NEAR(now.entry[CONTACT_DAMPING] / (0.05 * 0.05 / 1000), 1.0, 1e-3) << wall;
    EXPECT_LT(std::fabs(now.drift), 1e-6 * now.entry[CONTACT_DAMPING]) << wall;
  }
  for (const std::string &wall : walls(" young 1e7 poisson 0.3 cohesion dmt 1\n")) {
    const Balance now = after(sphere_at(RADIUS + 1e-6) + wall + fall + report);
    const double start = 0.5 * grist::testing::sphere_mass(RADIUS) * 1.04;
    EXPECT_EQ(now.entry[CONTACT], 0.0) << wall;    // it has left, and nothing was lost
    EXPECT_NEAR(now.entry[KINETIC] / start, 1.0, 1e-4) << wall;
    EXPECT_LT(std::fabs(now.drift), 1e-6 * start) << wall;
  }
  for (const std::string &wall : walls(" young 1e7 poisson 0.3 cohesion jkr 1\n")) {
    const Balance now = after(sphere_at(RADIUS + 1e-6) + wall + fall + report);
    EXPECT_EQ(now.entry[CONTACT], 0.0) << wall;    // it has left
    EXPECT_GT(now.entry[CONTACT_DAMPING], 1e-10) << wall;
    EXPECT_LT(std::fabs(now.drift), 1e-3 * now.entry[CONTACT_DAMPING]) << wall;
  }
}

TEST_F(WallCohesion, BadInputIsOneSentence)
{
  const auto says = [](const std::string &wall) {
    LammpsSession lammps;
    return lammps.error_of(sphere_at(RADIUS) + wall + "run 0\n");
  };
  const std::string plane = "fix w all wall/hertz/mindlin zplane 0 NULL young 1e7 poisson 0.3 ";
  EXPECT_TRUE(has(says(plane + "cohesion jkr -5\n"),
                  "Fix wall/hertz/mindlin: cohesion jkr -5 (must not be negative)"));
  EXPECT_TRUE(has(says(plane + "cohesion capped 5\n"), "expected none, jkr, sjkr, dmt or eepa"));
  EXPECT_TRUE(has(says(plane + "cohesion jkr 5 stock yes\n"),
                  "Fix wall/hertz/mindlin: cohesion jkr with stock yes (expected stock no)"));
}

// Many spheres between planes that catch them.
TEST(WallCohesionOnRanks, RanksAndRestartGiveTheSameRun)
{
  const TestFolder folder;
  const std::string begin = folder / "begin", middle = folder / "middle";
  const std::string wall = "fix w all wall/hertz/mindlin xplane -0.03 0.03 yplane -0.03 0.03 "
                           "zplane -0.03 0.03 young 1e7 poisson 0.3 restitution 0.5 friction 0.4 "
                           "cohesion jkr 20\n";
  atoms_after(input_of({INNER, 150, "f f f", 1.0, 1.0}) + "run 0\nwrite_restart " + begin, 1);
  std::vector<AtomSnapshot> reference;
  for (const int ranks : rank_counts()) {
    const auto whole = atoms_after(
        restarted(begin) + wall + "run 7000\nwrite_restart " + middle + "\nrun 3000", ranks);
    const auto second = atoms_after(restarted(middle) + wall + "run 3000", rank_counts().back());
    if (reference.empty()) reference = whole;
    if (!is_first_rank()) continue;
    EXPECT_GT(touched(whole), 30);
    EXPECT_LT(largest_difference(whole, reference), 1e-7) << ranks;
    EXPECT_LT(largest_difference(second, whole), 1e-7) << ranks;
  }
}

}    // namespace test_wall_cohesion
