// An edge of a convex body, between two of its vertices and two of its faces: from its tail to its
// head with the loop of its left face (clipped_body.h). Bodies that are kept store half of the bytes.

#ifndef GRIST_GEOMETRY_BODY_EDGE_H
#define GRIST_GEOMETRY_BODY_EDGE_H

#include <cstdint>

namespace grist {

struct BodyEdge {
  int tail, head;     // vertices
  int left, right;    // faces
};

struct PackedEdge {
  std::uint16_t tail, head, left, right;

  operator BodyEdge() const { return {tail, head, left, right}; }
};

}    // namespace grist

#endif
