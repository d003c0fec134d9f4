// fix wall/mesh in LAMMPS: contacts, models, motions, periodic boxes.
//
// Oracles: planes of fix wall/hertz/mindlin and of stock fix wall/gran, regions that rotate; closed
// forms of mechanics; the same run on other numbers of ranks.

#include "common/constants.h"
#include "styles/walls/mesh_wall_scenes.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace test_fix_wall_mesh {

using namespace grist::testing;
using grist::Mesh;
using grist::Vector3d;

// The same arithmetic rounded in another order, grown by a few bounces of every sphere.
constexpr double SAME = 1e-10;

// Largest velocity with which spheres reach walls 10 mm away in the few steps of several ranks,
// too.
double fast()
{
  return world_size() == 1 ? 0.5 : 3.0;
}

// On all ranks. Several ranks run fewer steps: they differ only in how atoms move between ranks.
void expect_same(const std::string &before, const std::string &mesh, const std::string &other,
                 double tolerance = SAME)
{
  const std::string run = world_size() == 1 ? "\nrun 8000\n" : "\nrun 1500\n";
  const auto one = atoms_after(before + mesh + run, world_size());
  const auto two = atoms_after(before + other + run, world_size());
  ASSERT_EQ(one.size(), two.size());
  EXPECT_LT(largest_difference(one, two), tolerance);
  if (is_first_rank()) { EXPECT_GT(touched(one), 20); }
}

// Spheres slide and roll over 10 mm and more. Triangles are 3 mm wide: smaller and larger than
// spheres.
TEST(FixWallMesh, FlatMeshIsThePlaneOfTheSameLaw)
{
  MeshFiles files;
  const std::string plane = "fix w all wall/hertz/mindlin zplane 0 NULL" + LAW;
  for (const int n : {40, 200}) {
    if (n > 40 && world_size() > 1) continue;
    const std::string text = files.text(random_plate(n, 0.06, 1));
    expect_same(spheres(LOW), "fix w all wall/mesh " + text + " model hertz/mindlin" + LAW, plane);
    const std::string binary = files.binary(random_plate(n, 0.06, 1));
    expect_same(spheres(LOW),
                "fix w all wall/mesh " + binary + " sides one model hertz/mindlin" + LAW, plane);
  }
}

// The same wall, word by word.
TEST(FixWallMesh, KeywordsStandOnBothSidesOfTheModel)
{
  MeshFiles files;
  const std::string wall = "fix w all wall/mesh " + files.text(random_plate(40, 0.06, 1));
  const std::string plain = " scale 0.9 sides one surface linear 0.3 0 0 model hertz/mindlin ";
  const auto end = [](const std::string &words) {
    return atoms_after(spheres(LOW, 40) + words + "\nrun 500\n", world_size());
  };
  const std::vector<AtomSnapshot> expected = end(wall + plain + LAW);
  for (const std::string words :
       {" model hertz/mindlin scale 0.9 young 1e7 sides one poisson 0.3 restitution 0.5 friction "
        "0.4 surface linear 0.3 0 0 rolling sds 1000 0.01 0.1",
        " friction 0.4 scale 0.9 rolling sds 1000 0.01 0.1 surface linear 0.3 0 0 restitution 0.5 "
        "model hertz/mindlin young 1e7 poisson 0.3 sides one"})
    expect_same(expected, end(wall + words), 1e-300, words);
  LammpsSession lammps(1);
  const std::string error =
      lammps.error_of(spheres(LOW, 1) + wall + " slippery 1 model hertz/mindlin" + LAW);
  if (lammps.first()) {
    EXPECT_TRUE(has(error, "unknown keyword slippery (expected "));
    EXPECT_TRUE(has(error, "sides, "));
    EXPECT_TRUE(has(error, "friction, "));
  }
}

