// fix heat/gran in LAMMPS.
//
// Oracles: the steady and the transient solution of a chain; the conductivity of lattices; a
// slider's mu F v; the dissipation of compute energy/balance; the sums of the fix; the same run on
// other numbers of ranks, with newton on and off, and through a restart.

#include "styles/contacts/crowd.h"
#include "styles/energy/energy_scenes.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "lammps.h"

#include <gtest/gtest.h>

#include <mpi.h>

#include <cmath>
#include <string>
#include <vector>

namespace test_fix_heat_gran {

using namespace grist::testing;

using FixHeatGran = OneRankTest;

constexpr double CLOSED_FORM = 1e-10;
constexpr double PI = 3.14159265358979323846;

// By id, from 1; of all ranks that take part.
std::vector<double> temperatures(LammpsSession &lammps)
{
  if (!lammps.here()) return {};
  const LAMMPS_NS::Atom *atom = lammps.lammps()->atom;
  std::vector<double> here(atom->natoms + 1, 0.0), all(atom->natoms + 1);
  for (int i = 0; i < atom->nlocal; i++) here[atom->tag[i]] = atom->temperature[i];
  MPI_Allreduce(here.data(), all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM,
                lammps.lammps()->world);
  return all;
}

// Frozen spheres of radius 10 mm in contact, whose overlaps are 0.1 mm.
const std::string RADIUS_10 = R"(
  units si
  atom_style sphere
  atom_modify map array
  newton on off
)";
const std::string MATERIAL = R"(
  pair_style hertz/mindlin
  pair_coeff * * young 5e6 poisson 0.3 restitution 0.5 friction 0.3 heat 2.0 500
)";
constexpr double CONDUCTIVITY = 2.0, CAPACITY = 500.0, RADIUS = 0.01, OVERLAP = 1e-4;
const double CONTACT_RADIUS = std::sqrt(0.5 * RADIUS * OVERLAP);
const double SPHERE_MASS = 2500.0 * 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS;

// Five spheres between two planes, each overlap 0.1 mm; nothing moves.
std::string chain(const std::string &low, const std::string &high, const std::string &heat)
{
  return RADIUS_10 + R"(
    boundary f f f
    region box block -0.02 0.02 -0.02 0.02 0 0.0994
    create_box 1 box
    create_atoms 1 single 0 0 0.0099
    create_atoms 1 single 0 0 0.0298
    create_atoms 1 single 0 0 0.0497
    create_atoms 1 single 0 0 0.0696
    create_atoms 1 single 0 0 0.0895
    set type 1 diameter 0.02
    set type 1 density 2500
    fix guard all guard timestep off
  )" + MATERIAL +
      "fix low all wall/hertz/mindlin zplane 0 NULL " + low +
      "\nfix high all wall/hertz/mindlin zplane NULL 0.0994 " + high +
      "\nfix h all heat/gran initial 300 " + heat + +"\n";
}
// Value n of the vector of fix h.
double sum(LammpsSession &lammps, int n)
{
  return lammps.evaluate("f_h[" + std::to_string(n) + "]");
}
enum { THERMAL = 1, LOSSES, WALL_LOSSES, FROM_WALLS, SOURCES, CONVECTION, ENTERED, LEFT };

// What the thermal energy should be, from what it was when all sums were zero.
double expected_thermal(LammpsSession &lammps, double start)
{
  return start + sum(lammps, LOSSES) - sum(lammps, WALL_LOSSES) + sum(lammps, FROM_WALLS) +
      sum(lammps, SOURCES) + sum(lammps, CONVECTION) + sum(lammps, ENTERED) - sum(lammps, LEFT);
}

// Resistances in series: two contacts of a plane, whose R* is R, and four of two spheres.
TEST_F(FixHeatGran, ChainBetweenTwoTemperaturesIsInSeries)
{
  LammpsSession lammps;
  lammps.run(chain("temperature 400", "temperature 300", "") + "timestep 300\nrun 3000");
  const double at_wall = 1.0 / (2.0 * CONDUCTIVITY * std::sqrt(RADIUS * OVERLAP));
  const double between = 1.0 / (2.0 * CONDUCTIVITY * CONTACT_RADIUS);
  const double flow = 100.0 / (2.0 * at_wall + 4.0 * between);
  const auto t = temperatures(lammps);
  for (int id = 1; id <= 5; id++)
    EXPECT_NEAR(t[id], 400.0 - flow * (at_wall + (id - 1) * between), CLOSED_FORM * 400.0);
}

