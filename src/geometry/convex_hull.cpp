#include "geometry/convex_hull.h"

#include "common/decompositions.h"
#include "common/number_text.h"
#include "common/preconditions.h"
#include "geometry/clipped_body.h"
#include "geometry/mass_properties.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

using Loop = std::vector<int>;

// Thickness over length below which a body counts as flat.
static constexpr double FLAT = 1e-7;

// A point that stands out of the hull of the others by less than this, over its size, is not a
// corner.
static constexpr double ON_HULL = 1e-14;

// How far a point may stand out of a face, in tolerances.
static constexpr double STANDS_OUT = 10.0;

// Where points are neither clearly in a plane nor out of it, both tolerances are increased by this
// factor.
static constexpr double MORE = 4.0;
static constexpr int ATTEMPTS = 6;

static constexpr int CUBE_FACES = 6;

static void check(const std::vector<Vector3d> &points)
{
  if (points.size() < 4)
    throw std::invalid_argument("a polyhedron needs 4 vertices or more, not " +
                                std::to_string(points.size()));
  for (size_t i = 0; i < points.size(); i++)
    if (!is_finite(points[i]))
      throw std::invalid_argument("vertex " + std::to_string(i) + " (" + number_text(points[i][0]) +
                                  " " + number_text(points[i][1]) + " " +
                                  number_text(points[i][2]) + ") is not finite");
}

// The points about their mean, scaled to unit scatter along every axis.
static std::vector<Vector3d> whitened(const std::vector<Vector3d> &points)
{
  const double n = static_cast<double>(points.size());
  Vector3d mean = Vector3d::zero();
  for (const Vector3d &p : points) mean += p / n;
  double size = 0.0;
  for (const Vector3d &p : points) size = std::max(size, greatest_of(absolute(p - mean)));
  if (!(size > 0.0) || !std::isfinite(size))
    throw std::invalid_argument("all vertices coincide, or lie " + number_text(size) + " apart");

  Matrix3d scatter = Matrix3d::zero();
  for (const Vector3d &p : points) {
    const Vector3d x = (p - mean) / size;
    scatter += outer_product(x, x) / n;
  }
  const Eigenvectors axes = eigenvectors(scatter);
  Vector3d width = greatest(axes.values, Vector3d::zero());
  for (double &w : width) w = std::sqrt(w);
  if (!(width[0] > FLAT * width[2]))
    throw std::invalid_argument("the polyhedron is flat: thickness " +
                                number_text(width[0] * size) + " over length " +
                                number_text(width[2] * size));
  const Matrix3d scale =
      axes.vectors * Matrix3d::diagonal(inverses(width)) * transposed(axes.vectors) / size;
  std::vector<Vector3d> result;
  for (const Vector3d &p : points) result.push_back(scale * (p - mean));
  return result;
}

namespace {

// A cube about the origin, with the faces numbered from 0 to 5: -x +x -y +y -z +z.
class StartCube {
 public:
  explicit StartCube(double half)
  {
    for (int i = 0; i < 8; i++)
      for (int k = 0; k < 3; k++) x[k][i] = (i >> k & 1) ? half : -half;
    for (int k = 0; k < 3; k++) {
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      // Along +k, seen from outside, the left face of the edge (-u, -v) is -u; the others follow by
      // turning.
      for (int corner = 0; corner < 4; corner++) {
        const int up = corner & 1, vp = corner >> 1;
        const int tail = up << u | vp << v, face_u = 2 * u + up, face_v = 2 * v + vp;
        const bool u_left = up == vp;
        edges.push_back({tail, tail | 1 << k, u_left ? face_u : face_v, u_left ? face_v : face_u});
      }
    }
  }
  BodyView view() const
  {
    return {x[0], x[1], x[2], edges.data(), 8, static_cast<int>(edges.size())};
  }

