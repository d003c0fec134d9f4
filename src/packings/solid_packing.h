// Spheres packed densely at random into a solid of any shape, for bonded clusters: they neither
// overlap nor protrude.
//
// Overlaps are removed one after the other: two spheres move apart, a sphere moves away from the
// nearest surface, in sweeps over all of them until nothing overlaps. The radius grows until that
// fails. Elements that touch nothing are moved to others. Only + -
// * / and sqrt, in a fixed order (see packing.h).

#ifndef GRIST_PACKINGS_SOLID_PACKING_H
#define GRIST_PACKINGS_SOLID_PACKING_H

#include "packings/solid.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace grist {

struct SolidPackingChoice {
  std::uint64_t seed = 1;
  double reach = 1.1;                                      // of bonds
  std::function<void(double share)> progress = nullptr;    // after each sweep; a rough share
};

// All in the frame of the solid. They throw std::invalid_argument for a count or radius without a
// packing.

// `count` equal spheres, as large as the packing allows.
std::vector<SolidSphere> pack_solid(const Solid &solid, int count,
                                    const SolidPackingChoice &choice);

// As many spheres as fit, of radii distributed evenly between the two.
std::vector<SolidSphere> pack_solid(const Solid &solid, double least_radius, double largest_radius,
                                    const SolidPackingChoice &choice);

// `count` of them.
std::vector<SolidSphere> pack_solid(const Solid &solid, int count, double least_radius,
                                    double largest_radius, const SolidPackingChoice &choice);

}    // namespace grist

#endif
