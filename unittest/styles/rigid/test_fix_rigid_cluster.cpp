// fix rigid/cluster: motion, what it does with other commands, and errors, on 1, 2 and 4 ranks.
//
// Oracles: fix rigid/small of LAMMPS with its own contacts, for clusters that do not overlap; a
// sphere; the closed form of rolling; the balance of energy; the run on one rank; the run without a
// restart.

#include "styles/rigid/cube_box.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace test_fix_rigid_cluster {

using namespace grist::testing;

const std::string BOX = R"(
  units si
  boundary p p f
  newton on off
  atom_style bonded/cluster
  bond_style parallel
  comm_modify vel yes
  processors * * 1
  region box block -0.02 0.02 -0.02 0.02 0 0.06
  create_box 2 box bond/types 2
  fix GRIST_GUARD all guard timestep warn overlap warn
)";

// Eight elements that do not overlap, with the bonds of a bonded cluster.
const std::string TEMPLATES = R"(
  cluster_template rock sphere 4e-3 elements 8 density 2500
  bond_coeff * rigid
)";

const std::string CONTACTS = R"(
  pair_style hertz/mindlin
  pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.4 damping_t 1.0
  neighbor_style multilevel
  neighbor 5e-4 bin
  timestep 5e-6
)";

const std::string MOTION = R"(
  fix move all rigid/cluster gravity 9.81 vector 0.2 0.1 -1
  fix floor all wall/hertz/mindlin zplane 0 NULL
)";

// Grains thrown at each other, in rows along the borders between ranks and across a periodic one.
std::string grains()
{
  std::string lines;
  for (int n = 0; n < 12; n++) {
    const double x = -0.0092 + 0.0092 * (n % 4), y = -0.0095 + 0.0095 * (n / 4 % 3),
                 z = 0.006 + 0.0002 * n;
    lines += "create_atoms 0 single " + std::to_string(x) + " " + std::to_string(y) + " " +
        std::to_string(z) + " mol rock 7 rotate " + std::to_string(31 * n) + " 1 2 " +
        std::to_string(n) + " units box\n";
  }
  return lines + "variable kick atom 2.0*(mol%2-0.5)\nvelocity all set v_kick NULL -1.5\n";
}

const std::string SCENE = BOX + TEMPLATES + grains() + CONTACTS + MOTION;

std::string begin_with(const std::string &data_file)
{
  return R"(
    units si
    boundary p p f
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    pair_style hertz/mindlin
    read_data )" +
      data_file + " extra/special/per/atom 8\n";
}

// The distances within each cluster, over those at the start: 0 while all are rigid.
double largest_strain(const std::vector<AtomSnapshot> &start, const std::vector<AtomSnapshot> &end)
{
  double most = 0.0;
  for (size_t a = 0; a < start.size(); a++)
    for (size_t b = 0; b < a; b++) {
      if (start[a].cluster != start[b].cluster) continue;
      double before = 0.0, after = 0.0;
      for (int k = 0; k < 3; k++) {
        before += std::pow(start[a].x[k] - start[b].x[k], 2.0);
        after += std::pow(end[a].x[k] - end[b].x[k], 2.0);
      }
      const double strain = std::abs(std::sqrt(after / before) - 1.0);
      most = std::max(most, strain);
    }
  return most;
}

/* ---- motion ---- */

const std::string BALANCE = "compute e all energy/balance\n", KINETIC = "c_e[1]";

TEST(FixRigidCluster, SameOnAnyNumberOfRanks)
{
  std::vector<AtomSnapshot> one;
  double energy = 0.0;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(SCENE + BALANCE + "run 600");
    if (ranks == 1) one = lammps.atoms();
    if (ranks == 1) energy = lammps.evaluate(KINETIC);
    expect_same(one, lammps.atoms(), 1e-10, std::to_string(ranks));
    EXPECT_NEAR(lammps.evaluate(KINETIC) / energy, 1.0, 1e-10) << ranks;
  }
}

