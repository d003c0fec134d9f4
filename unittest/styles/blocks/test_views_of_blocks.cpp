// What reports, computes and dumps say of rocks of bonded blocks.
//
// Oracles: sums over the forces that LAMMPS has on each block; the bonds that both blocks of each
// name; fix breakage; sums by hand.

#include "common/constants.h"
#include "compute.h"
#include "force.h"
#include "modify.h"
#include "neigh_list.h"
#include "pair.h"
#include "styles/blocks/block_scenes.h"
#include "testing/vtk_reader.h"

#include <cmath>

namespace test_views_of_blocks {

using namespace grist::testing;

class ViewsOfBlocks : public ::testing::Test {
 protected:
  TestFolder folder;
};

const std::string FREE_ROCK =
    "create_blocks box 0.03 0.02 0.02 cells 40 density 2500 seed 5 at -0.04 0.002 0.1 turn 1 2 3 "
    "40\n";

// Stretched in each direction, and sheared.
const std::string STRAINED =
    "variable dx atom 1e-3*(x+0.04)+3e-4*(y-0.002)\nvariable dy atom -5e-4*(y-0.002)\n"
    "variable dz atom 2e-4*(z-0.1)+1e-4*(x+0.04)\n"
    "displace_atoms all move v_dx v_dy v_dz units box\n";

// V sigma = - sum of x f over the blocks, as all forces on them are those of bonds.
TEST_F(ViewsOfBlocks, StressIsThatOfTheFaces)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + FIRM + FREE_ROCK +
               "fix move all nve/body\ntimestep 1e-6\nthermo 0\nrun 0\n" + STRAINED +
               "compute s all stress/cluster\ncompute mean all reduce ave c_s[*]\n"
               "fix v all sensor 1 blocks 1 1 1 every 1 values stress file " +
               (folder / ("stress" + std::to_string(n))) +
               "\nvariable xx atom -x*fx\nvariable yy atom -y*fy\nvariable zz atom -z*fz\n"
               "variable xy atom -0.5*(x*fy+y*fx)\nvariable xz atom -0.5*(x*fz+z*fx)\n"
               "variable yz atom -0.5*(y*fz+z*fy)\n"
               "compute sum all reduce sum v_xx v_yy v_zz v_xy v_xz v_yz\n"
               "thermo_style custom step c_sum[*] c_mean[*]\nthermo 1\nrun 1");
    double largest = 0.0;
    std::vector<double> expected;
    for (int k = 1; k <= 6; k++) {
      expected.push_back(lammps.evaluate("c_sum[" + std::to_string(k) + "]"));
      largest = std::max(largest, std::fabs(expected.back()));
    }
    EXPECT_GT(largest / ROCK_VOLUME, 5e4);
    const auto rows = lammps.first() ? rows_of(folder / ("stress" + std::to_string(n)))
                                     : std::vector<Row>();
    const char *columns[] = {"stress_xx", "stress_yy", "stress_zz",
                             "stress_xy", "stress_xz", "stress_yz"};
    for (int k = 0; k < 6; k++) {
      const double found = lammps.evaluate("c_mean[" + std::to_string(k + 1) + "]");
      EXPECT_NEAR(found * ROCK_VOLUME, expected[k], 1e-9 * largest) << k << " " << n;
      if (!lammps.first()) continue;
      EXPECT_NEAR(rows.back().at(columns[k]) * 0.12 * 0.2 * 0.2, expected[k], 1e-8 * largest);
    }
  }
}

