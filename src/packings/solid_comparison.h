// How well the elements of a cluster represent the solid that they were made from.

#ifndef GRIST_PACKINGS_SOLID_COMPARISON_H
#define GRIST_PACKINGS_SOLID_COMPARISON_H

#include "packings/solid.h"

#include <array>
#include <vector>

namespace grist {

// In the units of the mesh; errors are relative.
struct SolidComparison {
  double volume = 0.0;                   // of the solid
  std::array<double, 3> inertia = {};    // its principal moments, at density 1, ascending
  double volume_error = 0.0;             // of the union of the elements
  double inertia_error = 0.0;            // largest of the principal moments, at equal mass
  double shift = 0.0;                    // between the centroids, over the equivalent diameter
  double surface_rms = 0.0,
         surface_max = 0.0;    // distance of the surfaces, over the equivalent diameter
  bool turned = false;         // the mesh was given with its faces inward
};

// Spheres in the frame of the solid. Surfaces are compared at points of the solid's surface, and at
// points of the spheres that lie in no other one.
SolidComparison compare_with_solid(const std::vector<SolidSphere> &spheres, const Solid &solid);

}    // namespace grist

#endif
