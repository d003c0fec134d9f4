// The hysteretic law in LAMMPS: pair_style polyhedron and fix wall/polyhedron.
//
// Oracles: restitution and energy lost of an impact in closed form, the same run on other numbers
// of ranks and through a restart, bodies at rest.

#include "common/space.h"
#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_hysteretic_polyhedra {

using namespace grist::testing;
using grist::Matrix3d;
using grist::Vector3d;

constexpr double SPEED = 0.1, RESTITUTION = 0.4;

// Two cubes meet face on face, with a rebuild at every third step. They move through cells of the
// pairwise list and over borders of ranks, so that now one of them is the first of the pair and now
// the other. The force ends before the overlap does.
TEST(HystereticPolyhedra, CubesReboundByTheRestitution)
{
  TestFolder folder;
  if (is_first_rank())
    write_bodies(folder / "data",
                 {cube_at(Matrix3d::identity(), {-0.012 + 0.50001 * EDGE, 0.001, 0.002}),
                  cube_at(Matrix3d::identity(), {-0.012 - 0.50001 * EDGE, 0.001, 0.002})},
                 -0.1, 0.1);
  MPI_Barrier(MPI_COMM_WORLD);
  const double lost = 0.25 * MASS * SPEED * SPEED * (1.0 - RESTITUTION * RESTITUTION);
  for (const int n : rank_counts())
    for (const std::string newton : {"newton on\n", "newton off\n"})
      for (const std::string law : {"volume 1e7", "energy 2.5e10"}) {
        SCOPED_TRACE(newton + law + " on " + std::to_string(n));
        LammpsSession lammps(n);
        lammps.run(newton + std::string(BODIES) +
                   "atom_modify map array\nboundary f f f\nread_data " + (folder / "data") +
                   "\npair_style polyhedron\npair_coeff * * " + law +
                   " hysteretic 0.4\nneighbor 0.01 bin\nneigh_modify delay 0 every 3 check no\n" +
                   R"(
          set atom 1 vx 3.98
          set atom 2 vx 4.08
          fix move all nve/body
          compute c all pair/local p9 p10 p11 p12 p13 eng
          compute s all reduce sum c_c[1] c_c[2] c_c[3] c_c[4] c_c[5] c_c[6] inputs local
          thermo_style custom step c_s[1] c_s[5] c_s[6]
          timestep 5e-6
          run 810)");
        EXPECT_EQ(lammps.evaluate("c_s[1]"), 1.0);    // with hardly any force left
        EXPECT_NEAR(lammps.evaluate("c_s[5]"), lost, 2e-3 * lost);
        lammps.run("run 1500");
        const auto found = bodies(lammps);
        EXPECT_EQ(lammps.evaluate("c_s[1]"), 0.0);
        if (!lammps.first()) continue;
        EXPECT_NEAR(found[0].v[0] - found[1].v[0], RESTITUTION * SPEED, 1e-3 * SPEED);
      }
}

const std::string FILLED = std::string(BODIES) + R"(
  boundary f f f
  region box block 0 0.12 0 0.12 0 0.12
  create_box 1 box
  region inside block 0.002 0.118 0.002 0.118 0.002 0.118
  create_polyhedra 90 region inside density 2500 shape random cuts 8 size 0.012 seed 7
  create_polyhedra 10 region inside density 7800 shape sphere size 0.012 seed 8
  pair_style polyhedron
  neighbor 0.002 bin
  fix move all nve/body
)";

