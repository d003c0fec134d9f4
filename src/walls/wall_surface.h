// Where spheres touch a wall: the interface between kinds of walls and the contact law.
//
// Vocabulary:
//   surface  a part of a wall that a sphere touches at one point at most, with a number of its own: a face of a
//            region, a plane, a triangle
//   near     closer than a given reach to any surface, on either side of it
//   mark     the place of the wall when somebody made a list of spheres near it; it begins an empty list
//   kinship  whether a contact with one surface may go on as one with another, as where a sphere passes from triangle
//            to triangle: 0 not, and the larger the better
//
// A list of spheres that are nearer than radius + m stays complete until sphere and wall have come closer by m.

#ifndef GRIST_WALLS_WALL_SURFACE_H
#define GRIST_WALLS_WALL_SURFACE_H

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <vector>

namespace grist {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

// One point of a wall that a sphere touches.
struct SurfaceContact {
  int surface;
  Vector3d normal;    // unit vector from the wall to the centre of the sphere
  double distance;    // from the wall to the centre, less than the radius
  double
      curvature;    // 1 / radius of the wall: 0 flat, negative where the wall surrounds the sphere
  Vector3d velocity;    // of the wall at the point [length/time]
  Vector3d spin;        // of the wall [1/time]
};

class WallSurface {
 public:
  virtual ~WallSurface() = default;

  // Whether any surface can move at all.
  virtual bool moves() const { return false; }

  // Remembers where all surfaces are.
  virtual void mark() {}

  // At most so far has any surface moved since mark(), as seen from any point of the box.
  virtual double shift_since_mark(const AlignedBox3d &) const { return 0.0; }

  virtual bool is_near(const Vector3d &x, double reach) = 0;

  // False only where no point y is near with the reach less the distance from x to y.
  virtual bool may_be_near(const Vector3d &x, double reach) { return is_near(x, reach); }

  // Replaces `found` by the contacts of a sphere.
  virtual void find_contacts(const Vector3d &x, double radius,
                             std::vector<SurfaceContact> &found) = 0;

  // Whether x is near, and if so, is the next in the list. The wall may keep what helps to find its contacts.
  virtual bool enlist(const Vector3d &x, double reach) { return is_near(x, reach); }

  // find_contacts() for number n of the list, while it is nearer to where it was than the reach it was listed with.
  virtual void find_listed(int, const Vector3d &x, double radius,
                           std::vector<SurfaceContact> &found)
  {
    find_contacts(x, radius, found);
  }

  virtual int kinship(int before, int now) const { return before == now ? 1 : 0; }

  // What the torque on the wall is about.
  virtual Vector3d reference_point() const { return Vector3d::Zero(); }
};

// Planes and cylinders at rest.
class FixedWalls : public WallSurface {
 public:
  // Solid behind the plane; the normal points into the domain.
  void add_plane(const Vector3d &point, const Vector3d &normal);

  // A thin shell around a line through the origin along x, y or z (axis 0, 1, 2), touched on both sides.
  void add_cylinder(int axis, double radius);

  bool empty() const { return planes.empty() && cylinders.empty(); }
  bool is_near(const Vector3d &x, double reach) override;
  void find_contacts(const Vector3d &x, double radius, std::vector<SurfaceContact> &found) override;

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
};

// At most so far apart are the images of a point of the box under two rigid motions.
double largest_shift(const Eigen::Isometry3d &one, const Eigen::Isometry3d &other,
                     const AlignedBox3d &box);

}    // namespace grist

#endif
