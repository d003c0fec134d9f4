// How large a fragment is, a set of spheres that hang together.
//
//   equivalent diameter  of the sphere that has the volume of all elements together. Overlaps count twice and pores not
//                        at all, as they do in the mass: it is the sphere of the same mass and density.
//   sieve diameter       side of the smallest square opening that the fragment passes without turning on its way: over
//                        all directions of passage, and all turns about them, the least of the larger side of the
//                        rectangle that the fragment, radii included, just fits in.
//
// All lengths in the unit of the input.

#ifndef GRIST_CLUSTERS_FRAGMENT_SHAPE_H
#define GRIST_CLUSTERS_FRAGMENT_SHAPE_H

#include <Eigen/Core>

#include <vector>

namespace grist {

struct FragmentElement {
  Eigen::Vector3d center;    // in one piece: no jumps through periodic borders
  double radius;
};

// 0 for no elements.
double equivalent_diameter(const std::vector<FragmentElement> &elements);

// Exact for one and two elements, and where the opening lies along the principal axes or halfway between them (rods,
// plates); elsewhere by search, within a thousandth as a rule, and never too small. The same numbers give the same
// result. 0 for no elements.
double sieve_diameter(const std::vector<FragmentElement> &elements);

}    // namespace grist

#endif
