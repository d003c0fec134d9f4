// The overlap of a small body with half spaces, cut in vector registers: clipped_body.h for bodies
// of few vertices, without memory.
//
// Small: at most SMALL_VERTICES vertices, SMALL_EDGES edges and SMALL_FACES faces, before and after
// each cut. Cuts and integrals are those of clipped_body.h: the same signs, the same vertices, the
// same sums over edges. What is rare is left to it: a body that is not small or grows out of it,
// faces that are left more than once, an overlap that may be flat. The caller is overlap.cpp.
//
// Compiled for each set of instructions (lanes/instructions.h). SSE2 has none of it: it cannot permute
// lanes by numbers.

#ifndef GRIST_GEOMETRY_SMALL_OVERLAP_LANES_H
#define GRIST_GEOMETRY_SMALL_OVERLAP_LANES_H

#include "geometry/small_shape.h"
#include "lanes/instructions.h"

namespace grist {

struct Overlap;

// Rotations are from body to space: columns one after the other, as Eigen has them.
struct SmallPair {
  const SmallShape *a, *b;
  const double *rotation_a, *rotation_b;
  const double *distance;    // position of b minus that of a
  double tolerance;          // of signs
  double
      *reach;    // null, or for the largest distance of a vertex of the overlap from its centroid
};

struct SmallBehindPlanes {
  const SmallShape *body;
  const double *rotation;
  const double (*planes)[4];    // normals and offsets of half spaces, from the position of the body
  int plane_count;
  double tolerance;
};

enum class SmallOutcome {
  LEFT_OUT,    // rare: to be found by others
  SEPARATE,    // one body is outside of a plane of the other
  DONE,
};

// Where the outcome is DONE, all of the result but its status is set: axes of space, points
// relative to the position of a, or of the body.
struct SmallOverlapLanes {
  SmallOutcome (*overlap)(const SmallPair &pair, Overlap &result);
  SmallOutcome (*behind_planes)(const SmallBehindPlanes &body, Overlap &result);

  static const SmallOverlapLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
