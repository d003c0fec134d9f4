// create_polyhedra in LAMMPS: what it makes, that it is the same on any number of ranks, what it
// rejects.
//
// Oracles: the overlap of every pair and image by clipping; volume and mass in closed form; the
// region's own limits.

#include "common/constants.h"
#include "testing/bodies.h"
#include "testing/one_rank.h"

#include "geometry/overlap.h"
#include "geometry/sphere_overlap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>

namespace test_create_polyhedra {

using namespace grist::testing;
using grist::Vector3d;
using grist::vector_at;

using grist::PI;
constexpr double ROUNDING = 1e-12;

std::string system(const std::string &boundary = "p p f",
                   const std::string &box = "block -1 1 -1 1 0 2")
{
  return "units si\natom_style body polyhedron 4 64\natom_modify map array\nboundary " + boundary +
      "\nregion box " + box + "\ncreate_box 2 box\n";
}

const char *const MIXTURE = R"(
  region half block -1 1 -1 1 0 1.5
  create_polyhedra 60 region half shape random cuts 6 aspect 1 1.5 2 size uniform 0.12 0.25 density 2000 seed 5
  create_polyhedra 20 region box shape sphere size lognormal 0.15 0.2 density 1000 seed 6 type 2
  create_polyhedra 20 region half shape dodecahedron size 0.2 density 3000 seed 7
)";

grist::ConvexPolyhedron hull_of(const BodySnapshot &body)
{
  std::vector<Vector3d> points;
  for (const auto &vertex : body.vertices) points.push_back(vector_at(vertex.data()));
  return grist::ConvexPolyhedron::from_vertices(points);
}

// Common volume of two bodies, by clipping.
double common_volume(const BodySnapshot &one, const BodySnapshot &two, const Vector3d &shift)
{
  const Vector3d here = vector_at(one.x.data()), there = vector_at(two.x.data()) - shift;
  if (norm(here - there) >= one.radius + two.radius) return 0.0;
  if (one.vertices.empty() && two.vertices.empty())
    return grist::overlap(here, one.radius, there, two.radius).volume;
  if (one.vertices.empty()) return common_volume(two, one, -shift);
  const grist::ConvexPolyhedron a = hull_of(one);
  const grist::Pose pose_a = {here + a.placement().position, a.placement().rotation};
  if (two.vertices.empty()) return grist::overlap(a, pose_a, there, two.radius).volume;
  const grist::ConvexPolyhedron b = hull_of(two);
  grist::OverlapWorkspace workspace;
  return grist::overlap(a, pose_a, b, {there + b.placement().position, b.placement().rotation},
                        workspace)
      .volume;
}

// No two overlap, whatever the image; edges are those of the box, 0 where it is not periodic.
void expect_apart(const std::vector<BodySnapshot> &all, const Vector3d &a, const Vector3d &b,
                  const Vector3d &c)
{
  for (size_t i = 0; i < all.size(); i++)
    for (size_t j = 0; j < i; j++)
      for (int n = 0; n < 27; n++) {
        const Vector3d shift = (n % 3 - 1) * a + (n / 3 % 3 - 1) * b + (n / 9 - 1) * c;
        ASSERT_LE(common_volume(all[i], all[j], shift), ROUNDING) << i << " " << j;
      }
}

TEST(CreatePolyhedraRanks, GiveTheSameBodies)
{
  std::vector<BodySnapshot> reference;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(system() + MIXTURE);
    const auto all = bodies(lammps);
    if (n == 1) reference = all;
    if (!lammps.first()) continue;
    ASSERT_EQ(all.size(), 100u);
    EXPECT_EQ(largest_difference(reference, all), 0.0);
    expect_apart(all, {2, 0, 0}, {0, 2, 0}, {0, 0, 0});
  }
}

TEST(CreatePolyhedraRanks, FillSkewedBoxes)
{
  std::vector<BodySnapshot> reference;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(system("p p p", "prism 0 2 0 2 0 2 0.7 -0.4 0.3") +
               "create_polyhedra 80 region box shape random shapes 7 size 0.25 density 1 seed 3\n");
    const auto all = bodies(lammps);
    if (n == 1) reference = all;
    if (!lammps.first()) continue;
    ASSERT_EQ(all.size(), 80u);
    EXPECT_EQ(largest_difference(reference, all), 0.0);
    expect_apart(all, {2, 0, 0}, {0.7, 2, 0}, {-0.4, 0.3, 2});
    int across = 0;    // bodies lie across the periodic faces
    for (const auto &body : all) across += body.x[2] < body.radius;
    EXPECT_GT(across, 0);
  }
}

