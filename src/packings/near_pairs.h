// All pairs of points nearer to each other than a reach.
//
// By a sweep along x over the sorted points: simple, exact, and fast enough for one cluster. The
// contact search of a simulation is in search/.

#ifndef GRIST_PACKINGS_NEAR_PAIRS_H
#define GRIST_PACKINGS_NEAR_PAIRS_H

#include "packings/shape.h"

#include <utility>
#include <vector>

namespace grist {

// Pairs (a, b) with a < b and a distance of at most `reach`, ordered along x.
std::vector<std::pair<int, int>> near_pairs(const std::vector<Vector3d> &points, double reach);

}    // namespace grist

#endif
