// The rotation between two poses of a body, from directions in both (Wahba's problem).
//
// Source: Kabsch 1976 (A solution for the best rotation to relate two sets of vectors), by singular
// values.

#ifndef GRIST_BONDS_BEST_ROTATION_H
#define GRIST_BONDS_BEST_ROTATION_H

#include "common/space.h"

namespace grist {

// sum: over all directions, after * before^T, of unit vectors. The rotation R with the least sum of
// |after - R before|^2; a proper one, also where the body was mirrored. Of directions that are all
// parallel, the least rotation of their line.
Matrix3d best_rotation(const Matrix3d &sum);

}    // namespace grist

#endif
