// Solids in blocks: nothing lost or counted twice, faces closed around each block, sections and
// distances against closed forms and identities.

#include "blocks/block_partition.h"

#include "common/random_numbers.h"
#include "geometry/mass_properties.h"
#include "geometry/overlap.h"
#include "geometry/random_shape.h"
#include "geometry/solids.h"
#include "meshes/named_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace test_block_partition {

using namespace grist;

// Parts of a solid in thousands of pieces.
constexpr double SUM_ROUNDING = 1e-12;

// Of a face over the square of a size, as by default.
constexpr double LEAST_AREA = 1e-6;

BlockRequest request_of(int cells, std::uint64_t seed = 3)
{
  BlockRequest request;
  request.cells = cells;
  request.seed = seed;
  request.faces.least_area = 0.0;
  return request;
}

double sum_of_volumes(const BlockPartition &partition)
{
  double sum = 0.0;
  for (const Block &block : partition.blocks) sum += block.volume();
  return sum;
}

double outside_area(const BlockPartition &partition)
{
  double sum = 0.0;
  for (const double area : partition.joined.outside) sum += area;
  return sum;
}

// What is left of the closed surface of each block when its faces are taken off, as vectors, has
// the sum of what is outside; over all blocks it is zero, because inner faces count twice.
void expect_closed(const BlockPartition &partition)
{
  std::vector<Vector3d> left(partition.blocks.size(), Vector3d::zero());
  std::vector<double> area(partition.blocks.size(), 0.0);
  for (const BlockFace &face : partition.joined.faces) {
    const Vector3d vector = face.section.area * face.section.normal;
    left[face.a] += vector;
    left[face.b] -= vector;
    area[face.a] += face.section.area;
    area[face.b] += face.section.area;
  }
  for (size_t n = 0; n < partition.blocks.size(); n++) {
    const double surface = partition.blocks[n].shape.surface();
    EXPECT_NEAR(area[n] + partition.joined.outside[n], surface, 1e-9 * surface) << n;
    // An inner block has no outside and is closed by its faces alone.
    const double open = partition.joined.outside[n] == 0.0 ? norm(left[n]) : 0.0;
    EXPECT_LT(open, 1e-9 * surface) << n;
    // What is outside is at least as large as its vector.
    EXPECT_GE(partition.joined.outside[n], norm(left[n]) - 1e-9 * surface) << n;
  }
}

// The area vectors A n of a block, each with the place x - s of its face from the nucleus, make the
// volume times the identity (divergence theorem). In the sum over blocks a common face has s_b -
// s_a of the nuclei, A h is the trace of it.
void expect_strain_identity(const BlockPartition &partition)
{
  Matrix3d sum = Matrix3d::zero();
  for (const Block &block : partition.blocks) {
    const std::vector<Vector3d> vertices = block.shape.vertices();
    for (const ConvexPolyhedron::Face &face : block.shape.faces()) {
      std::vector<Vector3d> corners;
      for (const int corner : face.corners)
        corners.push_back(block.shape.placement().to_space(vertices[corner]));
      const FaceSection s = face_section(corners);
      sum += outer_product(s.area * s.normal, s.centroid - block.nucleus);
    }
  }
  // Faces in place of what they are on both sides.
  double by_distances = trace(sum);
  for (const BlockFace &face : partition.joined.faces) {
    const Vector3d vector = face.section.area * face.section.normal;
    const Vector3d from_a = face.section.centroid - partition.blocks[face.a].nucleus;
    const Vector3d from_b = face.section.centroid - partition.blocks[face.b].nucleus;
    by_distances += face.section.area * face.distance - dot(vector, from_a - from_b);
  }
  EXPECT_LT(norm(sum / partition.volume - Matrix3d::identity()), 1e-9);
  EXPECT_NEAR(by_distances / partition.volume, 3.0, 1e-9);
}