TEST(CreatePolyhedraRanks, RunAfterwards)
{
  std::vector<BodySnapshot> reference;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(system("p p p") + MIXTURE + R"(
      comm_modify vel yes cutoff 0.7
      pair_style zero 0.6
      pair_coeff * *
      neighbor 0.05 bin
      velocity all set 40 30 -20
      fix move all nve/body
      timestep 1e-4
      run 200
    )");
    const auto all = bodies(lammps);
    if (n == 1) reference = all;
    if (!lammps.first()) continue;
    EXPECT_LT(largest_difference(reference, all), ROUNDING);
  }
}

// Errors that rank 0 alone finds must end all ranks.
TEST(CreatePolyhedraRanks, RefuseTogether)
{
  for (const int n : rank_counts()) {
    LammpsSession vertices(n), room(n);
    const std::string too_many = vertices.error_of(
        system() + "create_polyhedra 3 region box density 1 size 0.4 shape prism 33 1");
    const std::string too_large = room.error_of(
        system() + "create_polyhedra 3 region box density 1 size 4 shape sphere attempts 10");
    if (!vertices.here()) continue;
    EXPECT_TRUE(has(too_many, "shape prism of 66 vertices"));
    EXPECT_TRUE(
        has(too_large, "bodies of 4 and more across in a space of 2 by 2 by 2 (none fits)"));
  }
}

class CreatePolyhedraStyle : public OneRankTest {
 protected:
  std::vector<BodySnapshot> made(const std::string &words, const std::string &before = "")
  {
    LammpsSession lammps;
    lammps.run(system() + before + "\ncreate_polyhedra " + words);
    printed = lammps.output();
    return bodies(lammps);
  }
  std::string error_of(const std::string &words, const std::string &before = "")
  {
    LammpsSession lammps;
    return lammps.error_of(system() + before + "\ncreate_polyhedra " + words);
  }
  std::string printed;
};

TEST_F(CreatePolyhedraStyle, MakesEveryShape)
{
  struct Case {
    std::string words;
    int vertices;
  };
  std::ofstream(folder / "wedge.off") << "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                                         "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
  for (const auto &[words, vertices] :
       {Case{"tetrahedron", 4}, Case{"cube", 8}, Case{"octahedron", 6}, Case{"dodecahedron", 20},
        Case{"icosahedron", 12}, Case{"football", 60}, Case{"box 1 2 3", 8},
        Case{"prism 7 0.5", 14}, Case{"pyramid 5 1.2", 6}, Case{"sphere", 0},
        Case{"random cuts 0", 8}, Case{"random aspect 1 2 3 cuts 0", 8},
        Case{"file " + (folder / "wedge.off"), 4}}) {
    const auto all = made("5 region box density 2000 size 0.3 shape " + words);
    ASSERT_EQ(all.size(), 5u) << words;
    for (const BodySnapshot &body : all) {
      EXPECT_EQ(body.shape_vertices, vertices) << words;
      EXPECT_NEAR(body.mass, 2000 * PI / 6.0 * 0.027, 1e-12 * body.mass) << words;
      EXPECT_GE(body.radius, 0.15);
    }
    EXPECT_TRUE(has(printed,
                    "Created 5 polyhedra in region box: volume 0.0706858, mass 141.372, "
                    "sizes 0.3 to 0.3, vertices " +
                        std::to_string(vertices) + " to " + std::to_string(vertices)));
  }
}

TEST_F(CreatePolyhedraStyle, HasExactMassProperties)
{
  const auto box = made("1 region box density 2000 shape box 0.1 0.2 0.3")[0];
  EXPECT_NEAR(box.mass, 12.0, 12 * ROUNDING);
  std::array<double, 3> moments = box.inertia;
  std::sort(moments.begin(), moments.end());
  EXPECT_NEAR(moments[0], 0.05, ROUNDING);
  EXPECT_NEAR(moments[1], 0.10, ROUNDING);
  EXPECT_NEAR(moments[2], 0.13, ROUNDING);
}

