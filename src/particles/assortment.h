// An assortment of bodies: the shape, size and orientation of each. Drawn from a seed.
//
// Size is the diameter of the sphere of equal volume, so a body of size d has the volume pi/6 d^3
// whatever its shape.

#ifndef GRIST_PARTICLES_ASSORTMENT_H
#define GRIST_PARTICLES_ASSORTMENT_H

#include "common/random_numbers.h"
#include "common/space.h"
#include "particles/size_law.h"
#include "particles/solid_form.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace grist {

// Not aligned: std::stable_sort of GCC 12 moves elements into memory that is not.

// A body this many times larger than the space for it is likely given in other units.
constexpr double OTHER_UNITS = 20.0;

double equal_volume_diameter(double volume);
double volume_of_size(double size);

// Uniform over all orientations (Shoemake 1992).
Quaterniond random_orientation(RandomNumbers &random);

// Makes a shape of any size; a seed is for those that are random.
using ShapeMaker = std::function<SolidForm(std::uint64_t seed)>;

struct AssortmentRequest {
  int count = 1;
  int shapes = 1;                     // number of different shapes; bodies take them in turn
  ShapeMaker make_shape;              // empty: spheres
  SizeLaw size;                       // spheres have no own size
  bool random_orientations = true;    // otherwise as make_shape was given its vertices
  std::uint64_t seed = 1;
  std::function<void(int made)> progress = nullptr;    // after each shape
};

struct Assortment {
  struct Body {
    int shape;                  // -1: a sphere
    double size, radius;        // radius of the bounding sphere
    Quaterniond orientation;    // body frame of the hull to space
  };
  std::vector<SolidForm> shapes;    // of size 1
  std::vector<Body> bodies;         // largest radius first
};

// Throws std::invalid_argument, with the sizes of bodies and space in its text, if even the
// smallest body is too large for a space of these edges, whatever its orientation.
void check_room(const Assortment &assortment, const Vector3d &edges);

// Throws std::invalid_argument for counts below 1 and sizes that are not positive and finite; so
// may make_shape.
Assortment draw_assortment(const AssortmentRequest &request);

}    // namespace grist

#endif
