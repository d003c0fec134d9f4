// Contacts of hertz/mindlin and hooke/history with slip by the arms of the force, and sliding
// without a dashpot: pairs, planes, regions and meshes, in whole runs.
//
// Oracles: a body that turns rigidly has no slip; the law of gross sliding; conservation of energy
// in closed form; the error texts.

#include "common/space.h"
#include "styles/contacts/crowd.h"
#include "styles/walls/wall_scenes.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace test_consistent_contacts {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

const std::string SPHERES = R"(
  units si
  atom_style sphere
  boundary f f f
  comm_modify vel yes
  atom_modify map array
  region box block -0.2 0.2 -0.2 0.2 -0.1 0.1
  create_box 1 box
)";

class ConsistentContacts : public OneRankTest {
 protected:
  MeshFiles files;
};

std::string place(const Vector3d &x)
{
  std::ostringstream text;
  text.precision(17);
  text << x[0] << ' ' << x[1] << ' ' << x[2];
  return text.str();
}

Vector3d in_plane(const AtomSnapshot &atom, const Vector3d &normal)
{
  const Vector3d f = vector_at(atom.f.data());
  return f - dot(f, normal) * normal;
}

// Turns all spheres about z as one body. `fix move rotate` has the velocities of the end of a step,
// integrators those of its middle.
std::string turning(double period)
{
  return "variable w equal 2*PI/" + std::to_string(period) + R"(
    fix at all store/state 0 x y z
    variable c atom cos(v_w*step*dt)
    variable s atom sin(v_w*step*dt)
    variable ch atom cos(v_w*(step-0.5)*dt)
    variable sh atom sin(v_w*(step-0.5)*dt)
    variable dx atom f_at[1]*(v_c-1)-f_at[2]*v_s
    variable dy atom f_at[1]*v_s+f_at[2]*(v_c-1)
    variable dz atom 0
    variable vx atom -v_w*(f_at[1]*v_sh+f_at[2]*v_ch)
    variable vy atom v_w*(f_at[1]*v_ch-f_at[2]*v_sh)
    fix turn all move variable v_dx v_dy v_dz v_vx v_vy v_dz
    set group all omega 0 0 $(v_w:%.17g)
  )";
}

// From the input of a user who found this fault: Ft/Fn was at mu after 14 degrees. What remains is
// of third order in the time step.
TEST_F(ConsistentContacts, APairThatIsTurnedHasNoFriction)
{
  for (const Vector3d &along : {Vector3d{1, 0, 0}, Vector3d{0, 0, 1}, Vector3d{1, -2, 2}})
    for (const std::string model : {"hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3",
                                    "hooke/history\npair_coeff * * stiffness 1e4"}) {
      LammpsSession lammps;
      lammps.run(SPHERES + R"(
        create_atoms 1 single )" +
                 place(-0.009995 * normalized(along)) + R"(
        create_atoms 1 single )" +
                 place(0.009995 * normalized(along)) + R"(
        set group all diameter 0.02 density 2500
        neighbor 0.01 bin
        pair_style )" +
                 model + R"( friction 0.3
        velocity all set 0 0 0
        timestep 1e-4
)" + turning(1.0));
      for (int part = 0; part < 20; part++) {
        lammps.run("run 500");
        const auto atoms = lammps.atoms();
        const Vector3d apart = vector_at(atoms[1].x.data()) - vector_at(atoms[0].x.data());
        const Vector3d normal = normalized(apart);
        ASSERT_GT(dot(vector_at(atoms[1].f.data()), normal), 0.0);
        EXPECT_LT(norm(in_plane(atoms[1], normal)),
                  1e-3 * dot(vector_at(atoms[1].f.data()), normal))
            << along << model << part;
      }
    }
}

