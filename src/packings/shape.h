// Convex shapes that clusters are packed into: spheres, boxes, cylinders; and the points and spheres
// in them.
//
// A shape is centred on the origin and bounded by walls. A wall is either round (about the origin,
// or about the z axis) or flat (a pair of planes across one axis). The depth of a point below a
// wall is its distance to it, positive inside. Any consistent unit of length.
//
// Only + - * / and sqrt, in a fixed order, so that all machines give the same numbers (see
// packing.h).

#ifndef GRIST_PACKINGS_SHAPE_H
#define GRIST_PACKINGS_SHAPE_H

#include "common/space.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace grist {

// One of the overlapping spheres that a solid is the union of.
struct SolidSphere {
  Vector3d center = Vector3d::zero();
  double radius;
};

// Equal spheres ("elements") in a shape.
struct Packing {
  double radius = 0.0;              // of every element
  std::vector<Vector3d> centers;    // no two nearer than 2 radius
};

// A wall relative to a point.
struct Wall {
  double depth;    // distance from the point to the wall, negative outside
  Vector3d inward =
      Vector3d::zero();    // unit vector away from the wall; zero on the axis of a round wall
};

// Lengths have squares and volumes that are numbers.
static constexpr double SMALLEST_LENGTH = 1e-75, LARGEST_LENGTH = 1e75;

// Throws std::invalid_argument unless the length is between these two: "<what> <length> (must be a
// positive, finite number)".
void check_length(const std::string &what, double length);

class Shape {
 public:
  enum class Kind { SPHERE, CUBE, BOX, CYLINDER };

  // Throw std::invalid_argument for a size that check_length() rejects.
  static Shape sphere(double radius);
  static Shape cube(double edge);
  static Shape box(double edge_x, double edge_y, double edge_z);
  static Shape cylinder(double radius, double height);    // axis z

  Kind kind() const { return type; }
  double volume() const;
  double inner_radius() const;    // of the largest sphere inside
  Vector3d half_extent() const { return half; }
  double largest_extent() const;    // longest edge of the bounding box
  std::string text() const;         // as in the command: "cylinder 0.004 0.003"

  // The same shape with its largest extent 2, and its other extents rounded to 30 bits: sizes given
  // in metres, millimetres or micrometres then give the same numbers to the last bit.
  Shape unit() const;

  static constexpr int MAX_WALLS = 6;
  int walls(const Vector3d &at, std::array<Wall, MAX_WALLS> &seen) const;    // returns their number

  // Inside: distance to the surface. Outside: the smallest depth below any wall, negative.
  double depth(const Vector3d &at) const;

 private:
  Shape(Kind kind, const Vector3d &half_extent) : type(kind), half(half_extent) {}

  Kind type;
  Vector3d half = Vector3d::zero();    // half the edges of the bounding box
};

}    // namespace grist

#endif
