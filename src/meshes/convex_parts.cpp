#include "meshes/convex_parts.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace grist {

static constexpr int NO_LOOP = -1;

// More cuts for each corner than any polygon needs.
static constexpr size_t MOST_CUTS = 4;

// Multiples of the tolerance up to which a part counts as convex, and, over the length of all
// outlines, areas as equal.
static constexpr double CONVEX_MARGIN = 4.0;

static Vector2d to_left(const Vector2d &a)
{
  return {-a[1], a[0]};
}

static bool is_before(const Vector2d &a, const Vector2d &b)
{
  return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

double doubled_area(const PolygonLoop &loop)
{
  double sum = 0.0;
  for (size_t k = 1; k + 1 < loop.size(); k++)
    sum += cross(loop[k].place - loop[0].place, loop[k + 1].place - loop[0].place);
  return sum;
}

static double length(const PolygonLoop &loop)
{
  double sum = 0.0;
  for (size_t k = 0; k < loop.size(); k++)
    sum += norm(loop[(k + 1) % loop.size()].place - loop[k].place);
  return sum;
}

static double distance_to_segment(const Vector2d &x, const Vector2d &a, const Vector2d &b)
{
  assert(!(a == b));
  const Vector2d along = b - a;
  const double square = squared_norm(along);
  const double t = square > 0.0 ? std::clamp(dot(x - a, along) / square, 0.0, 1.0) : 0.0;
  return norm(x - a - t * along);
}

namespace {

// A corner of a loop, seen from inside the polygon.
struct Angle {
  enum Kind { CONVEX, STRAIGHT, HOLLOW };
  Angle(const PolygonLoop &loop, size_t k, double tolerance);

  Kind kind;
  bool changes_tag;
  Vector2d at, to_next, to_last;    // unit vectors

  bool needs_cut() const { return kind == HOLLOW || (kind == STRAIGHT && changes_tag); }
  Vector2d bisector() const;
  bool contains(const Vector2d &direction) const;
};

// Where a cut that begins at one corner ends: at a corner, or within the edge that begins there.
struct Hit {
  int loop = NO_LOOP;
  size_t corner = 0;
  bool is_corner = false;
  Vector2d place = Vector2d::zero();
};

}    // namespace

Angle::Angle(const PolygonLoop &loop, size_t k, double tolerance)
{
  const PolygonCorner &last = loop[(k + loop.size() - 1) % loop.size()];
  const PolygonCorner &next = loop[(k + 1) % loop.size()];
  at = loop[k].place;
  changes_tag = last.tag != loop[k].tag;
  to_next = normalized(next.place - at);
  to_last = normalized(last.place - at);
  const double base = norm(next.place - last.place);
  const double height = base > 0.0 ? cross(next.place - last.place, at - last.place) / base : 0.0;
  const bool is_spike = dot(to_next, to_last) > 0.0;    // also one that goes back along a cut
  if (height > tolerance || (is_spike && height >= -tolerance))
    kind = HOLLOW;
  else
    kind = height < -tolerance ? CONVEX : STRAIGHT;
}

Vector2d Angle::bisector() const
{
  const Vector2d across = to_left(to_next - to_last);
  return norm(across) > 1e-6 ? normalized(across) : Vector2d(-to_next);
}

// Counter-clockwise between the next and the last corner.
bool Angle::contains(const Vector2d &direction) const
{
  const double a = cross(to_next, direction), b = cross(direction, to_last);
  return cross(to_next, to_last) >= 0.0 && kind != HOLLOW ? a >= 0.0 && b >= 0.0
                                                          : a >= 0.0 || b >= 0.0;
}

// ---- outlines with corners only where they are needed

// Marks the corners between two that are kept (Douglas and Peucker 1973).
static void keep_between(const PolygonLoop &loop, size_t first, size_t last, double tolerance,
                         std::vector<char> &kept)
{
  std::vector<std::pair<size_t, size_t>> open = {{first, last}};
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    double most = tolerance;
    size_t farthest = from;
    for (size_t k = from + 1; k < to; k++) {
      const double d =
          distance_to_segment(loop[k].place, loop[from].place, loop[to % loop.size()].place);
      if (d > most) {
        most = d;
        farthest = k;
      }
    }
    if (farthest == from) continue;
    kept[farthest] = 1;
    open.emplace_back(from, farthest);
    open.emplace_back(farthest, to);
  }
}

