#include "walls/near_cells.h"

#include "common/preconditions.h"

#include <cmath>

namespace grist {

// By rounding a point may be assigned to a neighboring cell. Then it is outside that cell by at
// most this share of the edge.
static constexpr double REACH_ROUNDING = 1e-6;
static constexpr double GROWTH = 1.1;

static Eigen::Array3d last_cells(const Eigen::Array3d &sizes, double edge)
{
  return edge > 0.0 ? (sizes / edge).floor().eval() : Eigen::Array3d::Zero().eval();
}

// The given edge, or a larger one, so that there are at most `most` cells.
static double edge_for(const Eigen::Array3d &sizes, double edge, double most)
{
  edge = std::max(edge, std::cbrt(sizes.prod() / most));
  edge = std::max(edge, sizes.maxCoeff() / most);
  while ((last_cells(sizes, edge) + 1.0).prod() > most) edge *= GROWTH;
  return edge;
}

NearCells::NearCells(WallSurface &wall, const AlignedBox3d &box, double reach, double edge_wanted,
                     double most) :
    wall(wall),
    origin(box.min()), edge(0.0), per_length(0.0), reach(reach), last(0, 0, 0), answers(1, NEAR)
{
  assert(reach >= 0.0);
  const Eigen::Array3d sizes = box.sizes();
  if (!sizes.allFinite() || most < 2.0) return;    // one cell, which counts as near
  edge = edge_for(sizes, edge_wanted, most);
  this->reach += (0.5 + REACH_ROUNDING) * std::sqrt(3.0) * edge;
  if (!std::isfinite(this->reach) || edge <= 0.0) return;
  per_length = 1.0 / edge;
  last = last_cells(sizes, edge).cast<int>();
  answers.assign(static_cast<size_t>((last + 1).cast<double>().prod()), UNKNOWN);
}

NearCells::Answer NearCells::test(const Vector3d &x) const
{
  const Vector3d center =
      origin + edge * (Vector3d(index(x, 0), index(x, 1), index(x, 2)).array() + 0.5).matrix();
  return wall.may_be_near(center, reach) ? NEAR : FAR;
}

}    // namespace grist
