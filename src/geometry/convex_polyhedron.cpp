#include "geometry/convex_polyhedron.h"

#include "geometry/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

// Vertices, and faces: edges number them with 16 bits.
static constexpr size_t MOST = std::numeric_limits<std::uint16_t>::max();

// Padded by copies of the first value.
static void pad(std::vector<double> &values)
{
  values.resize(padded(static_cast<int>(values.size())), values.front());
}

void CoordinateArrays::assign(const std::vector<Vector3d> &points)
{
  std::vector<double> *const arrays[3] = {&x, &y, &z};
  for (int k = 0; k < 3; k++) {
    arrays[k]->clear();
    arrays[k]->reserve(padded(static_cast<int>(points.size())));
    for (const Vector3d &p : points) arrays[k]->push_back(p[k]);
    pad(*arrays[k]);
  }
}

ConvexPolyhedron ConvexPolyhedron::from_half_spaces(const std::vector<HalfSpace> &half_spaces)
{
  return from_vertices(region_corners(half_spaces));
}

// The points that are corners of a face, and the faces in their numbers.
static std::vector<Vector3d> take_corners(const std::vector<Vector3d> &points,
                                          std::vector<std::vector<int>> &faces)
{
  std::vector<int> number(points.size(), -1);
  for (const std::vector<int> &face : faces)
    for (const int corner : face) number[corner] = 0;
  std::vector<Vector3d> corners;
  for (size_t point = 0; point < points.size(); point++) {
    if (number[point] < 0) continue;
    number[point] = static_cast<int>(corners.size());
    corners.push_back(points[point]);
  }
  for (std::vector<int> &face : faces)
    for (int &corner : face) corner = number[corner];
  corners.shrink_to_fit();
  return corners;
}

ConvexPolyhedron ConvexPolyhedron::from_vertices(const std::vector<Vector3d> &vertices,
                                                 double tolerance)
{
  std::vector<std::vector<int>> loops = convex_hull(vertices, tolerance).faces;
  std::vector<Vector3d> points = take_corners(vertices, loops);
  if (std::max(points.size(), loops.size()) > MOST)
    throw std::invalid_argument("the polyhedron has " + std::to_string(points.size()) +
                                " vertices and " + std::to_string(loops.size()) +
                                " faces (at most " + std::to_string(MOST) + ")");

  ConvexPolyhedron body;
  const MassProperties mass = mass_properties(points, loops);
  if (!(mass.volume > 0.0) || !std::isfinite(mass.surface))
    throw std::invalid_argument("the polyhedron has no volume: " + std::to_string(mass.volume));
  const PrincipalFrame frame = principal_frame(mass.inertia);
  body.given = {mass.centroid, frame.axes};
  body.moments = frame.moments;
  body.solid_volume = mass.volume;
  body.surface_area = mass.surface;
  for (Vector3d &point : points) point = body.given.to_body(point);
  for (const Vector3d &point : points) body.outer = std::max(body.outer, point.norm());
  body.inner = body.outer;
  std::vector<HalfSpace> faces;
  for (const std::vector<int> &loop : loops) {
    faces.push_back(face_plane(points, loop));
    body.inner = std::min(body.inner, faces.back().offset);
  }
  body.set_edges(loops);
  body.set_arrays(points, faces);
  return body;
}

ConvexPolyhedron ConvexPolyhedron::scaled(double factor) const
{
  if (!(factor > 0.0) || !std::isfinite(factor))
    throw std::invalid_argument("scale factor " + std::to_string(factor) +
                                " (must be a positive, finite number)");
  std::vector<Vector3d> points = vertices();
  for (Vector3d &point : points) point *= factor;
  std::vector<HalfSpace> faces;
  for (int f = 0; f < planes; f++) faces.push_back({plane(f).normal, factor * plane(f).offset});
  ConvexPolyhedron body = *this;
  body.solid_volume *= factor * factor * factor;
  body.surface_area *= factor * factor;
  body.outer *= factor;
  body.inner *= factor;
  body.moments *= std::pow(factor, 5);
  body.given.position *= factor;
  body.set_arrays(points, faces);
  return body;
}

void ConvexPolyhedron::set_edges(const std::vector<std::vector<int>> &loops)
{
  // Each edge twice, once for each of its faces: along the loop of the left one.
  struct Side {
    std::pair<int, int> ends;
    int face;
  };
  std::vector<Side> all;
  for (size_t f = 0; f < loops.size(); f++)
    for (size_t k = 0; k < loops[f].size(); k++)
      all.push_back({{loops[f][k], loops[f][(k + 1) % loops[f].size()]}, static_cast<int>(f)});
  const auto before = [](const Side &a, const Side &b) { return a.ends < b.ends; };
  std::sort(all.begin(), all.end(), before);
  sides.reserve(all.size() / 2);
  for (const Side &side : all) {
    const auto [tail, head] = side.ends;
    if (tail > head) continue;
    const auto opposite = std::lower_bound(all.begin(), all.end(), Side{{head, tail}, 0}, before);
    const auto packed = [](int number) { return static_cast<std::uint16_t>(number); };
    sides.push_back({packed(tail), packed(head), packed(side.face), packed(opposite->face)});
  }
}