static PolygonLoop simplified(PolygonLoop loop, double tolerance)
{
  const size_t n = loop.size();
  const auto least = std::min_element(loop.begin(), loop.end(), [](const auto &a, const auto &b) {
    return is_before(a.place, b.place);
  });
  std::rotate(loop.begin(), least, loop.end());
  std::vector<char> kept(n, 0);
  std::vector<size_t> fixed = {0};
  for (size_t k = 1; k < n; k++)
    if (loop[k].tag != loop[k - 1].tag) fixed.push_back(k);
  if (fixed.size() == 1) {
    size_t farthest = 0;
    for (size_t k = 1; k < n; k++)
      if (norm(loop[k].place - loop[0].place) > norm(loop[farthest].place - loop[0].place))
        farthest = k;
    if (farthest != 0) fixed.push_back(farthest);
  }
  for (size_t k = 0; k < fixed.size(); k++) {
    kept[fixed[k]] = 1;
    keep_between(loop, fixed[k], k + 1 < fixed.size() ? fixed[k + 1] : n, tolerance, kept);
  }
  PolygonLoop result;
  for (size_t k = 0; k < n; k++)
    if (kept[k]) result.push_back(loop[k]);
  return result;
}

// Without corners that are one with the next, or straight between equal tags.
static PolygonLoop cleaned(PolygonLoop loop, double tolerance)
{
  for (size_t k = 0; k < loop.size() && loop.size() >= 3;) {
    const PolygonCorner &next = loop[(k + 1) % loop.size()];
    const Angle angle(loop, k, tolerance);
    const bool is_one = norm(next.place - loop[k].place) <= tolerance;
    if (is_one || (angle.kind == Angle::STRAIGHT && !angle.changes_tag)) {
      loop.erase(loop.begin() + k);
      k = k > 0 ? k - 1 : 0;
    } else {
      k++;
    }
  }
  return loop;
}

// ---- cuts

// The nearest edge or corner on a ray from a corner that the ray comes to from inside. Both sides
// of a cut are at one place.
static Hit nearest_hit(const std::vector<PolygonLoop> &loops, int from_loop, size_t from,
                       const Vector2d &direction, bool within_loop, double tolerance)
{
  const Vector2d start = loops[from_loop][from].place;
  double nearest = std::numeric_limits<double>::infinity();
  Hit hit;
  for (size_t l = 0; l < loops.size(); l++) {
    if (!within_loop && static_cast<int>(l) == from_loop) continue;
    const PolygonLoop &loop = loops[l];
    for (size_t k = 0; k < loop.size(); k++) {
      const Vector2d a = loop[k].place - start, b = loop[(k + 1) % loop.size()].place - start;
      const double side_a = cross(direction, a), side_b = cross(direction, b);
      if (std::fabs(side_a) <= tolerance) {
        const double t = dot(a, direction);
        if (t > tolerance && t < nearest + tolerance &&
            Angle(loop, k, tolerance).contains(-direction)) {
          nearest = std::min(nearest, t);
          hit = {static_cast<int>(l), k, true, loop[k].place};
        }
      } else if (side_a < 0.0 && side_b > tolerance) {
        const double share = side_a / (side_a - side_b);
        const double t = dot(a + share * (b - a), direction);
        if (t > tolerance && t < nearest - tolerance) {
          nearest = t;
          hit = {static_cast<int>(l), k, false, start + t * direction};
        }
      }
    }
  }
  return hit;
}

// The corners from one to another, both included, going round.
static PolygonLoop range(const PolygonLoop &loop, size_t first, size_t last)
{
  PolygonLoop result;
  for (size_t k = first;; k = (k + 1) % loop.size()) {
    result.push_back(loop[k]);
    if (k == last) return result;
  }
}

// From the end of a cut around the whole loop and back to it; the last corner begins the cut on its
// other side.
static PolygonLoop around(const PolygonLoop &loop, const Hit &hit)
{
  PolygonLoop result;
  if (hit.is_corner) {
    result = range(loop, hit.corner, (hit.corner + loop.size() - 1) % loop.size());
    result.push_back(loop[hit.corner]);
  } else {
    const PolygonCorner begin = {hit.place, loop[hit.corner].tag, NO_LOOP};
    result = range(loop, (hit.corner + 1) % loop.size(), hit.corner);
    result.insert(result.begin(), begin);
    result.push_back(begin);
  }
  result.back().tag = PolygonCorner::CUT;
  return result;
}

// One loop of two, joined by a cut from a corner of the first.
static PolygonLoop joined(const PolygonLoop &first, size_t corner, const PolygonLoop &second,
                          const Hit &hit)
{
  PolygonLoop result = around(second, hit);
  const PolygonLoop inner = around(first, {0, corner, true, first[corner].place});
  result.insert(result.end(), inner.begin(), inner.end());
  return result;
}

