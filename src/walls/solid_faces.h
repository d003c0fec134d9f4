// The faces of a block, a cylinder, a cone, a sphere or a half space, as spheres touch them from
// inside or from outside.
//
// A face may be open: then it bounds the solid, and is not touched. Numbers of faces are those of
// LAMMPS' regions: of a block 0 to 5 (low and high along x, y, z), of a cylinder or a cone 0 and 1
// (low and high end) and 2 (the curved face), else 0. From inside a sphere touches each face that
// is nearer than its reach, the curved face first; from outside the nearest point of all closed
// faces, whose number is 0.

#ifndef GRIST_WALLS_SOLID_FACES_H
#define GRIST_WALLS_SOLID_FACES_H

#include "common/preconditions.h"
#include "common/space.h"
#include "walls/inner_face_lanes.h"

#include <vector>

namespace grist {

class SolidFaces {
 public:
  struct Contact {
    int face;
    Vector3d normal;     // from the face to the center
    double distance;     // > 0
    double curvature;    // as in WallContact
  };

  // Around a line along x, y or z (axis 0, 1, 2) through `center`, with these radii at `low` and
  // `high` on the axis.
  struct Round {
    int axis;
    Vector3d center;
    double low, high, radius_low, radius_high;
  };

  // By number of the face, whether it is open.
  static SolidFaces block(const AlignedBox &box, const int *open);
  static SolidFaces cylinder(const Round &round, const int *open);    // radius_low is its radius
  static SolidFaces cone(const Round &round, const int *open);
  static SolidFaces sphere(const Vector3d &center, double radius);
  static SolidFaces half_space(const Vector3d &point, const Vector3d &normal);    // normal: inwards

  // Where a center is: inside, borders included; outside and within reach of the shape, perhaps; or
  // farther away.
  enum class Place { INSIDE, BESIDE, AWAY };
  Place place(const Vector3d &x, double reach) const;

  // Borders included.
  bool holds(const Vector3d &x) const;

  // At most the distance to the nearest closed face, on either side of it.
  double clearance(const Vector3d &x) const;

  // For many centers at once.
  InnerForm form() const;
  int curved_face() const { return kind == Kind::SPHERE ? 0 : CURVED; }

  // Calls see(contact) for each face nearer than the reach to a center inside.
  template <class See> void for_each_inner(const Vector3d &x, double reach, const See &see) const
  {
    assert(holds(x));
    Contact contact;
    if (!curved_is_open && touch_curved(x, reach, contact)) see(contact);
    for (int face = 0; face < static_cast<int>(planes.size()); face++) {
      const Plane &plane = planes[face];
      const double distance = dot(plane.normal, x - plane.point);
      if (!plane.open && distance > 0.0 && distance < reach)
        see(Contact{face, plane.normal, distance, 0.0});
    }
  }

  // The contact of a center outside. False: there is none within reach.
  bool touch_outer(const Vector3d &x, double reach, Contact &contact) const;

 private:
  enum { LOW_END = 0, HIGH_END = 1, CURVED = 2 };
  using Kind = InnerForm::Kind;
  struct Plane {
    Vector3d point, normal;    // normal: inwards
    bool open;
  };
  std::vector<Plane> planes;    // by number of the face
  Kind kind = Kind::NONE;       // of the curved face
  bool curved_is_open = true;
  Round round = {};          // a sphere has its radius in radius_low
  double largest = 0.0;      // of its radii
  double curvature = 0.0;    // from inside, unless it is a cone
  double slope = 0.0,
         slant = 1.0;    // of a cone: change of radius, length of its side, over that of the axis

  // A point of the surface, and whether the curved face is nearest there.
  struct Nearest {
    Vector3d point;
    double distance;
    bool curved;
  };

  void add_ends(const int *open);
  bool has_open_faces() const;
  Vector3d across(const Vector3d &x) const;
  double square_from_axis(const Vector3d &x) const { return squared_norm(across(x)); }
  double radius_at(double height) const { return round.radius_low + (height - round.low) * slope; }
  double height_on_side(double height, double out) const;
  bool is_within_curved(const Vector3d &x, double square) const;
  bool touch_curved(const Vector3d &x, double reach, Contact &contact) const;
  bool touch_cone(const Vector3d &x, const Vector3d &across, double reach, Contact &contact) const;
  Nearest nearest_of_planes(const Vector3d &x) const;
  Nearest nearest_of_round(const Vector3d &x) const;
  Nearest nearest(const Vector3d &x) const;
};

}    // namespace grist

#endif