 private:
  double x[3][8];
  std::vector<BodyEdge> edges;
};

// A corner of the polar body: a facet of the hull, which has three points as each corner of the
// polar body has three faces and three edges. Those of coplanar points may have no area.
struct Facet {
  static constexpr int EDGES = 3;

  std::array<int, 2 * EDGES>
      points;    // in ascending order; two from each edge, the first `count` differ
  std::array<int, EDGES> neighbors;
  int count = 0, edges = 0;
  Vector3d normal = Vector3d::zero();    // times twice the area

  void add(int neighbor, int left, int right)
  {
    assert(edges < EDGES);
    neighbors[edges++] = neighbor;
    points[count++] = left;
    points[count++] = right;
  }
  void sort_points()
  {
    std::sort(points.begin(), points.begin() + count);
    count = static_cast<int>(std::unique(points.begin(), points.begin() + count) - points.begin());
  }
};

}    // namespace

static std::vector<Facet> facets(const BodyView &polar, const std::vector<Vector3d> &points)
{
  std::vector<Facet> result(static_cast<size_t>(polar.vertex_count));
  for (int n = 0; n < polar.edge_count; n++) {
    const BodyEdge &e = polar.edges[n];
    if (e.left < CUBE_FACES || e.right < CUBE_FACES)
      throw std::invalid_argument("the polyhedron does not enclose the mean of its vertices");
    result[e.tail].add(e.head, e.left - CUBE_FACES, e.right - CUBE_FACES);
    result[e.head].add(e.tail, e.left - CUBE_FACES, e.right - CUBE_FACES);
  }
  for (Facet &facet : result) {
    facet.sort_points();
    if (facet.count < 3) continue;
    const Vector3d &p = points[facet.points[0]];
    facet.normal = cross(points[facet.points[1]] - p, points[facet.points[2]] - p);
  }
  return result;
}

// The face of each facet: the largest facet that is in none yet begins one, and takes neighbours as
// far as their points lie in its plane.
static std::vector<int> grown_faces(const std::vector<Facet> &facets,
                                    const std::vector<Vector3d> &points, double tolerance)
{
  std::vector<int> order(facets.size()), face(facets.size(), -1), waiting;
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return squared_norm(facets[i].normal) > squared_norm(facets[j].normal);
  });
  for (const int first : order) {
    if (face[first] >= 0) continue;
    const Vector3d normal = normalized(facets[first].normal);
    const double offset = dot(normal, points[facets[first].points[0]]);
    const auto in_plane = [&](int point) {
      return std::fabs(dot(normal, points[point]) - offset) <= tolerance;
    };
    face[first] = first;
    waiting = {first};
    while (!waiting.empty()) {
      const int from = waiting.back();
      waiting.pop_back();
      for (int k = 0; k < facets[from].edges; k++) {
        const int to = facets[from].neighbors[k];
        const Facet &next = facets[to];
        if (face[to] >= 0 ||
            !std::all_of(next.points.begin(), next.points.begin() + next.count, in_plane))
          continue;
        face[to] = first;
        waiting.push_back(to);
      }
    }
  }
  return face;
}

namespace {

// Around a face, counter-clockwise: after one point comes another.
struct Turn {
  int face, from, to;

  bool operator<(const Turn &other) const
  {
    return face != other.face ? face < other.face : from < other.from;
  }
};

}    // namespace

// One loop through all turns of a face, which are in order of `from`; empty if there is none.
static Loop loop_of(std::vector<Turn>::const_iterator first, std::vector<Turn>::const_iterator last)
{
  for (auto turn = first + 1; turn != last; ++turn)
    if (turn->from == (turn - 1)->from) return {};
  const auto count = static_cast<size_t>(last - first);
  Loop loop = {first->from};
  loop.reserve(count);
  while (loop.size() <= count) {
    const int corner = loop.back();
    const auto found =
        std::find_if(first, last, [=](const Turn &turn) { return turn.from == corner; });
    if (found == last || found->to == loop.front()) break;
    loop.push_back(found->to);
  }
  return loop.size() == count ? loop : Loop();
}

