#include "packings/cut_ball.h"

#include "packings/exposed_patch.h"

#include "common/constants.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grist {

namespace {

constexpr double PARALLEL = 1.0e-10;    // sine of the angle of planes or lines that are parallel

// What lies beyond a parallel plane or line. `same`: both normals point to the same side. Of equal
// ones that of the lower number stays.
bool hidden_by_parallel(double offset, int number, double other_offset, int other, bool same)
{
  if (!same) return -offset > other_offset;
  return other_offset < offset || (other_offset == offset && other < number);
}

// The points of a plane with nx x + ny y <= offset.
struct HalfPlane {
  double nx, ny, offset;
};

// Length of side number e of a disc: its chord inside the other half planes.
double side_length(double radius, const std::vector<HalfPlane> &sides, int e)
{
  const HalfPlane &side = sides[e];
  double high = std::sqrt(radius * radius - side.offset * side.offset), low = -high;
  for (int f = 0; f < static_cast<int>(sides.size()); f++) {
    if (f == e) continue;
    const HalfPlane &other = sides[f];
    const double along = other.ny * side.nx - other.nx * side.ny;
    const double across = other.nx * side.nx + other.ny * side.ny;
    if (std::fabs(along) < PARALLEL) {
      if (hidden_by_parallel(side.offset, e, other.offset, f, across > 0.0)) return 0.0;
      continue;
    }
    const double end = (other.offset - across * side.offset) / along;
    if (along > 0.0)
      high = std::min(high, end);
    else
      low = std::max(low, end);
    if (low >= high) return 0.0;
  }
  return high - low;
}

// Angle of the part of a circle that is inside all half planes.
double exposed_angle(double radius, const std::vector<HalfPlane> &sides)
{
  std::vector<std::pair<double, double>> covered;
  for (const HalfPlane &side : sides) {
    const double half = std::acos(side.offset / radius);
    const double middle = std::atan2(side.ny, side.nx);
    const double from = middle - half < 0.0 ? middle - half + 2.0 * PI : middle - half;
    const double to = from + 2.0 * half;
    covered.emplace_back(from, std::min(to, 2.0 * PI));
    if (to > 2.0 * PI) covered.emplace_back(0.0, to - 2.0 * PI);
  }
  std::sort(covered.begin(), covered.end());
  double left = 2.0 * PI, reached = 0.0;
  for (const auto &[from, to] : covered) {
    left -= std::max(0.0, to - std::max(from, reached));
    reached = std::max(reached, to);
  }
  return left;
}

double cut_disc_area(double radius, const std::vector<HalfPlane> &sides)
{
  double twice = radius * radius * exposed_angle(radius, sides);
  for (int e = 0; e < static_cast<int>(sides.size()); e++)
    twice += sides[e].offset * side_length(radius, sides, e);
  return std::max(0.0, 0.5 * twice);
}

// Area of the disc in plane number k, inside the other half spaces.
double face_area_of(double ball_radius, const std::vector<HalfSpace> &planes, int k)
{
  const HalfSpace &plane = planes[k];
  const double radius = std::sqrt(ball_radius * ball_radius - plane.offset * plane.offset);
  const Vector3d u = unit_orthogonal(plane.normal), v = cross(plane.normal, u);
  std::vector<HalfPlane> sides;
  for (int j = 0; j < static_cast<int>(planes.size()); j++) {
    if (j == k) continue;
    const HalfSpace &other = planes[j];
    const double x = dot(other.normal, u), y = dot(other.normal, v);
    const double sine = std::hypot(x, y), cosine = dot(other.normal, plane.normal);
    if (sine < PARALLEL) {
      if (hidden_by_parallel(plane.offset, k, other.offset, j, cosine > 0.0)) return 0.0;
      continue;
    }
    const HalfPlane side = {x / sine, y / sine, (other.offset - cosine * plane.offset) / sine};
    if (side.offset <= -radius) return 0.0;
    if (side.offset < radius) sides.push_back(side);
  }
  return cut_disc_area(radius, sides);
}

}    // namespace

double cut_ball_volume(double radius, const std::vector<HalfSpace> &half_spaces)
{
  assert(radius > 0.0);
  std::vector<HalfSpace> planes;
  std::vector<Cap> caps;
  for (const HalfSpace &half_space : half_spaces) {
    assert(is_unit(half_space.normal));
    if (half_space.offset <= -radius) return 0.0;
    if (half_space.offset >= radius) continue;
    planes.push_back(half_space);
    caps.push_back({half_space.normal, half_space.offset / radius});
  }
  if (planes.empty()) return sphere_volume(radius);
  double thrice = radius * radius * radius * patch_solid_angle(std::move(caps));
  for (int k = 0; k < static_cast<int>(planes.size()); k++)
    thrice += planes[k].offset * face_area_of(radius, planes, k);
  return std::max(0.0, thrice / 3.0);
}

}    // namespace grist