// Where arrays of this many numbers lie one after another: x, y, z.
static CoordinateView coordinates_at(const double *first, int length)
{
  return {first, first + length, first + 2 * static_cast<std::ptrdiff_t>(length)};
}

// Writes points padded by copies of the first, each coordinate to its array.
template <typename Points, typename PointOf>
static void write_padded(const Points &points, PointOf &&point_of, double *const (&to)[3])
{
  const size_t count = points.size();
  for (size_t n = 0; n < static_cast<size_t>(padded(static_cast<int>(count))); n++)
    for (int k = 0; k < 3; k++) to[k][n] = point_of(points[n < count ? n : 0])[k];
}

void ConvexPolyhedron::set_arrays(const std::vector<Vector3d> &points,
                                  const std::vector<HalfSpace> &faces)
{
  const auto itself = [](const Vector3d &point) { return point; };
  const auto normal = [](const HalfSpace &face) { return face.normal; };
  const auto write_offsets = [&faces](double *to) {
    for (size_t n = 0; n < static_cast<size_t>(padded(static_cast<int>(faces.size()))); n++)
      to[n] = faces[n < faces.size() ? n : 0].offset;
  };
  corners = static_cast<int>(points.size());
  planes = static_cast<int>(faces.size());
  in_small.reset();
  in_large.reset();
  if (corners > SMALL_VERTICES || planes > SMALL_FACES || edge_count() > SMALL_EDGES) {
    const std::ptrdiff_t v = padded(corners), f = padded(planes);
    const std::shared_ptr<double[]> all(new double[3 * v + 4 * f]);
    double *const x = all.get(), *const n = x + 3 * v;
    write_padded(points, itself, {x, x + v, x + 2 * v});
    write_padded(faces, normal, {n, n + f, n + 2 * f});
    write_offsets(n + 3 * f);
    in_large = all;
    return;
  }
  const auto shape = std::make_shared<SmallShape>();
  shape->vertex_count = corners;
  shape->edge_count = edge_count();
  shape->face_count = planes;
  shape->radius = outer;
  for (size_t n = 0; n < sides.size(); n++)
    shape->edges[n] = static_cast<std::uint32_t>(sides[n].tail | sides[n].head << 8 |
                                                 sides[n].left << 16 | sides[n].right << 24);
  write_padded(points, itself, {shape->x, shape->y, shape->z});
  write_padded(faces, normal, {shape->normal_x, shape->normal_y, shape->normal_z});
  write_offsets(shape->offset);
  in_small = shape;
}

CoordinateView ConvexPolyhedron::corner_arrays() const
{
  if (in_small) return {in_small->x, in_small->y, in_small->z};
  return coordinates_at(in_large.get(), padded(corners));
}

BodyView ConvexPolyhedron::view() const
{
  const CoordinateView at = corner_arrays();
  return {at.x, at.y, at.z, nullptr, corners, edge_count(), sides.data()};
}

CoordinateView ConvexPolyhedron::plane_normals() const
{
  if (in_small) return {in_small->normal_x, in_small->normal_y, in_small->normal_z};
  return coordinates_at(in_large.get() + 3 * padded(corners), padded(planes));
}

const double *ConvexPolyhedron::plane_offsets() const
{
  if (in_small) return in_small->offset;
  return in_large.get() + 3 * (padded(corners) + padded(planes));
}

std::vector<Vector3d> ConvexPolyhedron::vertices() const
{
  std::vector<Vector3d> points;
  points.reserve(corners);
  for (int n = 0; n < corners; n++) points.push_back(vertex(n));
  return points;
}

std::vector<ConvexPolyhedron::Face> ConvexPolyhedron::faces() const
{
  // After each corner, the next one of the loop.
  std::vector<std::vector<std::pair<int, int>>> next(planes);
  for (const PackedEdge &e : sides) {
    next[e.left].emplace_back(e.tail, e.head);
    next[e.right].emplace_back(e.head, e.tail);
  }
  const std::vector<Vector3d> points = vertices();
  std::vector<Face> result;
  result.reserve(planes);
  for (int f = 0; f < planes; f++) {
    std::sort(next[f].begin(), next[f].end());
    std::vector<int> loop = {next[f].front().first};
    while (loop.size() < next[f].size())
      loop.push_back(
          std::lower_bound(next[f].begin(), next[f].end(), std::pair(loop.back(), 0))->second);
    const double area = face_area(points, loop).norm();
    result.push_back({plane(f), area, std::move(loop)});
  }
  return result;
}

}    // namespace grist
