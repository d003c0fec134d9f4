// Coarse cells over a box of spheres, to find the spheres near a wall. The wall is tested once per
// cell. Single spheres are tested only in cells that may hold near ones.

#ifndef GRIST_WALLS_NEAR_CELLS_H
#define GRIST_WALLS_NEAR_CELLS_H

#include "common/space.h"
#include "walls/wall_surface.h"

#include <algorithm>
#include <vector>

namespace grist {

class NearCells {
 public:
  // All points that are tested lie in the box and have at most this reach. Cells are cubes with
  // this edge, or larger ones if there would be more than `most` cells.
  NearCells(WallSurface &wall, const AlignedBox &box, double reach, double edge, double most);

  // False only if the wall is not near x, with the reach of the constructor.
  bool may_hold_near(const Vector3d &x)
  {
    Answer &answer = answers[cell_of(x)];
    if (answer == UNKNOWN) answer = test(x);
    return answer == NEAR;
  }

 private:
  enum Answer : char { UNKNOWN, NEAR, FAR };

  WallSurface &wall;
  Vector3d origin;
  double edge, per_length;        // 1 / edge, or 0: a single cell
  double reach;                   // of the wall from the center of a cell
  int last[3] = {0, 0, 0};        // cell in each direction
  std::vector<Answer> answers;    // by cell; UNKNOWN until the first point in the cell is tested

  // 0 for a coordinate that is not a number.
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
  Answer test(const Vector3d &x) const;
};

}    // namespace grist

#endif
