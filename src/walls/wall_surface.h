// Where spheres touch a wall: the interface between kinds of walls and the contact law.
//
// Vocabulary:
//   surface             a part of a wall that a sphere touches at one point at most. It has a
//                       number of its own. Examples: a face of a region, a plane, a triangle
//   near                closer than a given reach to any surface, on either side of it
//   wall list           the spheres that are near the wall at one time. It is used for the steps
//                       that follow
//   continuation rank   whether a contact with one surface may continue as a contact with another,
//                       for example where a sphere passes from triangle to triangle. 0: it may not.
//                       The larger the rank, the better
//
// A list of the spheres that are nearer than radius + m is complete until a sphere and the wall
// have approached by m.

#ifndef GRIST_WALLS_WALL_SURFACE_H
#define GRIST_WALLS_WALL_SURFACE_H

#include "common/preconditions.h"
#include "common/space.h"
#include "walls/center_batch.h"
#include "walls/surface_motion.h"
#include "walls/wall_contact.h"

#include <cstdint>
#include <vector>

namespace grist {

class WallSurface {
 public:
  virtual ~WallSurface() = default;

  // Is part of the velocities of contacts. The wall does not move by it.
  SurfaceMotion surface_motion;

  // Whether any surface can move at all.
  virtual bool moves() const { return false; }

  // Whether contacts can have velocities.
  bool is_still() const { return !moves() && !surface_motion.moves() && !changes_shape(); }

  // Whether spheres may touch it at a periodic image of theirs.
  virtual bool has_images() const { return false; }

  // Whether surfaces move in a way that shift_since_list() does not measure. Then all spheres are
  // listed in each step.
  virtual bool changes_shape() const { return false; }

  // Begins an empty wall list and stores where all surfaces are.
  virtual void begin_list() {}

  // An upper bound of the displacement of any surface since begin_list(), measured at any point of
  // the box.
  virtual double shift_since_list(const AlignedBox &) const { return 0.0; }

  // Bits of the centers that may be nearer to any surface than their reach, on either side of it:
  // no near one is missing. At most CenterBatch::MOST.
  virtual std::uint64_t near(const CenterBatch &centers, int count) = 0;

  // The same. Those whose bits are set are the next of the list, in their order, and the wall may
  // store what helps to find their contacts.
  virtual std::uint64_t list(const CenterBatch &centers, int count) { return near(centers, count); }

  // Adds the contacts of the centers that are numbers first, first + 1 ... of the list to those
  // found: those of the first come first, counts[k] of number first + k. The reach in the list must
  // be larger than the present one and the displacement since then.
  virtual void find(int first, const CenterBatch &centers, int count, WallContacts &found,
                    int *counts) = 0;

  virtual int continuation_rank(int before, int now) const { return before == now ? 1 : 0; }

  // The velocity of the point that the wall turns about; `surface_motion` is not part of it.
  virtual Vector3d center_velocity() const { return Vector3d::zero(); }

  // The torque on the wall is about this point.
  virtual Vector3d reference_point() const { return surface_motion.center(Pose()); }

 protected:
  // Adds the surface motion to the velocities of a contact at this place. `frame`: of the wall.
  void add_surface_motion(WallContact &at, const Vector3d &place, const Pose &frame) const;
};

// Makes the velocity that of the wall at a radius below the center of the sphere, where the lever
// of the force ends. So a sphere that turns with the wall as one body does not slip, whatever the
// overlap.
inline void read_velocity_below(WallContact &at, double radius)
{
  assert(radius > 0.0);
  at.velocity += (at.distance - radius) * cross(at.omega, at.normal);
}

// The velocity of a wall where a particle touched it half of a step before, in the middle of the
// step, when the particle had the velocity `motion` relative to the point that the wall turns about
// (center_velocity()). Exact up to the third order of the step for particles that ride on a wall
// that turns about a point of constant velocity.
inline Vector3d velocity_halfway(const Vector3d &velocity, const Vector3d &omega,
                                 const Vector3d &motion, double half_step)
{
  return velocity - half_step * cross(omega, motion + 0.5 * half_step * cross(omega, motion));
}

// The velocity of the surface of a sphere relative to the wall at a contact, along the wall. Its
// lever is the radius.
Vector3d slip_velocity(const WallContact &at, const Vector3d &velocity, const Vector3d &omega,
                       double radius);

// Planes and cylinders at rest, except for their surface motion.
class FixedWalls : public WallSurface {
 public:
  // Behind the plane is solid. The normal points into the domain.
  void add_plane(const Vector3d &point, const Vector3d &normal);

  // A thin shell around a line through the origin along x, y or z (axis 0, 1, 2), touched on both
  // sides.
  void add_cylinder(int axis, double radius);

  bool empty() const { return planes.empty() && cylinders.empty(); }
  std::uint64_t near(const CenterBatch &centers, int count) override;
  void find(int first, const CenterBatch &centers, int count, WallContacts &found,
            int *counts) override;

 private:
  struct Plane {
    Vector3d normal;
    double offset;
  };
  struct Cylinder {
    int axis;
    double radius;
  };
  std::vector<Plane> planes;
  std::vector<Cylinder> cylinders;

  void find_one(const Vector3d &x, double reach, WallContacts &found) const;
  void add_contact(int surface, const Vector3d &x, const Vector3d &normal, double distance,
                   double curvature, WallContacts &found) const;
};

// The contacts of one sphere: of a batch of one.
class SingleSphere {
 public:
  // n: its number in the list. Valid until the next call.
  const std::vector<WallContact> &find(WallSurface &wall, int n, const Vector3d &x, double reach);

 private:
  CenterBatch batch;
  WallContacts rows;
  std::vector<WallContact> found;
};

// Bits of the centers for which is_near(center, reach) is true.
template <class Near>
std::uint64_t bits_where(const CenterBatch &centers, int count, const Near &is_near)
{
  assert(count >= 0 && count <= CenterBatch::MOST);
  std::uint64_t bits = 0;
  for (int k = 0; k < count; k++)
    if (is_near(centers.center(k), centers.reach[k])) bits |= std::uint64_t{1} << k;
  return bits;
}

// The largest distance between the two images of a point of the box under two rigid motions.
double largest_shift(const Pose &one, const Pose &other, const AlignedBox &box);

}    // namespace grist

#endif
