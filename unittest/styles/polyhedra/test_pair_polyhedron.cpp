// Contacts of polyhedra in LAMMPS: pair_style polyhedron and fix wall/polyhedron.
//
// Oracles: closed forms of impacts with one degree of freedom, conservation of energy and momentum,
// the same run on other numbers of ranks.

#include "common/constants.h"
#include "common/space.h"
#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace test_pair_polyhedron {

using namespace grist::testing;
using grist::Matrix3d;
using grist::Vector3d;
using grist::vector_at;

using grist::PI;
constexpr double SPEED = 0.1;

Matrix3d turned_by(double angle, const Vector3d &axis)
{
  return rotation_matrix(angle, normalized(axis));
}

// ---- one degree of freedom ----------------------------------------------------------------------

// What an impact is in closed form: force c h^n at depth h of a mass m that comes with SPEED.
struct Impact {
  double force, duration;
};
Impact closed_form(double c, double n, double m)
{
  const double depth = std::pow(0.5 * m * SPEED * SPEED * (n + 1.0) / c, 1.0 / (n + 1.0));
  const double beta =
      std::tgamma(1.0 / (n + 1.0)) * std::tgamma(0.5) / std::tgamma(1.0 / (n + 1.0) + 0.5);
  return {c * std::pow(depth, n), 2.0 * depth / SPEED * beta / (n + 1.0)};
}

class Impacts : public testing::Test {
 protected:
  TestFolder folder;

  // The largest force in z on an atom, and how long there is one.
  Impact measure(LammpsSession &lammps, const std::string &input, double dt, int steps)
  {
    const std::string file = folder / "force";
    std::ostringstream text;
    text << input << "\nfix move all nve/body\ntimestep " << dt
         << "\ncompute most all reduce max fz\nfix out all ave/time 1 1 1 c_most file " << file
         << "\nthermo 0\nrun " << steps << "\nunfix out\n";
    lammps.run(text.str());
    Impact found = {0.0, 0.0};
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      double step, force;
      if (line[0] == '#' || !(std::istringstream(line) >> step >> force)) continue;
      found.force = std::max(found.force, force);
      if (force > 0.0) found.duration += dt;
    }
    return found;
  }

  // A rotated cube falls on a plane.
  void on_plane(const Matrix3d &rotation, double lowest, const std::string &law, double c, double n)
  {
    ONE_RANK_IS_ENOUGH();
    const Impact expected = closed_form(c, n, MASS);
    const double dt = expected.duration / 4000.0;
    write_bodies(folder / "data", {cube_at(rotation, {0, 0, lowest + 2.0 * dt * SPEED})}, -0.1,
                 0.1);
    LammpsSession lammps;
    const Impact found =
        measure(lammps,
                BODIES + ("boundary f f f\nread_data " + (folder / "data")) +
                    "\npair_style polyhedron\npair_coeff * * volume 1\nvelocity all set 0 0 -0.1\n"
                    "fix floor all wall/polyhedron " +
                    law + " zplane 0 NULL",
                dt, 4300);
    EXPECT_NEAR(found.force, expected.force, 2e-3 * expected.force);
    EXPECT_NEAR(found.duration, expected.duration, 2e-3 * expected.duration);
  }
};

TEST_F(Impacts, FaceOnPlane)
{
  on_plane(Matrix3d::identity(), 0.5 * EDGE, "volume 1e9", 1e9 * EDGE * EDGE, 1.0);
}

TEST_F(Impacts, FaceOnPlaneByEnergy)
{
  on_plane(Matrix3d::identity(), 0.5 * EDGE, "energy 1e13", 1e13 * std::pow(EDGE, 4), 1.0);
}

// V = L h^2, and K V dV/dh = 2 K L^2 h^3 for the law of energy.
TEST_F(Impacts, EdgeOnPlane)
{
  on_plane(turned_by(PI / 4, Vector3d::unit_x()), EDGE / std::sqrt(2.0), "volume 1e9", 1e9 * EDGE,
           2.0);
}

TEST_F(Impacts, EdgeOnPlaneByEnergy)
{
  on_plane(turned_by(PI / 4, Vector3d::unit_x()), EDGE / std::sqrt(2.0), "energy 1e13",
           2e13 * EDGE * EDGE, 3.0);
}

