#include "meshes/mesh_seams.h"

#include "common/preconditions.h"
#include "meshes/point_weld.h"

#include <algorithm>

namespace grist {

// A pass divides one side of each triangle; each side may get corners.
static constexpr int MOST_PASSES = 16;

namespace {

struct Border {
  std::vector<EdgeUse> edges;
  std::vector<int> corners;    // by their first coordinate
};

// A corner on an edge, and where: 0 at the first corner of the side, 1 at the second.
struct OnEdge {
  double share;
  int corner;
};

}    // namespace

static Border border_of(const TriangleList &list)
{
  Border border;
  for_edges(sorted_edges(list.triangles), [&](const EdgeUse *use, int count) {
    if (count != 1) return;
    border.edges.push_back(*use);
    border.corners.insert(border.corners.end(), {use->low, use->high});
  });
  std::sort(border.corners.begin(), border.corners.end());
  border.corners.erase(std::unique(border.corners.begin(), border.corners.end()),
                       border.corners.end());
  std::sort(border.corners.begin(), border.corners.end(), [&](int a, int b) {
    return list.places[a][0] != list.places[b][0] ? list.places[a][0] < list.places[b][0] : a < b;
  });
  return border;
}

static int join_corners(TriangleList &list, double tolerance)
{
  std::vector<int> corners = border_of(list).corners;
  std::sort(corners.begin(), corners.end());
  std::vector<Vector3d> places, kept;
  for (const int c : corners) places.push_back(list.places[c]);
  const std::vector<int> number = weld(places, tolerance, kept);
  if (kept.size() == places.size()) return 0;
  std::vector<int> first(kept.size(), -1), becomes(list.places.size());
  for (size_t c = 0; c < becomes.size(); c++) becomes[c] = static_cast<int>(c);
  for (size_t n = 0; n < corners.size(); n++) {
    if (first[number[n]] < 0) first[number[n]] = corners[n];
    becomes[corners[n]] = first[number[n]];
  }
  for (TriangleCorners &t : list.triangles)
    for (int &c : t) c = becomes[c];
  drop_flat(list);
  return static_cast<int>(places.size() - kept.size());
}

// Corners of the border inside an edge of it, in the order in which its triangle passes them.
static std::vector<OnEdge> corners_on(const TriangleList &list, const Border &border,
                                      const EdgeUse &use, double tolerance)
{
  const TriangleCorners &t = list.triangles[use.triangle];
  const Vector3d &from = list.places[t[use.side]], &to = list.places[t[(use.side + 1) % 3]];
  const Vector3d along = to - from;
  const double length = norm(along);
  const double low = std::min(from[0], to[0]) - tolerance;
  const double high = std::max(from[0], to[0]) + tolerance;
  std::vector<OnEdge> found;
  auto at = std::lower_bound(border.corners.begin(), border.corners.end(), low,
                             [&](int c, double x) { return list.places[c][0] < x; });
  for (; at != border.corners.end() && list.places[*at][0] <= high; ++at) {
    if (std::find(t.begin(), t.end(), *at) != t.end()) continue;
    const Vector3d apart = list.places[*at] - from;
    const double there = dot(apart, along) / length;
    if (there <= tolerance || there >= length - tolerance) continue;
    if (norm(apart - there / length * along) > tolerance) continue;
    found.push_back({there / length, *at});
  }
  std::sort(found.begin(), found.end(),
            [](const OnEdge &a, const OnEdge &b) { return a.share < b.share; });
  return found;
}

// A fan from the corner opposite to the side.
static void divide(TriangleList &list, const EdgeUse &use, const std::vector<OnEdge> &at)
{
  const TriangleCorners t = list.triangles[use.triangle];
  const int end = t[(use.side + 1) % 3], opposite = t[(use.side + 2) % 3];
  list.triangles[use.triangle][(use.side + 1) % 3] = at[0].corner;
  for (size_t n = 0; n < at.size(); n++) {
    list.triangles.push_back({at[n].corner, n + 1 < at.size() ? at[n + 1].corner : end, opposite});
    list.faces.push_back(list.faces[use.triangle]);
    list.copies.push_back(list.copies[use.triangle]);
  }
}

static int divide_edges(TriangleList &list, double tolerance)
{
  const Border border = border_of(list);
  std::vector<char> changed(list.triangles.size(), 0);
  int count = 0;
  for (const EdgeUse &use : border.edges) {
    if (changed[use.triangle]) continue;
    const std::vector<OnEdge> at = corners_on(list, border, use, tolerance);
    if (at.empty()) continue;
    changed[use.triangle] = 1;
    divide(list, use, at);
    count += static_cast<int>(at.size());
  }
  drop_flat(list);
  return count;
}

int close_seams(TriangleList &list, double tolerance)
{
  assert(tolerance >= 0.0);
  int count = join_corners(list, tolerance);
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    const int divided = divide_edges(list, tolerance);
    if (divided == 0) break;
    count += divided;
  }
  return count;
}

}    // namespace grist
