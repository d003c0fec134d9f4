// A closed triangle mesh with fewer triangles and the same volume: edges collapse, the one with the
// least error first.
//
// Sources: Garland and Heckbert, Surface simplification using quadric error metrics, SIGGRAPH 1997:
// the error of a place is the sum of squares of its distances to the planes of all triangles that
// became part of it, weighted by their areas. Lindstrom and Turk, Fast and memory efficient
// polygonal simplification, Visualization 1998: the new corner lies where the volume of the solid
// does not change.
//
// What stays: a closed mesh, its orientation, the number of its shells and holes (an edge whose
// corners have more than two neighbors in common does not collapse). No triangle is turned over or
// becomes a needle. That triangles do not cut each other is not checked.

#ifndef GRIST_MESHES_SIMPLIFIED_MESH_H
#define GRIST_MESHES_SIMPLIFIED_MESH_H

#include "meshes/mesh.h"

namespace grist {

// The mesh is closed. As many triangles as asked for, or more if no edge may collapse any more.
Mesh simplified(const Mesh &mesh, int triangles);

}    // namespace grist

#endif
