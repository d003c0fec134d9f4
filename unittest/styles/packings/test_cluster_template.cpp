// cluster_template in LAMMPS: the template, the commands that use it, and the errors.
//
// Oracles: counts and masses of the paper's clusters (huang2020 Table 7 and Fig. 14), the same
// atoms on any number of ranks, total bond counts.

#include "common/constants.h"
#include "packings/solid_scenes.h"
#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace test_cluster_template {

using namespace grist::testing;

using grist::PI;

const char *const BOX = R"(
  units si
  newton on off
  atom_style bonded/cluster
  boundary p p f
  bond_style parallel
  region box block -0.05 0.05 -0.05 0.05 0 0.3
  create_box 2 box bond/types 1
)";

class ClusterTemplateStyle : public OneRankTest {
 protected:
  std::string error_of(const std::string &line)
  {
    LammpsSession lammps;
    return lammps.error_of(BOX + line);
  }
};

TEST_F(ClusterTemplateStyle, MakesTheClustersOfThePaper)
{
  struct Case {
    int elements;
    double radius;
  };
  for (const auto &[elements, radius] : {Case{6, 8.28e-3}, Case{10, 7.5e-3}, Case{25, 5.8e-3},
                                         Case{50, 4.7e-3}, Case{75, 4.1e-3}, Case{100, 3.73e-3}}) {
    LammpsSession lammps;
    lammps.run(std::string(BOX) + "cluster_template c sphere 20e-3 elements " +
               std::to_string(elements) + " radius " + std::to_string(radius) +
               " density 4800 type 2\n"
               "create_atoms 0 single 0 0 0.1 mol c 4711\n");
    const auto atoms = lammps.atoms();
    ASSERT_EQ(atoms.size(), static_cast<size_t>(elements));
    double mass = 0.0;
    int ends = 0;
    for (const auto &atom : atoms) {
      mass += atom.mass;
      ends += atom.bonds;
      EXPECT_NEAR(atom.radius, radius, 1e-9);
      EXPECT_GE(atom.bonds, 1);
      EXPECT_EQ(atom.molecule, 1);
    }
    EXPECT_NEAR(mass / (elements * 4.0 / 3.0 * PI * std::pow(radius, 3) * 4800), 1.0, 1e-6);
    EXPECT_EQ(ends, 2 * lammps.thermo("bonds"));
    EXPECT_TRUE(has(lammps.output(), "elements           " + std::to_string(elements)));
  }
}

TEST_F(ClusterTemplateStyle, MakesTheCubeOfThePaperAndWritesIt)
{
  LammpsSession lammps;
  lammps.run(std::string(BOX) +
             "cluster_template cube cube 20e-3 radius 3.30e-3 lattice sc density 4800 write " +
             (folder / "cube.mol") +
             "\ncreate_atoms 0 single 0 0 0.1 mol cube 4711\n"
             "molecule again " +
             (folder / "cube.mol") + "\ncreate_atoms 0 single 0 0 0.2 mol again 4711");
  EXPECT_EQ(lammps.atoms().size(), 54u);
  EXPECT_EQ(lammps.thermo("bonds"), 108);
}

void write(const std::string &file, const std::string &text)
{
  std::ofstream(file) << text;
}

