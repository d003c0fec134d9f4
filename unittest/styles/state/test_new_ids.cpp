// Ids of atoms that change between two runs: delete_atoms, reset_atoms id, and create_atoms that
// gives the id of a deleted atom again.
//
// Oracle: the same run where the ids of the other atoms stay (delete_atoms compress no), atoms
// compared by their places; what is kept must not be nothing, so a run that forgets it differs.

#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace test_new_ids {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

constexpr double SAME = 1e-12;          // of the largest of each quantity, after no time
constexpr double SAME_LATER = 1e-10;    // after more steps, which amplify rounding

// ---- scenes -------------------------------------------------------------------------------------

struct Scene {
  std::string name, start;    // up to the first run
  std::string going_on;       // what a restart file does not hold
  std::vector<std::string> values;
  bool are_bodies = false;    // compared by their values
};

// Spheres of 10 mm on a lattice of 9.85 mm, pressed and sheared, over a periodic face and on walls.
std::string spheres(const std::string &more, const std::string &law)
{
  std::ostringstream lines;
  lines.precision(17);
  lines << "units si\natom_style sphere\natom_modify map yes\nboundary p f f\ncomm_modify vel yes\n"
           "region box block -0.0295 0.0295 -0.05 0.05 -0.05 0.05\ncreate_box 1 box\n";
  std::mt19937 random(7);
  std::uniform_real_distribution<double> shift(-5e-5, 5e-5);
  for (int n = 0; n < 54; n++)
    lines << "create_atoms 1 single " << 0.00985 * (n % 6 - 2.5) + shift(random) << " "
          << 0.00985 * (n / 6 % 3 - 1) + shift(random) << " "
          << 0.00985 * (n / 18 - 1) + shift(random) << "\n";
  lines << "set group all diameter 0.01 density 2500\nneighbor 0.002 bin\n"
        << "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3 restitution 0.6 "
           "friction 0.5 "
        << law << "\ntimestep 2e-6\nvelocity all ramp vx 0.1 -0.1 y -0.02 0.02 units box\n"
        << "velocity all ramp vy -0.2 0.2 z 0.015 -0.015 sum yes units box\n"
        << "velocity all ramp vz 0.2 -0.2 z -0.015 0.015 sum yes units box\n"
        << more;
  return lines.str();
}

const std::string FLOOR = "fix floor all wall/hertz/mindlin zplane -0.0148 NULL young 1e7 poisson "
                          "0.3 friction 0.5\n";
const std::string MOVE = "fix move all leapfrog/sphere\n";

Scene spheres_of(const std::string &name, const std::string &law)
{
  return {name, spheres(MOVE + FLOOR, law), MOVE + FLOOR, {}};
}

Scene collisions()
{
  const std::string fixes = MOVE + FLOOR + "fix c all collisions 1000 bins 1e-9 1e-3 6\n";
  return {"collisions",
          "newton on\n" + spheres(fixes, ""),
          fixes,
          {"f_c[1]", "f_c[2]", "f_c[4]", "f_c[5]"}};
}

Scene liquid()
{
  const std::string wet = "fix wet all liquid tension 0.073 angle 30 film 4e-6 share 0.5 walls 60 "
                          "viscosity 1e-3\n";
  return {"liquid",
          "newton on\n" + spheres(wet + MOVE + FLOOR, ""),
          wet + MOVE + FLOOR,
          {"f_wet[1]", "f_wet[2]", "f_wet[5]", "f_wet[6]", "f_wet[7]"}};
}

// Of bodies, whatever their ids are.
const std::string SUMS = R"(
  variable a atom fx*fx+2*fy*fy+3*fz*fz
  variable b atom x*fx+y*fz
  compute tq all property/atom tqx tqy tqz
  variable c atom c_tq[1]^2+2*c_tq[2]^2+3*c_tq[3]^2
  variable d atom vx*vx+2*vy*vy+3*vz*vz
  compute sums all reduce sum v_a v_b v_c v_d
  thermo_style custom step c_sums[*]
)";