TEST(FixWallMesh, FlatMeshIsThePlaneOfEveryStockModel)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(40, 0.06, 1));
  const char *const models[] = {
      "granular hertz/material 1e7 0.5 0.3 tangential mindlin NULL 0.7 0.4 rolling sds 1000 0.01 "
      "0.1 "
      "twisting marshall damping coeff_restitution",
      "granular hooke 1000 0.2 tangential linear_history 500 0.5 0.4 damping mass_velocity",
      "granular hertz 1e6 0.2 tangential mindlin_rescale/force 1e6 0.5 0.4",
      "granular jkr 1e7 0.5 0.3 0.3 tangential mindlin NULL 0.7 0.4 rolling sds 1000 0.01 0.1",
      "granular dmt 1e7 0.5 0.3 0.1 tangential linear_nohistory 0.5 0.4",
      "hooke 1000 NULL 20 NULL 0.4 1",
      "hooke/history 1000 NULL 20 NULL 0.4 1",
      "hertz/history 1e7 NULL 20 NULL 0.4 1 limit_damping",
  };
  for (const std::string model : models) {
    if (world_size() > 1 && model.find("rolling") == std::string::npos) continue;
    SCOPED_TRACE(model);
    expect_same(spheres(LOW), "fix w all wall/mesh " + mesh + " model " + model,
                "fix w all wall/gran " + model + " zplane 0 NULL");
  }
}

TEST(FixWallMesh, HeatFlowsAsThroughThePlane)
{
  MeshFiles files;
  const std::string mesh = files.text(random_plate(40, 0.06, 1));
  std::string before = spheres(LOW);
  before.insert(before.find("region fill"), "fix heat all property/atom temperature heatflow\n");
  before += "set group all temperature 300\nvariable hot equal 400+step\n"
            "fix conduct all heat/flow constant 1\ncompute t all property/atom temperature\n"
            "compute sum all reduce sum c_t\nthermo_style custom step c_sum\n";
  const std::string model =
      "granular hertz/material 1e7 0.5 0.3 tangential mindlin NULL 0.7 0.4 heat area 5 ";
  const auto heat = [&](const std::string &fix) {
    LammpsSession lammps(world_size());
    lammps.run(before + fix + "\nrun 3000\n");
    return lammps.evaluate("c_sum") / lammps.evaluate("atoms") - 300.0;
  };
  const double ours = heat("fix w all wall/mesh " + mesh + " model " + model + "temperature v_hot");
  const double stock = heat("fix w all wall/gran " + model + "zplane 0 NULL temperature v_hot");
  EXPECT_GT(ours, 1e-3);
  EXPECT_NEAR(ours / stock, 1.0, 1e-8);
}

TEST(FixWallMesh, TurningBlockIsTheTurningRegion)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 9));
  expect_same(spheres(INNER, 150, "f f f", fast()),
              "fix w all wall/mesh " + mesh +
                  " move rotate 0.003 0 0.002 0 1 0 0.2 move linear 0 0.05 0 model hertz/mindlin" +
                  LAW,
              "variable a equal 2*PI*elaplong*dt/0.2\nvariable d equal 0.05*elaplong*dt\nregion w "
              "block -0.03 0.03 -0.03 0.03 -0.03 0.03 rotate v_a 0.003 0 0.002 0 1 0 move NULL v_d "
              "NULL\nfix w all wall/hertz/mindlin region w" +
                  LAW);
}

TEST(FixWallMesh, MotionByVariablesIsMotionByNumbers)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 2));
  expect_same(spheres(INNER, 150, "f f f", fast()),
              "variable v equal 0.05\nvariable w equal 2*PI/0.2\nfix w all wall/mesh " + mesh +
                  " move variable NULL v_v NULL 0.003 0 0.002 0 1 0 v_w model hertz/mindlin" + LAW,
              "fix w all wall/mesh " + mesh +
                  " move rotate 0.003 0 0.002 0 1 0 0.2 move linear 0 0.05 0 model hertz/mindlin" +
                  LAW,
              1e-7);    // sums of 8000 angles are rounded, bounces make it grow
}

