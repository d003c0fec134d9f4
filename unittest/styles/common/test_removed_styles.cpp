// Every fix, compute and dump of Grist removed, or given again with the same id, between two runs,
// and then every value read of all that is left: thermo keywords, variables, write_dump.
//
// Oracle: a value is that of the last step, or that of a `run 0` without what was removed; or there
// is one sentence that asks for `run 0`, and none after it.

#include "testing/dump_reader.h"
#include "testing/hertz_sphere.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include "fix.h"
#include "input.h"
#include "lammps.h"
#include "modify.h"
#include "variable.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace test_removed_styles {

using namespace grist::testing;

constexpr double OWN_LOAD = 40.0;    // of a particle, by compute load/atom

struct Scene {
  std::string lines;    // without the fixes
  std::string first_run = "run 10\n";
  std::vector<std::pair<std::string, std::string>> fixes;       // id, and what follows it
  std::vector<std::pair<std::string, std::string>> computes;    // the same
  std::vector<std::pair<std::string, int>> values;    // an id with f_ or c_, entries of its vector
  std::vector<std::string> others;                    // expressions
  std::vector<std::string> columns;                   // per atom, for write_dump
  std::vector<std::string> commands;                  // others that replace or remove something
};

// What a removal is followed by.
struct Removal {
  std::string line;
  std::string id;    // whose own values are not compared
};

std::vector<Removal> of_fixes(const Scene &scene)
{
  std::vector<Removal> all;
  for (const auto &[id, rest] : scene.fixes) all.push_back({"unfix " + id, id});
  return all;
}

std::vector<Removal> of_fixes_given_again(const Scene &scene)
{
  std::vector<Removal> all;
  for (const auto &[id, rest] : scene.fixes) all.push_back({"fix " + id + rest, id});
  return all;
}

std::vector<Removal> of_others(const Scene &scene)
{
  std::vector<Removal> all;
  for (const auto &[id, rest] : scene.computes) {
    all.push_back({"uncompute " + id, id});
    all.push_back({"uncompute " + id + "\ncompute " + id + rest, id});
  }
  for (const std::string &line : scene.commands) all.push_back({line, ""});
  return all;
}

bool is_of(const std::string &name, const std::string &id)
{
  return !id.empty() && (name == id || name.compare(0, id.size() + 1, id + "[") == 0);
}

class Readings {
 public:
  Readings(const Scene &scene, TestFolder &folder) : scene(scene), folder(folder) {}

  // All values, by name; the error text of those that cannot be read.
  struct Result {
    std::map<std::string, std::vector<double>> values;
    std::map<std::string, std::string> errors;
  };
  Result read(LammpsSession &lammps, const std::string &but)
  {
    Result result;
    for (const std::string &name : expressions(but)) {
      forget_invocations(lammps);
      const std::string error = lammps.error_of("variable got string \"$(" + name + ":%.17g)\"");
      if (!error.empty())
        result.errors[name] = error;
      else
        result.values[name] = {atof(lammps.lammps()->input->variable->retrieve("got"))};
    }
    for (const std::string &column : scene.columns)
      if (!is_of(column.substr(2), but)) read_column(lammps, column, result);
    read_picture(lammps, result);
    return result;
  }

 private:
  const Scene &scene;
  TestFolder &folder;
  int pictures = 0;

  std::vector<std::string> expressions(const std::string &but) const
  {
    std::vector<std::string> names = scene.others;
    for (const auto &[id, entries] : scene.values) {
      names.push_back(id);
      for (int k = 1; k <= entries; k++) names.push_back(id + "[" + std::to_string(k) + "]");
    }
    names.erase(std::remove_if(names.begin(), names.end(),
                               [&](const std::string &name) { return is_of(name.substr(2), but); }),
                names.end());
    return names;
  }

  // So that nothing is taken from the last step.
  static void forget_invocations(LammpsSession &lammps)
  {
    lammps.lammps()->modify->clearstep_compute();
  }

  void read_column(LammpsSession &lammps, const std::string &column, Result &result)
  {
    forget_invocations(lammps);
    const std::string file = folder / "column";
    const std::string error = lammps.error_of("write_dump all custom " + file + " id " + column +
                                              " modify sort id format float %.17g");
    if (!error.empty()) {
      lammps.error_of("undump WRITE_DUMP");    // which the error has left
      result.errors["column " + column] = error;
      return;
    }
    std::vector<double> &values = result.values["column " + column];
    if (!lammps.first()) return;
    const std::vector<DumpFrame> frames = read_dump(file);
    for (const std::vector<double> &row : frames.back().rows) values.push_back(row[1]);
  }

