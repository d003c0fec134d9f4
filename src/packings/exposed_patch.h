// The part of a unit sphere that no cap covers, and integrals over it.
//
// Vocabulary:
//   cap      where normal . axis > height, for a unit axis; the part of a sphere inside another one
//   patch    the unit sphere without its caps; its boundary is made of arcs of the caps' circles
//   normal   unit vector from the centre, the variable of integration
//
// Integrals of 1, n, n n and n n n become sums over arcs, by the divergence theorem on the sphere:
// a harmonic Y of degree l has the surface Laplacian -l (l + 1) Y, so that its integral over the
// patch is -1 / (l (l + 1)) times the flux of its gradient out of the patch. The solid angle (l =
// 0) is a sum of spherical triangles from a point to the arcs.

#ifndef GRIST_PACKINGS_EXPOSED_PATCH_H
#define GRIST_PACKINGS_EXPOSED_PATCH_H

#include "common/space.h"

#include <vector>

namespace grist {

struct Cap {
  Vector3d axis;    // unit vector
  double height;    // cosine of the cap's angular radius, between -1 and 1
};

struct PatchMoments {
  double solid_angle = 0.0;
  Vector3d first = Vector3d::zero();     // integral of n
  Matrix3d second = Matrix3d::zero();    // of n n
  Matrix3d third = Matrix3d::zero();     // of n n (n . direction)
};

// `direction`, of any length, is the vector in the third moment. Caps may be in any position, also
// equal. Caps of an angular radius below 1e-7 count as none.
PatchMoments patch_moments(std::vector<Cap> caps, const Vector3d &direction);

// The solid angle alone, for less work.
double patch_solid_angle(std::vector<Cap> caps);

}    // namespace grist

#endif
