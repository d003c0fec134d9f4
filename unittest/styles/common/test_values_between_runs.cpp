// Every compute and fix of Grist, asked between two runs after commands that move atoms in memory or
// change them.
//
// Oracles: the value at the end of the run, where a command changes no atom; the value after
// `run 0`, where it does; otherwise one sentence that asks for `run 0`.

#include "common/space.h"
#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace test_values_between_runs {

using namespace grist::testing;
using grist::Matrix3d;

// Sums have another order after a command that moves atoms.
constexpr double ROUNDING = 1e-9;

struct Asked {
  std::string expression;
  enum { OF_NOW, OF_LAST_STEP, FRAGMENTS, ESTIMATE } kind;
};

// Values of a scene: computes read atoms as they are now, fixes report their last step or sums.
std::vector<Asked> entries(const std::string &name, int count, decltype(Asked::kind) kind)
{
  std::vector<Asked> all = {{name, kind}};
  for (int n = 1; n <= count; n++) all.push_back({name + "[" + std::to_string(n) + "]", kind});
  return all;
}

std::vector<Asked> joined(const std::vector<std::vector<Asked>> &parts)
{
  std::vector<Asked> all;
  for (const auto &part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// A sum over per-atom values with weights that follow the positions, not the ids, so that it knows
// whose value is whose.
std::string weighted(const std::string &name, const std::string &value)
{
  return "variable " + name + " atom (2+sin(157.07963267948966*x))*" + value + "\ncompute " + name +
      " all reduce sum v_" + name + "\n";
}

const std::string WATCHED = R"(
  compute energy all energy/balance
  compute touch all coordination/contact
  compute load all load/atom
  compute packing all packing slices x 4
  fix coll all collisions 100 bins 1e-12 1e-3 10
)" + weighted("particles", "c_touch[1]") +
    weighted("walls", "c_touch[2]") + weighted("loads", "c_load");

const std::vector<Asked> OF_WATCHED = joined({entries("c_energy", 17, Asked::OF_NOW),
                                              {{"c_particles", Asked::OF_NOW},
                                               {"c_walls", Asked::OF_NOW},
                                               {"c_loads", Asked::ESTIMATE},
                                               {"c_packing[2][5]", Asked::OF_NOW},
                                               {"c_packing", Asked::OF_NOW},
                                               {"f_coll[1]", Asked::OF_LAST_STEP},
                                               {"f_coll[2]", Asked::OF_LAST_STEP},
                                               {"f_coll[3]", Asked::OF_LAST_STEP},
                                               {"f_coll[4]", Asked::OF_LAST_STEP},
                                               {"f_coll[5]", Asked::OF_LAST_STEP},
                                               {"f_coll[5][3]", Asked::OF_LAST_STEP},
                                               {"f_watch", Asked::OF_LAST_STEP},
                                               {"f_watch[1]", Asked::OF_LAST_STEP},
                                               {"f_watch[6]", Asked::OF_LAST_STEP}}});

// Stones that fall onto the floor and break there, across a periodic border and that of two ranks.
const std::string BONDED_BOX = R"(
  units si
  newton on off
  boundary p p f
  comm_modify vel yes
  processors * * 1
  atom_style bonded/cluster
  bond_style parallel
  region box block -0.02 0.02 -0.02 0.02 -0.001 0.04
  create_box 1 box bond/types 1
  fix watch all guard overlap warn timestep warn
  cluster_template rock sphere 4e-3 elements 8 density 2500
)";

const std::string BONDED_FEED = R"(
  pair_style hertz/mindlin
  pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.4
  neighbor 5e-4 bin
  timestep 5e-6
  particle_mix ore template rock size 0.004
  region above block -0.02 0.02 -0.02 0.02 0.0 0.012
  fix feed all insert/pack ore region above number 60 velocity 2 1 -4
  fix out all outflow 100 plane 0 0 0.036 0 0 1
)";

const std::string BONDED = BONDED_BOX +
    "bond_coeff 1 young 1e7 tensile 2e4 shear 2e4 damping 0.05\n" + BONDED_FEED + R"(
  fix floor all wall/hertz/mindlin zplane 0 NULL
  fix move all nve/sphere
  fix br all breakage 100
  compute stress all stress/cluster
  compute local all bond/local engpot b1
  compute bonds all reduce sum c_local[1] c_local[2] inputs local
)" + weighted("szz", "c_stress[3]") +
    weighted("ids", "f_br") + weighted("bonded", "c_touch[3]");

const std::vector<Asked> OF_FEED =
    joined({entries("f_feed", 4, Asked::OF_LAST_STEP), entries("f_out", 2, Asked::OF_LAST_STEP)});

const std::vector<Asked> OF_BONDED = joined({OF_WATCHED,
                                             OF_FEED,
                                             entries("f_br", 15, Asked::OF_NOW),
                                             entries("f_floor", 3, Asked::OF_LAST_STEP),
                                             {{"c_szz", Asked::OF_NOW},
                                              {"c_bonds[1]", Asked::OF_NOW},
                                              {"c_bonds[2]", Asked::OF_NOW},
                                              {"c_bonded", Asked::OF_NOW},
                                              {"c_ids", Asked::FRAGMENTS}}});

