// Fills small holes of a mesh, as scans and repairs leave them.
//
// A hole is a loop of edges of one triangle each, which passes no corner twice; holes may touch at
// corners. It is filled by
// triangles between its own corners if it is a simple polygon as seen along its area vector, else
// by a fan about the middle of its corners. Holes are filled all together or not at all: if their
// area is a small share of that of the mesh.

#ifndef GRIST_MESHES_MESH_HOLES_H
#define GRIST_MESHES_MESH_HOLES_H

#include "meshes/mesh_triangles.h"

namespace grist {

// The share of the area of a mesh that its holes may have together.
static constexpr double SMALL_HOLES = 0.01;

struct MeshHoles {
  int count = 0;         // 0 also where such edges make no loops
  double share = 0.0;    // of the area of the mesh
  int triangles = 0;     // added; 0: none was filled
};

// Triangles keep their numbers; those of holes are added behind them, with the faces of neighbors.
MeshHoles fill_small_holes(TriangleList &list);

}    // namespace grist

#endif
