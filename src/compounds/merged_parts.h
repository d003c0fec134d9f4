// Parts of a body that make a convex one together, as one part.

#ifndef GRIST_COMPOUNDS_MERGED_PARTS_H
#define GRIST_COMPOUNDS_MERGED_PARTS_H

#include "compounds/compound_shape.h"

namespace grist {

// Pairs of parts that share a face are merged where their hull has no more volume than both, until
// there are none. All together are tried first. Fewer parts, not the fewest. `tolerance`: distances
// up to it are rounding.
PartCorners merged_parts(const PartCorners &parts, double tolerance);

}    // namespace grist

#endif
