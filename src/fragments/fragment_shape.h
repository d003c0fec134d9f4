// The size of a fragment, a connected set of spheres.
//
//   equivalent diameter  of the sphere that has the volume of all elements together. Overlaps count
//                        twice and pores are not counted, as in the mass: it is the sphere of the
//                        same mass and density.
//   sieve diameter       side of the smallest square opening that the fragment passes without
//                        turning on its way: the minimum, over all directions of passage and all
//                        rotations about them, of the larger side of the rectangle that encloses
//                        the fragment, radii included.
//
// All lengths in the unit of the input.

#ifndef GRIST_FRAGMENTS_FRAGMENT_SHAPE_H
#define GRIST_FRAGMENTS_FRAGMENT_SHAPE_H

#include "common/space.h"

#include <functional>
#include <vector>

namespace grist {

struct FragmentElement {
  Vector3d center;    // in one piece: no jumps through periodic borders
  double radius;
};

// 0 for no elements.
double equivalent_diameter(const std::vector<FragmentElement> &elements);

// Exact for one and two elements, and where the opening lies along the principal axes or halfway
// between them (rods, plates); elsewhere by search, within a thousandth as a rule, and never too
// small. The same input gives the same result. 0 for no elements.
double sieve_diameter(const std::vector<FragmentElement> &elements);

// Number k of `count` orientations that are spread evenly: a spiral on the 3-sphere (Alexa 2022),
// whose two complex numbers turn by 2 pi/sqrt(2) and 2 pi/psi from one to the next, psi^4 = psi + 4.
Quaterniond spread_turn(int k, int count);

// The same of a convex body, from its corners.
double sieve_diameter_of_corners(const std::vector<Vector3d> &corners);

// The elements of a fragment in one piece, where a periodic border cuts it.
//
// bonded[k]: the elements that element k is bonded to. nearest_image: replaces a vector by its
// periodic image of the smallest length.
//
// Each element is placed next to one that it is bonded to; the first stays where it is. Elements
// that no path of bonds connects with the first are placed next to it.
std::vector<Vector3d> unwrapped_centers(const std::vector<Vector3d> &centers,
                                        const std::vector<std::vector<int>> &bonded,
                                        const std::function<void(Vector3d &)> &nearest_image);

}    // namespace grist

#endif
