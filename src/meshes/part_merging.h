// Convex parts that have a whole face in common become one where their union is convex.
//
// It is if each lies behind all planes of the other but that of the face. The union is then the
// region behind all these planes, which is never more than both: merged parts do not overlap
// others. Parts are not merged over the bisector of a sharp edge that bounds the face.

#ifndef GRIST_MESHES_PART_MERGING_H
#define GRIST_MESHES_PART_MERGING_H

#include "meshes/convex_cell.h"
#include "meshes/solid_surface.h"

#include <optional>
#include <vector>

namespace grist {

// The union of both, if it is convex and may be made.
std::optional<ConvexPart> merged_part(const ConvexPart &a, const ConvexPart &b,
                                      const SolidSurface &surface);

// Merges until no two can be merged, over the largest common face first.
std::vector<ConvexPart> merged_parts(std::vector<ConvexPart> parts, const SolidSurface &surface);

}    // namespace grist

#endif