TEST(FixRigidCluster, ClustersStayRigidAndTouch)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(SCENE + "run 0");
    const std::vector<AtomSnapshot> start = lammps.atoms();
    lammps.run("run 3000");
    const std::vector<AtomSnapshot> end = lammps.atoms();
    const double rotation = lammps.evaluate("f_move[3]"), bodies = lammps.evaluate("f_move[1]");
    EXPECT_EQ(bodies, 12.0);
    EXPECT_GT(rotation, 1e-7);
    if (is_first_rank()) { EXPECT_LT(largest_strain(start, end), 1e-12); }
  }
}

// The greatest distance between elements that this fix and fix rigid/small have moved for 3 ms.
double distance_from_stock(double dt)
{
  const std::string start = BOX + TEMPLATES + grains() + "displace_atoms all move 0 0 0.03\n",
                    steps = "timestep " + std::to_string(dt * 1e6) + "e-6\nrun " +
      std::to_string(std::lround(3e-3 / dt));
  LammpsSession one(1), two(1);
  one.run(start + R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.4 damping_t 1.0
    neighbor_style multilevel
    neighbor 5e-4 bin
    fix weight all gravity 9.81 vector 0.2 0.1 -1
    fix move all rigid/cluster
    )" + steps);
  two.run(start + R"(
    bond_style zero nocoeff
    bond_coeff *
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.4 damping_t 1.0
    neigh_modify exclude molecule/intra all
    comm_modify cutoff 0.012
    neighbor 5e-4 bin
    compute_modify thermo_temp extra/dof -1000
    fix weight all gravity 9.81 vector 0.2 0.1 -1
    fix move all rigid/small molecule
    )" + steps);
  EXPECT_GT(one.evaluate("f_move[3]"), 1e-8);
  const std::vector<AtomSnapshot> a = one.atoms(), b = two.atoms();
  double most = a.size() == b.size() ? 0.0 : 1.0;
  for (size_t n = 0; n < std::min(a.size(), b.size()); n++)
    for (int k = 0; k < 3; k++) most = std::max(most, std::abs(a[n].x[k] - b[n].x[k]));
  return most;
}

// Elements do not overlap, so that stock counts their mass right. Contacts see its angular velocity
// half a step late: the difference falls with the step.
TEST(FixRigidCluster, MovesAsFixRigidSmall)
{
  const double coarse = distance_from_stock(5e-6), fine = distance_from_stock(1.25e-6);
  if (!is_first_rank()) return;
  EXPECT_LT(coarse, 1e-7);
  EXPECT_LT(fine, coarse / 3.0);
}

TEST(FixRigidCluster, OneElementMovesAsASphere)
{
  const std::string start = BOX + R"(
    cluster_template ball sphere 2e-3 elements 1 density 2500 rigid
    bond_coeff * rigid
    create_atoms 0 single 0 0 0.003 mol ball 7 rotate 0 0 0 1 units box
    create_atoms 0 single 0.0035 0.0005 0.004 mol ball 8 rotate 0 0 0 1 units box
    velocity all set 0.1 0.05 -0.5
  )" + CONTACTS +
      "fix floor all wall/hertz/mindlin zplane 0 NULL\n";
  const std::string weight = " gravity 9.81 vector 0 0 -1\nrun 2000";
  expect_same(atoms_after(start + "fix move all rigid/cluster" + weight, 1),
              atoms_after(start + "fix move all leapfrog/sphere" + weight, 1), 1e-15, "sphere");
}

