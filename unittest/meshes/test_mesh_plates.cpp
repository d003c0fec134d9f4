// Plates of triangle meshes.
//
// Oracles: numbers of faces that are known; areas of plates against those of triangles; points in a
// region are in one plate.

#include "common/space.h"
#include "meshes/mesh_plates.h"

#include "common/constants.h"
#include "geometry/solids.h"
#include "meshes/mesh_file.h"
#include "meshes/mesh_readers.h"
#include "meshes/plate_scenes.h"
#include "meshes/refine_mesh.h"
#include "meshes/stl_writer.h"
#include "meshes/vessels.h"

#include <gtest/gtest.h>

#include <set>

namespace grist {
namespace test_mesh_plates {

using testing::add_facet;
using testing::add_quad;
using testing::as_mesh;
using testing::block_mesh;
using testing::floor_of_cells;
using testing::prism_of;
using testing::random_plate;
using testing::starred;
using testing::tube;

constexpr double SMOOTH = 20.0 * DEGREE;
constexpr double ROUNDING = 1e-12;

struct Cut {
  explicit Cut(const Mesh &soup, const Vector3d &period = Vector3d::zero()) :
      mesh(soup, SMOOTH, period), plates(mesh)
  {
  }
  TriangleMesh mesh;
  MeshPlates plates;
};

double area_of(const MeshPlates &plates)
{
  double area = 0.0;
  for (int p = 0; p < plates.count(); p++) {
    const Vector3d *c = plates.corners(p);
    Vector3d sum = Vector3d::zero();
    for (int k = 1; k + 1 < plates[p].corner_count; k++)
      sum += 0.5 * cross(c[k] - c[0], c[k + 1] - c[0]);
    EXPECT_GT(dot(sum, plates[p].plane.normal), 0.0);
    area += norm(sum);
  }
  return area;
}

Mesh single_precision(Mesh mesh, const Matrix3d &turn)
{
  for (Vector3d &p : mesh.vertices) p = testing::in_single_precision(turn * p);
  return mesh;
}

const Matrix3d TILT = rotation_matrix(0.7, normalized(Vector3d{1, 2, 3}));

TEST(MeshPlates, PlaneIsOnePlateAndExact)
{
  for (const int n : {1, 7, 71})
    for (const double z : {0.0, 0.1, -3.3}) {
      Mesh soup = random_plate(n, 1.0, 3);
      for (Vector3d &p : soup.vertices) p[2] = z;
      const Cut cut(soup);
      ASSERT_EQ(cut.plates.count(), 1);
      EXPECT_EQ(cut.plates[0].corner_count, 4);
      EXPECT_EQ(cut.plates[0].plane.normal, Vector3d::unit_z());
      EXPECT_EQ(cut.plates[0].plane.offset, z);
      EXPECT_EQ(cut.plates.own_triangles(0).size(), soup.faces.size());
    }
}

TEST(MeshPlates, TiltedPlaneOfSinglePrecisionIsOnePlate)
{
  for (const Mesh &soup : {random_plate(25, 1.0, 3), random_plate(71, 1.0, 3),
                           refined(random_plate(2, 1.0, 3), 0.012)}) {
    const Cut cut(single_precision(soup, TILT));
    ASSERT_EQ(cut.plates.count(), 1) << soup.faces.size();
    EXPECT_EQ(cut.plates[0].corner_count, 4);
    EXPECT_LT(norm(cut.plates[0].plane.normal - TILT.column[2]), 1e-7);
  }
}

TEST(MeshPlates, ConvexBodiesHaveTheirFaces)
{
  const std::vector<ConvexPolyhedron> bodies = {solids::cube(1.0), solids::dodecahedron(0.5),
                                                solids::truncated_icosahedron(0.3),
                                                solids::prism(7, 0.7, 1.0)};
  for (const auto &body : bodies)
    for (const int times : {0, 1, 3})
      for (const bool single : {false, true}) {
        Mesh soup = starred(as_mesh(body), times, 5);
        if (single) soup = single_precision(soup, TILT);
        const Cut cut(soup);
        ASSERT_EQ(cut.plates.count(), body.face_count());
        EXPECT_NEAR(area_of(cut.plates), body.surface(), 1e-6);
        for (int p = 0; p < cut.plates.count(); p++) {
          for (int k = 0; k < cut.plates[p].side_count; k++)
            EXPECT_GE(cut.plates.sides(p)[k].beyond, 0);
          EXPECT_EQ(cut.plates[p].sheet, 0);
        }
      }
}

TEST(MeshPlates, FoldsAreKept)
{
  for (const int n : {50, 500, 3000}) {
    const Cut cut(single_precision(tube(n, 1.0, -1.0, 1.0, 3), TILT));
    EXPECT_EQ(cut.plates.count(), n);
  }
}

TEST(MeshPlates, DrumOfAFile)
{
  Drum drum;
  drum.diameter = 0.6;
  drum.length = 0.1;
  drum.bars = 12;
  drum.bar_height = 0.02;
  drum.bar_width = 0.02;
  drum.bar_base = 0.03;
  drum.facets = 180;
  drum.caps = true;
  const Mesh coarse = placed(drum_mesh(drum), 0, Vector3d{0.1, 0.2, 0.3});
  for (const double edge : {1.0, 0.01}) {
    const Mesh file = parse_binary_stl(binary_stl(refined(coarse, edge), "drum"));
    const Cut cut(file);
    std::set<int> regions;
    for (int p = 0; p < cut.plates.count(); p++) regions.insert(cut.plates[p].region);
    EXPECT_EQ(regions.size(), drum_profile(drum).size() + 2);
    // Each cap is cut at the 24 corners where it is not convex.
    EXPECT_LE(cut.plates.count(), static_cast<int>(drum_profile(drum).size()) + 2 * 30);
    double area = 0.0;
    for (const auto &t : cut.mesh.triangles()) area += t.area;
    EXPECT_NEAR(area_of(cut.plates), area, 1e-6 * area);
    std::printf("drum: %zu triangles, %d plates\n", file.faces.size(), cut.plates.count());
  }
}

// Floors with holes and inner corners: the same plates for every triangulation.
TEST(MeshPlates, CutsFollowTheOutline)
{
  using Solid = bool (*)(int, int);
  const Solid shapes[] = {[](int i, int j) { return i == 0 || j == 0; },
                          [](int i, int j) { return i != 1 || j != 1; },
                          [](int i, int j) { return i % 2 == 0 || j % 2 == 0; },
                          [](int i, int j) { return i % 2 == 0 || j == 2; }};
  for (const Solid shape : shapes) {
    int plates = 0, cells = 0;
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 5; j++) cells += shape(i, j) ? 1 : 0;
    for (const int n : {1, 2, 5})
      for (const bool single : {false, true}) {
        Mesh soup = floor_of_cells(5, 5, shape, n);
        if (single) soup = single_precision(soup, TILT);
        const Cut cut(soup);
        if (plates == 0) plates = cut.plates.count();
        EXPECT_LE(cut.plates.count(), 2 * cells);
        EXPECT_TRUE(single || cut.plates.count() == plates) << n;
        EXPECT_NEAR(area_of(cut.plates), cells, 1e-5);
        EXPECT_GT(cut.plates.count(), 1);
        size_t own = 0;
        for (int p = 0; p < cut.plates.count(); p++) own += cut.plates.own_triangles(p).size();
        EXPECT_EQ(own, soup.faces.size());
      }
    std::printf("%d cells: %d plates\n", cells, plates);
  }
}

// Each point of a floor with holes is in the cell of one plate.
TEST(MeshPlates, CellsOfARegionDivideIt)
{
  const auto shape = [](int i, int j) { return (i != 1 || j != 1) && (i != 3 || j < 2); };
  const Cut cut(floor_of_cells(5, 4, shape, 2));
  std::mt19937 random(3);
  std::uniform_real_distribution<double> x(0.0, 5.0), y(0.0, 4.0);
  for (int n = 0; n < 2000; n++) {
    const Vector3d at{x(random), y(random), -0.1};
    int cells = 0;
    for (int p = 0; p < cut.plates.count(); p++) {
      bool is_inside = true;
      for (int k = 0; k < cut.plates[p].side_count; k++)
        is_inside = is_inside && cut.plates.sides(p)[k].half_space.distance(at) <= 0.0;
      cells += is_inside ? 1 : 0;
    }
    EXPECT_EQ(cells, shape(static_cast<int>(at[0]), static_cast<int>(at[1])) ? 1 : 0);
  }
}

// An edge with two different neighbors along it is divided where they meet.
TEST(MeshPlates, StraightEdgesAreCutWhereTheNeighborChanges)
{
  Mesh soup;
  add_quad(soup, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0});
  add_quad(soup, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0});
  add_quad(soup, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}, {0, 0, 0});    // a wall at half of it
  const Cut cut(soup);
  ASSERT_EQ(cut.plates.count(), 3);
  int creases = 0;
  for (int p = 0; p < 3; p++)
    for (int k = 0; k < cut.plates[p].side_count; k++)
      creases += cut.plates.sides(p)[k].beyond >= 0 ? 1 : 0;
  EXPECT_EQ(creases, 2);
}

