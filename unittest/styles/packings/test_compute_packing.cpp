// compute packing in LAMMPS.
//
// Oracles: closed forms of balls, lenses and cubes; points at random; the same on other numbers of
// ranks; exact volumes for those by samples.

#include "common/constants.h"
#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include "compute.h"
#include "lammps.h"
#include "modify.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace test_compute_packing {

using namespace grist::testing;
using grist::PI;

enum { X, Y, Z, VOLUME, SOLID, FRACTION, ERROR, COLUMNS };
using Rows = std::vector<std::array<double, COLUMNS>>;

// On the ranks that take part; empty on others.
Rows rows_of(LammpsSession &lammps, const std::string &id = "p")
{
  Rows rows;
  if (!lammps.here()) return rows;
  auto *compute = lammps.lammps()->modify->get_compute_by_id(id);
  compute->compute_array();
  rows.resize(compute->size_array_rows);
  for (size_t n = 0; n < rows.size(); n++)
    std::copy_n(compute->array[n], static_cast<int>(COLUMNS), rows[n].begin());
  return rows;
}

double sum_of(const Rows &rows, int column)
{
  double sum = 0.0;
  for (const auto &row : rows) sum += row[column];
  return sum;
}

constexpr double PRECISE = 1e-6;    // over the volume of a particle: what the page promises
constexpr double ROUNDING = 1e-11;

std::string box(const std::string &boundary, const std::string &edges)
{
  return "units si\nboundary " + boundary + "\natom_style sphere\nregion box block " + edges +
      "\ncreate_box 1 box\n";
}

std::string ball(int number, const std::string &place, double diameter)
{
  return "create_atoms 1 single " + place + "\nset atom " + std::to_string(number) + " diameter " +
      std::to_string(diameter) + "\n";
}

// Two balls of radius 0.5 that share a lens about z = 0, across the border of ranks.
const std::string LENS =
    box("f f f", "-1 1 -1 1 -2 2") + ball(1, "0.1 0 -0.3", 1.0) + ball(2, "0.1 0 0.3", 1.0);

double cap(double radius, double height)
{
  return PI * height * height * (radius - height / 3.0);
}

// Balls of many sizes that overlap much, all over a periodic box.
const std::string HEAP = box("p p p", "-1 1 -1 1 -1.5 1.5") + R"(
  create_atoms 1 random 250 12345 NULL
  variable size atom 0.1+0.15*(1+sin(31*x+17*y+5*z))
  set group all diameter v_size
)";

// A lens counts once, in the slices and the blocks that it is in.
TEST(ComputePacking, LensOfTwoBalls)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(LENS + R"(
      compute p all packing slices z 40
      compute b all packing blocks 2 2 4
      compute low all packing range z -2 0
      run 0
    )");
    const double ball_volume = PI / 6.0, whole = 2.0 * (ball_volume - cap(0.5, 0.2));
    const double fraction = lammps.evaluate("c_p"), low = lammps.evaluate("c_low[1][5]");
    if (!lammps.here()) continue;
    EXPECT_NEAR(fraction * 16.0, whole, PRECISE * ball_volume);
    EXPECT_NEAR(low, 0.5 * whole, PRECISE * ball_volume);
    const Rows rows = rows_of(lammps);
    const auto to = [](double z) {    // of the upper ball, from its lens up
      const double s = std::clamp(z, 0.0, 0.8) - 0.3;
      return PI * (0.25 * s - s * s * s / 3.0);
    };
    for (int k = 0; k < 40; k++) {
      const double from = std::fabs(-2.0 + 0.1 * k), end = std::fabs(-1.9 + 0.1 * k);
      EXPECT_NEAR(rows[k][Z], -1.95 + 0.1 * k, ROUNDING);
      EXPECT_NEAR(rows[k][VOLUME], 0.4, ROUNDING);
      EXPECT_NEAR(rows[k][SOLID], std::fabs(to(end) - to(from)), PRECISE * ball_volume) << k;
      EXPECT_NEAR(rows[k][FRACTION], rows[k][SOLID] / 0.4, ROUNDING);
      EXPECT_EQ(rows[k][ERROR], 0.0);
    }
    const Rows blocks = rows_of(lammps, "b");
    EXPECT_NEAR(sum_of(blocks, SOLID), whole, PRECISE * ball_volume);
    EXPECT_NEAR(blocks[4][SOLID], blocks[6][SOLID], ROUNDING);     // below and above y = 0
    EXPECT_NEAR(blocks[5][SOLID], blocks[11][SOLID], ROUNDING);    // below and above z = 0
    EXPECT_GT(blocks[5][SOLID], 1.1 * blocks[4][SOLID]);           // beyond and before x = 0
    EXPECT_NEAR(blocks[5][X], 0.5, ROUNDING);
  }
}

