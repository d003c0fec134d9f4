#include "geometry/sphere_overlap.h"

#include "common/preconditions.h"

#include "common/constants.h"

#include <algorithm>
#include <cmath>

namespace grist {

// The cap that a plane at `distance` from the centre cuts off a sphere, beyond the plane.
struct Cap {
  double volume, area;    // area: of the cut
  double centroid;        // from the centre, towards the plane
};

static Cap cap_of(double radius, double distance)
{
  assert(radius > 0.0);
  const double height = std::min(radius - distance, 2.0 * radius);
  const double rest = 3.0 * radius - height;
  const double volume = PI / 3.0 * height * height * rest;
  return {volume, PI * height * (2.0 * radius - height),
          rest > 0.0 ? 0.75 * (2.0 * radius - height) * (2.0 * radius - height) / rest : 0.0};
}

static Overlap along(const Vector3d &normal, double volume, double area, const Vector3d &centroid)
{
  assert(is_unit(normal));
  Overlap result;
  result.status = volume > 0.0 ? OverlapStatus::OVERLAPPING : OverlapStatus::TOUCHING;
  result.volume = volume;
  result.area = area;
  result.normal = normal;
  result.area_vector = area * normal;
  result.centroid = centroid;
  result.spread = disc_spread();
  return result;
}

Overlap overlap(const ConvexPolyhedron &a, const Pose &pose_a, const Vector3d &center_b,
                double radius_b)
{
  assert(radius_b > 0.0);
  const Vector3d arm = center_b - pose_a.position;
  const double reach = a.radius() + radius_b;
  if (squared_norm(arm) > reach * reach) return {};
  const NearestFeature feature = nearest_feature(a, pose_a, center_b);
  if (feature.distance > radius_b) return {};
  const Cap cap = cap_of(radius_b, feature.distance);
  return along(feature.normal, cap.volume, cap.area, arm - cap.centroid * feature.normal);
}

// The same with a and b exchanged.
Overlap overlap(const Vector3d &center_a, double radius_a, const ConvexPolyhedron &b,
                const Pose &pose_b)
{
  Overlap result = overlap(b, pose_b, center_a, radius_a);
  result.normal = -result.normal;
  result.area_vector = -result.area_vector;
  result.moment = -result.moment;
  result.centroid += pose_b.position - center_a;
  return result;
}

// The lens is two caps on the plane where the spheres meet; a sphere inside the other is all of it.
Overlap overlap(const Vector3d &center_a, double radius_a, const Vector3d &center_b,
                double radius_b)
{
  assert(radius_a > 0.0 && radius_b > 0.0);
  const Vector3d arm = center_b - center_a;
  const double distance = norm(arm);
  if (distance > radius_a + radius_b) return {};
  const Vector3d normal = distance > 0.0 ? arm / distance : Vector3d::unit_x();
  const double smaller = std::min(radius_a, radius_b);
  if (distance <= std::fabs(radius_a - radius_b))
    return along(normal, sphere_volume(smaller), 0.0, radius_a < radius_b ? Vector3d::zero() : arm);
  const double from_a = 0.5 * (distance + (radius_a - radius_b) * (radius_a + radius_b) / distance);
  const Cap cap_a = cap_of(radius_a, from_a), cap_b = cap_of(radius_b, distance - from_a);
  const double volume = cap_a.volume + cap_b.volume;
  double place = from_a;
  if (volume > 0.0)
    place = (cap_a.volume * cap_a.centroid + cap_b.volume * (distance - cap_b.centroid)) / volume;
  return along(normal, volume, cap_a.area, place * normal);
}

Overlap overlap(const Vector3d &center_a, double radius_a, const HalfSpace &b)
{
  assert(radius_a > 0.0);
  assert(is_unit(b.normal));
  const double distance = b.distance(center_a);
  if (distance > radius_a) return {};
  const Cap cap = cap_of(radius_a, distance);
  return along(-b.normal, cap.volume, cap.area, -cap.centroid * b.normal);
}

}    // namespace grist