// Cubes of 20 mm, three by three, in four layers that slide on each other.
Scene cubes(TestFolder &folder)
{
  std::vector<BodyLine> all;
  for (int n = 0; n < 36; n++) {
    const grist::Matrix3d turn =
        rotation_matrix(0.02 * (n % 5 - 2), normalized(Vector3d{1.0, 2.0, 1.0 * (n % 3)}));
    all.push_back(
        cube_at(turn, {0.0198 * (n % 3 - 1), 0.0198 * (n / 3 % 3 - 1), 0.0197 * (n / 9 - 1.5)}));
  }
  const std::string data = folder / "cubes";
  if (is_first_rank()) write_bodies(data, all, -0.1, 0.1);
  MPI_Barrier(MPI_COMM_WORLD);
  const std::string fixes = "fix move all leapfrog/body\n" + SUMS;
  return {"cubes",
          BODIES + ("boundary f f f\ncomm_modify vel yes\natom_modify map yes\nread_data " + data) +
              "\nneighbor 0.002 bin\npair_style polyhedron\n"
              "pair_coeff * * volume 1e9 hysteretic 0.5 friction 0.5\ntimestep 1e-5\n"
              "velocity all ramp vx -0.3 0.3 z -0.03 0.03 units box\n"
              "velocity all ramp vz 0.3 -0.3 z -0.03 0.03 sum yes units box\n" +
              fixes,
          fixes,
          {"c_sums[1]", "c_sums[2]", "c_sums[3]", "c_sums[4]"},
          true};
}

// ---- states -------------------------------------------------------------------------------------

struct State {
  std::vector<AtomSnapshot> atoms;    // complete on the first rank
  std::vector<double> values;
};

State state_of(LammpsSession &lammps, const Scene &scene)
{
  State state;
  if (!scene.are_bodies) state.atoms = lammps.atoms();
  for (const std::string &value : scene.values) state.values.push_back(lammps.evaluate(value));
  return state;
}

const AtomSnapshot &nearest(const std::vector<AtomSnapshot> &atoms, const AtomSnapshot &to)
{
  const Vector3d x = vector_at(to.x.data());
  return *std::min_element(atoms.begin(), atoms.end(), [&](const auto &a, const auto &b) {
    return norm(vector_at(a.x.data()) - x) < norm(vector_at(b.x.data()) - x);
  });
}

double difference(const State &one, const State &two)
{
  double most = one.atoms.size() == two.atoms.size() ? 0.0 : HUGE_VAL;
  const auto compare = [&](auto member) {
    double scale = 0.0, apart = 0.0;
    for (const AtomSnapshot &a : one.atoms) {
      const AtomSnapshot &b = nearest(two.atoms, a);
      scale = std::max(scale, norm(vector_at((a.*member).data())));
      apart = std::max(apart, norm(vector_at((a.*member).data()) - vector_at((b.*member).data())));
    }
    if (apart > 0.0) most = std::max(most, apart / scale);
  };
  compare(&AtomSnapshot::x);
  compare(&AtomSnapshot::v);
  compare(&AtomSnapshot::omega);
  compare(&AtomSnapshot::f);
  compare(&AtomSnapshot::torque);
  for (size_t n = 0; n < one.values.size(); n++) {
    const double scale = std::max(std::fabs(one.values[n]), std::fabs(two.values[n]));
    if (scale > 0.0) most = std::max(most, std::fabs(one.values[n] - two.values[n]) / scale);
  }
  return most;
}

// ---- runs ---------------------------------------------------------------------------------------

const std::string FIRST = "run 150\n";
const std::string AGAIN = "run 0\n", LATER = "run 100\n";

std::string deletion(const std::string &how)
{
  return "group gone id 20\ndelete_atoms group gone " + how + "\n";
}

