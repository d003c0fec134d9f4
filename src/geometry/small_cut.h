// What the cuts of small bodies in vector registers have in common (small_overlap_lanes.h):
// ClippedBody::cut() without memory.
//
// A vertex is a lane of the rows of x, y and z. How edges are kept depends on the set of
// instructions: small_cut_avx512.h, small_cut_avx2.h. Each has, for HALVES of 1, a body of at most 8
// vertices and 16 edges, as most are while they are cut, and of 2, twice as many:
//
//   Body<HALVES>        the body: VECTORS, rows x, y, z, and more
//   read_edges()        those of a shape
//   cut()               the body becomes what is left of it
//   fits()              whether a body of HALVES 2 can become one of 1
//   widened(), narrowed()
//   Corners<HALVES>     its vertices one after the other, padded by copies
//   any_vertex()        the number of one that is in use
//   for_edges()         visits edges, a vector of them at a time

#ifndef GRIST_GEOMETRY_SMALL_CUT_H
#define GRIST_GEOMETRY_SMALL_CUT_H

#include "geometry/small_shape.h"
#include "lanes/lane_numbers.h"

#ifdef GRIST_LANE_NUMBERS
#define GRIST_SMALL_OVERLAP

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace small {

constexpr int MAX_CROSSINGS = 8;    // edges that one cut shortens
constexpr int LEFT = 16, RIGHT = 24,
              HEAD = 8;    // first bits of the parts of an edge of SmallShape

enum class Cut {
  NONE,
  CUT,
  EMPTY,
  GROWN,       // more vertices or edges than there is room for; the body is as before
  LEFT_OUT,    // rare, and left to others
};

struct Plane {
  double x, y, z, offset;
};

// Edges in lanes: vertices of their ends; of their faces, the same for all edges of a face; and 1 or
// -1 where the left or the right face alone is of the first body, otherwise 0. A lane of no edge has
// any_vertex() for all four.
struct EdgeLanes {
  LaneNumbers tail, head, left, right;
  Lanes seam;
};

// Heights of the vertices above a plane.
template <class Body>
[[gnu::always_inline]] inline Row<Body::VECTORS> heights(const Body &body, const Plane &plane)
{
  const Lanes x = same(plane.x), y = same(plane.y), z = same(plane.z), offset = same(plane.offset);
  return make_row<Body::VECTORS>(
      [&](auto v) { return x * body.x.of[v] + (y * body.y.of[v] + (z * body.z.of[v] - offset)); });
}

}    // namespace small
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
#endif