TEST_F(FixHeatGran, MeshOfATemperatureIsLikeAPlane)
{
  const TestFolder folder;
  const std::string mesh = folder / "floor.stl", hot = "variable hot equal 300+step\n";
  LammpsSession planes, meshes;
  const std::string low = "temperature v_hot heat 7 1", plane = "wall/hertz/mindlin zplane 0 NULL ";
  std::string lines = hot + chain(low, "", "");
  planes.run(lines + "timestep 100\nrun 50");
  lines.replace(lines.find(plane), plane.size(), "wall/mesh " + mesh + " model hertz/mindlin ");
  meshes.run("write_mesh " + mesh + " plane size 0.2 0.2\n" + lines + "timestep 100\nrun 50");
  const double at_wall = 4.0 * 2.0 * 7.0 / 9.0 * std::sqrt(RADIUS * OVERLAP);
  const auto t = temperatures(planes), of_mesh = temperatures(meshes);
  EXPECT_GT(t[1], 302.0);
  for (int id = 1; id <= 5; id++) EXPECT_NEAR(t[id], of_mesh[id], 1e-9);
  planes.run("set group all temperature 300\nrun 0");
  EXPECT_NEAR(planes.lammps()->atom->heatflow[0] / (at_wall * 50.0), 1.0, CLOSED_FORM);
}

TEST_F(FixHeatGran, MaterialsAreInDataFiles)
{
  const TestFolder folder;
  LammpsSession lammps;
  lammps.run(chain("", "", "") + "pair_coeff 1 1 young/real 5e10\nrun 0\nwrite_data " +
             (folder / "data"));
  EXPECT_TRUE(has(read_file(folder / "data"), "heat 2 500 young/real 50000000000"));
}

// Euler's steps on the modes cos(pi k (n - 1/2) / N) of an insulated chain.
TEST_F(FixHeatGran, InsulatedChainDecaysByItsModes)
{
  LammpsSession lammps;
  lammps.run(chain("", "", "") +
             "variable t atom 300+20*cos(PI*(id-0.5)/5)+5*cos(3*PI*(id-0.5)/5)"
             "\nset group all temperature v_t\ntimestep 40\nrun 50");
  const double rate = 2.0 * CONDUCTIVITY * CONTACT_RADIUS / (SPHERE_MASS * CAPACITY);
  const auto after = [&](int k) {
    return std::pow(1.0 - 40.0 * rate * (2.0 - 2.0 * std::cos(PI * k / 5.0)), 50);
  };
  EXPECT_LT(after(1), 0.8);
  const auto t = temperatures(lammps);
  for (int id = 1; id <= 5; id++)
    EXPECT_NEAR(t[id],
                300.0 + 20.0 * after(1) * std::cos(PI * (id - 0.5) / 5.0) +
                    5.0 * after(3) * std::cos(3.0 * PI * (id - 0.5) / 5.0),
                CLOSED_FORM * 300.0);
}

TEST_F(FixHeatGran, WallsOfAFluxAndSourcesGiveTheirPower)
{
  LammpsSession lammps;
  lammps.run(chain("flux 0.5", "flux -0.2", "source all 0.1 source all v_p convection 0 1")
                 .insert(0, "variable p equal 0.01*step\n") +
             "timestep 10\nrun 100");
  const double start = 5.0 * SPHERE_MASS * CAPACITY * 300.0;
  EXPECT_NEAR(sum(lammps, FROM_WALLS), 0.3 * 1000.0, CLOSED_FORM * 300.0);
  EXPECT_NEAR(sum(lammps, SOURCES), 5.0 * (0.1 * 1000.0 + 0.01 * 10.0 * 5050.0), 1e-7);
  EXPECT_NEAR(sum(lammps, THERMAL) / expected_thermal(lammps, start), 1.0, 1e-12);
}

// They are found at the setup of a run, by a fix that comes later; the next run begins at a step of
// outflow, too.
TEST_F(FixHeatGran, WhatLeavesInTheFirstStepOfARunTakesItsHeat)
{
  LammpsSession lammps;
  lammps.run(chain("", "", "") +
             "region top block INF INF INF INF 0.06 INF\n"
             "region low block INF INF INF INF INF 0.04\n"
             "fix out all outflow 10 region top\ntimestep 1\nrun 10\n");
  const double left = lammps.thermo("atoms");
  EXPECT_LT(left, 5.0);
  const double of_one = SPHERE_MASS * CAPACITY * 300.0;
  EXPECT_NEAR(sum(lammps, LEFT) / of_one, 5.0 - left, CLOSED_FORM);
  lammps.run("unfix out\nfix out all outflow 10 region low\nrun 1");
  EXPECT_LT(lammps.thermo("atoms"), left);
  EXPECT_NEAR(sum(lammps, LEFT) / of_one, 5.0 - lammps.thermo("atoms"), CLOSED_FORM);
}

