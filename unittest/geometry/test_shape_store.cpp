// Shapes found by their vertices. Oracle: the shape made from the same vertices.

#include "geometry/polyhedron_scenes.h"
#include "geometry/shape_store.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace {

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
  return store.shape(ShapeStore::key_of(numbers.data(), count), numbers.data(), count / 3);
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

TEST(ShapeStore, RefusesFlatShapesEachTime)
{
  ShapeStore store;
  const std::vector<double> flat = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  EXPECT_THROW(shape_in(store, flat), std::invalid_argument);
  EXPECT_THROW(shape_in(store, flat), std::invalid_argument);
}

}    // namespace
