// The solid inside a closed mesh as convex parts that share faces and do not overlap.
//
// Without a limit the partition is exact: space is cut by planes (solid_tree.h) until the solid in
// each cell is convex, and parts whose union is convex are merged (part_merging.h). With a limit on
// the number of parts, whole branches of the tree of cuts become the convex hulls of what is below
// them (part_selection.h), which stay in their cells, so that parts do not overlap either.
//
// A sharp hollow edge of the solid (SHARP_TURN) is always cut by the plane that bisects the solid
// there: what lies in the corner is divided symmetrically between the faces of the corner.

#ifndef GRIST_MESHES_SOLID_PARTS_H
#define GRIST_MESHES_SOLID_PARTS_H

#include "meshes/mesh.h"

#include <vector>

namespace grist {

// Faces at a hollow edge that turn by more than this are cut by their bisecting plane: 30 degrees.
static constexpr double SHARP_TURN = 0.52359877559829887;

// Thinner than this share of the extent of the mesh, what a cut leaves is rounding of its corners
// and no part.
static constexpr double LEAST_THICKNESS = 1e-6;

// Meshes of more triangles are simplified, unless the share of triangles that is kept is given.
static constexpr int SIMPLE_TRIANGLES = 2000;

struct SolidParts {
  // The corners of each convex part, in the frame of the mesh.
  std::vector<std::vector<Vector3d>> parts;

  int triangles = 0;       // of the mesh that was cut: fewer than were given if it was simplified
  bool is_exact = true;    // not simplified, no hulls, with the surface of the mesh
  double volume = 0.0, surface = 0.0;                // of the mesh
  double parts_volume = 0.0, parts_surface = 0.0;    // the surface without faces between parts
  // Relative errors of the parts. That of the inertia is the greatest of its principal moments.
  double volume_error = 0.0, surface_error = 0.0, inertia_error = 0.0;
};

struct SolidPartsRequest {
  int most = 0;             // parts; 0: exact
  double simplify = 0.0;    // share of triangles kept; 0: all, or SIMPLE_TRIANGLES at most
  double volume_error = 0.01, inertia_error = 0.02;    // allowed where the partition is not exact

  bool allows(const SolidParts &found) const
  {
    return found.volume_error <= volume_error && found.inertia_error <= inertia_error;
  }
};

// The mesh is closed and faces outward: cleaned() for a MeshUse::SOLID (mesh_cleaning.h). Throws
// std::invalid_argument for one that is not, for a request that is not a number of parts or a
// share, and where more parts are needed than were allowed: with how many would do.
SolidParts solid_parts(const Mesh &mesh, const SolidPartsRequest &request);

}    // namespace grist

#endif