// It is found in the last step of a run, and again at the setup of the next one.
TEST_F(FixHeatGran, WhatLeavesBetweenTwoRunsTakesItsHeatOnce)
{
  LammpsSession lammps;
  lammps.run(chain("", "", "") +
             "reset_timestep 1\nregion top block INF INF INF INF 0.06 INF\n"
             "fix out all outflow 5 region top\ntimestep 1\nrun 4\n");
  EXPECT_EQ(lammps.thermo("atoms"), 5.0);
  lammps.run("run 1\nrun 1");
  const double left = lammps.thermo("atoms");
  EXPECT_LT(left, 5.0);
  EXPECT_NEAR(sum(lammps, LEFT) / (SPHERE_MASS * CAPACITY * 300.0), 5.0 - left, CLOSED_FORM);
}

TEST_F(FixHeatGran, ConvectionIsOverTheWholeSurface)
{
  LammpsSession lammps;
  lammps.run(chain("", "", "convection 20 250") + "timestep 10\nrun 100");
  const double rate = 20.0 * 4.0 * PI * RADIUS * RADIUS / (SPHERE_MASS * CAPACITY);
  const double expected = 250.0 + 50.0 * std::pow(1.0 - 10.0 * rate, 100);
  for (int id = 1; id <= 5; id++) EXPECT_NEAR(temperatures(lammps)[id], expected, 1e-9);
}

// A parcel of 2 has the surface of 8 spheres in 4 of them, and 8 sources.
TEST_F(FixHeatGran, ParcelsExchangeWhatTheirParticlesDo)
{
  const auto after = [](const std::string &parcels, const std::string &supplies) {
    std::string lines = chain("", "", supplies);
    lines.insert(lines.find("create_atoms"), parcels);
    LammpsSession lammps;
    lammps.run(lines + "timestep 10\nrun 100");
    return std::vector<double>{sum(lammps, SOURCES), sum(lammps, CONVECTION)};
  };
  const std::vector<double> parcels = after("coarse 2\n", "convection 20 250 source all 0.1");
  const std::vector<double> by_hand = after("", "convection 40 250 source all 0.8");
  const std::vector<double> real = after("", "convection 20 250 source all 0.1");
  for (size_t k = 0; k < parcels.size(); k++) {
    EXPECT_NEAR(parcels[k] / by_hand[k], 1.0, CLOSED_FORM);
    EXPECT_GT(std::fabs(parcels[k] / real[k] - 1.0), 0.1);
  }
}

TEST_F(FixHeatGran, SoftenedSpheresConductAsRealOnes)
{
  LammpsSession soft, real;
  const std::string hot = "set atom 1 temperature 400\ntimestep 40\nrun 1";
  soft.run(chain("", "", "") + "pair_coeff * * young/real 4e7\n" + hot);
  real.run(chain("", "", "") + hot);
  EXPECT_NEAR((temperatures(soft)[2] - 300.0) / (temperatures(real)[2] - 300.0), 0.5, 1e-10);
}

// Steady flow through a lattice with a difference of temperature over its length, periodic across.
double conductivity_of(const std::string &lattice, int layers, double layer, double side)
{
  LammpsSession lammps;
  const double height = layers * layer;
  lammps.run(
      RADIUS_10 + "boundary p p f\nlattice " + lattice +
      " origin 0 0 0.25\nregion box block 0 3 0 3 0 4\ncreate_box 1 box\ncreate_atoms 1 box"
      "\nset type 1 diameter 0.02\nset type 1 density 2500\nfix guard all guard timestep off" +
      MATERIAL +
      "fix h all heat/gran initial 300\nvariable t atom 300+z*1000\n"
      "set group all temperature v_t\ntimestep 1\nrun 0");
  const LAMMPS_NS::Atom *atom = lammps.lammps()->atom;
  double flow = 0.0;    // out of the hottest layer
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->x[i][2] > height) flow -= atom->heatflow[i];
  return flow / (side * side * 1000.0);
}

TEST_F(FixHeatGran, SimpleCubicLatticeConductsKAOverR)
{
  const double side = 0.0199;
  const double found = conductivity_of("sc 0.0199", 3, side, 3.0 * side);
  const double a = std::sqrt(0.5 * RADIUS * (0.02 - side));
  // Per layer one contact a sphere, of area side^2: 2 k a / side, k a / R at touch.
  EXPECT_NEAR(found / (2.0 * CONDUCTIVITY * a / side), 1.0, CLOSED_FORM);
  EXPECT_NEAR(found / (CONDUCTIVITY * a / RADIUS), 0.02 / side, CLOSED_FORM);
}

TEST_F(FixHeatGran, FaceCentredLatticeConductsMore)
{
  const double side = 0.028142, distance = side / std::sqrt(2.0);
  const double found = conductivity_of("fcc 0.028142", 7, 0.5 * side, 3.0 * side);
  const double a = std::sqrt(0.5 * RADIUS * (0.02 - distance));
  EXPECT_NEAR(found / (2.0 * std::sqrt(2.0) * CONDUCTIVITY * a / RADIUS), 0.02 / distance,
              CLOSED_FORM);
}