// A ball in the corner of a periodic box is in all eight corners.
TEST(ComputePacking, AcrossPeriodicFaces)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(box("p p p", "0 1 0 1 0 1") + ball(1, "0.01 0.99 0.001", 0.5) +
               ball(2, "0.99 0.01 0.999", 0.5) + R"(
      compute p all packing blocks 2 2 2
      compute s all packing slices x 3
      run 0
    )");
    if (!lammps.here()) continue;
    const double distance = std::sqrt(8e-4 + 4e-6), r = 0.25;
    const double whole = 2.0 * (4.0 / 3.0 * PI * r * r * r - cap(r, r - 0.5 * distance));
    const Rows rows = rows_of(lammps);
    EXPECT_NEAR(sum_of(rows, SOLID), whole, ROUNDING);
    for (int k = 0; k < 4; k++) EXPECT_NEAR(rows[k][SOLID], rows[7 - k][SOLID], ROUNDING);
    EXPECT_NEAR(rows[0][SOLID], rows[3][SOLID], 1e-4);
    EXPECT_NEAR(sum_of(rows_of(lammps, "s"), SOLID), whole, ROUNDING);
  }
}

// Ranks agree, and points at random.
TEST(ComputePacking, HeapOnRanks)
{
  Rows reference, sampled;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(HEAP + R"(
      compute p all packing blocks 2 1 3
      compute s all packing slices y 7
      region ball sphere 0.05 -0.1 0 0.9
      compute r all packing region ball slices z 2 tolerance 0.01
      run 0
    )");
    const double fraction = lammps.evaluate("c_p"), of_slices = lammps.evaluate("c_s");
    EXPECT_NEAR(fraction, of_slices, ROUNDING);
    const auto atoms = lammps.atoms();
    const Rows rows = rows_of(lammps), by_samples = rows_of(lammps, "r");
    if (!lammps.first()) continue;
    if (ranks == 1) {
      reference = rows;
      sampled = by_samples;
      std::mt19937 random(3);
      std::uniform_real_distribution<double> x(-1.0, 0.0), y(-1.0, 1.0), z(-0.5, 0.5);
      int inside = 0;
      constexpr int POINTS = 20000;
      for (int n = 0; n < POINTS; n++) {
        const double p[3] = {x(random), y(random), z(random)};
        inside += std::any_of(atoms.begin(), atoms.end(), [&](const AtomSnapshot &atom) {
          const double period[3] = {2.0, 2.0, 3.0};
          double square = 0.0;
          for (int k = 0; k < 3; k++) {
            const double d = std::remainder(atom.x[k] - p[k], period[k]);
            square += d * d;
          }
          return square < atom.radius * atom.radius;
        });
      }
      const double share = static_cast<double>(inside) / POINTS;
      EXPECT_NEAR(rows[2][FRACTION], share, 4.0 * std::sqrt(share * (1.0 - share) / POINTS));
      EXPECT_NEAR(sum_of(by_samples, VOLUME), 4.0 / 3.0 * PI * 0.729, 0.01);
    }
    ASSERT_EQ(rows.size(), 6u);
    for (size_t k = 0; k < rows.size(); k++)
      EXPECT_NEAR(rows[k][SOLID], reference[k][SOLID], ROUNDING);
    for (size_t k = 0; k < by_samples.size(); k++) EXPECT_EQ(by_samples[k], sampled[k]);
  }
}

// A region by samples: the error is within the tolerance, and true.
TEST(ComputePacking, RegionsByError)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(HEAP + R"(
    region slab block -0.31 0.83 -0.5 0.62 -1.1 0.4
    compute r all packing region slab slices z 3 tolerance 2e-3
    compute p all packing range x -0.31 0.83 range y -0.5 0.62 range z -1.1 0.4 slices z 3
    variable d equal 0.3
    region turn cylinder z 0 0 0.5 -1 1 move v_d NULL NULL
    compute moved all packing region turn tolerance 0.02
    run 0
  )");
  const Rows exact = rows_of(lammps), sampled = rows_of(lammps, "r");
  for (size_t k = 0; k < 3; k++) {
    EXPECT_NEAR(sampled[k][Z], exact[k][Z], ROUNDING);
    EXPECT_NEAR(sampled[k][VOLUME], exact[k][VOLUME], ROUNDING);
    EXPECT_GT(sampled[k][ERROR], 0.0);
    EXPECT_LT(sampled[k][ERROR], 2e-3 * exact[k][VOLUME]);
    EXPECT_NEAR(sampled[k][SOLID], exact[k][SOLID], 5.0 * sampled[k][ERROR]);
  }
  EXPECT_NEAR(rows_of(lammps, "moved")[0][VOLUME], PI * 0.25 * 2.0, 0.05);
}

