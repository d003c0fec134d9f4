// fix sensor in LAMMPS.
//
// Oracles: free flight, whose crossings, velocities and stays are known; sums over LAMMPS' own
// atoms; the virial pressure of the pair style; the weight of a bed at rest; compute packing; the
// same on other numbers of ranks, with newton off, after a restart.

#include "common/exact_sum.h"
#include "styles/contacts/crowd.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"
#include "testing/vtk_reader.h"

#include <gtest/gtest.h>

#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace grist::testing;

class FixSensor : public testing::Test {
 protected:
  TestFolder folder;
};

// f_ID[row][column], both from 1.
double value(LammpsSession &lammps, int row, int column, const std::string &id = "s")
{
  return lammps.evaluate("f_" + id + "[" + std::to_string(row) + "][" + std::to_string(column) +
                         "]");
}

// All values, on ranks that take part.
std::vector<std::vector<double>> rows_of(LammpsSession &lammps, const std::string &id = "s")
{
  std::vector<std::vector<double>> rows;
  if (!lammps.here()) return rows;
  auto *fix = lammps.lammps()->modify->get_fix_by_id(id);
  rows.resize(fix->size_array_rows);
  for (size_t row = 0; row < rows.size(); row++)
    for (int column = 0; column < fix->size_array_cols; column++)
      rows[row].push_back(fix->compute_array(static_cast<int>(row), column));
  return rows;
}

enum Plane { FORWARD = 1, BACK, MASS_FORWARD, MASS_BACK, RATE, VX, VY, VZ };
enum Field { X = 1, Y, Z, VOLUME, NUMBER, MASS, VEL, TEMPERATURE = 10 };    // by default

constexpr double SUM = 1e-12;    // rounding of a sum in another order

// 48 spheres that fly through a periodic box of 4 x 3 x 4 mm and through each other, each with its
// own mass and velocity, some backwards; up to four times round in 1000 steps.
const std::string FLIGHT = R"(
  units si
  atom_style sphere
  boundary p p p
  lattice sc 1e-3
  region box block 0 4 0 3 0 4
  create_box 2 box
  create_atoms 1 box
  reset_atoms id sort yes
  variable d atom 0.3e-3+0.1e-3*sin(id)
  set group all diameter v_d density 2500
  set type 1 type/fraction 2 0.4 4711
  displace_atoms all random 3e-4 3e-4 3e-4 4711 units box
  variable vx atom 3*sin(3*id)
  variable vy atom 2*sin(5*id)
  variable vz atom 10*sin(7*id)+5
  velocity all set v_vx v_vy v_vz units box
  pair_style zero 1e-3
  pair_coeff * *
  neighbor 0.2e-3 bin
  neigh_modify delay 0 every 1 check yes
  fix move all nve/sphere
  timestep 1e-6
)";
constexpr double HEIGHT = 4e-3;

struct Crossed {
  double number[2] = {0, 0}, mass[2] = {0, 0};
};

// What must have crossed the plane z, by the places before and after without periodic wrapping.
Crossed crossed(const std::vector<AtomSnapshot> &before, const std::vector<AtomSnapshot> &after,
                double z)
{
  Crossed all;
  grist::ExactSum mass[2];
  for (size_t i = 0; i < before.size(); i++) {
    const int planes = static_cast<int>(std::floor((after[i].x[2] - z) / HEIGHT) -
                                        std::floor((before[i].x[2] - z) / HEIGHT));
    for (int n = 0; n < std::abs(planes); n++) {
      all.number[planes < 0]++;
      mass[planes < 0].add(before[i].mass);
    }
  }
  for (int way : {0, 1}) all.mass[way] = mass[way].value();
  return all;
}

}    // namespace