// A sphere that begins to slide on a plane, and rolls later.
std::string slider(const std::string &wall)
{
  return RADIUS_10 + R"(
    boundary f f f
    region box block -1 10 -1 1 0 1
    create_box 1 box
    create_atoms 1 single 0 0 0.01
    set type 1 diameter 0.02
    set type 1 density 2500
    timestep 2e-6
    neighbor 2e-3 bin
  )" + MATERIAL +
      "fix floor all wall/hertz/mindlin zplane 0 NULL " + wall + R"(
    fix down all gravity 9.81 vector 0 0 -1
    fix move all nve/sphere
    fix h all heat/gran initial 300
    compute e all energy/balance
    thermo_style custom step c_e
  )";
}

double dissipated(LammpsSession &lammps)
{
  double sum = 0.0;
  for (int entry = 5; entry <= 8; entry++)
    sum += lammps.evaluate("c_e[" + std::to_string(entry) + "]");
  return sum;
}

TEST_F(FixHeatGran, SliderHeatsByFriction)
{
  for (const std::string wall : {"", "temperature 300 heat 0 1"}) {
    LammpsSession lammps;
    lammps.run(slider(wall) + "velocity all set 2 0 0\nrun 4000");
    const double start = SPHERE_MASS * CAPACITY * 300.0;
    EXPECT_GT(sum(lammps, LOSSES), 1e-4);
    EXPECT_NEAR(sum(lammps, LOSSES) / dissipated(lammps), 1.0, CLOSED_FORM);
    EXPECT_NEAR(lammps.evaluate("c_e[20]") / dissipated(lammps), 1.0, CLOSED_FORM);
    EXPECT_NEAR(sum(lammps, WALL_LOSSES), wall.empty() ? 0.0 : 0.5 * sum(lammps, LOSSES), 1e-14);
    EXPECT_NEAR(sum(lammps, THERMAL) - start, sum(lammps, LOSSES) - sum(lammps, WALL_LOSSES), 1e-9);
  }
}

// Two pressed spheres, and a sphere on a floor, that swing about their normal: no limit is reached, the
// spring of twisting takes all of the energy and gives it back, and nothing is heated.
TEST_F(FixHeatGran, TwistingSpringsHoldEnergy)
{
  const std::string twisting = R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 friction 0.9 twisting marshall heat 1 500
    comm_modify vel yes
    fix move all nve/sphere
    compute e all energy/balance
    thermo_style custom step c_e
    timestep 1e-5
  )";
  const std::string heat = "fix h all heat/gran initial 300\n";
  const std::string box = RADIUS_10 + R"(
    boundary f f f
    region box block -0.02 0.02 -0.02 0.02 -0.02 0.02
    create_box 1 box
    create_atoms 1 single 0 0 0.00496
  )";
  const std::string two = box + R"(
    create_atoms 1 single 0 0 -0.00496
    set type 1 diameter 0.01 density 2500
    set atom 1 omega 0 0 10
    set atom 2 omega 0 0 -10
    group a id 1
    group b id 2
  )" + twisting +
      "fix p a addforce 0 0 -0.28\nfix q b addforce 0 0 0.28\n" + heat;
  const std::string one = box + "set type 1 diameter 0.01 density 2500\nset atom 1 omega 0 0 10\n" +
      twisting + "fix p all addforce 0 0 -0.28\nfix floor all wall/hertz/mindlin zplane 0 NULL";
  const double spin = 0.5 * 0.4 * SPHERE_MASS / 8.0 * 0.005 * 0.005 * 100.0;    // of one sphere
  for (const std::string &input :
       {two, one + "\n" + heat, one + " temperature 300 heat 1 500\n" + heat}) {
    LammpsSession lammps;
    lammps.run(input + "run 0");
    const double at_rest = lammps.evaluate("c_e[4]");
    double most = 0.0;
    for (int k = 0; k < 40; k++) {
      lammps.run("run 50");
      most = std::max(most, lammps.evaluate("c_e[4]") - at_rest);
      EXPECT_NEAR(lammps.evaluate("c_e[20]"), dissipated(lammps), 1e-12 * spin);
      EXPECT_LT(std::fabs(dissipated(lammps)), 1e-3 * spin);    // in proportion to the time step
      EXPECT_NEAR(temperatures(lammps)[1], 300.0, 1e-10 * 300.0);
    }
    EXPECT_GT(most, 0.5 * spin);
  }
}

// 343 spheres that collide, in a periodic box.
std::string hot_crowd(const std::string &newton, const std::string &style)
{
  return newton + CROWD + "pair_style " + style + R"(
    pair_coeff 1 1 heat 1.0 400
    pair_coeff 2 2 heat 5.0 700
    fix h all heat/gran initial 300
    variable t atom 300+10*sin(id)
    set group all temperature v_t
    compute e all energy/balance
    thermo_style custom step c_e
  )";
}
const std::string HERTZ =
    "hertz/mindlin\npair_coeff * * young 5e7 poisson 0.3 restitution 0.5 friction 0.3";

