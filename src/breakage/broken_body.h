// A moving body that breaks: its pieces as bodies of their own, which move on as parts of the body
// did.
//
// Each piece has the velocity that its centroid had in the body, v + omega x r, and the body's
// angular velocity. So mass, momentum, angular momentum and kinetic energy stay as they were, to
// rounding, and no two pieces move through each other.

#ifndef GRIST_BREAKAGE_BROKEN_BODY_H
#define GRIST_BREAKAGE_BROKEN_BODY_H

#include "breakage/body_division.h"
#include "compounds/body_shape.h"

#include <memory>
#include <vector>

namespace grist {

struct MovingBody {
  Pose pose;
  double mass;
  Vector3d velocity, omega;    // space axes
};

struct MovingPiece {
  std::shared_ptr<const ConvexPolyhedron> convex;    // one of these two is null
  std::shared_ptr<const CompoundShape> compound;
  Pose pose;
  double mass;
  Vector3d velocity, omega;

  BodyShape shape() const { return {convex.get(), compound.get()}; }
};

// Pieces are in the body frame. The same order; the masses have the sum of the body's.
std::vector<MovingPiece> moving_pieces(const MovingBody &body,
                                       const std::vector<BodyPiece> &pieces);

}    // namespace grist

#endif
