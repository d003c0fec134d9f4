#include "walls/plane_wall.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

void PlaneWall::set(const std::vector<HalfSpace> &planes)
{
  assert(!planes.empty());
  initial = present = planes;
  distances = PlaneDistances(present);
}

void PlaneWall::place(double time)
{
  if (!moves()) return;
  motion.set_time(time);
  for (size_t n = 0; n < initial.size(); n++) present[n] = moved(initial[n], motion.frame());
  distances = PlaneDistances(present);
}

WallContact PlaneWall::contact(int plane, const Vector3d &point, double distance) const
{
  assert(plane >= 0 && plane < count());
  WallContact at;
  at.surface = plane;
  at.normal = present[plane].normal;
  at.distance = distance;
  at.velocity = motion.velocity().at(point);
  at.omega = motion.velocity().omega;
  add_surface_motion(at, point, frame());
  return at;
}

void PlaneWall::find(int, const CenterBatch &centers, int count, WallContacts &found, int *counts)
{
  for (int k = 0; k < count; k++) {
    const Vector3d x = centers.center(k);
    const int before = found.size();
    if (measure(x) < centers.reach[k])
      for (int plane = 0; plane < this->count(); plane++)
        if (distances[plane] < centers.reach[k])
          found.add(contact(plane, x - distances[plane] * present[plane].normal, distances[plane]));
    counts[k] = found.size() - before;
  }
}

// The corners of the box, each brought onto the plane: the speed is linear between them.
double PlaneWall::greatest_speed(const AlignedBox &box) const
{
  double greatest = 0.0;
  for (const HalfSpace &plane : present)
    for (int corner = 0; corner < 8; corner++) {
      const Vector3d x = box.corner(corner);
      const Vector3d foot = x - plane.distance(x) * plane.normal;
      greatest = std::max(greatest, std::fabs(dot(motion.velocity().at(foot), plane.normal)));
    }
  return greatest;
}

}    // namespace grist
