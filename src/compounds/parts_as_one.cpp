#include "compounds/parts_as_one.h"

#include "common/preconditions.h"
#include "geometry/overlap.h"

#include <algorithm>
#include <limits>

namespace grist {

// Points at which two parts are looked at before their hull is made.
static constexpr size_t MOST_PROBES = 64;

// ---- inside

BodyInside::BodyInside(const Division &parts) : parts(parts)
{
  for (int part = 0; part < parts.count(); part++) {
    const BodyCell &cell = parts[part];
    corners.emplace_back();
    planes.emplace_back();
    boxes.emplace_back();
    for (const Vector3d &vertex : cell.shape.vertices()) {
      corners.back().push_back(cell.place.to_space(vertex));
      boxes.back().extend(corners.back().back());
    }
    for (int face = 0; face < cell.shape.face_count(); face++)
      planes.back().push_back(moved(cell.shape.plane(face), cell.place));
    boxes.back().low -= Vector3d::all(parts.tolerance());
    boxes.back().high += Vector3d::all(parts.tolerance());
  }
}

std::vector<int> BodyInside::parts_near(const AlignedBox &box) const
{
  std::vector<int> near;
  for (size_t part = 0; part < boxes.size(); part++)
    if (!intersection(box, boxes[part]).is_empty()) near.push_back(static_cast<int>(part));
  return near;
}

bool BodyInside::has_point(const Vector3d &x, const std::vector<int> &near) const
{
  return std::any_of(near.begin(), near.end(), [&](int part) {
    const auto n = static_cast<size_t>(part);
    return boxes[n].contains(x) &&
        std::all_of(planes[n].begin(), planes[n].end(),
                    [&](const HalfSpace &plane) { return plane.distance(x) <= parts.tolerance(); });
  });
}

// Points between a corner of each are in their hull.
bool BodyInside::may_have_hull(const std::vector<Vector3d> &a, const std::vector<Vector3d> &b) const
{
  AlignedBox box;
  for (const Vector3d &corner : a) box.extend(corner);
  for (const Vector3d &corner : b) box.extend(corner);
  const std::vector<int> near = parts_near(box);
  const size_t step = 1 + a.size() * b.size() / MOST_PROBES;
  for (size_t n = 0; n < a.size() * b.size(); n += step)
    if (!has_point(0.5 * (a[n % a.size()] + b[n / a.size()]), near)) return false;
  return true;
}

bool BodyInside::has_hull(const ConvexPolyhedron &hull, int part, int other, double volume) const
{
  AlignedBox box;
  for (const Vector3d &vertex : hull.vertices()) box.extend(hull.placement().to_space(vertex));
  const double enough = (1.0 - SAME_VOLUME) * hull.volume();
  OverlapWorkspace workspace;
  for (const int k : parts_near(box))
    if (k != part && k != other && volume < enough)
      volume += overlap(hull, hull.placement(), parts[k].shape, parts[k].place, workspace).volume;
  return volume >= enough;
}

// ---- hollow edges

bool reaches(const ConvexPolyhedron &body, Vector3d from, Vector3d to, double tolerance)
{
  for (int face = 0; face < body.face_count(); face++) {
    const HalfSpace plane = body.plane(face);
    const double here = plane.distance(from) - tolerance, there = plane.distance(to) - tolerance;
    if (here > 0.0 && there > 0.0) return false;
    if (here > 0.0)
      from += here / (here - there) * (to - from);
    else if (there > 0.0)
      to += there / (there - here) * (from - to);
  }
  return norm(to - from) > 4.0 * tolerance;
}

HalfSpace bisector(const BodySurface &surface, const BodySurface::HollowEdge &edge)
{
  return HalfSpace::through(edge.from,
                            surface[edge.plate].plane.normal - surface[edge.other].plane.normal);
}

namespace {

class PartsAsOne {
 public:
  PartsAsOne(const Division &parts, const BodySurface &surface) :
      parts(parts), surface(surface), inside(parts), count(static_cast<size_t>(parts.count())),
      tolerance(parts.tolerance())
  {
    find_sides();
  }

  std::vector<char> find()
  {
    one.assign(count * count, 0);
    for (size_t a = 0; a < count; a++) {
      one[count * a + a] = 1;
      for (size_t b = a + 1; b < count; b++)
        one[count * a + b] = one[count * b + a] = hull_is_inside(a, b) ? 1 : 0;
    }
    part_what_edges_divide();
    return std::move(one);
  }

