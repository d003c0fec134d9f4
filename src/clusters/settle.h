// Loose elements of a packing are put where they touch others.
//
// A jammed packing leaves some elements loose in cages of their neighbours, and a bonded cluster can't have that.
// Those that hang together within the reach of a bond stay where they are; every other element moves to the
// nearest place where it touches three that hang together (or, failing that, straight to the nearest of these
// until it touches something), without overlapping any element or protruding further than others do.

#ifndef GRIST_CLUSTERS_SETTLE_H
#define GRIST_CLUSTERS_SETTLE_H

#include "clusters/packing.h"

#include <vector>

namespace grist {

// Spheres whose distance is this much more than touching count as touching: a packing is known no better.
inline constexpr double TOUCHING = 1.0e-6;

// The packing with its loose elements settled. Elements hang together when their distance is at most
// 2 reach radius (1 + TOUCHING).
Packing settle_loose(const Shape &shape, Packing packing, double reach);

// Of each element, whether it is part of the largest group that hangs together.
std::vector<bool> largest_group(const Packing &packing, double reach);

}    // namespace grist

#endif