TEST_F(FixSensor, CountsWhatCrossesAPlaneExactly)
{
  for (const std::string &newton : NEWTON)
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(newton + FLIGHT + R"(
        fix s all sensor 50 plane z 1.3e-3 every 100 by types
        fix low all sensor 100 plane z 0
      )");
      const auto before = lammps.atoms();
      lammps.run("run 400\nrun 600");
      const auto after = lammps.atoms();
      const double number[2] = {value(lammps, 1, FORWARD), value(lammps, 1, BACK)};
      const double mass[2] = {value(lammps, 1, MASS_FORWARD), value(lammps, 1, MASS_BACK)};
      const double of_types = value(lammps, 2, FORWARD) + value(lammps, 3, FORWARD);
      const double at_face[2] = {value(lammps, 1, FORWARD, "low"), value(lammps, 1, BACK, "low")};
      if (!lammps.first()) continue;
      const Crossed expected = crossed(before, after, 1.3e-3), low = crossed(before, after, 0.0);
      ASSERT_GT(expected.number[0], 48);
      ASSERT_GT(expected.number[1], 10);
      for (int way : {0, 1}) {
        EXPECT_EQ(number[way], expected.number[way]) << newton << ranks;
        EXPECT_EQ(mass[way], expected.mass[way]) << newton << ranks;
        EXPECT_EQ(at_face[way], low.number[way]) << newton << ranks;
      }
      EXPECT_EQ(of_types, number[0]);
    }
}

// The rate is that of the last interval, and so is the velocity, weighted with the mass.
TEST_F(FixSensor, RateAndVelocityOfWhatCrosses)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(FLIGHT + "fix s all sensor 100 plane z 1.3e-3\nrun 100");
    const auto before = lammps.atoms();
    lammps.run("run 100");
    const auto after = lammps.atoms();
    const auto rows = rows_of(lammps);
    if (!lammps.first()) continue;
    const Crossed all = crossed(before, after, 1.3e-3);
    EXPECT_NEAR(rows[0][RATE - 1] / ((all.mass[0] - all.mass[1]) / 1e-4), 1.0, 1e-9);
    double mass = 0.0, momentum[3] = {0, 0, 0};
    for (size_t i = 0; i < before.size(); i++) {
      const Crossed one = crossed({before[i]}, {after[i]}, 1.3e-3);
      mass += one.mass[0] + one.mass[1];
      for (int k = 0; k < 3; k++) momentum[k] += (one.mass[0] + one.mass[1]) * before[i].v[k];
    }
    for (int k = 0; k < 3; k++) EXPECT_NEAR(rows[0][VX - 1 + k], momentum[k] / mass, SUM) << k;
  }
}

// Counts go on in a second run and after a restart, on another number of ranks.
TEST_F(FixSensor, CrossingsGoOnAfterARestart)
{
  const std::string sensors = R"(
    fix s all sensor 50 plane z 1.3e-3 every 100
    region half block INF INF 0 1.5e-3 INF INF units box
    fix w all sensor 50 plane z 1.3e-3 every 100 within half
  )";
  std::vector<std::vector<double>> straight, straight_within;
  {
    LammpsSession lammps(1);
    lammps.run(FLIGHT + sensors + "run 1000");
    straight = rows_of(lammps);
    straight_within = rows_of(lammps, "w");
  }
  for (const int ranks : rank_counts()) {
    {
      LammpsSession lammps(ranks);
      lammps.run(FLIGHT + sensors + "run 350\nwrite_restart " + folder / "restart");
    }
    LammpsSession lammps(world_size() / ranks);
    lammps.run("read_restart " + folder / "restart" + "\nneighbor 0.2e-3 bin\n" +
               "neigh_modify delay 0 every 1 check yes\n" + sensors +
               "fix move all nve/sphere\nrun 650");
    const auto rows = rows_of(lammps), within = rows_of(lammps, "w");
    if (!lammps.first()) continue;
    for (int k = 0; k < 8; k++) {
      EXPECT_NEAR(rows[0][k], straight[0][k], 1e-9 * std::fabs(straight[0][k])) << k;
      EXPECT_NEAR(within[0][k], straight_within[0][k], 1e-9 * std::fabs(straight_within[0][k]));
    }
    EXPECT_EQ(rows[0][MASS_FORWARD - 1], straight[0][MASS_FORWARD - 1]);
  }
}

