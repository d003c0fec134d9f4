#include "breakage/crack_division.h"

#include "common/decompositions.h"
#include "common/preconditions.h"
#include "geometry/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

static constexpr double CUT_ROUNDING = 16.0 * std::numeric_limits<double>::epsilon();

// The volume behind a crack is found to this part of the piece's.
static constexpr double VOLUME_TOLERANCE = 1e-13;
static constexpr int MOST_STEPS = 60;

void throw_no_cells(size_t count)
{
  throw std::runtime_error(
      std::to_string(count) +
      " Laguerre cells of given volumes were not found (fewer pieces, or cracks)");
}

CrackDivision::CrackDivision(const Body &body, const std::vector<double> &volumes,
                             const CrackSettings &settings) :
    body(body),
    volumes(volumes), settings(settings), random(settings.seed), order(volumes.size()),
    pieces(volumes.size())
{
  assert(!body.parts.empty() && are_positive(volumes));
  assert(settings.tilt >= 0.0 && (body.parts.size() == 1 || body.thinnest > 0.0));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return volumes[a] > volumes[b]; });
}

std::vector<ConvexSolids> CrackDivision::run()
{
  divide(body.parts, 0, static_cast<int>(order.size()), 0);
  return std::move(pieces);
}

// Cracks are numbered by their depth, so that no two faces of a piece have the same number. Where
// all is on one side, the pieces of the other one are none.
void CrackDivision::divide(ConvexSolids solids, int first, int count, int depth)
{
  if (count == 1 || solids.empty()) {
    pieces[order[first]] = std::move(solids);
    return;
  }
  const int large = larger_group(first, count), face = body.face_count + depth;
  const Vector3d normal = direction(solids);
  const double wanted = sum(first, large);
  const double at = offset(solids, normal, wanted, sum(first, count), face);
  Halves halves = split(solids, {normal, at}, face);
  divide(std::move(halves.behind), first, large, depth + 1);
  divide(std::move(halves.beyond), first + large, count - large, depth + 1);
}

// How many of the pieces, from the largest on, have about half of the volume. Of three alike,
// rounding errors do not choose which side has two.
int CrackDivision::larger_group(int first, int count) const
{
  assert(count >= 2);
  constexpr double ALIKE = 1.0 - 1e-9;
  const double half = ALIKE * 0.5 * sum(first, count);
  double taken = volumes[order[first]];
  int number = 1;
  while (number < count - 1 && taken + 0.5 * volumes[order[first + number]] < half)
    taken += volumes[order[first + number++]];
  return number;
}

double CrackDivision::sum(int first, int count) const
{
  double total = 0.0;
  for (int k = first; k < first + count; k++) total += volumes[order[k]];
  return total;
}

// Along which the points scatter most. Of directions in which they scatter alike, as in a cube,
// that which is next to the first axis: rounding errors do not choose.
static Vector3d longest_axis(const Matrix3d &scatter)
{
  constexpr double ALIKE = 1.0 - 1e-9;
  const auto [values, vectors] = eigenvectors(scatter);
  Matrix3d onto = Matrix3d::zero();    // projects onto these directions
  for (int k = 0; k < 3; k++)
    if (values[k] >= ALIKE * values[2]) onto += outer_product(vectors.column[k], vectors.column[k]);
  if (values[1] >= ALIKE * values[2])
    for (const Vector3d &along : onto.column)
      if (norm(along) > 0.5) return normalized(along);
  return normalized(vectors.column[2]);
}

// Of several solids, the corners of their hull.
static std::vector<Vector3d> outer_points(const ConvexSolids &solids)
{
  std::vector<Vector3d> points;
  for (const ConvexSolid &solid : solids)
    for (int i = 0; i < solid.count; i++) points.push_back(solid.point(i));
  if (solids.size() == 1) return points;
  std::vector<char> is_corner(points.size(), 0);
  for (const std::vector<int> &face : convex_hull(points).faces)
    for (const int corner : face) is_corner[corner] = 1;
  std::vector<Vector3d> corners;
  for (size_t i = 0; i < points.size(); i++)
    if (is_corner[i]) corners.push_back(points[i]);
  return corners;
}

