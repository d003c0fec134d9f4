// A body of convex parts divided into pieces of given volumes, by the planes that would divide a
// convex one.
//
// Cracks run through all parts at once, and Laguerre cells have their volumes in all parts together
// (body_division.h). A fragment that is not connected falls into several pieces (cell_groups.h);
// its parts are merged where they make a convex one, and cut at hollow edges as those of any body
// are (compound_shape.h) where this does not more than double their number. A piece of one part is
// convex. Volumes are those wanted except fragments that fall apart, groups that join others, and
// splinters, which are left where they are.
//
// Body frame of the body. Any unit of length; density 1.

#ifndef GRIST_BREAKAGE_COMPOUND_DIVISION_H
#define GRIST_BREAKAGE_COMPOUND_DIVISION_H

#include "breakage/body_division.h"
#include "compounds/compound_shape.h"

#include <vector>

namespace grist {

struct CompoundDivision {
  bool by_cells = false;        // Laguerre cells instead of cracks
  double least_volume = 0.0;    // pieces that fall off with less join others, while there are three
  int most = 1000;              // pieces, 2 or more
};

// The pieces together are the body. Throws as divide_by_cells() does.
std::vector<BodyPiece> divide_compound(const CompoundShape &body,
                                       const std::vector<double> &volumes,
                                       const CrackSettings &settings,
                                       const CompoundDivision &division);

}    // namespace grist

#endif