// The same stones, rigid.
const std::string RIGID = BONDED_BOX + "bond_coeff 1 rigid\n" + BONDED_FEED + R"(
  fix floor all wall/hertz/mindlin zplane 0 NULL
  fix move all rigid/cluster gravity 9.81 vector 0 0 -1
  compute stress all stress/cluster
)" + weighted("szz", "c_stress[3]");

const std::vector<Asked> OF_RIGID = joined({OF_WATCHED,
                                            OF_FEED,
                                            entries("f_floor", 3, Asked::OF_LAST_STEP),
                                            entries("f_move", 7, Asked::OF_LAST_STEP),
                                            {{"c_szz", Asked::OF_NOW}}});

// Cubes that hit the floor and each other, and break.
std::string bodies(const std::string &data, const std::string &floor)
{
  std::vector<BodyLine> cubes;
  for (int n = 0; n < 12; n++)
    cubes.push_back(
        cube_at(rotation_matrix(0.3 * n, normalized(grist::Vector3d{1.0, 2.0, 1.0 * n})),
                {-0.075 + 0.05 * (n % 4), -0.05 + 0.05 * (n / 4), 0.025}));
  write_bodies(data, cubes, -0.1, 0.1);
  return "newton off\n" + std::string(BODIES) + "boundary f f f\ncomm_modify vel yes\n" +
      "processors * 1 1\nread_data " + data + R"(
    neighbor 1e-3 bin
    pair_style polyhedron
    pair_coeff * * volume 2e10 hysteretic 0.4 friction 0.4
    timestep 1e-6
    velocity all set 1 0.5 -8
    fix watch all guard overlap warn timestep warn
    fix floor all wall/mesh )" +
      floor + R"( model polyhedron volume 2e10 hysteretic 0.4 friction 0.4
    fix move all nve/body
    fix crack all break/polyhedra tavares energy 20 size 0.02 exponent 1 deviation 0.5 &
      damage 5 t10 0.5 0.05 smallest 0.004
    fix br all breakage 100
  )";
}

class ValuesBetweenRuns : public ::testing::Test {
 protected:
  TestFolder folder;
  int pairs = 0, asked_for_run = 0;

  // Commands that change no value, and such that change atoms.
  std::vector<std::pair<std::string, bool>> commands(bool has_bonds) const
  {
    std::vector<std::pair<std::string, bool>> all = {
        {"write_restart " + (folder / "restart"), false},
        {"write_data " + (folder / "end") + " nocoeff", false},
        {"balance 1.0 shift x 5 1.0", false},
        {"write_dump all custom " + (folder / "dump") + " id x y z", false},
        {"reset_atoms id", true},
        {"displace_atoms all move 1e-4 0 1e-5", true},
        {"delete_atoms group gone compress no", true}};
    if (has_bonds) all.push_back({"reset_atoms image all", false});
    return all;
  }

  static std::map<std::string, double> values(LammpsSession &lammps,
                                              const std::vector<Asked> &asked)
  {
    std::map<std::string, double> all;
    for (const Asked &one : asked) all[one.expression] = lammps.evaluate(one.expression);
    return all;
  }

  static bool is_same(double value, double right, double scale)
  {
    return std::fabs(value - right) <= ROUNDING * std::max(std::fabs(right), scale);
  }

