// fix rigid/cluster with hold: bonded clusters that are rigid until they are loaded, on 1, 2 and 4
// ranks.
//
// Oracles: the same clusters bonded all along; conservation of momentum; the rigid motion at the
// moment of release; the run on one rank and without a restart.

#include "common/decompositions.h"
#include "styles/rigid/cube_box.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"
#include "neighbor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace test_held_clusters {

using namespace grist::testing;
using grist::Matrix3d;
using grist::Vector3d;

std::string contacts(const std::string &strength, const std::string &more = "")
{
  const bool has_friction = more.find("angle") != std::string::npos;
  return "bond_coeff 1 young 1e9 tensile " + strength + (has_friction ? " cohesion " : " shear ") +
      strength + " damping 0.1 " + more + R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e8 poisson 0.3 restitution 0.5 friction 0.4
    neighbor_style multilevel
    neighbor 5e-4 bin
    timestep 5e-7
  )";
}

std::string move(bool hold, const std::string &more = "")
{
  return "fix move all rigid/cluster " + more + (hold ? " hold yes\n" : "\n");
}

// Two cubes, one of them across a periodic border and the borders between ranks, hit the floor.
std::string falling(double speed, const std::string &strength, bool hold, int steps)
{
  return CUBE_BOX + R"(
    create_atoms 0 single 0.001 0.002 0.0145 mol cube 7 rotate 35 1 2 3 units box
    create_atoms 0 single 0.029 0.012 0.0145 mol cube 7 rotate 25 3 2 1 units box
    velocity all set 0.1 0 -)" +
      std::to_string(speed) + "\n" + contacts(strength) + move(hold, "gravity 9.81 vector 0 0 -1") +
      "fix floor all wall/hertz/mindlin zplane 0 NULL\nfix b all breakage 1000\n"
      "thermo_style custom step f_b[2] f_move[4] f_move[5]\nthermo 1000\nrun " +
      std::to_string(steps);
}

Vector3d vector_of(const std::array<double, 3> &of)
{
  return {of[0], of[1], of[2]};
}

/* ---- release ---- */

// Two cubes that turn hit each other in free space: released, and held again.
std::string collision()
{
  return CUBE_BOX + R"(
    create_atoms 0 single -0.013 0.002 0.03 mol cube 7 rotate 35 1 2 3 units box
    create_atoms 0 single 0.013 -0.001 0.031 mol cube 7 rotate 25 3 2 1 units box
    group left id 1:27
    group right id 28:54
    velocity left set 0.8 0.1 0
    velocity right set -0.8 0 0.1
  )" + contacts("2e6") +
      "fix move all rigid/cluster hold yes release 0.05\n"
      "thermo_style custom step f_move[4] f_move[5] pe\nthermo 500\n";
}

struct Momentum {
  Vector3d linear = Vector3d::zero(), angular = Vector3d::zero();
  double size = 0.0;    // sum of m |v|
};

Momentum momentum_of(const std::vector<AtomSnapshot> &atoms)
{
  Momentum sum;
  for (const AtomSnapshot &atom : atoms) {
    const Vector3d p = atom.mass * vector_of(atom.v);
    sum.linear += p;
    sum.angular += cross(vector_of(atom.x) - Vector3d{0.0, 0.0, 0.03}, p) +
        0.4 * atom.mass * atom.radius * atom.radius * vector_of(atom.omega);
    sum.size += norm(p);
  }
  return sum;
}

// With this exponent the loads of the collision take more than a tenth of the strength of a bond.
TEST(HeldClusters, ThoseThatHaveTiredStayBonded)
{
  std::string tiring = collision();
  const std::string damping = "damping 0.1 ";
  tiring.replace(tiring.find(damping), damping.size(), damping + "fatigue 0.5 ");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(tiring +
               "variable intact equal bonds\nthermo_style custom step bonds f_move[4]\n"
               "run 0");
    EXPECT_EQ(lammps.evaluate("f_move[4]"), 2.0);
    lammps.run("run 20000");
    EXPECT_EQ(lammps.evaluate("f_move[4]"), 0.0);
    EXPECT_GT(lammps.evaluate("v_intact"), 100.0);
  }
}