// The normal of a crack, which points to the side of the smaller pieces.
Vector3d CrackDivision::direction(const ConvexSolids &solids)
{
  const std::vector<Vector3d> points = outer_points(solids);
  Vector3d mean = Vector3d::zero();
  for (const Vector3d &point : points) mean += point;
  mean /= static_cast<int>(points.size());
  Matrix3d scatter = Matrix3d::zero();
  for (const Vector3d &point : points) scatter += outer_product(point - mean, point - mean);
  const Vector3d longest = longest_axis(scatter);
  const double x = random.normal(), y = random.normal(), z = random.normal();
  Vector3d normal = normalized(longest + settings.tilt * normalized(Vector3d{x, y, z}));
  const bool turn = settings.contact ? dot(normal, *settings.contact - mean) < 0.0
                                     : random.uniform() < 0.5;
  return turn ? -normal : normal;
}

// Where the plane with this normal has the volume behind it, of a whole that is the volume of the
// solids except splinters. The volume grows by the area of the cut: Newton's method between bounds.
double CrackDivision::offset(const ConvexSolids &solids, const Vector3d &normal, double volume,
                             double of, int face)
{
  DistanceRange range = distance_range(solids[0].view(), {normal, 0.0});
  for (const ConvexSolid &solid : solids) {
    const DistanceRange its = distance_range(solid.view(), {normal, 0.0});
    range = {std::min(range.least, its.least), std::max(range.greatest, its.greatest)};
  }
  const double whole = volume_of(solids, face);
  if (body.thinnest > 0.0) volume *= whole / of;
  double low = range.least, high = range.greatest, at = low + (high - low) * volume / whole;
  for (int k = 0; k < MOST_STEPS; k++) {
    double behind = 0.0, area = 0.0;
    for (const ConvexSolid &solid : solids) {
      if (!cut(solid, {normal, at}, face)) continue;
      const ClippedBody::Integrals part = clipped.integrals(face);
      behind += part.volume;
      area += norm(part.area_vector);
    }
    const double more = behind - volume;
    if (std::abs(more) <= VOLUME_TOLERANCE * whole) break;
    (more > 0.0 ? high : low) = at;
    const double next = area > 0.0 ? at - more / area : low;
    at = next > low && next < high ? next : 0.5 * (low + high);
  }
  return at;
}

double CrackDivision::volume_of(const ConvexSolids &solids, int face)
{
  double volume = 0.0;
  for (const ConvexSolid &solid : solids) {
    clipped.start(solid.view(), face + 1);
    volume += clipped.integrals(face).volume;
  }
  return volume;
}

// Returns false if nothing remains; the rest is in `clipped`.
bool CrackDivision::cut(const ConvexSolid &solid, const HalfSpace &plane, int face)
{
  clipped.start(solid.view(), face + 1);
  return clipped.cut(plane, face, CUT_ROUNDING * body.radius) != ClippedBody::Cut::EMPTY;
}

// Splinters are cut off after all where they are all that a side would have.
CrackDivision::Halves CrackDivision::split(const ConvexSolids &solids, const HalfSpace &plane,
                                           int face)
{
  for (const double thinnest : {body.thinnest, 0.0}) {
    Halves halves;
    for (const ConvexSolid &solid : solids) split(solid, plane, face, thinnest, halves);
    if ((!halves.behind.empty() && !halves.beyond.empty()) || thinnest == 0.0) return halves;
  }
  return {};    // not reached
}

void CrackDivision::split(const ConvexSolid &solid, const HalfSpace &plane, int face,
                          double thinnest, Halves &halves)
{
  const HalfSpace sides[] = {plane, {-plane.normal, -plane.offset}};
  ConvexSolids *const to[] = {&halves.behind, &halves.beyond};
  ConvexSolids parts;
  bool is_left[2];
  for (int side = 0; side < 2; side++) {
    is_left[side] = cut(solid, sides[side], face);
    parts.emplace_back(clipped.body());
    if (body.thinnest > 0.0)
      is_left[side] = is_left[side] && !is_thin(parts[side].corners(), thinnest);
    else
      is_left[side] = true;    // a convex body has something on both sides
  }
  if (is_left[0] && is_left[1]) {
    for (int side = 0; side < 2; side++) to[side]->push_back(std::move(parts[side]));
    return;
  }
  const DistanceRange range = distance_range(solid.view(), plane);
  const bool is_beyond = is_left[0] == is_left[1] ? range.greatest > -range.least : is_left[1];
  to[is_beyond ? 1 : 0]->push_back(solid);
}

}    // namespace grist