TEST(FixWallMesh, ScaleTurnAndShiftInThisOrder)
{
  MeshFiles files;
  const std::string made = files.text(block_mesh({-0.03, -0.02, -0.025}, {0.03, 0.02, 0.025}, 3));
  // As 2 [0.9..], turned by 90 degrees about z, shifted by -1.
  const std::string drawn =
      files.text(block_mesh({0.48, -0.015, -0.0125}, {0.5, 0.015, 0.0125}, 3), "drawn.stl");
  expect_same(spheres("block -0.01 0.01 -0.01 0.01 -0.01 0.01", 150, "f f f", fast()),
              "fix w all wall/mesh " + drawn +
                  " shift 0 -0.98 0 turn 0 0 5 90 scale 2 model hertz/mindlin" + LAW,
              "fix w all wall/mesh " + made + " model hertz/mindlin" + LAW);
}

// Each of the words given twice, against the words with what both of them make.
TEST(FixWallMesh, WordsThatPlaceTheMeshMayBeGivenAgain)
{
  MeshFiles files;
  const std::string block = files.text(block_mesh({-0.03, -0.02, -0.025}, {0.03, 0.02, 0.025}, 3));
  const std::string scene = spheres("block -0.01 0.01 -0.01 0.01 -0.01 0.01", 150, "f f f", fast());
  const auto wall = [&](const std::string &words) {
    return "fix w all wall/mesh " + block + " " + words + " model hertz/mindlin" + LAW;
  };
  // x goes to -z, y to -x, z to y: a turn by 120 degrees about the axis that stays.
  expect_same(scene, wall("turn 0 1 0 90 turn 0 0 1 90"), wall("turn -1 1 1 120"));
  expect_same(scene, wall("scale 0.5 scale 2 shift 0.001 0 0 shift 0 0.002 0"),
              wall("shift 0.001 0.002 0"));
}

TEST_F(FixWallMeshOnOneRank, WordsGivenAgainInAnotherOrderThanTheMeshIsPlacedAreErrors)
{
  const std::string block = files.text(block_mesh({-0.03, -0.02, -0.025}, {0.03, 0.02, 0.025}, 3));
  const std::string scene = spheres("block -0.01 0.01 -0.01 0.01 -0.01 0.01");
  const std::pair<std::string, std::string> cases[] = {
      {"turn 0 0 1 90 shift 0.001 0 0 turn 0 0 1 90",
       "turn given again (expected shift after scale and turn"},
      {"shift 0.001 0 0 scale 2 shift 0.001 0 0", "shift given again"},
      {"wear archard 1e-3 1e9 wear archard 1e-4 1e9", "wear archard (is given already"}};
  for (const auto &[words, part] : cases) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(scene + "fix w all wall/mesh " + block + " " + words +
                                    " model hertz/mindlin" + LAW),
                    part));
  }
}

// A tube that is as long as the box, with one ring of facets or several, equals a tube without end.
TEST(FixWallMesh, TubeAsLongAsThePeriodicBoxIsEndless)
{
  MeshFiles files;
  const std::string before = spheres("cylinder x 0 0 0.02 -0.06 0.06", 250, "p f f", fast()) +
      "variable w equal 2*PI/0.05\n";
  const std::string turn =
      " move rotate 0 0 0 1 0 0 0.05 move linear 0.3 0 0 model hertz/mindlin" + LAW;
  const std::string endless = files.text(tube(90, 0.03, -0.15, 0.15, 1), "long.stl");
  const std::string one = files.text(tube(90, 0.03, -0.06, 0.06, 1), "one.stl");
  const std::string many = files.binary(tube(90, 0.03, -0.06, 0.06, 7), "many.stl");
  expect_same(before, "fix w all wall/mesh " + one + turn, "fix w all wall/mesh " + endless + turn);
  expect_same(before, "fix w all wall/mesh " + one + turn, "fix w all wall/mesh " + many + turn,
              1e-4);    // single precision, grown by bounces
}