TEST(HeldClusters, ReleaseAndReturnKeepMomentum)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(collision() + "run 0");
    const Momentum before = momentum_of(lammps.atoms());
    EXPECT_EQ(lammps.evaluate("f_move[4]"), 2.0);
    bool was_free = false;
    int steps = 0;
    for (; steps < 40 && !(was_free && lammps.evaluate("f_move[4]") == 2.0); steps++) {
      lammps.run("run 250");
      was_free = was_free || lammps.evaluate("f_move[5]") > 0.0;
    }
    EXPECT_TRUE(was_free);
    EXPECT_EQ(lammps.evaluate("f_move[4]"), 2.0);    // again
    const Momentum after = momentum_of(lammps.atoms());
    if (!is_first_rank()) continue;
    EXPECT_LT(norm(after.linear - before.linear), 1e-12 * before.size);
    EXPECT_LT(norm(after.angular - before.angular), 1e-12 * before.size * 0.03);
  }
}

// The wait of released clusters is a time, whatever the counter of steps says.
TEST(HeldClusters, ReturnWhenTheCounterWasSet)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(collision() + "reset_timestep 1000000\nrun 0");
  bool was_free = false;
  for (int n = 0; n < 40 && !(was_free && lammps.evaluate("f_move[4]") == 2.0); n++) {
    lammps.run("run 250");
    if (was_free || lammps.evaluate("f_move[5]") == 0.0) continue;
    was_free = true;
    lammps.run("reset_timestep 0\nrun 0");
  }
  EXPECT_TRUE(was_free);
  EXPECT_EQ(lammps.evaluate("f_move[4]"), 2.0);    // again
}

// In the step of release forces of bonds balance those of contacts and the inertia of the rigid
// motion.
TEST(HeldClusters, ReleasedElementsHaveTheRigidAcceleration)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(collision());
    int step = 0;
    lammps.run("run 0");
    while (lammps.evaluate("f_move[5]") == 0.0 && step++ < 20000)
      lammps.run("run 1 pre no post no");
    ASSERT_LT(step, 20000);
    EXPECT_GT(step, 1000);
    const std::vector<AtomSnapshot> all = lammps.atoms();
    const double releases = lammps.evaluate("f_move[5]");
    if (!is_first_rank()) continue;
    double free = 0.0;
    for (const long id : {1L, 28L}) {
      std::vector<AtomSnapshot> atoms;
      for (const AtomSnapshot &atom : all)
        if (atom.cluster == id) atoms.push_back(atom);
      double mass = 0.0;
      Vector3d center = Vector3d::zero(), force = center, torque = center, angular = center;
      Matrix3d inertia = Matrix3d::zero();
      for (const AtomSnapshot &atom : atoms) {
        mass += atom.mass;
        center += atom.mass * vector_of(atom.x);
        force += vector_of(atom.f);
      }
      center /= mass;
      Vector3d velocity = Vector3d::zero();
      for (const AtomSnapshot &atom : atoms) velocity += atom.mass / mass * vector_of(atom.v);
      for (const AtomSnapshot &atom : atoms) {
        const Vector3d arm = vector_of(atom.x) - center;
        const double spin = 0.4 * atom.mass * atom.radius * atom.radius;
        torque += cross(arm, vector_of(atom.f)) + vector_of(atom.torque);
        angular +=
            atom.mass * cross(arm, vector_of(atom.v) - velocity) + spin * vector_of(atom.omega);
        inertia +=
            atom.mass * (squared_norm(arm) * Matrix3d::identity() - outer_product(arm, arm)) +
            spin * Matrix3d::identity();
      }
      const Vector3d omega = grist::solve_symmetric(inertia, angular);
      const Vector3d turning = grist::solve_symmetric(inertia, torque - cross(omega, angular));
      double off = 0.0;
      for (const AtomSnapshot &atom : atoms) {
        const Vector3d arm = vector_of(atom.x) - center;
        const Vector3d rigid = force / mass + cross(turning, arm) + cross(omega, cross(omega, arm));
        off = std::max(off, norm(vector_of(atom.f) - atom.mass * rigid));
      }
      // The forces of a held cluster are those of its contacts alone.
      if (off < 1e-6 * norm(force)) free++;
    }
    EXPECT_EQ(free, releases);
  }
}