// Two touching spheres on their floor roll down it: 5/7 of the slope's pull, as one sphere.
TEST(FixRigidCluster, DumbbellRollsDownASlope)
{
  const TestFolder folder;
  if (is_first_rank()) {
    std::ofstream file(folder / "dumbbell");
    file << "0 0.002 0 0.002\n0 -0.002 0 0.002\n";
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double pull = 0.5, t = 0.19;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BOX + "cluster_template dumbbell spheres " + folder / "dumbbell" +
               R"( density 2500 rigid
      bond_coeff * rigid
      create_atoms 0 single 0 0 0.00199995 mol dumbbell 7 rotate 0 0 0 1 units box
      pair_style hertz/mindlin
      pair_coeff * * young 1e8 poisson 0.3 restitution 0.3 friction 0.5 damping_t 1.0
      neighbor_style multilevel
      neighbor 5e-4 bin
      fix weight all gravity 9.81 vector 0 0 -1
      fix pull all addforce 0 0 0
      fix slope all gravity 0.5 vector 1 0 0
      fix move all rigid/cluster
      fix floor all wall/hertz/mindlin zplane 0 NULL
      timestep 2e-6
      run 5000
      reset_timestep 0
      variable before equal xcm(all,x)
      variable speed equal vcm(all,x))");
    const double x = lammps.evaluate("xcm(all,x)"), v = lammps.evaluate("vcm(all,x)");
    lammps.run("run 95000");
    const double length = lammps.evaluate("xcm(all,x)") - x;
    EXPECT_NEAR(length / (v * t + 0.5 * 5.0 / 7.0 * pull * t * t), 1.0, 1e-6);
  }
}

// Upright dumbbells, one that falls on the floor and one that hits another. Contacts count with the
// mass of the body, so that they rebound with the restitution that was given; with that of an
// element it is 0.60. The guard takes that mass too.
TEST(FixRigidCluster, ReboundsWithTheMassOfTheBody)
{
  const TestFolder folder;
  if (is_first_rank()) std::ofstream(folder / "dumbbell") << "0 0 0.002 0.002\n0 0 -0.002 0.002\n";
  MPI_Barrier(MPI_COMM_WORLD);
  const std::string start = BOX + "cluster_template dumbbell spheres " + folder / "dumbbell" +
      R"( density 2500 rigid
    bond_coeff * rigid
    create_atoms 0 single 0 0 0.0042 mol dumbbell 7 rotate 0 0 0 1 units box
    )";
  const std::string law = R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e8 poisson 0.3 restitution 0.5 friction 0
    neighbor_style multilevel
    neighbor 5e-4 bin
    timestep 2e-7
    fix move all rigid/cluster
    )";
  for (const int ranks : rank_counts()) {
    LammpsSession floor(ranks), pair(ranks);
    floor.run(start + law +
              "fix floor all wall/hertz/mindlin zplane 0 NULL\nvelocity all set 0 0 -1\nrun 5000");
    EXPECT_NEAR(floor.evaluate("vcm(all,z)"), 0.5, 1e-3);
    const double rayleigh =
        3.14159265358979 * 2e-3 * std::sqrt(2.0 * 2500.0 * 2.6 / 1e8) / (0.1631 * 0.3 + 0.8766);
    EXPECT_NEAR(floor.evaluate("f_GRIST_GUARD[1]") * rayleigh / 2e-7, 1.0, 1e-6);
    pair.run(start + "create_atoms 0 single 0 0 0.0124 mol dumbbell 7 rotate 0 0 0 1 units box\n" +
             law + "group upper id 3 4\ngroup lower id 1 2\nvelocity upper set 0 0 -1\nrun 5000");
    EXPECT_NEAR(pair.evaluate("vcm(lower,z)-vcm(upper,z)"), -0.5, 1e-3);
    EXPECT_NEAR(pair.evaluate("vcm(all,z)"), -0.5, 1e-12);
  }
}