TEST(MeshPlates, SidesAtCreasesAreOneBisector)
{
  const Cut cut(starred(as_mesh(solids::dodecahedron(0.5)), 1, 3));
  for (int p = 0; p < cut.plates.count(); p++)
    for (int k = 0; k < cut.plates[p].side_count; k++) {
      const MeshPlates::Side &side = cut.plates.sides(p)[k];
      const Vector3d expected =
          normalized(cut.plates[side.beyond].plane.normal - cut.plates[p].plane.normal);
      EXPECT_LT(norm(side.half_space.normal - expected), ROUNDING);
      EXPECT_NEAR(side.half_space.offset, 0.0, ROUNDING);
    }
}

TEST(MeshPlates, CouplingsOfABlock)
{
  const Cut cut(block_mesh({0, 0, 0}, {3, 2, 1}, 2));
  ASSERT_EQ(cut.plates.count(), 6);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      const double cosine = dot(cut.plates[i].plane.normal, cut.plates[j].plane.normal);
      EXPECT_EQ(cut.plates.coupling(i, j), cosine < -0.5 ? 0.0 : 1.0);
      EXPECT_EQ(cut.plates.coupling(i, j, -1, -1), i == j ? 1.0 : 0.0);
      EXPECT_EQ(cut.plates.dividing_side(i, j).has_value(), cosine < -0.5);
    }
}