/* ---- the same as bonded all along ---- */

// Opposite forces that grow on two corners until a variable is above 0: apart, or towards each
// other.
std::string pulled(bool hold, const std::string &more, const std::string &file,
                   const std::string &until, bool pressed = false)
{
  return CUBE_BOX + R"(
    create_atoms 0 single 0.001 0.002 0.03 mol cube 7 rotate 35 1 2 3 units box
    velocity all set 0 0 0
  )" + contacts("2e6", more) +
      move(hold) + R"(
    variable pull equal )" +
      (pressed ? "-800" : "800") + R"(*time/0.02
    variable dx equal x[27]-x[2]
    variable dy equal y[27]-y[2]
    variable dz equal z[27]-z[2]
    variable d equal sqrt(v_dx^2+v_dy^2+v_dz^2)
    variable fx equal v_pull*v_dx/v_d
    variable fy equal v_pull*v_dy/v_d
    variable fz equal v_pull*v_dz/v_d
    variable gx equal -v_fx
    variable gy equal -v_fy
    variable gz equal -v_fz
    group top id 27
    group bottom id 2
    fix pull top addforce v_fx v_fy v_fz
    fix hold bottom addforce v_gx v_gy v_gz
    fix b all breakage 1 file )" +
      file + "\nvariable end equal " + until + R"(
    fix end all halt 5 v_end > 0 error continue
    run 40000
  )";
}

// At the end: the force, and the first bond that broke.
struct Broken {
  double force = 0.0;
  std::string bond;
};

Broken broken_by_pulling(bool hold, const std::string &more, const std::string &file, int ranks,
                         bool pressed = false)
{
  LammpsSession lammps(ranks);
  lammps.run(pulled(hold, more, file, "f_b[2]", pressed));
  Broken broken = {lammps.evaluate("v_pull"), ""};
  std::ifstream lines(file);
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  std::istringstream values(line);
  std::string step, time, a, b;
  std::getline(values, step, ',');
  std::getline(values, time, ',');
  std::getline(values, a, ',');
  std::getline(values, b, ',');
  broken.bond = a + "-" + b;
  return broken;
}

// The share is that of the bond that breaks first, whatever its own strength.
TEST(HeldClusters, ReleasedAtTheShareOfTheBreakingForce)
{
  const TestFolder folder;
  for (const std::string more : {"", "weibull 4 17", "weibull 2 5"}) {
    const double breaking = broken_by_pulling(true, more, folder / "held", 1).force;
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(pulled(true, more, folder / "released", "f_move[5]"));
      EXPECT_NEAR(lammps.evaluate("v_pull") / breaking, 0.5, 0.01) << more;
    }
  }
}

// Lists have no pairs inside of a cluster that is free since they were made.
TEST(HeldClusters, FirstBreakAfterAReleaseMakesListsAnew)
{
  const TestFolder folder;
  std::string lines = pulled(true, "", folder / "breaks", "f_b[2]");
  lines.replace(lines.find("hold yes"), 8, "hold yes release 0.97");    // soon before the break
  lines.replace(lines.find("halt 5"), 6, "halt 20");
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(lines);
    const double end = lammps.evaluate("step");    // of the break, or up to 19 steps later
    // Ranks ask each other in every eighth step.
    lammps.run("unfix end\nthermo_style custom step\nrun 9 pre no post no");
    if (!lammps.here()) continue;
    EXPECT_GT(static_cast<double>(lammps.lammps()->neighbor->lastcall), end - 20);
  }
}

