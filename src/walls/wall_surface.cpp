#include "walls/wall_surface.h"

#include "common/space.h"

#include <algorithm>
#include <cmath>

namespace grist {

void WallSurface::add_surface_motion(SurfaceContact &at, const Vector3d &place,
                                     const Pose &frame) const
{
  if (!surface_motion.moves()) return;
  const SurfaceMotion::Rates rates = surface_motion.at(at.normal, place, frame);
  at.velocity += rates.velocity;
  at.omega += rates.omega;
}

void WallSurface::add_batch(int first, const CenterBatch &centers, int count,
                            SurfaceContacts &found, int *counts)
{
  std::vector<SurfaceContact> here;
  for (int k = 0; k < count; k++) {
    find_listed(first + k, {centers.x[0][k], centers.x[1][k], centers.x[2][k]}, centers.reach[k],
                here);
    for (const SurfaceContact &at : here) found.add(at);
    counts[k] = static_cast<int>(here.size());
  }
}

void FixedWalls::add_plane(const Vector3d &point, const Vector3d &normal)
{
  planes.push_back({normal, dot(normal, point)});
}

void FixedWalls::add_cylinder(int axis, double radius)
{
  cylinders.push_back({axis, radius});
}

// The vector from the line to a point.
static Vector3d across(const Vector3d &x, int axis)
{
  Vector3d from_line = x;
  from_line[axis] = 0.0;
  return from_line;
}

bool FixedWalls::is_near(const Vector3d &x, double reach)
{
  return std::any_of(planes.begin(), planes.end(),
                     [&](const Plane &plane) {
                       return std::fabs(dot(plane.normal, x) - plane.offset) < reach;
                     }) ||
      std::any_of(cylinders.begin(), cylinders.end(), [&](const Cylinder &cylinder) {
           return std::fabs(norm(across(x, cylinder.axis)) - cylinder.radius) < reach;
         });
}

// The curvature is the mean curvature: that of a sphere of twice the radius of the cylinder.
void FixedWalls::add_contacts(const Vector3d &x, double radius, std::vector<SurfaceContact> &found)
{
  int surface = 0;
  for (const Plane &plane : planes) {
    const double distance = dot(plane.normal, x) - plane.offset;
    if (std::fabs(distance) < radius) add_contact(surface, x, plane.normal, distance, 0.0, found);
    surface++;
  }
  for (const Cylinder &cylinder : cylinders) {
    const Vector3d from_line = across(x, cylinder.axis);
    const double out = norm(from_line), distance = std::fabs(out - cylinder.radius);
    const double sign = out < cylinder.radius ? -1.0 : 1.0;
    if (distance < radius && out > 0.0)
      add_contact(surface, x, sign / out * from_line, distance, sign * 0.5 / cylinder.radius,
                  found);
    surface++;
  }
}

void FixedWalls::add_contact(int surface, const Vector3d &x, const Vector3d &normal,
                             double distance, double curvature,
                             std::vector<SurfaceContact> &found) const
{
  const Vector3d rest = Vector3d::zero();
  found.push_back({surface, normal, distance, curvature, rest, rest});
  add_surface_motion(found.back(), x - distance * normal, Pose());
}

Vector3d slip_velocity(const SurfaceContact &at, const Vector3d &velocity, const Vector3d &omega,
                       double radius)
{
  const Vector3d relative = velocity - at.velocity - radius * cross(omega, at.normal);
  return relative - dot(relative, at.normal) * at.normal;
}

// The difference of two rigid motions is affine and its length is convex, so it is largest at a
// corner.
double largest_shift(const Pose &one, const Pose &other, const AlignedBox &box)
{
  if (box.is_empty()) return 0.0;
  double largest = 0.0;
  for (int k = 0; k < 8; k++) {
    const Vector3d corner = box.corner(k);
    largest = std::max(largest, norm(one * corner - other * corner));
  }
  return largest;
}

}    // namespace grist