const std::string LAWS[] = {
    HERTZ,
    HERTZ + " rolling torque 0.1",
    HERTZ + " rolling sds 1000 0.01 0.1",
    HERTZ + " cohesion jkr 0.1",
    HERTZ + " cohesion eepa 0.5 0.1 1e-4 1",
    HERTZ + " twisting marshall",
    "hertz/mindlin stock yes\npair_coeff * * young 5e7 poisson 0.3 restitution 0.5 friction 0.3",
    "hooke/history\npair_coeff * * stiffness 2e4 tangential 0.8 restitution 0.5 friction 0.3"};

void expect_heat_of_the_balance(const std::string &newton, const std::string &law, int ranks)
{
  LammpsSession lammps(ranks);
  lammps.run(hot_crowd(newton, law) + "run 0");
  const double start = sum(lammps, THERMAL);
  lammps.run("run 100\nrun 100");
  const double heat = sum(lammps, LOSSES), losses = dissipated(lammps);
  const double now = sum(lammps, THERMAL), expected = expected_thermal(lammps, start);
  if (!is_first_rank()) return;
  EXPECT_GT(heat, 1e-7) << law;
  EXPECT_NEAR(heat / losses, 1.0, CLOSED_FORM) << law << newton << ranks;
  EXPECT_NEAR(now / expected, 1.0, 1e-12) << law << newton << ranks;
}

// Newton on and off in turn.
TEST(HotCrowd, HeatIsWhatTheBalanceDissipates)
{
  int n = 0;
  for (const std::string &law : LAWS)
    for (const int ranks : rank_counts()) expect_heat_of_the_balance(NEWTON[n++ % 2], law, ranks);
}

std::vector<double> crowd_after(const std::string &newton, int ranks, const std::string &runs)
{
  LammpsSession lammps(ranks);
  lammps.run(hot_crowd(newton, HERTZ) + runs);
  return temperatures(lammps);
}

void expect_same_temperatures(const std::vector<double> &one, const std::vector<double> &two,
                              const std::string &what)
{
  if (!is_first_rank()) return;
  ASSERT_EQ(one.size(), two.size());
  for (size_t id = 1; id < one.size(); id++)
    EXPECT_NEAR(one[id], two[id], 1e-9 * 300.0) << what << " " << id;
}

TEST(HotCrowd, IsTheSameOnAnyRanks)
{
  const auto one = crowd_after(NEWTON[0], 1, "run 300");
  for (const std::string &newton : NEWTON)
    for (const int ranks : rank_counts())
      expect_same_temperatures(one, crowd_after(newton, ranks, "run 300"), newton);
}

TEST(HotCrowd, ContinuesFromARestart)
{
  const TestFolder folder;
  for (const int ranks : rank_counts()) {
    LammpsSession whole(ranks), second(ranks);
    whole.run(hot_crowd(NEWTON[0], HERTZ) + "run 150\nwrite_restart " + (folder / "r") +
              "\nrun 150");
    second.run("read_restart " + (folder / "r") +
               "\nneighbor 0.2e-3 bin\nfix move all nve/sphere\ntimestep 1e-6\n"
               "fix h all heat/gran initial 5\ncompute e all energy/balance\n"
               "thermo_style custom step c_e\nrun 150");
    expect_same_temperatures(temperatures(whole), temperatures(second), "restart");
    const double a = sum(whole, LOSSES), b = sum(second, LOSSES);
    if (is_first_rank()) { EXPECT_NEAR(a / b, 1.0, 1e-9); }
  }
}

// A sphere moved along a plane, too deep to lift: the force is constant once it slides.
TEST_F(FixHeatGran, DraggedSphereHeatsByMuFV)
{
  for (const bool is_mesh : {false, true}) {
    const TestFolder folder;
    LammpsSession lammps;
    std::string lines = slider("");
    const std::string plane = "fix floor all wall/hertz/mindlin zplane 0 NULL ";
    const auto replace = [&lines](const std::string &what, const std::string &with) {
      lines.replace(lines.find(what), what.size(), with);
    };
    if (is_mesh) {
      lines.insert(0, "write_mesh " + (folder / "floor.stl") + " plane size 4 4\n");
      replace(plane, "fix floor all wall/mesh " + (folder / "floor.stl") + " model hertz/mindlin ");
    }
    replace("single 0 0 0.01", "single 0 0 0.0099");
    replace("fix move all nve/sphere", "fix move all move linear 0.7 0.1 0");
    lammps.run(lines + "run 1000");
    const double before = sum(lammps, LOSSES);
    lammps.run("run 1000");
    const double force = -lammps.evaluate("f_floor[3]");
    EXPECT_GT(force, 0.1);
    EXPECT_NEAR((sum(lammps, LOSSES) - before) / (0.3 * force * std::hypot(0.7, 0.1) * 1000 * 2e-6),
                1.0, CLOSED_FORM);
  }
}

