// fix break/polyhedra with bodies of several convex parts.
//
// Oracles: conservation laws, the overlap that a body and its pieces have in common, equality on 1,
// 2 and 4 ranks and after a restart.

#include "common/space.h"
#include "styles/breakage/breaking_scenes.h"
#include "styles/energy/energy_scenes.h"
#include "testing/bodies.h"
#include "testing/one_rank.h"

#include "particles/assortment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

namespace test_break_compounds {

// Low and high corners of blocks, in units of 10 mm.
using Blocks = std::vector<std::array<double, 6>>;
const Blocks ANGLE = {{-1, -1, -1, 2, 1, 0}, {-1, -1, 0, 0, 1, 2}};
const Blocks FORK = {
    {-1.5, -.5, -1, 1.5, .5, 0}, {-1.5, -.5, 0, -.5, .5, 2}, {.5, -.5, 0, 1.5, .5, 2}};

constexpr double UNIT = 0.01, DENSITY = 2600.0;

double mass_of(const Blocks &blocks)
{
  double volume = 0.0;
  for (const auto &b : blocks) volume += (b[3] - b[0]) * (b[4] - b[1]) * (b[5] - b[2]);
  return DENSITY * volume * UNIT * UNIT * UNIT;
}

struct Placed {
  const Blocks &blocks;
  std::array<double, 3> place;
};

void write_data(const std::string &path, const std::vector<Placed> &bodies, const std::string &box)
{
  std::ofstream file(path);
  file << "bodies\n\n"
       << bodies.size() << " atoms\n"
       << bodies.size() << " bodies\n1 atom types\n"
       << box << "\nAtoms # body\n\n";
  for (size_t n = 0; n < bodies.size(); n++) {
    const auto &at = bodies[n].place;
    file << n + 1 << " 1 1 " << mass_of(bodies[n].blocks) << ' ' << at[0] << ' ' << at[1] << ' '
         << at[2] << '\n';
  }
  file << "\nBodies\n\n";
  for (size_t n = 0; n < bodies.size(); n++) {
    const Blocks &blocks = bodies[n].blocks;
    file << n + 1 << ' ' << blocks.size() << ' ' << 24 * blocks.size() << '\n';
    for (size_t k = 0; k < blocks.size(); k++) file << "8 ";
    for (const auto &b : blocks) {
      file << '\n';
      for (int k = 0; k < 8; k++)
        for (int d = 0; d < 3; d++) file << UNIT * b[(k >> d & 1) * 3 + d] << ' ';
    }
    file << '\n';
  }
}

std::string scene(const std::string &data, const std::string &vertices = "400")
{
  std::string lines = BODY_SCENE;
  lines.replace(lines.find("4 60"), 4, "4 " + vertices);
  return lines + "read_data " + data + "\n" + BODY_CONTACTS + "fix move all nve/body\n";
}

class BreakCompounds : public ::testing::Test {
 protected:
  const TestFolder folder;
  const std::string data = folder / "data";

