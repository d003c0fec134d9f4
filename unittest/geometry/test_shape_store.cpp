// Shapes found by their vertices. Oracle: the shape made from the same vertices.

#include "geometry/polyhedron_scenes.h"
#include "geometry/shape_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace test_shape_store {

using namespace grist;

std::vector<double> coordinates_of(const ConvexPolyhedron &shape)
{
  std::vector<double> numbers;
  for (const Vector3d &p : shape.vertices()) numbers.insert(numbers.end(), p.data(), p.data() + 3);
  return numbers;
}

const ConvexPolyhedron &shape_in(ShapeStore &store, const std::vector<double> &numbers)
{
  const int count = static_cast<int>(numbers.size());
  return store.shape(shape_key(numbers.data(), count), numbers.data(), count / 3);
}

TEST(ShapeStore, HasOneShapeForEqualVertices)
{
  ShapeStore store;
  std::vector<const ConvexPolyhedron *> found;
  for (const ConvexPolyhedron &shape : many_shapes()) {
    found.push_back(&shape_in(store, coordinates_of(shape)));
    EXPECT_NEAR(found.back()->volume(), shape.volume(), 1e-12 * shape.volume());
    EXPECT_EQ(found.back()->face_count(), shape.face_count());
  }
  size_t n = 0;
  for (const ConvexPolyhedron &shape : many_shapes())
    EXPECT_EQ(&shape_in(store, coordinates_of(shape)), found[n++]);
}

TEST(ShapeStore, HasAnotherShapeIfOneBitDiffers)
{
  ShapeStore store;
  std::vector<double> numbers = coordinates_of(solids::tetrahedron(1.0));
  const ConvexPolyhedron &first = shape_in(store, numbers);
  numbers[4] = std::nextafter(numbers[4], 2.0);
  EXPECT_NE(&shape_in(store, numbers), &first);
}

TEST(ShapeStore, HasTheLastHolderOfAShape)
{
  ShapeStore store;
  const std::vector<double> numbers = coordinates_of(solids::cube(1.0));
  const std::uint64_t key = shape_key(numbers.data(), 24);
  EXPECT_EQ(store.holder(key), NO_HOLDER);
  for (const int holder : {NO_HOLDER, 7, 3}) {
    store.shape(key, numbers.data(), 8, holder);
    EXPECT_EQ(store.holder(key), holder);
  }
  store.shape(key, numbers.data(), 8);
  EXPECT_EQ(store.holder(key), 3);
}

TEST(ShapeStore, RefusesFlatShapesEachTime)
{
  ShapeStore store;
  const std::vector<double> flat = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  EXPECT_THROW(shape_in(store, flat), std::invalid_argument);
  EXPECT_THROW(shape_in(store, flat), std::invalid_argument);
}

// Bodies come and go; ten stay. A shape is kept at least to the end of the generation after that in
// which it was asked for.
TEST(ShapeStore, ForgetsShapesThatNobodyAsksFor)
{
  ShapeStore store;
  const auto box = [&](double length) -> const ConvexPolyhedron & {
    return shape_in(store, coordinates_of(solids::box(length, 1.0, 1.0)));
  };
  std::vector<const ConvexPolyhedron *> stay;
  for (int k = 0; k < 10; k++) stay.push_back(&box(1.0 + k));
  size_t most = 0;
  double newest = 100.0;
  std::vector<std::pair<double, const ConvexPolyhedron *>> before;
  for (int generation = 0; generation < 100; generation++) {
    store.begin_generation();
    for (const auto &[length, shape] : before) EXPECT_NEAR(shape->volume(), length, 1e-9 * length);
    before.clear();
    for (int k = 0; k < 10; k++) EXPECT_EQ(&box(1.0 + k), stay[k]);
    for (int k = 0; k < 100; k++, newest += 1.0) before.emplace_back(newest, &box(newest));
    most = std::max(most, store.count());
  }
  EXPECT_LT(most, 1400u);    // 1000 are kept in any case; 10,010 have been there
}

}    // namespace test_shape_store