// Elements of bonded clusters in a row: a rod. Its ends are at two temperatures by their sources.
std::string rod(const std::string &bonds, const std::string &motion)
{
  return R"(
    units si
    newton on off
    atom_style bonded/cluster
    atom_modify map array
    boundary f f f
    bond_style parallel
    region box block -0.02 0.12 -0.02 0.02 -0.02 0.02
    create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 8
    create_atoms 1 single 0 0 0
    create_atoms 1 single 0.021 0 0
    create_atoms 1 single 0.042 0 0
    create_atoms 1 single 0.063 0 0
    set type 1 diameter 0.02 density 2500
    create_bonds single/bond 1 1 2
    create_bonds single/bond 1 2 3
    create_bonds single/bond 1 3 4
    comm_modify cutoff 0.1
    pair_style hertz/mindlin
    pair_coeff * * young 5e6 poisson 0.3 heat 2.0 500
    fix guard all guard timestep off
    group first id 1
    group last id 4
    bond_coeff 1 )" +
      bonds + "\n" + motion +
      "\nfix h all heat/gran initial 300 source first 0.05 source last -0.05\n";
}

TEST(HotRod, BondsConductAsARod)
{
  const std::string plain = "young 1e7 tensile 1e9 shear 1e9 radius 0.8";
  const std::string hold = "fix move all rigid/cluster";
  const std::string cases[][2] = {{plain, ""}, {plain, hold + " hold yes"}, {"rigid", hold}};
  for (const auto &[bonds, motion] : cases)
    for (const int ranks : rank_counts()) {
      const double radius = (bonds == "rigid" ? 1.0 : 0.8) * RADIUS;
      LammpsSession lammps(ranks);
      lammps.run("processors * 1 1\n" + rod(bonds, motion) + "timestep 20\nrun 4000");
      const auto t = temperatures(lammps);
      if (!is_first_rank()) continue;
      const double each = 0.05 / (CONDUCTIVITY * PI * radius * radius / 0.021);
      EXPECT_NEAR(t[1], 300.0 + 1.5 * each, 1e-8) << bonds;
      EXPECT_NEAR(t[2], 300.0 + 0.5 * each, 1e-8) << bonds;
      EXPECT_NEAR(t[4], 300.0 - 1.5 * each, 1e-8) << bonds;
    }
}

// Of the first two elements, apart by a thousandth of their distance, one is heated: their bond breaks when its
// strength at the mean temperature is the stress.
TEST(HotRod, BondBreaksWhereItsStrengthIsTheStress)
{
  const double stress = 1e7 * 1e-3, whole_until = 300.0, gone_at = 340.0;
  for (const std::string scatter : {"", " normal sd 1e-9 4711"})
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run("processors * 1 1\n" +
                 rod("young 1e7 tensile 2e4 shear 1e9 radius 0.8 weaken 300 340" + scatter,
                     "pair_coeff * * heat 1e-12 500") +
                 R"(
        compute bonds all nbond/atom
        compute left all reduce sum c_bonds
        compute share all bond/local b7
        compute most all reduce max c_share inputs local
        thermo_style custom step c_left c_most
        timestep 2
        run 0
        group end id 1
        displace_atoms end move -0.000021 0 0
      )");
      const double mass = 2500.0 * 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS;
      const double left = stress / 2e4, mean = gone_at - left * (gone_at - whole_until);
      const double steps = 2.0 * (mean - whole_until) * mass * 500.0 / (0.05 * 2.0);
      lammps.run("run " + std::to_string(static_cast<int>(steps) - 2));
      const double share = lammps.evaluate("c_most"), before = lammps.evaluate("c_left");
      // Both ends break in one step, also where they are on two ranks.
      lammps.run(
          "variable half equal c_left==5\nfix half all halt 1 v_half > 0.5 error hard\nrun 5");
      const double after = lammps.evaluate("c_left");
      if (!is_first_rank()) continue;
      EXPECT_NEAR(share, 1.0, 5.0 / steps);
      EXPECT_LT(share, 1.0);
      EXPECT_EQ(before, 6.0) << scatter;
      EXPECT_EQ(after, 4.0) << scatter;
    }
}