// Where each particle is when it crosses follows from its velocity.
TEST_F(FixSensor, CountsWithinARegionOfThePlane)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(FLIGHT + R"(
      region half block INF INF 0 1.5e-3 INF INF units box
      fix s all sensor 100 plane z 1.3e-3 within half
    )");
    const auto before = lammps.atoms();
    lammps.run("run 1000");
    const double number[2] = {value(lammps, 1, FORWARD), value(lammps, 1, BACK)};
    if (!lammps.first()) continue;
    double expected[2] = {0, 0};
    constexpr double TIME = 1e-3, DEPTH = 3e-3;
    for (const AtomSnapshot &a : before)
      for (int image = -10; image <= 10; image++) {
        const double time = (1.3e-3 + image * HEIGHT - a.x[2]) / a.v[2];
        if (time <= 0.0 || time > TIME) continue;
        const double y = a.x[1] + a.v[1] * time;
        if (y - DEPTH * std::floor(y / DEPTH) < 1.5e-3) expected[a.v[2] < 0.0]++;
      }
    ASSERT_GT(expected[0], 20);
    EXPECT_EQ(number[0], expected[0]);
    EXPECT_EQ(number[1], expected[1]);
  }
}

// What is created beyond a plane, removed there, or moved across it by a command has not crossed.
TEST_F(FixSensor, WhatIsInsertedOrRemovedHasNotCrossed)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(R"(
      units si
      atom_style sphere
      boundary f f f
      region box block -1 1 -1 1 -1 1
      create_box 1 box
      create_atoms 1 single 0 0 -0.5
      set group all diameter 0.1 density 1
      velocity all set 0 0 1
      pair_style zero 0.3
      pair_coeff * *
      neighbor 0.1 bin
      neigh_modify delay 0 every 1 check yes
      fix move all nve/sphere
      timestep 0.01
      fix s all sensor 1 plane z 0
      run 40
      create_atoms 1 single 0.5 0.5 0.3
      run 2
    )");
    EXPECT_EQ(value(lammps, 1, FORWARD), 0);
    lammps.run("run 10");
    EXPECT_EQ(value(lammps, 1, FORWARD), 1);
    lammps.run("delete_atoms group all\nrun 1");
    EXPECT_EQ(value(lammps, 1, FORWARD), 1);
    lammps.run("create_atoms 1 single 0 0 -0.5\nset group all diameter 0.1 density 1\nrun 1\n"
               "displace_atoms all move 0 0 0.8\nrun 1");
    EXPECT_EQ(value(lammps, 1, FORWARD), 1);
    EXPECT_EQ(value(lammps, 1, BACK), 0);
    lammps.run("velocity all set 0 0 -1\nrun 40");
    EXPECT_EQ(value(lammps, 1, BACK), 1);
  }
}

/* ---------------------------------------------------------------------- */

