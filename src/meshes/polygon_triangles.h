// A simple polygon cut into triangles between its own corners: ears are cut off, going round, so
// that neighbouring ears leave together and triangles stay as broad as the corners allow.

#ifndef GRIST_MESHES_POLYGON_TRIANGLES_H
#define GRIST_MESHES_POLYGON_TRIANGLES_H

#include "common/space.h"

#include <array>
#include <vector>

namespace grist {

// Corners counter-clockwise, at least three, no two alike, no edges that cross; may be concave. n -
// 2 triangles of corner numbers, counter-clockwise, none without area. Throws std::invalid_argument
// for a polygon that is not simple.
std::vector<std::array<int, 3>> polygon_triangles(const std::vector<Vector2d> &corners);

}    // namespace grist

#endif
