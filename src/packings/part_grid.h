// Slices and blocks: a cuboid that planes across x, y and z divide into equal parts. Part numbers
// run along x first, then along y, then along z.

#ifndef GRIST_PACKINGS_PART_GRID_H
#define GRIST_PACKINGS_PART_GRID_H

#include "common/preconditions.h"
#include "geometry/half_space.h"

#include <array>
#include <utility>
#include <vector>

namespace grist {

struct PartGrid {
  using Place = std::array<int, 3>;    // of a part along x, y, z

  Vector3d low, high;
  Place counts = {1, 1, 1};
  Vector3d periods = Vector3d::zero();    // of the solids; 0: not periodic

  // In this direction parts are not cut: it is periodic, and the one part has all of it. What
  // leaves on one side comes back on the other.
  std::array<bool, 3> whole = {false, false, false};

  int count() const { return counts[0] * counts[1] * counts[2]; }
  int number(const Place &part) const
  {
    for ([[maybe_unused]] const int k : {0, 1, 2}) assert(is_number_of(part[k], counts[k]));
    return part[0] + counts[0] * (part[1] + counts[1] * part[2]);
  }
  double edge(int k, int n) const { return low[k] + (high[k] - low[k]) * n / counts[k]; }
  double part_volume() const { return product_of(high - low) / count(); }
  Vector3d middle(int number) const;

  // First and last part along direction k that meet the span from `from` to `to`; none if first >
  // last.
  std::pair<int, int> parts_between(int k, double from, double to) const;

  // The shifts by periods that bring a sphere into the cuboid; for a sphere inside the zero vector
  // is one of them.
  std::vector<Vector3d> images(const Vector3d &center, double radius) const;
};

}    // namespace grist

#endif
