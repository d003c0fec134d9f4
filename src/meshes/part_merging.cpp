#include "meshes/part_merging.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

namespace grist {

// Relative volume by which the hull of two parts may differ from their sum.
static constexpr double UNION_VOLUME = 1e-12;

// Faces are the same if their middles and areas agree within this many tolerances.
static constexpr double SAME_FACE = 16.0;

// Two directions are at right angles within this.
static constexpr double RIGHT_ANGLE = 1e-4;

// Corners may be this many tolerances in front of a plane.
static constexpr double IN_FRONT = 4.0;

static bool are_same(const PartFace &a, const PartFace &b, double within)
{
  return norm(a.middle - b.middle) <= within && dot(a.plane.normal, b.plane.normal) < -0.5 &&
      std::fabs(a.area - b.area) <= within * std::sqrt(std::max(a.area, b.area)) &&
      std::fabs(a.plane.distance(b.middle)) <= within;
}

// Whether a length of the edge lies in the face, with the bisector in its plane.
static bool bounds_face(const HollowEdge &edge, const ConvexPart &part, const PartFace &face,
                        double within)
{
  const Vector3d along = edge.to - edge.from;
  const double length = norm(along);
  if (std::fabs(dot(face.plane.normal, edge.inward)) > RIGHT_ANGLE ||
      std::fabs(face.plane.distance(edge.from)) > within ||
      std::fabs(face.plane.distance(edge.to)) > within)
    return false;
  double begin = 0.0, end = 1.0;
  for (size_t k = 0; k < face.corners.size(); k++) {
    const Vector3d &a = part.corners[face.corners[k]];
    const Vector3d &b = part.corners[face.corners[(k + 1) % face.corners.size()]];
    const Vector3d out = normalized(cross(b - a, face.plane.normal));
    const double from = dot(out, edge.from - a) - within, to = dot(out, edge.to - a) - within;
    if (from > 0.0 && to > 0.0) return false;
    if (from > 0.0) begin = std::max(begin, from / (from - to));
    if (to > 0.0) end = std::min(end, from / (from - to));
  }
  return (end - begin) * length > 2.0 * within;
}

static bool is_behind(const ConvexPart &part, const ConvexPart &other, size_t shared, double within)
{
  for (size_t f = 0; f < other.faces.size(); f++) {
    if (f == shared) continue;
    for (const Vector3d &corner : part.corners)
      if (other.faces[f].plane.distance(corner) > within) return false;
  }
  return true;
}

// The region behind all planes of both but those of the common face.
static std::optional<ConvexPart> region(const ConvexPart &a, size_t face_a, const ConvexPart &b,
                                        size_t face_b, double tolerance)
{
  AlignedBox box;
  std::vector<HalfSpace> planes;
  for (const Vector3d &corner : a.corners) box.extend(corner);
  for (const Vector3d &corner : b.corners) box.extend(corner);
  for (size_t f = 0; f < a.faces.size(); f++)
    if (f != face_a) planes.push_back(a.faces[f].plane);
  for (size_t f = 0; f < b.faces.size(); f++)
    if (f != face_b) planes.push_back(b.faces[f].plane);
  CellCutter cutter;
  const std::optional<ConvexCell> cell = cutter.behind_all(ConvexCell::box(box), planes, 0.0);
  return cell ? convex_part(cell->corners(), tolerance) : std::nullopt;
}

static std::optional<ConvexPart> merged(const ConvexPart &a, size_t face_a, const ConvexPart &b,
                                        size_t face_b, const SolidSurface &surface)
{
  const double tolerance = surface.tolerance, within = IN_FRONT * tolerance;
  if (!is_behind(b, a, face_a, within) || !is_behind(a, b, face_b, within)) return std::nullopt;
  for (const HollowEdge &edge : surface.hollow_edges)
    if (edge.is_sharp && bounds_face(edge, a, a.faces[face_a], within)) return std::nullopt;
  std::vector<Vector3d> corners = a.corners;
  corners.insert(corners.end(), b.corners.begin(), b.corners.end());
  std::optional<ConvexPart> hull = convex_part(corners, tolerance);
  if (!hull) return std::nullopt;
  const double sum = a.volume + b.volume;
  if (std::fabs(hull->volume - sum) <= UNION_VOLUME * sum) return hull;
  return region(a, face_a, b, face_b, tolerance);
}

std::optional<ConvexPart> merged_part(const ConvexPart &a, const ConvexPart &b,
                                      const SolidSurface &surface)
{
  const double within = SAME_FACE * surface.tolerance;
  for (size_t i = 0; i < a.faces.size(); i++)
    for (size_t j = 0; j < b.faces.size(); j++)
      if (are_same(a.faces[i], b.faces[j], within)) return merged(a, i, b, j, surface);
  return std::nullopt;
}

namespace {

class Merging {
 public:
  Merging(std::vector<ConvexPart> given, const SolidSurface &surface) :
      surface(surface), within(SAME_FACE * surface.tolerance)
  {
    for (ConvexPart &part : given) add(std::move(part));
  }

  std::vector<ConvexPart> merge()
  {
    while (!pairs.empty()) {
      const Pair pair = pairs.top();
      pairs.pop();
      if (!parts[pair.a] || !parts[pair.b]) continue;
      std::optional<ConvexPart> both =
          merged(*parts[pair.a], pair.face_a, *parts[pair.b], pair.face_b, surface);
      if (!both) continue;
      parts[pair.a].reset();
      parts[pair.b].reset();
      add(std::move(*both));
    }
    std::vector<ConvexPart> result;
    for (std::optional<ConvexPart> &part : parts)
      if (part) result.push_back(std::move(*part));
    return result;
  }

 private:
  struct Pair {
    double area;
    size_t a, face_a, b, face_b;

    bool operator<(const Pair &other) const
    {
      return area != other.area ? area < other.area : a != other.a ? a > other.a : b > other.b;
    }
  };
  struct Place {
    size_t part, face;
  };

  // Faces are found by the x of their middles.
  void add(ConvexPart &&part)
  {
    const size_t number = parts.size();
    parts.emplace_back(std::move(part));
    const std::vector<PartFace> &faces = parts.back()->faces;
    for (size_t f = 0; f < faces.size(); f++) {
      const double x = faces[f].middle.x;
      for (auto at = places.lower_bound(x - within);
           at != places.end() && at->first <= x + within;) {
        const Place other = at->second;
        if (!parts[other.part]) {
          at = places.erase(at);
          continue;
        }
        if (other.part != number &&
            are_same(faces[f], parts[other.part]->faces[other.face], within))
          pairs.push({faces[f].area, other.part, other.face, number, f});
        ++at;
      }
      places.emplace(x, Place{number, f});
    }
  }

  const SolidSurface &surface;
  double within;
  std::vector<std::optional<ConvexPart>> parts;
  std::multimap<double, Place> places;
  std::priority_queue<Pair> pairs;
};

}    // namespace

std::vector<ConvexPart> merged_parts(std::vector<ConvexPart> parts, const SolidSurface &surface)
{
  return Merging(std::move(parts), surface).merge();
}

}    // namespace grist