// A grain that rotates and crosses periodic borders, against one that does not.
TEST(FixRigidCluster, PeriodicBordersChangeNothing)
{
  const auto free_flight = [](const std::string &to) {
    return BOX + TEMPLATES + R"(create_atoms 0 single 0 0 0.03 mol rock 5 rotate 40 1 2 3 units box
      variable vx atom 1.0-200*(y-xcm(all,y))
      variable vy atom 2.0+200*(x-xcm(all,x))
      velocity all set v_vx v_vy 0
      set group all omega 0 0 200
      )" +
        CONTACTS + "fix move all rigid/cluster\ndisplace_atoms all move " + to + "\nrun 4000";
  };
  const auto still = atoms_after(free_flight("0 0 0"), 1);
  for (const int ranks : rank_counts()) {
    const auto crossing = atoms_after(free_flight("0.0195 0.0195 0"), ranks);
    if (!is_first_rank()) continue;
    ASSERT_EQ(still.size(), crossing.size());
    for (size_t n = 0; n < still.size(); n++)
      for (int k = 0; k < 3; k++) {
        EXPECT_NEAR(still[n].x[k] + (k < 2 ? 0.0195 : 0.0), crossing[n].x[k], 1e-13);
        EXPECT_NEAR(still[n].v[k], crossing[n].v[k], 1e-10);
      }
  }
}

/* ---- with other commands ---- */

TEST(FixRigidCluster, RestartContinues)
{
  const TestFolder folder;
  const std::string file = folder / "half";
  LammpsSession reference(1);
  reference.run(SCENE + BALANCE + "run 300\nrun 300");
  const auto whole = reference.atoms();
  const double energy = reference.evaluate(KINETIC);
  for (const int ranks : rank_counts()) {
    LammpsSession first(ranks);
    first.run(SCENE + "run 300\nwrite_restart " + file);
    MPI_Barrier(MPI_COMM_WORLD);
    LammpsSession second(ranks);
    second.run("read_restart " + file +
               "\nneighbor_style multilevel\nneighbor 5e-4 bin\ntimestep 5e-6\n" + MOTION +
               BALANCE + "fix GRIST_GUARD all guard timestep warn overlap warn\nrun 300");
    expect_same(whole, second.atoms(), 1e-10, std::to_string(ranks));
    EXPECT_NEAR(second.evaluate(KINETIC) / energy, 1.0, 1e-10) << ranks;
  }
}

// Ghosts reach as far as bodies need after a restart, too, with a cutoff of the user that is less.
TEST(FixRigidCluster, RestartKnowsHowFarBodiesReach)
{
  const TestFolder folder;
  const std::string file = folder / "half";
  for (const int ranks : rank_counts()) {
    LammpsSession first(ranks), second(ranks);
    first.run(CUBE_BOX + R"(
      create_atoms 0 single 0.029 0.012 0.0145 mol cube 7 rotate 25 3 2 1 units box
      bond_coeff * rigid
    )" + CONTACTS +
              MOTION + "run 20\nwrite_restart " + file + "\nrun 20");
    second.run("processors * * 1\nread_restart " + file +
               "\nneighbor_style multilevel\nneighbor 5e-4 bin\ntimestep 5e-6\n" +
               "comm_modify cutoff 1e-3\n" + MOTION +
               "fix GRIST_GUARD all guard timestep warn overlap warn\nrun 20");
    expect_same(first.atoms(), second.atoms(), 1e-10, std::to_string(ranks));
  }
}

TEST(FixRigidCluster, DataFileHasTheClusters)
{
  const TestFolder folder;
  const std::string file = folder / "half.data";
  for (const int ranks : rank_counts()) {
    LammpsSession first(ranks);
    first.run(SCENE + "run 300\nwrite_data " + file);
    MPI_Barrier(MPI_COMM_WORLD);
    LammpsSession second(ranks);
    second.run(begin_with(file) + CONTACTS + MOTION + "run 0");
    EXPECT_EQ(second.evaluate("f_move[1]"), 12.0);
    EXPECT_NEAR(second.evaluate("f_move[2]") / first.evaluate("f_move[2]"), 1.0, 1e-12);
    EXPECT_NEAR(second.evaluate("f_move[3]") / first.evaluate("f_move[3]"), 1.0, 1e-9);
    EXPECT_TRUE(second.error_of("run 100").empty());
  }
}

