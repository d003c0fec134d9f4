#include "particles/placement.h"

#include "common/number_text.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace grist {

Vector3d PlacementBox::lamda(const Vector3d &x) const
{
  return inverse(edges) * (x - origin);
}

Vector3d PlacementBox::heights() const
{
  const Matrix3d to_lamda = inverse(edges);
  return inverses(Vector3d{norm(to_lamda.row(0)), norm(to_lamda.row(1)), norm(to_lamda.row(2))});
}

OccupiedSpace::OccupiedSpace(const PlacementBox &box, double cell) : box(box)
{
  if (!(determinant(box.edges) > 0.0) || !is_finite(box.edges))
    throw std::invalid_argument("a box of volume " + number_text(determinant(box.edges)) +
                                " (must be positive)");
  if (!(cell > 0.0) || !std::isfinite(cell))
    throw std::invalid_argument("cell " + number_text(cell) + " (must be positive)");
  to_lamda = inverse(box.edges);
  height = box.heights();
  const double most = product_of(height) / MAX_CELLS;
  cell = std::max(cell, std::cbrt(most));
  for (int k = 0; k < 3; k++)
    cells[k] = static_cast<int>(std::clamp(std::floor(height[k] / cell), 1.0, MAX_CELLS));
  bodies_in.resize(static_cast<size_t>(cells[0]) * cells[1] * cells[2]);
}

Vector3d OccupiedSpace::wrapped(const Vector3d &center) const
{
  const Vector3d lamda = to_lamda * (center - box.origin);
  Vector3d result = center;
  for (int k = 0; k < 3; k++)
    if (box.periodic[k]) result -= std::floor(lamda[k]) * box.edges.column[k];
  return result;
}

// All bodies outside of a face that is not periodic belong to the cells at that face.
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

bool OccupiedSpace::crosses_face(const PlacedSolid &body) const
{
  const double radius = body.radius();
  const Vector3d lamda = to_lamda * (body.pose.position - box.origin);
  bool is_near = false;
  for (int k = 0; k < 3; k++) {
    const double reach = radius / height[k];
    if (box.periodic[k] ? 2.0 * reach > 1.0 : lamda[k] < 0.0 || lamda[k] > 1.0) return true;
    is_near |= !box.periodic[k] && (lamda[k] < reach || lamda[k] > 1.0 - reach);
  }
  if (!is_near || !body.solid) return is_near;
  for (int n = 0; n < body.solid->vertex_count(); n++) {
    const Vector3d corner = to_lamda * (body.corner(n) - box.origin);
    for (int k = 0; k < 3; k++)
      if (!box.periodic[k] && (corner[k] < 0.0 || corner[k] > 1.0)) return true;
  }
  return false;
}

// Whether any periodic image of another body overlaps. A distance below that of touching bounding
// spheres is, along each edge, less than touching / height in lamda.
bool OccupiedSpace::touches(const PlacedSolid &other, const PlacedSolid &body) const
{
  const double touching = other.radius() + body.radius();
  const Vector3d delta = body.pose.position - other.pose.position, lamda = to_lamda * delta;
  Vector3d low = Vector3d::zero(), high = Vector3d::zero();
  for (int k = 0; k < 3; k++) {
    const double reach = touching / height[k];
    if (!box.periodic[k]) continue;
    low[k] = std::ceil(lamda[k] - reach);
    high[k] = std::floor(lamda[k] + reach);
  }
  for (double a = low[0]; a <= high[0]; a += 1.0)
    for (double b = low[1]; b <= high[1]; b += 1.0)
      for (double c = low[2]; c <= high[2]; c += 1.0) {
        const Vector3d shift = box.edges * Vector3d{a, b, c};
        if (squared_norm(delta - shift) < touching * touching &&
            penetration(body, other, shift).depth > 0.0)
          return true;
      }
  return false;
}

bool OccupiedSpace::is_free(const PlacedSolid &body) const
{
  assert(body.scale > 0.0);
  if (crosses_face(body)) return false;
  PlacedSolid inside = body;
  inside.pose.position = wrapped(body.pose.position);
  return all_cells(cells_of(inside.pose.position, body.radius()), [&](size_t cell) {
    return std::none_of(bodies_in[cell].begin(), bodies_in[cell].end(),
                        [&](int n) { return touches(bodies[n], inside); });
  });
}

void OccupiedSpace::add(const PlacedSolid &body)
{
  const int number = count();
  bodies.push_back(body);
  bodies.back().pose.position = wrapped(body.pose.position);
  all_cells(cells_of(bodies.back().pose.position, body.radius()), [&](size_t cell) {
    std::vector<int> &listed = bodies_in[cell];
    if (listed.empty() || listed.back() != number) listed.push_back(number);
    return true;
  });
}

std::array<Vector3d, 14> surface_points(const Vector3d &center, double radius)
{
  assert(radius > 0.0);
  std::array<Vector3d, 14> points;
  size_t count = 0;
  for (int dx = -1; dx <= 1; dx++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dz = -1; dz <= 1; dz++) {
        const int axes = dx * dx + dy * dy + dz * dz;
        if (axes != 1 && axes != 3) continue;
        const double step = radius / std::sqrt(axes);
        points[count++] = center + step * Vector3d{1.0 * dx, 1.0 * dy, 1.0 * dz};
      }
  return points;
}

std::vector<std::optional<Vector3d>> place_bodies(const PlacementRequest &request,
                                                  OccupiedSpace &space, RandomNumbers &random)
{
  assert(request.attempts > 0);
  std::vector<std::optional<Vector3d>> centers;
  const Vector3d span = request.high - request.low;
  size_t placed = 0;
  for (PlacedSolid body : request.bodies) {
    centers.emplace_back();
    for (int attempt = 0; attempt < request.attempts && !centers.back(); attempt++) {
      Vector3d &x = body.pose.position = request.low;
      for (int k = 0; k < 3; k++) x[k] += span[k] * random.uniform();
      if (!space.is_free(body) || (request.accept && !request.accept(body))) continue;
      space.add(body);
      centers.back() = x;
      placed++;
    }
    if (request.progress) request.progress(centers.size(), placed);
  }
  return centers;
}

}    // namespace grist