TEST(HystereticPolyhedra, RanksAndRestartsAgree)
{
  TestFolder folder;
  for (const std::string law : {"volume 1e10", "energy 1e18"}) {
    const std::string contacts = "pair_coeff * * " + law +
        " hysteretic 0.4 friction 0.5\nfix walls all wall/polyhedron " + law +
        " hysteretic 0.5 friction 0.5 xplane 0 0.12 yplane 0 0.12 zplane 0 0.12\n"
        "timestep 1e-6\nneigh_modify delay 0 every 10 check no\n";
    const std::string start = FILLED + contacts +
        "velocity all ramp vx 3 -3 x 0 0.12\nvelocity all ramp vy 2 -2 y 0 0.12\n";
    std::vector<BodySnapshot> reference;
    {
      LammpsSession lammps(1);
      lammps.run("newton on\n" + start + "run 2000\nwrite_restart " + (folder / "half") +
                 "\nrun 2000");
      reference = bodies(lammps);
    }
    for (const int n : rank_counts())
      for (const std::string newton : {"newton on\n", "newton off\n"}) {
        LammpsSession lammps(n);
        lammps.run(newton + start + "run 2000\nrun 2000");
        const auto found = bodies(lammps);
        if (lammps.first()) {
          EXPECT_LT(largest_difference(found, reference), 1e-8) << n << newton;
        }
      }
    LammpsSession lammps(1);
    lammps.run("newton on\nread_restart " + (folder / "half") +
               "\npair_style polyhedron\nneighbor 0.002 bin\nfix move all nve/body\n" + contacts +
               "run 2000");
    const auto found = bodies(lammps);
    if (lammps.first()) { EXPECT_LT(largest_difference(found, reference), 1e-8); }
  }
}

// A cube that lands on an edge, rocks on its face and bounces; without dashpots it does not come to
// rest.
TEST(HystereticPolyhedra, ACubeThatRocksComesToRest)
{
  ONE_RANK_IS_ENOUGH();
  TestFolder folder;
  const Matrix3d tilt = rotation_matrix(0.1, normalized(Vector3d{1, 2, 0}));
  write_bodies(folder / "data", {cube_at(tilt, {0, 0, 0.6 * EDGE})}, -0.1, 0.1);
  const auto motion = [&](const std::string &law) {
    LammpsSession lammps;
    lammps.run(BODIES + ("boundary f f f\nread_data " + (folder / "data")) +
               "\npair_style polyhedron\npair_coeff * * volume 1e9\nfix move all nve/body\n"
               "fix down all gravity 9.81 vector 0 0 -1\ntimestep 1e-5\n"
               "fix floor all wall/polyhedron volume 1e9 friction 0.4 zplane 0 NULL " +
               law + "\nrun 100000");
    const BodySnapshot body = bodies(lammps).front();
    double sum = body.rotational_energy();
    for (const double v : body.v) sum += 0.5 * body.mass * v * v;
    return sum / (body.mass * 9.81 * EDGE);
  };
  EXPECT_LT(motion("hysteretic 0.3"), 1e-12);
  EXPECT_GT(motion("hysteretic 0.3 damping 0"), 1e-8);
}

TEST(HystereticPolyhedra, AHeapComesToRest)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(std::string(BODIES) + R"(
      boundary p p f
      region box block -0.05 0.05 -0.05 0.05 0 0.1
      create_box 1 box
      region air block -0.05 0.05 -0.05 0.05 0.002 0.06
      create_polyhedra 10 region air density 2500 shape random cuts 10 size 0.015 seed 3
      pair_style polyhedron
      pair_coeff * * volume 3e9 hysteretic 0.3 friction 0.5
      fix floor all wall/polyhedron volume 3e9 hysteretic 0.3 friction 0.5 zplane 0 NULL
      fix g all gravity 9.81 vector 0 0 -1
      fix move all nve/body
      timestep 1e-5
      run 80000)");
    const auto all = bodies(lammps);
    const double kinetic = kinetic_energy(all);
    double weight = 0.0;
    for (const BodySnapshot &body : all) weight += 9.81 * body.mass;
    const double on_floor = lammps.evaluate("f_floor[3]");
    if (!lammps.first()) continue;
    EXPECT_LT(kinetic, 1e-6 * weight * 0.015) << n;
    EXPECT_NEAR(on_floor, -weight, 2e-3 * weight) << n;
  }
}

}    // namespace test_hysteretic_polyhedra