BlockSolid l_shape(double thickness = 1.0)
{
  const auto box = [&](const Vector3d &low, const Vector3d &high) {
    std::vector<Vector3d> corners;
    for (int n = 0; n < 8; n++) corners.push_back(AlignedBox{low, high}.corner(n));
    return corners;
  };
  return BlockSolid::of_parts(
      {box({0, 0, 0}, {3, 1, thickness}), box({0, 1, 0}, {1, 3, thickness})});
}

TEST(BlockPartition, FillsConvexSolids)
{
  RandomShape rough;
  rough.seed = 7;
  struct Case {
    BlockSolid solid;
    double surface;
  };
  const ConvexPolyhedron gravel = random_polyhedron(rough);
  const double turn = 2.0 * 3.14159265358979323846 / 48;
  const double radius = std::sqrt(turn / std::sin(turn));
  const Case cases[] = {{BlockSolid::box({3.0, 2.0, 1.0}), 22.0},
                        {BlockSolid::of(gravel), gravel.surface()},
                        {BlockSolid::cylinder(1.0, 2.0), solids::prism(48, radius, 2.0).surface()}};
  for (const Case &one : cases) {
    for (const double spread : {0.0, 0.4}) {
      BlockRequest request = request_of(200);
      request.spread = spread;
      const BlockPartition partition = divided_solid(one.solid, request);
      EXPECT_EQ(partition.blocks.size(), 200u);
      EXPECT_NEAR(sum_of_volumes(partition) / one.solid.volume, 1.0, SUM_ROUNDING);
      EXPECT_NEAR(outside_area(partition) / one.surface, 1.0, SUM_ROUNDING);
      EXPECT_EQ(partition.joined.by_centroids, 0);
      expect_closed(partition);
      expect_strain_identity(partition);
      for (const BlockFace &face : partition.joined.faces) {
        EXPECT_LT(face.a, face.b);
        const Vector3d between =
            partition.blocks[face.b].nucleus - partition.blocks[face.a].nucleus;
        // Normals of the smallest faces are those of their corners.
        const double size = partition.blocks[face.a].size();
        if (face.section.area < LEAST_AREA * size * size) continue;
        EXPECT_NEAR(face.distance / norm(between), 1.0, 1e-12);
      }
    }
  }
  EXPECT_NEAR(cases[2].solid.volume, 2.0 * 3.14159265358979323846, 1e-12);
}

// The inertia of all blocks about the centroid is that of the solid.
TEST(BlockPartition, KeepsTheInertia)
{
  const BlockPartition partition = divided_solid(BlockSolid::box({3.0, 2.0, 1.0}), request_of(300));
  Matrix3d inertia = Matrix3d::zero();
  for (const Block &block : partition.blocks) {
    const Pose &pose = block.shape.placement();
    const Vector3d x = pose.position;
    inertia += pose.rotation * Matrix3d::diagonal(block.shape.principal_moments()) *
        transposed(pose.rotation);
    inertia += block.volume() * (squared_norm(x) * Matrix3d::identity() - outer_product(x, x));
  }
  const Matrix3d expected = Matrix3d::diagonal({2.5, 5.0, 6.5});
  EXPECT_LT(norm(inertia - expected), 1e-12 * norm(expected));
}

TEST(BlockPartition, HasTheVolumesWanted)
{
  BlockRequest request = request_of(100);
  request.volumes = BlockRequest::Volumes::SHARES;
  for (int n = 0; n < 100; n++) request.shares.push_back(1.0 + n % 10);
  request.precision = 1e-9;
  const BlockPartition partition = divided_solid(BlockSolid::box({1.0, 1.0, 1.0}), request);
  for (int n = 0; n < 100; n++)
    EXPECT_NEAR(partition.blocks[n].volume() * 550.0, request.shares[n], 1e-7);
  EXPECT_NEAR(partition.smallest, 1.0 / 5.5, 1e-8);
}

