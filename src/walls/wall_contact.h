// Where a sphere touches a wall; and the contacts of many spheres, in rows of numbers.

#ifndef GRIST_WALLS_WALL_CONTACT_H
#define GRIST_WALLS_WALL_CONTACT_H

#include "common/space.h"

#include <cassert>
#include <vector>

namespace grist {

// One point of a wall that a sphere touches.
struct WallContact {
  int surface = 0;
  Vector3d normal = Vector3d::zero();    // unit vector from the wall to the center of the sphere
  double distance = 0.0;                 // from the wall to the center, less than the radius
  double curvature =
      0.0;    // 1 / radius of the wall; 0 if flat, negative where the wall surrounds the sphere
  Vector3d velocity = Vector3d::
      zero();    // of the surface at the point, or see read_velocity_below() [length/time]
  Vector3d omega = Vector3d::zero();    // of the surface [radians/time]
  Vector3d image = Vector3d::zero();    // from the sphere to its image that the wall touches

  // The point, of a sphere with this center.
  Vector3d place(const Vector3d &center) const { return center + image - distance * normal; }
};

class WallContacts {
 public:
  // Begins anew. still: the wall does not move, and its velocities are neither kept nor read.
  // with_images: the wall touches images of spheres; else these are neither kept nor read.
  void begin(bool of_still_wall, bool with_images = false)
  {
    count = 0;
    still = of_still_wall;
    images = with_images;
  }
  bool is_still() const { return still; }
  bool has_images() const { return images; }
  int size() const { return count; }

  void add(int surface, double x, double y, double z, double distance, double curvature)
  {
    if (count == room) grow();
    surfaces[count] = surface;
    double *to = &numbers[count];
    to[0] = x;
    to[room] = y;
    to[2 * room] = z;
    to[DISTANCE * room] = distance;
    to[CURVATURE * room] = curvature;
    count++;
  }
  // Sets the motion of the last one, unless the wall is still.
  void set_motion(const Vector3d &velocity, const Vector3d &omega)
  {
    assert(count > 0);
    if (still) return;
    put(velocity, VELOCITY, count - 1);
    put(omega, OMEGA, count - 1);
  }
  void add(const WallContact &at)
  {
    assert(!still || (is_zero(at.velocity) && is_zero(at.omega)));
    add(at.surface, at.normal[0], at.normal[1], at.normal[2], at.distance, at.curvature);
    set_motion(at.velocity, at.omega);
    assert(images || is_zero(at.image));
    if (images) put(at.image, IMAGE, count - 1);
  }

  WallContact operator[](int n) const
  {
    assert(n >= 0 && n < room);    // copies for whole vectors stand behind the last one
    return {surfaces[n],
            vector(NORMAL, n),
            row(DISTANCE)[n],
            row(CURVATURE)[n],
            still ? Vector3d::zero() : vector(VELOCITY, n),
            still ? Vector3d::zero() : vector(OMEGA, n),
            images ? vector(IMAGE, n) : Vector3d::zero()};
  }
  void set_velocity(int n, const Vector3d &velocity)
  {
    assert(!still && n >= 0 && n < count);
    put(velocity, VELOCITY, n);
  }
  const int *surface(int n) const { return surfaces.data() + n; }

  // Rows from number n on; those of a vector are stride() numbers apart.
  const double *normal(int n) const { return row(NORMAL) + n; }
  const double *distance(int n) const { return row(DISTANCE) + n; }
  const double *curvature(int n) const { return row(CURVATURE) + n; }
  const double *velocity(int n) const { return row(VELOCITY) + n; }
  const double *omega(int n) const { return row(OMEGA) + n; }
  const double *image(int n) const { return row(IMAGE) + n; }
  int stride() const { return room; }

  // There are numbers behind the last one, up to `more`. Number `to` becomes that of `from`.
  void make_room(int more)
  {
    while (count + more > room) grow();
  }
  void move(int from, int to);
  void drop_first(int contacts);
  void resize(int contacts)
  {
    assert(contacts >= 0 && contacts <= count);
    count = contacts;
  }

 private:
  enum Row {
    NORMAL = 0,
    DISTANCE = 3,
    CURVATURE = 4,
    VELOCITY = 5,
    OMEGA = 8,
    IMAGE = 11,
    ROWS = 14
  };
  int count = 0, room = 0;
  bool still = false, images = false;
  std::vector<int> surfaces;
  std::vector<double> numbers;

  const double *row(int which) const { return numbers.data() + which * room; }
  Vector3d vector(int first, int n) const
  {
    const double *from = &numbers[first * room + n];
    return {from[0], from[room], from[2 * room]};
  }
  void put(const Vector3d &vector, int first, int n)
  {
    for (int d = 0; d < 3; d++) numbers[(first + d) * room + n] = vector[d];
  }
  void grow();
};

}    // namespace grist

#endif