TEST(HeldClusters, PulledOrPressedSlowlyBreaksAtTheSameForceAndBond)
{
  const TestFolder folder;
  for (const bool pressed : {false, true})
    for (const std::string more : {"", "weibull 4 17", "angle 35 weibull 4 17"}) {
      const int ranks = rank_counts().back();
      if (ranks > 2 && (pressed || !more.empty())) continue;    // minutes, where cores are fewer
      const std::string what = (pressed ? "pressed " : "pulled ") + more;
      const Broken bonded = broken_by_pulling(false, more, folder / "bonded", 1, pressed);
      const Broken held = broken_by_pulling(true, more, folder / "held", ranks, pressed);
      if (!is_first_rank()) continue;
      const double force = pressed ? -held.force : held.force;
      EXPECT_GT(force, 10.0) << what;
      EXPECT_LT(force, 790.0) << what;
      EXPECT_NEAR(held.force / bonded.force, 1.0, 0.01) << what;
      EXPECT_EQ(held.bond, bonded.bond) << what;
    }
}

// The speed at which the first bond breaks, to 0.3 %.
double breaking_speed(bool hold)
{
  double low = 0.3, high = 1.2;
  while (high - low > 0.003 * low) {
    const double speed = 0.5 * (low + high);
    LammpsSession lammps(1);
    lammps.run(falling(speed, "2.3e5", hold, static_cast<int>(8000 / speed)));
    (lammps.evaluate("f_b[2]") > 0.0 ? high : low) = speed;
  }
  return 0.5 * (low + high);
}

TEST(HeldClusters, DroppedBreaksAtTheSameHeight)
{
  const double held = breaking_speed(true), bonded = breaking_speed(false);
  if (!is_first_rank()) return;
  EXPECT_GT(bonded, 0.35);
  EXPECT_LT(bonded, 1.15);
  EXPECT_NEAR(std::pow(held / bonded, 2.0), 1.0, 0.02);
}

// As strong as here, a bonded cube rebounds as the held one.
TEST(HeldClusters, UnloadedMovesAsTheBondedOne)
{
  const auto one = atoms_after(falling(1.0, "1e9", true, 12000), 1);
  const auto other = atoms_after(falling(1.0, "1e9", false, 12000), 1);
  if (!is_first_rank()) return;
  for (size_t n = 0; n < one.size(); n++) {
    EXPECT_LT(norm(vector_of(one[n].x) - vector_of(other[n].x)), 1e-4);
    EXPECT_LT(norm(vector_of(one[n].v) - vector_of(other[n].v)), 0.05);
  }
}

/* ---- ranks, restarts, other commands ---- */

TEST(HeldClusters, SameOnAnyNumberOfRanks)
{
  for (const char *strength : {"3e5", "2e5"}) {
    const auto one = atoms_after(falling(1.0, strength, true, 9000), 1);
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(falling(1.0, strength, true, 9000));
      EXPECT_EQ(lammps.evaluate("f_move[5]"), 2.0);
      expect_same(one, lammps.atoms(), 1e-8, strength + std::to_string(ranks));
    }
  }
}

// Before the impact, while one or both are released, and when held again.
TEST(HeldClusters, RestartContinues)
{
  const TestFolder folder;
  const std::string file = folder / "half";
  const auto whole = atoms_after(falling(1.0, "3e5", true, 11000), 1);
  for (const auto &[first_part, expected] :
       std::map<int, double>{{3000, 2.0}, {3700, 1.0}, {5000, 0.0}, {8000, 2.0}})
    for (const int ranks : rank_counts()) {
      LammpsSession first(ranks);
      first.run(falling(1.0, "3e5", true, first_part) + "\nwrite_restart " + file);
      const double held = first.evaluate("f_move[4]");
      EXPECT_EQ(held, expected) << first_part;
      MPI_Barrier(MPI_COMM_WORLD);
      LammpsSession second(ranks);
      second.run("read_restart " + file +
                 "\nneighbor_style multilevel\nneighbor 5e-4 bin\ntimestep 5e-7\n" +
                 move(true, "gravity 9.81 vector 0 0 -1") +
                 "fix floor all wall/hertz/mindlin zplane 0 NULL\n"
                 "fix GRIST_GUARD all guard timestep warn overlap warn\nrun 0");
      EXPECT_EQ(second.evaluate("f_move[4]"), held);
      second.run("run " + std::to_string(11000 - first_part));
      // A cluster returns at a rebuild, and a restart is one.
      expect_same(whole, second.atoms(), 1e-6, std::to_string(first_part));
    }
}

