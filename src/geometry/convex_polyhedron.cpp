#include "geometry/convex_polyhedron.h"

#include "geometry/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

static std::vector<double> padded_copy(std::vector<double> values)
{
  values.resize(padded(static_cast<int>(values.size())), values.front());
  return values;
}

void CoordinateArrays::assign(const std::vector<Vector3d> &points)
{
  std::vector<double> *const arrays[3] = {&x, &y, &z};
  for (int k = 0; k < 3; k++) {
    std::vector<double> values;
    for (const Vector3d &p : points) values.push_back(p[k]);
    *arrays[k] = padded_copy(values);
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
  std::map<int, int> number;
  for (const std::vector<int> &face : faces)
    for (const int corner : face) number[corner] = 0;
  std::vector<Vector3d> corners;
  for (auto &[point, n] : number) {
    n = static_cast<int>(corners.size());
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
  std::map<std::pair<int, int>, int> left_face;
  for (int f = 0; f < face_count(); f++) {
    const std::vector<int> &loop = polygons[f].corners;
    for (size_t k = 0; k < loop.size(); k++) left_face[{loop[k], loop[(k + 1) % loop.size()]}] = f;
  }
  for (const auto &[ends, face] : left_face)
    if (ends.first < ends.second)
      sides.push_back({ends.first, ends.second, face, left_face.at({ends.second, ends.first})});
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
  offsets = padded_copy(offsets);
}

BodyView ConvexPolyhedron::view() const
{
  return {vertex_arrays.x.data(), vertex_arrays.y.data(), vertex_arrays.z.data(),
          sides.data(),           vertex_count(),         static_cast<int>(sides.size())};
}

}    // namespace grist