  // The error, or the value. True if it is a sentence that asks for a run.
  void ask(LammpsSession &lammps, const Asked &one, std::vector<double> right, double scale)
  {
    pairs++;
    const std::string error = lammps.error_of("print \"$(" + one.expression + ")\"");
    const double has_failed = lammps.here() ? (error.empty() ? 0.0 : 1.0) : 0.0;
    double any = 0.0;
    MPI_Allreduce(&has_failed, &any, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (any > 0.0) {
      asked_for_run++;
      if (lammps.here()) {
        EXPECT_TRUE(has(error, "run 0")) << one.expression;
        EXPECT_NE(one.kind, Asked::OF_LAST_STEP) << one.expression << ": " << error;
      }
      return;
    }
    const double value = lammps.evaluate(one.expression);
    if (!is_first_rank()) return;
    EXPECT_TRUE(std::isfinite(value)) << one.expression;
    if (one.kind == Asked::ESTIMATE) return;
    EXPECT_TRUE(std::any_of(right.begin(), right.end(),
                            [&](double other) { return is_same(value, other, scale); }))
        << one.expression << " " << value << ", right " << right[0];
  }

  void check(const std::string &scene, const std::string &run, const std::vector<Asked> &asked)
  {
    for (const int ranks : rank_counts()) {
      if (ranks > 2) continue;
      std::map<std::string, double> before;
      {
        LammpsSession lammps(ranks);
        lammps.run(scene + run);
        before = values(lammps, asked);
      }
      double scale = 0.0;    // of energies, whose rounding is that of their sum
      for (const auto &[name, value] : before)
        if (name.find("c_energy") == 0) scale = std::max(scale, std::fabs(value));
      for (const auto &[command, changes] :
           commands(scene.find("bond_style") != std::string::npos)) {
        SCOPED_TRACE(command + " " + std::to_string(ranks));
        std::map<std::string, double> after;
        if (changes) {
          LammpsSession lammps(ranks);
          lammps.run(scene + run + command + "\nrun 0\n");
          after = values(lammps, asked);
        }
        LammpsSession lammps(ranks);
        lammps.run(scene + run + command + "\n");
        for (const Asked &one : asked) {
          if (changes && one.kind == Asked::FRAGMENTS) continue;    // see fix_breakage.md
          // These commands leave no ghosts, and computes of LAMMPS leave out bonds to them.
          if (changes && ranks > 1 && one.expression.find("c_bonds") == 0) continue;
          std::vector<double> right = {before[one.expression]};
          if (changes && (one.kind == Asked::OF_NOW || one.expression == "f_move"))
            right = {after[one.expression]};
          ask(lammps, one, right, one.expression.find("c_energy") == 0 ? scale : 0.0);
        }
      }
    }
    if (is_first_rank())
      printf("%d values asked between runs, %d asked for run 0\n", pairs, asked_for_run);
  }
};

TEST_F(ValuesBetweenRuns, OfBondedClusters)
{
  check(BONDED + WATCHED, "run 300\ngroup gone id 1:9\n", OF_BONDED);
}

TEST_F(ValuesBetweenRuns, OfRigidClusters)
{
  check(RIGID + WATCHED, "run 300\ngroup gone id 1:16\n", OF_RIGID);
}

TEST_F(ValuesBetweenRuns, OfPolyhedra)
{
  const std::string floor = folder / "floor.stl";
  check("write_mesh " + floor + " plane size 0.4 0.4 center 0 0 0\n" +
            bodies(folder / "data", floor) + WATCHED,
        "run 1500\ngroup gone id 1 2\n",
        joined({OF_WATCHED,
                entries("f_br", 15, Asked::OF_NOW),
                entries("f_floor", 3, Asked::OF_LAST_STEP),
                {{"f_crack[1]", Asked::OF_LAST_STEP}, {"f_crack[2]", Asked::OF_LAST_STEP}}}));
}

// Nothing has been evaluated yet.
TEST_F(ValuesBetweenRuns, BeforeTheFirstRun)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BONDED + WATCHED + "write_restart " + (folder / "restart"));
    for (const std::string value : {"c_energy", "c_energy[3]", "c_particles", "c_szz"}) {
      const std::string error = lammps.error_of("print \"$(" + value + ")\"");
      if (lammps.here()) { EXPECT_TRUE(has(error, "give run 0 before this output")) << value; }
    }
  }
}

// The first atom of each fragment has its id; f_br[9] counts fragments. Steps 990 and 995 are no
// outputs.
TEST_F(ValuesBetweenRuns, FragmentIdsAreThoseOfEveryStep)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(BONDED + R"(
      variable first atom f_br==id
      compute first all reduce sum v_first
      fix av all ave/time 1 1 1 c_first f_br[9]
      variable differs equal abs(f_av[1]-f_av[2])
      fix most all ave/time 1 297 297 v_differs
      thermo 1000
      run 299
    )");
    const double ids = lammps.evaluate("f_av[1]"), fragments = lammps.evaluate("f_av[2]"),
                 differs = lammps.evaluate("f_most");
    if (!is_first_rank()) continue;
    EXPECT_GT(fragments, 60.0);
    EXPECT_EQ(ids, fragments);
    EXPECT_EQ(differs, 0.0);
  }
}

// Of all spheres, although the box is empty when LAMMPS counts its degrees of freedom.
TEST_F(ValuesBetweenRuns, KineticEnergyOfAFeedIntoAnEmptyBox)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run("write_mesh " + (folder / "face.stl") + R"( plane size 0.06 0.06 center 0 0 0.2
    units si
    newton on off
    boundary f f f
    atom_style sphere
    region box block -0.1 0.1 -0.1 0.1 0 0.3
    create_box 1 box
    pair_style hertz/mindlin
    pair_coeff 1 1 young 5e6 poisson 0.45 restitution 0.6 friction 0.5
    particle_mix m sphere s size 0.01 density 2500
    fix ins all insert/stream m face )" +
             (folder / "face.stl") + R"( rate 2 velocity 0 0 -1
    fix integr all nve/sphere
    compute k all ke
    compute t all temp
    thermo_style custom step atoms ke c_k
    timestep 2e-5
    run 2000
  )");
  EXPECT_GT(lammps.evaluate("c_k"), 0.01);
  EXPECT_NEAR(lammps.evaluate("ke") / lammps.evaluate("c_k"), 1.0, 1e-12);
}

}    // namespace test_values_between_runs