// When they are released follows from their sizes and from their weakest bonds.
TEST(HeldClusters, RestartKeepsSizesAndStrengths)
{
  const TestFolder folder;
  const std::string file = folder / "half",
                    motion = move(true, "gravity 9.81 vector 0 0 -1") +
      "fix floor all wall/hertz/mindlin zplane 0 NULL\n";
  const std::string scene = CUBE_BOX + R"(
    cluster_template small cube 0.016 radius 0.00264 lattice sc density 2500
    create_atoms 0 single 0.001 0.002 0.0145 mol cube 7 rotate 35 1 2 3 units box
    create_atoms 0 single 0.029 0.012 0.0145 mol small 7 rotate 25 3 2 1 units box
    velocity all set 0.1 0 -1
  )" + contacts("4e6", "weibull 1.5 7") +
      motion;
  for (const int ranks : rank_counts()) {
    LammpsSession first(ranks), second(ranks);
    first.run(scene + "run 3000\nwrite_restart " + file + "\nrun 6000");
    second.run("read_restart " + file +
               "\nneighbor_style multilevel\nneighbor 5e-4 bin\ntimestep 5e-7\n" + motion +
               "fix GRIST_GUARD all guard timestep warn overlap warn\nrun 6000");
    EXPECT_EQ(first.evaluate("f_move[5]"), 2.0);
    expect_same(first.atoms(), second.atoms(), 1e-7, std::to_string(ranks));
  }
}

TEST(HeldClusters, EnergyBalanceKnowsReleases)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(falling(1.0, "3e5", true, 0) + R"(
      compute e all energy/balance
      thermo_style custom step c_e c_e[*]
      run 11000)");
    const double start = lammps.evaluate("c_e[1]+c_e[2]");
    EXPECT_EQ(lammps.evaluate("f_move[5]"), 2.0);
    EXPECT_EQ(lammps.evaluate("f_move[4]"), 2.0);
    EXPECT_GT(std::abs(lammps.evaluate("c_e[14]")), 1e-3 * start);
    EXPECT_LT(std::abs(lammps.evaluate("c_e")), 3e-3 * start);
  }
}

// A cluster that is deforming when it becomes held at the start of the run: what it loses then is
// no part of the balance, which begins afterwards.
TEST(HeldClusters, TheBalanceBeginsWhenClustersAreHeld)
{
  for (const int ranks : rank_counts()) {
    std::string lines = falling(1.0, "1e9", true, 0);
    lines.insert(lines.rfind("run "), "set atom 1 vx 0.5\ncompute e all energy/balance\n");
    LammpsSession lammps(ranks);
    lammps.run(lines);
    EXPECT_EQ(lammps.evaluate("f_move[4]"), 2.0);
    const double start = lammps.evaluate("c_e[1]");
    EXPECT_EQ(lammps.evaluate("c_e[14]"), 0.0);
    EXPECT_EQ(lammps.evaluate("c_e"), 0.0);
    lammps.run("run 100\n");
    EXPECT_EQ(lammps.evaluate("c_e[14]"), 0.0);
    EXPECT_NEAR(lammps.evaluate("c_e") / start, 0.0, 1e-6);
  }
}

TEST(HeldClusters, HeldIsBondedAgainWithoutTheFix)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(falling(1.0, "1e9", true, 3000) + R"(
      unfix move
      fix move all nve/sphere
      fix weight all gravity 9.81 vector 0 0 -1
      thermo_style custom step pe ebond
      run 4500)");
    EXPECT_GT(lammps.evaluate("ebond"), 0.0);
    const auto atoms = lammps.atoms();
    const auto bonded = atoms_after(falling(1.0, "1e9", false, 7500), 1);
    if (!is_first_rank()) continue;
    for (size_t n = 0; n < atoms.size(); n++)
      EXPECT_LT(norm(vector_of(atoms[n].x) - vector_of(bonded[n].x)), 2e-5);
  }
}