// By the law of the sizes: mean and deviation of the logarithm.
TEST(BlockPartition, SpreadIsThatOfSizes)
{
  BlockRequest request = request_of(500);
  request.lloyd_steps = 1;
  request.spread = 0.2;
  const BlockPartition partition = divided_solid(BlockSolid::box({1.0, 1.0, 1.0}), request);
  double sum = 0.0, squares = 0.0;
  for (const Block &block : partition.blocks) {
    const double log_size = std::log(block.size());
    sum += log_size;
    squares += log_size * log_size;
  }
  const double mean = sum / 500.0;
  EXPECT_NEAR(std::sqrt(squares / 500.0 - mean * mean), 0.2, 0.02);
}

// One nucleus in a box: no faces, and all is outside.
TEST(BlockPartition, OfOneCellIsTheSolid)
{
  const BlockPartition partition = divided_solid(BlockSolid::box({3.0, 2.0, 1.0}), request_of(1));
  ASSERT_EQ(partition.blocks.size(), 1u);
  EXPECT_TRUE(partition.joined.faces.empty());
  EXPECT_NEAR(partition.joined.outside[0], 22.0, 1e-12);
}

TEST(BlockPartition, TwoCellsShareOneFace)
{
  BlockRequest request = request_of(2);
  request.lloyd_steps = 60;
  const BlockPartition partition = divided_solid(BlockSolid::box({4.0, 2.0, 1.0}), request);
  ASSERT_EQ(partition.joined.faces.size(), 1u);
  const BlockFace &face = partition.joined.faces[0];
  EXPECT_NEAR(face.section.area, 2.0, 1e-2);    // Lloyd's steps end across the long axis
  EXPECT_NEAR(std::abs(face.section.normal.x), 1.0, 1e-3);
  EXPECT_NEAR(face.distance, 2.0, 1e-2);
  EXPECT_NEAR(face.section.moments[0], 8.0 / 12.0, 1e-2);
  EXPECT_NEAR(face.section.moments[1], 2.0 / 12.0, 1e-2);
}

TEST(BlockPartition, SolidsThatAreNotConvex)
{
  struct Case {
    const char *name;
    int cells;
  };
  for (const Case &one : {Case{"L", 100}, Case{"tube", 100}, Case{"gear", 150}, Case{"U", 1}}) {
    SCOPED_TRACE(one.name);
    const Mesh mesh = named_shape_mesh(*find_named_shape(one.name));
    const MassProperties whole = mass_properties(mesh.vertices, mesh.faces);
    const BlockPartition partition =
        divided_solid(BlockSolid::of_mesh(mesh), request_of(one.cells));
    EXPECT_NEAR(sum_of_volumes(partition) / partition.volume, 1.0, SUM_ROUNDING);
    EXPECT_NEAR(sum_of_volumes(partition) / whole.volume, 1.0, SUM_ROUNDING);
    EXPECT_NEAR(outside_area(partition) / whole.surface, 1.0, 1e-10);
    EXPECT_GT(partition.cut_cells, 0);
    EXPECT_GT(partition.joined.by_centroids, 0);
    EXPECT_GE(partition.blocks.size(), static_cast<size_t>(one.cells + partition.cut_cells));
    expect_closed(partition);
    for (const BlockFace &face : partition.joined.faces) EXPECT_GT(face.distance, 0.0);
  }
}