// V = sqrt(3)/2 h^3, along the diagonal of the cube.
TEST_F(Impacts, CornerOnPlane)
{
  const Matrix3d up =
      rotation_matrix(grist::quaternion_between(Vector3d::ones(), Vector3d::unit_z()));
  on_plane(up, EDGE * std::sqrt(3.0) / 2.0, "volume 1e10", 1e10 * std::sqrt(3.0) / 2.0, 3.0);
}

// V = 2/3 h^3 for right-angled edges that cross at right angles; both cubes are free.
TEST_F(Impacts, CrossedEdges)
{
  ONE_RANK_IS_ENOUGH();
  const Impact expected = closed_form(1e10 * 2.0 / 3.0, 3.0, 0.5 * MASS);
  const double dt = expected.duration / 4000.0, apart = EDGE * std::sqrt(2.0) + 2.0 * dt * SPEED;
  write_bodies(folder / "data",
               {cube_at(turned_by(PI / 4, Vector3d::unit_x()), {0, 0, 0.5 * apart}),
                cube_at(turned_by(PI / 4, Vector3d::unit_y()), {0, 0, -0.5 * apart})},
               -0.1, 0.1);
  LammpsSession lammps;
  const Impact found = measure(
      lammps,
      BODIES + ("boundary f f f\nread_data " + (folder / "data")) +
          "\npair_style polyhedron\npair_coeff * * volume 1e10\ngroup top id 1\ngroup low id 2\n"
          "velocity top set 0 0 -0.05\nvelocity low set 0 0 0.05",
      dt, 4300);
  EXPECT_NEAR(found.force, expected.force, 2e-3 * expected.force);
  EXPECT_NEAR(found.duration, expected.duration, 2e-3 * expected.duration);
}

// ---- many bodies --------------------------------------------------------------------------------

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
const std::string IN_WALLS = " xplane 0 0.12 yplane 0 0.12 zplane 0 0.12\n";

TEST(PairPolyhedron, EnergyIsConserved)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(FILLED + "pair_coeff * * energy 1e17\nfix walls all wall/polyhedron energy 1e17" +
             IN_WALLS +
             "fix_modify walls energy yes\nvelocity all create 1e18 8723\ntimestep 1e-5\n"
             "compute all_motion all temp/body\nthermo_style custom step temp pe "
             "c_all_motion\nthermo 10000\n");
  const auto energy = [&] { return lammps.thermo("pe") + kinetic_energy(bodies(lammps)); };
  lammps.run("run 0");
  const double start = energy();
  double spin = 0.0;
  for (int n = 0; n < 10; n++) {
    lammps.run("run 10000");
    EXPECT_NEAR(energy(), start, 1e-5 * start);
  }
  for (const BodySnapshot &body : bodies(lammps)) spin += body.rotational_energy();
  EXPECT_GT(spin, 0.1 * start);    // there were contacts
}

TEST(PairPolyhedron, MomentumIsConserved)
{
  for (const int n : rank_counts())
    for (const std::string newton : {"newton on\n", "newton off\n"}) {
      LammpsSession lammps(n);
      lammps.run(newton + FILLED + "pair_coeff * * volume 1e10 restitution 0.5 friction 0.5\n" +
                 "velocity all ramp vx 3 -3 x 0 0.12\nvelocity all ramp vy 2 -2 y 0 0.12\n"
                 "velocity all ramp vz 0 1 x 0 0.12\ntimestep 2e-6\nrun 0");
      Vector3d linear[2], angular[2];
      double size = 0.0;
      for (int k = 0; k < 2; k++) {
        linear[k] = {};
        angular[k] = {};
        for (const BodySnapshot &body : bodies(lammps)) {
          const Vector3d x = vector_at(body.x.data()), v = vector_at(body.v.data()),
                         own = vector_at(body.angmom.data());
          linear[k] += body.mass * v;
          angular[k] += body.mass * cross(x, v) + own;
          size += body.mass * norm(v);
        }
        if (k == 0) lammps.run("run 1500");
      }
      if (!lammps.first()) continue;
      EXPECT_LT(norm(linear[1] - linear[0]), 1e-11 * size) << n << newton;
      EXPECT_LT(norm(angular[1] - angular[0]), 1e-11 * size * 0.12) << n << newton;
    }
}