TEST(FixRigidCluster, BalancedRanksEqualOne)
{
  const std::string newton = "newton on off", scene = SCENE;
  const size_t place = scene.find(newton);
  const std::string tiled = scene.substr(0, place) + "newton off" +
      scene.substr(place + newton.size()) + "comm_style tiled\n";
  const std::vector<AtomSnapshot> one = atoms_after(scene + "run 400", 1);
  for (const int ranks : rank_counts()) {
    if (ranks == 1) continue;
    const std::string what = std::to_string(ranks);
    expect_same(one, atoms_after(tiled + "fix even all balance 5 1.0 rcb\nrun 400", ranks), 1e-10,
                what);
    const std::string shift = "fix even all balance 5 1.0 shift xy 5 1.01\nrun 400";
    expect_same(one, atoms_after(scene + shift, ranks), 1e-10, what);
  }
}

TEST(FixRigidCluster, EnergyBalanceCloses)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(SCENE + "compute energy all energy/balance\nrun 0");
    const double start = lammps.evaluate("c_energy[1]");
    lammps.run("run 3000");
    const double kinetic = lammps.evaluate("c_energy[1]"),
                 bodies = lammps.evaluate("f_move[2]+f_move[3]");
    EXPECT_LT(kinetic, 0.9 * start);
    EXPECT_NEAR(kinetic / bodies, 1.0, 1e-12);
    EXPECT_LT(std::abs(lammps.evaluate("c_energy")), 1e-3 * start) << ranks;
  }
}

// Elements that move as no rigid body does until the run begins: the start is what the bodies have.
TEST(FixRigidCluster, TheBalanceBeginsWithTheMotionOfTheBodies)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BOX + TEMPLATES +
               "create_atoms 0 single 0.0005 0.0003 0.03 mol rock 7 rotate 40 1 2 3 units box\n"
               "set atom 1 vx 5 vy 3\n" +
               CONTACTS + MOTION + "compute energy all energy/balance\nrun 0\n");
    const double start = lammps.evaluate("c_energy[1]"),
                 bodies = lammps.evaluate("f_move[2]+f_move[3]"),
                 drift = lammps.evaluate("c_energy");
    EXPECT_NEAR(start / bodies, 1.0, 1e-10) << ranks;
    EXPECT_EQ(drift, 0.0);
    lammps.run("run 100\n");
    EXPECT_NEAR(lammps.evaluate("c_energy") / start, 0.0, 1e-4) << ranks;
  }
}

// Bonded clusters, rigid ones and spheres in one run.
TEST(FixRigidCluster, MixesWithBondedClustersAndSpheres)
{
  const std::string mixed = BOX + R"(
    cluster_template rock sphere 4e-3 elements 8 density 2500
    cluster_template stone sphere 4e-3 elements 8 density 2500 bond/type 2 type 2
    bond_coeff 1 rigid
    bond_coeff 2 young 1e7 tensile none shear none damping 0.2
    create_atoms 0 single 0 0 0.006 mol rock 5 rotate 40 1 2 3 units box
    create_atoms 0 single 0.002 0.001 0.015 mol stone 6 rotate 70 3 1 2 units box
    create_atoms 1 single -0.006 0 0.012 units box
    velocity all set 0 0 -0.5
  )";
  const std::string single = "set atom 17 diameter 3e-3\nset atom 17 density 2500\n";
  const std::string lines = mixed + single + CONTACTS + MOTION + "run 800";
  const auto one = atoms_after(lines, 1);
  if (is_first_rank()) { ASSERT_EQ(one.size(), 17u); }
  for (const int ranks : rank_counts())
    expect_same(one, atoms_after(lines, ranks), 1e-9, std::to_string(ranks));
}

