#include "meshes/triangle_tree.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace grist {

static constexpr int LEAF = 4;        // triangles
static constexpr int DEEPEST = 64;    // more than any vector of ints can be halved

// Rounding of barycentric coordinates and of shares of a way; sine of the angle below which a way
// runs along a triangle.
static constexpr double RAY_ROUNDING = 1e-12, ALONG = 1e-9;

// Rounding of the squared distance of a plane.
static constexpr double PLANE_ROUNDING = 1e-6;

// Rounding of the distance of a slab, over the coordinates: more than a few last digits.
static constexpr double SLAB_ROUNDING = 1e-14;

TrianglePoint nearest_point(const TriangleMesh::Triangle &t, const Vector3d &x)
{
  assert(is_unit(t.normal));
  const Vector3d &b = t.side_b, &c = t.side_c, from_a = x - t.corner;
  const double d1 = dot(b, from_a), d2 = dot(c, from_a);
  if (d1 <= 0.0 && d2 <= 0.0) return {t.corner, TrianglePoint::CORNER};
  const Vector3d from_b = from_a - b;
  const double d3 = dot(b, from_b), d4 = dot(c, from_b);
  if (d3 >= 0.0 && d4 <= d3) return {t.corner + b, TrianglePoint::CORNER + 1};
  const double at_ab = d1 * d4 - d3 * d2;
  if (at_ab <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return {t.corner + d1 / (d1 - d3) * b, 0};
  const Vector3d from_c = from_a - c;
  const double d5 = dot(b, from_c), d6 = dot(c, from_c);
  if (d6 >= 0.0 && d5 <= d6) return {t.corner + c, TrianglePoint::CORNER + 2};
  const double at_ca = d5 * d2 - d1 * d6;
  if (at_ca <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return {t.corner + d2 / (d2 - d6) * c, 2};
  const double at_bc = d3 * d6 - d5 * d4;
  if (at_bc <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    const double share = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {t.corner + b + share * (c - b), 1};
  }
  return {x - dot(from_a, t.normal) * t.normal, TrianglePoint::INSIDE};
}

Vector3d normal_at(const TriangleMesh &mesh, const TriangleMesh::Triangle &triangle, int feature)
{
  assert(is_number_of(feature, TrianglePoint::INSIDE + 1));
  if (feature < TrianglePoint::CORNER) return mesh.edges()[triangle.edges[feature]].outward;
  if (feature < TrianglePoint::INSIDE)
    return mesh.corners()[triangle.corners[feature - TrianglePoint::CORNER]].outward;
  return triangle.normal;
}

static AlignedBox box_of(const TriangleMesh::Triangle &t)
{
  AlignedBox box = {t.corner, t.corner};
  box.extend(t.corner + t.side_b);
  box.extend(t.corner + t.side_c);
  return box;
}

TriangleTree::TriangleTree(const std::vector<TriangleMesh::Triangle> &triangles) :
    triangles(triangles), numbers(triangles.size())
{
  assert(!triangles.empty());
  std::vector<AlignedBox> boxes;
  std::vector<Vector3d> centers;
  boxes.reserve(triangles.size());
  centers.reserve(triangles.size());
  for (const TriangleMesh::Triangle &t : triangles) {
    boxes.push_back(box_of(t));
    centers.push_back(boxes.back().center());
  }
  std::iota(numbers.begin(), numbers.end(), 0);
  nodes.reserve(triangles.size());
  nodes.push_back({AlignedBox(), 0, static_cast<int>(triangles.size())});
  split(0, boxes, centers);
}

// Halves of equal number along the longest side of the box of the centres.
void TriangleTree::split(int node, const std::vector<AlignedBox> &boxes,
                         std::vector<Vector3d> &centers)
{
  const int first = nodes[node].first, count = nodes[node].count;
  AlignedBox box, middle;
  for (int n = first; n < first + count; n++) {
    box.extend(boxes[numbers[n]]);
    middle.extend(centers[numbers[n]]);
  }
  nodes[node].box = box;
  if (count <= LEAF) return;
  const int axis = axis_of_greatest(middle.sizes());
  const auto begin = numbers.begin() + first, half = begin + count / 2;
  std::nth_element(begin, half, begin + count,
                   [&](int a, int b) { return centers[a][axis] < centers[b][axis]; });
  const int child = static_cast<int>(nodes.size());
  nodes.push_back({AlignedBox(), first, count / 2});
  nodes.push_back({AlignedBox(), first + count / 2, count - count / 2});
  nodes[node].first = child;
  nodes[node].count = 0;
  split(child, boxes, centers);
  split(child + 1, boxes, centers);
}

// The square of the distance, or the limit if it is greater. A triangle is as far away as its plane, at
// least.
static double squared_distance_below(double limit, const TriangleMesh::Triangle &triangle,
                                     const Vector3d &x)
{
  const double height = dot(triangle.normal, x - triangle.corner);
  if (height * height > (1.0 + PLANE_ROUNDING) * limit) return limit;
  return squared_norm(nearest_point(triangle, x).point - x);
}

template <class See> bool TriangleTree::visit(const Vector3d &x, double reach, const See &see) const
{
  const double limit = reach * reach;
  if (!(squared_distance(nodes[0].box, x) < limit)) return false;
  int open[DEEPEST], depth = 0;
  open[depth++] = 0;
  while (depth > 0) {
    const Node &node = nodes[open[--depth]];
    for (int n = node.first; n < node.first + node.count; n++) {
      const double squared = squared_distance_below(limit, triangles[numbers[n]], x);
      if (squared < limit && see(numbers[n], squared)) return true;
    }
    if (node.count > 0) continue;
    for (int child = node.first; child < node.first + 2; child++)
      if (squared_distance(nodes[child].box, x) < limit) open[depth++] = child;
  }
  return false;
}

bool TriangleTree::any_near(const Vector3d &x, double reach) const
{
  assert(!(reach < 0.0));
  return visit(x, reach, [](int, double) { return true; });
}

void TriangleTree::sort_by_distance(Near *near, int count)
{
  std::sort(near, near + count, [](const Near &a, const Near &b) {
    return a.distance < b.distance || (a.distance == b.distance && a.triangle < b.triangle);
  });
}

void TriangleTree::add_if_near(const TriangleMesh::Triangle &triangle, int number,
                               const Vector3d &x, double reach, std::vector<Near> &found)
{
  const double limit = reach * reach, squared = squared_distance_below(limit, triangle, x);
  if (squared < limit) found.push_back({std::sqrt(squared), number});
}

void TriangleTree::find_near(const Vector3d &x, double reach, std::vector<Near> &found) const
{
  assert(!(reach < 0.0));
  found.clear();
  visit(x, reach, [&found](int triangle, double squared) {
    found.push_back({std::sqrt(squared), triangle});
    return false;
  });
  sort_by_distance(found.data(), static_cast<int>(found.size()));
}

// The slab of the numbers from first to end, along the sum of their areas.
TriangleTree::Slab TriangleTree::slab_of(int first, int end) const
{
  Vector3d area = Vector3d::zero();
  for (int n = first; n < end; n++)
    area += triangles[numbers[n]].area * triangles[numbers[n]].normal;
  if (!(norm(area) > 0.0)) return {Vector3d::zero(), 0.0, 0.0};
  Slab slab = {normalized(area), std::numeric_limits<double>::max(),
               std::numeric_limits<double>::lowest()};
  for (int n = first; n < end; n++) {
    const TriangleMesh::Triangle &t = triangles[numbers[n]];
    for (const Vector3d &corner : {t.corner, t.corner + t.side_b, t.corner + t.side_c}) {
      slab.low = std::min(slab.low, dot(slab.normal, corner));
      slab.high = std::max(slab.high, dot(slab.normal, corner));
    }
  }
  return slab;
}

// The numbers of a node are those of its children, one after the other.
void TriangleTree::find_slabs()
{
  std::vector<std::pair<int, int>> ranges(nodes.size());
  for (size_t at = nodes.size(); at-- > 0;)
    ranges[at] = nodes[at].count > 0
        ? std::pair{nodes[at].first, nodes[at].first + nodes[at].count}
        : std::pair{ranges[nodes[at].first].first, ranges[nodes[at].first + 1].second};
  slabs.clear();
  for (const auto &[first, end] : ranges) slabs.push_back(slab_of(first, end));
}

// Whether all triangles of a node are further away than the limit, a square.
bool TriangleTree::is_beyond(int node, const Vector3d &x, double limit, double rounding) const
{
  if (squared_distance(nodes[node].box, x) > limit) return true;
  if (slabs.empty()) return false;
  const double height = dot(slabs[node].normal, x);
  const double apart = std::max(slabs[node].low - height, height - slabs[node].high) - rounding;
  return apart > 0.0 && apart * apart > limit;
}

// The nearer child is opened first.
TriangleTree::Near TriangleTree::nearest(const Vector3d &x) const
{
  const AlignedBox &all = nodes[0].box;
  const double rounding = SLAB_ROUNDING * (norm(x) + norm(all.low) + norm(all.high));
  Near best = {std::numeric_limits<double>::max(),
               -1};    // the square of the distance until the end
  int open[DEEPEST], depth = 0;
  open[depth++] = 0;
  while (depth > 0) {
    const Node &node = nodes[open[--depth]];
    if (is_beyond(open[depth], x, best.distance, rounding)) continue;
    for (int n = node.first; n < node.first + node.count; n++) {
      const int t = numbers[n];
      const double squared = squared_norm(nearest_point(triangles[t], x).point - x);
      if (squared < best.distance || (squared == best.distance && t < best.triangle))
        best = {squared, t};
    }
    if (node.count > 0) continue;
    const double first = squared_distance(nodes[node.first].box, x);
    const double second = squared_distance(nodes[node.first + 1].box, x);
    const int nearer = first <= second ? node.first : node.first + 1;
    open[depth++] = 2 * node.first + 1 - nearer;
    open[depth++] = nearer;
  }
  return {std::sqrt(best.distance), best.triangle};
}

// Children stand behind their parents.
void TriangleTree::refit(const std::vector<int> &moved)
{
  assert(are_numbers_of(moved, triangles.size()));
  slabs.clear();
  std::vector<char> has_moved(triangles.size(), 0), has_changed(nodes.size(), 0);
  for (const int t : moved) has_moved[t] = 1;
  for (int at = static_cast<int>(nodes.size()) - 1; at >= 0; at--) {
    Node &node = nodes[at];
    if (node.count == 0) {
      has_changed[at] = has_changed[node.first] || has_changed[node.first + 1];
      if (has_changed[at]) {
        node.box = nodes[node.first].box;
        node.box.extend(nodes[node.first + 1].box);
      }
      continue;
    }
    const auto begin = numbers.begin() + node.first, end = begin + node.count;
    has_changed[at] = std::any_of(begin, end, [&](int t) { return has_moved[t] != 0; });
    if (!has_changed[at]) continue;
    node.box = {};
    for (auto t = begin; t != end; ++t) node.box.extend(box_of(triangles[*t]));
  }
}

// Whether the way from a point passes through a box before a share of it.
static bool meets(const AlignedBox &box, const Vector3d &from, const Vector3d &way, double share)
{
  assert(is_share(share));
  double begin = 0.0, end = share;
  for (int d = 0; d < 3; d++) {
    if (way[d] == 0.0) {
      if (from[d] < box.low[d] || from[d] > box.high[d]) return false;
      continue;
    }
    const double at_min = (box.low[d] - from[d]) / way[d];
    const double at_max = (box.high[d] - from[d]) / way[d];
    begin = std::max(begin, std::min(at_min, at_max) - RAY_ROUNDING);
    end = std::min(end, std::max(at_min, at_max) + RAY_ROUNDING);
  }
  return begin <= end;
}

// The share of the way at which it meets the triangle, or more than 1 (Moeller and Trumbore 1997).
static double share_of_crossing(const TriangleMesh::Triangle &t, const Vector3d &from,
                                const Vector3d &way)
{
  static constexpr double NEVER = 2.0;
  const Vector3d across = cross(way, t.side_c), apart = from - t.corner;
  const double volume = dot(t.side_b, across);
  if (std::fabs(volume) <= ALONG * 2.0 * t.area * norm(way)) return NEVER;
  const double b = dot(apart, across) / volume;
  const Vector3d turned = cross(apart, t.side_b);
  const double c = dot(way, turned) / volume, share = dot(t.side_c, turned) / volume;
  if (b < -RAY_ROUNDING || c < -RAY_ROUNDING || b + c > 1.0 + RAY_ROUNDING || share < 0.0)
    return NEVER;
  return share;
}

TriangleTree::Crossing TriangleTree::first_crossing(const Vector3d &from, const Vector3d &way,
                                                    const std::function<bool(int)> &counts) const
{
  Crossing first = {1.0, -1};
  int open[DEEPEST], depth = 0;
  open[depth++] = 0;
  while (depth > 0) {
    const Node &node = nodes[open[--depth]];
    if (!meets(node.box, from, way, first.share)) continue;
    for (int n = node.first; n < node.first + node.count; n++) {
      if (!counts(numbers[n])) continue;
      const double share = share_of_crossing(triangles[numbers[n]], from, way);
      if (share <= first.share) first = {share, numbers[n]};
    }
    if (node.count == 0)
      for (int child = 0; child < 2; child++) open[depth++] = node.first + child;
  }
  return first;
}

void TriangleTree::measure(const Vector3d &x, Near *near, int count) const
{
  assert(count >= 0);
  for (int n = 0; n < count; n++)
    near[n].distance = norm(nearest_point(triangles[near[n].triangle], x).point - x);
  sort_by_distance(near, count);
}

}    // namespace grist
