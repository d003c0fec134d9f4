// The surface of a solid that is to be cut: triangles, their flat regions, and its hollow edges.
//
// Coordinates are those of the mesh about the middle of its extent, times a power of two that makes
// the diagonal of the extent a number from 1 to 2: tolerances are numbers, and nothing is rounded
// but by the shift.
//
// Vocabulary:
//   region       coplanar triangles that are connected (flat_regions.h); they have one plane
//   hollow edge  an edge at which the solid fills more than half a turn
//   bisector     at a hollow edge: the plane through it that divides the solid there into two equal
//                angles

#ifndef GRIST_MESHES_SOLID_SURFACE_H
#define GRIST_MESHES_SOLID_SURFACE_H

#include "geometry/half_space.h"
#include "meshes/mesh.h"

#include <array>
#include <vector>

namespace grist {

struct HollowEdge {
  Vector3d from, to;
  Vector3d inward;    // of length 1: into the solid, across the edge, in the bisector
  bool is_sharp;      // its regions turn by more than a given angle

  HalfSpace bisector() const { return HalfSpace::through(from, cross(to - from, inward)); }
};

struct SolidSurface {
  Vector3d middle = Vector3d::zero();
  double scale = 1.0;    // of the mesh to these coordinates
  std::vector<Vector3d> corners;
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> region_of;        // each triangle
  std::vector<HalfSpace> regions;    // the solid is behind
  std::vector<HollowEdge> hollow_edges;
  double tolerance = 0.0;    // how far corners may be out of the planes that they belong to

  Vector3d to_mesh(const Vector3d &x) const { return middle + x / scale; }
};

// Throws std::invalid_argument for a mesh that is not closed or faces inward.
SolidSurface solid_surface(const Mesh &mesh, double sharp_turn);

// 1 inside, 0 outside; not for points of the surface.
double winding_number(const SolidSurface &surface, const Vector3d &x);

}    // namespace grist

#endif
