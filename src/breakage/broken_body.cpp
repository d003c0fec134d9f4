#include "breakage/broken_body.h"

#include "common/preconditions.h"
#include "geometry/body_motion.h"

namespace grist {

std::vector<MovingPiece> moving_pieces(const MovingBody &body, const std::vector<BodyPiece> &pieces)
{
  assert(body.shape && body.mass > 0.0);
  assert(is_rotation(body.pose.rotation));
  assert(!pieces.empty());
  double volume = 0.0;
  for (const BodyPiece &piece : pieces) volume += piece.volume;
  std::vector<MovingPiece> result;
  for (const BodyPiece &piece : pieces) {
    ConvexPolyhedron shape = ConvexPolyhedron::from_vertices(piece.corners);
    const Pose &place = shape.placement();
    const Vector3d arm = body.pose.rotation * place.position;
    const Pose pose{body.pose.position + arm, body.pose.rotation * place.rotation};
    result.push_back({std::move(shape), pose, body.mass * (piece.volume / volume),
                      velocity_at(body.velocity, body.omega, arm), body.omega});
  }
  return result;
}

}    // namespace grist
