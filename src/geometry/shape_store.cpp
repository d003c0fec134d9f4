#include "geometry/shape_store.h"

#include "common/bit_hash.h"
#include "common/preconditions.h"

namespace grist {

std::vector<Vector3d> points_of(const double *coordinates, int count)
{
  assert(count >= 0);
  std::vector<Vector3d> points;
  for (int k = 0; k < count; k++) points.push_back(vector_at(coordinates, k));
  return points;
}

std::uint64_t shape_key(const double *numbers, int count)
{
  BitHash hash;
  hash.add(numbers, static_cast<size_t>(count));
  return hash.value();
}

const ConvexPolyhedron &ShapeStore::shape(std::uint64_t key, const double *coordinates,
                                          int vertex_count, int holder)
{
  assert(key == shape_key(coordinates, 3 * vertex_count));
  return StoreOf::shape(key, holder, [&] {
    ConvexPolyhedron made = ConvexPolyhedron::from_vertices(points_of(coordinates, vertex_count));
    made.forget_placement();
    return made;
  });
}

}    // namespace grist