// Number, mass, velocity and granular temperature of slices by type, from the atoms themselves.
TEST_F(FixSensor, StateOfSlicesByType)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(FLIGHT + "fix s all sensor 20 slices z 2 by types\nrun 20");
    const auto atoms = lammps.atoms();
    const auto rows = rows_of(lammps);
    lammps.run("group of_2 type 2\nfix g all sensor 20 slices z 2 by groups of_2 values mass\n"
               "run 20");
    const double of_2 = value(lammps, 3, 5, "g") + value(lammps, 4, 5, "g");
    lammps.run("variable m equal mass(of_2)");
    const double mass_of_2 = lammps.evaluate("v_m");
    if (!lammps.first()) continue;
    EXPECT_NEAR(of_2 / mass_of_2, 1.0, SUM);
    ASSERT_EQ(rows.size(), 6U);
    for (int slice : {0, 1}) {
      double number = 0, mass = 0, momentum[3] = {0, 0, 0}, square[3] = {0, 0, 0};
      for (const AtomSnapshot &a : atoms) {
        const double z = a.x[2] - HEIGHT * std::floor(a.x[2] / HEIGHT);
        if ((z >= 0.5 * HEIGHT) != (slice == 1)) continue;
        number++;
        mass += a.mass;
        for (int k = 0; k < 3; k++) momentum[k] += a.mass * a.v[k];
      }
      for (const AtomSnapshot &a : atoms) {
        const double z = a.x[2] - HEIGHT * std::floor(a.x[2] / HEIGHT);
        if ((z >= 0.5 * HEIGHT) != (slice == 1)) continue;
        for (int k = 0; k < 3; k++) square[k] += a.mass * std::pow(a.v[k] - momentum[k] / mass, 2);
      }
      const auto &row = rows[slice];
      EXPECT_NEAR(row[Z - 1], (0.5 + slice) * 2e-3, 1e-15);
      EXPECT_NEAR(row[VOLUME - 1] / 24e-9, 1.0, SUM);
      EXPECT_EQ(row[NUMBER - 1], number);
      EXPECT_NEAR(row[MASS - 1] / mass, 1.0, SUM);
      for (int k = 0; k < 3; k++) {
        EXPECT_NEAR(row[VEL - 1 + k], momentum[k] / mass, 10 * SUM);
        EXPECT_NEAR(row[TEMPERATURE - 1 + k] / (square[k] / mass), 1.0, 100 * SUM);
      }
      for (int column : {NUMBER, MASS})
        EXPECT_NEAR((rows[2 + slice][column - 1] + rows[4 + slice][column - 1]) / row[column - 1],
                    1.0, SUM);
    }
  }
}

// Samples of an interval are averaged, and the next interval begins anew.
TEST_F(FixSensor, MeansOverAnInterval)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(FLIGHT + R"(
      fix s all sensor 10 slices z 2 every 30
      fix one all sensor 10 slices z 2
    )");
    double number = 0, mass = 0;
    for (int interval = 0; interval < 2; interval++) {
      number = mass = 0;
      for (int sample = 0; sample < 3; sample++) {
        lammps.run("run 10");
        number += value(lammps, 1, NUMBER, "one") / 3;
        mass += value(lammps, 1, MASS, "one") / 3;
      }
    }
    EXPECT_NEAR(value(lammps, 1, NUMBER), number, 1e-12);
    EXPECT_NEAR(value(lammps, 1, MASS), mass, 1e-12 * mass);
  }
}

TEST_F(FixSensor, SolidFractionIsThatOfComputePacking)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(CROWD + R"(
      pair_style hertz/mindlin
      pair_coeff * * young 1e6 poisson 0.3 restitution 0.5
      region can cylinder z 3.5 3.5 3 1 6
      fix s all sensor 10 blocks 1 2 3 values fraction
      fix c all sensor 10 region can values fraction
      compute s all packing blocks 1 2 3
      compute c all packing region can
      run 10
    )");
    for (int part = 1; part <= 6; part++) {
      const std::string place = "c_s[" + std::to_string(part) + "][6]";
      EXPECT_NEAR(value(lammps, part, 5), lammps.evaluate(place), 1e-14) << part;
    }
    const double in_region = lammps.evaluate("c_c");
    EXPECT_NEAR(value(lammps, 1, 5, "c"), in_region, 1e-14);
    EXPECT_GT(in_region, 0.3);
  }
}

/* ---------------------------------------------------------------------- */