// Small pieces go to their neighbors, exactly; all of them stay where none is too small.
TEST(BlockPartition, SmallPiecesGoToNeighbors)
{
  for (const char *name : {"gear", "tube", "jack"}) {
    SCOPED_TRACE(name);
    const Mesh mesh = named_shape_mesh(*find_named_shape(name));
    const BlockSolid solid = BlockSolid::of_mesh(mesh);
    BlockRequest request = request_of(120);
    request.least_piece = 0.0;
    const BlockPartition with_small = divided_solid(solid, request);
    request.least_piece = 0.03;
    const BlockPartition partition = divided_solid(solid, request);
    EXPECT_EQ(with_small.joined_pieces, 0);
    EXPECT_LT(with_small.smallest, 0.01);
    EXPECT_GT(partition.joined_pieces, 0);
    EXPECT_GE(partition.smallest, 0.03);
    EXPECT_NEAR(sum_of_volumes(partition) / partition.volume, 1.0, SUM_ROUNDING);
    EXPECT_NEAR(outside_area(partition) / outside_area(with_small), 1.0, 1e-10);
    expect_closed(partition);
    std::vector<double> volumes(120, 0.0), before(120, 0.0);
    for (const Block &block : partition.blocks) volumes[block.cell] += block.volume();
    for (const Block &block : with_small.blocks) before[block.cell] += block.volume();
    for (int cell = 0; cell < 120; cell++)
      EXPECT_NEAR(volumes[cell] / before[cell], 1.0, 0.25) << cell;
  }
}

// Two boxes, the second on the first: a tooth in the corner, or along the edge y.
BlockSolid with_tooth(const Vector3d &tooth)
{
  std::vector<std::vector<Vector3d>> parts(2);
  for (int n = 0; n < 8; n++) {
    parts[0].push_back(AlignedBox{{0, 0, 0}, {1, 1, 1}}.corner(n));
    parts[1].push_back(Vector3d{0, 0, 1} + AlignedBox{{0, 0, 0}, tooth}.corner(n));
  }
  return BlockSolid::of_parts(parts);
}

// A part that is smaller than the least piece ends as one block.
TEST(BlockPartition, ASmallPartIsOneBlock)
{
  for (const Vector3d &tooth : {Vector3d{0.05, 0.05, 0.05}, Vector3d{0.02, 1.0, 0.02}}) {
    const BlockPartition partition = divided_solid(with_tooth(tooth), request_of(64));
    EXPECT_NEAR(sum_of_volumes(partition) / partition.volume, 1.0, SUM_ROUNDING);
    int above = 0;
    for (const Block &block : partition.blocks) above += block.centroid().z > 1.0 ? 1 : 0;
    EXPECT_EQ(above, 1);
    EXPECT_NEAR(partition.smallest * partition.volume / 64, product_of(tooth), 1e-12);
    expect_closed(partition);
  }
}

// The centroid of half a ring is in its hole: the nucleus stays outside of it, and weights are
// found.
TEST(BlockPartition, NucleiStayInTheSolid)
{
  const BlockSolid ring = BlockSolid::of_mesh(named_shape_mesh(*find_named_shape("ring")));
  const double radius = 0.5 * ring.extent().sizes().x, inner = 0.6 * std::cos(0.3) * radius;
  for (std::uint64_t seed = 1; seed < 20; seed++)
    for (const Block &block : divided_solid(ring, request_of(2, seed)).blocks)
      EXPECT_GT(std::hypot(block.nucleus.x, block.nucleus.y), inner);
  const BlockSolid hook = BlockSolid::of_mesh(named_shape_mesh(*find_named_shape("hook")));
  BlockRequest request = request_of(44, 2);
  request.stretch = {1.65, 1.0, 1.28};
  EXPECT_NO_THROW(divided_solid(hook, request));
}

// Where no block is large enough, each cell keeps its largest one.
TEST(BlockPartition, CellsKeepTheirLargestBlock)
{
  BlockRequest request = request_of(80);
  request.least_piece = 1.0;
  request.spread = 0.2;
  const BlockPartition partition = divided_solid(l_shape(), request);
  std::vector<int> count(80, 0);
  for (const Block &block : partition.blocks) count[block.cell]++;
  for (int cell = 0; cell < 80; cell++) EXPECT_GE(count[cell], 1) << cell;
  EXPECT_GT(partition.joined_pieces, 0);
  EXPECT_NEAR(sum_of_volumes(partition) / partition.volume, 1.0, SUM_ROUNDING);
}

