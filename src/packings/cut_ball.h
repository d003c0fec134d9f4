// The volume of a ball cut by half spaces: the part of a sphere in a slice or a block, without what
// other spheres have of it.
//
// By the divergence theorem about the center of the ball, in closed form up to rounding:
//
//      3 V = R^3 Omega + sum over half spaces of d A
//
// Omega is the solid angle of the surface that is left (exposed_patch.h), d the distance of a plane
// from the center, A the area of its disc inside the other half spaces: in two dimensions the same
// once more, a sum over the arc that is left and the straight sides.

#ifndef GRIST_PACKINGS_CUT_BALL_H
#define GRIST_PACKINGS_CUT_BALL_H

#include "geometry/half_space.h"

#include <vector>

namespace grist {

// Half spaces are relative to the center of the ball; they may be equal, or have nothing in common.
double cut_ball_volume(double radius, const std::vector<HalfSpace> &half_spaces);

}    // namespace grist

#endif