// All slices or blocks together have the virial of the pair style, whatever the ranks. Only central
// forces make its products symmetric, of which the sensor has the symmetric part.
TEST_F(FixSensor, StressAddsUpToThePressureOfThePairStyle)
{
  using Case = std::pair<std::string, std::string>;
  for (const auto &[newton, friction] :
       {Case(NEWTON[0], "0"), Case(NEWTON[1], "0"), Case(NEWTON[0], "0.3")})
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(newton + CROWD + R"(
        pair_style hertz/mindlin
        pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction )" +
                 friction + R"(
        compute p all pressure NULL pair
        fix s all sensor 7 slices z 5 values stress by types
        fix b all sensor 7 blocks 3 2 4 values stress kinetic
        fix all all sensor 7 blocks 1 1 1 values stress kinetic
        thermo_style custom step c_p[1]
        thermo 7
        run 70
      )");
      const auto slices = rows_of(lammps), blocks = rows_of(lammps, "b");
      const auto whole = rows_of(lammps, "all");
      double pressure[6];
      for (int n = 0; n < 6; n++)
        pressure[n] = lammps.evaluate("c_p[" + std::to_string(n + 1) + "]");
      if (!lammps.here()) continue;
      SCOPED_TRACE(newton + std::to_string(ranks));
      const double scale = 1e-10 * std::fabs(pressure[0]);
      ASSERT_GT(scale, 0.0);
      for (int n = 0; n < (friction == "0" ? 6 : 3); n++) {
        double slice = 0, of_types = 0, block = 0;
        for (int s = 0; s < 5; s++) slice += slices[s][4 + n] / 5;
        for (int s = 5; s < 15; s++) of_types += slices[s][4 + n] / 5;
        for (int s = 0; s < 24; s++) block += blocks[s][10 + n] / 24;
        EXPECT_NEAR(slice, -pressure[n], scale) << n;
        EXPECT_NEAR(of_types, -pressure[n], scale) << n;
        EXPECT_NEAR(block, -pressure[n], scale) << n;
        EXPECT_NEAR(whole[0][10 + n], -pressure[n], scale) << n;
      }
    }
}

namespace {

// A bed of spheres of many sizes on a floor, periodic across, brought to rest.
const std::string BED = R"(
  units si
  atom_style sphere
  comm_modify vel yes
  boundary p p f
  lattice sc 1e-3
  region box block 0 3 0 3 0 12
  create_box 1 box
  region low block 0 2.9 0 2.9 0.6 4.9
  create_atoms 1 region low
  reset_atoms id sort yes
  variable d atom 0.9e-3+0.15e-3*sin(id)
  set group all diameter v_d density 2500
  displace_atoms all random 5e-5 5e-5 0 4711 units box
  pair_style hertz/mindlin
  pair_coeff * * young 2e5 poisson 0.3 restitution 0.3 friction 0.5
  fix floor all wall/hertz/mindlin zplane 0 NULL
  fix down all gravity 9.81 vector 0 0 -1
  fix slow all viscous 2e-5
  fix move all nve/sphere
  neighbor 0.2e-3 bin
  timestep 4e-6
)";

}    // namespace

// In each slice the mean over its height of the weight of the spheres whose centers are above.
TEST_F(FixSensor, StressOfABedAtRestIsTheWeightAbove)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BED + R"(
      run 120000
      region bed block 0 3 0 3 0 2
      fix s all sensor 1 slices z 10 range z 0 6e-3 values stress
      fix r all sensor 1 region bed values stress mass
      run 1
    )");
    const auto atoms = lammps.atoms();
    const auto rows = rows_of(lammps), region = rows_of(lammps, "r");
    if (!lammps.first()) continue;
    constexpr double AREA = 9e-6, WIDTH = 0.6e-3;
    double first = 0.0, lowest = 0.0;
    for (int slice = 0; slice < 10; slice++) {
      const double low = slice * WIDTH, high = low + WIDTH;
      double weight = 0.0;    // mean over the height
      for (const AtomSnapshot &a : atoms)
        weight += a.mass * 9.81 * (std::clamp(a.x[2], low, high) - low) / WIDTH;
      if (slice == 0) first = weight;
      EXPECT_NEAR(rows[slice][4 + 2], -weight / AREA, 0.001 * first / AREA) << slice;
      if (slice > 0 && low < 1.99e-3) continue;
      if (slice == 0) lowest = rows[0][4 + 2];
    }
    EXPECT_LT(rows[1][4 + 2], 0.9 * 0.1 * lowest);    // pressure is negative
    EXPECT_GT(std::fabs(lowest), 10.0);
    // By points along the contacts.
    double weight = 0.0;
    for (const AtomSnapshot &a : atoms)
      weight += a.mass * 9.81 * std::clamp(a.x[2], 0.0, 2e-3) / 2e-3;
    EXPECT_NEAR(region[0][5 + 2] / (-weight / AREA), 1.0, 0.01);
    EXPECT_NEAR(region[0][VOLUME - 1] / 18e-9, 1.0, 1e-3);
  }
}

