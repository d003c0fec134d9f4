// Feeds and outflow of polyhedra: a stream through a plant.
//
// Oracles: fed = inside + left, number and mass; equality on 1, 2 and 4 ranks and after a restart.

#include "styles/feeds/outflow_scenes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace grist::testing;

namespace test_feeds_of_bodies {

const std::string BOX = R"(
  units si
  atom_style body polyhedron 4 40
  boundary f f f
  region box block -0.06 0.06 -0.06 0.06 -0.1 0.12
  create_box 2 box
)";
const std::string PLANT = R"(
  region feed block -0.05 0.05 -0.05 0.05 0.06 0.11
  region left block INF INF INF INF INF -0.03
  particle_mix ore polyhedron plate fraction 0.5 shape box 0.012 0.012 0.003 density 2500 &
               polyhedron stone fraction 0.3 shape random cuts 6 shapes 5 size uniform 0.006 0.01 density 2500 type 2 &
               sphere ball fraction 0.2 size 0.008 density 7800
  pair_style polyhedron
  pair_coeff * * volume 1e9 restitution 0.3 friction 0.4
  neighbor 0.002 bin
  comm_modify vel yes
  fix down all gravity 9.81 vector 0 0 -1
  fix move all nve/body
  fix chute all wall/polyhedron volume 1e9 restitution 0.3 friction 0.2 plane 0.03 0 0 -2 0 1 xplane -0.058 0.058 &
                yplane -0.058 0.058
  timestep 1e-5
  thermo_modify norm no lost error
)";
const std::string FLOW =
    "fix stream all insert/stream ore region feed rate 2 velocity 0 0 -1 omega 3 0 5 every 500\n"
    "fix out all outflow 20 ";
const std::string ZONES[] = {"plane 0 0 -0.05 0 0 -1", "region left", "box"};

struct Reading {
  double fed, fed_number, inside, left, left_number, bodies, spheres, atoms, mass;
};

Reading read(LammpsSession &lammps)
{
  return {
      lammps.evaluate("f_stream[1]"), lammps.evaluate("f_stream[2]"), lammps.evaluate("f_out[9]"),
      lammps.evaluate("f_out[1]"),    lammps.evaluate("f_out[2]"),    lammps.evaluate("f_out[6]"),
      lammps.evaluate("f_out[5]"),    lammps.thermo("atoms"),         lammps.evaluate("mass(all)")};
}

void expect_balance(const Reading &now)
{
  EXPECT_NEAR(now.fed, now.inside + now.left, 1e-15 * now.fed);
  EXPECT_NEAR(now.inside, now.mass, 1e-14 * now.fed);
  EXPECT_EQ(now.fed_number, now.atoms + now.left_number);
  EXPECT_EQ(now.left_number, now.bodies + now.spheres);
}

TEST(FeedsOfBodies, WhatIsFedIsInsideOrHasLeft)
{
  for (const std::string &zone : ZONES) {
    double first_fed = 0.0;
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(BOX + PLANT + FLOW + zone + "\n");
      for (int k = 0; k < 4; k++) {
        lammps.run("run 5000\n");
        const Reading now = read(lammps);
        if (!is_first_rank()) continue;
        expect_balance(now);
        if (k < 3) continue;
        EXPECT_GT(now.bodies, 20.0) << zone;
        EXPECT_GT(now.spheres, 0.0) << zone;
        EXPECT_GT(now.atoms, 20.0) << zone;
        if (first_fed == 0.0) first_fed = now.fed;
        EXPECT_EQ(now.fed, first_fed) << zone << " on " << ranks;
        EXPECT_NEAR(now.fed, 2 * 20000e-5, 0.02);    // the rate, to within what comes at once
      }
    }
  }
}

// The stream continues with the same particles, and files by component with the same rows.
TEST(FeedsOfBodies, ARestartContinues)
{
  const TestFolder folder;
  for (const int ranks : rank_counts()) {
    const std::string out = folder / "out.csv", again = folder / "again.csv",
                      halt = folder / "halt";
    Reading whole;
    std::vector<BodySnapshot> expected;
    {
      LammpsSession lammps(ranks);
      lammps.run(BOX + PLANT + FLOW + ZONES[0] + " sizes 0.007 0.009 every 1000 append " + out +
                 "\nrun 9000\nwrite_restart " + halt + "\nrun 6000\n");
      whole = read(lammps);
      expected = bodies(lammps);
    }
    {
      LammpsSession lammps(ranks);
      lammps.run(BOX + PLANT + FLOW + ZONES[0] + " sizes 0.007 0.009 every 1000 append " + again +
                 "\nrun 9000\n");
    }
    LammpsSession lammps(ranks);
    lammps.run("read_restart " + halt + "\n" + PLANT + FLOW + ZONES[0] +
               " sizes 0.007 0.009 every 1000 append " + again + "\nrun 6000\n");
    const Reading now = read(lammps);
    const auto found = bodies(lammps);
    if (is_first_rank()) {
      expect_balance(now);
      EXPECT_EQ(now.fed, whole.fed);
      EXPECT_EQ(now.fed_number, whole.fed_number);
      EXPECT_NEAR(now.left, whole.left, 0.02 * whole.fed);    // collisions amplify rounding
      EXPECT_GT(now.left_number, 10.0);
      EXPECT_EQ(column_of(out, "step"), column_of(again, "step"));
      EXPECT_EQ(column_of(out, "bodies_out", "2").size(), 16u);
      EXPECT_EQ(column_of(out, "component", "2").size(), 16u);
      const auto all = column_of(again, "number_out"), ones = column_of(again, "number_out", "1"),
                 twos = column_of(again, "number_out", "2");
      for (size_t k = 0; k < all.size(); k++) EXPECT_EQ(all[k], ones[k] + twos[k]);
      for (const std::string &file : {out, again}) std::remove(file.c_str());
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

// Plates that are there already, and the walls of the box, keep no particle out that does not
// overlap them.
TEST(FeedsOfBodies, AStreamFallsBetweenWhatIsThere)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BOX +
               "region shelf block -0.05 0.05 -0.05 0.05 0.08 0.084\n"
               "create_polyhedra 1 region shelf shape box 0.099 0.099 0.002 density 1000 orient "
               "fixed attempts 100000\n"
               "region above block -0.05 0.05 -0.05 0.05 0.085 0.1\n" +
               PLANT +
               "fix fill all insert/pack ore region above number 30\nrun 0\ncompute f all reduce "
               "max fx fy fz\n"
               "thermo_style custom step c_f[1] c_f[2]\nrun 0\n");
    EXPECT_EQ(lammps.evaluate("f_fill[2]"), 30.0);    // all within the bounding sphere of the shelf
    EXPECT_EQ(lammps.evaluate("c_f[1]"), 0.0);
    EXPECT_EQ(lammps.evaluate("c_f[2]"), 0.0);
  }
}

}    // namespace test_feeds_of_bodies
