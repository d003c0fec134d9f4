#include "geometry/shape_store.h"

#include <cstring>

namespace grist {

std::vector<Vector3d> points_of(const double *coordinates, int count)
{
  std::vector<Vector3d> points;
  for (int k = 0; k < count; k++) points.emplace_back(coordinates + 3 * k);
  return points;
}

std::uint64_t ShapeStore::key_of(const double *numbers, int count)
{
  std::uint64_t hash = static_cast<std::uint64_t>(count);
  for (int k = 0; k < count; k++) {
    std::uint64_t bits;
    std::memcpy(&bits, numbers + k, sizeof bits);
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

const ConvexPolyhedron &ShapeStore::shape(std::uint64_t key, const double *coordinates,
                                          int vertex_count)
{
  auto &known = shapes[key];
  if (!known)
    known = std::make_unique<const ConvexPolyhedron>(
        ConvexPolyhedron::from_vertices(points_of(coordinates, vertex_count)));
  return *known;
}

}    // namespace grist
