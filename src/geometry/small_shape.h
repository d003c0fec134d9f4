// A convex body of few vertices as the kernel in vector registers reads it (small_overlap_lanes.h).
// Body frame; plain data.

#ifndef GRIST_GEOMETRY_SMALL_SHAPE_H
#define GRIST_GEOMETRY_SMALL_SHAPE_H

#include <cstdint>

namespace grist {

static constexpr int SMALL_VERTICES = 16, SMALL_EDGES = 32, SMALL_FACES = 32;

// Vertices and planes are padded to a multiple of PLANE_LANES (clipped_body.h) by copies of the
// first; what comes after is 0.
struct SmallShape {
  int vertex_count, edge_count, face_count;
  double radius;    // of the bounding sphere

  // Each edge has the bytes of a ByteEdge (body_edge.h): the number of its tail is the lowest, then
  // those of its head, left face and right face.
  alignas(64) std::uint32_t edges[SMALL_EDGES];
  alignas(64) double x[SMALL_VERTICES], y[SMALL_VERTICES], z[SMALL_VERTICES];
  alignas(64) double normal_x[SMALL_FACES], normal_y[SMALL_FACES], normal_z[SMALL_FACES];
  alignas(64) double offset[SMALL_FACES];
};

}    // namespace grist

#endif
