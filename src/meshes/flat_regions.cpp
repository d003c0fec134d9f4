#include "meshes/flat_regions.h"

#include "common/preconditions.h"
#include "meshes/mesh_triangles.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grist {

// Shares of the extent within which corners are in a plane: while a region grows, and in the end,
// when its plane has settled.
static constexpr double FLAT_REGION = 0.5 * WELD;
static constexpr double SETTLED = 3.0;

static constexpr int NO_REGION = -1;

// The plane of the triangles so far. Distances are taken from the first corner, so that nothing is
// added to planes that are exact.
struct FlatRegions::Fit {
  Vector3d start, weighted = Vector3d::zero(), normal = Vector3d::zero();
  Vector3d moved = Vector3d::zero();
  int corners = 0;

  void add(const TriangleMesh::Triangle &t)
  {
    if (corners == 0) start = t.corner;
    weighted += t.area * t.normal;
    normal = normalized(weighted);
    moved += 3.0 * (t.corner - start) + t.side_b + t.side_c;
    corners += 3;
  }
  double height(const Vector3d &x) const { return dot(normal, (x - start) - moved / corners); }
  HalfSpace plane() const { return {normal, dot(normal, start) + dot(normal, moved) / corners}; }
};

FlatRegions::FlatRegions(const TriangleMesh &mesh) :
    mesh(mesh), within(FLAT_REGION * mesh.extent().diagonal()),
    of_triangle(mesh.triangles().size(), NO_REGION)
{
  const auto &triangles = mesh.triangles();
  std::vector<int> order(triangles.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return triangles[a].area > triangles[b].area; });
  for (const int seed : order) {
    if (of_triangle[seed] != NO_REGION) continue;
    grow(seed, triangles.size());
    while (!is_flat(flat.back())) {
      const size_t half = flat.back().triangles.size() / 2;
      for (const int t : flat.back().triangles) of_triangle[t] = NO_REGION;
      flat.pop_back();
      grow(seed, half);
    }
  }
  find_sheets();
}

// Whether the neighbor runs along the edge in the same direction as the triangle: then their fronts
// are on different sides.
bool FlatRegions::runs_along(int triangle, int edge, int neighbor) const
{
  const TriangleMesh::Triangle &t = mesh.triangles()[triangle], &other = mesh.triangles()[neighbor];
  for (int k = 0; k < 3; k++)
    if (other.edges[k] == t.edges[edge]) return other.corners[k] == t.corners[edge];
  return false;
}

bool FlatRegions::may_join(const Fit &fit, int triangle, int edge, int neighbor) const
{
  if (runs_along(triangle, edge, neighbor)) return false;
  const TriangleMesh::Triangle &other = mesh.triangles()[neighbor];
  for (const int c : other.corners)
    if (std::fabs(fit.height(mesh.corners()[c].place)) > within) return false;
  // The normal of a sliver is rounding.
  const double longest = std::sqrt(std::max({squared_norm(other.side_b), squared_norm(other.side_c),
                                             squared_norm(other.side_c - other.side_b)}));
  if (dot(other.normal, fit.normal) > 0.0 || 2.0 * other.area < within * longest) return true;
  // A triangle that is turned over, with all its neighbors in the region: the outline does not
  // change.
  return std::all_of(other.neighbors.begin(), other.neighbors.end(),
                     [&](int k) { return k >= 0 && of_triangle[k] == of_triangle[triangle]; });
}

// Triangles that were rejected while the plane was less well known are tried again in the end.
void FlatRegions::grow(int seed, size_t most)
{
  const int number = static_cast<int>(flat.size());
  struct Step {
    int triangle, edge;
  };
  FlatRegion region;
  Fit fit;
  std::vector<Step> steps, refused;
  const auto add = [&](int triangle) {
    of_triangle[triangle] = number;
    region.triangles.push_back(triangle);
    fit.add(mesh.triangles()[triangle]);
    for (int k = 0; k < 3; k++) steps.push_back({triangle, k});
  };
  add(seed);
  bool again = true;
  while (again) {
    again = false;
    for (size_t n = 0; n < steps.size(); n++) {
      const Step step = steps[n];
      const int neighbor = mesh.triangles()[step.triangle].neighbors[step.edge];
      if (neighbor < 0 || of_triangle[neighbor] != NO_REGION) continue;
      if (region.triangles.size() >= most || !may_join(fit, step.triangle, step.edge, neighbor)) {
        refused.push_back(step);
        continue;
      }
      add(neighbor);
      again = true;
    }
    steps.swap(refused);
    refused.clear();
  }
  region.plane = fit.plane();
  flat.push_back(std::move(region));
}

