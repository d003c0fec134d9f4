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

void ConvexPolyhedron::set_arrays()
{
  vertex_arrays.assign(points);
  std::vector<Vector3d> n;
  offsets.clear();
  for (const Face &face : polygons) {
    n.push_back(face.plane.normal);
    offsets.push_back(face.plane.offset);
  }
  normals.assign(n);
  pad(offsets);
  set_small();
}

// Copies all numbers, which are padded to a multiple of PLANE_LANES and fit into `to`.
template <int LENGTH> static void fill(double (&to)[LENGTH], const std::vector<double> &from)
{
  static_assert(LENGTH % PLANE_LANES == 0);
  std::copy(from.begin(), from.end(), to);
}

void ConvexPolyhedron::set_small()
{
  in_small.reset();
  const int edges = static_cast<int>(sides.size());
  if (vertex_count() > SMALL_VERTICES || face_count() > SMALL_FACES || edges > SMALL_EDGES) return;
  SmallShape shape = {};
  shape.vertex_count = vertex_count();
  shape.edge_count = edges;
  shape.face_count = face_count();
  shape.radius = outer;
  for (int n = 0; n < edges; n++)
    shape.edges[n] = static_cast<std::uint32_t>(sides[n].tail | sides[n].head << 8 |
                                                sides[n].left << 16 | sides[n].right << 24);
  fill(shape.x, vertex_arrays.x);
  fill(shape.y, vertex_arrays.y);
  fill(shape.z, vertex_arrays.z);
  fill(shape.normal_x, normals.x);
  fill(shape.normal_y, normals.y);
  fill(shape.normal_z, normals.z);
  fill(shape.offset, offsets);
  in_small = std::make_shared<const SmallShape>(shape);
}

BodyView ConvexPolyhedron::view() const
{
  return {vertex_arrays.x.data(), vertex_arrays.y.data(), vertex_arrays.z.data(),
          sides.data(),           vertex_count(),         static_cast<int>(sides.size())};
}

}    // namespace grist
