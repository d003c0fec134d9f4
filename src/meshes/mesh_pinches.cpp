#include "meshes/mesh_pinches.h"

#include "common/constants.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace grist {

// Triangles whose angles about an edge differ by less than this are in one plane.
static constexpr double SAME_ANGLE = 1e-6;

namespace {

// A triangle at an edge, as seen along the edge from its low to its high corner.
struct Leaf {
  EdgeUse use;
  double angle;
};

// The corners of triangles, three of each, that are one.
class Fans {
 public:
  explicit Fans(const std::vector<TriangleCorners> &of) : triangles(of), parent(3 * of.size())
  {
    std::iota(parent.begin(), parent.end(), 0);
  }

  // Both ends of a common edge.
  void join(const EdgeUse &a, const EdgeUse &b)
  {
    for (const int end : {a.low, a.high}) {
      const int p = find(place_of(a.triangle, end)), q = find(place_of(b.triangle, end));
      parent[std::max(p, q)] = std::min(p, q);
    }
  }
  int find(int n)
  {
    while (parent[n] != n) n = parent[n] = parent[parent[n]];
    return n;
  }

 private:
  const std::vector<TriangleCorners> &triangles;
  std::vector<int> parent;

  int place_of(int triangle, int corner) const
  {
    const TriangleCorners &t = triangles[triangle];
    return 3 * triangle + static_cast<int>(std::find(t.begin(), t.end(), corner) - t.begin());
  }
};

using Pairs = std::vector<std::pair<EdgeUse, EdgeUse>>;

}    // namespace

static bool is_pinch(int count)
{
  return count > 2 && count % 2 == 0;
}

// In order of their angles, from behind the widest gap. In one plane the forward one is first: it
// ends one solid, and the backward one begins the next.
static std::vector<Leaf> leaves_at(const TriangleList &list, const EdgeUse *use, int count)
{
  const Vector3d from = list.places[use->low];
  const Vector3d along = normalized(list.places[use->high] - from);
  const Vector3d u = unit_orthogonal(along), v = cross(along, u);
  std::vector<Leaf> leaves;
  for (int n = 0; n < count; n++) {
    const Vector3d out = list.places[list.triangles[use[n].triangle][(use[n].side + 2) % 3]] - from;
    leaves.push_back({use[n], std::atan2(dot(out, v), dot(out, u))});
  }
  const auto by_angle = [](const Leaf &a, const Leaf &b) { return a.angle < b.angle; };
  std::sort(leaves.begin(), leaves.end(), by_angle);
  double widest = leaves.front().angle - leaves.back().angle + 2.0 * PI;
  size_t first = 0;
  for (size_t n = 1; n < leaves.size(); n++)
    if (leaves[n].angle - leaves[n - 1].angle > widest) {
      widest = leaves[n].angle - leaves[n - 1].angle;
      first = n;
    }
  for (size_t n = 0; n < first; n++) leaves[n].angle += 2.0 * PI;
  std::sort(leaves.begin(), leaves.end(), by_angle);
  for (size_t n = 1; n < leaves.size(); n++)
    if (leaves[n].angle - leaves[n - 1].angle < SAME_ANGLE && leaves[n].use.forward &&
        !leaves[n - 1].use.forward)
      std::swap(leaves[n], leaves[n - 1]);
  return leaves;
}

// The solid fills the angles from a backward triangle to the forward one that comes next.
static void add_pairs(const std::vector<Leaf> &leaves, Pairs &pairs)
{
  const size_t count = leaves.size();
  int agree[2] = {0, 0}, solid[2] = {0, 0};
  for (size_t n = 0; n < count; n++) {
    const bool first = leaves[n].use.forward, next = leaves[(n + 1) % count].use.forward;
    agree[n % 2] += first != next;
    solid[n % 2] += !first && next;
  }
  const bool is_even = agree[0] != agree[1] ? agree[0] > agree[1] : solid[0] >= solid[1];
  for (size_t n = is_even ? 0 : 1; n < count; n += 2)
    pairs.emplace_back(leaves[n].use, leaves[(n + 1) % count].use);
}

// Gives each fan at a corner of a pinch its own corner.
static void divide_corners(TriangleList &list, Fans &fans, const std::vector<char> &is_at_pinch)
{
  std::vector<int> fan_of(list.places.size(), -1);            // that keeps the corner
  std::vector<int> copy_of(3 * list.triangles.size(), -1);    // by fan
  for (size_t n = 0; n < list.triangles.size(); n++)
    for (int k = 0; k < 3; k++) {
      int &corner = list.triangles[n][k];
      if (!is_at_pinch[corner]) continue;
      const int fan = fans.find(static_cast<int>(3 * n) + k);
      if (fan_of[corner] < 0) fan_of[corner] = fan;
      if (fan_of[corner] == fan) continue;
      if (copy_of[fan] < 0) {
        copy_of[fan] = static_cast<int>(list.places.size());
        list.places.push_back(Vector3d(list.places[corner]));
      }
      corner = copy_of[fan];
    }
}

// Puts a corner into the side of a triangle.
static void divide_side(TriangleList &list, const EdgeUse &use, int middle)
{
  const TriangleCorners t = list.triangles[use.triangle];
  list.triangles[use.triangle][(use.side + 1) % 3] = middle;
  list.triangles.push_back({middle, t[(use.side + 1) % 3], t[(use.side + 2) % 3]});
  list.faces.push_back(list.faces[use.triangle]);
  list.copies.push_back(list.copies[use.triangle]);
}

// Pairs whose edges are one still, as both ends have one fan. A triangle is divided at one side in
// a pass. Returns whether there was one.
static bool divide_edges(TriangleList &list)
{
  Pairs pairs;
  for_edges(sorted_edges(list.triangles), [&](const EdgeUse *use, int count) {
    if (!is_pinch(count)) return;
    Pairs own;
    add_pairs(leaves_at(list, use, count), own);
    pairs.insert(pairs.end(), own.begin() + 1, own.end());
  });
  std::vector<char> is_changed(list.triangles.size(), 0);
  for (const auto &[a, b] : pairs) {
    if (is_changed[a.triangle] || is_changed[b.triangle]) continue;
    is_changed[a.triangle] = is_changed[b.triangle] = 1;
    list.places.push_back(0.5 * (list.places[a.low] + list.places[a.high]));
    const int middle = static_cast<int>(list.places.size()) - 1;
    divide_side(list, a, middle);
    divide_side(list, b, middle);
  }
  return !pairs.empty();
}

int divide_pinches(TriangleList &list)
{
  assert(list.faces.size() == list.triangles.size() && list.copies.size() == list.faces.size());
  int pinches = 0;
  Pairs pairs;
  std::vector<char> is_at_pinch(list.places.size(), 0);
  const std::vector<EdgeUse> uses = sorted_edges(list.triangles);
  for_edges(uses, [&](const EdgeUse *use, int count) {
    if (!is_pinch(count)) return;
    pinches++;
    is_at_pinch[use->low] = is_at_pinch[use->high] = 1;
    add_pairs(leaves_at(list, use, count), pairs);
  });
  if (pinches == 0) return 0;
  Fans fans(list.triangles);
  for (const auto &[a, b] : pairs) fans.join(a, b);
  for_edges(uses, [&](const EdgeUse *use, int count) {
    for (int n = 1; n < count && !is_pinch(count); n++) fans.join(use[0], use[n]);
  });
  divide_corners(list, fans, is_at_pinch);
  while (divide_edges(list)) {}
  return pinches;
}

}    // namespace grist