// A broken rock: counts of fix progress, contacts between fragments, bonds of each block.
TEST_F(ViewsOfBlocks, CountsAreThoseOfFixBreakage)
{
  for (const int n : rank_counts()) {
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + BRITTLE + BRITTLE_ROCK + BLOCK_MOTION + THROWN +
               "fix b all breakage 100000\nfix p all progress steps 100000\n"
               "compute n all coordination/contact\ncompute bonds all reduce sum c_n[3]\n"
               "compute c all contact/local by body body1 body2 normal\n"
               "compute own all contact/local body1 body2\n"
               "thermo_style custom step c_bonds\nrun 1500");
    EXPECT_GT(lammps.evaluate("f_b[2]"), 10.0);
    EXPECT_EQ(lammps.evaluate("f_p[5]"), lammps.evaluate("f_b[1]-f_b[2]"));
    EXPECT_EQ(lammps.evaluate("f_p[6]"), lammps.evaluate("f_b[2]"));
    EXPECT_EQ(lammps.evaluate("f_p[7]"), lammps.evaluate("f_b[9]"));
    EXPECT_EQ(lammps.evaluate("f_p[8]"), lammps.evaluate("f_b[4]"));
    EXPECT_EQ(lammps.evaluate("c_bonds"), 2.0 * lammps.evaluate("f_GRIST_FACE_BONDS[1]"));
    const auto links = links_of(lammps);
    const auto blocks = bodies(lammps);
    std::vector<std::array<double, 2>> mine;
    if (lammps.here()) {
      auto *compute = lammps.lammps()->modify->get_compute_by_id("c");
      compute->compute_local();
      for (int row = 0; row < compute->size_local_rows; row++)
        mine.push_back({compute->array_local[row][0], compute->array_local[row][1]});
      mine = LAMMPS_NS::from_all_ranks(mine, lammps.lammps()->world);
    }
    if (!lammps.first()) continue;
    std::set<long> fragments = {0};    // the floor
    for (const auto &[id, of] : fragments_by_search(blocks, links)) fragments.insert(of);
    EXPECT_GT(mine.size(), 1u);
    for (const auto &[a, b] : mine) {
      EXPECT_NE(a, b);
      EXPECT_TRUE(fragments.count(static_cast<long>(a))) << a;
      EXPECT_TRUE(fragments.count(static_cast<long>(b))) << b;
    }
  }
}

TEST_F(ViewsOfBlocks, LoadsCountFacesAndNoContactsOfBondedBlocks)
{
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  lammps.run(BLOCKS_BOX + FIRM + FREE_ROCK + "fix move all nve/body\ntimestep 1e-6\nthermo 0\n" +
             "compute load all load/atom\ncompute sum all reduce sum c_load\n"
             "thermo_style custom step c_sum\nrun 1");
  const auto links = links_of(lammps);
  const auto *atom = lammps.lammps()->atom;
  const auto *list = lammps.lammps()->force->pair->list;
  double expected =
      40.0 * ROCK_BLOCKS + 110.0 * static_cast<double>(links.size()) + 40.0 * atom->nghost;
  int near_pairs = 0;
  for (int n = 0; n < list->inum; n++) {
    const int i = list->ilist[n];
    for (int k = 0; k < list->numneigh[i]; k++) {
      const int j = list->firstneigh[i][k] & NEIGHMASK;
      const grist::Vector3d apart = grist::vector_at(atom->x[i]) - grist::vector_at(atom->x[j]);
      const bool is_near = norm(apart) < atom->radius[i] + atom->radius[j];
      const bool is_bonded = links.count(std::minmax<long>(atom->tag[i], atom->tag[j])) > 0;
      if (is_near && !is_bonded) near_pairs++;
      expected += is_near && !is_bonded ? 250.0 : 1.0;
    }
  }
  EXPECT_GT(near_pairs, 0);
  EXPECT_NEAR(lammps.evaluate("c_sum") / expected, 1.0, 1e-12);
}

// Blocks with their rock, fragment and the share of strength that their faces use; a line for each
// bond; a point for each that broke.
TEST_F(ViewsOfBlocks, DumpsShowFragmentsAndLoads)
{
  if (!has_vtk_reader()) GTEST_SKIP() << "built without VTK";
  for (const int n : rank_counts()) {
    const std::string series = folder / ("s" + std::to_string(n) + ".pvd");
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX + BRITTLE + BRITTLE_ROCK + BLOCK_MOTION + THROWN +
               "fix b all breakage 100000\ndump d all paraview 500 " + series +
               " precision double\nrun 1000");
    const auto links = links_of(lammps);
    const auto blocks = bodies(lammps);
    const double broken = lammps.evaluate("f_b[2]");
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    ASSERT_EQ(frames.size(), 3u);
    size_t points = 0;
    for (const auto &frame : frames) points += frame["broken"].points.size();
    EXPECT_GT(points, 5u);
    EXPECT_EQ(static_cast<double>(points), broken);

    const VtkThing &bonds = frames.back()["bonds"], &shown = frames.back()["polyhedra"];
    ASSERT_EQ(bonds.cells.size(), links.size());
    std::map<long, double> most;
    for (size_t k = 0; k < bonds.cells.size(); k++) {
      const long a = static_cast<long>(bonds.values.at("id_a")[k]),
                 b = static_cast<long>(bonds.values.at("id_b")[k]);
      EXPECT_EQ(links.count({a, b}), 1u);
      const double share = bonds.values.at("strength_used")[k];
      EXPECT_LT(share, 1.0);
      for (const long id : {a, b}) most[id] = std::max(most[id], share);
      EXPECT_GT(bonds.values.at("radius")[k], 0.0);
    }
    const auto fragment = fragments_by_search(blocks, links);
    ASSERT_EQ(shown.cells.size(), blocks.size());
    double largest = 0.0;
    for (size_t k = 0; k < shown.cells.size(); k++) {
      const long id = static_cast<long>(shown.values.at("id")[k]);
      EXPECT_EQ(shown.values.at("fragment")[k], fragment.at(id));
      EXPECT_EQ(shown.values.at("cluster")[k], 1);
      EXPECT_NEAR(shown.values.at("strength_used")[k], most[id], 1e-9) << id;
      largest = std::max(largest, most[id]);
    }
    EXPECT_GT(largest, 0.1);
  }
}