  // Nine angles and forks, to be thrown at a floor between walls.
  void write_heap() const
  {
    std::vector<Placed> heap;
    for (int n = 0; n < 9; n++)
      heap.push_back({n % 2 == 0 ? ANGLE : FORK,
                      {-0.045 + 0.042 * (n % 3), -0.045 + 0.042 * (n / 3), 0.012 + 0.006 * n}});
    write_data(data, heap, "-0.1 0.1 xlo xhi\n-0.1 0.1 ylo yhi\n-0.02 0.2 zlo zhi\n");
  }
  const std::string walls = "fix g all gravity 9.81 vector 0 0 -1\n"
                            "fix walls all wall/polyhedron " +
      BODY_LAW + " zplane 0 NULL xplane -0.1 0.1 yplane -0.1 0.1\ntimestep 2e-6\n";
  std::string heap() const
  {
    return scene(data) + "velocity all set 1 0 -9\nset group all quat 1 0.3 0.2 20\n" + walls;
  }
};

// Two bodies fly into each other; forces are internal.
TEST_F(BreakCompounds, MassAndMomentaAreKept)
{
  for (const int ranks : rank_counts())
    for (const std::string pieces : {"cracks", "cells"}) {
      if (is_first_rank())
        write_data(data, {{ANGLE, {-0.035, 0, 0}}, {FORK, {0.03, 0.005, 0.002}}},
                   "-0.2 0.2 xlo xhi\n-0.2 0.2 ylo yhi\n-0.2 0.2 zlo zhi\n");
      LammpsSession lammps(ranks);
      lammps.run(scene(data) + R"(
        group left id 1
        velocity left set 30 0 1
        set group left angmom 1e-3 2e-3 3e-3
        timestep 2e-6
      )" + breaking("most 40 pieces " + pieces));
      const std::vector<BodySnapshot> before = bodies(lammps);
      lammps.run("run 2500\n");
      const std::vector<BodySnapshot> after = bodies(lammps);
      const double broken = lammps.evaluate("f_crack[1]"), born = lammps.evaluate("f_crack[2]");
      if (!is_first_rank()) continue;
      SCOPED_TRACE(pieces);
      EXPECT_GE(broken, 2.0);
      EXPECT_EQ(static_cast<double>(after.size()), 2.0 - broken + born);
      EXPECT_TRUE(std::any_of(after.begin(), after.end(), [](const BodySnapshot &body) {
        return body.tag > 2 && body.parts > 1;
      }));
      double mass[2] = {0, 0};
      Vector3d momentum[2] = {Vector3d::zero(), Vector3d::zero()},
               angular[2] = {Vector3d::zero(), Vector3d::zero()};
      for (const int k : {0, 1})
        for (const BodySnapshot &body : k == 0 ? before : after) {
          const Vector3d x = vector_at(body.x.data()), v = vector_at(body.v.data());
          mass[k] += body.mass;
          momentum[k] += body.mass * v;
          angular[k] += body.mass * cross(x, v) + vector_at(body.angmom.data());
        }
      EXPECT_NEAR(mass[1], mass[0], 1e-12 * mass[0]);
      EXPECT_LT(norm(momentum[1] - momentum[0]), 1e-12 * norm(momentum[0]));
      EXPECT_LT(norm(angular[1] - angular[0]), 1e-10 * mass[0] * 30.0 * 0.05);
    }
}

TEST_F(BreakCompounds, SameOnAnyNumberOfRanks)
{
  std::vector<BodySnapshot> one;
  for (const int ranks : rank_counts()) {
    if (is_first_rank()) write_heap();
    LammpsSession lammps(ranks);
    lammps.run(heap() + breaking("most 30") +
               "fix shift all balance 500 1.05 shift xyz 5 1.05\nrun 2500\n");
    const std::vector<BodySnapshot> now = bodies(lammps);
    const double broken = lammps.evaluate("f_crack[1]");
    if (!is_first_rank()) continue;
    EXPECT_GE(broken, 3.0);
    const double smallest = DENSITY * grist::volume_of_size(0.004);
    for (const BodySnapshot &body : now) EXPECT_GE(body.mass, 0.99 * smallest);
    if (one.empty())
      one = now;
    else
      EXPECT_LT(largest_difference(one, now), 1e-7);
  }
}

TEST_F(BreakCompounds, ARestartContinues)
{
  const std::string halt = folder / "halt", fixes = breaking("most 30");
  for (const int ranks : rank_counts()) {
    std::vector<BodySnapshot> whole, continued;
    double broken[2];
    if (is_first_rank()) write_heap();
    {
      LammpsSession lammps(ranks);
      lammps.run(heap() + fixes + "run 1500\nwrite_restart " + halt + "\nrun 1000\n");
      whole = bodies(lammps);
      broken[0] = lammps.evaluate("f_crack[1]");
    }
    {
      LammpsSession lammps(ranks);
      lammps.run("newton off\nread_restart " + halt + "\n" + BODY_CONTACTS +
                 "fix move all nve/body\n" + walls + fixes + "run 1000\n");
      continued = bodies(lammps);
      broken[1] = lammps.evaluate("f_crack[1]");
    }
    if (!is_first_rank()) continue;
    EXPECT_LT(largest_difference(whole, continued), 1e-8) << ranks;
    EXPECT_EQ(broken[0], broken[1]);
    EXPECT_GE(broken[0], 3.0);
  }
}

TEST_F(BreakCompounds, TheEnergyBalanceCloses)
{
  ONE_RANK_IS_ENOUGH();
  write_heap();
  LammpsSession lammps;
  lammps.run(heap() + REPORT + breaking("most 30") + "run 3000\n");
  const Balance now = balance_of(lammps);
  EXPECT_GE(lammps.evaluate("f_crack[1]"), 3.0);
  EXPECT_NEAR(now.drift, 0.0, 1e-3 * now.dissipated());
}

// The step in which an angle breaks on its way into a floor, and into a block that stands in its
// hollow corner: the forces are those that the whole body would have had.
TEST_F(BreakCompounds, ForcesDoNotJump)
{
  ONE_RANK_IS_ENOUGH();
  const Blocks block = {{0.0005, -0.5, 0.0005, 1, 0.5, 1}};
  const auto forces = [&](const std::string &fix, const std::string &steps) {
    write_data(data, {{ANGLE, {0, 0, 0.0101}}, {block, {0, 0, 0.0101}}},
               "-0.1 0.1 xlo xhi\n-0.1 0.1 ylo yhi\n-0.02 0.2 zlo zhi\n");
    LammpsSession lammps;
    lammps.run(scene(data) +
               "fix floor all wall/polyhedron volume 2e10 hysteretic 0.4 zplane 0 NULL\n"
               "pair_coeff * * volume 2e10 hysteretic 0.4\n"
               "group block id 2\ngroup angle subtract all block\n"
               "velocity angle set 0 0 -14\nvelocity block set -5 0 -20\ntimestep 1e-7\n" +
               fix + "run " + steps + "\n");
    std::vector<double> found;
    for (const char *of : {"fcm(all,x)", "fcm(all,z)", "fcm(block,x)", "fcm(block,z)"}) {
      lammps.run(std::string("variable f equal ") + of + "\n");
      found.push_back(lammps.evaluate("v_f"));
    }
    found.push_back(lammps.evaluate("step"));
    return found;
  };
  const std::string fix = "fix crack angle break/polyhedra " + TAVARES +
      "most 20\nvariable broken equal f_crack[1]\n"
      "fix stop all halt 1 v_broken > 0 error continue\n";
  const std::vector<double> broken = forces(fix, "10000");
  const std::vector<double> whole = forces("", std::to_string(static_cast<int>(broken.back())));
  EXPECT_LT(broken.back(), 10000.0);
  EXPECT_NEAR(broken[0], whole[0], 1e-9 * whole[1]);
  EXPECT_NEAR(broken[1] / whole[1], 1.0, 1e-6);
  // What lies behind the hollow corner, a share of the depth over the size of the block, comes to
  // one of the pieces.
  for (int k = 2; k < 4; k++) EXPECT_NEAR(broken[k] / whole[k], 1.0, 0.1) << k;
}

// The number that the error names is enough.
TEST_F(BreakCompounds, TheErrorNamesTheVerticesThatAreNeeded)
{
  std::string needed = "22";
  for (const bool is_enough : {false, true}) {
    if (is_first_rank())
      write_data(data, {{ANGLE, {0, 0, 0.0101}}},
                 "-0.1 0.1 xlo xhi\n-0.1 0.1 ylo yhi\n-0.02 0.2 zlo zhi\n");
    LammpsSession lammps(rank_counts().back());
    const std::string error = lammps.error_of(
        scene(data, needed) + "velocity all set 0 0 -14\n" + walls + breaking("most 2") +
        "variable broken equal f_crack[1]\n"
        "fix stop all halt 1 v_broken > 0 error continue\nrun 3000\n");
    std::smatch found;
    const std::regex sentence("a piece of atom 1 has ([0-9]+) vertices \\(atom_style body "
                              "polyhedron allows 22: give it \\1 or more\\)");
    const bool names_it = std::regex_search(error, found, sentence);
    if (is_first_rank()) { EXPECT_EQ(names_it, !is_enough) << error; }
    if (names_it) needed = found[1];
  }
}

}    // namespace test_break_compounds
