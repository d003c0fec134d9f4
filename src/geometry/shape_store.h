// Shapes that are found by their vertices: bodies whose vertices agree to the last bit share one
// shape in memory.

#ifndef GRIST_GEOMETRY_SHAPE_STORE_H
#define GRIST_GEOMETRY_SHAPE_STORE_H

#include "geometry/convex_polyhedron.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace grist {

// x, y, z of `count` points, one after another.
std::vector<Vector3d> points_of(const double *coordinates, int count);

class ShapeStore {
 public:
  // A hash of `count` numbers. Two different shapes have the same one with a probability of 2^-64.
  static std::uint64_t key_of(const double *numbers, int count);

  // The shape with this key, made from its vertices if it is new. It stays where it is to the end
  // of the generation after that in which it was asked for last, at least. Throws
  // std::invalid_argument where the vertices make no solid.
  const ConvexPolyhedron &shape(std::uint64_t key, const double *coordinates, int vertex_count);

  // Shapes in use must be asked for in each generation. Others are forgotten after some time, so
  // that the store holds at most about twice as many as are in use.
  void begin_generation();

  size_t count() const { return shapes.size(); }

 private:
  struct Known {
    std::unique_ptr<const ConvexPolyhedron> shape;
    std::uint64_t asked = 0;    // generation of the last time
  };
  std::unordered_map<std::uint64_t, Known> shapes;
  std::uint64_t generation = 0;
  size_t most = 0;    // without looking for shapes to forget
};

}    // namespace grist

#endif