struct ShownFace {
  long a, b;
  double area = 0.0, share = 0.0, damage = 0.0;
  int parted = 0;
};

// The triangles of each face together, by its blocks.
std::map<Link, ShownFace> shown_faces(const VtkThing &thing)
{
  std::map<Link, ShownFace> all;
  for (size_t k = 0; k < thing.cells.size(); k++) {
    const long a = static_cast<long>(thing.values.at("id_a")[k]),
               b = static_cast<long>(thing.values.at("id_b")[k]);
    ShownFace &face = all[{a, b}];
    face.a = a;
    face.b = b;
    face.share = thing.values.at("strength_used")[k];
    face.damage = thing.values.at("damage")[k];
    face.parted = static_cast<int>(thing.values.at("parted")[k]);
    grist::Vector3d corners[3];
    for (int c = 0; c < 3; c++) {
      const auto &point = thing.points[thing.cells[k][c]];
      corners[c] = {point[0], point[1], point[2]};
    }
    face.area += 0.5 * norm(cross(corners[1] - corners[0], corners[2] - corners[0]));
  }
  return all;
}

// Each face once with the area and the load of its bond; one that has parted on both of its blocks.
TEST_F(ViewsOfBlocks, DumpsShowFacesWithLoadAndDamage)
{
  if (!has_vtk_reader()) GTEST_SKIP() << "built without VTK";
  for (const int n : rank_counts()) {
    const std::string series = folder / ("f" + std::to_string(n) + ".pvd");
    LammpsSession lammps(n);
    lammps.run(BLOCKS_BOX +
               "bond_coeff 1 young 1e8 tensile 2e5 cohesion 4e5 angle 30 soften 6 damping 0.1\n" +
               BRITTLE_ROCK + BLOCK_MOTION + THROWN + "timestep 5e-7\ndump d all paraview 4000 " +
               series + " precision double\nrun 4000\nwrite_restart " + (folder / "cracked"));
    const auto links = links_of(lammps);
    const double softened = lammps.evaluate("f_GRIST_FACE_BONDS[6]");
    const double broken = lammps.evaluate("f_GRIST_FACE_BONDS[2]");
    const std::string again = folder / ("g" + std::to_string(n) + ".pvd");
    LammpsSession restarted(n);
    restarted.run("read_restart " + (folder / "cracked") +
                  "\ncomm_modify vel yes\npair_style polyhedron\n" + BLOCK_MOTION +
                  "dump d all paraview 1 " + again + " precision double\nrun 0");
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    const VtkThing &bonds = frames.back()["bonds"];
    const auto faces = shown_faces(frames.back()["faces"]);
    std::map<Link, size_t> of_bond;
    for (size_t k = 0; k < bonds.cells.size(); k++)
      of_bond[{static_cast<long>(bonds.values.at("id_a")[k]),
               static_cast<long>(bonds.values.at("id_b")[k])}] = k;
    int whole = 0, damaged = 0, cracks = 0;
    for (const auto &[link, face] : faces) {
      EXPECT_GT(face.area, 0.0);
      if (face.parted > 0) {
        cracks++;
        EXPECT_EQ(face.damage, 1.0);
        EXPECT_EQ(links.count(std::minmax(face.a, face.b)), 0u);
        const auto other = faces.find({face.b, face.a});
        ASSERT_NE(other, faces.end());
        EXPECT_EQ(other->second.parted, face.parted);
        EXPECT_NEAR(other->second.area / face.area, 1.0, 1e-6);
        continue;
      }
      whole++;
      if (face.damage > 0.0) damaged++;
      ASSERT_TRUE(of_bond.count(link));
      const size_t k = of_bond[link];
      const double radius = bonds.values.at("radius")[k];
      EXPECT_NEAR(face.area / (grist::PI * radius * radius), 1.0, 1e-6);
      EXPECT_NEAR(face.share, bonds.values.at("strength_used")[k], 1e-12);
    }
    EXPECT_EQ(whole, static_cast<int>(links.size()));
    EXPECT_EQ(cracks, 2.0 * broken);
    EXPECT_EQ(damaged, softened);
    EXPECT_GT(broken, 10.0);
    EXPECT_GT(softened, 1.0);
    const auto later = shown_faces(read_series(again).back()["faces"]);
    ASSERT_EQ(later.size(), faces.size());
    for (const auto &[link, face] : later) EXPECT_EQ(face.parted, faces.at(link).parted);
  }
}

