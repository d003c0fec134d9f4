#include "geometry/convex_polyhedron.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "geometry/mass_properties.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
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
  assert(!points.empty());
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

// Each edge once, from its lower vertex.
static std::vector<BodyEdge> edges_of(const std::vector<std::vector<int>> &loops)
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
  std::vector<BodyEdge> edges;
  edges.reserve(all.size() / 2);
  for (const Side &side : all) {
    const auto [tail, head] = side.ends;
    if (tail > head) continue;
    const auto opposite = std::lower_bound(all.begin(), all.end(), Side{{head, tail}, 0}, before);
    edges.push_back({tail, head, side.face, opposite->face});
  }
  return edges;
}

ConvexPolyhedron ConvexPolyhedron::from_vertices(const std::vector<Vector3d> &vertices,
                                                 double tolerance)
{
  assert(tolerance >= 0.0);
  std::vector<std::vector<int>> loops = convex_hull(vertices, tolerance).faces;
  std::vector<Vector3d> points = take_corners(vertices, loops);
  if (std::max(points.size(), loops.size()) > MOST)
    throw std::invalid_argument("the polyhedron has " + std::to_string(points.size()) +
                                " vertices and " + std::to_string(loops.size()) +
                                " faces (at most " + std::to_string(MOST) + ")");

  ConvexPolyhedron body;
  const MassProperties mass = mass_properties(points, loops);
  if (!(mass.volume > 0.0) || !std::isfinite(mass.surface))
    throw std::invalid_argument("the polyhedron has no volume: " + number_text(mass.volume));
  const PrincipalFrame frame = principal_frame(mass.inertia);
  const Pose placement{mass.centroid, frame.axes};
  body.given = std::make_shared<const Pose>(placement);
  body.moments = frame.moments;
  body.solid_volume = mass.volume;
  body.surface_area = mass.surface;
  for (Vector3d &point : points) point = placement.to_body(point);
  for (const Vector3d &point : points) body.outer = std::max(body.outer, norm(point));
  body.inner = body.outer;
  std::vector<HalfSpace> faces;
  for (const std::vector<int> &loop : loops) {
    faces.push_back(face_plane(points, loop));
    body.inner = std::min(body.inner, faces.back().offset);
  }
  body.set_arrays(points, faces, edges_of(loops));
  return body;
}

ConvexPolyhedron ConvexPolyhedron::scaled(double factor) const
{
  if (!(factor > 0.0) || !std::isfinite(factor))
    throw std::invalid_argument("scale factor " + number_text(factor) +
                                " (must be a positive, finite number)");
  std::vector<Vector3d> points = vertices();
  for (Vector3d &point : points) point *= factor;
  std::vector<HalfSpace> faces;
  for (int f = 0; f < planes; f++) faces.push_back({plane(f).normal, factor * plane(f).offset});
  std::vector<BodyEdge> edges(static_cast<size_t>(sides));
  packed_edges().unpack(sides, edges.data());
  ConvexPolyhedron body = *this;
  body.solid_volume *= factor * factor * factor;
  body.surface_area *= factor * factor;
  body.outer *= factor;
  body.inner *= factor;
  body.moments *= std::pow(factor, 5);
  if (given)
    body.given = std::make_shared<const Pose>(Pose{factor * given->position, given->rotation});
  body.set_arrays(points, faces, edges);
  return body;
}

// Where arrays of this length lie one after another: x, y, z.
static CoordinateView coordinates_at(const double *first, std::ptrdiff_t length)
{
  return {first, first + length, first + 2 * length};
}

// Writes `length` numbers, the last ones copies of the first.
template <typename Given, typename NumberOf>
static void write(const std::vector<Given> &given, std::ptrdiff_t length, double *to,
                  NumberOf &&number_of)
{
  for (size_t n = 0; n < static_cast<size_t>(length); n++)
    to[n] = number_of(given[n < given.size() ? n : 0]);
}

namespace {

// Where a shape is written.
struct Arrays {
  double *x, *y, *z, *normal_x, *normal_y, *normal_z, *offset;
};

}    // namespace