struct Change {
  const char *name;
  std::string lines;
};
const std::vector<Change> CHANGES = {
    {" compress ", deletion("compress yes")},
    {" reset ", deletion("compress yes") + "reset_atoms id sort yes\n"}};

class NewIds : public ::testing::Test {
 protected:
  TestFolder folder;

  // The states after no time and after a while.
  std::vector<State> states(const Scene &scene, int ranks, const std::string &change)
  {
    LammpsSession lammps(ranks);
    lammps.run(scene.start + FIRST + change + AGAIN);
    std::vector<State> both = {state_of(lammps, scene)};
    lammps.run(LATER);
    both.push_back(state_of(lammps, scene));
    return both;
  }

  void expect_kept(const Scene &scene, int ranks, const std::string &between = "")
  {
    const std::vector<State> right = states(scene, ranks, deletion("compress no") + between);
    for (const Change &change : CHANGES) {
      const std::vector<State> got = states(scene, ranks, change.lines + between);
      if (!is_first_rank()) continue;
      EXPECT_LT(difference(right[0], got[0]), SAME) << scene.name << change.name << ranks;
      EXPECT_LT(difference(right[1], got[1]), SAME_LATER) << scene.name << change.name << ranks;
    }
  }

  void expect_kept_on_all_ranks(const Scene &scene)
  {
    for (const int ranks : rank_counts()) expect_kept(scene, ranks);
  }
};

TEST_F(NewIds, KeepSpringsOfSpheres)
{
  for (const std::string newton : {"on", "off"}) {
    Scene scene = spheres_of("springs " + newton, "rolling sds 1e3 0.1 0.1 twisting marshall");
    scene.start = "newton " + newton + "\n" + scene.start;
    expect_kept_on_all_ranks(scene);
  }
}

TEST_F(NewIds, KeepWhatCohesionRemembers)
{
  expect_kept_on_all_ranks(spheres_of("eepa", "cohesion eepa 0.7 5 0 3"));
  expect_kept_on_all_ranks(spheres_of("jkr", "cohesion jkr 0.5"));
}

TEST_F(NewIds, KeepLiquidBridges)
{
  expect_kept_on_all_ranks(liquid());
}

TEST_F(NewIds, KeepOpenCollisions)
{
  expect_kept_on_all_ranks(collisions());
}

TEST_F(NewIds, KeepHistoriesOfPolyhedra)
{
  for (const std::string newton : {"on", "off"}) {
    Scene scene = cubes(folder);
    scene.start = "newton " + newton + "\n" + scene.start;
    expect_kept_on_all_ranks(scene);
  }
}

// Partners are on other ranks than before.
TEST_F(NewIds, FollowAtomsToOtherRanks)
{
  const std::string between = "balance 0.9 shift xyz 10 1.01\nset group all image 0 NULL NULL\n";
  for (const Scene &scene : {spheres_of("balanced", ""), liquid(), cubes(folder)})
    expect_kept(scene, rank_counts().back(), between);
}

// Bodies that are to break in the first step of the next run, on other ranks by then.
TEST_F(NewIds, BreakTheBodiesThatWereToBreak)
{
  const std::string pair = std::string(BODIES) + R"(
    newton off
    processors 1 1 *
    boundary f f f
    comm_modify vel yes
    region box block -0.1 0.1 -0.1 0.1 -0.1 0.1
    create_box 1 box
    pair_style polyhedron
    pair_coeff * * volume 2e10 hysteretic 0.4 friction 0.4
    region far block 0.06 0.09 0.06 0.09 0.06 0.09
    region low block -0.0105 0.0105 -0.0105 0.0105 -0.04 0
    region high block -0.0105 0.0105 -0.0105 0.0105 0.005 0.03
    create_polyhedra 1 region far shape box 0.02 0.02 0.02 density 2600 orient fixed attempts 100000
    create_polyhedra 1 region low shape box 0.02 0.02 0.02 density 2600 orient fixed attempts 100000
    create_polyhedra 1 region high shape box 0.02 0.02 0.02 density 2600 orient fixed attempts 100000
    group high id 3
    velocity high set 0 0 -40
    fix move all nve/body
    timestep 1e-6
    fix crack all break/polyhedra tavares energy 20 size 0.02 exponent 1 deviation 0.5 damage 5 t10 0.5 0.05 smallest 0.004
)";
  for (const int ranks : rank_counts()) {
    LammpsSession whole(ranks);
    whole.run(pair +
              "variable broken equal f_crack[1]\n"
              "fix end all halt 1 v_broken > 0.5 error continue\nrun 3000\n");
    const double broken = whole.evaluate("f_crack[1]"), step = whole.thermo("step");
    ASSERT_GT(broken, 0.0);
    LammpsSession parts(ranks);
    parts.run(
        pair + "run " + std::to_string(static_cast<long>(step) - 1) +
        "\ngroup gone id 1\ndelete_atoms group gone\ndisplace_atoms all move 0 0 0.06\nrun 1\n");
    EXPECT_EQ(parts.evaluate("f_crack[1]"), broken) << ranks;
  }
}