TEST_F(FixHeatGran, SaysWhatDoesNotWeaken)
{
  const std::string law = "young 1e7 tensile 2e4 shear 1e9 weaken ";
  const auto error_of = [](const std::string &input) {
    return LammpsSession().error_of(input + "\nrun 0");
  };
  EXPECT_TRUE(has(error_of(rod(law + "340 300", "")), "weaken 300 (must be above"));
  EXPECT_TRUE(has(error_of(rod(law + "300", "")), "weaken needs the temperature up to"));
  EXPECT_TRUE(has(error_of(rod(law + "300 340 fatigue 5", "")), "excludes soften and fatigue"));
  EXPECT_TRUE(has(error_of(rod(law + "300 340", "fix move all rigid/cluster hold yes")),
                  "expected hold no"));
  EXPECT_TRUE(has(error_of(rod(law + "300 340", "") + "unfix h"),
                  "type 1 without temperatures (add fix heat/gran)"));
}

// Clusters that break in a drum.
std::string hot_drum(const std::string &newton)
{
  return drum(1e-6, newton) + R"(
    pair_coeff * * heat 1.0 400
    fix h all heat/gran initial 300
    variable t atom 300+10*sin(id)
    set group all temperature v_t
  )" + THROWN;
}

TEST(HotDrum, HeatIsWhatContactsAndBondsDissipate)
{
  std::vector<double> first;
  for (const std::string newton : {"on off", "off off"})
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(hot_drum(newton) + "run 0");
      const double start = sum(lammps, THERMAL);
      lammps.run("run 6000");
      const double heat = sum(lammps, LOSSES), losses = dissipated(lammps);
      const double now = sum(lammps, THERMAL), expected = expected_thermal(lammps, start);
      const double broken = lammps.evaluate("c_e[9]"), by_bonds = lammps.evaluate("c_e[5]");
      const auto t = temperatures(lammps);
      if (!is_first_rank()) continue;
      EXPECT_GT(broken, 0.0);
      EXPECT_GT(by_bonds, 0.01 * losses);
      EXPECT_NEAR(heat / losses, 1.0, CLOSED_FORM) << newton << ranks;
      EXPECT_NEAR(now / expected, 1.0, 1e-12);
      if (first.empty()) first = t;
      expect_same_temperatures(first, t, newton);
    }
}

// Spheres that are fed at 500 and leave below.
TEST(HotFeed, WhatIsFedHasItsTemperature)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(R"(
      units si
      atom_style sphere
      newton on off
      comm_modify vel yes
      boundary f f f
      region box block -0.03 0.03 -0.03 0.03 0 0.06
      create_box 1 box
      neighbor 1e-3 bin
    )" + MATERIAL +
               R"(
      particle_mix ore sphere bead size 4e-3 density 2500
      fix floor all wall/hertz/mindlin zplane 0 NULL
      fix down all gravity 9.81 vector 0 0 -1
      fix move all nve/sphere
      region chute block -0.01 0.01 -0.01 0.01 0.04 0.05
      fix in all insert/stream ore region chute rate 0.02 velocity 0 0 -1
      fix out all outflow 10 plane 0 0 0.004 0 0 -1
      fix h all heat/gran initial 300 feed in 500
      timestep 1e-5
      run 8000
    )");
    const double all = lammps.thermo("atoms"), entered = sum(lammps, ENTERED);
    const double left = sum(lammps, LEFT), mean = lammps.evaluate("f_h");
    const double now = sum(lammps, THERMAL), expected = expected_thermal(lammps, 0.0);
    if (!is_first_rank()) continue;
    EXPECT_GT(all, 3.0);
    EXPECT_GT(left, 0.05 * entered);
    EXPECT_NEAR(now / expected, 1.0, 1e-10);
    EXPECT_NEAR(mean, 500.0, 0.5);
  }
}

TEST_F(FixHeatGran, EndsAndBeginsAgain)
{
  LammpsSession lammps;
  lammps.run(hot_crowd(NEWTON[0], HERTZ) +
             "run 20\nunfix h\nrun 20\nfix h all heat/gran initial 350\nrun 20");
  EXPECT_NEAR(lammps.evaluate("f_h"), 350.0, 1.0);
}