TEST_F(CreatePolyhedraStyle, OrientsBodiesAtRandomOrAsGiven)
{
  const std::string words = "2 region box density 2000 shape box 0.1 0.2 0.3 orient ";
  const auto fixed = made(words + "fixed");
  for (const auto &vertex : fixed[1].vertices) {
    EXPECT_NEAR(std::fabs(vertex[0]), 0.05, ROUNDING);
    EXPECT_NEAR(std::fabs(vertex[1]), 0.10, ROUNDING);
    EXPECT_NEAR(std::fabs(vertex[2]), 0.15, ROUNDING);
  }
  const auto random = made(words + "random");
  EXPECT_NE(random[0].quat, random[1].quat);
}

TEST_F(CreatePolyhedraStyle, UsesSeedNumberOfShapesAndType)
{
  const std::string words = "6 region box density 2000 size 0.2 shape random shapes 2 type 2 seed ";
  const auto one = made(words + "1"), again = made(words + "1"), two = made(words + "2");
  EXPECT_EQ(largest_difference(one, again), 0.0);
  EXPECT_GT(largest_difference(one, two), 0.0);
  EXPECT_EQ(one[3].type, 2);
  std::set<double> radii;
  for (const auto &body : one) radii.insert(body.radius);
  EXPECT_EQ(radii.size(), 2u);
}

TEST_F(CreatePolyhedraStyle, StaysInsideItsRegion)
{
  const std::string ball = "region ball sphere 0.2 0.1 1 0.7",
                    cylinder = "region ball cylinder z 0.2 0.1 0.7 0.3 1.6";
  for (const auto &region : {ball, cylinder})
    for (const BodySnapshot &body :
         made("30 region ball density 1 shape cube size 0.2 attempts 5000", region)) {
      const Vector3d from_center = vector_at(body.x.data()) - Vector3d{0.2, 0.1, 1.0};
      for (const auto &vertex : body.vertices) {
        Vector3d place = from_center + vector_at(vertex.data());
        if (region == cylinder) place[2] = 0.0;
        EXPECT_LE(norm(place), 0.7);
      }
    }
  BodySnapshot hole = {};
  hole.radius = 0.6;
  hole.x = {0, 0, 1};
  for (const BodySnapshot &body : made("30 region out density 1 shape cube size 0.2 attempts 5000",
                                       "region out sphere 0 0 1 0.6 side out"))
    EXPECT_EQ(common_volume(body, hole, Vector3d::zero()), 0.0);
}

TEST_F(CreatePolyhedraStyle, FillsAPeriodicSlotAcrossItsFaces)
{
  int across = 0;
  for (const BodySnapshot &body : made("80 region slot density 1 shape cube size 0.2",
                                       "region slot block -1 1 EDGE EDGE 0.5 1.5")) {
    across += body.x[0] - body.radius < -1.0;
    for (const auto &vertex : body.vertices) {
      EXPECT_GE(body.x[2] + vertex[2], 0.5 - ROUNDING);
      EXPECT_LE(body.x[2] + vertex[2], 1.5 + ROUNDING);
    }
  }
  EXPECT_GT(across, 0);
}

TEST_F(CreatePolyhedraStyle, WarnsWhenNotAllFit)
{
  const auto all = made("5000 region box density 1 shape sphere size 0.4 attempts 50");
  EXPECT_GT(all.size(), 40u);
  EXPECT_LT(all.size(), 500u);
  EXPECT_TRUE(has(printed, "only " + std::to_string(all.size()) + " of 5000 bodies found room"));
  EXPECT_TRUE(has(error_of("3 region tiny density 1 shape sphere size 0.4",
                           "region tiny block 0 0.3 0 0.3 1 1.3"),
                  "bodies of 0.4 and more across in a space of 0.3 by 0.3 by 0.3 (none fits)"));
  EXPECT_TRUE(has(error_of("3 region slit density 1 shape cube size 0.3 attempts 7",
                           "region slit block 0 1 0 1 1 1.25"),
                  "none of 3 bodies found room (region slit, 7 attempts"));
}

