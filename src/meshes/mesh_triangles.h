// The triangles of a mesh: corners welded, polygons cut, flat and doubled triangles dropped and
// counted. The order of triangles and of their corners is that of the mesh.
//
// Vocabulary:
//   weld     corners nearer than a tolerance are one: the first of them
//   flat     of no area (LEAST_WIDTH), or with two corners in one
//   doubled  at the same corners as a triangle before it, in any order

#ifndef GRIST_MESHES_MESH_TRIANGLES_H
#define GRIST_MESHES_MESH_TRIANGLES_H

#include "meshes/mesh.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

namespace grist {

// Corners nearer than this share of the extent of a mesh are one, so that rounding opens no gaps.
static constexpr double WELD = 1e-6;

// Smaller than this share of its longest side across it, a triangle has no area.
static constexpr double LEAST_WIDTH = 1e-9;

// Needles are narrower than the tolerance of seams by this factor, so that the gap of several next
// to each other is closed, too.
static constexpr double SEAM_WIDTHS = 4.0;

using TriangleCorners = std::array<int, 3>;

struct TriangleList {
  std::vector<Vector3d> places;
  std::vector<TriangleCorners> triangles;
  std::vector<int> faces;     // number of the face that each triangle comes from
  std::vector<int> copies;    // of each triangle, dropped
  int welded = 0;             // corners that are at the place of another one now
  int flat = 0, doubled = 0;

  Vector3d area_vector(const TriangleCorners &t) const
  {
    return 0.5 * cross(places[t[1]] - places[t[0]], places[t[2]] - places[t[0]]);
  }
  Vector3d middle(const TriangleCorners &t) const
  {
    return (places[t[0]] + places[t[1]] + places[t[2]]) / 3.0;
  }
};

// `tolerance` is a length. Throws std::invalid_argument for corners that are not finite, a mesh
// without faces, and one that check_bounds() rejects.
TriangleList triangle_list(const Mesh &mesh, double tolerance);

bool is_flat(const std::vector<Vector3d> &places, const TriangleCorners &t);

// Drops the flat triangles that changes of corners have made, and counts them.
void drop_flat(TriangleList &list);

// Drops triangles that are narrower than this across their longest side, whose third corner is not
// near an end of it, and counts them as flat: rounding of the corners may turn them either way. The
// seams that they leave have this width.
void drop_needles(TriangleList &list, double width);

// Drops all triangles but those with a mark.
void keep_marked(TriangleList &list, const std::vector<char> &kept);

// Without corners that no triangle has.
Mesh mesh_of(const TriangleList &list);

// The use of an edge by a triangle, or by a face of more corners: side k runs from corner k to the
// next.
struct EdgeUse {
  int low, high;    // corners
  int triangle, side;
  bool forward;    // from low to high
};

// Uses of one edge follow each other, in the order of triangles. In a time proportional to their
// number.
std::vector<EdgeUse> sorted_edges(const std::vector<TriangleCorners> &triangles);
std::vector<EdgeUse> sorted_edges(const std::vector<std::vector<int>> &faces);

// Calls see(first use, number of uses) for each edge.
template <class See> void for_edges(const std::vector<EdgeUse> &uses, const See &see)
{
  assert(std::is_sorted(uses.begin(), uses.end(), [](const EdgeUse &a, const EdgeUse &b) {
    return a.low != b.low ? a.low < b.low : a.high < b.high;
  }));
  for (size_t n = 0, end; n < uses.size(); n = end) {
    for (end = n + 1;
         end < uses.size() && uses[end].low == uses[n].low && uses[end].high == uses[n].high;)
      end++;
    see(&uses[n], static_cast<int>(end - n));
  }
}

}    // namespace grist

#endif
