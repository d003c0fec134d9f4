#include "breakage/broken_body.h"

#include "common/preconditions.h"
#include "geometry/body_motion.h"

#include <utility>

namespace grist {

static MovingPiece shaped(const BodyPiece &piece)
{
  assert(!piece.parts.empty());
  if (piece.parts.size() > 1)
    return {nullptr, std::make_shared<CompoundShape>(piece.parts), {}, 0.0, {}, {}};
  return {std::make_shared<ConvexPolyhedron>(ConvexPolyhedron::from_vertices(piece.parts[0])),
          nullptr,
          {},
          0.0,
          {},
          {}};
}

std::vector<MovingPiece> moving_pieces(const MovingBody &body, const std::vector<BodyPiece> &pieces)
{
  assert(body.mass > 0.0);
  assert(is_rotation(body.pose.rotation));
  assert(!pieces.empty());
  double volume = 0.0;
  for (const BodyPiece &piece : pieces) volume += piece.volume;
  std::vector<MovingPiece> result;
  for (const BodyPiece &piece : pieces) {
    MovingPiece moving = shaped(piece);
    const Pose &place = moving.compound ? moving.compound->placement() : moving.convex->placement();
    const Vector3d arm = body.pose.rotation * place.position;
    moving.pose = {body.pose.position + arm, body.pose.rotation * place.rotation};
    moving.mass = body.mass * (piece.volume / volume);
    moving.velocity = velocity_at(body.velocity, body.omega, arm);
    moving.omega = body.omega;
    result.push_back(std::move(moving));
  }
  return result;
}

}    // namespace grist
