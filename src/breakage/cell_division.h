// A convex body divided into Laguerre cells of given volumes (geometry/power_cells.h).
//
// Sites are the centroids of the pieces that successive cracks would leave, so that small cells are
// near the point of contact and where they have room. Cells have more faces than pieces between
// cracks, the more the smaller their neighbors are.

#ifndef GRIST_BREAKAGE_CELL_DIVISION_H
#define GRIST_BREAKAGE_CELL_DIVISION_H

#include "breakage/crack_division.h"

namespace grist {

// Pieces in the order of the volumes, which are positive and have the sum of the body's. Each has
// its volume to `tolerance`, relative; all together have that of the body. Throws
// std::runtime_error if no weights are found, which was never seen.
std::vector<BodyPiece> divide_by_cells(const ConvexPolyhedron &body,
                                       const std::vector<double> &volumes,
                                       const CrackSettings &settings, double tolerance = 1e-6);

}    // namespace grist

#endif
