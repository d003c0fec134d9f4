// fix sensor: stress and momentum.
//
// Oracles: the virial pressure of the pair style; the weight of beds, clusters and bodies at rest;
// impulse and momentum.

#include "styles/contacts/crowd.h"
#include "styles/polyhedra/cubes.h"
#include "styles/sensors/sensor_scenes.h"
#include "testing/bodies.h"
#include "testing/cases.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace test_fix_sensor_stress {

using namespace grist::testing;

class FixSensorStress : public testing::Test {
 protected:
  TestFolder folder;
};

// All slices or blocks together have the virial of the pair style, whatever the ranks. Only central
// forces make its products symmetric, of which the sensor has the symmetric part.
TEST_F(FixSensorStress, StressAddsUpToThePressureOfThePairStyle)
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

// A bed of spheres of many sizes on a floor, periodic across, brought to rest.
const std::string BED = R"(
  units si
  atom_style sphere
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
)";
const std::string BED_STYLES = R"(
  comm_modify vel yes
  pair_style hertz/mindlin
  pair_coeff * * young 2e5 poisson 0.3 restitution 0.3 friction 0.5
  fix floor all wall/hertz/mindlin zplane 0 NULL
  fix down all gravity 9.81 vector 0 0 -1
  fix slow all viscous 2e-5
  fix move all nve/sphere
  neighbor 0.2e-3 bin
  timestep 4e-6
)";

// On one rank: brings a system to rest and writes a restart file.
void write_at_rest(const std::string &system, int steps, const std::string &restart)
{
  LammpsSession lammps;
  lammps.run(system + "run " + std::to_string(steps) + "\nwrite_restart " + restart);
}

// Slices of a column at rest on a floor, `area` across: the mean over the height of each
// of the weight of the centers above.
template <class Atoms>
void expect_weights(LammpsSession &lammps, const Atoms &atoms, double area, double width)
{
  constexpr double TOLERANCE = 1e-3;    // what still moves
  const auto rows = rows_of(lammps);
  if (!lammps.first()) return;
  double first = 0.0;
  for (size_t slice = 0; slice < rows.size(); slice++) {
    double weight = 0.0;
    for (const auto &a : atoms)
      weight += a.mass * 9.81 *
          (std::clamp(a.x[2], slice * width, (slice + 1) * width) - slice * width) / width;
    if (slice == 0) first = weight;
    EXPECT_NEAR(rows[slice][4 + 2], -weight / area, TOLERANCE * first / area) << slice;
  }
  EXPECT_GT(first, 0.0);
}

// In each slice the mean over its height of the weight of the spheres whose centers are above.
TEST_F(FixSensorStress, StressOfABedAtRestIsTheWeightAbove)
{
  write_at_rest(BED + BED_STYLES, 120000, folder / "rest");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run("read_restart " + folder / "rest" + BED_STYLES + R"(
      lattice sc 1e-3
      region bed block 0 3 0 3 0 2
      fix s all sensor 1 slices z 10 range z 0 6e-3 values stress
      fix r all sensor 1 region bed values stress mass
      run 1
    )");
    const auto atoms = lammps.atoms();
    const auto region = rows_of(lammps, "r");
    constexpr double AREA = 9e-6;
    expect_weights(lammps, atoms, AREA, 0.6e-3);
    if (!lammps.first()) continue;
    // By points along the contacts.
    double weight = 0.0;
    for (const AtomSnapshot &a : atoms)
      weight += a.mass * 9.81 * std::clamp(a.x[2], 0.0, 2e-3) / 2e-3;
    EXPECT_NEAR(region[0][5 + 2] / (-weight / AREA), 1.0, 0.01);
    EXPECT_NEAR(region[0][VOLUME - 1] / 18e-9, 1.0, 1e-3);
  }
}

// A bed that falls and is stopped: what the floor gives and gravity takes is what momentum gains.
TEST_F(FixSensorStress, MomentumOfABed)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(BED + BED_STYLES + R"(
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

// A row of bonded spheres stands upright: what bonds carry is in the stress.
TEST_F(FixSensorStress, StressOfABondedClusterAtRest)
{
  std::vector<SphereLine> spheres;
  for (int i = 0; i < 6; i++) spheres.push_back({1, 2e-3, 2500, 0, 0, 0.998e-3 + 2e-3 * i});
  std::vector<std::pair<int, int>> bonds;
  for (int i = 1; i < 6; i++) bonds.emplace_back(i, i + 1);
  write_data(folder / "data", spheres, bonds, -0.02, 0.02);
  const std::string styles = R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3 restitution 0.5
    neighbor 1e-3 bin
    timestep 1e-6
    fix floor all wall/hertz/mindlin zplane 0 NULL
    fix down all gravity 9.81 vector 0 0 -1
    fix slow all viscous 0.02
    fix move all nve/sphere
  )";
  for (const std::string newton : {"on off", "off off"}) {
    write_at_rest(with_newton(read_case(folder / "data", UNBREAKABLE, "f f f"), newton) + styles,
                  60000, folder / "rest");
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run("read_restart " + folder / "rest" + styles + R"(
        fix s all sensor 1 slices z 7 range z 0 0.0105 range x -5e-3 5e-3 range y -5e-3 5e-3 &
            values stress
        run 1
      )");
      expect_weights(lammps, lammps.atoms(), 1e-4, 1.5e-3);
    }
  }
}

// Three cubes on each other.
TEST_F(FixSensorStress, StressOfBodiesAtRest)
{
  std::vector<BodyLine> cubes;
  for (int i = 0; i < 3; i++)
    cubes.push_back(cube_at(grist::Matrix3d::identity(), {0, 0, (0.5 + i) * EDGE}));
  write_bodies(folder / "data", cubes, -0.1, 0.1);
  const std::string styles = R"(
    pair_style polyhedron
    pair_coeff * * volume 3e9 restitution 0.3 friction 0.5
    fix floor all wall/polyhedron volume 3e9 restitution 0.3 friction 0.5 zplane 0 NULL
    fix down all gravity 9.81 vector 0 0 -1
    fix slow all viscous 20
    fix move all nve/body
    timestep 1e-5
  )";
  write_at_rest(BODIES + ("boundary f f f\nread_data " + folder / "data") + styles, 60000,
                folder / "rest");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BODIES + ("read_restart " + folder / "rest") + styles + R"(
      fix s all sensor 1 slices z 8 range z 0 0.08 values stress
      run 1
    )");
    expect_weights(lammps, bodies(lammps), 0.04, 0.01);
  }
}

}    // namespace test_fix_sensor_stress
