#include "particles/container.h"

#include "common/preconditions.h"

namespace grist {

bool Container::contains(const PlacedSolid &body) const
{
  assert(body.scale > 0.0);
  if (holds(body.pose.position, body.radius())) return true;
  if (!body.solid || !holds(body.pose.position, 0.0)) return false;
  return SurfacePoints(body).all([this](const Vector3d &point) { return holds(point, 0.0); });
}

}    // namespace grist
