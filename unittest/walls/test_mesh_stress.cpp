// Stress on triangles and the file of it. Oracle: closed forms on a square of two triangles.

#include "common/space.h"
#include "walls/mesh_stress.h"

#include "meshes/mesh_scenes.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace grist {
namespace test_mesh_stress {

Mesh square()
{
  Mesh soup;
  testing::add_quad(soup, {0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0});
  return soup;
}

std::vector<double> numbers_after(const std::string &text, const std::string &header, int count)
{
  const size_t at = text.find(header);
  EXPECT_NE(at, std::string::npos) << header;
  std::istringstream in(text.substr(at + header.size()));
  std::vector<double> values(count);
  for (double &value : values) in >> value;
  return values;
}

TEST(MeshStress, FileHoldsPressureShearAndWorkByTriangle)
{
  const TriangleMesh mesh(square(), 0.3);
  MeshStress stress(mesh);
  int diagonal = -1;
  for (const auto &edge : mesh.edges())
    if (edge.count == 2) diagonal = edge.number;
  // A contact on the first triangle and one on the edge between both, each for a time of 0.5. Areas
  // are 2.
  stress.add(0, {0, 0, 1}, {-3, 0, 8}, {2, 0, 0}, 0.5);
  stress.add(diagonal, {0, 0, 1}, {0, 4, 16}, {0, -1, 0}, 0.5);
  Pose quarter;
  quarter.rotation = Matrix3d::of_rows({0, -1, 0}, {1, 0, 0}, {0, 0, 1});
  quarter.position = {0, 0, 7};
  std::ostringstream out;
  write_vtk(out, {mesh, quarter, stress.sums(), 1.0, 4.25});
  const std::string text = out.str();

  EXPECT_EQ(text.find("# vtk DataFile Version 3.0\n"), 0u);
  EXPECT_EQ(numbers_after(text, "TimeValue 1 1 double\n", 1)[0], 4.25);
  EXPECT_EQ(numbers_after(text, "POINTS 4 double\n", 6),
            (std::vector<double>{0, 0, 7, 0, 2, 7}));    // turned
  EXPECT_EQ(numbers_after(text, "POLYGONS 2 8\n", 1)[0], 3.0);
  EXPECT_EQ(numbers_after(text, "pressure double 1\nLOOKUP_TABLE default\n", 2),
            (std::vector<double>{(8 * 0.5 + 16 * 0.25) / 2, 16 * 0.25 / 2}));
  // The force on the wall is the opposite of that on the spheres.
  EXPECT_EQ(numbers_after(text, "VECTORS shear_vector double\n", 6),
            (std::vector<double>{0.5, 0.75, 0, 0.5, 0, 0}));
  EXPECT_NEAR(numbers_after(text, "shear double 1\nLOOKUP_TABLE default\n", 2)[0],
              std::hypot(0.5, 0.75), 1e-8);
  EXPECT_EQ(numbers_after(text, "sliding_work double 1\nLOOKUP_TABLE default\n", 2),
            (std::vector<double>{(3 * 2 * 0.5 + 4 * 0.25) / 2, 4 * 0.25 / 2}));
  stress.clear();
  EXPECT_EQ(stress.sums(), std::vector<double>(2 * MeshStress::NUMBERS, 0.0));
  EXPECT_EQ(text.find("wear"), std::string::npos);
}

// Work and both worn volumes, and no more.
TEST(MeshStress, TotalsAreWhatCountsSinceTheStart)
{
  const TriangleMesh mesh(square(), 0.3);
  MeshStress stress(mesh);
  stress.add(1, {0, 0, 1}, {-3, 0, 8}, {2, 0, 0}, 0.5);
  stress.add_wear(1, MeshStress::ARCHARD, 6e-9);
  stress.add_wear(1, MeshStress::FINNIE, 8e-9);
  const double *totals = stress.sums().data() + MeshStress::NUMBERS + MeshStress::FIRST_TOTAL;
  EXPECT_EQ(std::vector<double>(totals, totals + MeshStress::TOTALS),
            (std::vector<double>{3 * 2 * 0.5, 6e-9, 8e-9}));
}

TEST(MeshStress, FileHoldsDepthsOfWearWhereAsked)
{
  const TriangleMesh mesh(square(), 0.3);
  MeshStress stress(mesh);
  stress.add_wear(0, MeshStress::ARCHARD, 6e-9);
  stress.add_wear(1, MeshStress::FINNIE, 8e-9);
  for (const auto &edge : mesh.edges())
    if (edge.count == 2) stress.add_wear(edge.number, MeshStress::FINNIE, 2e-9);
  std::ostringstream out;
  write_vtk(out, {mesh, Pose(), stress.sums(), 1.0, 4.25, true, true});
  const auto archard = numbers_after(out.str(), "wear_archard double 1\nLOOKUP_TABLE default\n", 2);
  const auto finnie = numbers_after(out.str(), "wear_finnie double 1\nLOOKUP_TABLE default\n", 2);
  EXPECT_NEAR(archard[0], 3e-9, 1e-17);
  EXPECT_EQ(archard[1], 0.0);
  EXPECT_NEAR(finnie[0], 0.5e-9, 1e-17);
  EXPECT_NEAR(finnie[1], 4.5e-9, 1e-17);
}

}    // namespace test_mesh_stress
}    // namespace grist