// A bed that falls and is stopped: what the floor gives and gravity takes is what momentum gains.
TEST_F(FixSensor, MomentumOfABed)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(BED + R"(
    unfix slow
    velocity all set 0 0 -0.3 units box
    variable weight equal 9.81*mass(all)
    variable push equal f_floor[3]
    fix sum all ave/time 1 500 500 v_push
    fix s all sensor 500 region box values mass velocity
  )");
  const auto momentum = [&] { return value(lammps, 1, 5) * value(lammps, 1, 8); };
  lammps.run("run 500");
  const double before = momentum();
  lammps.run("run 500");
  const double gained = momentum() - before, time = 500 * 4e-6;
  const double floor_pushes = lammps.evaluate("f_sum"), weight = lammps.evaluate("v_weight");
  const double impulse = (std::fabs(floor_pushes) - weight) * time;
  ASSERT_GT(std::fabs(floor_pushes), 2.0 * weight);
  EXPECT_NEAR(gained / impulse, 1.0, 0.01);    // of forces at whole steps
}

/* ---------------------------------------------------------------------- */

// Spheres at a known speed in a box that repeats: 2 mm of 10 mm are in the region.
TEST_F(FixSensor, StaysInARegion)
{
  const std::string flight = R"(
    units si
    atom_style sphere
    boundary p p p
    region box block 0 0.01 0 0.004 0 0.004
    create_box 2 box
    create_atoms 1 single 0.0005 0.002 0.002
    create_atoms 2 single 0.0030 0.002 0.003
    set group all diameter 1e-4 density 2500
    group slow type 1
    group fast type 2
    velocity slow set 1 0 0
    velocity fast set -2 0 0
    pair_style zero 1e-3
    pair_coeff * *
    neighbor 1e-3 bin
    fix move all nve/sphere
    timestep 1e-6
    region part block 0.002 0.004 INF INF INF INF
  )";
  const std::string sensor = "fix s all sensor 5 region part every 10 by types values number\n";
  for (const int ranks : rank_counts()) {
    for (const bool restarts : {false, true}) {
      LammpsSession lammps(ranks);
      lammps.run(flight + sensor + "run 2500\n");
      // slow: in at 1500 to 3500 and so on; fast: since the start to 500, then 4500 to 5500
      EXPECT_EQ(value(lammps, 2, 6), 1);
      EXPECT_EQ(value(lammps, 2, 7), 0);
      EXPECT_EQ(value(lammps, 3, 6), 0);
      EXPECT_EQ(value(lammps, 3, 7), 1);
      EXPECT_EQ(value(lammps, 3, 8), 0.0);    // since when is not known
      if (restarts)
        lammps.run("write_restart " + folder / "restart" + "\nclear\nread_restart " +
                   folder / "restart" + "\nregion part block 0.002 0.004 INF INF INF INF\n" +
                   sensor + "fix move all nve/sphere\nrun 3500");
      else
        lammps.run("run 2000\nreset_timestep 0\nrun 1500");
      EXPECT_EQ(value(lammps, 2, 6), 1);
      EXPECT_EQ(value(lammps, 2, 7), 1);
      EXPECT_NEAR(value(lammps, 2, 8), 2e-3, 1.1e-5);
      EXPECT_EQ(value(lammps, 3, 6), 1);
      EXPECT_EQ(value(lammps, 3, 7), 2);
      EXPECT_NEAR(value(lammps, 3, 8), 1e-3, 1.1e-5);
      EXPECT_EQ(value(lammps, 1, 6), 2);
      // A sphere that is created inside comes in, and one that is removed does not leave.
      lammps.run("create_atoms 1 single 0.003 0.001 0.001\nset group all diameter 1e-4 density "
                 "2500\nrun 10");
      EXPECT_EQ(value(lammps, 2, 6), 2);
      lammps.run("region all block INF INF INF INF INF INF\ndelete_atoms region all\nrun 10");
      EXPECT_EQ(value(lammps, 2, 7), 1);
      lammps.run("unfix s\nrun 1");
    }
  }
}

