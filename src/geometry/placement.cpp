#include "geometry/placement.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace grist {

Vector3d PlacementBox::lamda(const Vector3d &x) const
{
  return edges.inverse() * (x - origin);
}

Vector3d PlacementBox::heights() const
{
  const Matrix3d inverse = edges.inverse();
  return inverse.rowwise().norm().cwiseInverse();
}

OccupiedSpace::OccupiedSpace(const PlacementBox &box, double cell) : box(box)
{
  if (!(box.edges.determinant() > 0.0) || !box.edges.allFinite())
    throw std::invalid_argument("a box of volume " + std::to_string(box.edges.determinant()) +
                                " (must be positive)");
  if (!(cell > 0.0) || !std::isfinite(cell))
    throw std::invalid_argument("cell " + std::to_string(cell) + " (must be positive)");
  to_lamda = box.edges.inverse();
  height = box.heights();
  const double most = height.prod() / MAX_CELLS;
  cell = std::max(cell, std::cbrt(most));
  for (int k = 0; k < 3; k++)
    cells[k] = static_cast<int>(std::clamp(std::floor(height[k] / cell), 1.0, MAX_CELLS));
  spheres_in.resize(static_cast<size_t>(cells[0]) * cells[1] * cells[2]);
}

Vector3d OccupiedSpace::wrapped(const Vector3d &center) const
{
  const Vector3d lamda = to_lamda * (center - box.origin);
  Vector3d result = center;
  for (int k = 0; k < 3; k++)
    if (box.periodic[k]) result -= std::floor(lamda[k]) * box.edges.col(k);
  return result;
}

// All spheres outside of a face that is not periodic belong to the cells at that face.
OccupiedSpace::CellRange OccupiedSpace::cells_of(const Vector3d &center, double radius) const
{
  const Vector3d lamda = to_lamda * (center - box.origin);
  CellRange range;
  for (int k = 0; k < 3; k++) {
    const double reach = radius / height[k];
    double low = std::floor((lamda[k] - reach) * cells[k]);
    double high = std::floor((lamda[k] + reach) * cells[k]);
    if (!box.periodic[k]) {
      low = std::clamp(low, 0.0, cells[k] - 1.0);
      high = std::clamp(high, 0.0, cells[k] - 1.0);
    } else if (high - low >= cells[k]) {
      low = 0.0;
      high = cells[k] - 1.0;
    }
    range.first[k] = static_cast<int>(low);
    range.last[k] = static_cast<int>(high);
  }
  return range;
}

// Visits each cell of the range until `visit` returns false; returns whether it never did.
template <typename Visit> bool OccupiedSpace::all_cells(const CellRange &range, Visit &&visit) const
{
  const auto in_box = [this](int cell, int k) {
    const int rest = cell % cells[k];
    return static_cast<size_t>(rest < 0 ? rest + cells[k] : rest);
  };
  for (int cz = range.first[2]; cz <= range.last[2]; cz++)
    for (int cy = range.first[1]; cy <= range.last[1]; cy++)
      for (int cx = range.first[0]; cx <= range.last[0]; cx++)
        if (!visit((in_box(cz, 2) * cells[1] + in_box(cy, 1)) * cells[0] + in_box(cx, 0)))
          return false;
  return true;
}

bool OccupiedSpace::crosses_face(const Vector3d &center, double radius) const
{
  const Vector3d lamda = to_lamda * (center - box.origin);
  for (int k = 0; k < 3; k++) {
    const double reach = radius / height[k];
    if (box.periodic[k] ? 2.0 * reach > 1.0 : lamda[k] < reach || lamda[k] > 1.0 - reach)
      return true;
  }
  return false;
}

// Whether any periodic image of a sphere is nearer than `touching`. A distance below it is, along each edge, less than
// touching / height in lamda.
bool OccupiedSpace::touches(const Sphere &sphere, const Vector3d &center, double touching) const
{
  const Vector3d delta = center - sphere.center, lamda = to_lamda * delta;
  Vector3d low = Vector3d::Zero(), high = Vector3d::Zero();
  for (int k = 0; k < 3; k++) {
    const double reach = touching / height[k];
    if (!box.periodic[k]) continue;
    low[k] = std::ceil(lamda[k] - reach);
    high[k] = std::floor(lamda[k] + reach);
  }
  for (double a = low[0]; a <= high[0]; a += 1.0)
    for (double b = low[1]; b <= high[1]; b += 1.0)
      for (double c = low[2]; c <= high[2]; c += 1.0)
        if ((delta - box.edges * Vector3d(a, b, c)).squaredNorm() < touching * touching)
          return true;
  return false;
}

bool OccupiedSpace::is_free(const Vector3d &center, double radius) const
{
  if (crosses_face(center, radius)) return false;
  const Vector3d inside = wrapped(center);
  return all_cells(cells_of(inside, radius), [&](size_t cell) {
    return std::none_of(spheres_in[cell].begin(), spheres_in[cell].end(), [&](int s) {
      return touches(spheres[s], inside, radius + spheres[s].radius);
    });
  });
}

void OccupiedSpace::add(const Vector3d &center, double radius)
{
  const int number = count();
  spheres.push_back({wrapped(center), radius});
  all_cells(cells_of(spheres.back().center, radius), [&](size_t cell) {
    std::vector<int> &listed = spheres_in[cell];
    if (listed.empty() || listed.back() != number) listed.push_back(number);
    return true;
  });
}

std::array<Vector3d, 14> surface_points(const Vector3d &center, double radius)
{
  std::array<Vector3d, 14> points;
  size_t count = 0;
  for (int dx = -1; dx <= 1; dx++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dz = -1; dz <= 1; dz++) {
        const int axes = dx * dx + dy * dy + dz * dz;
        if (axes != 1 && axes != 3) continue;
        const double step = radius / std::sqrt(axes);
        points[count++] = center + step * Vector3d(dx, dy, dz);
      }
  return points;
}

std::vector<std::optional<Vector3d>> place_spheres(const PlacementRequest &request,
                                                   OccupiedSpace &space, RandomNumbers &random)
{
  std::vector<std::optional<Vector3d>> centers;
  const Vector3d span = request.high - request.low;
  size_t placed = 0;
  for (const double radius : request.radii) {
    centers.emplace_back();
    for (int attempt = 0; attempt < request.attempts && !centers.back(); attempt++) {
      Vector3d x = request.low;
      for (int k = 0; k < 3; k++) x[k] += span[k] * random.uniform();
      if (!space.is_free(x, radius) || (request.accept && !request.accept(x, radius))) continue;
      space.add(x, radius);
      centers.back() = x;
      placed++;
    }
    if (request.progress) request.progress(centers.size(), placed);
  }
  return centers;
}

}    // namespace grist
