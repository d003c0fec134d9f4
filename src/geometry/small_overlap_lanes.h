// The overlap of a small body with half spaces, cut in vector registers: clipped_body.h for bodies of few vertices, without memory.
//
// Small: at most SMALL_VERTICES vertices, SMALL_EDGES edges and SMALL_FACES faces, before and after each cut. Cuts and integrals are those of
// clipped_body.h: the same signs, the same vertices, the same sums over edges. What is rare is left to it: a body that is not
// small or grows out of it, faces that are left more than once, an overlap that may be flat. The caller is overlap.cpp.
//
// Compiled for each set of instructions (common/instructions.h); only AVX-512 has it: vectors of vertices and edges are compressed by masks.

#ifndef GRIST_GEOMETRY_SMALL_OVERLAP_LANES_H
#define GRIST_GEOMETRY_SMALL_OVERLAP_LANES_H

#include "common/instructions.h"
#include "geometry/body_edge.h"

namespace grist {

static constexpr int SMALL_VERTICES = 16, SMALL_EDGES = 32, SMALL_FACES = 32;

// A body in its own frame; the arrays belong to others. Vertices and planes are padded to a multiple of PLANE_LANES by copies of the first.
struct SmallBody {
  const double *x, *y, *z;
  const double *normal_x, *normal_y, *normal_z, *offset;
  const BodyEdge *edges;
  int vertex_count, edge_count, face_count;
  double radius;
  const double *rotation;    // from body to space: columns one after the other, as Eigen has them
};

struct SmallPair {
  SmallBody a, b;
  const double *distance;    // position of b minus that of a
  double tolerance;          // of signs
};

enum class SmallOutcome {
  LEFT_OUT,    // rare: to be found by others
  SEPARATE,    // one body is outside of a plane of the other
  DONE,
};

// Axes of space, points relative to the position of a; the rest as in ClippedBody::Integrals, with a as the first body.
struct SmallIntegrals {
  double volume, center[3], area_vector[3], moment[3];
};

struct SmallOverlapLanes {
  SmallOutcome (*overlap)(const SmallPair &pair, SmallIntegrals &result);
};

inline namespace GRIST_INSTRUCTION_SET {
extern const SmallOverlapLanes SMALL_OVERLAP_TABLE;
}

}    // namespace grist

#endif
