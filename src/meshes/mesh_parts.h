// The connected parts of a mesh, and the triangles in each that face the other way.
//
// Vocabulary:
//   part      triangles that are connected by edges of two triangles
//   closed    of a part: all its edges have two triangles
//   turned    of a triangle: its corners run the other way round than those of most of its part, by
//             area. Neighbors agree if they run along their common edge in opposite directions
//   twisted   of a part: no order of corners lets all neighbors agree, as on a Moebius strip

#ifndef GRIST_MESHES_MESH_PARTS_H
#define GRIST_MESHES_MESH_PARTS_H

#include "meshes/mesh_triangles.h"

#include <vector>

namespace grist {

struct MeshPart {
  std::vector<int> triangles;    // ascending
  std::vector<int> turned;       // ascending; if both ways have the same area, those that face in
  bool is_closed = true;
  bool is_twisted = false;
};

// Parts in the order of their first triangles.
std::vector<MeshPart> mesh_parts(const TriangleList &list);

inline void turn(TriangleCorners &t)
{
  std::swap(t[1], t[2]);
}

// The volume that the triangles enclose, negative if they face inward.
double enclosed_volume(const TriangleList &list, const std::vector<int> &triangles);

}    // namespace grist

#endif
