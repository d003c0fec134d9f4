#include "compounds/closed_surface.h"

#include "common/preconditions.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace grist {

ClosedSurface closed_surface(const ConvexPolyhedron &body)
{
  ClosedSurface surface;
  surface.points = body.vertices();
  for (const ConvexPolyhedron::Face &face : body.faces())
    surface.faces.emplace_back(face.corners.begin(), face.corners.end());
  for (int k = 0; k < body.edge_count(); k++)
    surface.edges.emplace_back(body.edge(k).tail, body.edge(k).head);
  return surface;
}

namespace {

class SurfaceSeams {
 public:
  SurfaceSeams(const BodySurface &surface, double tolerance) : tolerance(tolerance)
  {
    for (int p = 0; p < surface.count(); p++)
      for (const FlatPolygon &polygon : surface[p].polygons) {
        Ring ring = {surface[p].region, surface[p].plane.normal, {}};
        for (const Vector3d &corner : polygon.corners) {
          const int number = number_of(corner);
          if (ring.corners.empty() || ring.corners.back() != number) ring.corners.push_back(number);
        }
        if (ring.corners.size() > 1 && ring.corners.front() == ring.corners.back())
          ring.corners.pop_back();
        if (ring.corners.size() > 2) rings.push_back(std::move(ring));
      }
  }

  // Pairs are tried until none is left that can be merged.
  void merge()
  {
    for (size_t p = 0; p < rings.size(); p++)
      for (size_t q = 0; q < rings.size(); q++) {
        if (p == q || rings[p].region != rings[q].region || !join(rings[p], rings[q])) continue;
        rings.erase(rings.begin() + static_cast<long>(q));
        p = q = 0;
      }
  }

  void add_straight_corners()
  {
    std::vector<char> is_used(points.size(), 0);
    for (const Ring &ring : rings)
      for (const int corner : ring.corners) is_used[corner] = 1;
    for (Ring &ring : rings) {
      std::vector<int> all;
      for (size_t k = 0; k < ring.corners.size(); k++) {
        const int from = ring.corners[k], to = ring.corners[(k + 1) % ring.corners.size()];
        all.push_back(from);
        add_points_between(from, to, is_used, all);
      }
      ring.corners = std::move(all);
    }
  }

  ClosedSurface result() const
  {
    ClosedSurface surface;
    std::vector<int> number(points.size(), -1);
    std::map<std::pair<int, int>, std::vector<int>> regions;    // of the rings at each edge
    for (const Ring &ring : rings) {
      std::vector<int> face;
      for (const int corner : ring.corners) {
        if (number[corner] < 0) {
          number[corner] = static_cast<int>(surface.points.size());
          surface.points.push_back(points[corner]);
        }
        face.push_back(number[corner]);
      }
      for (size_t k = 0; k < face.size(); k++)
        regions[std::minmax(face[k], face[(k + 1) % face.size()])].push_back(ring.region);
      surface.faces.push_back(std::move(face));
    }
    for (const auto &[edge, of] : regions)
      if (of.size() != 2 || of[0] != of[1]) surface.edges.push_back(edge);
    return surface;
  }

 private:
  struct Ring {
    int region;
    Vector3d normal;
    std::vector<int> corners;
  };
  double tolerance;
  std::vector<Vector3d> points;
  std::vector<Ring> rings;

  int number_of(const Vector3d &point)
  {
    const auto known = std::find_if(points.begin(), points.end(), [&](const Vector3d &one) {
      return squared_norm(one - point) <= tolerance * tolerance;
    });
    if (known == points.end()) {
      points.push_back(point);
      return static_cast<int>(points.size()) - 1;
    }
    return static_cast<int>(known - points.begin());
  }

  // How far a corner is outside of the line between its neighbors.
  double height(const Vector3d &normal, int before, int corner, int after) const
  {
    const Vector3d base = points[after] - points[before];
    const double length = norm(base);
    if (!(length > 0.0)) return -2.0 * tolerance;    // a spike
    return dot(cross(points[corner] - points[before], base), normal) / length;
  }

  // Puts the second one into the first if they have an edge in common and stay convex.
  bool join(Ring &into, const Ring &other) const
  {
    const std::vector<int> &p = into.corners, &q = other.corners;
    const size_t n = p.size(), m = q.size();
    for (size_t k = 0; k < n; k++)
      for (size_t l = 0; l < m; l++) {
        if (p[k] != q[(l + 1) % m] || p[(k + 1) % n] != q[l]) continue;
        std::vector<int> both;    // from the end of the edge to its beginning, then the other one
        for (size_t i = 1; i <= n; i++) both.push_back(p[(k + i) % n]);
        for (size_t i = 2; i < m; i++) both.push_back(q[(l + i) % m]);
        const double end = height(into.normal, both.back(), both[0], both[1]);
        const double begin = height(into.normal, both[n - 2], both[n - 1], both[n % both.size()]);
        if (end < -tolerance || begin < -tolerance) return false;
        if (begin <= tolerance) both.erase(both.begin() + static_cast<long>(n - 1));
        if (end <= tolerance) both.erase(both.begin());
        if (both.size() < 3) return false;
        into.corners = std::move(both);
        return true;
      }
    return false;
  }

  void add_points_between(int from, int to, const std::vector<char> &is_used,
                          std::vector<int> &all) const
  {
    const Vector3d side = points[to] - points[from];
    const double square = squared_norm(side);
    std::vector<std::pair<double, int>> between;
    for (size_t n = 0; n < points.size(); n++) {
      const auto number = static_cast<int>(n);
      if (!is_used[n] || number == from || number == to) continue;
      const double share = dot(points[n] - points[from], side) / square;
      if (share <= 0.0 || share >= 1.0) continue;
      const Vector3d off = points[n] - points[from] - share * side;
      if (squared_norm(off) <= tolerance * tolerance) between.emplace_back(share, number);
    }
    std::sort(between.begin(), between.end());
    for (const auto &[share, number] : between) all.push_back(number);
  }
};

}    // namespace

ClosedSurface closed_surface(const BodySurface &surface, double tolerance)
{
  assert(tolerance > 0.0);
  SurfaceSeams seams(surface, tolerance);
  seams.merge();
  seams.add_straight_corners();
  return seams.result();
}

// Of a sine: corners that are straight except rounding.
static constexpr double STRAIGHT = 1e-6;

static bool has_straight_corner(const std::vector<Vector3d> &points, const std::vector<int> &face)
{
  const size_t count = face.size();
  for (size_t k = 0; k < count; k++) {
    const Vector3d in = points[face[k]] - points[face[(k + count - 1) % count]];
    const Vector3d out = points[face[(k + 1) % count]] - points[face[k]];
    if (norm(cross(in, out)) <= STRAIGHT * norm(in) * norm(out)) return true;
  }
  return false;
}

ClosedSurface::Triangles ClosedSurface::triangles() const
{
  Triangles result = {points, {}};
  for (const std::vector<int> &face : faces) {
    const auto count = static_cast<int>(face.size());
    if (!has_straight_corner(points, face)) {
      for (int k = 1; k + 1 < count; k++) result.corners.push_back({face[0], face[k], face[k + 1]});
      continue;
    }
    const auto middle = static_cast<int>(result.points.size());
    const Vector3d sum = std::accumulate(
        face.begin(), face.end(), Vector3d::zero(),
        [this](const Vector3d &so_far, int corner) { return so_far + points[corner]; });
    result.points.push_back(sum / count);
    for (int k = 0; k < count; k++)
      result.corners.push_back({middle, face[k], face[(k + 1) % count]});
  }
  return result;
}

}    // namespace grist
