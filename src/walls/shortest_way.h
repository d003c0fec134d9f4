// The shortest way out of several half spaces at once.

#ifndef GRIST_WALLS_SHORTEST_WAY_H
#define GRIST_WALLS_SHORTEST_WAY_H

#include "common/space.h"

#include <vector>

namespace grist {

// A point has to move by at least `depth` along the unit vector `normal`.
struct Barrier {
  Vector3d normal;
  double depth;
};

// The shortest vector x with normal . x >= depth for each barrier. As the depths are linear in the
// place of the point, |x| has the gradient x / |x| in it: a force f(|x|) x / |x| has a potential.
// Barriers whose normals differ by less than 1e-4 count as one. Returns whether there is such a
// vector. Seidel's incremental method (Seidel 1991), for a shortest vector in place of a linear
// program.
bool find_shortest_way(const std::vector<Barrier> &barriers, Vector3d &x);

}    // namespace grist

#endif