// Nuclei are drawn evenly over the volume of all parts; without weights and Lloyd's steps cells are
// those of Voronoi.
TEST(BlockPartition, AsDrawn)
{
  BlockRequest request = request_of(300);
  request.volumes = BlockRequest::Volumes::AS_DRAWN;
  request.lloyd_steps = 0;
  const BlockPartition partition = divided_solid(l_shape(), request);
  std::vector<Vector3d> nuclei(300);
  for (const Block &block : partition.blocks) nuclei[block.cell] = block.nucleus;
  int counts[3] = {0, 0, 0};    // of thirds by x, y < 1; and of the upper part
  double height = 0.0;
  for (const Vector3d &x : nuclei) {
    EXPECT_TRUE(x.y <= 1.0 || x.x <= 1.0);
    counts[x.y > 1.0 ? 2 : x.x < 1.5 ? 0 : 1]++;
    height += x.z / 300.0;
  }
  const double deviation = std::sqrt(300.0);
  EXPECT_NEAR(counts[0], 90, 2.0 * deviation);
  EXPECT_NEAR(counts[1], 90, 2.0 * deviation);
  EXPECT_NEAR(counts[2], 120, 2.0 * deviation);
  EXPECT_NEAR(height, 0.5, 0.06);
  for (size_t n = 0; n < partition.blocks.size(); n++) {
    const Block &block = partition.blocks[n];
    for (const Vector3d &vertex : block.shape.vertices()) {
      const Vector3d x = block.shape.placement().to_space(vertex);
      for (const Vector3d &nucleus : nuclei)
        EXPECT_LE(norm(x - block.nucleus), norm(x - nucleus) + 1e-9);
    }
    if (n == 50) break;
  }
}

// Only cells at the hollow edge are cut: all others are one block, whatever parts they are in.
TEST(BlockPartition, CutsOnlyAtHollowEdges)
{
  const BlockPartition partition = divided_solid(l_shape(), request_of(400));
  std::vector<int> count(400, 0), touching(400, 0);
  for (const Block &block : partition.blocks) {
    count[block.cell]++;
    for (const Vector3d &vertex : block.shape.vertices()) {
      const Vector3d x = block.shape.placement().to_space(vertex);
      touching[block.cell] += std::hypot(x.x - 1.0, x.y - 1.0) < 1e-9 ? 1 : 0;
    }
  }
  int cut = 0;
  for (int cell = 0; cell < 400; cell++) {
    if (count[cell] < 2) continue;
    EXPECT_EQ(count[cell], 2) << cell;
    EXPECT_GT(touching[cell], 0) << cell;
    cut++;
  }
  EXPECT_GT(cut, 3);
  EXPECT_EQ(partition.cut_cells, cut);
  EXPECT_EQ(partition.blocks.size(), 400u + static_cast<size_t>(cut));
}

// No two blocks overlap, by the kernel of contacts.
TEST(BlockPartition, BlocksDoNotOverlap)
{
  for (const BlockSolid &solid : {BlockSolid::box({1.0, 1.0, 1.0}), l_shape()}) {
    const BlockPartition partition = divided_solid(solid, request_of(60));
    OverlapWorkspace workspace;
    for (size_t a = 0; a < partition.blocks.size(); a++)
      for (size_t b = a + 1; b < partition.blocks.size(); b++) {
        const ConvexPolyhedron &one = partition.blocks[a].shape, &other = partition.blocks[b].shape;
        const Overlap found = overlap(one, one.placement(), other, other.placement(), workspace);
        EXPECT_LT(found.volume, 1e-12);
      }
  }
}

