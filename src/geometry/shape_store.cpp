#include "geometry/shape_store.h"

#include "common/bit_hash.h"

#include <algorithm>
#include <iterator>

namespace grist {

// At least this number of shapes is kept.
static constexpr size_t LEAST_ROOM = 1000;

std::vector<Vector3d> points_of(const double *coordinates, int count)
{
  std::vector<Vector3d> points;
  for (int k = 0; k < count; k++) points.emplace_back(coordinates + 3 * k);
  return points;
}

std::uint64_t ShapeStore::key_of(const double *numbers, int count)
{
  BitHash hash;
  hash.add(numbers, static_cast<size_t>(count));
  return hash.value();
}

const ConvexPolyhedron &ShapeStore::shape(std::uint64_t key, const double *coordinates,
                                          int vertex_count)
{
  Known &known = shapes[key];
  known.asked = generation;
  if (!known.shape)
    known.shape = std::make_unique<const ConvexPolyhedron>(
        ConvexPolyhedron::from_vertices(points_of(coordinates, vertex_count)));
  return *known.shape;
}

void ShapeStore::begin_generation()
{
  generation++;
  if (shapes.size() <= most) return;
  for (auto known = shapes.begin(); known != shapes.end();)
    known = known->second.asked + 1 < generation ? shapes.erase(known) : std::next(known);
  most = std::max(LEAST_ROOM, 2 * shapes.size());
}

}    // namespace grist