// A floor that is as long as the box goes on over its border; strips of a cylinder have the numbers
// of their originals.
TEST(MeshPlates, PeriodicImagesContinuePlates)
{
  const Cut floor(random_plate(5, 1.0, 3), Vector3d{2, 2, 0});
  ASSERT_EQ(floor.plates.count(), 1);
  EXPECT_EQ(floor.plates[0].number, 0);
  const Cut drum(tube(30, 0.3, -1.0, 1.0, 4), Vector3d{2, 0, 0});
  EXPECT_EQ(drum.plates.count(), 30);

  // Two blocks with a gap: images are plates of their own with the numbers of the originals.
  const Cut blocks(block_mesh({-1, 0, 0}, {0.5, 1, 1}, 2), Vector3d{2, 0, 0});
  EXPECT_GT(blocks.plates.count(), 6);
  std::set<int> numbers;
  for (int p = 0; p < blocks.plates.count(); p++) {
    const int number = blocks.plates[p].number;
    numbers.insert(number);
    EXPECT_EQ(blocks.plates[p].plane.normal, blocks.plates[number].plane.normal);
    EXPECT_EQ(blocks.plates.own_triangles(number).size(), 8u);
  }
  EXPECT_EQ(numbers.size(), 6u);
}

TEST(MeshPlates, SheetsHaveOneFront)
{
  Mesh soup = block_mesh({0, 0, 0}, {1, 1, 1}, 1);
  std::swap(soup.faces[3][0], soup.faces[3][1]);    // one triangle the wrong way round
  const Cut cut(soup);
  EXPECT_EQ(cut.plates.count(), 7);
  for (int p = 0; p < cut.plates.count(); p++) {
    EXPECT_EQ(cut.plates[p].sheet, 0);
    const double outward =
        dot(cut.plates.corners(p)[0] - Vector3d{0.5, 0.5, 0.5}, cut.plates[p].plane.normal) *
        cut.plates[p].front;
    EXPECT_GT(
        outward *
            dot(cut.plates.corners(0)[0] - Vector3d{0.5, 0.5, 0.5}, cut.plates[0].plane.normal) *
            cut.plates[0].front,
        0.0);
  }
}

