// Places for many particles at once in a container, denser than by placing one after another.
//
//   1. Centres are thrown into the container at random, off what is in the way if possible.
//   2. Soft spheres about them repel each other, what is in the way and the surface of the
//      container. About polyhedra they are smaller than the bounding ones where those would fill
//      too much (SPHERE_SHARE).
//   3. Spheres and clusters repel each other by their true elements, a little swollen, until none
//      overlap.
//   4. Polyhedra that still overlap by their exact shape are moved and turned a little, at random
//      and away from what they overlap, and stay where they overlap less.
//
// Where particles of 3 or 4 come to rest and still overlap, the last ones of the request are left
// out, whatever they overlap, and their places go to those that overlap most. So the particles with
// a place are the first ones of the request: where its order mixes components and sizes evenly,
// their shares hold however few find room.
//
// No particle overlaps another, what is in the way, or the surface: a polyhedron lies in the
// container by its true shape, a cluster by its bounding sphere. The result depends on the request
// alone.

#ifndef GRIST_FEEDS_DENSE_FILLING_H
#define GRIST_FEEDS_DENSE_FILLING_H

#include "feeds/filling_request.h"

#include <optional>
#include <vector>

namespace grist {

// A pose for each particle, or none; none comes before one.
std::vector<std::optional<Pose>> fill_densely(const FillingRequest &request);

}    // namespace grist

#endif
