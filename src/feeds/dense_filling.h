// Places for many particles at once in a container, denser than by placing one after another.
//
//   1. Centres are thrown into the container at random.
//   2. They repel each other as soft spheres, and what is in the way and the surface of the
//      container repels them, until hardly any two are too near. The spheres are the bounding ones,
//      or smaller where those would fill more than SPHERE_SHARE.
//   3. What still overlaps by its exact shape is moved and turned a little, at random and away from
//      what it overlaps, and stays where it overlaps less.
//   4. What overlaps at last is left out.
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

// A pose for each particle, or none.
std::vector<std::optional<Pose>> fill_densely(const FillingRequest &request);

}    // namespace grist

#endif
