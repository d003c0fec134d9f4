#include "geometry/solids.h"

#include "common/constants.h"
#include "common/number_text.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace grist {

static const double GOLDEN = 0.5 * (1.0 + std::sqrt(5.0));

using Points = std::vector<Vector3d>;

static void check_size(const char *what, double size)
{
  if (!(size > 0.0) || !std::isfinite(size))
    throw std::invalid_argument(std::string(what) + " " + number_text(size) +
                                " (must be a positive, finite number)");
}

// All (+-x, +-y, +-z), each once.
static void add_signs(const Vector3d &p, Points &to)
{
  for (int signs = 0; signs < 8; signs++) {
    Vector3d q = p;
    bool again = false;
    for (int k = 0; k < 3; k++)
      if (signs >> k & 1) {
        again = again || p[k] == 0.0;
        q[k] = -q[k];
      }
    if (!again) to.push_back(q);
  }
}

// The same with x, y, z in cyclic order.
static void add_cyclic(const Vector3d &p, Points &to)
{
  add_signs(p, to);
  add_signs({p[1], p[2], p[0]}, to);
  add_signs({p[2], p[0], p[1]}, to);
}

static ConvexPolyhedron scaled(Points points, double factor)
{
  for (Vector3d &p : points) p *= factor;
  return ConvexPolyhedron::from_vertices(points);
}

static Points ring(int corners, double radius, double z)
{
  if (corners < 3)
    throw std::invalid_argument("a polygon of " + std::to_string(corners) +
                                " corners (must be 3 or more)");
  Points points;
  for (int k = 0; k < corners; k++)
    points.push_back(
        {radius * std::cos(2.0 * PI * k / corners), radius * std::sin(2.0 * PI * k / corners), z});
  return points;
}

namespace solids {

ConvexPolyhedron box(double edge_x, double edge_y, double edge_z)
{
  for (const double edge : {edge_x, edge_y, edge_z}) check_size("box edge", edge);
  Points points;
  add_signs(0.5 * Vector3d{edge_x, edge_y, edge_z}, points);
  return ConvexPolyhedron::from_vertices(points);
}

ConvexPolyhedron tetrahedron(double edge)
{
  check_size("tetrahedron edge", edge);
  return scaled({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, edge / std::sqrt(8.0));
}

ConvexPolyhedron cube(double edge)
{
  return box(edge, edge, edge);
}

ConvexPolyhedron octahedron(double edge)
{
  check_size("octahedron edge", edge);
  Points points;
  add_cyclic({1, 0, 0}, points);
  return scaled(points, edge / std::sqrt(2.0));
}

ConvexPolyhedron dodecahedron(double edge)
{
  check_size("dodecahedron edge", edge);
  Points points;
  add_signs({1, 1, 1}, points);
  add_cyclic({0, 1.0 / GOLDEN, GOLDEN}, points);
  return scaled(points, edge * GOLDEN / 2.0);
}

ConvexPolyhedron icosahedron(double edge)
{
  check_size("icosahedron edge", edge);
  Points points;
  add_cyclic({0, 1, GOLDEN}, points);
  return scaled(points, edge / 2.0);
}

ConvexPolyhedron truncated_icosahedron(double edge)
{
  check_size("truncated icosahedron edge", edge);
  Points points;
  add_cyclic({0, 1, 3.0 * GOLDEN}, points);
  add_cyclic({1, 2.0 + GOLDEN, 2.0 * GOLDEN}, points);
  add_cyclic({GOLDEN, 2, 2.0 * GOLDEN + 1.0}, points);
  return scaled(points, edge / 2.0);
}

ConvexPolyhedron prism(int corners, double radius, double height)
{
  check_size("prism radius", radius);
  check_size("prism height", height);
  Points points = ring(corners, radius, -0.5 * height);
  const Points top = ring(corners, radius, 0.5 * height);
  points.insert(points.end(), top.begin(), top.end());
  return ConvexPolyhedron::from_vertices(points);
}

ConvexPolyhedron pyramid(int corners, double radius, double height)
{
  check_size("pyramid radius", radius);
  check_size("pyramid height", height);
  Points points = ring(corners, radius, 0.0);
  points.push_back({0.0, 0.0, height});
  return ConvexPolyhedron::from_vertices(points);
}

}    // namespace solids
}    // namespace grist