// Cubes that overlap each other, a ball, the border of ranks and a periodic face.
TEST(ComputePacking, Bodies)
{
  const TestFolder folder;
  const grist::Matrix3d upright = grist::Matrix3d::identity();
  std::vector<BodyLine> bodies = {cube_at(upright, {0, 0, 0}),
                                  cube_at(upright, {0.3 * EDGE, 0.2 * EDGE, 0.1 * EDGE}),
                                  cube_at(upright, {0.2, 0.299, -0.2}),
                                  cube_at(upright, {0.2 + 0.1 * EDGE, -0.299, -0.2}),
                                  {MASS, {0, 0, -0.5 * EDGE}, {}, 0.2 * EDGE}};
  if (is_first_rank()) write_bodies(folder / "data", bodies, -0.3, 0.3);
  MPI_Barrier(MPI_COMM_WORLD);
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(std::string(BODIES) + "boundary f p f\nread_data " + folder / "data" + R"(
      compute p all packing slices z 50
      compute b all packing blocks 3 6 2
      run 0
    )");
    if (!lammps.here()) continue;
    const double cube = EDGE * EDGE * EDGE;
    const double whole = 4.0 * cube - 0.7 * 0.8 * 0.9 * cube - 0.9 * 0.9 * cube +
        0.5 * grist::sphere_volume(0.2 * EDGE);
    EXPECT_NEAR(sum_of(rows_of(lammps), SOLID), whole, PRECISE * cube);
    EXPECT_NEAR(sum_of(rows_of(lammps, "b"), SOLID), whole, PRECISE * cube);
  }
}

// The keyword range, groups, boxes that follow the particles, and what changes between runs.
TEST(ComputePacking, RangesGroupsAndBoxes)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(box("s s m", "-1 1 -1 1 -2 2") + ball(1, "0 0 -0.5", 1.0) + ball(2, "0 0 0.5", 1.0) +
             ball(3, "0.2 0 0.5", 1.0) + R"(
    group two id 1 2
    compute p two packing
    compute narrow two packing range x -0.1 0.1 range y -0.1 0.1 range z -0.9 0.9
    fix hold all nve/noforce
    fix mean all ave/time 1 1 1 c_narrow[*] mode vector
    run 1
  )");
  const Rows rows = rows_of(lammps);
  EXPECT_NEAR(rows[0][SOLID], PI / 3.0, ROUNDING);
  EXPECT_NEAR(rows[0][VOLUME], 1.0 * 1.0 * 4.0, ROUNDING);
  EXPECT_NEAR(rows_of(lammps, "narrow")[0][VOLUME], 0.2 * 0.2 * 1.8, ROUNDING);
  EXPECT_GT(lammps.evaluate("f_mean[1][6]"), 0.97);
  lammps.run("displace_atoms two move 0 0 10\n");
  EXPECT_EQ(rows_of(lammps, "narrow")[0][SOLID], 0.0);
  lammps.run(
      "region r block -1 1 -1 1 -1 1\ncompute r all packing region r\nrun 0\nregion r delete\n");
  EXPECT_TRUE(has(lammps.error_of("print $(c_r)"), "Compute packing: region r (does not exist)"));
  lammps.run("uncompute r\ngroup two clear\ncompute none two packing\nrun 0\n");
  EXPECT_EQ(lammps.evaluate("c_none"), 0.0);
}

TEST(ComputePacking, ErrorsAreOneSentence)
{
  ONE_RANK_IS_ENOUGH();
  const auto expect_error = [](const std::string &lines, const std::string &text,
                               const std::string &begin = LENS) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(begin + lines), "Compute packing: " + text));
  };
  const std::string compute = "compute p all packing ";
  expect_error(compute + "rings 3",
               "unknown keyword rings (expected slices, blocks, range, region "
               "or tolerance)");
  expect_error(compute + "slices z", "slices needs an axis and a number");
  expect_error(compute + "slices r 3", "slices r (expected x, y or z)");
  expect_error(compute + "slices z 0", "slices 0 (");
  expect_error(compute + "slices z 20000000", "slices 20000000 (at most 10 million)");
  expect_error(compute + "blocks 2 3", "blocks needs three numbers");
  expect_error(compute + "blocks 3000 3000 3000", "number of blocks 2.7e+10 (at most 10 million)");
  expect_error(compute + "range z 1 1", "range z 1 (must be above the lower end)");
  expect_error(compute + "range z 1", "range needs an axis, the lower and the upper end");
  expect_error(compute + "region none", "region none (does not exist)");
  expect_error(compute + "tolerance 1e-9", "tolerance 1e-09 (");
  expect_error("region far block 5 6 5 6 5 6\n" + compute +
                   "region far\nthermo_style custom step c_p\nrun 0",
               "region far is outside of the box along x");
  expect_error("region r block 0 1 0 1 0 1\n" + compute + "region r\nregion r delete\nrun 0",
               "region r (does not exist)");
  expect_error("change_box all triclinic\n" + compute + "\nrun 0",
               "box is triclinic (expected an orthogonal one)");
  expect_error(compute, "atom_style atomic (expected particles with a radius)",
               "region b block 0 1 0 1 0 1\ncreate_box 1 b\n");
  expect_error(compute + "\nrun 0", "dimension 2 (expected 3)",
               "dimension 2\natom_style sphere\nregion b block 0 1 0 1 -0.5 0.5\ncreate_box 1 b\n");
}

}    // namespace test_compute_packing
