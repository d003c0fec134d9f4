// fix sensor with a plane: what crosses it.
//
// Oracles: free flight, whose crossings are known; the same on other numbers of ranks, with newton
// off, after a restart.

#include "common/exact_sum.h"
#include "styles/contacts/crowd.h"
#include "styles/sensors/sensor_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace test_fix_sensor_planes {

using namespace grist::testing;

class FixSensorPlanes : public testing::Test {
 protected:
  TestFolder folder;
};

enum Plane { FORWARD = 1, BACK, MASS_FORWARD, MASS_BACK, RATE, VX, VY, VZ };
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

TEST_F(FixSensorPlanes, CountsWhatCrossesAPlaneExactly)
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
TEST_F(FixSensorPlanes, RateAndVelocityOfWhatCrosses)
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

// Values of both sensors where the run was cut, at the end of the interval that was cut, and later.
std::vector<double> values_after_cut(LammpsSession &lammps)
{
  std::vector<double> all;
  for (const char *more : {"run 0", "run 50", "run 600"}) {
    lammps.run(more);
    for (const char *id : {"s", "w"}) {
      const auto rows = rows_of(lammps, id);
      if (lammps.first()) all.insert(all.end(), rows[0].begin(), rows[0].end());
    }
  }
  return all;
}

// Counts go on in a second run and after a restart, on another number of ranks.
TEST_F(FixSensorPlanes, CrossingsGoOnAfterARestart)
{
  const std::string sensors = R"(
    fix s all sensor 50 plane z 1.3e-3 every 100
    region half block INF INF 0 1.5e-3 INF INF units box
    fix w all sensor 50 plane z 1.3e-3 every 100 within half
  )";
  const std::string begin = FLIGHT + "run 10\n" + sensors + "run 340\n";
  std::vector<double> straight;
  {
    LammpsSession lammps(1);
    lammps.run(begin);
    straight = values_after_cut(lammps);
  }
  for (const int ranks : rank_counts()) {
    {
      LammpsSession lammps(ranks);
      lammps.run(begin + "write_restart " + folder / "restart");
    }
    LammpsSession lammps(world_size() / ranks);
    lammps.run("read_restart " + folder / "restart" + "\nneighbor 0.2e-3 bin\n" +
               "neigh_modify delay 0 every 1 check yes\n" + sensors + "fix move all nve/sphere\n");
    const std::vector<double> now = values_after_cut(lammps);
    if (!lammps.first()) continue;
    ASSERT_EQ(now.size(), straight.size());
    for (size_t k = 0; k < now.size(); k++)
      EXPECT_NEAR(now[k], straight[k], 1e-9 * std::fabs(straight[k])) << k;
    const size_t last = 4 * VZ + MASS_FORWARD - 1;
    EXPECT_EQ(now[last], straight[last]);
  }
}

// Where each particle is when it crosses follows from its velocity. At the plane 0 it changes its
// rank in that step.
class FixSensorRegions : public FixSensorPlanes, public testing::WithParamInterface<double> {};
INSTANTIATE_TEST_SUITE_P(At, FixSensorRegions, testing::Values(0.0, 1.3e-3));
TEST_P(FixSensorRegions, CountsWithinARegionOfThePlane)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run("processors 1 1 *\n" + FLIGHT + R"(
      neigh_modify check no
      region half block INF INF 0 1.5e-3 INF INF units box
      fix s all sensor 100 plane z )" +
               std::to_string(GetParam()) + " within half\n");
    const auto before = lammps.atoms();
    lammps.run("run 1000");
    const double number[2] = {value(lammps, 1, FORWARD), value(lammps, 1, BACK)};
    if (!lammps.first()) continue;
    double expected[2] = {0, 0};
    constexpr double TIME = 1e-3, DEPTH = 3e-3;
    for (const AtomSnapshot &a : before)
      for (int image = -10; image <= 10; image++) {
        const double time = (GetParam() + image * HEIGHT - a.x[2]) / a.v[2];
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
TEST_F(FixSensorPlanes, WhatIsInsertedOrRemovedHasNotCrossed)
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

}    // namespace test_fix_sensor_planes
