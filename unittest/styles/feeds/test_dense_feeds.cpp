// fix insert/pack up to a solid fraction of 0.6. Oracles: the fraction that was asked for, distances
// of all spheres through all borders, and equality on 1, 2 and 4 ranks.

#include "testing/lammps_session.h"

#include "common/constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace grist::testing;
using grist::PI;

namespace test_dense_feeds {

constexpr double EDGE = 0.012;

std::string dense(const std::string &size, const std::string &rest)
{
  return R"(
    units si
    newton on off
    atom_style sphere
    processors * * *
    boundary p p p
    region box block 0 0.012 0 0.012 0 0.012
    create_box 1 box
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    timestep 1e-6
    particle_mix feed sphere ball density 2500 size )" +
      size + "\nfix pack all insert/pack feed region box fraction 0.6 " + rest + "\nrun 0\n";
}

// Over the mean of the two radii: the deepest overlap, negative where all spheres are apart.
double deepest_overlap(const std::vector<AtomSnapshot> &atoms)
{
  double deepest = -1.0;
  for (size_t i = 0; i < atoms.size(); i++)
    for (size_t j = i + 1; j < atoms.size(); j++) {
      double square = 0.0;
      for (int d = 0; d < 3; d++) {
        double apart = atoms[i].x[d] - atoms[j].x[d];
        apart -= EDGE * std::round(apart / EDGE);
        square += apart * apart;
      }
      const double reach = atoms[i].radius + atoms[j].radius;
      deepest = std::max(deepest, 2.0 * (reach - std::sqrt(square)) / reach);
    }
  return deepest;
}

double solid(const std::vector<AtomSnapshot> &atoms)
{
  double volume = 0.0;
  for (const AtomSnapshot &atom : atoms) volume += 4.0 / 3.0 * PI * std::pow(atom.radius, 3);
  return volume;
}

TEST(DenseFeedsOnRanks, SixTenthsWithoutOverlapOrRest)
{
  for (const std::string size : {"0.001", "lognormal 0.0009 0.3"}) {
    std::vector<AtomSnapshot> one;
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(dense(size, "seed 7"));
      const double waiting = lammps.evaluate("f_pack[4]");
      const auto atoms = lammps.atoms();
      if (!lammps.here() || !lammps.first()) continue;
      if (one.empty()) one = atoms;
      const double largest = std::max_element(atoms.begin(), atoms.end(), [](auto &a, auto &b) {
                               return a.radius < b.radius;
                             })->radius;
      EXPECT_EQ(waiting, 0.0) << ranks;
      EXPECT_NEAR(solid(atoms), 0.6 * std::pow(EDGE, 3), 4.2 * std::pow(largest, 3)) << ranks;
      EXPECT_LE(deepest_overlap(atoms), 0.0) << ranks;
      ASSERT_EQ(atoms.size(), one.size());
      EXPECT_EQ(largest_difference(one, atoms), 0.0) << ranks;
    }
  }
}

TEST(DenseFeeds, AnotherSeedGivesOtherPlaces)
{
  std::vector<AtomSnapshot> first;
  for (const char *seed : {"seed 1", "seed 2"}) {
    LammpsSession lammps;
    lammps.run(dense("0.0012", seed));
    const auto atoms = lammps.atoms();
    if (!lammps.first()) continue;
    EXPECT_LE(deepest_overlap(atoms), 0.0);
    if (first.empty())
      first = atoms;
    else
      EXPECT_GT(largest_difference(first, atoms), 1e-4);
  }
}

// Lists of pairs and forces agree that there is no contact: nothing is pushed in the first steps.
TEST(DenseFeeds, SpheresStayAtRest)
{
  LammpsSession lammps;
  lammps.run(dense("0.001", "seed 3") + "fix move all nve/sphere\nrun 50\n");
  EXPECT_EQ(lammps.thermo("ke"), 0.0);
}

}    // namespace test_dense_feeds
