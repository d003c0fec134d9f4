// The section of a bond between two blocks: a plane polygon as the cross section of a beam.
//
// Integrals over the polygon by triangles about its first corner, exact to rounding. Axes are the
// principal ones in the plane, so that the product of area is zero:
//
//      axes[0], axes[1], normal   right-handed, of length 1
//      moments[k]                 second moment of area about the axis through the centroid along
//                                 axes[k]: the integral of the squared distance from it;
//                                 moments[0] >= moments[1]
//      polar()                    about the normal through the centroid; not the torsion constant
//                                 of Saint-Venant, which warping makes smaller
//
// Frame of the corners; any unit of length.

#ifndef GRIST_BLOCKS_FACE_SECTION_H
#define GRIST_BLOCKS_FACE_SECTION_H

#include "common/space.h"

#include <vector>

namespace grist {

struct FaceSection {
  double area = 0.0;
  Vector3d centroid = Vector3d::zero();
  Vector3d normal = Vector3d::zero();
  Vector3d axes[2] = {Vector3d::zero(), Vector3d::zero()};
  double moments[2] = {0.0, 0.0};

  double polar() const { return moments[0] + moments[1]; }
};

// Corners of a plane polygon of any area, counter-clockwise about the normal of the result; it may
// be concave. Where both moments are equal, axes[0] is near the longest edge.
FaceSection face_section(const std::vector<Vector3d> &corners);

// The same where the normal is known better than by the corners.
FaceSection face_section(const std::vector<Vector3d> &corners, const Vector3d &normal);

}    // namespace grist

#endif
