// Bodies of several convex parts in LAMMPS: data files, restart, pictures, what looks at a run.
//
// Oracles: closed forms of an L; what was written is read; a cube that is cut in parts does as the
// cube in all that is reported; the same on any number of ranks.

#include "atom.h"
#include "common/space.h"
#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_file.h"
#include "styles/polyhedra/body_polyhedron.h"
#include "testing/bodies.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace test_compound_bodies {

using namespace grist::testing;
using grist::Vector3d;

constexpr double ROUNDING = 1e-12;

struct Block {
  Vector3d low, high;
};

// Bodies of blocks, as a data file has them.
struct Given {
  double mass;
  Vector3d x;
  std::vector<Block> parts;
  grist::Quaterniond turn = {1.0, 0.0, 0.0, 0.0};    // of the blocks about x
};

void write_data(const std::string &path, const std::vector<Given> &bodies, double half)
{
  std::ofstream file(path);
  file.precision(15);
  file << "bodies\n\n" << bodies.size() << " atoms\n" << bodies.size() << " bodies\n1 atom types\n";
  for (const char axis : {'x', 'y', 'z'})
    file << -half << ' ' << half << ' ' << axis << "lo " << axis << "hi\n";
  file << "\nAtoms # body\n\n";
  for (size_t n = 0; n < bodies.size(); n++)
    file << n + 1 << " 1 1 " << bodies[n].mass << ' ' << bodies[n].x[0] << ' ' << bodies[n].x[1]
         << ' ' << bodies[n].x[2] << '\n';
  file << "\nBodies\n\n";
  for (size_t n = 0; n < bodies.size(); n++) {
    file << n + 1 << ' ' << bodies[n].parts.size() << ' ' << 24 * bodies[n].parts.size() << '\n';
    for (size_t p = 0; p < bodies[n].parts.size(); p++) file << "8 ";
    file << '\n';
    for (const auto &[low, high] : bodies[n].parts) {
      for (int k = 0; k < 8; k++) {
        const Vector3d corner{(k & 1 ? high : low)[0], (k & 2 ? high : low)[1],
                              (k & 4 ? high : low)[2]};
        const Vector3d turned = bodies[n].turn * corner;
        file << turned[0] << ' ' << turned[1] << ' ' << turned[2] << (k % 4 == 3 ? '\n' : ' ');
      }
    }
  }
}

// Floor 3 x 2 x 1 below z = 0, wall 1 x 2 x 2 on it.
std::vector<Block> angle_blocks()
{
  return {{{-1, -1, -1}, {2, 1, 0}}, {{-1, -1, 0}, {0, 1, 2}}};
}

std::vector<Block> cube_blocks(double half, int cuts)
{
  std::vector<Block> blocks;
  const auto at = [&](int n) { return half * (n == cuts ? 1.0 : n == 0 ? -1.0 : -0.2 + 0.5 * n); };
  for (int i = 0; i < cuts; i++)
    for (int j = 0; j < cuts; j++)
      for (int k = 0; k < cuts; k++)
        blocks.push_back({{at(i), at(j), at(k)}, {at(i + 1), at(j + 1), at(k + 1)}});
  return blocks;
}

std::string system_of(const std::string &data, int corners)
{
  return "units si\natom_style body polyhedron 4 " + std::to_string(corners) +
      "\natom_modify map array\nboundary f f f\nnewton off\ncomm_modify vel yes\nread_data " +
      data + "\n";
}

const char *const LAW = "volume 1e9 restitution 0.5 friction 0.4\n";

class CompoundBodies : public testing::TestWithParam<int> {
 protected:
  void SetUp() override
  {
    if (GetParam() > world_size()) GTEST_SKIP() << "needs more ranks";
  }
  TestFolder folder;
};

INSTANTIATE_TEST_SUITE_P(Ranks, CompoundBodies, testing::Values(1, 2, 4));

