#include "packings/shape.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"

#include <algorithm>
#include <stdexcept>

namespace grist {

void check_length(const std::string &what, double length)
{
  const auto refuse = [&](const std::string &expected) {
    throw std::invalid_argument(what + " " + number_text(length) + " (must be " + expected + ")");
  };
  if (!(length > 0.0) || !std::isfinite(length)) refuse("a positive, finite number");
  if (length < SMALLEST_LENGTH || length > LARGEST_LENGTH)
    refuse("from " + number_text(SMALLEST_LENGTH) + " to " + number_text(LARGEST_LENGTH));
}

// Half a size given by the user.
static double half_size(const char *what, double size)
{
  check_length(what, size);
  return 0.5 * size;
}

Shape Shape::sphere(double radius)
{
  const double r = 2.0 * half_size("sphere radius", radius);
  return Shape(Kind::SPHERE, {r, r, r});
}

Shape Shape::cube(double edge)
{
  const double h = half_size("cube edge", edge);
  return Shape(Kind::CUBE, {h, h, h});
}

Shape Shape::box(double edge_x, double edge_y, double edge_z)
{
  return Shape(Kind::BOX,
               {half_size("box edge", edge_x), half_size("box edge", edge_y),
                half_size("box edge", edge_z)});
}

Shape Shape::cylinder(double radius, double height)
{
  const double r = 2.0 * half_size("cylinder radius", radius);
  return Shape(Kind::CYLINDER, {r, r, half_size("cylinder height", height)});
}

double Shape::volume() const
{
  const double box = 8.0 * half.x * half.y * half.z;
  switch (type) {
    case Kind::SPHERE: return box * PI / 6.0;
    case Kind::CYLINDER: return box * PI / 4.0;
    default: return box;
  }
}

double Shape::inner_radius() const
{
  return std::min({half.x, half.y, half.z});
}

double Shape::largest_extent() const
{
  return 2.0 * std::max({half.x, half.y, half.z});
}

std::string Shape::text() const
{
  switch (type) {
    case Kind::SPHERE: return "sphere " + number_text(half.x);
    case Kind::CUBE: return "cube " + number_text(2.0 * half.x);
    case Kind::CYLINDER: return "cylinder " + number_text(half.x) + " " + number_text(2.0 * half.z);
    default:
      return "box " + number_text(2.0 * half.x) + " " + number_text(2.0 * half.y) + " " +
          number_text(2.0 * half.z);
  }
}

// To 30 significant bits, for a value from 0 to 1.
static double rounded(double value)
{
  constexpr double TWO_TO_30 = 1073741824.0;
  double grid = TWO_TO_30;
  while (value * grid < 0.5 * TWO_TO_30) grid *= 2.0;
  return std::floor(value * grid + 0.5) / grid;
}

Shape Shape::unit() const
{
  const double longest = 0.5 * largest_extent();
  return Shape(type,
               {rounded(half.x / longest), rounded(half.y / longest), rounded(half.z / longest)});
}

// The wall of radius `radius` about the origin, for a point at `away` from it.
static Wall round_wall(double radius, const Vector3d &away)
{
  assert(radius > 0.0);
  const double distance = norm(away);
  if (distance == 0.0) return {radius, {}};
  return {radius - distance, (-1.0 / distance) * away};
}

int Shape::walls(const Vector3d &at, std::array<Wall, MAX_WALLS> &seen) const
{
  int n = 0;
  if (type == Kind::SPHERE) {
    seen[n++] = round_wall(half.x, at);
    return n;
  }
  if (type == Kind::CYLINDER) {
    seen[n++] = round_wall(half.x, {at.x, at.y, 0.0});
  } else {
    seen[n++] = {half.x - at.x, {-1.0, 0.0, 0.0}};
    seen[n++] = {half.x + at.x, {1.0, 0.0, 0.0}};
    seen[n++] = {half.y - at.y, {0.0, -1.0, 0.0}};
    seen[n++] = {half.y + at.y, {0.0, 1.0, 0.0}};
  }
  seen[n++] = {half.z - at.z, {0.0, 0.0, -1.0}};
  seen[n++] = {half.z + at.z, {0.0, 0.0, 1.0}};
  return n;
}

double Shape::depth(const Vector3d &at) const
{
  std::array<Wall, MAX_WALLS> seen;
  const int n = walls(at, seen);
  double least = seen[0].depth;
  for (int i = 1; i < n; i++) least = std::min(least, seen[i].depth);
  return least;
}

}    // namespace grist
