// What pairs of spheres and of bodies remember, where neigh_modify one and page or the laws change
// between two runs.
//
// Oracle: the same runs without the change.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "lammps.h"
#include "neighbor.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_history_pages {

using namespace grist::testing;
using HistoryPages = OneRankTest;

const std::string SPHERES = R"(
  units si
  newton on
  atom_style sphere
  atom_modify map array
  boundary f f f
  region box block -0.05 0.05 -0.05 0.05 -0.05 0.05
  create_box 1 box
  create_atoms 1 single 0 0 0
  create_atoms 1 single 0.00995 0 0
  create_atoms 1 single 0.0199 0 0
  set group all diameter 0.01 density 2500
  set atom 2 vy 0.02
  pair_style hertz/mindlin
  pair_coeff * * young 1e6 poisson 0.3 friction 0.5 restitution 1.0
  fix move all nve/sphere
  timestep 1e-6
  neighbor 0.002 bin
)";

const std::string BODIES = R"(
  units si
  newton off
  atom_style body polyhedron 4 60
  atom_modify map array
  boundary f f f
  region box block -0.1 0.1 -0.1 0.1 -0.1 0.1
  create_box 1 box
  pair_style polyhedron
  pair_coeff * * volume 1e9 hysteretic 0.5 friction 0.5
  region low block -0.01733 0.01733 -0.01733 0.01733 -0.01733 0.01733
  region high block -0.01733 0.01733 -0.01733 0.01733 0.00277 0.03743
  create_polyhedra 1 region low shape box 0.02 0.02 0.02 orient fixed density 2500
  create_polyhedra 1 region high shape box 0.02 0.02 0.02 orient fixed density 2500
  set atom 2 vx 0.5
  set atom 2 vz -0.2
  fix move all leapfrog/body
  timestep 5e-6
  neighbor 0.002 bin
)";

// Places and velocities after both runs.
std::vector<double> after(const std::string &scene, const std::string &between)
{
  LammpsSession lammps;
  lammps.run(scene + "run 150\n" + between + "run 1000\n");
  std::vector<double> all;
  for (const char *value : {"x[1]", "y[1]", "z[1]", "vx[2]", "vy[2]", "vz[2]"})
    all.push_back(lammps.evaluate(value));
  return all;
}

TEST_F(HistoryPages, WhatPairsRememberOutlivesAChange)
{
  for (const std::string &scene : {SPHERES, BODIES}) {
    const std::vector<double> whole = after(scene, "");
    for (const char *change :
         {"neigh_modify one 300 page 5000\n", "neigh_modify page 200000\n",
          "neigh_modify one 300 page 5000\nrun 0\nneigh_modify one 2000 page 100000\n"})
      EXPECT_EQ(whole, after(scene, change)) << change;
  }
}

// A law of rolling that exerts nothing worth mentioning remembers three numbers more.
TEST_F(HistoryPages, LawsThatRememberMoreOrLessKeepTheSprings)
{
  const std::string law = "pair_coeff * * young 1e6 poisson 0.3 friction 0.5 restitution 1.0",
                    more = law + " rolling sds 1e-30 0 0.1\n", less = law + "\n";
  const std::vector<double> whole = after(SPHERES, "");
  for (const std::string &change :
       {more, more + "run 0\n" + less, more + "run 0\n" + less + "run 0\n" + more}) {
    const std::vector<double> changed = after(SPHERES, change);
    for (size_t k = 0; k < whole.size(); k++)
      EXPECT_NEAR(changed[k], whole[k], 1e-14) << k << " " << change;
  }
}

// The files hold what any law remembers.
TEST_F(HistoryPages, RestartFilesAreReadByLawsThatRememberMore)
{
  const std::vector<double> whole = after(SPHERES, "");
  const TestFolder folder;
  const std::string file = folder / "restart";
  LammpsSession before, lammps;
  before.run(SPHERES + "run 150\nwrite_restart " + file + "\n");
  lammps.run("read_restart " + file + R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3 friction 0.5 restitution 1.0 rolling sds 1e-30 0 0.1
    fix move all nve/sphere
    run 1000
  )");
  std::vector<double> restarted;
  for (const char *value : {"x[1]", "y[1]", "z[1]", "vx[2]", "vy[2]", "vz[2]"})
    restarted.push_back(lammps.evaluate(value));
  for (size_t k = 0; k < whole.size(); k++) EXPECT_NEAR(restarted[k], whole[k], 1e-14) << k;
}

TEST_F(HistoryPages, TooSmallOnesAreRejected)
{
  LammpsSession lammps;
  lammps.run(SPHERES + "run 1000\n");
  lammps.lammps()->neighbor->oneatom = 1;    // an input cannot ask for so few
  EXPECT_TRUE(has(lammps.error_of("run 1"),
                  "atom 2 has 2 contacts (neigh_modify one 1: give a larger one)"));
}

}    // namespace test_history_pages