// An interval that a restart divides is the same.
TEST_F(FixSensor, IntervalsGoOnAfterARestart)
{
  const std::string style = R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction 0.3
  )";
  const std::string sensor =
      "fix s all sensor 10 blocks 2 1 2 every 60 by types values number mass "
      "velocity temperature fraction kinetic stress\n";
  for (const int ranks : rank_counts()) {
    std::vector<std::vector<double>> straight;
    {
      LammpsSession lammps(ranks);
      lammps.run(CROWD + style + sensor + "run 25\nrun 35");    // set-up has newer velocities
      straight = rows_of(lammps);
    }
    LammpsSession lammps(ranks);
    lammps.run(CROWD + style + sensor + "run 25\nwrite_restart " + folder / "restart" +
               "\nclear\nread_restart " + folder / "restart" +
               "\ncomm_modify vel yes\nneighbor 0.2e-3 bin\nfix move all nve/sphere\n" + style +
               sensor + "run 35");
    const auto rows = rows_of(lammps);
    for (size_t row = 0; row < rows.size(); row++)
      for (size_t k = 0; k < rows[row].size(); k++)
        EXPECT_NEAR(rows[row][k], straight[row][k],
                    A_RUN *
                        std::fabs(straight[row][k < 13       ? k
                                                    : k < 19 ? 13
                                                             : 19]))
            << row << " " << k;
  }
}

/* ---------------------------------------------------------------------- */

TEST_F(FixSensor, FilesForTablesAndParaView)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(FLIGHT +
               "fix s all sensor 10 blocks 2 1 3 every 20 by types values number velocity "
               "kinetic file " +
               folder / "s.csv" + " grid " + folder / "s.pvd" + "\nrun 40");
    const auto rows = rows_of(lammps);
    if (!lammps.first()) continue;
    const std::string table = read_file(folder / "s.csv");
    EXPECT_TRUE(has(table,
                    "step,time [s],component,x [m],y [m],z [m],volume [m^3],number,vx "
                    "[m/s],vy [m/s],vz [m/s],kinetic_xx [Pa]"));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 2 * 3 * 6);
    EXPECT_TRUE(has(table, "\n40,4e-05,2,"));
    if (!has_vtk_reader()) continue;
    const auto frames = read_series(folder / "s.pvd");
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_NEAR(frames[1].time, 4e-5, 1e-12);
    const VtkThing &grid = frames[1]["sensor"];
    ASSERT_EQ(grid.values.at("number").size(), 6U);
    for (int place = 0; place < 6; place++) {
      EXPECT_EQ(grid.values.at("number")[place], rows[place][4]);
      EXPECT_NEAR(grid.values.at("velocity")[3 * place + 2], rows[place][7], 1e-7);
      EXPECT_EQ(grid.values.at("number 2")[place], rows[12 + place][4]);
      // VTK has yz before xz.
      EXPECT_NEAR(grid.values.at("kinetic")[6 * place + 4], rows[place][13],
                  1e-8 * std::fabs(rows[place][13]));
    }
  }
}