TEST(FixWallMesh, ShortMeshTouchesSpheresAcrossThePeriodicBorder)
{
  // A block across the border, and the same block in the middle with all spheres shifted by half a
  // box.
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.01, -0.01, -0.01}, {0.01, 0.01, 0.01}, 2));
  const std::string before =
      spheres("block -0.058 -0.045 -0.012 0.012 0.012 0.02", 200, "p p f", 1.0);
  const std::string half = "displace_atoms all move 0.06 0 0\n";
  for (const int ranks : {world_size()}) {
    const std::string model = " model hertz/mindlin" + LAW + "run 6000\n";
    const auto border =
        atoms_after(before + "fix w all wall/mesh " + mesh + " shift 0.06 0 0" + model, ranks);
    auto middle = atoms_after(before + half + "fix w all wall/mesh " + mesh + model, ranks);
    ASSERT_EQ(border.size(), middle.size());
    if (is_first_rank()) { EXPECT_GT(touched(border), 20); }
    for (auto &a : middle) a.x[0] -= 0.06;
    double difference = 0.0, moved = 0.0;
    for (size_t i = 0; i < border.size(); i++)
      for (int d = 0; d < 3; d++) {
        difference = std::max(difference, std::fabs(border[i].v[d] - middle[i].v[d]));
        moved = std::max(moved, std::fabs(border[i].v[d]));
      }
    EXPECT_LE(difference, 1e-8 * moved);
  }
}

TEST(FixWallMesh, RanksAgree)
{
  MeshFiles files;
  const std::string mesh = files.text(block_mesh({-0.03, -0.03, -0.03}, {0.03, 0.03, 0.03}, 5));
  const std::string file = files.folder / "restart";
  atoms_after(spheres(INNER) + "write_restart " + file, 1);
  std::vector<AtomSnapshot> first;
  double report[8] = {};
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(restarted(file) + moving_block(mesh) +
               "thermo_style custom step f_w f_w[1] f_w[2] f_w[3] f_w[4] f_w[5] f_w[6] f_w[7]\nrun "
               "4000\n");
    const auto atoms = lammps.atoms();
    for (int k = 0; k < 8; k++) {
      const double value = lammps.evaluate(k == 0 ? "f_w" : "f_w[" + std::to_string(k) + "]");
      if (ranks == 1) report[k] = value;
      EXPECT_NEAR(value / report[k], 1.0, 1e-7) << "column " << k;
    }
    if (ranks == 1) first = atoms;
    EXPECT_LT(largest_difference(first, atoms), SAME);
  }
}

/* ----------------------------------------------------------------------
   one sphere
------------------------------------------------------------------------- */

std::string one_sphere(const std::string &place, double radius, double dt = 2e-6)
{
  return R"(
    units si
    atom_style sphere
    comm_modify vel yes
    boundary f f f
    region box block -0.2 0.2 -0.2 0.2 -0.2 0.2
    create_box 1 box
    fix GRIST_GUARD all guard overlap warn
    create_atoms 1 single )" +
      place + "\nset group all diameter " + std::to_string(2.0 * radius) +
      "\nset group all density 2500\npair_style zero 0.01\npair_coeff * *\nneighbor 1e-3 bin\n"
      "fix nve all nve/sphere\nthermo 1000000\ntimestep " +
      std::to_string(dt) + "\n";
}

// Friction turns and pushes the sphere until it rolls: momentum m v = J and 2/5 m r^2 w = J r, v +
// w r = plate.
TEST_F(FixWallMeshOnOneRank, PlateThatStartsToMoveLeavesTheSphereTwoSeventhsOfItsVelocity)
{
  const std::string mesh = files.text(random_plate(60, 0.15, 1));
  LammpsSession lammps;
  lammps.run(one_sphere("0 0 0.00499995", 0.005, 4e-6) +
             "fix gravity all gravity 9.81 vector 0 0 -1\nfix w all wall/mesh " + mesh +
             " move linear 0.35 0 0 model hertz/mindlin young 1e7 poisson 0.3 restitution 0.5 "
             "friction 0.3\nrun 60000\n");
  const auto a = lammps.atoms()[0];
  EXPECT_NEAR(a.v[0], 0.1, 1e-4);
  EXPECT_NEAR(a.omega[1], -0.25 / 0.005, 0.1);
  EXPECT_NEAR(a.v[1], 0.0, 1e-6);
}