 private:
  // Where a part is beside the bisector of a hollow edge; one in the plane is on both sides.
  struct Sides {
    bool behind, before;
  };

  void find_sides();
  bool is_behind_plates(size_t part, size_t of) const;
  bool is_divided(size_t p, size_t q, const ConvexPolyhedron &hull) const;
  bool hull_is_inside(size_t p, size_t q) const;
  void part_what_edges_divide();

  const Division &parts;
  const BodySurface &surface;
  BodyInside inside;
  size_t count;
  double tolerance;
  std::vector<Sides> sides;    // by hollow edge, then by part
  std::vector<char> one;
};

}    // namespace

void PartsAsOne::find_sides()
{
  for (const BodySurface::HollowEdge &edge : surface.hollow_edges()) {
    const HalfSpace plane = bisector(surface, edge);
    for (size_t part = 0; part < count; part++) {
      double least = std::numeric_limits<double>::max(), greatest = -least;
      for (const Vector3d &corner : inside.corners_of(static_cast<int>(part))) {
        least = std::min(least, plane.distance(corner));
        greatest = std::max(greatest, plane.distance(corner));
      }
      sides.push_back({greatest <= tolerance, least >= -tolerance});
    }
  }
}

bool PartsAsOne::is_behind_plates(size_t part, size_t of) const
{
  for (const int plate : surface.plates_of(static_cast<int>(of)))
    for (const Vector3d &corner : inside.corners_of(static_cast<int>(part)))
      if (surface[plate].plane.distance(corner) > tolerance) return false;
  return true;
}

// Whether the bisector of a hollow edge that the hull of two parts reaches is between them.
bool PartsAsOne::is_divided(size_t p, size_t q, const ConvexPolyhedron &hull) const
{
  const Pose &frame = hull.placement();
  for (size_t n = 0; n < surface.hollow_edges().size(); n++) {
    const Sides &of_p = sides[n * count + p], &of_q = sides[n * count + q];
    const BodySurface::HollowEdge &edge = surface.hollow_edges()[n];
    if (((of_p.behind && of_q.before) || (of_q.behind && of_p.before)) &&
        reaches(hull, frame.to_body(edge.from), frame.to_body(edge.to), tolerance))
      return true;
  }
  return false;
}

bool PartsAsOne::hull_is_inside(size_t p, size_t q) const
{
  const int part = static_cast<int>(p), other = static_cast<int>(q);
  const std::vector<Vector3d> &a = inside.corners_of(part), &b = inside.corners_of(other);
  if (!is_behind_plates(p, q) || !is_behind_plates(q, p) || !inside.may_have_hull(a, b))
    return false;
  std::vector<Vector3d> points = a;
  points.insert(points.end(), b.begin(), b.end());
  const ConvexPolyhedron both = ConvexPolyhedron::from_vertices(points);
  return !is_divided(p, q, both) &&
      inside.has_hull(both, part, other, parts[part].shape.volume() + parts[other].shape.volume());
}

void PartsAsOne::part_what_edges_divide()
{
  std::vector<char> next = one;
  for (size_t e = 0; e < surface.hollow_edges().size(); e++) {
    const BodySurface::HollowEdge &edge = surface.hollow_edges()[e];
    std::vector<size_t> at_edge[2];
    std::vector<char> side_of(count, -1),
        is_led(count, 0);    // led: one with a part of its side at the edge
    for (int side = 0; side < 2; side++)
      for (size_t part = 0; part < count; part++) {
        const Sides &where = sides[e * count + part];
        if (!(side == 0 ? where.behind : where.before)) continue;
        side_of[part] = static_cast<char>(side);
        const BodyCell &cell = parts[static_cast<int>(part)];
        if (reaches(cell.shape, cell.place.to_body(edge.from), cell.place.to_body(edge.to),
                    tolerance))
          at_edge[side].push_back(part);
      }
    for (size_t part = 0; part < count; part++)
      if (side_of[part] >= 0)
        for (const size_t other : at_edge[static_cast<size_t>(side_of[part])])
          if (one[part * count + other]) is_led[part] = 1;
    for (size_t a = 0; a < count; a++) {
      if (!is_led[a]) continue;
      for (size_t b = 0; b < count; b++)
        if (is_led[b] && side_of[a] != side_of[b]) next[a * count + b] = 0;
    }
  }
  one = std::move(next);
}

std::vector<char> parts_as_one(const Division &parts, const BodySurface &surface)
{
  return PartsAsOne(parts, surface).find();
}

}    // namespace grist
