#include "meshes/triangle_cells.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr double EDGE = 1.0;    // of a cell, in reaches
static constexpr double MOST_CELLS = 3e5, CELLS_PER_TRIANGLE = 32.0;
static constexpr double GROWTH = 1.1;       // of the edge, until there are no more cells
static constexpr int MOST_NEAR = 100;       // triangles of a cell; the tree is quicker with more
static constexpr double ROUNDING = 1e-6;    // of the edge, by which a point may be outside its cell

void TriangleCells::begin(double reach)
{
  farthest = reach;
  box = tree.box();
  box.low -= Vector3d::all(reach);
  box.high += Vector3d::all(reach);
  const Vector3d sizes = box.sizes();
  const auto count_along = [&](int d) { return std::floor(sizes[d] / edge) + 1.0; };
  const double most =
      std::min(MOST_CELLS, CELLS_PER_TRIANGLE * static_cast<double>(triangles.size()));
  edge = std::max(EDGE * reach, std::cbrt(product_of(sizes) / most));
  while (count_along(0) * count_along(1) * count_along(2) > most) edge *= GROWTH;
  for (int d = 0; d < 3; d++) counts[d] = static_cast<int>(count_along(d));
  cells.assign(static_cast<size_t>(counts[0]) * counts[1] * counts[2], {});
  numbers.clear();
}

const TriangleCells::Cell &TriangleCells::cell_at(const Vector3d &x)
{
  int index[3];
  for (int d = 0; d < 3; d++)
    index[d] = std::clamp(static_cast<int>((x[d] - box.low[d]) / edge), 0, counts[d] - 1);
  Cell &cell = cells[(static_cast<size_t>(index[2]) * counts[1] + index[1]) * counts[0] + index[0]];
  if (cell.count != Cell::UNKNOWN) return cell;
  const Vector3d center = box.low + edge * Vector3d{index[0] + 0.5, index[1] + 0.5, index[2] + 0.5};
  tree.find_near(center, farthest + (0.5 + ROUNDING) * std::sqrt(3.0) * edge, near);
  cell = {static_cast<int>(numbers.size()), static_cast<int>(near.size())};
  if (near.size() > MOST_NEAR)
    cell.count = Cell::MANY;
  else
    for (const TriangleTree::Near &one : near) numbers.push_back(one.triangle);
  return cell;
}

void TriangleCells::find_near(const Vector3d &x, double reach,
                              std::vector<TriangleTree::Near> &found)
{
  assert(!(reach < 0.0) && std::isfinite(reach));
  found.clear();
  if (reach > farthest) begin(reach);
  if (!(reach > 0.0) || !box.contains(x)) return;
  const Cell &cell = cell_at(x);
  if (cell.count == Cell::MANY) return tree.find_near(x, reach, found);
  for (int n = cell.first; n < cell.first + cell.count; n++)
    TriangleTree::add_if_near(triangles[numbers[n]], numbers[n], x, reach, found);
  TriangleTree::sort_by_distance(found.data(), static_cast<int>(found.size()));
}

}    // namespace grist
