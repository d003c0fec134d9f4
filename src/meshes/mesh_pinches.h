// Divides pinches of a mesh: edges at which two bodies, or two folds of one surface, touch.
//
// Vocabulary:
//   pinch    an edge of four triangles or more, an even number
//   pair     two triangles of a pinch that follow each other about the edge: of the two ways to
//            make pairs, the one in which more of them run along the edge in opposite directions;
//            if both are equal, solid is between the triangles of a pair
//
// Corners at pinches get a copy for each fan of triangles that pairs and other edges connect. Where
// both ends of a pinch have one fan only, the edge of one of the pairs gets a corner in its middle.
// So no place changes.

#ifndef GRIST_MESHES_MESH_PINCHES_H
#define GRIST_MESHES_MESH_PINCHES_H

#include "meshes/mesh_triangles.h"

namespace grist {

// Afterwards each pinch is edges of two triangles. Returns how many there were. Triangles keep
// their numbers; parts of divided ones are added behind the others.
int divide_pinches(TriangleList &list);

}    // namespace grist

#endif
