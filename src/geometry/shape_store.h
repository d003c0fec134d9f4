// Shapes that are found by their vertices: bodies whose vertices agree to the last bit share one
// shape in memory.

#ifndef GRIST_GEOMETRY_SHAPE_STORE_H
#define GRIST_GEOMETRY_SHAPE_STORE_H

#include "geometry/convex_polyhedron.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace grist {

// x, y, z of `count` points, one after another.
std::vector<Vector3d> points_of(const double *coordinates, int count);

class ShapeStore {
 public:
  static constexpr int NONE = -1;

  // A hash of `count` numbers. Two different shapes have the same one with a probability of 2^-64.
  static std::uint64_t key_of(const double *numbers, int count);

  // The shape with this key, made from its vertices if it is new. It stays where it is to the end
  // of the generation after that in which it was asked for last, at least. It has no placement.
  // Throws std::invalid_argument where the vertices make no solid. `holder` is the caller's number of
  // a body that has the coordinates.
  const ConvexPolyhedron &shape(std::uint64_t key, const double *coordinates, int vertex_count,
                                int holder = NONE);

  // The last holder that the caller gave; NONE: there was none.
  int holder(std::uint64_t key) const;

  // Shapes in use must be asked for in each generation. Others are forgotten after some time, so
  // that the store holds at most about twice as many as are in use.
  void begin_generation();

  size_t count() const { return shapes.size(); }

 private:
  struct Known {
    ConvexPolyhedron shape;
    std::uint32_t asked;    // generation of the last time
    int holder;
  };
  std::unordered_map<std::uint64_t, Known> shapes;
  std::uint32_t generation = 0;
  size_t most = 0;    // without looking for shapes to forget
};

}    // namespace grist

#endif