static void write(const std::vector<Vector3d> &points, std::ptrdiff_t vertices,
                  const std::vector<HalfSpace> &faces, std::ptrdiff_t planes, const Arrays &to)
{
  double *const corner[3] = {to.x, to.y, to.z};
  double *const normal[3] = {to.normal_x, to.normal_y, to.normal_z};
  for (int k = 0; k < 3; k++) {
    write(points, vertices, corner[k], [k](const Vector3d &point) { return point[k]; });
    write(faces, planes, normal[k], [k](const HalfSpace &face) { return face.normal[k]; });
  }
  write(faces, planes, to.offset, [](const HalfSpace &face) { return face.offset; });
}

template <typename Packed> static void write(const std::vector<BodyEdge> &edges, void *to)
{
  std::vector<Packed> packed;
  packed.reserve(edges.size());
  const auto number = [](int n) { return static_cast<decltype(Packed::tail)>(n); };
  for (const BodyEdge &e : edges)
    packed.push_back({number(e.tail), number(e.head), number(e.left), number(e.right)});
  std::memcpy(to, packed.data(), packed.size() * sizeof(Packed));
}

// Whether numbers of 8 bits are too small for its edges.
static bool has_wide_edges(int vertices, int faces)
{
  return std::max(vertices, faces) > std::numeric_limits<std::uint8_t>::max() + 1;
}

void ConvexPolyhedron::set_arrays(const std::vector<Vector3d> &points,
                                  const std::vector<HalfSpace> &faces,
                                  const std::vector<BodyEdge> &edges)
{
  assert(points.size() >= 4 && points.size() < 65536 && faces.size() < 65536);
  assert(have_unit_normals(faces));
  corners = static_cast<int>(points.size());
  planes = static_cast<int>(faces.size());
  sides = static_cast<int>(edges.size());
  in_small.reset();
  in_large.clear();
  if (corners > SMALL_VERTICES || planes > SMALL_FACES || sides > SMALL_EDGES) {
    const std::ptrdiff_t v = places(corners), f = places(planes);
    const bool is_wide = has_wide_edges(corners, planes);
    const size_t numbers = static_cast<size_t>(3 * v + 4 * f);
    const size_t bytes = edges.size() * (is_wide ? sizeof(WideEdge) : sizeof(ByteEdge));
    in_large.resize(numbers + (bytes + sizeof(double) - 1) / sizeof(double));
    double *const x = in_large.data(), *const n = x + 3 * v;
    write(points, v, faces, f, {x, x + v, x + 2 * v, n, n + f, n + 2 * f, n + 3 * f});
    if (is_wide)
      write<WideEdge>(edges, x + numbers);
    else
      write<ByteEdge>(edges, x + numbers);
    return;
  }
  const auto shape = std::make_shared<SmallShape>();
  shape->vertex_count = corners;
  shape->edge_count = sides;
  shape->face_count = planes;
  shape->radius = outer;
  write<ByteEdge>(edges, shape->edges);
  write(points, padded(corners), faces, padded(planes),
        {shape->x, shape->y, shape->z, shape->normal_x, shape->normal_y, shape->normal_z,
         shape->offset});
  in_small = shape;
}

CoordinateView ConvexPolyhedron::corner_arrays() const
{
  if (in_small) return {in_small->x, in_small->y, in_small->z};
  return coordinates_at(in_large.data(), places(corners));
}

PackedEdges ConvexPolyhedron::packed_edges() const
{
  if (in_small) return {reinterpret_cast<const unsigned char *>(in_small->edges), false};
  const double *const end = in_large.data() + 3 * places(corners) + 4 * places(planes);
  return {reinterpret_cast<const unsigned char *>(end), has_wide_edges(corners, planes)};
}

BodyView ConvexPolyhedron::view() const
{
  const CoordinateView at = corner_arrays();
  return {at.x, at.y, at.z, nullptr, corners, sides, packed_edges()};
}

CoordinateView ConvexPolyhedron::plane_normals() const
{
  if (in_small) return {in_small->normal_x, in_small->normal_y, in_small->normal_z};
  return coordinates_at(in_large.data() + 3 * places(corners), places(planes));
}

const double *ConvexPolyhedron::plane_offsets() const
{
  if (in_small) return in_small->offset;
  return in_large.data() + 3 * (places(corners) + places(planes));
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
  for (int n = 0; n < sides; n++) {
    const BodyEdge e = edge(n);
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
    const double area = norm(face_area(points, loop));
    result.push_back({plane(f), area, std::move(loop)});
  }
  return result;
}

}    // namespace grist
