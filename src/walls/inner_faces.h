// The inner sides of a block, a cylinder, a cone, a sphere or a half space, as spheres touch them
// whose centre is inside.
//
// Contacts are those that the regions of LAMMPS find there, with the same numbers of faces and in
// the same order: the curved face first. A face may be open: then it bounds the inside, and is not
// touched.

#ifndef GRIST_WALLS_INNER_FACES_H
#define GRIST_WALLS_INNER_FACES_H

#include "common/space.h"
#include "walls/inner_face_lanes.h"

#include <vector>

namespace grist {

class InnerFaces {
 public:
  struct Contact {
    int face;
    Vector3d normal;     // from the face to the center
    double distance;     // > 0
    double curvature;    // as in SurfaceContact
  };

  // Around a line along x, y or z (axis 0, 1, 2) through `center`. A cone has its radii at `low`
  // and `high` on the axis.
  struct Round {
    int axis;
    Vector3d center;
    double low, high, radius_low, radius_high;
  };

  // Inside is where the normal points to from a point of the plane.
  void add_plane(int face, const Vector3d &point, const Vector3d &normal, bool open);
  void set_sphere(int face, const Vector3d &center, double radius);
  void set_cylinder(int face, int axis, const Vector3d &center, double radius, bool open);
  void set_cone(int face, const Round &cone, bool open);

  // Where a center is: inside, borders included; outside and within reach of the shape, perhaps; or
  // farther away.
  enum class Place { INSIDE, BESIDE, AWAY };
  Place place(const Vector3d &x, double reach) const;

  // Borders included.
  bool holds(const Vector3d &x) const;

  // For many centers at once. At most InnerForm::MOST_PLANES planes.
  InnerForm form() const;
  int curved_face() const { return curved; }
  int plane_face(int k) const { return planes[k].face; }

  // Calls see(contact) for each face nearer than the reach to a center inside.
  template <class See> void for_each(const Vector3d &x, double reach, const See &see) const
  {
    Contact contact;
    if (!curved_is_open && touch_curved(x, reach, contact)) see(contact);
    for (const Plane &plane : planes) {
      const double distance = dot(plane.normal, x - plane.point);
      if (!plane.open && distance > 0.0 && distance < reach)
        see(Contact{plane.face, plane.normal, distance, 0.0});
    }
  }

 private:
  using Kind = InnerForm::Kind;
  struct Plane {
    int face;
    Vector3d point, normal;
    bool open;
  };
  std::vector<Plane> planes;
  Kind kind = Kind::NONE;    // of the curved face
  int curved = 0;            // its number
  bool curved_is_open = true;
  Round round = {};          // a sphere has its radius in radius_low
  double largest = 0.0;      // of its radii
  double curvature = 0.0;    // unless it is a cone
  double slope = 0.0,
         slant = 1.0;    // of a cone: change of radius, length of its side, over that of the axis

  double square_from_axis(const Vector3d &x) const;
  double radius_at(double height) const;
  bool is_within_curved(const Vector3d &x, double square) const;
  bool touch_curved(const Vector3d &x, double reach, Contact &contact) const;
  bool touch_cone(const Vector3d &x, const Vector3d &across, double reach, Contact &contact) const;
};

}    // namespace grist

#endif