  void read_picture(LammpsSession &lammps, Result &result)
  {
    const std::string error = lammps.error_of(
        "write_dump all paraview " + (folder / ("p" + std::to_string(pictures++))) + ".pvd");
    if (error.empty()) return;
    lammps.error_of("undump WRITE_DUMP");
    result.errors["paraview"] = error;
  }
};

bool is_same(const std::vector<double> &one, const std::vector<double> &two)
{
  if (one.size() != two.size()) return false;
  double largest = 0.0;
  for (const double value : two) largest = std::max(largest, std::fabs(value));
  for (size_t n = 0; n < one.size(); n++)
    if (!(std::fabs(one[n] - two[n]) <= 1e-9 * largest)) return false;
  return true;
}

// The first number.
std::string text_of(const std::vector<double> &values)
{
  return values.empty() ? "none" : number(values[0]);
}

std::string start_of(const Scene &scene)
{
  std::string lines = scene.lines;
  for (const auto &[id, rest] : scene.fixes) lines += "fix " + id + rest + "\n";
  for (const auto &[id, rest] : scene.computes) lines += "compute " + id + rest + "\n";
  return lines;
}

bool asks_for_run(const std::string &error)
{
  return has(error, "(run 0 first)") || has(error, "(give run 0 before this output)") ||
      has(error, "was removed (leave out unfix)");
}

bool says_what_is_missing(const std::string &error)
{
  return has(error, "expected") || has(error, "does not exist") ||
      has(error, "must be defined before fix") || has(error, "requires a pair style") ||
      has(error, "was removed (leave out unfix)");
}

// Returns how many pairs of a removal and a reading were tried.
int try_removals(const Scene &scene, const std::vector<Removal> &removals, TestFolder &folder)
{
  int pairs = 0;
  for (const Removal &removal : removals) {
    SCOPED_TRACE(removal.line);
    LammpsSession lammps(world_size());
    Readings readings(scene, folder);
    lammps.run(start_of(scene) + scene.first_run);
    const Readings::Result before = readings.read(lammps, removal.id);
    EXPECT_TRUE(before.errors.empty()) << before.errors.begin()->second;
    lammps.run(removal.line + "\n");
    const Readings::Result now = readings.read(lammps, removal.id);
    pairs += static_cast<int>(now.values.size() + now.errors.size());
    for (const auto &[name, error] : now.errors) EXPECT_TRUE(asks_for_run(error)) << name << error;
    const std::string unwritten = lammps.error_of("write_restart " + (folder / "state"));
    EXPECT_TRUE(unwritten.empty() || asks_for_run(unwritten) || says_what_is_missing(unwritten))
        << unwritten;

    // What cannot run any more says so.
    const std::string refusal = lammps.error_of("run 0");
    EXPECT_TRUE(refusal.empty() || says_what_is_missing(refusal)) << refusal;
    if (!refusal.empty()) continue;
    const Readings::Result after = readings.read(lammps, removal.id);
    for (const auto &[name, error] : after.errors) ADD_FAILURE() << name << ": " << error;
    for (const auto &[name, values] : now.values) {
      if (!before.values.count(name) || !after.values.count(name)) continue;
      if (name == "column c_load") {    // an estimate from the lists that there are
        for (const double load : values) EXPECT_GE(load, OWN_LOAD);
        continue;
      }
      const std::vector<double> &then = before.values.at(name), &later = after.values.at(name);
      EXPECT_TRUE(is_same(values, then) || is_same(values, later))
          << name << ": " << text_of(values) << ", before " << text_of(then) << ", after run 0 "
          << text_of(later);
    }
    lammps.run("run 10\n");
    EXPECT_TRUE(readings.read(lammps, removal.id).errors.empty());
  }
  return pairs;
}

class RemovedStyles : public ::testing::Test {
 protected:
  void SetUp() override
  {
    if (world_size() > 2) GTEST_SKIP() << "one and two ranks are enough";
  }
  TestFolder folder;

