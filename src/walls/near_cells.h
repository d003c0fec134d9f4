// Coarse cells over a box of spheres, to find those near a wall: the wall is asked once about a cell, and about single
// spheres only in cells that may hold near ones.

#ifndef GRIST_WALLS_NEAR_CELLS_H
#define GRIST_WALLS_NEAR_CELLS_H

#include "walls/wall_surface.h"

#include <algorithm>
#include <vector>

namespace grist {

class NearCells {
 public:
  // All points asked for lie in the box, with `reach` at most. Cells are cubes of this edge, or larger where there would be
  // more than `most`.
  NearCells(WallSurface &wall, const AlignedBox3d &box, double reach, double edge, double most);

  // False only where the wall is not near x with any reach up to that of the constructor.
  bool may_hold_near(const Vector3d &x)
  {
    Answer &answer = answers[cell_of(x)];
    if (answer == UNKNOWN) answer = ask(x);
    return answer == NEAR;
  }

 private:
  enum Answer : char { UNKNOWN, NEAR, FAR };

  WallSurface &wall;
  Vector3d origin;
  double edge, per_length;        // 1 / edge, or 0: a single cell
  double reach;                   // of the wall from the centre of a cell
  Eigen::Array3i last;            // cell in each direction
  std::vector<Answer> answers;    // by cell; the wall is asked when the first point in a cell is

  // 0 for what is not a number.
  int index(const Vector3d &x, int d) const
  {
    return static_cast<int>(
        std::min(std::max(0.0, (x[d] - origin[d]) * per_length), static_cast<double>(last[d])));
  }
  size_t cell_of(const Vector3d &x) const
  {
    const size_t row = static_cast<size_t>(index(x, 0)) * (last[1] + 1) + index(x, 1);
    return row * (last[2] + 1) + index(x, 2);
  }
  Answer ask(const Vector3d &x) const;
};

}    // namespace grist

#endif
