#include "walls/near_cells.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <cmath>

namespace grist {

// By rounding a point may be assigned to a neighboring cell. Then it is outside that cell by at
// most this share of the edge.
static constexpr double REACH_ROUNDING = 1e-6;
static constexpr double GROWTH = 1.1;

static Vector3d last_cells(const Vector3d &sizes, double edge)
{
  return edge > 0.0 ? floor_of(sizes / edge) : Vector3d::zero();
}
static double count_of(const Vector3d &last)
{
  return product_of(last + Vector3d::ones());
}

// The given edge, or a larger one, so that there are at most `most` cells.
static double edge_for(const Vector3d &sizes, double edge, double most)
{
  edge = std::max(edge, std::cbrt(product_of(sizes) / most));
  edge = std::max(edge, greatest_of(sizes) / most);
  while (count_of(last_cells(sizes, edge)) > most) edge *= GROWTH;
  return edge;
}

NearCells::NearCells(WallSurface &wall, const AlignedBox &box, double reach, double edge_wanted,
                     double most) :
    wall(wall),
    origin(box.low), edge(0.0), per_length(0.0), reach(reach), answers(1, NEAR)
{
  assert(reach >= 0.0);
  const Vector3d sizes = box.sizes();
  if (!is_finite(sizes) || most < 2.0) return;    // one cell, which counts as near
  edge = edge_for(sizes, edge_wanted, most);
  this->reach += (0.5 + REACH_ROUNDING) * std::sqrt(3.0) * edge;
  if (!std::isfinite(this->reach) || edge <= 0.0) return;
  per_length = 1.0 / edge;
  const Vector3d cells = last_cells(sizes, edge);
  for (int d = 0; d < 3; d++) last[d] = static_cast<int>(cells[d]);
  answers.assign(static_cast<size_t>(count_of(cells)), UNKNOWN);
}

NearCells::Answer NearCells::test(const Vector3d &x) const
{
  const Vector3d center =
      origin + edge * Vector3d{index(x, 0) + 0.5, index(x, 1) + 0.5, index(x, 2) + 0.5};
  CenterBatch batch;
  batch.set(0, center, reach);
  batch.fill(1);
  return wall.near(batch, 1) ? NEAR : FAR;
}

}    // namespace grist