// Contacts of spheres and polyhedra, walls, friction with history, across borders of ranks and
// through a restart.
TEST(PairPolyhedron, RanksAndRestartsAgree)
{
  TestFolder folder;
  const std::string contacts =
      "pair_coeff * * volume 1e10 restitution 0.5 friction 0.5\n"
      "fix walls all wall/polyhedron volume 1e10 restitution 0.5 friction 0.5" +
      IN_WALLS + "timestep 2e-6\nneigh_modify delay 0 every 10 check no\n";
  const std::string start = FILLED + contacts +
      "velocity all ramp vx 3 -3 x 0 0.12\nvelocity all ramp vy 2 -2 y 0 0.12\n";
  std::vector<BodySnapshot> reference;
  {
    LammpsSession lammps(1);
    lammps.run("newton on\n" + start + "run 1000\nwrite_restart " + (folder / "half") +
               "\nrun 1000");
    reference = bodies(lammps);
  }
  for (const int n : rank_counts())
    for (const std::string newton : {"newton on\n", "newton off\n"}) {
      LammpsSession lammps(n);
      lammps.run(newton + start + "run 1000\nrun 1000");
      const auto found = bodies(lammps);
      if (lammps.first()) { EXPECT_LT(largest_difference(found, reference), 1e-8) << n << newton; }
    }
  LammpsSession lammps(1);
  lammps.run("newton on\nread_restart " + (folder / "half") +
             "\npair_style polyhedron\nneighbor 0.002 bin\nfix move all nve/body\n" + contacts +
             "run 1000");
  const auto found = bodies(lammps);
  if (lammps.first()) { EXPECT_LT(largest_difference(found, reference), 1e-8); }
}

// Large and small bodies of one type, in lists of LAMMPS by size. Oracle: the run with one list.
TEST(PairPolyhedron, ListsBySizeHaveTheSamePairs)
{
  const auto run = [](LammpsSession &lammps, const std::string &lists, const std::string &sizes) {
    lammps.run("newton off\n" + std::string(BODIES) + lists + R"(
      region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
      create_box 1 box
      create_polyhedra 4 region box density 2500 shape random cuts 8 size 0.03 seed 3
      create_polyhedra 60 region box density 2500 shape random cuts 8 size 0.008 seed 4
      pair_style polyhedron
      pair_coeff * * volume 1e10 restitution 0.5 friction 0.5
      )" + sizes +
               R"(
      velocity all ramp vx 3 -3 x -0.05 0.05
      velocity all ramp vz 2 -2 z -0.05 0.05
      fix move all nve/body
      timestep 4e-6
      compute contacts all pair/local p9
      compute number all reduce sum c_contacts inputs local
      run 2000)");
    return std::make_pair(bodies(lammps), lammps.evaluate("c_number"));
  };
  LammpsSession alone(1);
  const auto [expected, contacts] = run(alone, "neighbor 0.001 bin\n", "");
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    const auto [found, number] =
        run(lammps, "neighbor 0.001 multi\ncomm_modify mode multi vel yes\n",
            "neigh_modify collection/interval 2 0.02 0.1");
    if (!lammps.first() || !alone.first()) continue;
    EXPECT_GT(contacts, 5.0);
    EXPECT_EQ(number, contacts) << n;
    EXPECT_LT(largest_difference(found, expected), 1e-8) << n;
  }
}

TEST(PairPolyhedron, TenDroppedOnAPlaneComeToRest)
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
      pair_coeff * * volume 3e9 restitution 0.3 friction 0.5
      fix floor all wall/polyhedron volume 3e9 restitution 0.3 friction 0.5 zplane 0 NULL
      fix g all gravity 9.81 vector 0 0 -1
      fix move all nve/body
      timestep 2e-5
      run 50000)");
    const auto all = bodies(lammps);
    const double kinetic = kinetic_energy(all);
    double weight = 0.0;
    for (const BodySnapshot &body : all) weight += 9.81 * body.mass;
    const double on_floor = lammps.evaluate("f_floor[3]");
    if (!lammps.first()) continue;
    EXPECT_LT(kinetic, 1e-6 * weight * 0.015) << n;
    EXPECT_NEAR(on_floor, -weight, 1e-3 * weight) << n;
    EXPECT_FALSE(has(lammps.output(), "WARNING"));
  }
}