TEST_F(FixHeatGran, SaysWhatIsWrong)
{
  const std::string begin = hot_crowd(NEWTON[0], HERTZ);
  const auto error_of = [&](const std::string &lines) {
    return LammpsSession().error_of(CROWD + "pair_style " + HERTZ + "\n" + lines + "\nrun 0");
  };
  EXPECT_TRUE(has(error_of("fix h all heat/gran"), "no initial temperature"));
  EXPECT_TRUE(has(error_of("fix h all heat/gran initial 300"), "no heat of type 1"));
  EXPECT_TRUE(
      has(error_of("pair_coeff * * heat 1 1\nfix h all heat/gran initial 300 source all 1e308 "
                   "source all 1e308\nrun 2"),
          "is not finite at step 1"));
  EXPECT_TRUE(has(error_of("pair_coeff * * heat 1"), "heat needs"));
  EXPECT_TRUE(has(error_of("pair_coeff * * heat -1 2"), "heat conductivity -1"));
  EXPECT_TRUE(has(error_of("pair_coeff * * heat 1 0"), "heat capacity 0"));
  EXPECT_TRUE(has(error_of("pair_coeff * * heat 1 1\nfix h all heat/gran initial 1 source x 1"),
                  "source x"));
  EXPECT_TRUE(
      has(error_of("pair_coeff * * heat 1 1\nfix h all heat/gran initial 1 feed x 1"), "feed x"));
  EXPECT_TRUE(has(error_of("pair_coeff * * heat 1 1\nfix h all heat/gran initial 1\n"
                           "fix g all gravity 9.81 vector 0 0 -1"),
                  "fix g of style gravity must come before fix h of style heat/gran"));
  EXPECT_TRUE(has(error_of("pair_coeff * * heat 1 1\nfix h all heat/gran initial 1\n"
                           "fix i all heat/flow constant 1"),
                  "advances temperatures, too"));
  EXPECT_TRUE(has(error_of("fix w all wall/hertz/mindlin zplane 0 NULL temperature 1 flux 1"),
                  "temperature and flux"));
  EXPECT_TRUE(has(error_of("pair_coeff * * heat 1e6 1e-3\nfix h all heat/gran initial 1\nrun 5"),
                  "conduction"));
}

TEST_F(FixHeatGran, ConvectionIsNotNegative)
{
  LammpsSession number, variable;
  EXPECT_TRUE(has(number.error_of(chain("", "", "convection -100 300")),
                  "Fix heat/gran h: convection -100 (must not be negative)"));
  EXPECT_TRUE(has(variable.error_of("variable h equal 2-step\n" +
                                    chain("", "", "convection v_h 300") + "timestep 1\nrun 9"),
                  "Fix heat/gran h: convection -1 at step 3 (must not be negative)"));
}

// A data file keeps the temperatures of a run; spheres that it gives none have the initial one.
TEST_F(FixHeatGran, TemperaturesAreInDataFiles)
{
  const TestFolder folder;
  LammpsSession lammps, again;
  lammps.run(chain("", "", "") +
             "set atom 2 temperature 400\nset atom 4 temperature 350\n"
             "timestep 40\nrun 5\nwrite_data " +
             (folder / "data"));
  const auto before = temperatures(lammps);
  const std::string lines = chain("", "", "");
  const size_t box = lines.find("    region box"), fixes = lines.find("    fix guard");
  std::string rest = lines.substr(fixes);
  const size_t pair = rest.find("  pair_style"), end = rest.find("fix low");
  const std::string material = rest.substr(pair, end - pair);
  rest.erase(pair, end - pair);
  again.run(lines.substr(0, box) + "fix keep all property/atom temperature heatflow ghost yes\n" +
            material.substr(0, material.find("\n") + 1) + "read_data " + (folder / "data") +
            " fix keep NULL GRIST_HEAT\n" + material + "set atom 5 temperature 0\n" + rest +
            "run 0\n");
  const auto after = temperatures(again);
  EXPECT_NE(before[2], before[1]);
  for (int id = 1; id <= 4; id++) EXPECT_NEAR(after[id], before[id], 1e-9 * before[id]) << id;
  EXPECT_EQ(after[5], 300.0);
}

// The property that holds temperatures may be removed between two runs.
TEST_F(FixHeatGran, TemperaturesThatHaveGoneAreAsked)
{
  LammpsSession lammps;
  lammps.run(chain("", "", "") +
             "timestep 40\nrun 5\nunfix GRIST_HEAT\ncreate_atoms 1 single 0.015 0 0.05\n");
  for (const char *line : {"print \"$(f_h)\"", "print \"$(f_h[1])\"", "run 1"})
    EXPECT_TRUE(has(lammps.error_of(line), "Fix heat/gran h: atoms have no temperature"));
}

TEST_F(FixHeatGran, LoadsOfBondsThatWeakenNeedTemperatures)
{
  LammpsSession lammps;
  lammps.run(R"(
    units si
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    boundary f f f
    region b block -0.05 0.05 -0.05 0.05 -0.05 0.05
    create_box 1 b bond/types 1
    cluster_template s sphere 5e-3 elements 6 density 2500
    bond_coeff 1 young 1e7 tensile 1e5 shear 1e5 damping 0.05 weaken 300 600
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3 heat 2 800
    create_atoms 0 single 0 0 0 mol s 1
    fix move all leapfrog/sphere
    fix warm all heat/gran initial 293
    compute load all bond/local b7
    compute most all reduce max c_load inputs local
    timestep 1e-6
    neighbor 0.001 bin
    run 10
    unfix warm
  )");
  EXPECT_TRUE(has(lammps.error_of("variable m equal c_most\nprint \"$(v_m)\""),
                  "the temperatures by which bond type 1 weakens have gone since the last run"));
}

}    // namespace test_fix_heat_gran