// Two loops of one.
static std::pair<PolygonLoop, PolygonLoop> split(const PolygonLoop &loop, size_t corner,
                                                 const Hit &hit)
{
  PolygonLoop left, right;
  const size_t n = loop.size();
  if (hit.is_corner) {
    left = range(loop, hit.corner, corner);
    right = range(loop, corner, hit.corner);
  } else {
    left = range(loop, (hit.corner + 1) % n, corner);
    left.insert(left.begin(), {hit.place, loop[hit.corner].tag, NO_LOOP});
    right = range(loop, corner, hit.corner);
    right.push_back({hit.place, PolygonCorner::CUT, NO_LOOP});
  }
  left.back().tag = right.back().tag = PolygonCorner::CUT;
  return {left, right};
}

PolygonLoop clipped(const PolygonLoop &loop, const Vector2d &normal, double offset)
{
  assert(!(normal == Vector2d::zero()));
  PolygonLoop result;
  for (size_t k = 0; k < loop.size(); k++) {
    const PolygonCorner &at = loop[k], &next = loop[(k + 1) % loop.size()];
    const double height = dot(normal, at.place) - offset, then = dot(normal, next.place) - offset;
    if (height <= 0.0) result.push_back(at);
    if ((height <= 0.0) == (then <= 0.0)) continue;
    const Vector2d place = at.place + height / (height - then) * (next.place - at.place);
    result.push_back({place, height <= 0.0 ? PolygonCorner::CUT : at.tag, NO_LOOP});
  }
  return result;
}

// One loop without holes: each hole is joined with what is to the left of its leftmost corner.
static bool join_holes(std::vector<PolygonLoop> &loops, double tolerance)
{
  while (loops.size() > 1) {
    size_t hole = 0;
    while (hole < loops.size() && doubled_area(loops[hole]) > 0.0) hole++;
    if (hole == loops.size()) return false;
    size_t corner = 0;
    for (size_t k = 1; k < loops[hole].size(); k++)
      if (is_before(loops[hole][k].place, loops[hole][corner].place)) corner = k;
    const Hit hit =
        nearest_hit(loops, static_cast<int>(hole), corner, -Vector2d::unit_x(), false, tolerance);
    if (hit.loop == NO_LOOP) return false;
    loops[hit.loop] = joined(loops[hole], corner, loops[hit.loop], hit);
    loops.erase(loops.begin() + static_cast<long>(hole));
  }
  return true;
}

// The corner to cut at: the leftmost one, so that the numbers of corners do not matter.
static int corner_to_cut(const PolygonLoop &loop, double tolerance)
{
  int best = NO_LOOP;
  for (size_t k = 0; k < loop.size(); k++) {
    if (best != NO_LOOP && !is_before(loop[k].place, loop[best].place)) continue;
    if (Angle(loop, k, tolerance).needs_cut()) best = static_cast<int>(k);
  }
  return best;
}

static bool is_convex(const PolygonLoop &loop, double tolerance)
{
  for (size_t k = 0; k < loop.size(); k++)
    if (Angle(loop, k, CONVEX_MARGIN * tolerance).kind == Angle::HOLLOW) return false;
  return true;
}

std::vector<PolygonLoop> convex_parts(std::vector<PolygonLoop> loops, double tolerance)
{
  assert(tolerance >= 0.0);
  double area = 0.0, border = 0.0;
  size_t corners = 0;
  for (PolygonLoop &loop : loops) {
    if (loop.size() < 3) return {};
    loop = cleaned(simplified(std::move(loop), tolerance), tolerance);
    area += doubled_area(loop);
    border += length(loop);
    corners += loop.size();
  }
  if (!join_holes(loops, tolerance)) return {};

  std::vector<PolygonLoop> open = std::move(loops), parts;
  size_t cuts = 0;
  double cut_area = 0.0;
  while (!open.empty()) {
    PolygonLoop loop = cleaned(std::move(open.back()), tolerance);
    open.pop_back();
    const double own = doubled_area(loop);
    if (loop.size() < 3 || own <= tolerance * length(loop)) continue;
    const int corner = corner_to_cut(loop, tolerance);
    if (corner == NO_LOOP) {
      if (!is_convex(loop, tolerance)) return {};
      cut_area += own;
      parts.push_back(std::move(loop));
      continue;
    }
    if (++cuts > MOST_CUTS * corners) return {};
    const std::vector<PolygonLoop> one = {loop};
    const Hit hit = nearest_hit(one, 0, static_cast<size_t>(corner),
                                Angle(loop, static_cast<size_t>(corner), tolerance).bisector(),
                                true, tolerance);
    if (hit.loop == NO_LOOP) return {};
    auto [left, right] = split(loop, static_cast<size_t>(corner), hit);
    open.push_back(std::move(left));
    open.push_back(std::move(right));
  }
  return std::fabs(cut_area - area) <=
          CONVEX_MARGIN * tolerance * border * static_cast<double>(cuts + 1)
      ? parts
      : std::vector<PolygonLoop>();
}

}    // namespace grist
