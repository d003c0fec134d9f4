#include "compounds/flat_polygon.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grist {

// Over the square root of the area: a shorter edge is a corner that rounding has split, and has no
// direction.
static constexpr double SPLIT_CORNER = 1e-9;

FlatPolygon FlatPolygon::of(std::vector<Vector3d> corners)
{
  FlatPolygon polygon;
  polygon.labels.assign(corners.size(), OWN);
  polygon.corners = std::move(corners);
  return polygon;
}

void FlatPolygon::clear()
{
  corners.clear();
  labels.clear();
}

void cut(FlatPolygon &polygon, const HalfSpace &half_space, int label, double tolerance,
         FlatPolygon &scratch)
{
  assert(tolerance >= 0.0 && polygon.corners.size() == polygon.labels.size());
  scratch.clear();
  const auto add = [&scratch](const Vector3d &corner, int of_edge) {
    scratch.corners.push_back(corner);
    scratch.labels.push_back(of_edge);
  };
  const size_t count = polygon.corners.size();
  for (size_t k = 0; k < count; k++) {
    const Vector3d &from = polygon.corners[k], &to = polygon.corners[(k + 1) % count];
    const double here = half_space.distance(from), next = half_space.distance(to);
    const bool is_in = here <= tolerance, goes_in = next <= tolerance;
    const auto crossing = [&] { return from + here / (here - next) * (to - from); };
    if (is_in) add(from, polygon.labels[k]);
    if (is_in && !goes_in)
      add(here < 0.0 ? crossing() : from, label);
    else if (!is_in && goes_in && next < 0.0)
      add(crossing(), polygon.labels[k]);
  }
  std::swap(polygon.corners, scratch.corners);
  std::swap(polygon.labels, scratch.labels);
  if (polygon.is_empty()) polygon.clear();
}

Vector3d area_vector(const FlatPolygon &polygon)
{
  Vector3d area = Vector3d::zero();
  for (size_t k = 2; k < polygon.corners.size(); k++)
    area += 0.5 *
        cross(polygon.corners[k - 1] - polygon.corners[0], polygon.corners[k] - polygon.corners[0]);
  return area;
}

Vector3d middle_of(const FlatPolygon &polygon)
{
  assert(!polygon.is_empty());
  Vector3d sum = Vector3d::zero();
  for (const Vector3d &corner : polygon.corners) sum += corner;
  return sum / static_cast<double>(polygon.corners.size());
}

std::vector<HalfSpace> side_planes(const FlatPolygon &polygon, const Vector3d &normal)
{
  assert(is_unit(normal));
  std::vector<HalfSpace> sides;
  const double shortest2 = SPLIT_CORNER * SPLIT_CORNER * norm(area_vector(polygon));
  const size_t count = polygon.corners.size();
  for (size_t k = 0; k < count; k++) {
    const Vector3d &from = polygon.corners[k], &to = polygon.corners[(k + 1) % count];
    if (squared_norm(to - from) <= shortest2) continue;
    const Vector3d outward = cross(to - from, normal);
    if (!is_zero(outward)) sides.push_back(HalfSpace::through(from, outward));
  }
  return sides;
}

// Edges that are rounding have no direction.
static void drop_short_edges(FlatPolygon &polygon)
{
  constexpr double NO_LENGTH = 1e-10;    // over the size
  double size = 0.0;
  for (const Vector3d &corner : polygon.corners)
    size = std::max(size, norm(corner - polygon.corners[0]));
  for (size_t k = polygon.corners.size(); k-- > 0 && !polygon.is_empty();) {
    const Vector3d &next = polygon.corners[(k + 1) % polygon.corners.size()];
    if (norm(next - polygon.corners[k]) > NO_LENGTH * size) continue;
    polygon.corners.erase(polygon.corners.begin() + static_cast<long>(k));
    polygon.labels.erase(polygon.labels.begin() + static_cast<long>(k));
  }
}

FlatPolygon common_part(const FlatPolygon &a, const FlatPolygon &b, double tolerance)
{
  const Vector3d area = area_vector(b);
  FlatPolygon left = a, scratch;
  if (is_zero(area)) left.clear();
  for (const HalfSpace &side : side_planes(b, normalized(area)))
    cut(left, side, FlatPolygon::OWN, tolerance, scratch);
  drop_short_edges(left);
  return left;
}

// Whether it is narrower than the tolerance.
static bool is_sliver(const FlatPolygon &polygon, double tolerance)
{
  double square = 0.0;
  for (const Vector3d &a : polygon.corners)
    for (const Vector3d &b : polygon.corners) square = std::max(square, squared_norm(a - b));
  return norm(area_vector(polygon)) <= tolerance * std::sqrt(square);
}

std::vector<FlatPolygon> difference(const FlatPolygon &a, const FlatPolygon &b, double tolerance)
{
  const Vector3d area = area_vector(b);
  std::vector<FlatPolygon> pieces;
  FlatPolygon left = a, scratch;
  for (const HalfSpace &side : side_planes(b, normalized(area))) {
    if (left.is_empty()) break;
    FlatPolygon outside = left;
    cut(outside, {-side.normal, -side.offset}, FlatPolygon::OWN, 0.0, scratch);
    drop_short_edges(outside);
    if (!is_sliver(outside, tolerance)) pieces.push_back(outside);
    cut(left, side, FlatPolygon::OWN, 0.0, scratch);
  }
  return pieces;
}

}    // namespace grist