// ---- restart ------------------------------------------------------------------------------------

TEST_F(NewIds, AreInARestartFile)
{
  const std::string file = folder / "restart";
  for (const Scene &scene :
       {spheres_of("springs", "cohesion eepa 0.7 5 0 3"), liquid(), cubes(folder), collisions()})
    for (const int ranks : rank_counts()) {
      const std::vector<State> right = states(scene, ranks, deletion("compress no"));
      const auto expect_right = [&](LammpsSession &lammps, const char *what) {
        const State got = state_of(lammps, scene);
        if (is_first_rank()) {
          EXPECT_LT(difference(right[0], got), SAME) << scene.name << what << ranks;
        }
      };
      const std::string go_on = "read_restart " + file + "\nneighbor 0.002 bin\n";
      {
        LammpsSession first(ranks);
        first.run(scene.start + FIRST + CHANGES.back().lines + "write_restart " + file + "\n");
      }
      LammpsSession after(ranks);
      after.run(go_on + scene.going_on + AGAIN);
      expect_right(after, " written after");
    }
}

// As those of versions that kept no known ids.
TEST_F(NewIds, MayBeMissingInARestartFile)
{
  const std::string file = folder / "restart";
  const Scene scene = spheres_of("springs", "cohesion eepa 0.7 5 0 3");
  for (const int ranks : rank_counts()) {
    State right;
    {
      LammpsSession first(ranks);
      first.run(scene.start + FIRST + AGAIN);
      right = state_of(first, scene);
      first.run("unfix GRIST_KNOWN_IDS\nwrite_restart " + file + " noinit\n");
    }
    LammpsSession second(ranks);
    second.run("read_restart " + file + "\nneighbor 0.002 bin\n" + scene.going_on + AGAIN);
    const State got = state_of(second, scene);
    if (is_first_rank()) { EXPECT_LT(difference(right, got), SAME) << ranks; }
  }
}

// ---- ids that are given again -------------------------------------------------------------------

// A new sphere with the id of one that touched the same partners has no past.
TEST_F(NewIds, OfNewSpheresHaveNoPast)
{
  for (const int ranks : rank_counts()) {
    const Scene scene = spheres_of("again", "cohesion eepa 0.7 5 0 3");
    const std::string last = "group last id 54\ndelete_atoms group last compress no\n";
    const std::string place = "create_atoms 1 single 0.0246 0.00985 0.00985\n";
    const std::string set = "set atom 54*56 diameter 0.01 density 2500\n";
    const State same_id = states(scene, ranks, last + place + set)[0];
    const State other_id = states(scene, ranks,
                                  last + "create_atoms 1 single 0 0.045 0.045\n" + place + set +
                                      "group far id 54\ndelete_atoms group far compress no\n")[0];
    if (is_first_rank()) { EXPECT_LT(difference(same_id, other_id), SAME); }
  }
}

}    // namespace test_new_ids
