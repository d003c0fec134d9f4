// The elements of a fragment in one piece, where a periodic border cuts it.

#ifndef GRIST_FRAGMENTS_UNWRAP_H
#define GRIST_FRAGMENTS_UNWRAP_H

#include "common/space.h"

#include <functional>
#include <vector>

namespace grist {

// bonded[k]: the elements that element k is bonded to. nearest_image: replaces a vector by its
// periodic image of the smallest length.
//
// Each element is placed next to one that it is bonded to; the first stays where it is. Elements
// that no path of bonds connects with the first are placed next to it.
std::vector<Vector3d> unwrapped_centers(const std::vector<Vector3d> &centers,
                                        const std::vector<std::vector<int>> &bonded,
                                        const std::function<void(Vector3d &)> &nearest_image);

}    // namespace grist

#endif
