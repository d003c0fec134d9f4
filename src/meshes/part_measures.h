// What a set of disjoint convex parts is as one solid: volume, surface without the faces between
// parts, centroid and inertia.

#ifndef GRIST_MESHES_PART_MEASURES_H
#define GRIST_MESHES_PART_MEASURES_H

#include "geometry/mass_properties.h"
#include "meshes/convex_cell.h"

#include <vector>

namespace grist {

// The same, with all faces in the surface.
MassProperties part_masses(const std::vector<ConvexPart> &parts);

// Faces are between parts as far as they cover each other within the tolerance, a length.
MassProperties part_measures(const std::vector<ConvexPart> &parts, double tolerance);

// The greatest relative error of the principal moments, each of its own.
double moments_error(const Matrix3d &inertia, const Matrix3d &reference);

}    // namespace grist

#endif