// 60 degrees, e 0.5, mu 0.3. The impulse of friction is mu (1 + e) m v_n, and it opposes the slip
// at every step.
TEST_F(ConsistentContacts, SlidingImpactOnPlaneRegionAndMesh)
{
  const std::string floor = files.text(block_mesh({-0.15, -0.15, -0.05}, {0.15, 0.15, 0.0}, 3));
  const std::string law = "young 1e7 poisson 0.3 restitution 0.5 friction 0.3";
  for (const std::string &wall :
       {"wall/hertz/mindlin zplane 0 NULL " + law, "wall/hertz/mindlin region w " + law,
        "wall/mesh " + floor + " model hertz/mindlin " + law,
        std::string("wall/hooke/history zplane 0 NULL stiffness 1e5 restitution 0.5 friction 0.3"),
        "wall/mesh " + floor + " model hooke/history stiffness 1e5 restitution 0.5 friction 0.3"}) {
    LammpsSession lammps;
    lammps.run(SPHERES + R"(
      create_atoms 1 single 0 0 0.010000001
      set group all diameter 0.02 density 2500
      set atom 1 vx 1.73205080756888 vz -1
      neighbor 0.01 bin
      pair_style zero 0.02
      pair_coeff * *
      fix move all nve/sphere
      region w plane 0 0 0 0 0 1
      timestep 1e-6
      fix w all )" +
               wall + "\n");
    double speed = std::sqrt(3.0);
    int sliding = 0;
    for (int part = 0; part < 400; part++) {
      lammps.run("run 20");
      const AtomSnapshot ball = lammps.atoms()[0];
      if (ball.f[2] > 0.0) {
        EXPECT_NEAR(ball.f[0], -0.3 * ball.f[2], 1e-9 * ball.f[2]) << wall << part;
        sliding++;
      }
      EXPECT_GE(ball.f[2], 0.0) << wall << part;
      EXPECT_LE(ball.v[0], speed) << wall << part;
      speed = ball.v[0];
    }
    const AtomSnapshot ball = lammps.atoms()[0];
    EXPECT_GT(sliding, 20) << wall;
    EXPECT_EQ(ball.f[2], 0.0) << wall;
    EXPECT_NEAR(ball.v[2], 0.5, 1e-3) << wall;
    EXPECT_NEAR(ball.v[0] / (std::sqrt(3.0) - 0.3 * 1.5), 1.0, 1e-3) << wall;
  }
}

// In the energy balance: damping takes 1/2 m (1 - e^2) v_n^2, sliding mu (1 + e) m v_n times the
// mean slip, at two time steps.
TEST_F(ConsistentContacts, SlidingIsBookedAsFriction)
{
  const double mass = 2500 * 4.0 / 3.0 * M_PI * 1e-6, slip = 2.0 + std::sqrt(3.0);
  const std::pair<const char *, double> steps[] = {{"3e-7", 1e-3}, {"1.2e-6", 1e-2}};
  for (const auto &[step, tolerance] : steps) {
    LammpsSession lammps;
    lammps.run(SPHERES + R"(
      create_atoms 1 single 0 0 0.010000001
      set group all diameter 0.02 density 2500
      set atom 1 vx 3.73205080756888 vz -1
      neighbor 0.01 bin
      pair_style hertz/mindlin
      pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
      fix move all nve/sphere
      fix w all wall/hertz/mindlin zplane 0 NULL
      compute e all energy/balance
      thermo_style custom step c_e c_e[*]
      timestep )" +
               std::string(step) + "\n");
    double friction = 0.0;
    for (int part = 0; part < 40; part++) {
      lammps.run("run 400");
      EXPECT_GE(lammps.evaluate("c_e[7]"), friction * (1.0 - 1e-12));
      friction = lammps.evaluate("c_e[7]");
    }
    const double impulse = 0.3 * 1.5;
    EXPECT_NEAR(lammps.evaluate("c_e[6]") / (0.5 * mass * 0.75), 1.0, tolerance);
    EXPECT_NEAR(friction / (mass * impulse * (slip - 0.5 * 3.5 * impulse)), 1.0, tolerance);
  }
}

// A ball in static overlap begins to slide: after one step the loss is mu m g v dt, friction except
// for what the spring takes on its way to the limit.
TEST_F(ConsistentContacts, TheFirstStepOfSlidingIsFriction)
{
  LammpsSession lammps;
  lammps.run(SPHERES + R"(
    create_atoms 1 single 0 0 0.049914983440628301
    set group all diameter 0.1 density 2500
    set atom 1 vx 1
    neighbor 0.05 bin
    pair_style hertz/mindlin
    pair_coeff * * young 1e8 poisson 0.3 restitution 0.5 friction 0.3
    fix move all nve/sphere
    fix g all gravity 9.81 vector 0 0 -1
    fix w all wall/hertz/mindlin zplane 0 NULL
    compute e all energy/balance
    timestep 2e-5
    thermo_style custom step c_e c_e[*]
    run 0
  )");
  const double held = lammps.evaluate("c_e[4]");
  lammps.run("run 1");
  const double loss = 0.3 * 2500 * M_PI / 6.0 * 1e-3 * 9.81 * 2e-5;
  EXPECT_NEAR((lammps.evaluate("c_e[7]") + lammps.evaluate("c_e[4]") - held) / loss, 1.0, 1e-3);
  EXPECT_GT(lammps.evaluate("c_e[7]"), 0.5 * loss);
  EXPECT_LT(std::fabs(lammps.evaluate("c_e[6]")), 1e-12 * loss);
}

// -------------------------------------------------------------------------------------------------

