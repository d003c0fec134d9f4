#include "walls/wall_surface.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>

namespace grist {

void WallSurface::add_surface_motion(WallContact &at, const Vector3d &place,
                                     const Pose &frame) const
{
  if (!surface_motion.moves()) return;
  const SurfaceMotion::Rates rates = surface_motion.at(at.normal, place, frame);
  at.velocity += rates.velocity;
  at.omega += rates.omega;
}

const std::vector<WallContact> &SingleSphere::find(WallSurface &wall, int n, const Vector3d &x,
                                                   double reach)
{
  assert(n >= 0);
  batch.set(0, x, reach);
  batch.fill(1);
  rows.begin(wall.is_still(), wall.has_images());
  int count = 0;
  wall.find(n, batch, 1, rows, &count);
  assert(count == rows.size());
  found.clear();
  for (int k = 0; k < count; k++) found.push_back(rows[k]);
  return found;
}

void FixedWalls::add_plane(const Vector3d &point, const Vector3d &normal)
{
  assert(is_unit(normal));
  planes.push_back({normal, dot(normal, point)});
}

void FixedWalls::add_cylinder(int axis, double radius)
{
  assert(axis >= 0 && axis < 3 && radius > 0.0);
  cylinders.push_back({axis, radius});
}

// The vector from the line to a point.
static Vector3d across(const Vector3d &x, int axis)
{
  Vector3d from_line = x;
  from_line[axis] = 0.0;
  return from_line;
}

std::uint64_t FixedWalls::near(const CenterBatch &centers, int count)
{
  return bits_where(centers, count, [this](const Vector3d &x, double reach) {
    return std::any_of(planes.begin(), planes.end(),
                       [&](const Plane &plane) {
                         return std::fabs(dot(plane.normal, x) - plane.offset) < reach;
                       }) ||
        std::any_of(cylinders.begin(), cylinders.end(), [&](const Cylinder &cylinder) {
             return std::fabs(norm(across(x, cylinder.axis)) - cylinder.radius) < reach;
           });
  });
}

void FixedWalls::find(int, const CenterBatch &centers, int count, WallContacts &found, int *counts)
{
  assert(count >= 0 && count <= CenterBatch::MOST);
  for (int k = 0; k < count; k++) {
    const int before = found.size();
    find_one(centers.center(k), centers.reach[k], found);
    counts[k] = found.size() - before;
  }
}

// The curvature is the mean curvature: that of a sphere of twice the radius of the cylinder.
void FixedWalls::find_one(const Vector3d &x, double reach, WallContacts &found) const
{
  int surface = 0;
  for (const Plane &plane : planes) {
    const double distance = dot(plane.normal, x) - plane.offset;
    if (std::fabs(distance) < reach) add_contact(surface, x, plane.normal, distance, 0.0, found);
    surface++;
  }
  for (const Cylinder &cylinder : cylinders) {
    const Vector3d from_line = across(x, cylinder.axis);
    const double out = norm(from_line), distance = std::fabs(out - cylinder.radius);
    const double sign = out < cylinder.radius ? -1.0 : 1.0;
    if (distance < reach && out > 0.0)
      add_contact(surface, x, sign / out * from_line, distance, sign * 0.5 / cylinder.radius,
                  found);
    surface++;
  }
}

void FixedWalls::add_contact(int surface, const Vector3d &x, const Vector3d &normal,
                             double distance, double curvature, WallContacts &found) const
{
  const Vector3d rest = Vector3d::zero();
  WallContact at = {surface, normal, distance, curvature, rest, rest};
  add_surface_motion(at, x - distance * normal, Pose());
  found.add(at);
}

Vector3d slip_velocity(const WallContact &at, const Vector3d &velocity, const Vector3d &omega,
                       double radius)
{
  assert(is_unit(at.normal) && radius >= 0.0);
  const Vector3d relative = velocity - at.velocity - radius * cross(omega, at.normal);
  return relative - dot(relative, at.normal) * at.normal;
}

// The difference of two rigid motions is affine and its length is convex, so it is largest at a
// corner.
double largest_shift(const Pose &one, const Pose &other, const AlignedBox &box)
{
  assert(is_rotation(one.rotation) && is_rotation(other.rotation));
  if (box.is_empty()) return 0.0;
  double largest = 0.0;
  for (int k = 0; k < 8; k++) {
    const Vector3d corner = box.corner(k);
    largest = std::max(largest, norm(one * corner - other * corner));
  }
  return largest;
}

}    // namespace grist