TEST_P(CompoundBodies, HaveTheMassPropertiesOfAnL)
{
  write_data(folder / "data", {{5.0, {0.5, 0.25, -0.5}, angle_blocks()}}, 8.0);
  LammpsSession lammps(GetParam());
  lammps.run(system_of(folder / "data", 40));
  const auto all = bodies(lammps);
  if (!lammps.first()) return;
  ASSERT_EQ(all.size(), 1u);
  // Volumes 6 and 4, centroids (.5, 0, -.5) and (-.5, 0, 1).
  const Vector3d center = Vector3d{0.5, 0.25, -0.5} + Vector3d{0.1, 0.0, 0.1};
  EXPECT_LT(norm(grist::vector_at(all[0].x.data()) - center), ROUNDING);
  const double density = 5.0 / 10.0;
  const double xx = 6.0 * (9.0 / 12.0 + 0.16) + 4.0 * (1.0 / 12.0 + 0.36);
  const double yy = 10.0 * 4.0 / 12.0;
  const double zz = 6.0 * (1.0 / 12.0 + 0.36) + 4.0 * (4.0 / 12.0 + 0.81);
  const double xz = 6.0 * 0.4 * -0.6 + 4.0 * -0.6 * 0.9;
  const double mean = yy + 0.5 * (xx + zz), apart = std::hypot(0.5 * (xx - zz), xz);
  std::array<double, 3> expected = {density * (xx + zz), density * (mean - apart),
                                    density * (mean + apart)};
  std::array<double, 3> moments = all[0].inertia;
  std::sort(expected.begin(), expected.end());
  std::sort(moments.begin(), moments.end());
  for (int d = 0; d < 3; d++) EXPECT_NEAR(moments[d], expected[d], ROUNDING * expected[d]);
  EXPECT_NEAR(all[0].radius, norm(Vector3d{-1.1, 1.0, 1.9}), ROUNDING);
}

TEST_P(CompoundBodies, AreTheSameAfterWriteDataAndReadDataAndRestart)
{
  write_data(folder / "data",
             {{5.0, {3.0, 3.0, 3.0}, angle_blocks()}, {8.0, {-3, -3, -3}, cube_blocks(1.0, 2)}},
             8.0);
  const std::string forces = std::string("pair_style polyhedron\npair_coeff * * ") + LAW;
  LammpsSession first(GetParam()), second(GetParam()), third(GetParam());
  first.run(system_of(folder / "data", 70) + forces +
            "set atom 1 quat 1 2 3 40\nset atom 2 quat 3 1 2 70\nset group all angmom 1 2 3\n"
            "fix move all nve/body\ntimestep 1e-3\nrun 50\nwrite_data " +
            (folder / "again") + " nocoeff\nwrite_restart " + (folder / "restart"));
  second.run(system_of(folder / "again", 70));
  third.run("comm_modify vel yes\nread_restart " + (folder / "restart") + "\n");
  EXPECT_LT(largest_difference(bodies(first), bodies(second)), ROUNDING);
  EXPECT_LT(largest_difference(bodies(first), bodies(third)), ROUNDING);
}

// Bodies that are others turned share a shape, and are where they are when read alone.
TEST(ShapesOfCompounds, AreSharedByBodiesOfADataFile)
{
  const std::vector<grist::Quaterniond> turns = {
      {1.0, 0.0, 0.0, 0.0}, {0.5, 0.5, -0.5, 0.5}, {0.6, 0.0, 0.8, 0.0}, {0.48, 0.6, 0.64, 0.0}};
  const TestFolder folder;
  std::vector<Given> all;
  for (const grist::Quaterniond &turn : turns)
    all.push_back({5.0, {0.1, 0.2, 4.0 * all.size() - 6.0}, angle_blocks(), turn});
  write_data(folder / "all", all, 9.0);
  LammpsSession together(1);
  together.run(system_of(folder / "all", 40));
  const auto found = bodies(together);
  if (together.here()) {
    const LAMMPS_NS::AtomPolyhedra shapes(together.lammps()->atom);
    for (int n = 1; n < static_cast<int>(all.size()); n++)
      EXPECT_EQ(shapes.shape(n).compound, shapes.shape(0).compound) << n;
  }
  for (size_t n = 0; n < all.size(); n++) {
    write_data(folder / "one", {all[n]}, 9.0);
    LammpsSession alone(1);
    alone.run(system_of(folder / "one", 40));
    const auto right = bodies(alone);
    if (!alone.first()) continue;
    EXPECT_LT(norm(grist::vector_at(found[n].x.data()) - grist::vector_at(right[0].x.data())),
              ROUNDING);
    for (const auto &vertex : right[0].vertices)
      EXPECT_LT(found[n].distance_to_corner(vertex), ROUNDING) << n;
  }
}