// The loops of the hull: the edges of the polar body that lead out of the facets of a face, in
// order. Empty if they are not one loop a face.
static std::vector<Loop> loops(const BodyView &polar, const std::vector<int> &face)
{
  // Counter-clockwise around the tail of an edge comes its right face first, then its left one.
  std::vector<Turn> turns;
  turns.reserve(2 * static_cast<size_t>(polar.edge_count));
  for (int n = 0; n < polar.edge_count; n++) {
    const BodyEdge &e = polar.edges[n];
    const int tail = face[e.tail], head = face[e.head];
    const int left = e.left - CUBE_FACES, right = e.right - CUBE_FACES;
    if (tail == head) continue;
    turns.push_back({tail, right, left});
    turns.push_back({head, left, right});
  }
  std::sort(turns.begin(), turns.end());
  std::vector<Loop> result;
  for (auto first = turns.begin(); first != turns.end();) {
    const auto last = std::find_if(first, turns.end(),
                                   [&](const Turn &turn) { return turn.face != first->face; });
    result.push_back(loop_of(first, last));
    if (result.back().empty()) return {};
    first = last;
  }
  return result;
}

// Points on an edge touch two faces only and are no corners; faces left with two corners are edges.
static void drop_points_on_edges(std::vector<Loop> &faces, int points)
{
  std::vector<int> degree;
  for (bool changed = true; changed;) {
    degree.assign(static_cast<size_t>(points), 0);
    for (const Loop &face : faces)
      for (const int corner : face) degree[corner]++;
    changed = false;
    for (Loop &face : faces) {
      const auto end =
          std::remove_if(face.begin(), face.end(), [&](int i) { return degree[i] < 3; });
      changed = changed || end != face.end();
      face.erase(end, face.end());
    }
    const auto end = std::remove_if(faces.begin(), faces.end(),
                                    [](const Loop &face) { return face.size() < 3; });
    changed = changed || end != faces.end();
    faces.erase(end, faces.end());
  }
}

// Each edge once in each direction, and Euler's formula.
static bool is_closed(const std::vector<Loop> &faces, int points)
{
  std::vector<std::pair<int, int>> edges;
  std::vector<char> is_corner(static_cast<size_t>(points), 0);
  for (const Loop &face : faces)
    for (size_t k = 0; k < face.size(); k++) {
      edges.emplace_back(face[k], face[(k + 1) % face.size()]);
      is_corner[face[k]] = 1;
    }
  std::sort(edges.begin(), edges.end());
  if (std::adjacent_find(edges.begin(), edges.end()) != edges.end()) return false;
  for (const auto &[tail, head] : edges)
    if (!std::binary_search(edges.begin(), edges.end(), std::make_pair(head, tail))) return false;
  const auto vertices = std::count(is_corner.begin(), is_corner.end(), 1);
  return static_cast<size_t>(vertices) + faces.size() == edges.size() / 2 + 2;
}

static bool is_convex(const std::vector<Loop> &faces, const std::vector<Vector3d> &points,
                      double allowed)
{
  for (const Loop &face : faces) {
    const HalfSpace plane = face_plane(points, face);
    for (const Vector3d &p : points)
      if (!(plane.distance(p) <= allowed)) return false;
  }
  return true;
}

static ClippedBody polar_body(const std::vector<Vector3d> &points, double on_hull)
{
  // With unit scatter, no face is nearer to the mean than 1/sqrt(n): the polar body fits into the
  // cube.
  const int n = static_cast<int>(points.size());
  const StartCube cube(2.0 * std::sqrt(static_cast<double>(n)));
  ClippedBody polar;
  polar.start(cube.view(), CUBE_FACES + n);
  for (int i = 0; i < n; i++) {
    const double length = norm(points[i]);
    if (length > 0.0) polar.cut({points[i] / length, 1.0 / length}, CUBE_FACES + i, on_hull);
  }
  return polar;
}

