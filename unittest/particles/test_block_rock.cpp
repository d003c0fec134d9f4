// Rocks of bonded blocks as they are fed: of convex and other solids, scaled.

#include "particles/block_rock.h"

#include "geometry/solids.h"
#include "meshes/named_shapes.h"
#include "meshes/solid_parts.h"
#include "particles/feed_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace grist {
namespace {

SolidForm jack()
{
  return SolidForm::of_parts(
      solid_parts(named_shape_mesh(*find_named_shape("jack"), {}), {}).parts);
}

BlockRequest into(int cells)
{
  BlockRequest request;
  request.cells = cells;
  request.seed = 5;
  return request;
}

TEST(BlockRock, FillsTheSolid)
{
  for (const SolidForm &solid : {SolidForm(solids::box(1.0, 1.5, 2.0)), jack()}) {
    const FeedShape shape = FeedShape::of_solid(solid.scaled(0.03)).divided(into(30));
    const BlockRock &rock = *shape.rock;
    EXPECT_GE(rock.count(), 30);
    EXPECT_NEAR(rock.volume, volume_of_size(1.0), 1e-12);
    double sum = 0.0;
    Vector3d moment = Vector3d::zero();
    for (const BlockRock::Block &block : rock.blocks) {
      sum += volume_of_size(block.size);
      moment += volume_of_size(block.size) * block.pose.position;
      EXPECT_LE(norm(block.pose.position), shape.radius);
    }
    EXPECT_NEAR(sum, rock.volume, 1e-12);
    // The frame is that of the hull; the centroid of a jack is in the middle of it, too.
    EXPECT_LT(norm(moment), 1e-9);
    EXPECT_LT(rock.largest_radius(), 0.7 * shape.radius);
    EXPECT_EQ(shape.largest_sphere(), rock.largest_radius());
  }
}

// Scaled like the solid that is divided: all lengths, and the faces as those of the scaled blocks.
TEST(BlockRock, ScaledIsTheScaledSolidDivided)
{
  const double factor = 0.013;
  const auto divided = [](double scale) {
    return block_rock(
        divided_solid(BlockSolid::box({1.0 * scale, 1.4 * scale, 0.8 * scale}), into(25)));
  };
  const BlockRock found = divided(1.0).scaled(factor), right = divided(factor);
  ASSERT_EQ(found.count(), right.count());
  ASSERT_EQ(found.faces.size(), right.faces.size());
  const auto expect_near = [](double a, double b) { EXPECT_NEAR(a / b, 1.0, 1e-5); };
  expect_near(found.volume, right.volume);
  for (int n = 0; n < found.count(); n++) {
    expect_near(found.blocks[n].size, right.blocks[n].size);
    expect_near(found.blocks[n].radius, right.blocks[n].radius);
  }
  for (size_t n = 0; n < found.faces.size(); n++) {
    const FaceBond &a = found.faces[n].bond, &b = right.faces[n].bond;
    if (b.area < 1e-3 * factor * factor) continue;
    expect_near(a.area, b.area);
    expect_near(a.distance, b.distance);
    expect_near(norm(a.in_a.position), norm(b.in_a.position));
    for (int k = 0; k < 2; k++) EXPECT_NEAR(a.inertia[k] / b.inertia[k], 1.0, 1e-4);
    for (int k = 0; k < 2; k++) EXPECT_NEAR(a.extent[k] / b.extent[k], 1.0, 1e-3);
  }
}

TEST(BlockRock, AnotherMeasureOfSizeScalesItToo)
{
  const FeedShape shape = FeedShape::of_solid(SolidForm(solids::box(1, 1, 3))).divided(into(10));
  const FeedShape sieved = shape.measured_by(SizeMeasure::SIEVE);
  EXPECT_NEAR(sieved.rock->volume, std::pow(sieved.solid_size, 3) * volume_of_size(1.0), 1e-12);
  EXPECT_LT(sieved.rock->largest_radius() / sieved.radius -
                shape.rock->largest_radius() / shape.radius,
            1e-12);
}

}    // namespace
}    // namespace grist