// What is fed leaves again over a belt, whole.
TEST(FixRigidCluster, FeedBeltAndOutflow)
{
  const TestFolder folder;
  const std::string lines = BOX + TEMPLATES + CONTACTS + R"(
    write_mesh )" +
      folder / "belt.stl" +
      R"( plane size 0.02 0.03 center -0.004 0 0.02
    particle_mix ore template rock
    region chute block -0.01 0.0 -0.01 0.01 0.03 0.05
    region below block INF INF INF INF INF 0.01
    fix move all rigid/cluster gravity 9.81 vector 0 0 -1
    fix belt all wall/mesh )" +
      folder / "belt.stl" +
      R"( surface linear 1 0 0 model hertz/mindlin friction 0.5
    fix feed all insert/stream ore region chute rate 0.08 velocity 0 0 -0.5 every 200
    fix sink all outflow 50 region below
    run 30000
    )";
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(lines);
    const double fed = lammps.evaluate("f_feed"), left = lammps.evaluate("f_sink"),
                 inside = lammps.evaluate("mass(all)"), bodies = lammps.evaluate("f_move[1]");
    EXPECT_GT(left, 0.0);
    EXPECT_NEAR((left + inside) / fed, 1.0, 1e-10);
    EXPECT_NEAR(bodies, lammps.evaluate("count(all)") / 8.0, 1e-12);
  }
}

// On one rank a cluster across a periodic border is whole whatever the ghosts; they may be nearer
// than its size.
TEST(FixRigidCluster, ShortGhostCutoffTearsNothing)
{
  const TestFolder folder;
  const std::string file = folder / "start.data";
  LammpsSession first(1);
  first.run(SCENE + "run 0\nwrite_data " + file);
  MPI_Barrier(MPI_COMM_WORLD);
  LammpsSession second(1);
  second.run(begin_with(file) + CONTACTS + "neighbor 1e-5 bin\n" + MOTION +
             "fix GRIST_GUARD all guard timestep warn overlap warn\nrun 0");
  const std::vector<AtomSnapshot> start = second.atoms();
  second.run("run 600");
  const std::vector<AtomSnapshot> end = second.atoms();
  expect_same(atoms_after(SCENE + "run 600", 1), end, 1e-6, "short");
  if (!is_first_rank()) return;
  EXPECT_LT(largest_strain(start, end), 1e-12);
}

/* ---- changes between runs ---- */

TEST(FixRigidCluster, FollowsCommandsBetweenRuns)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(SCENE + "run 100\nvelocity all set 0.5 0 0\nset group all omega 0 0 0\nrun 0");
    EXPECT_NEAR(lammps.evaluate("f_move[2]"), 0.5 * 0.25 * lammps.evaluate("mass(all)"), 1e-12);
    EXPECT_NEAR(lammps.evaluate("f_move[3]"), 0.0, 1e-20);
    lammps.run("displace_atoms all move 0.001 0 0.002\nrun 0");
    EXPECT_EQ(lammps.evaluate("f_move[1]"), 12.0);
    lammps.run("group gone id 1\ndelete_atoms group gone bond yes compress no\nrun 100");
    EXPECT_GE(lammps.evaluate("f_move[1]"), 12.0);
    EXPECT_TRUE(lammps.error_of("run 100").empty());
  }
}

TEST(FixRigidCluster, AllSearchesLeaveTheInsideOut)
{
  std::vector<AtomSnapshot> first;
  for (const std::string search : {"multilevel", "cubes", "mr", "default"}) {
    const std::string lines = SCENE + "neighbor_style " + search + "\nrun 600";
    if (first.empty())
      first = atoms_after(lines, 1);
    else
      expect_same(first, atoms_after(lines, 1), 1e-10, search);
  }
}

/* ---- bad input ---- */