// A brush, whose hollow edges are not cut; an L, whose ones are cut once; and a cube.
TEST_P(CompoundBodies, HaveTheSamePartsAfterWriteDataAndReadData)
{
  std::vector<Block> brush = {{{0, 0, -1}, {7, 5, 0}}};
  for (int n = 0; n < 6; n++) {
    const Vector3d low{1 + 2 * (n % 3) + 0.1 * (n % 4), 1 + 2 * (n / 3) + 0.07 * (n % 5), 0.0};
    brush.push_back({low, low + Vector3d{1.0, 1.0, 1.5}});
  }
  write_data(folder / "data",
             {{5.0, {3.0, 3.0, 3.0}, brush},
              {6.0, {-3, -3, -3}, angle_blocks()},
              {8.0, {-5, -5, 5}, cube_blocks(1.0, 1)}},
             16.0);
  LammpsSession first(GetParam()), second(GetParam());
  first.run(system_of(folder / "data", 100) +
            "set atom 1 quat 1 2 3 40\nset atom 2 quat 3 1 2 70\nwrite_data " + (folder / "again") +
            " nocoeff");
  second.run(system_of(folder / "again", 100));
  const auto read = bodies(second);
  EXPECT_LT(largest_difference(bodies(first), read), ROUNDING);
  if (!first.first()) return;
  EXPECT_EQ(read[0].parts, 7);
  EXPECT_GT(read[1].parts, 2);
  EXPECT_LE(read[1].parts, 4);
  EXPECT_EQ(read[2].parts, 1);
  const std::string warning = "body 1 of 7 parts would have more than 128 where its hollow edges";
  EXPECT_TRUE(has(first.output(), warning) || GetParam() > 1);    // another rank may have it
  EXPECT_FALSE(has(second.output(), "WARNING"));
  EXPECT_TRUE(has(read_file(folder / "again"), "\n0 8 8 8 8 8 8 8\n"));
}

// Gears and meshes that were cut into parts, written and read.
TEST_P(CompoundBodies, OfCreatePolyhedraAreTheSameAfterWriteDataAndReadData)
{
  for (const char *shape : {"gear 4", "star 6", "tetrapod", "U"}) {
    LammpsSession first(GetParam()), second(GetParam());
    first.run("units si\natom_style body polyhedron 4 300\natom_modify map array\n"
              "region all block -1 1 -1 1 -1 1\ncreate_box 1 all\n"
              "create_polyhedra 3 region all shape " +
              std::string(shape) + " size 0.3 density 1\nwrite_data " + (folder / "data"));
    second.run("units si\natom_style body polyhedron 4 300\natom_modify map array\nread_data " +
               (folder / "data"));
    const auto written = bodies(first), read = bodies(second);
    EXPECT_LT(largest_difference(written, read), ROUNDING) << shape;
    for (size_t n = 0; n < written.size(); n++) {
      EXPECT_GT(written[n].parts, 1) << shape;
      EXPECT_EQ(written[n].parts, read[n].parts) << shape << " " << written[n].parts;
    }
  }
}

// LAMMPS reads 32 lines of 254 characters for a body.
TEST_P(CompoundBodies, DataFilesHaveLongLinesAndAWarningWhereTheyAreTooMany)
{
  LammpsSession first(GetParam()), second(GetParam()), third(GetParam());
  const std::string box = "units si\natom_style body polyhedron 4 300\natom_modify map array\n"
                          "region all block -1 1 -1 1 -1 1\ncreate_box 1 all\n";
  first.run(box + "create_polyhedra 2 region all shape football size 0.3 density 1\nwrite_data " +
            (folder / "football"));
  second.run("units si\natom_style body polyhedron 4 300\natom_modify map array\nread_data " +
             (folder / "football"));
  EXPECT_LT(largest_difference(bodies(first), bodies(second)), ROUNDING);
  third.run(box + "create_polyhedra 2 region all shape prism 100 1 size 0.3 density 1\n" +
            "write_data " + (folder / "many"));
  if (!first.first()) return;
  std::istringstream lines(read_file(folder / "football"));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 254u) << line;
  EXPECT_FALSE(has(first.output(), "lines in the data file"));
  const std::string warned = third.output();
  EXPECT_TRUE(has(warned, "lines in the data file, and read_data reads at most 32 for a body"));
  const size_t at = warned.find("lines in the data file");
  EXPECT_EQ(warned.find("lines in the data file", at + 1), std::string::npos);    // once
}

TEST_P(CompoundBodies, AreWrittenAsClosedMeshes)
{
  write_data(folder / "data",
             {{5.0, {0, 0, 0}, angle_blocks()},
              {8.0, {5, 5, 5}, {{{-2, -2, -1}, {2, 2, 0}}, {{-0.5, -0.7, 0}, {0.8, 0.6, 1.5}}}}},
             9.0);
  LammpsSession lammps(GetParam());
  lammps.run(system_of(folder / "data", 200) + "write_shapes all " + (folder / "s.*.stl"));
  if (!lammps.first()) return;
  for (const auto &[file, volume] :
       {std::pair("s.1.stl", 10.0), std::pair("s.2.stl", 16.0 + 1.3 * 1.3 * 1.5)}) {
    const grist::CleanMesh mesh =
        grist::cleaned(grist::read_mesh(folder / file), {grist::MeshUse::SOLID, 0.0, false, false});
    EXPECT_EQ(mesh.report.seams, 0) << file;
    EXPECT_EQ(mesh.report.flat, 0) << file;
    double sum = 0.0;
    for (const auto &face : mesh.mesh.faces) {
      const auto &at = mesh.mesh.vertices;
      sum += dot(at[face[0]], cross(at[face[1]], at[face[2]])) / 6.0;
    }
    EXPECT_NEAR(sum, volume, 1e-9 * volume) << file;
  }
}