// A run that a restart continues appends to both, without what came after the restart file.
TEST_F(FixSensor, FilesGoOnAfterARestart)
{
  ONE_RANK_IS_ENOUGH();
  const auto sensor = [&](const std::string &word) {
    return "fix s all sensor 10 slices z 2 " + word + " " + folder / "s.csv" + " grid " +
        folder / "s.pvd" + "\n";
  };
  {
    LammpsSession lammps;
    lammps.run(FLIGHT + sensor("file") + "run 20\nwrite_restart " + folder / "restart" +
               "\nrun 20");
  }
  LammpsSession lammps;
  lammps.run("read_restart " + folder / "restart" + "\nfix move all nve/sphere\n" +
             sensor("append") + "run 10");
  const std::string table = read_file(folder / "s.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 3 * 2);
  EXPECT_TRUE(has(table, "\n30,"));
  if (has_vtk_reader()) EXPECT_EQ(read_series(folder / "s.pvd").size(), 3U);
}

TEST_F(FixSensor, ErrorsAreOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  const auto expect_error = [](const std::string &words, const std::string &text) {
    LammpsSession lammps;
    const std::string found = lammps.error_of(FLIGHT + "fix s all sensor " + words);
    EXPECT_TRUE(has(found, "Fix sensor: " + text)) << found;
  };
  expect_error("0 plane z 0", "N 0 (");
  expect_error("10", "N needs a place behind it");
  expect_error("10 sphere", "place sphere (expected plane, region, slices or blocks)");
  expect_error("10 plane z", "plane needs an axis and a place");
  expect_error("10 plane w 0", "plane w (expected x, y or z)");
  expect_error("10 plane z 0.1", "plane z 0.1 (expected inside the box, 0 to 0.004)");
  expect_error("10 plane z 0 within hole", "region hole (does not exist)");
  expect_error("10 plane z 0 values mass", "unknown keyword values");
  expect_error("10 region hole", "region hole (does not exist)");
  expect_error("10 slices z 0", "slices 0 (");
  expect_error("10 slices z 2 every 0", "every 0 (");
  expect_error("10 slices z 2 every 25", "every 25 (expected a multiple of N, 10)");
  expect_error("10 slices z 2 by colors", "by colors (expected types, groups or none)");
  expect_error("10 slices z 2 by groups", "by groups needs one group or more");
  expect_error("10 slices z 2 by groups none", "by groups none (expected groups that exist)");
  expect_error("10 slices z 2 values size", "values size (expected number, mass, ");
  expect_error("10 slices z 2 values", "values needs one name or more");
  expect_error("10 slices z 2 grid s.vtk", "grid s.vtk (expected a name that ends with .pvd)");
  expect_error("10 blocks 100 100 101", "number of rows 1.01e+06 (at most 1 million)");
  expect_error("10 plane z 0\nchange_box all triclinic\nrun 0", "box is triclinic");
  expect_error("10 slices z 2\nchange_box all boundary p p s\nrun 0",
               "the box follows the particles along z (give range z lo hi)");
  expect_error("10 slices z 2 values stress\ncomm_modify vel yes\npair_style granular\n"
               "pair_coeff * * hooke 1000 50 tangential linear_nohistory 1 0.1\nrun 0",
               "pair_style granular does not show its contacts");
  expect_error("10 slices z 2 by groups move\n", "by groups move (expected groups that exist)");
}

TEST_F(FixSensor, RefusesARestartOfAnotherSensor)
{
  ONE_RANK_IS_ENOUGH();
  {
    LammpsSession lammps;
    lammps.run(FLIGHT + "fix s all sensor 10 slices z 2\nrun 10\nwrite_restart " +
               folder / "restart");
  }
  LammpsSession lammps;
  const std::string found = lammps.error_of("read_restart " + folder / "restart" +
                                            "\nfix s all sensor 10 slices z 3\nrun 0");
  EXPECT_TRUE(has(found,
                  "Fix sensor: the restart file has fix s with other values, components or "
                  "places (give the same, or another fix ID)"));
}
