#include "meshes/convex_cell.h"

#include "common/preconditions.h"
#include "geometry/convex_hull.h"
#include "geometry/mass_properties.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace grist {

// A plane farther from all corners of a cell is none of its faces.
static constexpr double KEPT_PLANE = 1e-9;

ConvexCell::ConvexCell(const BodyView &body) :
    edges(body.edges, body.edges + body.edge_count), vertices(body.vertex_count)
{
  std::vector<Vector3d> points;
  for (int n = 0; n < vertices; n++) points.push_back({body.x[n], body.y[n], body.z[n]});
  arrays.assign(points);
}

ConvexCell ConvexCell::box(const AlignedBox &box)
{
  assert(!box.is_empty());
  ConvexCell cell;
  std::vector<Vector3d> points;
  for (int n = 0; n < 8; n++) points.push_back(box.corner(n));
  cell.arrays.assign(points);
  cell.vertices = 8;
  for (int k = 0; k < 3; k++) {
    cell.planes.push_back({-Vector3d::unit(k), -box.low[k]});
    cell.planes.push_back({Vector3d::unit(k), box.high[k]});
  }
  // Faces 2 k and 2 k + 1 are the low and the high one across axis k. Along +k, seen from outside,
  // the left face of the edge at (-u, -v) is -u; the others follow by turning.
  for (int k = 0; k < 3; k++) {
    const int u = (k + 1) % 3, v = (k + 2) % 3;
    for (int corner = 0; corner < 4; corner++) {
      const int up = corner & 1, vp = corner >> 1, tail = up << u | vp << v;
      const int face_u = 2 * u + up, face_v = 2 * v + vp;
      cell.edges.push_back(
          {tail, tail | 1 << k, up == vp ? face_u : face_v, up == vp ? face_v : face_u});
    }
  }
  return cell;
}

BodyView ConvexCell::view() const
{
  return {arrays.x.data(), arrays.y.data(), arrays.z.data(),
          edges.data(),    vertices,        static_cast<int>(edges.size())};
}

std::vector<Vector3d> ConvexCell::corners() const
{
  std::vector<Vector3d> points;
  for (int n = 0; n < vertices; n++) points.push_back(vertex(n));
  return points;
}

Vector3d ConvexCell::mean_corner() const
{
  assert(vertices > 0);
  Vector3d sum = Vector3d::zero();
  for (int n = 0; n < vertices; n++) sum += vertex(n);
  return sum / static_cast<double>(vertices);
}

bool ConvexCell::has_inside(const Vector3d &point, const Vector3d &direction, double near,
                            double share) const
{
  for (const HalfSpace &plane : planes)
    if (plane.distance(point) >= -near && dot(plane.normal, direction) > -share) return false;
  return true;
}

std::optional<ConvexCell> CellCutter::behind(const ConvexCell &cell, const HalfSpace &plane,
                                             int face, double tolerance)
{
  assert(is_number_of(face, faces));
  clipped.start(cell.view(), faces);
  switch (clipped.cut(plane, face, tolerance)) {
    case ClippedBody::Cut::NONE: return cell;
    case ClippedBody::Cut::EMPTY: return std::nullopt;
    case ClippedBody::Cut::CUT: break;
  }
  ConvexCell result(clipped.body());
  for (const HalfSpace &one : cell.planes)
    if (distance_range(result.view(), one).greatest > -KEPT_PLANE) result.planes.push_back(one);
  result.planes.push_back(plane);
  return result;
}

std::optional<ConvexCell> CellCutter::behind_all(const ConvexCell &cell,
                                                 const std::vector<HalfSpace> &planes,
                                                 double tolerance)
{
  int face = faces;
  clipped.start(cell.view(), faces + static_cast<int>(planes.size()));
  for (const HalfSpace &plane : planes)
    if (clipped.cut(plane, face++, tolerance) == ClippedBody::Cut::EMPTY) return std::nullopt;
  return ConvexCell(clipped.body());
}

double ConvexPart::thickness() const
{
  double least = std::numeric_limits<double>::max();
  for (const PartFace &face : faces) {
    double depth = 0.0;
    for (const Vector3d &corner : corners) depth = std::max(depth, -face.plane.distance(corner));
    least = std::min(least, depth);
  }
  return least;
}

// Drops points near one before them: in order of x, so that few are compared.
static std::vector<Vector3d> thinned(const std::vector<Vector3d> &points, double apart)
{
  std::vector<Vector3d> sorted = points, kept;
  std::sort(sorted.begin(), sorted.end(), [](const Vector3d &a, const Vector3d &b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
  });
  for (const Vector3d &p : sorted) {
    bool is_near = false;
    for (size_t k = kept.size(); k-- > 0 && !is_near && p.x - kept[k].x <= apart;)
      is_near = squared_norm(p - kept[k]) <= apart * apart;
    if (!is_near) kept.push_back(p);
  }
  return kept;
}

// The hull is found sooner where most points come inside what those before them span.
static void farthest_first(std::vector<Vector3d> &points)
{
  AlignedBox box;
  for (const Vector3d &p : points) box.extend(p);
  const Vector3d middle = box.center();
  std::stable_sort(points.begin(), points.end(), [&](const Vector3d &a, const Vector3d &b) {
    return squared_norm(a - middle) > squared_norm(b - middle);
  });
}

std::optional<ConvexPart> convex_part(const std::vector<Vector3d> &points, double apart)
{
  std::vector<Vector3d> kept = thinned(points, apart);
  if (kept.size() < 4) return std::nullopt;
  farthest_first(kept);
  ConvexPart part;
  try {
    std::vector<int> number(kept.size(), -1);
    for (std::vector<int> &loop : convex_hull(kept).faces) {
      for (int &corner : loop) {
        if (number[corner] < 0) {
          number[corner] = static_cast<int>(part.corners.size());
          part.corners.push_back(kept[corner]);
        }
        corner = number[corner];
      }
      part.faces.push_back({{}, {}, 0.0, std::move(loop)});
    }
  } catch (const std::invalid_argument &) {
    return std::nullopt;    // flat
  }
  std::vector<std::vector<int>> loops;
  for (PartFace &face : part.faces) {
    face.area = norm(face_area(part.corners, face.corners));
    if (!(face.area > 0.0)) return std::nullopt;
    face.plane = face_plane(part.corners, face.corners);
    face.middle = Vector3d::zero();
    for (const int corner : face.corners)
      face.middle += part.corners[corner] / static_cast<double>(face.corners.size());
    loops.push_back(face.corners);
  }
  part.volume = mass_properties(part.corners, loops).volume;
  return part.volume > 0.0 ? std::optional<ConvexPart>(std::move(part)) : std::nullopt;
}

}    // namespace grist
