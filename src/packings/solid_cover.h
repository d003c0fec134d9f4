// A solid covered by overlapping spheres that follow its surface, for rigid clusters.
//
// Candidates are the largest balls inside that touch the surface at a sample. They are chosen
// greedily for what they cover of the surface and the inside, each enlarged by a tolerance: when
// all is covered the tolerance becomes smaller. At last all radii are changed by one length, so
// that the union has the volume of the solid: half of the errors are outside then, half inside.

#ifndef GRIST_PACKINGS_SOLID_COVER_H
#define GRIST_PACKINGS_SOLID_COVER_H

#include "packings/solid.h"

#include <functional>
#include <optional>
#include <vector>

namespace grist {

struct CoverChoice {
  int most;    // spheres at most
  std::optional<double> least_radius,
      largest_radius;          // in the frame of the solid; then volume is not made equal
  double tolerance = 0.004;    // of the surface, in the frame of the solid
  std::function<void(double share)> progress = nullptr;    // after each candidate and choice
};

// In the frame of the solid. Throws std::invalid_argument where no ball of the least radius fits.
std::vector<SolidSphere> cover_solid(const Solid &solid, const CoverChoice &choice);

}    // namespace grist

#endif
