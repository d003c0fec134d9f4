// Mass properties of overlapping spheres as one solid: what lies in several spheres counts once.
//
// By the divergence theorem, from integrals over the exposed part of each sphere (exposed_patch.h),
// in closed form up to rounding. Any unit of length.

#ifndef GRIST_PACKINGS_SPHERE_UNION_H
#define GRIST_PACKINGS_SPHERE_UNION_H

#include "packings/shape.h"

#include <array>
#include <vector>

namespace grist {

struct SphereUnion {
  double volume;
  Vector3d centroid = Vector3d::zero();
  std::array<double, 6> second_moments;    // integrals of xx yy zz xy xz yz about the centroid
  std::vector<double> shares;    // of the volume, positive, one for each sphere (volume_shares.h)
};

// Throws std::invalid_argument for no sphere, a centre or radius that is not finite, a radius that
// is not positive, and where volume_shares() finds no shares.
SphereUnion union_of_spheres(const std::vector<SolidSphere> &spheres);

// The same without shares, which is possible for any spheres.
SphereUnion union_without_shares(const std::vector<SolidSphere> &spheres);

}    // namespace grist

#endif