  // Each removal with each reading.
  void expect_readings(const Scene &scene, const std::vector<Removal> &removals)
  {
    const int pairs = try_removals(scene, removals, folder);
    RecordProperty("pairs", pairs);
    if (is_first_rank()) printf("%d pairs of a removal and a reading\n", pairs);
  }
};

const std::vector<std::pair<std::string, std::string>> COMPUTES = {
    {"energy", " all energy/balance"},
    {"load", " all load/atom"},
    {"touch", " all coordination/contact"},
    {"packing", " all packing slices z 3"}};

Scene clusters_held_rigid(const TestFolder &folder)
{
  const std::string pair = "pair_style hertz/mindlin\n"
                           "pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction 0.5\n";
  const std::string bond = "bond_style parallel\n"
                           "bond_coeff 1 young 1e7 tensile 2e4 shear 2e4 damping 0.1\n";
  Scene scene;
  scene.lines = R"(
    units si
    newton on off
    atom_style bonded/cluster
    comm_modify vel yes
    boundary p f f
    processors 1 * 1
    bond_style parallel
    region box block -0.012 0.012 -0.03 0.03 0 0.05
    create_box 2 box bond/types 1 extra/bond/per/atom 12 extra/special/per/atom 40
    cluster_template cube cube 8e-3 radius 1.3e-3 lattice sc density 2500
    )" +
      bond + pair + R"(
    create_atoms 0 single 0 -0.012 0.00388 mol cube 11 rotate 0 0 0 1
    create_atoms 0 single 0 0.012 0.00388 mol cube 12 rotate 0 0 0 1
    create_atoms 0 single 0 0.012 0.01166 mol cube 13 rotate 0 0 0 1
    create_atoms 2 single 0 -0.022 0.00395
    group ball type 2
    set group ball diameter 8e-3 density 5000
    set atom 1 vz -2
    write_mesh )" +
      (folder / "lid.stl") + R"( plane size 0.02 0.02
    region tube block -0.012 0.012 -0.0301 0.0259 -0.0001 0.049
    region high block -0.01 0.01 -0.02 0.02 0.03 0.045
    particle_mix feed sphere ball fraction 1 size 0.002 density 2500 type 2
    neighbor 1e-3 bin
    timestep 2e-6
  )";
  scene.fixes = {{"move", " all rigid/cluster gravity 9.81 vector 0 0 -1 hold yes"},
                 {"floor", " all wall/hertz/mindlin zplane 0 NULL"},
                 {"tube", " all wall/hertz/mindlin region tube"},
                 {"lid",
                  " all wall/mesh " + (folder / "lid.stl") +
                      " shift 0 -0.012 0.0002 surface linear 0.5 0 0 model hertz/mindlin"},
                 {"stream", " all insert/stream feed region high rate 0.5 velocity 0 0 -1 every 4"},
                 {"out", " all outflow 5 plane 0 0 0.049 0 0 1"},
                 {"broken", " all breakage 5"},
                 {"hits", " all collisions 5 bins 1e-12 1e-3 4"},
                 {"line", " all progress steps 5"},
                 {"mine", " all guard timestep warn overlap warn"}};
  scene.computes = COMPUTES;
  scene.computes.emplace_back("stress", " all stress/cluster");
  scene.values = {{"c_energy", 17}, {"f_move", 7}, {"f_floor", 7},   {"f_tube", 7}, {"f_lid", 7},
                  {"f_stream", 4},  {"f_out", 9},  {"f_broken", 15}, {"f_mine", 7}};
  scene.others = {"ke",        "pe",        "f_stream[1][1]", "f_out[1][2]",     "f_hits[1]",
                  "f_hits[2]", "f_hits[4]", "f_hits[2][3]",   "c_packing[2][5]", "f_line[1]",
                  "f_line[4]", "f_line[5]", "f_line[6]",      "f_line[7]",       "f_line[8]"};
  scene.columns = {"c_load",      "c_touch[1]",  "c_touch[2]", "c_touch[3]",
                   "c_stress[1]", "c_stress[3]", "f_broken"};
  scene.commands = {"pair_style none\n" + pair, bond,
                    "pair_style none",          "neighbor_style multilevel",
                    "region tube delete",       "region high delete"};
  return scene;
}