// Walls, computes and fixes that look: whole cubes and cubes in eight parts fall on each other.
TEST_P(CompoundBodies, CutCubesAreTheCubesInAllThatIsReported)
{
  std::vector<Given> whole, cut;
  for (int n = 0; n < 6; n++) {
    const Vector3d at{-0.015 + 0.03 * (n % 2), 0.031 * (n / 4), 0.017 + 0.03 * (n / 2 % 2)};
    const grist::Quaterniond turn = normalized(grist::Quaterniond{0.7, 0.1 * n, 0.3, -0.1 * n});
    whole.push_back({0.02, at, cube_blocks(0.01, 1), turn});
    cut.push_back({0.02, at, cube_blocks(0.01, 2), turn});
  }
  write_data(folder / "whole", whole, 0.1);
  write_data(folder / "cut", cut, 0.1);
  std::ofstream(folder / "plate.stl")
      << "solid p\nfacet normal 0 0 1\nouter loop\nvertex -.3 -.3 0\nvertex .3 -.3 0\n"
         "vertex 0 .3 0\nendloop\nendfacet\nendsolid p\n";
  const std::string run = std::string("pair_style polyhedron\npair_coeff * * ") + LAW +
      "group a id 1:6:2\nvelocity all set 0.2 -0.1 -0.6\n"
      "fix i all nve/body\nfix g all gravity 9.81 vector 0 0 -1\ntimestep 2e-5\n"
      "fix w1 all wall/polyhedron volume 1e9 friction 0.4 xplane -0.03 0.03 yplane -0.03 0.05 move "
      "wiggle 1e-3 0 0 "
      "0.01\nfix w2 all wall/mesh " +
      (folder / "plate.stl") + " wear archard 1e-3 1e8 stress 100 " + (folder / "s_*.vtk") +
      " surface linear 0.3 0 0 model polyhedron " + LAW + "fix w3 all wall/mesh " +
      (folder / "plate.stl") + " shift 0 0 0.07 move servo force -2 0 0 1 0.5 model polyhedron " +
      LAW +
      "compute e all energy/balance\ncompute mx all mixing a slices z 3\n"
      "compute pk all packing slices z 3 range z 0 0.06\ncompute k all coordination/contact\n"
      "compute ks all reduce sum c_k[*]\nfix co all collisions 100 bins 1e-9 10 10\n"
      "fix se all sensor 1 plane z 0.02 every 100\n"
      "fix sp all sensor 10 slices z 2 every 100 values number mass velocity temperature stress "
      "range z 0 0.06\nfix gu all guard every 100 timestep warn overlap warn\n"
      "fix out all outflow 100 region far every 100\nthermo_style custom step c_e c_e[*] c_mx "
      "c_pk c_ks[1] f_w1[*] f_w2[*] f_w3[*] f_co[*] f_se[1][1] f_sp[2][6] f_sp[2][13]\n"
      "thermo_modify format float %.12g\nthermo 100\nrun 1000\n";
  const std::string region = "region far block -1 1 -1 1 0.09 1\n";
  std::vector<std::vector<double>> values;
  for (const std::string data : {"whole", "cut"}) {
    LammpsSession lammps(GetParam());
    lammps.run(system_of(folder / data, 70) + region + run);
    values.emplace_back();
    for (int k = 1; k <= 20; k++)
      values.back().push_back(lammps.evaluate("c_e[" + std::to_string(k) + "]"));
    for (const char *value :
         {"c_mx", "c_pk", "c_ks[1]", "f_w1[1]", "f_w1[7]", "f_w2[3]", "f_w2[8]", "f_w3[3]",
          "f_w3[10]", "f_co[1]", "f_co[2]", "f_se[1][1]", "f_sp[2][6]", "f_sp[2][13]"})
      values.back().push_back(lammps.evaluate(value));
  }
  for (size_t n = 0; n < values[0].size(); n++)
    EXPECT_NEAR(values[0][n], values[1][n], 1e-6 * std::fabs(values[0][n]) + 1e-9) << n;
  EXPECT_GT(values[0][6], 0.0);     // friction
  EXPECT_GT(values[0][26], 0.0);    // wear
  EXPECT_GT(values[0][29], 0.0);    // collisions
}

}    // namespace test_compound_bodies
