// An edge of a convex body, between two of its vertices and two of its faces: from its tail to its
// head with the loop of its left face (clipped_body.h).

#ifndef GRIST_GEOMETRY_BODY_EDGE_H
#define GRIST_GEOMETRY_BODY_EDGE_H

namespace grist {

struct BodyEdge {
  int tail, head;     // vertices
  int left, right;    // faces
};

}    // namespace grist

#endif