Scene bodies_that_break(const TestFolder &folder)
{
  const std::string law = "volume 2e10 hysteretic 0.4 friction 0.4";
  const std::string pair = "pair_style polyhedron\npair_coeff * * " + law + "\n";
  Scene scene;
  scene.lines = R"(
    units si
    newton off
    boundary f f f
    comm_modify vel yes
    processors 1 * 1
    atom_style body polyhedron 4 60
    region box block -0.1 0.1 -0.1 0.1 -0.02 0.3
    create_box 2 box
  )" + pair +
      R"(
    region fill block -0.08 0.08 -0.08 0.08 0.0001 0.025
    region high block -0.08 0.08 -0.08 0.08 0.1 0.2
    create_polyhedra 7 region fill shape random cuts 6 shapes 6 size uniform 0.02 0.023 density 2600 seed 5
    create_polyhedra 2 region high shape sphere size 0.02 density 2600 seed 6
    particle_mix feed polyhedron rock fraction 1 shape box 0.012 0.012 0.008 density 2500 type 2
    velocity all set 1 0 -9
    write_mesh )" +
      (folder / "lid.stl") + R"( plane size 0.2 0.2
    neighbor 2e-3 bin
    timestep 2e-6
  )";
  scene.fixes = {{"move", " all leapfrog/body"},
                 {"floor", " all wall/polyhedron " + law + " zplane 0 NULL"},
                 {"lid",
                  " all wall/mesh " + (folder / "lid.stl") +
                      " shift 0 0 0.0002 sides one model polyhedron " + law},
                 {"crack",
                  " all break/polyhedra tavares energy 1 size 0.005 exponent 1 deviation 0.4 "
                  "damage 5 t10 0.5 0.05 smallest 0.004 most 30"},
                 {"stream", " all insert/stream feed region high rate 20 velocity 0 0 -1 every 4"},
                 {"out", " all outflow 5 plane 0 0 0.29 0 0 1"},
                 {"broken", " all breakage 5"},
                 {"hits", " all collisions 5 bins 1e-12 1e-3 4"},
                 {"line", " all progress steps 5"},
                 {"mine", " all guard timestep warn overlap warn"}};
  scene.first_run = "run 60\n";
  scene.computes = COMPUTES;
  scene.values = {{"c_energy", 17}, {"f_floor", 7}, {"f_lid", 7},    {"f_stream", 4},
                  {"f_out", 9},     {"f_mine", 7},  {"f_broken", 15}};
  scene.others = {"c_packing[2][5]", "f_crack[1]", "f_crack[2]", "f_crack[4]",
                  "f_crack[5]",      "ke",         "pe",         "f_stream[1][1]",
                  "f_out[1][2]",     "f_hits[1]",  "f_hits[4]",  "f_hits[2][3]",
                  "f_line[4]"};
  scene.columns = {"c_load", "c_touch[1]", "c_touch[2]", "f_broken", "f_crack[2]"};
  scene.commands = {"pair_style none\n" + pair, "pair_style none", "neighbor_style multilevel",
                    "region high delete"};
  return scene;
}

Scene spheres_with_styles_of_lammps(const TestFolder &)
{
  const std::string pair =
      "pair_style hooke/history\npair_coeff * * stiffness 1e4 restitution 0.5 friction 0.3\n";
  Scene scene;
  scene.lines = R"(
    units si
    atom_style sphere
    comm_modify vel yes
    boundary p f f
    processors 1 * 1
    region box block -0.02 0.02 -0.02 0.02 0 0.04
    create_box 1 box
    neighbor_style multilevel
  )" + pair +
      R"(
    create_atoms 1 single 0 -0.01 0.00195
    create_atoms 1 single 0 -0.01 0.0058
    create_atoms 1 single 0 0.01 0.00195
    create_atoms 1 single 0.0039 0.01 0.00195
    create_atoms 1 single 0 0.015 0.02
    set group all diameter 4e-3 density 2500
    group body id 3 4
    group loose subtract all body
    neighbor 1e-3 multi
    timestep 1e-6
  )";
  scene.fixes = {{"fall", " all gravity 9.81 vector 0 0 -1"},
                 {"move", " loose leapfrog/sphere"},
                 {"rigid", " body rigid/nve single"},
                 {"push", " all addforce 0.01 0 0"},
                 {"floor", " all wall/hooke/history zplane 0 NULL"},
                 {"mine", " all guard timestep warn overlap warn"}};
  scene.computes = COMPUTES;
  scene.computes.emplace_back("near", " all coord/atom cutoff 0.00395");    // a list of its own
  scene.values = {{"c_energy", 17}, {"f_floor", 7}, {"f_mine", 7}};
  scene.others = {"ke", "pe", "c_packing[2][5]", "c_packing"};
  scene.columns = {"c_load", "c_touch[1]", "c_touch[2]", "c_near"};
  scene.commands = {"pair_style none\n" + pair, "pair_style none", "neighbor_style default",
                    "neighbor_style grid"};
  return scene;
}

