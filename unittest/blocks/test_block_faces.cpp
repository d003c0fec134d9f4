// Common faces of blocks that are placed by hand, and faces that are too small.

#include "blocks/block_faces.h"

#include "blocks/block_partition.h"

#include <gtest/gtest.h>

namespace test_block_faces {

using namespace grist;

double outside_area(const BlockFaces &joined)
{
  double sum = 0.0;
  for (const double area : joined.outside) sum += area;
  return sum;
}

// Nuclei on a lattice give cubes with known faces.
TEST(BlockFaces, OfCubes)
{
  constexpr int EDGE = 4;
  std::vector<Block> blocks;
  for (int n = 0; n < EDGE * EDGE * EDGE; n++) {
    const Vector3d center{n % EDGE + 0.5, n / EDGE % EDGE + 0.5, n / (EDGE * EDGE) + 0.5};
    std::vector<Vector3d> corners;
    for (int k = 0; k < 8; k++)
      corners.push_back(
          AlignedBox{center - Vector3d::all(0.5), center + Vector3d::all(0.5)}.corner(k));
    blocks.push_back({ConvexPolyhedron::from_vertices(corners), center, n});
  }
  const BlockFaces joined = block_faces(blocks);
  ASSERT_EQ(joined.faces.size(), 3u * EDGE * EDGE * (EDGE - 1));
  EXPECT_EQ(joined.dropped, 0);
  EXPECT_NEAR(outside_area(joined), 6.0 * EDGE * EDGE, 1e-12);
  for (const BlockFace &face : joined.faces) {
    EXPECT_NEAR(face.section.area, 1.0, 1e-13);
    EXPECT_NEAR(face.section.moments[0], 1.0 / 12.0, 1e-13);
    EXPECT_NEAR(face.section.moments[1], 1.0 / 12.0, 1e-13);
    EXPECT_NEAR(face.distance, 1.0, 1e-13);
    EXPECT_EQ(face.corners.size(), 4u);
    const Vector3d middle = 0.5 * (blocks[face.a].nucleus + blocks[face.b].nucleus);
    EXPECT_LT(norm(face.section.centroid - middle), 1e-13);
    EXPECT_LT(norm(face.section.normal - (blocks[face.b].nucleus - blocks[face.a].nucleus)), 1e-13);
  }
}

// A face of a large block with four small neighbors, of which one covers a quarter of it in part.
TEST(BlockFaces, OfOneFaceWithSeveralNeighbors)
{
  std::vector<Block> blocks;
  const auto add = [&](const Vector3d &low, const Vector3d &high) {
    std::vector<Vector3d> corners;
    for (int k = 0; k < 8; k++) corners.push_back(AlignedBox{low, high}.corner(k));
    blocks.push_back({ConvexPolyhedron::from_vertices(corners), 0.5 * (low + high),
                      static_cast<int>(blocks.size())});
  };
  add({0, 0, 0}, {2, 2, 1});
  add({0, 0, 1}, {1, 1, 2});
  add({1, 0, 1}, {2.5, 1, 2});
  add({0, 1, 1}, {1, 2, 2});
  add({1.5, 1, 1}, {2, 2, 1.25});
  const BlockFaces joined = block_faces(blocks);
  double area = 0.0;
  int of_large = 0;
  for (const BlockFace &face : joined.faces)
    if (face.a == 0) {
      area += face.section.area;
      of_large++;
      EXPECT_LT(norm(face.section.normal - Vector3d::unit(2)), 1e-14);
      EXPECT_NEAR(face.distance, blocks[face.b].nucleus.z - 0.5, 1e-14);
    }
  EXPECT_EQ(of_large, 4);
  EXPECT_NEAR(area, 3.5, 1e-13);
  EXPECT_NEAR(joined.outside[0], 16.0 - 3.5, 1e-13);
}

TEST(BlockFaces, SmallOnesAreCounted)
{
  BlockRequest request;
  request.cells = 300;
  request.seed = 3;
  request.faces.least_area = 0.0;
  request.lloyd_steps = 0;
  const BlockPartition all = divided_solid(BlockSolid::box({1.0, 1.0, 1.0}), request);
  request.faces.least_area = 1e-3;
  const BlockPartition some = divided_solid(BlockSolid::box({1.0, 1.0, 1.0}), request);
  EXPECT_GT(some.joined.dropped, 0);
  EXPECT_EQ(some.joined.faces.size() + static_cast<size_t>(some.joined.dropped),
            all.joined.faces.size());
  double area = some.joined.dropped_area;
  for (const BlockFace &face : some.joined.faces) area += face.section.area;
  for (const BlockFace &face : all.joined.faces) area -= face.section.area;
  EXPECT_NEAR(area, 0.0, 1e-12);
  EXPECT_NEAR(outside_area(some.joined), 6.0, 1e-11);
}

}    // namespace test_block_faces
