// Meshes for the tests of solids.

#ifndef GRIST_UNITTEST_PACKINGS_SOLID_SCENES_H
#define GRIST_UNITTEST_PACKINGS_SOLID_SCENES_H

#include "meshes/mesh.h"

namespace grist {
namespace testing {

// A cube of edge 2 with a square hollow of edge 1.2 and depth 1.5, open at the top: a concave cup
// of volume 5.84.
inline Mesh cup()
{
  Mesh mesh;
  for (const auto &[half, z] : {std::pair{1.0, -1.0}, {1.0, 1.0}, {0.6, -0.5}, {0.6, 1.0}})
    for (const auto &[x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      mesh.vertices.push_back({half * x, half * y, z});
  const int quads[][4] = {{0, 3, 2, 1},     {0, 1, 5, 4},   {1, 2, 6, 5},   {2, 3, 7, 6},
                          {3, 0, 4, 7},     {4, 5, 13, 12}, {5, 6, 14, 13}, {6, 7, 15, 14},
                          {7, 4, 12, 15},   {8, 9, 10, 11}, {8, 12, 13, 9}, {9, 13, 14, 10},
                          {10, 14, 15, 11}, {11, 15, 12, 8}};
  for (const auto &q : quads) {
    mesh.faces.push_back({q[0], q[1], q[2]});
    mesh.faces.push_back({q[0], q[2], q[3]});
  }
  return mesh;
}

}    // namespace testing
}    // namespace grist

#endif
