// Randomly shaped convex particles: a solid trimmed by random planes.
//
// Source: nassauer2013 section 5 (after De Pellegrin and Stachowiak 2005). For each cut:
//   1. a random direction, by azimuth psi and elevation phi
//   2. the distance d_out of the outermost corner along it (Eq. 47)
//   3. the plane across that direction at z d_out, for a random z between 0 and 1
// The three distributions are parameters. They are given the number of the cut: z that moves
// towards 1 from cut to cut rounds the particle.

#ifndef GRIST_GEOMETRY_RANDOM_SHAPE_H
#define GRIST_GEOMETRY_RANDOM_SHAPE_H

#include "common/random_numbers.h"
#include "geometry/convex_polyhedron.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace grist {

// A random value for the cut of number 0, 1, 2, ...
using Distribution = std::function<double(RandomNumbers &random, int cut)>;

Distribution uniform_azimuth();        // 0 to 2 pi
Distribution isotropic_elevation();    // -pi/2 to pi/2, with density cos(phi)
Distribution uniform_between(double least, double greatest);

// exp(N) with N normal; the mean of N is `mean` at first and grows by `mean_step` a cut.
Distribution log_normal(double mean, double deviation, double mean_step = 0.0);

struct RandomShape {
  // The solid before the first cut, origin inside; a cube of edge 1 if empty.
  std::vector<HalfSpace> primary;
  int cuts = 10;
  Distribution azimuth = uniform_azimuth();
  Distribution elevation = isotropic_elevation();
  // z; drawn again where it is not between 0 and 1.
  Distribution position = log_normal(-0.3, 0.2);
  std::uint64_t seed = 1;
};

// Throws std::invalid_argument for a negative number of cuts, a primary solid that is not closed,
// and distributions that give values that are not finite or, a thousand times in a row, no z
// between 0 and 1.
ConvexPolyhedron random_polyhedron(const RandomShape &shape);

// The planes of a box about the origin, its edges along the axes.
std::vector<HalfSpace> box_planes(const Vector3d &edges);

}    // namespace grist

#endif