TEST_F(RemovedStyles, ClustersHeldRigidRemoved)
{
  const Scene scene = clusters_held_rigid(folder);
  expect_readings(scene, of_fixes(scene));
}

TEST_F(RemovedStyles, ClustersHeldRigidGivenAgain)
{
  const Scene scene = clusters_held_rigid(folder);
  expect_readings(scene, of_fixes_given_again(scene));
}

TEST_F(RemovedStyles, ClustersHeldRigidOthers)
{
  const Scene scene = clusters_held_rigid(folder);
  expect_readings(scene, of_others(scene));
}

TEST_F(RemovedStyles, BodiesThatBreakRemoved)
{
  const Scene scene = bodies_that_break(folder);
  expect_readings(scene, of_fixes(scene));
}

TEST_F(RemovedStyles, BodiesThatBreakGivenAgain)
{
  const Scene scene = bodies_that_break(folder);
  expect_readings(scene, of_fixes_given_again(scene));
}

TEST_F(RemovedStyles, BodiesThatBreakOthers)
{
  const Scene scene = bodies_that_break(folder);
  expect_readings(scene, of_others(scene));
}

TEST_F(RemovedStyles, SpheresWithStylesOfLammpsRemoved)
{
  const Scene scene = spheres_with_styles_of_lammps(folder);
  expect_readings(scene, of_fixes(scene));
}

TEST_F(RemovedStyles, SpheresWithStylesOfLammpsGivenAgain)
{
  const Scene scene = spheres_with_styles_of_lammps(folder);
  expect_readings(scene, of_fixes_given_again(scene));
}

TEST_F(RemovedStyles, SpheresWithStylesOfLammpsOthers)
{
  const Scene scene = spheres_with_styles_of_lammps(folder);
  expect_readings(scene, of_others(scene));
}

// Fixes that styles of Grist have made, which only a mistake removes.
std::vector<Removal> of_internal_fixes(const Scene &scene)
{
  LammpsSession lammps(world_size());
  lammps.run(start_of(scene) + scene.first_run);
  std::vector<Removal> all;
  if (lammps.here())
    for (int n = 0; n < lammps.lammps()->modify->nfix; n++) {
      const std::string id = lammps.lammps()->modify->fix[n]->id;
      if (id.compare(0, 6, "GRIST_") == 0) all.push_back({"unfix " + id, id});
    }
  return all;
}

TEST_F(RemovedStyles, InternalFixesOfClusters)
{
  const Scene scene = clusters_held_rigid(folder);
  expect_readings(scene, of_internal_fixes(scene));
}

TEST_F(RemovedStyles, InternalFixesOfBodies)
{
  const Scene scene = bodies_that_break(folder);
  expect_readings(scene, of_internal_fixes(scene));
}

TEST_F(RemovedStyles, InternalFixesBesideStylesOfLammps)
{
  Scene scene = spheres_with_styles_of_lammps(folder);
  if (world_size() == 1) {    // an error of one rank ends the others
    scene.lines += "compute pull all pair/local force\n"
                   "compute pulled all reduce sum c_pull inputs local\n";
    scene.others.emplace_back("c_pulled");
  }
  expect_readings(scene, of_internal_fixes(scene));
}

