#include "compounds/body_surface.h"

#include "common/constants.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Folds up to this angle are of one curved surface.
static const double SMOOTH_COSINE = std::cos(45.0 * DEGREE);

BodySurface::BodySurface(const Division &parts) : of_part(parts.count())
{
  add_plates(parts);
  neighbors.resize(all.size());
  connect(parts);
}

void BodySurface::add_plates(const Division &parts)
{
  for (int part = 0; part < parts.count(); part++) {
    const std::vector<CellFace> faces = faces_of(parts[part]);
    for (size_t f = 0; f < faces.size(); f++) {
      std::vector<FlatPolygon> left = {faces[f].polygon};
      for (const int number : parts.joints_of(part)) {
        const CellJoint &joint = parts.joints()[number];
        if ((joint.a == part ? joint.face_a : joint.face_b) != static_cast<int>(f)) continue;
        std::vector<FlatPolygon> next;
        for (const FlatPolygon &polygon : left)
          for (FlatPolygon &piece : difference(polygon, joint.polygon, parts.tolerance()))
            next.push_back(std::move(piece));
        left = std::move(next);
      }
      double area = 0.0;
      for (const FlatPolygon &polygon : left) area += norm(area_vector(polygon));
      if (!(area > parts.tolerance() * parts[part].shape.radius())) continue;
      const int number = count();
      of_part[part].push_back(number);
      all.push_back({part, static_cast<int>(f), faces[f].plane, std::move(left), number, number});
    }
  }
}

// What two edges have in common if they lie on one line: false if they share no length.
static bool share_length(const Vector3d &a, const Vector3d &b, const Vector3d &c, const Vector3d &d,
                         double tolerance, Vector3d &from, Vector3d &to)
{
  const double length = norm(b - a);
  if (!(length > tolerance)) return false;
  const Vector3d along = (b - a) / length;
  const auto off = [&](const Vector3d &x) { return norm(cross(along, x - a)); };
  if (off(c) > tolerance || off(d) > tolerance) return false;
  const double first = dot(along, c - a), second = dot(along, d - a);
  const double low = std::max(0.0, std::min(first, second));
  const double high = std::min(length, std::max(first, second));
  if (!(high - low > tolerance)) return false;
  from = a + low * along;
  to = a + high * along;
  return true;
}

template <class See>
static bool for_edges(const BodySurface::Plate &p, const BodySurface::Plate &q, const See &see)
{
  for (const FlatPolygon &a : p.polygons)
    for (size_t k = 0; k < a.corners.size(); k++)
      for (const FlatPolygon &b : q.polygons)
        for (size_t m = 0; m < b.corners.size(); m++)
          if (see(a.corners[k], a.corners[(k + 1) % a.corners.size()], b.corners[m],
                  b.corners[(m + 1) % b.corners.size()]))
            return true;
  return false;
}

static double distance_to_segment(const Vector3d &x, const Vector3d &a, const Vector3d &b)
{
  const Vector3d side = b - a;
  const double square = squared_norm(side);
  const double share = square > 0.0 ? std::clamp(dot(x - a, side) / square, 0.0, 1.0) : 0.0;
  return norm(x - a - share * side);
}

// Whether a corner of one is on an edge of the other.
static bool meet(const BodySurface::Plate &p, const BodySurface::Plate &q, double tolerance)
{
  return for_edges(p, q,
                   [&](const Vector3d &a, const Vector3d &b, const Vector3d &c, const Vector3d &d) {
                     return distance_to_segment(a, c, d) <= tolerance ||
                         distance_to_segment(c, a, b) <= tolerance;
                   });
}

bool BodySurface::is_behind(const Division &parts, int part, int plate) const
{
  const BodyCell &cell = parts[part];
  for (const Vector3d &vertex : cell.shape.vertices())
    if (all[plate].plane.distance(cell.place.to_space(vertex)) > parts.tolerance()) return false;
  return true;
}

void BodySurface::join(std::vector<int> &first, int a, int b)
{
  const int from = std::max(first[a], first[b]), to = std::min(first[a], first[b]);
  std::replace(first.begin(), first.end(), from, to);
}

void BodySurface::connect(const Division &parts)
{
  for (int p = 0; p < count(); p++)
    for (int q = p + 1; q < count(); q++) {
      const BodyCell &a = parts[all[p].part], &b = parts[all[q].part];
      const double reach = a.shape.radius() + b.shape.radius() + parts.tolerance();
      if (squared_norm(a.place.position - b.place.position) <= reach * reach) connect(parts, p, q);
    }
  std::vector<int> regions, smooth;
  for (const Plate &plate : all) {
    regions.push_back(plate.region);
    smooth.push_back(plate.smooth);
  }
  for (const auto &[p, q] : edges) {
    const Vector3d &normal = all[p].plane.normal, &next = all[q].plane.normal;
    if (norm(normal - next) < SAME_NORMAL) join(regions, p, q);
    if (dot(normal, next) >= SMOOTH_COSINE) join(smooth, p, q);
  }
  for (int p = 0; p < count(); p++) {
    all[p].region = regions[p];
    all[p].smooth = smooth[p];
  }
}

void BodySurface::connect(const Division &parts, int p, int q)
{
  const double tolerance = parts.tolerance();
  Vector3d from, to;
  const bool share =
      for_edges(all[p], all[q],
                [&](const Vector3d &a, const Vector3d &b, const Vector3d &c, const Vector3d &d) {
                  return share_length(a, b, c, d, tolerance, from, to);
                });
  if (!share && !meet(all[p], all[q], tolerance)) return;
  if (share) edges.emplace_back(p, q);
  if (all[p].part == all[q].part) return;
  neighbors[p].push_back({q, share});
  neighbors[q].push_back({p, share});
  const bool is_convex = is_behind(parts, all[p].part, q) && is_behind(parts, all[q].part, p);
  if (share && !is_convex) hollow.push_back({p, q, from, to});
}

}    // namespace grist
