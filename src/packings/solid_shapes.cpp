#include "packings/solid_shapes.h"

#include "common/constants.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "geometry/random_shape.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace grist {
namespace solid_shapes {

static constexpr int AROUND = 72;    // segments around the axis, a multiple of 4
static constexpr int UPWARD = 18;    // rings of a quarter of a circle

static void refuse(const std::string &what, double value, const std::string &expected)
{
  throw std::invalid_argument(what + " " + number_text(value) + " (must be " + expected + ")");
}

// Triangles between rings of AROUND corners, from below to above.
static void join_rings(Mesh &mesh, int rings)
{
  assert(rings >= 2 && mesh.vertices.size() % rings == 0);
  for (int r = 0; r + 1 < rings; r++)
    for (int k = 0; k < AROUND; k++) {
      const int a = r * AROUND + k, b = r * AROUND + (k + 1) % AROUND;
      mesh.faces.push_back({a, b, b + AROUND});
      mesh.faces.push_back({a, b + AROUND, a + AROUND});
    }
}

// Corners of a box moved apart by the ball of the rounding. Rings at the poles and at the equator
// are kept twice: the flat faces are between them.
static Mesh rounded_box(const Vector3d &core, double radius)
{
  Mesh mesh;
  const int rings = 2 * (UPWARD + 1);
  for (int r = 0; r < rings; r++) {
    const int level = r <= UPWARD ? r - UPWARD : r - UPWARD - 1;
    const double polar = 0.5 * PI * level / UPWARD;
    const double across = std::abs(level) == UPWARD ? 0.0 : std::cos(polar);
    for (int k = 0; k < AROUND; k++) {
      const double around = 2.0 * PI * (k + 0.5) / AROUND;
      const Vector3d out{across * std::cos(around), across * std::sin(around), std::sin(polar)};
      const Vector3d side{std::cos(around) > 0.0 ? 1.0 : -1.0, std::sin(around) > 0.0 ? 1.0 : -1.0,
                          r <= UPWARD ? -1.0 : 1.0};
      mesh.vertices.push_back(product(core, side) + radius * out);
    }
  }
  join_rings(mesh, rings);
  const int quarter = AROUND / 4, top = (rings - 1) * AROUND;
  const int c[4] = {0, quarter, 2 * quarter, 3 * quarter};
  mesh.faces.push_back({c[0], c[2], c[1]});
  mesh.faces.push_back({c[0], c[3], c[2]});
  mesh.faces.push_back({top + c[0], top + c[1], top + c[2]});
  mesh.faces.push_back({top + c[0], top + c[2], top + c[3]});
  return mesh;
}

static double volume_of(const Mesh &mesh)
{
  double volume = 0.0;
  for (const auto &face : mesh.faces)
    volume +=
        dot(mesh.vertices[face[0]], cross(mesh.vertices[face[1]], mesh.vertices[face[2]])) / 6.0;
  return volume;
}

// The mesh made with the factor (near 1) that gives it this volume, by secants.
static Mesh of_volume(double volume, const std::function<Mesh(double)> &make)
{
  double last = 1.0, last_volume = volume_of(make(last)), factor = 1.001;
  Mesh mesh;
  for (int n = 0; n < 6; n++) {
    mesh = make(factor);
    const double now = volume_of(mesh);
    if (std::fabs(now / volume - 1.0) < 1.0e-12 || now == last_volume) break;
    const double next = factor + (volume - now) * (factor - last) / (now - last_volume);
    last = factor;
    last_volume = now;
    factor = next;
  }
  return mesh;
}

Mesh cushion(double edge_x, double edge_y, double edge_z, double rounding)
{
  for (double edge : {edge_x, edge_y, edge_z}) check_length("cushion edge", edge);
  check_length("cushion rounding", rounding);
  const double half = 0.5 * std::min({edge_x, edge_y, edge_z}), r = rounding;
  if (rounding > half * (1.0 + 1.0e-12))
    refuse("cushion rounding", rounding, "at most half the shortest edge, " + number_text(half));
  const Vector3d core =
      greatest(0.5 * Vector3d{edge_x, edge_y, edge_z} - Vector3d::all(r), Vector3d::zero());
  const Vector3d e = 2.0 * core;
  const double volume = e[0] * e[1] * e[2] + 2.0 * r * (e[0] * e[1] + e[1] * e[2] + e[2] * e[0]) +
      PI * r * r * sum_of(e) + sphere_volume(r);
  return of_volume(volume, [&](double f) { return rounded_box(core, f * r); });
}

Mesh rod(double radius, double length)
{
  check_length("rod radius", radius);
  check_length("rod length", length);
  if (length < 2.0 * radius * (1.0 - 1.0e-12))
    refuse("rod length", length, "at least the diameter, " + number_text(2.0 * radius));
  const double core = std::max(0.0, length - 2.0 * radius);
  return of_volume(sphere_volume(radius) + PI * radius * radius * core, [&](double f) {
    return rounded_box({0.0, 0.0, 0.5 * core}, f * radius);
  });
}

// A profile turned about the axis: (radius, z) from below to above, its ends on the axis or closed
// by flat faces.
static Mesh lathe(const std::vector<std::pair<double, double>> &profile)
{
  Mesh mesh;
  for (const auto &[radius, z] : profile)
    for (int k = 0; k < AROUND; k++) {
      const double around = 2.0 * PI * k / AROUND;
      mesh.vertices.push_back({radius * std::cos(around), radius * std::sin(around), z});
    }
  const int rings = static_cast<int>(profile.size());
  join_rings(mesh, rings);
  for (const int r : {0, rings - 1}) {
    const int middle = static_cast<int>(mesh.vertices.size()), first = r * AROUND;
    mesh.vertices.push_back({0.0, 0.0, profile[r].second});
    for (int k = 0; k < AROUND; k++) {
      const int a = first + k, b = first + (k + 1) % AROUND;
      mesh.faces.push_back(r == 0 ? std::vector<int>{middle, b, a}
                                  : std::vector<int>{middle, a, b});
    }
  }
  return mesh;
}

static Mesh turned_tablet(double radius, double band, double cap)
{
  std::vector<std::pair<double, double>> upper = {{radius, 0.5 * band}};
  if (cap > 0.0) {
    const double ball = (radius * radius + cap * cap) / (2.0 * cap);
    const double widest = 2.0 * std::atan2(cap, radius);    // angle at the ball's centre
    for (int n = 1; n < UPWARD; n++) {
      const double angle = widest * (UPWARD - n) / UPWARD;
      upper.push_back({ball * std::sin(angle), 0.5 * band + cap - ball * (1.0 - std::cos(angle))});
    }
    upper.push_back({0.0, 0.5 * band + cap});
  }
  std::vector<std::pair<double, double>> profile;
  for (auto at = upper.rbegin(); at != upper.rend(); ++at)
    profile.push_back({at->first, -at->second});
  if (band == 0.0) profile.pop_back();
  profile.insert(profile.end(), upper.begin(), upper.end());
  return lathe(profile);
}

Mesh tablet(double radius, double band_height, double cap_height)
{
  check_length("tablet radius", radius);
  if (band_height != 0.0) check_length("tablet band height", band_height);
  if (cap_height != 0.0) check_length("tablet cap height", cap_height);
  if (cap_height > radius * (1.0 + 1.0e-12))
    refuse("tablet cap height", cap_height, "at most the radius, " + number_text(radius));
  if (band_height + cap_height <= 0.0)
    refuse("tablet band height", band_height, "positive where the cap height is 0");
  const double c = cap_height;
  const double volume =
      PI * radius * radius * band_height + PI * c / 3.0 * (3.0 * radius * radius + c * c);
  return of_volume(volume,
                   [&](double f) { return turned_tablet(f * radius, band_height, cap_height); });
}

Mesh gravel(double diameter, std::uint64_t seed)
{
  check_length("gravel diameter", diameter);
  RandomShape shape;
  shape.cuts = 30;
  shape.seed = seed;
  const ConvexPolyhedron unit = random_polyhedron(shape);
  const double factor = std::cbrt(sphere_volume(0.5 * diameter) / unit.volume());
  Mesh mesh;
  for (const Vector3d &p : unit.vertices()) mesh.vertices.push_back(factor * p);
  for (const ConvexPolyhedron::Face &face : unit.faces()) mesh.faces.push_back(face.corners);
  return mesh;
}

static Mesh box_mesh(const Vector3d &half)
{
  Mesh mesh;
  for (int n = 0; n < 8; n++)
    mesh.vertices.push_back(
        {n & 1 ? half.x : -half.x, n & 2 ? half.y : -half.y, n & 4 ? half.z : -half.z});
  mesh.faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  return mesh;
}

Mesh mesh_of(const Shape &shape)
{
  const Vector3d half = shape.half_extent();
  switch (shape.kind()) {
    case Shape::Kind::SPHERE: return rod(half.x, 2.0 * half.x);
    case Shape::Kind::CYLINDER: return tablet(half.x, 2.0 * half.z, 0.0);
    default: return box_mesh(half);
  }
}

}    // namespace solid_shapes
}    // namespace grist
