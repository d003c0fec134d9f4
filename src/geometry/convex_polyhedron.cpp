#include "geometry/convex_polyhedron.h"

#include "geometry/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

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
  ConvexPolyhedron body;
  body.points = take_corners(vertices, loops);

  const MassProperties mass = mass_properties(body.points, loops);
  if (!(mass.volume > 0.0) || !std::isfinite(mass.surface))
    throw std::invalid_argument("the polyhedron has no volume: " + std::to_string(mass.volume));
  const PrincipalFrame frame = principal_frame(mass.inertia);
  body.given = {mass.centroid, frame.axes};
  body.moments = frame.moments;
  body.solid_volume = mass.volume;
  body.surface_area = mass.surface;
  for (Vector3d &point : body.points) point = body.given.to_body(point);
  for (const Vector3d &point : body.points) body.outer = std::max(body.outer, point.norm());
  body.set_faces(loops);
  body.set_edges();
  body.set_arrays();
  return body;
}

ConvexPolyhedron ConvexPolyhedron::scaled(double factor) const
{
  if (!(factor > 0.0) || !std::isfinite(factor))
    throw std::invalid_argument("scale factor " + std::to_string(factor) +
                                " (must be a positive, finite number)");
  ConvexPolyhedron body = *this;
  for (Vector3d &point : body.points) point *= factor;
  for (Face &face : body.polygons) {
    face.plane.offset *= factor;
    face.area *= factor * factor;
  }
  body.solid_volume *= factor * factor * factor;
  body.surface_area *= factor * factor;
  body.outer *= factor;
  body.inner *= factor;
  body.moments *= std::pow(factor, 5);
  body.given.position *= factor;
  body.set_arrays();
  return body;
}

void ConvexPolyhedron::set_faces(const std::vector<std::vector<int>> &loops)
{
  inner = outer;
  polygons.reserve(loops.size());
  for (const std::vector<int> &loop : loops) {
    polygons.push_back({face_plane(points, loop), face_area(points, loop).norm(), loop});
    inner = std::min(inner, polygons.back().plane.offset);
  }
}

void ConvexPolyhedron::set_edges()
{
  // Each edge twice, once for each of its faces: along the loop of the left one.
  struct Side {
    std::pair<int, int> ends;
    int face;
  };
  std::vector<Side> all;
  for (int f = 0; f < face_count(); f++) {
    const std::vector<int> &loop = polygons[f].corners;
    for (size_t k = 0; k < loop.size(); k++)
      all.push_back({{loop[k], loop[(k + 1) % loop.size()]}, f});
  }
  const auto before = [](const Side &a, const Side &b) { return a.ends < b.ends; };
  std::sort(all.begin(), all.end(), before);
  sides.reserve(all.size() / 2);
  for (const Side &side : all) {
    const auto [tail, head] = side.ends;
    if (tail > head) continue;
    const auto opposite = std::lower_bound(all.begin(), all.end(), Side{{head, tail}, 0}, before);
    sides.push_back({tail, head, side.face, opposite->face});
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

bool ConvexPolyhedron::is_small() const
{
  return vertex_count() <= SMALL_VERTICES && face_count() <= SMALL_FACES &&
      static_cast<int>(sides.size()) <= SMALL_EDGES;
}

void ConvexPolyhedron::set_arrays()
{
  const auto itself = [](const Vector3d &point) { return point; };
  const auto normal = [](const Face &face) { return face.plane.normal; };
  const auto write_offsets = [this](double *to) {
    for (int n = 0; n < padded(face_count()); n++)
      to[n] = polygons[n < face_count() ? n : 0].plane.offset;
  };
  in_small.reset();
  in_large.reset();
  if (!is_small()) {
    const int vertices = padded(vertex_count()), faces = padded(face_count());
    std::vector<double> all(3 * static_cast<size_t>(vertices) + 4 * static_cast<size_t>(faces));
    double *const v = all.data(), *const f = v + 3 * static_cast<std::ptrdiff_t>(vertices);
    write_padded(points, itself, {v, v + vertices, v + 2 * vertices});
    write_padded(polygons, normal, {f, f + faces, f + 2 * faces});
    write_offsets(f + 3 * faces);
    in_large = std::make_shared<const std::vector<double>>(std::move(all));
    return;
  }
  const auto shape = std::make_shared<SmallShape>();
  shape->vertex_count = vertex_count();
  shape->edge_count = static_cast<int>(sides.size());
  shape->face_count = face_count();
  shape->radius = outer;
  for (size_t n = 0; n < sides.size(); n++)
    shape->edges[n] = static_cast<std::uint32_t>(sides[n].tail | sides[n].head << 8 |
                                                 sides[n].left << 16 | sides[n].right << 24);
  write_padded(points, itself, {shape->x, shape->y, shape->z});
  write_padded(polygons, normal, {shape->normal_x, shape->normal_y, shape->normal_z});
  write_offsets(shape->offset);
  in_small = shape;
}

BodyView ConvexPolyhedron::view() const
{
  const CoordinateView at = in_small ? CoordinateView{in_small->x, in_small->y, in_small->z}
                                     : coordinates_at(in_large->data(), padded(vertex_count()));
  return {at.x, at.y, at.z, sides.data(), vertex_count(), static_cast<int>(sides.size())};
}

CoordinateView ConvexPolyhedron::plane_normals() const
{
  if (in_small) return {in_small->normal_x, in_small->normal_y, in_small->normal_z};
  return coordinates_at(in_large->data() + 3 * padded(vertex_count()), padded(face_count()));
}

const double *ConvexPolyhedron::plane_offsets() const
{
  if (in_small) return in_small->offset;
  return in_large->data() + 3 * (padded(vertex_count()) + padded(face_count()));
}

}    // namespace grist
