// A mesh from CAD made fit for its use: corners welded, flat and doubled triangles dropped, seams
// closed, small holes of solids filled, turned triangles turned back, shells in shells counted
// once. Everything that is changed is counted, and what cannot be put right is rejected with one
// sentence.
//
// A right mesh comes out as it went in: the same triangles and corners in the same order.
//
// Vocabulary is that of mesh_triangles.h, mesh_seams.h, mesh_parts.h and mesh_shells.h. Triangles
// are named by the numbers of their faces in the file, from 1.

#ifndef GRIST_MESHES_MESH_CLEANING_H
#define GRIST_MESHES_MESH_CLEANING_H

#include "meshes/mesh.h"

#include <string>
#include <vector>

namespace grist {

// What a mesh is for, and so what it needs.
enum class MeshUse {
  WALL,              // a surface with particles on both sides: the way of triangles does not matter
  ONE_SIDED_WALL,    // a surface with solid behind it: neighbors must agree
  FACE,              // a flat surface whose area counts: triangles must not overlap
  SOLID              // the inside of closed shells
};

struct MeshCleaning {
  MeshUse use = MeshUse::WALL;
  double precision = 0.0;    // length within which seams are closed; 0: faces and solids only, at
                             // the distance at which corners are welded
  bool repair = false;       // triangles of open parts are turned back, too
  bool outward = false;      // a solid that faces inward is turned
  bool pinched = false;      // solids may touch at edges of four triangles (mesh_pinches.h)
};

struct MeshReport {
  int welded = 0;    // corners
  int seams = 0;     // corners at which seams were closed
  int flat = 0, doubled = 0;
  int holes = 0, filled = 0;     // holes filled, by triangles
  double hole_share = 0.0;       // of holes, in the area of the mesh
  int pinches = 0;               // edges divided where bodies or folds touch
  int inner_faces = 0;           // triangles between bodies that touch there, dropped
  int groups = 1;                // of shells of a solid that are apart from the others
  int inner_shells = 0;          // shells inside others, dropped
  std::vector<int> turned;       // turned back
  std::vector<int> other_way;    // left as they are: on a wall of two sides it does not matter
  bool was_inward = false;       // the whole mesh was turned

  // What was changed: "3 corners welded, 1 flat triangle dropped"; empty if nothing was.
  std::string text() const;
};

struct CleanMesh {
  Mesh mesh;
  MeshReport report;
};

// Throws std::invalid_argument, with what is wrong and where.
CleanMesh cleaned(const Mesh &mesh, const MeshCleaning &how);

}    // namespace grist

#endif