TEST_F(FixWallMeshOnOneRank, WigglingPlateCarriesItsSphere)
{
  // Slow against the contact: height and force follow the plate, a = -A w^2 sin(w t).
  const std::string mesh = files.text(random_plate(20, 0.05, 1));
  LammpsSession lammps;
  lammps.run(
      one_sphere("0.003 0.004 0.00499995", 0.005) +
      "fix gravity all gravity 9.81 vector 0 0 -1\nfix w all wall/mesh " + mesh +
      " move wiggle 0 0 0.001 0.1 model hertz/mindlin young 1e9 poisson 0.3 restitution 0.1 "
      "friction 0.3\nthermo_style custom step f_w[3] f_w[7]\nrun 62500\n");    // 1.25 periods
  const double w = 2 * grist::PI / 0.1, mass = 2500 * 4.0 / 3.0 * grist::PI * 1.25e-7;
  const auto a = lammps.atoms()[0];
  EXPECT_NEAR(a.x[2], 0.005 + 0.001, 2e-6);
  EXPECT_NEAR(lammps.evaluate("f_w[3]") / (-mass * (9.81 - 0.001 * w * w)), 1.0, 1e-3);
  EXPECT_NEAR(lammps.evaluate("f_w[7]"), 0.0, 1e-3 * mass * 9.81);    // at the turning point
}

// A sphere that rolls in a hollow without slip swings as a pendulum of length 7/5 (R - r).
TEST_F(FixWallMeshOnOneRank, SphereRollsInAFacettedTubeAsInARoundOne)
{
  const double tube_radius = 0.05 / std::cos(grist::PI / 720);    // facets touch 0.05 on average
  const std::string mesh = files.text(tube(720, tube_radius, -0.05, 0.05, 3));
  const double way = 0.05 - 0.005, angle = 0.1, g = 9.81;
  const double period = 2 * grist::PI * std::sqrt(1.4 * way / g) * (1 + angle * angle / 16);
  const int steps = static_cast<int>(std::lround(period / 4e-6));
  LammpsSession lammps;
  std::ostringstream place;
  place.precision(15);
  place << "0.001 " << way * std::sin(angle) << ' ' << -way * std::cos(angle);
  lammps.run(one_sphere(place.str(), 0.005, 4e-6) +
             "fix gravity all gravity 9.81 vector 0 0 -1\nfix w all wall/mesh " + mesh +
             " model hertz/mindlin young 1e8 poisson 0.3 restitution 0.9 friction 0.5 damping_t 0\n"
             "run " +
             std::to_string(steps / 4) + "\n");
  const double swing = way * angle;
  auto a = lammps.atoms()[0];
  EXPECT_NEAR(a.x[1] / swing, 0.0, 0.03);    // a quarter: at the bottom
  EXPECT_NEAR(a.omega[0] * 0.005 / -a.v[1], 1.0, 0.01);
  lammps.run("run " + std::to_string(steps - steps / 4) + "\n");
  a = lammps.atoms()[0];
  EXPECT_NEAR(a.x[1] / swing, 1.0, 0.03);    // a whole one: back
}

TEST_F(FixWallMeshOnOneRank, OneSidedMeshLiftsASphereBehindIt)
{
  const std::string mesh = files.text(random_plate(20, 0.05, 1));
  const std::string start = one_sphere("0.003 0.004 -0.002", 0.005) + "fix w all wall/mesh " + mesh;
  const std::string law = " model hertz/mindlin young 1e6 poisson 0.3 restitution 0.5\nrun 4000\n";
  LammpsSession one, two;
  one.run(start + " sides one" + law);
  EXPECT_GT(one.atoms()[0].x[2], 0.005);
  two.run(start + " sides two" + law);
  EXPECT_LT(two.atoms()[0].x[2], -0.005);
}

}    // namespace test_fix_wall_mesh
