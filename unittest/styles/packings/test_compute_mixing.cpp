// compute mixing in LAMMPS. Oracles: closed forms of layers and of even mixtures.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <string>

namespace test_compute_mixing {

using namespace grist::testing;

// A lattice of 4 x 4 x 8 spheres; the component is the lower half, or every second one along x.
const std::string LATTICE = R"(
  units si
  boundary p p p
  atom_style sphere
  lattice sc 1
  region box block 0 4 0 4 0 8
  create_box 1 box
  create_atoms 1 box
  region below block INF INF INF INF -0.5 3.5
  group low region below
  variable odd atom (x<0.5)+(x>1.5)*(x<2.5)
  group odd variable odd
)";

TEST(ComputeMixing, LayersAndEvenMixtures)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(LATTICE + R"(
      compute layers all mixing low slices z 4
      compute across all mixing low slices x 2
      compute even all mixing odd blocks 2 2 2
      compute part all mixing low slices z 3 range z -1.5 4.5
      compute few all mixing low slices z 4 least 33
      run 0
    )");
    const double layers = lammps.evaluate("c_layers"), segregated = lammps.evaluate("c_layers[4]");
    const double across = lammps.evaluate("c_across[2]"), even = lammps.evaluate("c_even");
    const double share = lammps.evaluate("c_part[7]"), counted = lammps.evaluate("c_part[6]");
    const double deviation = lammps.evaluate("c_part[2]"), cells = lammps.evaluate("c_few[5]");
    if (!lammps.here()) continue;
    EXPECT_NEAR(layers, 0.0, 1e-13);
    EXPECT_NEAR(segregated, 1.0, 1e-13);
    EXPECT_NEAR(across, 0.0, 1e-13);
    EXPECT_NEAR(even, 1.0 / (1.0 - 7.0 / 127.0), 1e-13);    // better than random
    EXPECT_EQ(counted, 16 * 6);                             // z = -1 is 7 of the periodic box
    EXPECT_NEAR(share, 4.0 / 6.0, 1e-13);
    EXPECT_GT(deviation, 0.1);
    EXPECT_EQ(cells, 0);
  }
}

TEST(ComputeMixing, ErrorsAreOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  const auto expect_error = [](const std::string &words, const std::string &text) {
    LammpsSession lammps;
    const std::string found = lammps.error_of(LATTICE + "compute m all mixing " + words);
    EXPECT_TRUE(has(found, "Compute mixing: " + text)) << found;
  };
  expect_error("high slices z 4", "group high (no group of this ID)");
  expect_error("low", "one block (expected two or more: give slices or blocks)");
  expect_error("low slices w 4", "slices w (expected x, y or z)");
  expect_error("low blocks 2 2", "blocks needs three numbers");
  expect_error("low slices z 4 least 0", "least 0 (");
  expect_error("low slices z 4\ngroup low delete\nthermo_style custom step c_m\nrun 0",
               "group low (no group of this ID)");
}

}    // namespace test_compute_mixing