// A wall whose front is the back of the floor's: the side between them is the same bisector.
TEST(MeshPlates, SidesDoNotDependOnOrientation)
{
  Mesh soup;
  add_quad(soup, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0});
  add_quad(soup, {0, 1, 0}, {1, 1, 0}, {1, 1.5, 1}, {0, 1.5, 1});
  Mesh turned = soup;
  for (size_t f = 2; f < 4; f++) std::swap(turned.faces[f][0], turned.faces[f][1]);
  const auto bisector = [](const Cut &cut) {
    for (int p = 0; p < 2; p++)
      for (int k = 0; k < cut.plates[p].side_count; k++)
        if (cut.plates.sides(p)[k].beyond >= 0 && std::fabs(cut.plates[p].plane.normal[2]) == 1.0)
          return cut.plates.sides(p)[k].half_space.normal;
    return Vector3d::zero();
  };
  const Vector3d expected = bisector(Cut(soup));
  EXPECT_GT(norm(expected), 0.9);
  EXPECT_LT(norm(bisector(Cut(turned)) - expected), ROUNDING);
}

// Where the nearest point of a sheet is on an edge or at a corner, all plates there count by their
// angles.
TEST(MeshPlates, AnglesAtPoints)
{
  const Cut cut(block_mesh({0, 0, 0}, {1, 1, 1}, 2));
  const Vector3d *c = cut.plates.corners(0);
  EXPECT_EQ(cut.plates.angle_at(0, 0.5 * (c[0] + c[2]), 1e-9), 2.0 * PI);
  EXPECT_EQ(cut.plates.angle_at(0, 0.5 * (c[0] + c[1]), 1e-9), PI);
  EXPECT_NEAR(cut.plates.angle_at(0, c[3], 1e-9), 0.5 * PI, ROUNDING);
}

TEST(MeshPlates, DegenerateMeshes)
{
  Mesh one;
  add_facet(one, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  EXPECT_EQ(Cut(one).plates.count(), 1);
  add_facet(one, {0, 0, 0}, {0, 1, 0}, {1, 0, 0});    // a copy
  EXPECT_EQ(Cut(one).plates.count(), 1);

  // Slivers at the border and inside.
  Mesh slivers = random_plate(6, 1.0, 1);
  add_facet(slivers, {-1, -1, 0}, {0.9, -1 - 1e-7, 0}, {1, -1, 0});
  add_facet(slivers, {-1, 1, 0}, {1, 1, 0}, {0.3, 1, 1e-8});
  EXPECT_LE(Cut(slivers).plates.count(), 3);

  // A sheet that is folded back onto itself.
  Mesh folded;
  add_quad(folded, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0});
  add_quad(folded, {0, 1, 0}, {1, 1, 0}, {1, 0.2, 0}, {0, 0.2, 0});
  const Cut cut(folded);
  EXPECT_EQ(cut.plates.count(), 2);
  for (int k = 0; k < cut.plates[0].side_count; k++)
    EXPECT_TRUE(is_finite(cut.plates.sides(0)[k].half_space.normal));

  // Two floors that meet at a corner, and triangles that cover the same place.
  const Cut corner(floor_of_cells(
      2, 2, [](int i, int j) { return i == j; }, 2));
  EXPECT_EQ(corner.plates.count(), 2);
  Mesh twice = random_plate(3, 1.0, 1);
  const Mesh other = random_plate(4, 1.0, 2);
  const int shift = static_cast<int>(twice.vertices.size());
  twice.vertices.insert(twice.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (std::vector<int> face : other.faces) {
    for (int &c : face) c += shift;
    twice.faces.push_back(face);
  }
  EXPECT_GT(Cut(twice).plates.count(), 0);
}

}    // namespace test_mesh_plates
}    // namespace grist