// The share is that at which the bond breaks: the strength is what stress over share gives.
TEST_F(ViewsOfBlocks, StrengthUsedIsTheTensionOverTheStrength)
{
  if (!has_vtk_reader()) GTEST_SKIP() << "built without VTK";
  ONE_RANK_IS_ENOUGH();
  LammpsSession lammps;
  const std::string series = folder / "two.pvd";
  lammps.run(BLOCKS_BOX +
             "bond_coeff 1 young 1e8 tensile 1e6 cohesion 1e6 ratio 2\n"
             "create_blocks box 0.02 0.01 0.01 cells 2 density 2500 seed 3 at 0 0 0.1\n"
             "thermo 0\nvariable dx equal 1e-3*(x[2]-x[1])\nvariable dy equal 1e-3*(y[2]-y[1])\n"
             "variable dz equal 1e-3*(z[2]-z[1])\ngroup one id 2\n"
             "displace_atoms one move v_dx v_dy v_dz units box\ndump d all paraview 1 " +
             series + " precision double\nrun 0");
  const VtkFrame frame = read_series(series).back();
  const VtkThing &bond = frame["bonds"];
  ASSERT_EQ(bond.cells.size(), 1u);
  const double area = grist::PI * std::pow(bond.values.at("radius")[0], 2);
  const double tension = bond.values.at("tension")[0];
  const auto blocks = bodies(lammps);
  double square = 0.0;
  for (int d = 0; d < 3; d++) square += std::pow(blocks[1].x[d] - blocks[0].x[d], 2);
  const double stretch = 1e-3 / 1.001 * std::sqrt(square);
  EXPECT_GT(tension, 0.0);
  // k_n stretch, where both nuclei lie on the line through the centroids: h is not their distance.
  EXPECT_LT(std::fabs(tension / area / (1e8 * stretch / 0.01) - 1.0), 0.2);
  EXPECT_NEAR(bond.values.at("strength_used")[0], tension / area / 1e6, 0.02);
}

TEST_F(ViewsOfBlocks, WhatDoesNotFitIsRejectedInASentence)
{
  ONE_RANK_IS_ENOUGH();
  const auto expect = [](const std::string &before, const std::string &lines,
                         const std::string &text) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(before + BLOCKS_BOX + FIRM + FREE_ROCK + lines), text));
  };
  expect("newton off\n",
         "fix move all nve/body\nfix crack all break/polyhedra tavares energy 12 size 0.005 "
         "exponent 1 deviation 0.4 damage 5 t10 0.5 0.05 smallest 0.004 most 30\nrun 0",
         "only bodies without bonds break");
  LammpsSession lammps;
  EXPECT_TRUE(has(lammps.error_of("units si\natom_style hybrid body polyhedron 4 80 bond\n"
                                  "atom_modify map array\nregion box block -1 1 -1 1 -1 1\n"
                                  "create_box 1 box bond/types 1\nfix b all breakage 10\n"
                                  "pair_style polyhedron\npair_coeff * * volume 1e11\n"
                                  "bond_style face\n" +
                                  FIRM + FREE_ROCK + "run 0"),
                  "must come after bond_style face"));
  LammpsSession late;
  EXPECT_TRUE(
      has(late.error_of("units si\natom_style hybrid body polyhedron 4 80 bond\n"
                        "atom_modify map array\nregion box block -1 1 -1 1 -1 1\n"
                        "create_box 1 box bond/types 1\npair_style polyhedron\n"
                        "pair_coeff * * volume 1e11\nfix out all outflow 10 plane 0 0 0 0 0 1\n"
                        "bond_style face\n" +
                        FIRM + FREE_ROCK + "run 0"),
          "bond_style must come before fix out of style outflow"));
}

}    // namespace test_views_of_blocks
