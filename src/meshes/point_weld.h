// Points nearer than a tolerance become one: closes gaps that rounding has opened in a mesh.

#ifndef GRIST_MESHES_POINT_WELD_H
#define GRIST_MESHES_POINT_WELD_H

#include "common/space.h"

#include <vector>

namespace grist {

// The number, among `places`, of each point. A place is the first of its points; every other point
// of it is no further away than the tolerance. Replaces `places`.
std::vector<int> weld(const std::vector<Vector3d> &points, double tolerance,
                      std::vector<Vector3d> &places);

}    // namespace grist

#endif
