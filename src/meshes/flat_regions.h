// The flat regions of a triangle mesh: coplanar triangles that are connected by edges.
//
// Triangles are coplanar if their corners are nearer to a common plane than WELD / 2
// times the extent of the mesh. So planes of a file with single precision are flat however fine
// their triangles are, and a fold is one wherever it can be seen at that scale. Regions grow from
// their largest triangle, so they do not depend on the order of triangles.
//
// The plane of a region has the mean of its normals, weighted by area, and passes through the mean
// of its corners. Planes that can be represented exactly (z = 0.1) are exact.

#ifndef GRIST_MESHES_FLAT_REGIONS_H
#define GRIST_MESHES_FLAT_REGIONS_H

#include "geometry/half_space.h"
#include "meshes/triangle_mesh.h"

#include <vector>

namespace grist {

struct FlatRegion {
  HalfSpace plane;    // solid is behind, by the order of the corners
  std::vector<int> triangles;
  int sheet = 0;    // regions connected by edges of two triangles
  int front = 1;    // 1 if the normal points to the front of the sheet, -1 if to the back
};

// An edge of a region's outline, with the region to its left as seen from the end of the normal.
struct OutlineEdge {
  int from, to;        // corners of the mesh
  int beyond;          // region on the other side, -1 if there is none or several
  bool is_reversed;    // the triangle beyond has its back on this side
};

class FlatRegions {
 public:
  explicit FlatRegions(const TriangleMesh &mesh);

  const std::vector<FlatRegion> &regions() const { return flat; }
  int region_of(int triangle) const { return of_triangle[triangle]; }
  double tolerance() const { return within; }

  // Closed loops: the outer border and the holes.
  std::vector<std::vector<OutlineEdge>> outlines(int region) const;

 private:
  const TriangleMesh &mesh;
  double within;
  std::vector<FlatRegion> flat;
  std::vector<int> of_triangle;

  struct Fit;
  bool runs_along(int triangle, int edge, int neighbor) const;
  bool may_join(const Fit &fit, int triangle, int edge, int neighbor) const;
  void grow(int seed, size_t most);
  bool is_flat(const FlatRegion &region) const;
  void find_sheets();
};

}    // namespace grist

#endif
