// pair_style hertz/mindlin in LAMMPS.
//
// Oracles: pair_style granular with the same law, which LAMMPS keeps in lists of its own; conservation of momentum; the same
// run on another number of ranks, after a restart, in pieces; the error texts.

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cmath>

namespace {

using namespace grist::testing;
using Eigen::Vector3d;

// The same sums in another order, of forces that come from overlaps a thousandth of the positions.
constexpr double ONE_STEP = 1e-12;

// What collisions make of that over a few hundred steps.
constexpr double A_RUN = 1e-9;

const char *const NEWTON[] = {"newton on on\n", "newton off off\n"};

// 343 spheres of many sizes and two types in a periodic box, pushed into each other, moving and spinning.
const std::string CROWD = R"(
  units si
  atom_style sphere
  comm_modify vel yes
  boundary p p p
  lattice sc 1e-3
  region box block 0 7 0 7 0 7
  create_box 2 box
  create_atoms 1 box
  set type 1 density 2500 diameter 1.02e-3
  set type 1 type/fraction 2 0.4 4711
  variable d atom 0.9e-3+0.2e-3*abs(sin(id))
  set group all diameter v_d
  set type 2 density 4000
  variable vx atom 0.4*sin(3*id)
  variable vy atom 0.4*sin(5*id)
  variable vz atom 0.4*sin(7*id)
  velocity all set v_vx v_vy v_vz
  variable wx atom 400*cos(11*id)
  variable wy atom 400*cos(13*id)
  set group all omega v_wx v_wy 300
  displace_atoms all random 2e-5 2e-5 2e-5 4711
  neighbor 0.2e-3 bin
  fix move all nve/sphere
  timestep 1e-6
)";

// E* and G* of stock's own mixing differ from those of the two materials: types 1 and 2 are the same material here.
const std::string ROLLING = " rolling sds 20 1e-5 0.2";

std::string stock(const std::string &rolling = "", const std::string &ratio = "0.7")
{
  const std::string end = " damping coeff_restitution" + rolling + "\n";
  const std::string mindlin = " tangential mindlin NULL " + ratio + " ";
  return "pair_style granular\n"
         "pair_coeff 1 1 hertz/material 1e7 0.5 0.3" +
      mindlin + "0.3" + end + "pair_coeff 2 2 hertz/material 1e7 0.8 0.3" + mindlin + "0.1" + end +
      "pair_coeff 1 2 hertz/material 1e7 0.6 0.3" + mindlin + "0.2" + end;
}

std::string ours(const std::string &rolling = "", const std::string &ratio = "0.7")
{
  const std::string end = " damping_t " + ratio + rolling + "\n";
  return "pair_style hertz/mindlin\n"
         "pair_coeff * * young 1e7 poisson 0.3\n"
         "pair_coeff 1 1 restitution 0.5 friction 0.3" +
      end + "pair_coeff 2 2 friction 0.1 restitution 0.8" + end +
      "pair_coeff 1 2 restitution 0.6 friction 0.2" + end;
}

double force_difference(const std::vector<AtomSnapshot> &one, const std::vector<AtomSnapshot> &two)
{
  double worst = one.size() == two.size() ? 0.0 : HUGE_VAL;
  for (auto member : {&AtomSnapshot::f, &AtomSnapshot::torque}) {
    double scale = 0.0, difference = 0.0;
    for (size_t i = 0; i < std::min(one.size(), two.size()); i++)
      for (int k = 0; k < 3; k++) {
        scale = std::max(scale, std::fabs((one[i].*member)[k]));
        difference = std::max(difference, std::fabs((one[i].*member)[k] - (two[i].*member)[k]));
      }
    worst = std::max(worst, difference / scale);
  }
  return worst;
}

std::vector<AtomSnapshot> after(const std::string &lines, int ranks)
{
  LammpsSession lammps(ranks);
  lammps.run(lines);
  return lammps.atoms();
}

bool first_rank()
{
  LammpsSession lammps(1);
  return lammps.first();
}

bool has(const std::string &text, const std::string &part)
{
  return text.find(part) != std::string::npos;
}

// ---------------------------------------------------------------------------------------------------------------------

// Rolling is compared without a rebuild: stock turns the sign of what a pair remembers of rolling where a rebuild swaps the
// two spheres, though the rolling velocity has no such sign.
TEST(PairHertzMindlin, EqualsStockGranularStepByStep)
{
  for (const int ranks : rank_counts())
    for (const std::string newton : NEWTON)
      for (const std::string &rolling : {std::string(), ROLLING})
        for (const int steps : {0, 1, 2, 20}) {
          const std::string end = "run " + std::to_string(steps);
          const auto theirs = after(newton + CROWD + stock(rolling) + end, ranks);
          const auto mine = after(newton + CROWD + ours(rolling) + end, ranks);
          if (!first_rank()) continue;
          const std::string where = newton + rolling + end + " ranks " + std::to_string(ranks);
          EXPECT_LT(force_difference(mine, theirs), ONE_STEP) << where;
          EXPECT_LT(largest_difference(mine, theirs), ONE_STEP) << where;
        }
}

TEST(PairHertzMindlin, EqualsStockGranularOverRebuilds)
{
  const std::string often = "neighbor 0.02e-3 bin\nneigh_modify delay 0 every 1 check yes\nrun 400";
  for (const int ranks : rank_counts())
    for (const std::string newton : NEWTON) {
      const auto theirs = after(newton + CROWD + stock() + often, ranks);
      LammpsSession lammps(ranks);
      lammps.run(newton + CROWD + ours() + often);
      const auto mine = lammps.atoms();
      if (lammps.first()) { EXPECT_LT(largest_difference(mine, theirs), A_RUN) << newton << ranks; }
    }
}

}    // namespace