ConvexHull convex_hull(const std::vector<Vector3d> &points, double tolerance)
{
  assert(tolerance >= 0.0);
  check(points);
  const std::vector<Vector3d> scaled = whitened(points);
  const int count = static_cast<int>(points.size());
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    const ClippedBody polar = polar_body(scaled, ON_HULL * std::pow(MORE, attempt));
    const std::vector<Facet> parts = facets(polar.body(), scaled);
    for (int coarser = 0; coarser < ATTEMPTS; coarser++) {
      const double apart = tolerance * std::pow(MORE, coarser);
      ConvexHull hull{loops(polar.body(), grown_faces(parts, scaled, apart)), apart};
      drop_points_on_edges(hull.faces, count);
      if (is_closed(hull.faces, count) && is_convex(hull.faces, scaled, STANDS_OUT * apart))
        return hull;
    }
  }
  throw std::invalid_argument("faces of the polyhedron cannot be told apart at tolerance " +
                              number_text(tolerance));
}

static void check(const std::vector<HalfSpace> &half_spaces)
{
  for (size_t i = 0; i < half_spaces.size(); i++) {
    const HalfSpace &h = half_spaces[i];
    const std::string name = "half space " + std::to_string(i);
    if (!is_finite(h.normal) || !std::isfinite(h.offset) || !(norm(h.normal) > 0.0))
      throw std::invalid_argument(name + " (normal " + number_text(h.normal[0]) + " " +
                                  number_text(h.normal[1]) + " " + number_text(h.normal[2]) +
                                  ", offset " + number_text(h.offset) + ") is not a finite plane");
    if (!(h.offset > 0.0))
      throw std::invalid_argument("the origin is outside of " + name + " or on it: offset " +
                                  number_text(h.offset) + " along its normal (must be positive)");
  }
}

// The point where the planes of some half spaces meet (nassauer2013 Eq. 4), in the least-squares
// sense if there are more than three.
static Vector3d meeting_point_of_loop(const std::vector<HalfSpace> &half_spaces, const Loop &which)
{
  std::vector<Vector3d> normals;
  std::vector<double> offsets;
  for (const int k : which) {
    const HalfSpace &h = half_spaces[k];
    normals.push_back(h.normal / norm(h.normal));
    offsets.push_back(h.offset / norm(h.normal));
  }
  return least_squares(normals, offsets);
}

// The polar of a half space is the point normal/offset; faces of their hull are the corners. The
// region is closed if the origin is strictly inside that hull.
std::vector<Vector3d> region_corners(const std::vector<HalfSpace> &half_spaces)
{
  check(half_spaces);
  double nearest = std::numeric_limits<double>::infinity();
  for (const HalfSpace &h : half_spaces) nearest = std::min(nearest, h.offset / norm(h.normal));
  std::vector<Vector3d> poles;
  for (const HalfSpace &h : half_spaces) poles.push_back(h.normal * (nearest / h.offset));
  ConvexHull hull;
  try {
    hull = convex_hull(poles);
  } catch (const std::invalid_argument &) {
    throw std::invalid_argument("the polyhedron is not closed: its " +
                                std::to_string(half_spaces.size()) +
                                " half spaces leave a region without end");
  }
  std::vector<Vector3d> result;
  for (const Loop &face : hull.faces) {
    const Vector3d a = poles[face[0]], b = poles[face[1]], c = poles[face[2]];
    const Vector3d out = normalized(cross(b - a, c - a));
    if (!(dot(out, a) > FLAT * FLAT))
      throw std::invalid_argument("the polyhedron is not closed: it has no end along (" +
                                  number_text(out[0]) + " " + number_text(out[1]) + " " +
                                  number_text(out[2]) + ")");
    result.push_back(meeting_point_of_loop(half_spaces, face));
  }
  return result;
}

}    // namespace grist