// Oracle: closed form of the lens of two spheres; what the file says.
TEST_F(ClusterTemplateStyle, TakesSpheresOfAFile)
{
  const std::string file = folder / "peanut.txt";
  write(file, "# x y z r\n0.5e-3 0 0 1e-3\n2e-3 0 0 0.8e-3\n");
  LammpsSession lammps;
  lammps.run(std::string(BOX) + "cluster_template p spheres " + file +
             " rigid density 1000 type 2\ncreate_atoms 0 single 0 0 0.1 mol p 4711\n"
             "create_atoms 0 single 0 0 0.2 mol p 4711\n");
  const auto atoms = lammps.atoms();
  ASSERT_EQ(atoms.size(), 4u);
  EXPECT_EQ(lammps.thermo("bonds"), 2);
  const double lens = PI * 0.09 * (2.25 + 5.4 - 0.12) / 18.0;
  const double volume = (4.0 / 3.0 * PI * 1.512 - lens) * 1e-9;
  EXPECT_NEAR((atoms[0].mass + atoms[1].mass) / (1000.0 * volume), 1.0, 1e-12);
  EXPECT_EQ(atoms[0].radius, 1e-3);
  EXPECT_EQ(atoms[1].radius, 0.8e-3);
  EXPECT_TRUE(has(lammps.output(), "bonds              1 (rigid)"));
  EXPECT_TRUE(has(lammps.output(), "first to farthest  0.0015"));

  EXPECT_TRUE(has(error_of("cluster_template p spheres " + file + " density 1000"),
                  "elements 1 and 2 overlap by 0.0003 (bonded elements must not; keyword rigid"));
  EXPECT_TRUE(has(error_of("cluster_template p spheres " + file + " density 1000 radius 1 rigid"),
                  "elements, radius and lattice (are for shapes"));
  EXPECT_TRUE(has(error_of("cluster_template p spheres " + (folder / "none") + " density 1 rigid"),
                  "(cannot be opened: No such file or directory)"));
  write(file, "0 0 0 1\n0 0 1\n");
  EXPECT_TRUE(has(error_of("cluster_template p spheres " + file + " density 1000 rigid"),
                  "line 2: 3 numbers (must be four: x y z r)"));
  write(file, "0 0 0 1\n0.3 0 0 0.5\n");
  EXPECT_TRUE(has(error_of("cluster_template p spheres " + file + " density 1000 rigid"),
                  "sphere 2 (lies in others and takes no part in the mass; leave it out)"));
}

TEST_F(ClusterTemplateStyle, TakesARigidClusterOfOneElement)
{
  LammpsSession lammps;
  lammps.run(std::string(BOX) +
             "cluster_template ball sphere 5e-3 elements 1 rigid density 1000\n"
             "create_atoms 0 single 0 0 0.1 mol ball 4711\n");
  ASSERT_EQ(lammps.atoms().size(), 1u);
  EXPECT_EQ(lammps.thermo("bonds"), 0);
  EXPECT_NEAR(lammps.atoms()[0].radius, 5e-3, 1e-12);
}