TEST(PairPolyhedron, PairLocalReportsVolumeAreaForcePointAndTorque)
{
  ONE_RANK_IS_ENOUGH();
  TestFolder folder;
  write_bodies(
      folder / "data",
      {cube_at(Matrix3d::identity(), {0, 0, 0}), cube_at(Matrix3d::identity(), {0.018, 0.01, 0})},
      -0.1, 0.1);
  LammpsSession lammps;
  lammps.run(BODIES + ("boundary f f f\nread_data " + (folder / "data")) + R"(
    pair_style polyhedron
    pair_coeff * * volume 1e9
    compute c all pair/local p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12 p13
    compute s all reduce sum c_c[1] c_c[2] c_c[3] c_c[4] c_c[5] c_c[6] c_c[7] c_c[8] c_c[9] &
      c_c[10] c_c[11] c_c[12] c_c[13] inputs local
    thermo_style custom step c_s[1] c_s[2] c_s[3] c_s[6] c_s[7] c_s[9] c_s[12] c_s[13]
    fix move all nve/body
    run 0)");
  const double volume = 0.002 * 0.01 * 0.02;
  EXPECT_NEAR(lammps.evaluate("c_s[1]"), volume, 1e-12 * volume);
  // The part of one cube's surface in the other: an end of 0.01 x 0.02 along x, a side of 0.002 x
  // 0.02 along y.
  EXPECT_NEAR(lammps.evaluate("c_s[2]"), std::hypot(0.01 * 0.02, 0.002 * 0.02), 1e-12);
  EXPECT_NEAR(std::hypot(lammps.evaluate("c_s[3]"), lammps.evaluate("c_s[4]")), 1e9 * volume, 1e-9);
  EXPECT_NEAR(lammps.evaluate("c_s[6]"), 0.009, 1e-12);
  EXPECT_NEAR(lammps.evaluate("c_s[7]"), 0.005, 1e-12);
  EXPECT_EQ(lammps.evaluate("c_s[9]"), 1.0);
  // Torque of the force at the contact point, about the first cube.
  EXPECT_NEAR(lammps.evaluate("c_s[12]"),
              0.009 * lammps.evaluate("c_s[4]") - 0.005 * lammps.evaluate("c_s[3]"), 1e-12);
  EXPECT_NE(lammps.evaluate("c_s[12]"), 0.0);
  EXPECT_NEAR(lammps.evaluate("c_s[10]"), 0.0, 1e-12);
  EXPECT_EQ(lammps.evaluate("c_s[13]"), 0.0);
}

// Two cubes rotate on one plate, each about its own vertical axis. With a history for each contact
// the only moments are those about the vertical.
TEST(PairPolyhedron, ContactsOfOneBodyHaveSeparateHistories)
{
  ONE_RANK_IS_ENOUGH();
  TestFolder folder;
  BodyLine plate = cube_at(Matrix3d::identity(), {0, 0, 0});
  for (auto &vertex : plate.vertices) {
    vertex[0] *= 4.0;
    vertex[1] *= 2.0;
  }
  const double up = EDGE - 1e-6;
  write_bodies(folder / "data",
               {plate, cube_at(Matrix3d::identity(), {-0.02, 0.001, up}),
                cube_at(Matrix3d::identity(), {0.02, 0.001, up})},
               -0.1, 0.1);
  LammpsSession lammps;
  lammps.run(BODIES + ("boundary f f f\nread_data " + (folder / "data")) + R"(
    pair_style polyhedron
    pair_coeff * * volume 1e9 friction 0.5
    group plate id 1
    group cubes subtract all plate
    set group cubes angmom 0 0 2e-6
    fix move cubes nve/body
    timestep 1e-6
    run 1000)");
  for (const BodySnapshot &body : bodies(lammps)) {
    EXPECT_NEAR(body.v[0], 0.0, 1e-12) << body.tag;
    EXPECT_NEAR(body.v[1], 0.0, 1e-12) << body.tag;
    if (body.tag > 1) {
      EXPECT_LT(body.angmom[2], 1.9e-6) << body.tag;
    }    // the twist has been resisted
  }
}

}    // namespace test_pair_polyhedron
