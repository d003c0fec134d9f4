// A solid's volume distributed to the spheres that it is the union of, so that gravity on the
// spheres acts on the solid's centre of mass.
//
// The shares sum to the volume, and their mean place is the centroid. Of all positive shares with
// these properties they are the ones nearest to the volumes of the spheres, by relative entropy:
// volume of the sphere times exp(a + b . center). They exist where the centroid is inside the hull
// of the centres. It never is outside; it is on the border where spheres on one side of it lie in
// others and add nothing.

#ifndef GRIST_PACKINGS_VOLUME_SHARES_H
#define GRIST_PACKINGS_VOLUME_SHARES_H

#include "packings/shape.h"

#include <vector>

namespace grist {

// The number of the sphere whose share would be below 1e-6 of the mean share, as it lies in others;
// -1: there is none. Of several the one with the least.
int sphere_without_share(const std::vector<SolidSphere> &spheres, const Vector3d &centroid);

// Throws std::invalid_argument where a share would be below 1e-6 of the mean share.
std::vector<double> volume_shares(const std::vector<SolidSphere> &spheres, double volume,
                                  const Vector3d &centroid);

}    // namespace grist

#endif