// Cells stretched three times along x: their inertia says so, and they still fill the solid.
TEST(BlockPartition, LayersAreStretched)
{
  BlockRequest request = request_of(400);
  request.stretch = {1.0, 1.0, 1.0 / 3.0};
  const double angle = 0.5;
  request.bedding = rotation_matrix(angle, Vector3d::unit(0));
  const BlockPartition partition = divided_solid(BlockSolid::box({1.0, 1.0, 1.0}), request);
  EXPECT_NEAR(sum_of_volumes(partition), 1.0, SUM_ROUNDING);
  EXPECT_NEAR(outside_area(partition), 6.0, 1e-11);
  AlignedBox extent;
  for (const Block &block : partition.blocks)
    for (const Vector3d &vertex : block.shape.vertices())
      extent.extend(block.shape.placement().to_space(vertex));
  EXPECT_LT(norm(extent.low + Vector3d::all(0.5)), 1e-12);
  EXPECT_LT(norm(extent.high - Vector3d::all(0.5)), 1e-12);
  expect_closed(partition);
  expect_strain_identity(partition);
  Matrix3d spread = Matrix3d::zero();
  for (size_t n = 0; n < partition.blocks.size(); n++) {
    if (partition.joined.outside[n] > 0.0) continue;
    const ConvexPolyhedron &shape = partition.blocks[n].shape;
    const Matrix3d inertia = shape.placement().rotation *
        Matrix3d::diagonal(shape.principal_moments()) * transposed(shape.placement().rotation);
    spread += 0.5 * trace(inertia) * Matrix3d::identity() - inertia;
  }
  const Matrix3d in_bedding = transposed(request.bedding) * spread * request.bedding;
  EXPECT_NEAR(std::sqrt(in_bedding(0, 0) / in_bedding(2, 2)), 3.0, 0.3);
  EXPECT_NEAR(std::sqrt(in_bedding(1, 1) / in_bedding(2, 2)), 3.0, 0.3);
  for (const BlockFace &face : partition.joined.faces) EXPECT_GT(face.distance, 0.0);
}

// The same from a seed to the last bit, and with another seed not.
TEST(BlockPartition, FollowsFromTheSeed)
{
  const BlockSolid solid = l_shape();
  const auto first = divided_solid(solid, request_of(50)),
             again = divided_solid(solid, request_of(50));
  const auto other = divided_solid(solid, request_of(50, 4));
  ASSERT_EQ(first.blocks.size(), again.blocks.size());
  ASSERT_EQ(first.joined.faces.size(), again.joined.faces.size());
  for (size_t n = 0; n < first.joined.faces.size(); n++) {
    EXPECT_EQ(first.joined.faces[n].section.area, again.joined.faces[n].section.area);
    EXPECT_EQ(first.joined.faces[n].distance, again.joined.faces[n].distance);
  }
  EXPECT_NE(first.blocks[0].nucleus.x, other.blocks[0].nucleus.x);
}

TEST(BlockPartition, RejectsNumbersOutOfRange)
{
  const auto error_of = [](const BlockRequest &request) -> std::string {
    try {
      divided_solid(BlockSolid::box({1.0, 1.0, 1.0}), request);
    } catch (const std::invalid_argument &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of(request_of(0)), "a solid of cells 0 (must be 1 or more)");
  EXPECT_EQ(error_of(request_of(300000)),
            "a solid of 300000 cells (must be 200000 or fewer: each "
            "takes some 12 kB of memory)");
  BlockRequest request = request_of(2);
  request.spread = 1.5;
  EXPECT_EQ(error_of(request), "a spread of sizes of 1.5 (must be between 0 and 1)");
  request = request_of(2);
  request.stretch.y = 0.0;
  EXPECT_EQ(error_of(request), "a stretch of 0 (must be a positive, finite number)");
  request = request_of(2);
  request.volumes = BlockRequest::Volumes::SHARES;
  request.shares = {1.0};
  EXPECT_EQ(error_of(request), "1 volumes for 2 cells");
  request.shares = {1.0, -1.0};
  EXPECT_EQ(error_of(request), "a volume of a cell of -1 (must be a positive, finite number)");
}

}    // namespace test_block_partition