// A region that a style reads is deleted, or another one has its name, and the next run begins
// without setup.
TEST_F(RemovedStyles, RegionsBeforeARunWithoutSetup)
{
  const std::string start = R"(
    units si
    atom_style sphere
    atom_modify map yes
    boundary p p f
    region box block -0.02 0.02 -0.02 0.02 0 0.04
    create_box 1 box
    region part block -0.01 0.01 -0.01 0.01 0.001 0.03
    create_atoms 1 single 0 0 0.0028
    set group all diameter 4e-3 density 2500
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3
    particle_mix feed sphere ball fraction 1 size 0.002 density 2500
    neighbor 1e-3 bin
    timestep 1e-6
    fix move all nve/sphere
  )";
  for (const std::string fix : {"wall/hertz/mindlin region part", "outflow 1 region part",
                                "sensor 1 region part", "sensor 1 plane z 0.01 within part",
                                "insert/stream feed region part rate 50 velocity 0 0 -1 every 1",
                                "liquid tension 0.07 angle 20 film 1e-6 spray part 1e-9"}) {
    SCOPED_TRACE(fix);
    for (const std::string again : {"", "region part sphere 0 0 0.01 0.008\n"}) {
      LammpsSession lammps(world_size());
      lammps.run(start + "fix reads all " + fix + "\nrun 5\nregion part delete\n" + again);
      const std::string error = lammps.error_of("run 5 pre no");
      if (again.empty())
        EXPECT_TRUE(has(error, "region part (does not exist)")) << error;
      else
        EXPECT_TRUE(error.empty() || has(error, "leave out run ... pre no")) << error;
    }
  }
}

// After `clear` the same input gives the same values: nothing is left of the run before.
TEST_F(RemovedStyles, AllOfThemByClear)
{
  for (const auto &scene_of :
       {clusters_held_rigid, bodies_that_break, spheres_with_styles_of_lammps}) {
    const Scene scene = scene_of(folder);
    LammpsSession lammps(world_size());
    Readings readings(scene, folder);
    lammps.run(start_of(scene) + scene.first_run);
    const Readings::Result before = readings.read(lammps, "");
    lammps.run("clear\n" + start_of(scene) + scene.first_run);
    const Readings::Result after = readings.read(lammps, "");
    EXPECT_TRUE(after.errors.empty()) << after.errors.begin()->second;
    for (const auto &[name, values] : after.values) {
      if (name.compare(0, 6, "f_line") == 0) continue;    // of the clock
      EXPECT_TRUE(is_same(values, before.values.at(name))) << name;
    }
  }
}

// A gate is opened and the energy printed: the contacts at the gate are no more, but the forces
// without it are not known yet.
TEST_F(RemovedStyles, AskForARunAndGoOn)
{
  const double radius = 5e-3, overlap = 1e-4;
  LammpsSession lammps(world_size());
  lammps.run(R"(
    units si
    boundary f f f
    atom_style sphere
    region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
    create_box 1 box
    create_atoms 1 single 0 0 )" +
             number(radius - overlap) + R"(
    set group all diameter 0.01 density 2500
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3
    fix gate all wall/hertz/mindlin zplane 0 NULL
    compute energy all energy/balance
    compute touch all coordination/contact
    compute stress all stress/cluster
    compute load all load/atom
    compute loads all reduce sum c_load
    compute walls all reduce sum c_touch[2]
    compute pressed all reduce sum c_stress[3]
    timestep 1e-5
    run 0
  )");
  const double stored = 0.4 * hertz_stiffness(1e6) * std::sqrt(radius) * std::pow(overlap, 2.5);
  EXPECT_NEAR(lammps.evaluate("c_energy[4]"), stored, 1e-9 * stored);
  EXPECT_EQ(lammps.evaluate("c_walls"), 1.0);
  EXPECT_LT(lammps.evaluate("c_pressed"), 0.0);
  const double at_wall = lammps.evaluate("c_loads");

  lammps.run("unfix gate\n");
  const auto error_of = [&](const std::string &value) {
    if (lammps.here()) lammps.lammps()->modify->clearstep_compute();
    return lammps.error_of("print \"$(" + value + ")\"");
  };
  for (const auto &[value, user] : {std::pair("c_energy[4]", "Compute energy/balance"),
                                    std::pair("c_walls", "Compute coordination/contact"),
                                    std::pair("c_pressed", "Compute stress/cluster")})
    EXPECT_TRUE(has(error_of(value),
                    std::string(user) +
                        ": fix gate has been removed or replaced since the last "
                        "run (run 0 first)"));
  EXPECT_EQ(error_of("c_loads"), "");
  EXPECT_LT(lammps.evaluate("c_loads"), at_wall);
  lammps.run("run 0\n");
  for (const char *value : {"c_energy[4]", "c_walls", "c_pressed"})
    EXPECT_EQ(lammps.evaluate(value), 0.0) << value;
}

}    // namespace test_removed_styles
