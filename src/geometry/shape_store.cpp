#include "geometry/shape_store.h"

#include "common/bit_hash.h"
#include "common/preconditions.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace grist {

// At least this number of shapes is kept.
static constexpr size_t LEAST_ROOM = 1000;

std::vector<Vector3d> points_of(const double *coordinates, int count)
{
  assert(count >= 0);
  std::vector<Vector3d> points;
  for (int k = 0; k < count; k++) points.push_back(vector_at(coordinates, k));
  return points;
}

std::uint64_t ShapeStore::key_of(const double *numbers, int count)
{
  BitHash hash;
  hash.add(numbers, static_cast<size_t>(count));
  return hash.value();
}

const ConvexPolyhedron &ShapeStore::shape(std::uint64_t key, const double *coordinates,
                                          int vertex_count, int holder)
{
  assert(key == key_of(coordinates, 3 * vertex_count));
  auto known = shapes.find(key);
  if (known == shapes.end()) {
    ConvexPolyhedron made = ConvexPolyhedron::from_vertices(points_of(coordinates, vertex_count));
    made.forget_placement();
    known = shapes.emplace(key, Known{std::move(made), generation, NONE}).first;
  }
  known->second.asked = generation;
  if (holder != NONE) known->second.holder = holder;
  return known->second.shape;
}

int ShapeStore::holder(std::uint64_t key) const
{
  const auto known = shapes.find(key);
  return known == shapes.end() ? NONE : known->second.holder;
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