// Clusters of two sizes that are fed, fall, break and rest, beside spheres; a border moves through
// them.
TEST(HeldClusters, FedClustersOfSeveralSizesUnderBalance)
{
  const std::string scene =
      CUBE_BOX + contacts("1e9") + move(true, "gravity 9.81 vector 0 0 -1") + R"(
    cluster_template rock sphere 8e-3 elements 12 density 2500
    particle_mix mix seed 4 template rock size uniform 6e-3 9e-3
    region fill block -0.025 0.025 -0.025 0.025 0.012 0.05
    fix floor all wall/hertz/mindlin zplane 0 NULL
    fix fill all insert/pack mix region fill number 20 seed 6
    fix shift all balance 100 1.0 shift xy 5 1.05
    timestep 2e-6
    thermo_style custom step f_move[4] f_move[5] bonds
    run 1500)";
  const auto one = atoms_after(scene, 1);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(scene);
    EXPECT_EQ(lammps.evaluate("f_move[4]"), 20.0);
    EXPECT_EQ(lammps.evaluate("f_move[5]"), 0.0);
    expect_same(one, lammps.atoms(), 1e-9, std::to_string(ranks));
  }
}

TEST(HeldClusters, WarnsWhereContactsAreShorterThanThePeriod)
{
  for (const int ranks : rank_counts()) {
    LammpsSession soft(ranks), hard(ranks);
    soft.run(falling(1.0, "2e5", true, 4200));
    hard.run(falling(1.0, "2e6", true, 2500) +
             "\npair_coeff * * young 2e13 poisson 0.3 restitution 0.5 friction 0.4\n"
             "fix floor all wall/hertz/mindlin zplane 0 NULL young 2e13\ntimestep 2e-8\nrun 30000");
    EXPECT_GT(soft.evaluate("f_move[5]"), 0.0);
    EXPECT_GT(hard.evaluate("f_move[5]"), 0.0);
    if (!is_first_rank()) continue;
    EXPECT_FALSE(has(soft.output(), "of their first period"));
    EXPECT_TRUE(has(hard.output(), "of their first period"));
  }
}

TEST(HeldClusters, MinimizeIsRefused)
{
  LammpsSession lammps;
  const std::string text =
      lammps.error_of(falling(1.0, "1e9", true, 10) + "\nminimize 0 1e-9 10 100");
  if (is_first_rank()) {
    EXPECT_TRUE(has(text, "Fix rigid/cluster: minimize with hold yes (expected hold no"));
  }
}

TEST(HeldClusters, WrongInputs)
{
  const struct {
    const char *words, *text;
  } cases[] = {
      {"hold", "Fix rigid/cluster: hold needs a value"},
      {"hold perhaps", "Fix rigid/cluster: hold perhaps (expected yes or no)"},
      {"hold yes release 0", "Fix rigid/cluster: release 0 (must be positive)"},
      {"hold yes release 1.2", "Fix rigid/cluster: release 1.2 (expected a share"},
      {"hold yes return 0.7", "Fix rigid/cluster: return 0.7 (expected less than release 0.5)"},
      {"hold yes compression 2", "Fix rigid/cluster: compression 2 ("},
      {"hold yes grip 3",
       "Fix rigid/cluster: unknown keyword grip (expected gravity, hold, release"},
  };
  for (const auto &wrong : cases) {
    LammpsSession lammps;
    const std::string text =
        lammps.error_of(CUBE_BOX + contacts("1e6") + "fix move all rigid/cluster " + wrong.words);
    if (is_first_rank()) { EXPECT_TRUE(has(text, wrong.text)); }
  }
}

}    // namespace test_held_clusters