// A rod of 19 elements along the diagonal of a face. Beyond half a period its elements would be
// taken for their images.
TEST(FixRigidCluster, ReachesNoFurtherThanHalfAPeriod)
{
  TestFolder folder;
  if (is_first_rank()) {
    std::ofstream rod(folder / "rod");
    for (int n = 0; n < 19; n++) rod << 7.5e-4 * n << " " << 8e-4 * n << " 0 5e-4\n";
  }
  for (const bool fits : {true, false}) {
    const double period = fits ? 0.028 : 0.012;    // the rod is 0.0135 long
    LammpsSession lammps(world_size());
    const std::string error = lammps.error_of(R"(
      units si
      newton on off
      atom_style bonded/cluster
      bond_style parallel
      comm_modify vel yes cutoff 0.02
      region box block 0 )" + std::to_string(period) +
                                              R"( 0 0.04 0 0.04
      create_box 1 box bond/types 1
      cluster_template rod spheres )" + (folder / "rod") +
                                              R"( density 2500
      bond_coeff 1 rigid
      create_atoms 0 single 0.006 0.02 0.02 mol rod 7 rotate 0 0 0 1
      velocity all ramp vz 0 1 y 0 0.04
      pair_style hertz/mindlin
      pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.4
      neighbor 5e-4 bin
      timestep 1e-6
      fix move all rigid/cluster
      run 10
    )");
    if (fits) {
      EXPECT_EQ(error, "");
    } else {
      EXPECT_TRUE(has(error, "rigid cluster 1 reaches beyond half a period of the box")) << error;
    }
  }
}

TEST(FixRigidCluster, BadInputIsOneSentence)
{
  const auto error_of = [](const std::string &lines) {
    LammpsSession lammps(1);
    return lammps.error_of(lines);
  };
  const std::string start = BOX + TEMPLATES + grains() + CONTACTS;
  const std::string no_fix = error_of(start + "fix move all leapfrog/sphere\nrun 1");
  const std::string twice = error_of(start + MOTION + "fix other all rigid/cluster");
  const std::string group =
      error_of(start + "group some id 1 2\nfix move some rigid/cluster\nrun 1");
  const std::string law = error_of(BOX +
                                   "cluster_template a sphere 4e-3 elements 8 density 1\n"
                                   "bond_coeff * rigid\nbond_style zero\nbond_coeff *\n" +
                                   CONTACTS + "fix move all rigid/cluster\nrun 1");
  const std::string pair = error_of(BOX + TEMPLATES + grains() +
                                    "pair_style gran/hertz/history 1e7 NULL 10 NULL 0.5 1\n"
                                    "pair_coeff * *\nneighbor 5e-4 bin\n"
                                    "fix move all rigid/cluster\nrun 1");
  const std::string style = error_of("units si\natom_style sphere\nregion b block 0 1 0 1 0 1\n"
                                     "create_box 1 b\nfix move all rigid/cluster");
  const std::string left = error_of(start + "fix move all rigid/cluster\nrun 4000");
  const std::string word = error_of(start + "fix move all rigid/cluster gravty 9.81");
  if (!is_first_rank()) return;
  EXPECT_TRUE(has(no_fix, "is in a rigid cluster, which no fix moves (add fix rigid/cluster)"));
  EXPECT_TRUE(has(twice, "Fix rigid/cluster: fix move is one already"));
  EXPECT_TRUE(has(group, "of a rigid cluster is not in the group of the fix"));
  EXPECT_TRUE(has(law, "Fix rigid/cluster: bond_style zero (expected parallel"));
  EXPECT_TRUE(has(pair, "would act inside rigid clusters (add neighbor_style"));
  EXPECT_TRUE(has(style, "Fix rigid/cluster: atom"));
  EXPECT_TRUE(has(left, "is not whole at step"));
  EXPECT_TRUE(has(word, "Fix rigid/cluster: "));
}

}    // namespace test_fix_rigid_cluster
