// Triangle meshes of vessels from their dimensions: drums with lifting bars, hoppers, silos, boxes,
// plates.
//
// Normals point to the particles, the solid is behind; corners are counter-clockwise seen from the
// particles. Meshes conform: corners meet corners, each edge has two triangles (one at an opening).
// Circles are polygons with their corners on the circle. Lengths are in any one unit; angles in
// radians.
//
// All frames are local: the axis is z, upwards for vessels that stand; `placed` rotates and shifts.
// Invalid dimensions throw std::invalid_argument with the name and the value, named as the keywords
// of write_mesh.

#ifndef GRIST_MESHES_VESSELS_H
#define GRIST_MESHES_VESSELS_H

#include "common/space.h"
#include "meshes/mesh.h"

#include <array>
#include <vector>

namespace grist {

static constexpr int MOST_FACETS = 100000;

// A cylinder, z from -length/2 to length/2, with bars of trapezoidal section along it (huang2020
// Table 3, Eqs. 32 to 35).
//
// The bar in the direction x has its top in the plane x = diameter/2 - height, |y| <= width/2; its
// flanks meet the circle at |y| = base/2. The wall is not continued under bars. Between two bars
// the circle has at least one facet, all equal and about as long as those of a whole circle of
// `facets`; without bars a corner is in the direction x.
struct Drum {
  double diameter = 0.0, length = 0.0;
  int bars = 0;
  double bar_height = 0.0, bar_width = 0.0, bar_base = 0.0;
  double phase = 0.0;    // of the first bar, from x towards y
  int facets = 180;
  bool caps = false;    // closed ends
};
Mesh drum_mesh(const Drum &drum);
std::vector<Vector2d> drum_profile(const Drum &drum);    // counter-clockwise

// A cylinder on a cone; z from 0 at the outlet. Without a cone the floor is flat, with the outlet
// in it if there is one.
struct RoundHopper {
  double diameter = 0.0;
  double cylinder_height = 0.0, cone_height = 0.0;    // at least one is positive
  double outlet = 0.0;                                // diameter; positive if there is a cone
  int facets = 180;
  bool lid = false, cover = false;    // outlet, top closed
};
Mesh round_hopper_mesh(const RoundHopper &hopper);

// Height of a cone whose walls have this angle to the axis.
double cone_height(double diameter, double outlet, double half_angle);

// A prism on a truncated pyramid, centred; z from 0 at the outlet. Where outlet and top are equally
// long in one direction the hopper is a wedge.
struct RectangularHopper {
  std::array<double, 2> top = {0.0, 0.0}, outlet = {0.0, 0.0};    // along x, y
  double height = 0.0, upper_height = 0.0;    // of the sloping, of the vertical part
  bool lid = false, cover = false;
};
Mesh rectangular_hopper_mesh(const RectangularHopper &hopper);

// Its floor in z = 0, centred.
struct OpenBox {
  std::array<double, 3> size = {0.0, 0.0, 0.0};
  bool cover = false;
};
Mesh box_mesh(const OpenBox &box);

// A rectangle in z = 0, centred; particles are above.
Mesh plate_mesh(const std::array<double, 2> &size);

// z becomes the axis 0, 1 or 2, and x, y the axes that follow it in turn; then the origin goes to
// `center`.
Mesh placed(Mesh mesh, int axis, const Vector3d &center);

}    // namespace grist

#endif