// A cube of edge 2 with a pit in its top; faces counter-clockwise from outside, or all the other
// way round.
std::string text_of_cup(bool inward)
{
  std::string text = "solid cup\n";
  grist::Mesh mesh = cup();
  for (auto face : mesh.faces) {
    if (inward) std::swap(face[1], face[2]);
    text += "facet normal 0 0 0\nouter loop\n";
    for (int n : face)
      text += "vertex " + std::to_string(mesh.vertices[n][0]) + " " +
          std::to_string(mesh.vertices[n][1]) + " " + std::to_string(mesh.vertices[n][2]) + "\n";
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid cup\n";
}

// Oracle: the volume of the cup, 5.84, by hand; counts.
TEST_F(ClusterTemplateStyle, FillsAMesh)
{
  const std::string file = folder / "cup.stl";
  for (const bool inward : {false, true}) {
    write(file, text_of_cup(inward));
    LammpsSession lammps;
    lammps.run(std::string(BOX) + "cluster_template cup stl " + file +
               " scale 5e-3 elements 100 rigid density 2000\n"
               "create_atoms 0 single 0 0 0.1 mol cup 4711\n");
    double mass = 0.0;
    for (const auto &atom : lammps.atoms()) mass += atom.mass;
    EXPECT_NEAR(mass / (2000.0 * 5.84 * 1.25e-7), 1.0, 1e-5);
    EXPECT_EQ(lammps.atoms().size(), 100u);
    EXPECT_EQ(lammps.thermo("bonds"), 99);
    EXPECT_TRUE(has(lammps.output(), "solid volume       7.3e-07"));
    EXPECT_EQ(bool(has(lammps.output(), "faces inward; it was turned")), inward);
  }
  LammpsSession lammps;
  lammps.run(std::string(BOX) + "cluster_template cup stl " + file +
             " scale 5e-3 elements 60 density/solid 2000\n"
             "create_atoms 0 single 0 0 0.1 mol cup 4711\n");
  double mass = 0.0;
  for (const auto &atom : lammps.atoms()) mass += atom.mass;
  EXPECT_NEAR(mass / (2000.0 * 7.3e-7), 1.0, 1e-5);

  const std::string start = "cluster_template c stl ";
  EXPECT_TRUE(has(error_of(start + (folder / "none") + " elements 5 density 1"), "cannot open"));
  EXPECT_TRUE(has(error_of(start + file + " density 1"), "neither elements nor radius"));
  EXPECT_TRUE(has(error_of(start + file + " scale 0 elements 5 density 1"), "scale 0"));
  EXPECT_TRUE(
      has(error_of(start + file + " radius 0.9 density 1"), "no element of this radius fits"));
  EXPECT_TRUE(has(error_of(start + file + " radius/range 0.2 0.1 density 1"),
                  "radius/range 0.2 0.1 (the first must be the smaller one)"));
  EXPECT_TRUE(has(error_of(start + file + " radius 0.1 lattice sc density 1"), "lattice (is for"));
  write(file, text_of_cup(false).replace(10, 100, ""));
  EXPECT_TRUE(has(error_of(start + file + " elements 5 density 1"), "Command cluster_template: "));
}

TEST_F(ClusterTemplateStyle, MakesNamedShapes)
{
  const double tablet = PI * 25.0 * 2.0 + 2.0 * PI * 1.25 / 6.0 * (3.0 * 25.0 + 1.25 * 1.25);
  const std::pair<const char *, double> shapes[] = {
      {"tablet 5e-3", tablet * 1e-9},
      {"rod 1e-3 6e-3", (4.0 / 3.0 + 4.0) * PI * 1e-9},
      {"cushion 6e-3 5e-3 4e-3 2e-3",
       (2.0 * 1.0 * 0.0 + 4.0 * 2.0 + PI * 4.0 * 3.0 + 32.0 * PI / 3.0) * 1e-9},
      {"gravel 6e-3 2", PI * 36e-9},
      {"gravel 6e-3", PI * 36e-9},
      {"cylinder 2e-3 3e-3", PI * 12e-9}};
  for (const auto &[shape, volume] : shapes) {
    LammpsSession lammps;
    lammps.run(std::string(BOX) + "cluster_template c " + shape +
               " elements 40 rigid density 1000\ncreate_atoms 0 single 0 0 0.1 mol c 4711\n");
    double mass = 0.0;
    for (const auto &atom : lammps.atoms()) mass += atom.mass;
    EXPECT_NEAR(mass / (1000.0 * volume), 1.0, 1e-5) << shape;
  }
  const std::string end = " elements 10 density 1000";
  EXPECT_TRUE(has(error_of("cluster_template c rod 1 1" + end),
                  "rod length 1 (must be at least the diameter, 2)"));
  EXPECT_TRUE(has(error_of("cluster_template c tablet 1 1 2" + end), "at most the radius"));
  EXPECT_TRUE(
      has(error_of("cluster_template c cushion 1 2 3 1" + end), "at most half the shortest"));
  EXPECT_TRUE(has(error_of("cluster_template c gravel 0 1" + end), "gravel diameter 0"));
  EXPECT_TRUE(has(error_of("cluster_template c cube 1 scale 2" + end), "scale 2 (is for stl"));
  EXPECT_TRUE(has(error_of("cluster_template c cube 1 mass 2" + end),
                  "second density (only one of density, density/solid and mass)"));
}

TEST_F(ClusterTemplateStyle, FillsARegionByPouringAndDepositing)
{
  for (const std::string feed :
       {"region slot block -0.03 0.03 -0.03 0.03 0.2 0.28\n"
        "fix feed all pour 6 0 4767 region slot mol c vol 0.2 20\n",
        "region slot block -0.03 0.03 -0.03 0.03 0.25 0.27\n"
        "fix feed all deposit 6 0 1000 4767 region slot mol c near 0.012 vz -1 -1\n"}) {
    LammpsSession lammps;
    lammps.run(std::string(BOX) + R"(
      cluster_template c sphere 5e-3 elements 10 radius 2e-3 density 2500 type 2
      bond_coeff 1 young 1e6 tensile none shear none damping 0.05
      pair_style granular
      pair_coeff * * hertz/material 3e6 0.5 0.3 tangential mindlin NULL 1.0 0.3 damping coeff_restitution
      neighbor 0.001 bin
      timestep 5e-5
      fix move all nve/sphere
      fix weight all gravity 9.81 vector 0 0 -1
      fix floor all wall/gran granular hertz/material 3e6 0.5 0.3 tangential mindlin NULL 1.0 0.3 damping coeff_restitution zplane 0 NULL
      fix b all breakage 100
    )" + feed + "run 8000");
    EXPECT_EQ(lammps.atoms().size(), 60u) << feed;
    EXPECT_EQ(lammps.evaluate("f_b[4]"), 6);
    EXPECT_EQ(lammps.evaluate("f_b[2]"), 0);
    EXPECT_EQ(lammps.evaluate("f_b[1]"), lammps.thermo("bonds"));
    EXPECT_GT(lammps.thermo("bonds"), 6 * 15);
  }
}

TEST_F(ClusterTemplateStyle, RejectsWrongInput)
{
  const std::string start = "cluster_template c ", ball = "sphere 0.01 elements 10 ";
  EXPECT_TRUE(has(error_of(start + ball), "no density"));
  EXPECT_TRUE(has(error_of(start + ball + "density -5"), "density -5"));
  EXPECT_TRUE(has(error_of(start + ball + "density 0"), "density 0"));
  EXPECT_TRUE(
      has(error_of(start + ball + "density"), "Command cluster_template: density needs a value"));
  EXPECT_TRUE(has(
      error_of(start + ball + "density 1000 colour red"),
      "Command cluster_template: unknown keyword colour (expected density, density/solid, mass, "
      "elements, radius, radius/range, lattice, type, bond/type, reach, seed, rigid, scale, "
      "precision or "
      "write)"));
  EXPECT_TRUE(has(error_of(start + ball + "density 1000 radius 0"), "radius 0"));
  EXPECT_TRUE(has(error_of(start + ball + "density 1000 radius -1e-3"), "radius -0.001"));
  EXPECT_TRUE(has(error_of(start + ball + "density 1000 reach 0.9"), "reach 0.9"));
  EXPECT_TRUE(
      has(error_of(start + ball + "density 1000 type 3"), "type 3 (there are atom types 1 to 2)"));
  EXPECT_TRUE(has(error_of(start + ball + "density 1000 bond/type 2"), "bond/type 2"));
  EXPECT_TRUE(has(error_of(start + "sphere 0 elements 10 density 1000"), "radius 0"));
  EXPECT_TRUE(has(error_of(start + "pyramid 1 elements 10 density 1000"),
                  "Command cluster_template: shape pyramid (expected sphere, cube, box, cylinder, "
                  "tablet, rod, cushion, gravel, stl or spheres)"));
  EXPECT_TRUE(
      has(error_of(start + "sphere"), "Command cluster_template: sphere radius needs a value"));
  EXPECT_TRUE(
      has(error_of(start + "box 1 2"), "Command cluster_template: box needs three numbers"));
  EXPECT_TRUE(has(error_of(start + "cube 1 lattice bcc"),
                  "Command cluster_template: lattice bcc (expected sc or fcc)"));
  EXPECT_TRUE(has(error_of(start + ball + "density 1000 seed 0"), "seed 0 (must be >= 1)"));
  EXPECT_TRUE(has(error_of(start + ball + "density 1000 type 0"), "type 0 (must be >= 1)"));
  EXPECT_TRUE(has(error_of(start + "sphere 0.01 elements 0 density 1000"), "elements 0"));
  EXPECT_TRUE(has(error_of(start + "sphere 0.01 elements 1 density 1000"),
                  "Command cluster_template: "));    // no bond
  EXPECT_TRUE(has(error_of(start + "cube 0.01 lattice sc radius 0.02 density 1000"),
                  "Command cluster_template: "));    // no element
  EXPECT_TRUE(has(error_of(start + "cube 0.01 lattice sc density 1000"), "radius"));
  EXPECT_TRUE(
      has(error_of(start + ball + "density 1000\n" + start + ball + "density 1000"), "ID c"));
  EXPECT_TRUE(has(error_of(start + ball + "density 1000 write /no/such/folder/c.mol"),
                  "/no/such/folder/c.mol"));
  EXPECT_FALSE(std::filesystem::exists("/no/such/folder/c.mol"));
  EXPECT_TRUE(has(error_of(start + "sphere 1e308 elements 6 density 2500"),
                  "sphere radius 1e+308 (must be from 1e-75 to 1e+75)"));
  EXPECT_TRUE(has(error_of(start + ball + "radius 1e308 density 2500"), "radius 1e+308 (must be"));
  EXPECT_TRUE(has(error_of(start + "sphere 1e70 elements 6 density 1e200"),
                  "density 1e+200 (gives elements of mass inf"));

  LammpsSession lammps;
  EXPECT_TRUE(
      has(lammps.error_of(
              "atom_style bonded/cluster\ncluster_template c sphere 1 elements 10 density 1"),
          "after the simulation box is defined"));
  LammpsSession other;
  EXPECT_TRUE(has(
      other.error_of("atom_style bond\nregion b block 0 1 0 1 0 1\ncreate_box 1 b bond/types 1\n"
                     "cluster_template c sphere 1 elements 10 density 1"),
      "use atom_style bonded/cluster"));
  LammpsSession untyped;
  EXPECT_TRUE(
      has(untyped.error_of("atom_style bonded/cluster\nregion b block 0 1 0 1 0 1\ncreate_box 1 b\n"
                           "cluster_template c sphere 1 elements 10 density 1"),
          "add bond/types 1 to create_box"));
}

TEST(ClusterTemplateRanks, GiveTheSameAtoms)
{
  // With the orientation given: where LAMMPS draws one at random it does so rank by rank.
  std::vector<AtomSnapshot> reference;
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(std::string(BOX) + R"(
      cluster_template c cylinder 5e-3 4e-3 elements 30 density 2500 type 2
      create_atoms 0 single 0.001 0.002 0.1 mol c 4711 rotate 40 1 2 3
      create_atoms 0 single -0.03 -0.03 0.2 mol c 4711 rotate 70 3 2 1
      create_atoms 0 single 0.049 0.049 0.05 mol c 4711 rotate 10 0 1 0
      cluster_template r cushion 8e-3 6e-3 4e-3 elements 30 rigid density 2500 type 2
      create_atoms 0 single 0.02 0.02 0.1 mol r 4711 rotate 40 1 2 3
    )");
    const auto atoms = lammps.atoms();
    if (n == 1) reference = atoms;
    if (!lammps.first()) continue;
    ASSERT_EQ(atoms.size(), 120u);
    EXPECT_LT(largest_difference(reference, atoms), 1e-14);
  }
}

}    // namespace test_cluster_template
