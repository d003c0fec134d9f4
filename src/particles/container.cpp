#include "particles/container.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

bool Container::contains(const PlacedSolid &body) const
{
  assert(body.scale > 0.0);
  if (holds(body.pose.position, body.radius())) return true;
  if (!body.solid || !holds(body.pose.position, 0.0)) return false;
  return SurfacePoints(body).all([this](const Vector3d &point) { return holds(point, 0.0); });
}

static constexpr double BEYOND_FACE = 1.0 + 1e-9;    // a step to a face ends on its inner side

BoxedContainer::BoxedContainer(const Container &inside, const PlacementBox &box) :
    inside(inside), box(box), to_lamda(inverse(box.edges)), height(box.heights())
{
  for (int k = 0; k < 3; k++) inward[k] = normalized(to_lamda.row(k));
}

bool BoxedContainer::is_in_box(const Vector3d &center, double radius) const
{
  const Vector3d lamda = to_lamda * (center - box.origin);
  for (int k = 0; k < 3; k++) {
    const double reach = radius / height[k];
    if (!box.periodic[k] && (lamda[k] < reach || lamda[k] > 1.0 - reach)) return false;
  }
  return true;
}

bool BoxedContainer::holds(const Vector3d &center, double radius) const
{
  assert(radius >= 0.0);
  return is_in_box(center, radius) && inside.holds(center, radius);
}

bool BoxedContainer::contains(const PlacedSolid &body) const
{
  if (!is_in_box(body.pose.position, body.radius())) {
    if (!body.solid) return false;
    for (int n = 0; n < body.solid->vertex_count(); n++)
      if (!is_in_box(body.corner(n), 0.0)) return false;
  }
  return inside.contains(body);
}

Vector3d BoxedContainer::way_in(const Vector3d &center, double radius) const
{
  assert(radius >= 0.0);
  Vector3d way = inside.way_in(center, radius);
  const Vector3d lamda = to_lamda * (center - box.origin);
  for (int k = 0; k < 3; k++) {
    if (box.periodic[k]) continue;
    const double low = lamda[k] * height[k], high = height[k] - low;
    if (low < radius) way += (BEYOND_FACE * radius - low) * inward[k];
    if (high < radius) way -= (BEYOND_FACE * radius - high) * inward[k];
  }
  return way;
}

AlignedBox BoxedContainer::extent() const
{
  AlignedBox corners;
  for (int c = 0; c < 8; c++)
    corners.extend(box.origin +
                   box.edges * Vector3d{1.0 * (c & 1), 1.0 * (c >> 1 & 1), 1.0 * (c >> 2)});
  AlignedBox result = inside.extent();
  for (int k = 0; k < 3; k++) {
    if (box.periodic[k]) continue;
    result.low[k] = std::max(result.low[k], corners.low[k]);
    result.high[k] = std::min(result.high[k], corners.high[k]);
  }
  return result;
}

}    // namespace grist
