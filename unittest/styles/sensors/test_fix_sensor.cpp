// fix sensor with a region, slices or blocks: state, stays, files, input.
//
// Oracles: sums over LAMMPS' own atoms; flights, whose stays are known; compute packing; VTK's own
// reader; the same on other numbers of ranks and after a restart.

#include "styles/contacts/crowd.h"
#include "styles/sensors/sensor_scenes.h"
#include "testing/one_rank.h"
#include "testing/vtk_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace test_fix_sensor {

using namespace grist::testing;

class FixSensor : public testing::Test {
 protected:
  TestFolder folder;
};

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
      EXPECT_NEAR(row[MASS_INSIDE - 1] / mass, 1.0, SUM);
      for (int k = 0; k < 3; k++) {
        EXPECT_NEAR(row[VEL - 1 + k], momentum[k] / mass, 10 * SUM);
        EXPECT_NEAR(row[TEMPERATURE - 1 + k] / (square[k] / mass), 1.0, 100 * SUM);
      }
      for (int column : {NUMBER, MASS_INSIDE})
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
        mass += value(lammps, 1, MASS_INSIDE, "one") / 3;
      }
    }
    EXPECT_NEAR(value(lammps, 1, NUMBER), number, 1e-12);
    EXPECT_NEAR(value(lammps, 1, MASS_INSIDE), mass, 1e-12 * mass);
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
  if (has_vtk_reader()) { EXPECT_EQ(read_series(folder / "s.pvd").size(), 3U); }
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
  expect_error("10 slices z 2 by groups none", "by groups none (no group of this ID)");
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
  expect_error("10 slices z 2 by groups move\n", "by groups move (no group of this ID)");
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

}    // namespace test_fix_sensor
