#include "meshes/mesh_bounds.h"

#include "common/number_text.h"
#include "meshes/mesh_words.h"

#include <algorithm>
#include <limits>

namespace grist {

static constexpr double SMALLEST = 1e-75, LARGEST = 1e75;

// Rounding of coordinates, as a share of the longest side of the mesh: a tenth of the distance at
// which corners are welded.
static constexpr double COORDINATE_ROUNDING = 1e-7;

void check_bounds(const AlignedBox3d &extent)
{
  if (extent.isEmpty()) return;
  const double longest = extent.sizes().maxCoeff();
  const double farthest =
      std::max(extent.min().cwiseAbs().maxCoeff(), extent.max().cwiseAbs().maxCoeff());
  if (!(farthest <= LARGEST))
    refuse_mesh("coordinates of " + number_text(farthest) + " (at most " + number_text(LARGEST) +
                ")");
  if (longest < SMALLEST)
    refuse_mesh("a length of " + number_text(longest) + " (at least " + number_text(SMALLEST) +
                ")");
  if (std::numeric_limits<double>::epsilon() * farthest > COORDINATE_ROUNDING * longest)
    refuse_mesh("a length of " + number_text(longest) + " at " + number_text(farthest) +
                " from the origin (so far away its shape is lost in rounding)");
}

}    // namespace grist