TEST_F(CreatePolyhedraStyle, RefusesWrongValues)
{
  const std::string end = " density 2000 size 0.3 shape cube", box = "2 region box";
  const auto refuses = [&](const std::string &words, const std::string &text) {
    EXPECT_TRUE(has(error_of(words), "Command create_polyhedra: " + text)) << words;
  };
  EXPECT_EQ(error_of(box + end), "");
  refuses("0 region box" + end, "N 0 (must be >= 1)");
  refuses("2 regoin box" + end, "word regoin (expected region and its ID after N)");
  refuses("2 region none" + end, "region none (does not exist)");
  refuses(box + end + " type 3", "type 3 (there are atom types 1 to 2)");
  refuses(box + end + " type 0", "type 0 (must be >= 1)");
  refuses(box + end + " density 0", "density 0 (must be positive)");
  refuses(box + end + " density -1", "density -1 (must be positive)");
  refuses(box + end + " seed 0", "seed 0 (must be >= 1)");
  refuses(box + end + " attempts 0", "attempts 0 (must be >= 1)");
  refuses(box + end + " orient up", "orient up (expected random or fixed)");
  refuses(box + end + " colour red", "unknown keyword colour (expected shape, ");
  refuses(box + end + " shapes 0", "shapes 0 (must be >= 1)");
  refuses(box + end + " shapes 3", "shapes with shape cube (only shape random");
  refuses(box + end + " size 0", "size 0 (must be positive)");
  refuses(box + end + " size uniform 0 1", "size uniform 0 (must be positive)");
  refuses(box + end + " size uniform 0.3 0.2", "size uniform 0.3 0.2 (the second");
  refuses(box + end + " size lognormal -1 0.2", "size lognormal median -1 (must");
  refuses(box + end + " size lognormal 0.1 -0.2", "size lognormal sigma -0.2 (must be 0 to 3)");
  refuses(box + end + " size lognormal 0.1 9", "size lognormal sigma 9 (must");
  refuses(box + end + " shape ball", "shape ball (expected random, ");
  refuses(box + end + " shape box 1 0 1", "shape box 0 (must be positive)");
  refuses(box + end + " shape prism 2 1", "shape prism corners 2 (must be >= 3)");
  refuses(box + end + " shape prism 4 0", "shape prism ratio 0 (must be positive)");
  refuses(box + end + " shape pyramid 65 1", "shape pyramid corners 65 (atom_style body");
  refuses(box + end + " shape prism 33 1",
          "shape prism of 66 vertices (atom_style body polyhedron has room for 64)");
  refuses(box + end + " shape random cuts -1", "shape random cuts -1 (must be >= 0)");
  refuses(box + end + " shape random cuts 2000000000",
          "shape random cuts 2000000000 (expected at most 1000)");
  refuses(box + end + " shape random shapes 2000000000",
          "shapes 2000000000 (expected at most 100000)");
  refuses(box + end + " shape random aspect 1 0 1", "shape random aspect 0 (must be positive)");
  refuses(box + end + " shape file no/such/file", "shape file: mesh: cannot open no/such/file");
  refuses(box + " size 1 shape cube", "no density");
  refuses(box + " density 1 size 1", "no shape");
  refuses(box + " density 1 shape cube", "no size (keyword size is required for shape cube");
  for (const std::string key : {"density", "size", "shape", "seed", "shape prism", "shape file"})
    refuses(box + end + " " + key, key);
  refuses("2 region", "region needs a value");
}

TEST_F(CreatePolyhedraStyle, RefusesWrongSystems)
{
  const std::string end = "create_polyhedra 2 region b density 1 size 0.1 shape cube";
  const auto refuses = [&](const std::string &lines, const std::string &text) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(lines + "\n" + end), text)) << lines;
  };
  refuses("atom_style body polyhedron 4 8", "after the simulation box is defined");
  refuses("atom_style sphere\nregion b block 0 1 0 1 0 1\ncreate_box 1 b",
          "atom_style sphere (bodies are needed; use atom_style body polyhedron)");
  refuses("atom_style body nparticle 1 2\nregion b block 0 1 0 1 0 1\ncreate_box 1 b",
          "use atom_style body polyhedron");
  refuses("dimension 2\natom_style body polyhedron 4 8\nregion b block 0 1 0 1 -0.5 "
          "0.5\ncreate_box 1 b",
          "dimension 2 (bodies need dimension 3)");
  refuses("atom_style body polyhedron 4 8\nregion a block 0 1 0 1 0 1\ncreate_box 1 a\n"
          "region b block 0 1 0 1 0 1 open 1",
          "region b (must not have open faces)");
}

}    // namespace test_create_polyhedra
