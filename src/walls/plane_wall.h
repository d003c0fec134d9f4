// Plane walls that move together, as one rigid body.
//
// A plane is the half space behind it; its normal points into the domain. All start where they are
// given and follow one motion.

#ifndef GRIST_WALLS_PLANE_WALL_H
#define GRIST_WALLS_PLANE_WALL_H

#include "common/preconditions.h"
#include "common/space.h"
#include "geometry/half_space.h"
#include "geometry/plane_distances.h"
#include "walls/rigid_motion.h"
#include "walls/wall_surface.h"

#include <optional>
#include <vector>

namespace grist {

class PlaneWall : public WallSurface {
 public:
  RigidMotion motion;

  // Planes at their start, one or more.
  void set(const std::vector<HalfSpace> &planes);

  // The torque on the walls is about this point, at rest; without it about the center of the
  // motion.
  void set_reference(const Vector3d &point) { reference = point; }

  int count() const { return static_cast<int>(present.size()); }
  const Pose &frame() const { return motion.frame(); }

  // After a change of the motion; `time` since it began.
  void place(double time);

  // Measures the distances of a point from all planes as they are now, positive outside of the
  // solid; returns the least.
  double measure(const Vector3d &point) { return distances.measure(point); }
  double distance(int plane) const
  {
    assert(plane >= 0 && plane < count());
    return distances[plane];
  }
  const HalfSpace &operator[](int plane) const { return present[plane]; }

  // The contact, at a point, of an object whose center is at this distance.
  WallContact contact(int plane, const Vector3d &point, double distance) const;

  // Greatest speed of any part of a plane in the box along its normal.
  double greatest_speed(const AlignedBox &box) const;

  bool moves() const override { return motion.moves(); }
  Vector3d center_velocity() const override { return motion.center_velocity(); }
  void begin_list() override { listed_at = motion.frame(); }
  double shift_since_list(const AlignedBox &box) const override
  {
    return largest_shift(listed_at, motion.frame(), box);
  }
  std::uint64_t near(const CenterBatch &centers, int count) override
  {
    return bits_where(centers, count,
                      [this](const Vector3d &x, double reach) { return measure(x) < reach; });
  }
  void find(int first, const CenterBatch &centers, int count, WallContacts &found,
            int *counts) override;
  Vector3d reference_point() const override { return reference.value_or(motion.center()); }

 private:
  std::vector<HalfSpace> initial, present;
  PlaneDistances distances;
  std::optional<Vector3d> reference;
  Pose listed_at;
};

}    // namespace grist

#endif