bool FlatRegions::is_flat(const FlatRegion &region) const
{
  if (region.triangles.size() == 1) return true;
  for (const int t : region.triangles)
    for (const int c : mesh.triangles()[t].corners)
      if (std::fabs(region.plane.distance(mesh.corners()[c].place)) > SETTLED * within)
        return false;
  return true;
}

void FlatRegions::find_sheets()
{
  std::vector<char> seen(flat.size(), 0);
  std::vector<int> open;
  int sheets = 0;
  for (size_t first = 0; first < flat.size(); first++) {
    if (seen[first]) continue;
    seen[first] = 1;
    flat[first].sheet = sheets;
    open.assign(1, static_cast<int>(first));
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      for (const int t : flat[at].triangles)
        for (int k = 0; k < 3; k++) {
          const int neighbor = mesh.triangles()[t].neighbors[k];
          if (neighbor < 0 || seen[of_triangle[neighbor]]) continue;
          FlatRegion &next = flat[of_triangle[neighbor]];
          seen[of_triangle[neighbor]] = 1;
          next.sheet = sheets;
          next.front = runs_along(t, k, neighbor) ? -flat[at].front : flat[at].front;
          open.push_back(of_triangle[neighbor]);
        }
    }
    sheets++;
  }
}

std::vector<std::vector<OutlineEdge>> FlatRegions::outlines(int region) const
{
  assert(is_number_of(region, flat.size()));
  const auto &triangles = mesh.triangles();
  const auto is_border = [&](int t, int k) {
    const int neighbor = triangles[t].neighbors[k];
    return neighbor < 0 || of_triangle[neighbor] != region || runs_along(t, k, neighbor);
  };
  // Around the end of a border edge, through the triangles of the region, to the next one.
  const auto next = [&](int &t, int &k) {
    k = (k + 1) % 3;
    while (!is_border(t, k)) {
      const int edge = triangles[t].edges[k];
      t = triangles[t].neighbors[k];
      k = 0;
      while (triangles[t].edges[k] != edge) k++;
      k = (k + 1) % 3;
    }
  };
  struct Border {
    int triangle, edge;
    bool operator<(const Border &b) const
    {
      return triangle < b.triangle || (triangle == b.triangle && edge < b.edge);
    }
  };
  std::vector<Border> borders;
  for (const int t : flat[region].triangles)
    for (int k = 0; k < 3; k++)
      if (is_border(t, k)) borders.push_back({t, k});
  std::sort(borders.begin(), borders.end());
  std::vector<char> seen(borders.size(), 0);
  std::vector<std::vector<OutlineEdge>> loops;
  for (size_t n = 0; n < borders.size(); n++) {
    if (seen[n]) continue;
    loops.emplace_back();
    int t = borders[n].triangle, k = borders[n].edge;
    for (size_t at = n; !seen[at];) {
      seen[at] = 1;
      const int neighbor = triangles[t].neighbors[k];
      const int beyond = neighbor < 0 || of_triangle[neighbor] == region ? NO_REGION
                                                                         : of_triangle[neighbor];
      loops.back().push_back({triangles[t].corners[k], triangles[t].corners[(k + 1) % 3], beyond,
                              beyond >= 0 && runs_along(t, k, neighbor)});
      next(t, k);
      at = std::lower_bound(borders.begin(), borders.end(), Border{t, k}) - borders.begin();
    }
  }
  return loops;
}

}    // namespace grist