// A heap settles in a box. Then both turn as one body: in the frame that turns, all forces stay
// what they were.
TEST_F(ConsistentContacts, AHeapThatTurnsAsAWholeKeepsItsForces)
{
  const std::string box =
      files.text(block_mesh({-0.012, -0.012, -0.012}, {0.012, 0.012, 0.012}, 2));
  LammpsSession lammps;
  lammps.run(R"(
    units si
    atom_style sphere
    boundary f f f
    comm_modify vel yes
    atom_modify map array
    region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
    create_box 1 box
    region fill block -0.009 0.009 -0.009 0.009 -0.009 0.011
    lattice sc 4e-3 origin 0.1 0.2 0.3
    create_atoms 1 region fill
    set group all diameter 4e-3 density 2500
    displace_atoms all random 2e-4 2e-4 2e-4 4711
    neighbor 1e-3 bin
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3 restitution 0.3 friction 0.5 rolling sds 100 0.01 0.2
    fix g all gravity 9.81 vector 0.2 0.1 -1
    fix move all nve/sphere
    fix damp all viscous 1e-3
    timestep 1e-5
    fix w all wall/mesh )" +
             box + R"( model hertz/mindlin
    run 20000
    unfix w
    unfix damp
    unfix g
    unfix move
    velocity all set 0 0 0
    reset_timestep 0
    fix w all wall/mesh )" +
             box + R"( move rotate 0 0 0 0 0 1 0.5 model hertz/mindlin
)" + turning(0.5) +
             "run 1\n");
  const auto start = lammps.atoms();
  double largest = 0.0, pressed = 0.0;
  for (const auto &atom : start) largest = std::max(largest, norm(vector_at(atom.f.data())));
  for (int part = 1; part <= 10; part++) {
    lammps.run("run 5000");
    const double angle = 2 * M_PI * part * 5000e-5 / 0.5;
    const grist::Matrix3d turn = rotation_matrix(angle, Vector3d::unit_z());
    const auto now = lammps.atoms();
    ASSERT_EQ(now.size(), start.size());
    for (size_t i = 0; i < now.size(); i++) {
      const Vector3d before = vector_at(start[i].f.data()), after = vector_at(now[i].f.data());
      EXPECT_LT(norm(after - turn * before), 1e-4 * largest) << part << " " << i;
      pressed += norm(after) > 0.01 * largest;
    }
  }
  EXPECT_GT(pressed, 500);
}

TEST_F(ConsistentContacts, SpringsOfTheOtherFormAreRejectedAfterARestart)
{
  const std::string file = folder / "restart";
  const std::string law = "pair_coeff * * young 1e7 poisson 0.3 friction 0.3\n";
  LammpsSession().run(CROWD + "pair_style hertz/mindlin stock yes\n" + law +
                      "fix w all wall/hertz/mindlin zplane -1 1\nrun 5\nwrite_restart " + file);
  const std::string start = "units si\natom_style sphere\ncomm_modify vel yes\nread_restart " +
      file + "\nneighbor 0.2e-3 bin\n";
  const auto error = [&](const std::string &lines) {
    LammpsSession lammps;
    return lammps.error_of(start + lines + "run 0");
  };
  EXPECT_EQ(error(""), "");    // the style of the restart file
  EXPECT_TRUE(
      has(error("pair_style hertz/mindlin\n" + law),
          "Pair style hertz/mindlin: stock no, but the restart file has springs of stock yes"));
  EXPECT_TRUE(
      has(error("fix w all wall/hertz/mindlin zplane -1 1 stock no\n"),
          "Fix wall/hertz/mindlin: stock no, but the restart file has springs of stock yes"));
  EXPECT_EQ(error("fix w all wall/hertz/mindlin zplane -1 1\n"), "");
}

TEST_F(ConsistentContacts, StockIsAChoiceOfTheWholeStyle)
{
  const auto error = [](const std::string &lines) {
    LammpsSession lammps;
    return lammps.error_of(CROWD + lines + "run 0");
  };
  const std::string law = "\npair_coeff * * young 1e7 poisson 0.3 ";
  EXPECT_EQ(error("pair_style hertz/mindlin stock no" + law + "\n"), "");
  EXPECT_TRUE(
      has(error("pair_style hertz/mindlin stock maybe" + law), "stock maybe (expected yes or no"));
  EXPECT_TRUE(has(error("pair_style hertz/mindlin stock" + law), "stock needs a value"));
  EXPECT_TRUE(has(error("pair_style hertz/mindlin" + law +
                        "\nrun 1\npair_style hertz/mindlin stock yes" + law + "\n"),
                  "stock yes after a run with stock no"));
  EXPECT_TRUE(has(error("pair_style hertz/mindlin" + law + "stock yes\n"),
                  "stock yes in pair_coeff (expected in pair_style, as all pairs have the same)"));
}

}    // namespace test_consistent_contacts
