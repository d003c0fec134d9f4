// Shapes that are found by their vertices: bodies whose vertices agree to the last bit share one
// shape in memory.

#ifndef GRIST_GEOMETRY_SHAPE_STORE_H
#define GRIST_GEOMETRY_SHAPE_STORE_H

#include "geometry/convex_polyhedron.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <vector>

namespace grist {

// x, y, z of `count` points, one after another.
std::vector<Vector3d> points_of(const double *coordinates, int count);

// A hash of `count` numbers. Two different shapes have the same one with a probability of 2^-64.
std::uint64_t shape_key(const double *numbers, int count);

constexpr int NO_HOLDER = -1;

template <class Shape> class StoreOf {
 public:
  // The shape with this key, made by `make` if it is new. It stays where it is to the end of the
  // generation after that in which it was asked for last, at least. `holder` is the caller's number
  // of a body that has the numbers.
  template <class Make> const Shape &shape(std::uint64_t key, int holder, const Make &make);

  // The last holder that the caller gave; NO_HOLDER: there was none.
  int holder(std::uint64_t key) const
  {
    const auto known = shapes.find(key);
    return known == shapes.end() ? NO_HOLDER : known->second.holder;
  }

  // Shapes in use must be asked for in each generation. Others are forgotten after some time, so
  // that the store holds at most about twice as many as are in use.
  void begin_generation();

  size_t count() const { return shapes.size(); }

 private:
  struct Known {
    Shape shape;
    std::uint32_t asked;    // generation of the last time
    int holder;
  };
  static constexpr size_t LEAST_ROOM = 1000;    // at least this number is kept
  std::unordered_map<std::uint64_t, Known> shapes;
  std::uint32_t generation = 0;
  size_t most = 0;    // without looking for shapes to forget
};

class ShapeStore : public StoreOf<ConvexPolyhedron> {
 public:
  // Made from its vertices, without a placement. Throws std::invalid_argument where they make no
  // solid.
  const ConvexPolyhedron &shape(std::uint64_t key, const double *coordinates, int vertex_count,
                                int holder = NO_HOLDER);
};

template <class Shape>
template <class Make>
const Shape &StoreOf<Shape>::shape(std::uint64_t key, int holder, const Make &make)
{
  auto known = shapes.find(key);
  if (known == shapes.end())
    known = shapes.emplace(key, Known{make(), generation, NO_HOLDER}).first;
  known->second.asked = generation;
  if (holder != NO_HOLDER) known->second.holder = holder;
  return known->second.shape;
}

template <class Shape> void StoreOf<Shape>::begin_generation()
{
  generation++;
  if (shapes.size() <= most) return;
  for (auto known = shapes.begin(); known != shapes.end();)
    known = known->second.asked + 1 < generation ? shapes.erase(known) : std::next(known);
  most = std::max(LEAST_ROOM, 2 * shapes.size());
}

}    // namespace grist

#endif
