#include "meshes/mesh.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "meshes/mesh_words.h"

#include <algorithm>
#include <limits>

namespace grist {

void MeshPlacement::apply_to(Mesh &mesh) const
{
  assert(scale > 0.0 && is_rotation(rotation));
  const bool rotates = rotation != Matrix3d::identity();
  for (Vector3d &p : mesh.vertices) {
    p *= scale;
    if (rotates) p = rotation * p;
    p += shift;
  }
  if (flip)
    for (auto &face : mesh.faces) std::reverse(face.begin(), face.end());
}

static constexpr double SMALLEST = 1e-75, LARGEST = 1e75;

// Rounding of coordinates, as a share of the longest side of the mesh: a tenth of the distance at
// which corners are welded.
static constexpr double COORDINATE_ROUNDING = 1e-7;

void check_bounds(const AlignedBox &extent)
{
  assert(!extent.is_empty());
  if (extent.is_empty()) return;
  const double longest = greatest_of(extent.sizes());
  const double farthest =
      std::max(greatest_of(absolute(extent.low)), greatest_of(absolute(extent.high)));
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
