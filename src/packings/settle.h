// Moves loose elements of a packing to where they touch others.
//
// A jammed packing has some elements that are loose in cages of their neighbours; in a bonded
// cluster all must be connected. The largest set of elements that are connected within the reach of
// a bond stays where it is. Every other element moves to the nearest place where it touches three
// of this set, without overlapping any element or protruding further than others do. If there is no
// such place, it moves straight towards the nearest of the set until it touches an element.

#ifndef GRIST_PACKINGS_SETTLE_H
#define GRIST_PACKINGS_SETTLE_H

#include "packings/shape.h"

#include <vector>

namespace grist {

// Spheres count as touching up to this gap, over their distance: the accuracy of a packing.
inline constexpr double TOUCHING = 1.0e-6;

// The packing with its loose elements moved. Elements are connected if their distance is at most
// 2 reach radius (1 + TOUCHING).
Packing settle_loose(const Shape &shape, Packing packing, double reach);

// Whether each element is part of the largest connected set.
std::vector<bool> largest_group(const Packing &packing, double reach);

}    // namespace grist

#endif
