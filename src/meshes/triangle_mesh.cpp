#include "meshes/triangle_mesh.h"

#include "meshes/mesh_triangles.h"
#include "meshes/point_weld.h"

#include "common/constants.h"
#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

// Images are those that reach no further from the extent than half a period.
static constexpr double REACH_OF_IMAGES = 0.5;

static constexpr double COPLANAR = 1e-3;    // radians

namespace {

// Sets of numbers that are joined two by two. The least number stands for a set.
class Sets {
 public:
  explicit Sets(size_t count) : parent(count) { std::iota(parent.begin(), parent.end(), 0); }
  int find(int a)
  {
    while (parent[a] != a) a = parent[a] = parent[parent[a]];
    return a;
  }
  void join(int a, int b)
  {
    a = find(a);
    b = find(b);
    parent[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<int> parent;
};

}    // namespace

TriangleMesh::TriangleMesh(const Mesh &mesh, double smooth) :
    TriangleMesh(mesh, smooth, Vector3d::zero())
{
}

TriangleMesh::TriangleMesh(const Mesh &mesh, double smooth, const Vector3d &period) :
    own(0), dropped(0), copies(0), open(0),
    least_cosine(std::cos(std::clamp(smooth, COPLANAR, PI))), period(period)
{
  assert(smooth >= 0.0 && least_of(period) >= 0.0);
  add_triangles(triangle_list(mesh, WELD * grist::extent(mesh).diagonal()));
  if (faces.empty())
    throw std::invalid_argument("mesh: no triangle with an area (" + std::to_string(dropped) +
                                " degenerate)");
  own = static_cast<int>(faces.size());
  set_extent();
  if (greatest_of(period) > 0.0) add_images();
  find_edges();
  find_corners();
  joined.resize(at_edges.size());
  for (Edge &edge : lines) {
    sum_normals(edge);
    join_at(edge);
  }
  for (size_t c = 0; c < points.size(); c++) sum_normals(static_cast<int>(c));
  find_patches();
  number_features();
  for (const Corner &c : points) initial.push_back(c.place);
}

void TriangleMesh::add_triangles(const TriangleList &list)
{
  dropped = list.flat;
  copies = list.doubled;
  points.reserve(list.places.size());
  faces.reserve(list.triangles.size());
  for (const Vector3d &p : list.places) points.push_back({p, 0, 0, Vector3d::zero(), 0, false});
  for (const TriangleCorners &corners : list.triangles) {
    Triangle t;
    t.corners = corners;
    set_sides(t);
    t.origin = static_cast<int>(faces.size());
    t.patch = 0;
    faces.push_back(t);
  }
}

void TriangleMesh::set_sides(Triangle &t) const
{
  t.corner = points[t.corners[0]].place;
  t.side_b = points[t.corners[1]].place - t.corner;
  t.side_c = points[t.corners[2]].place - t.corner;
  t.normal = cross(t.side_b, t.side_c);
  t.area = 0.5 * norm(t.normal);
  t.normal = normalized(t.normal);
}

void TriangleMesh::add_images()
{
  for (int axis = 0; axis < 3; axis++) {
    if (!(period[axis] > 0.0)) continue;
    const Vector3d shift = period[axis] * Vector3d::unit(axis);
    const double reach = REACH_OF_IMAGES * period[axis];
    const size_t before = faces.size();
    for (const double sign : {-1.0, 1.0})
      for (size_t n = 0; n < before; n++) {
        Triangle t = faces[n];
        double least = std::numeric_limits<double>::infinity(), greatest = -least;
        for (const int c : t.corners) {
          least = std::min(least, points[c].place[axis] + sign * shift[axis]);
          greatest = std::max(greatest, points[c].place[axis] + sign * shift[axis]);
        }
        if (greatest < box.low[axis] - reach || least > box.high[axis] + reach) continue;
        for (int &c : t.corners) {
          points.push_back({points[c].place + sign * shift, 0, 0, Vector3d::zero(), 0, false});
          c = static_cast<int>(points.size()) - 1;
        }
        t.corner += sign * shift;
        faces.push_back(t);
      }
  }

  // The border of the mesh and that of its image are one up to the rounding of both.
  std::vector<Vector3d> all, places;
  for (const Corner &c : points) all.push_back(c.place);
  const std::vector<int> welded = weld(all, 4.0 * WELD * box.diagonal(), places);
  for (Triangle &t : faces)
    for (int &c : t.corners) c = welded[c];
  points.clear();
  for (const Vector3d &p : places) points.push_back({p, 0, 0, Vector3d::zero(), 0, false});
}

// ---- what meets where

// The triangles at each edge or corner, in ascending order, one row after the other; sets where
// rows begin. Their lengths must be known.
template <class Part, class PartsOf>
static std::vector<int> list_triangles(const std::vector<TriangleMesh::Triangle> &faces,
                                       std::vector<Part> &parts, const PartsOf &parts_of)
{
  int end = 0;
  for (Part &part : parts) {
    part.first = end;
    end += part.count;
    part.count = 0;
  }
  std::vector<int> rows(end);
  for (size_t n = 0; n < faces.size(); n++)
    for (const int k : parts_of(faces[n]))
      rows[parts[k].first + parts[k].count++] = static_cast<int>(n);
  return rows;
}

// Edges are numbered in the order in which the triangles come to them.
void TriangleMesh::find_edges()
{
  std::vector<TriangleCorners> corners;
  corners.reserve(faces.size());
  for (const Triangle &t : faces) corners.push_back(t.corners);
  std::vector<const EdgeUse *> first(3 * faces.size());    // use of the edge at each side
  const std::vector<EdgeUse> uses = sorted_edges(corners);
  for_edges(uses, [&](const EdgeUse *use, int count) {
    for (int n = 0; n < count; n++) first[3 * use[n].triangle + use[n].side] = use;
  });
  for (size_t n = 0; n < faces.size(); n++)
    for (int k = 0; k < 3; k++) {
      const EdgeUse &use = *first[3 * n + k];
      const bool is_new = use.triangle == static_cast<int>(n) && use.side == k;
      if (is_new) lines.push_back({use.low, use.high, 0, 0, Vector3d::zero(), 0});
      int &edge = faces[n].edges[k];
      edge = is_new ? static_cast<int>(lines.size()) - 1 : faces[use.triangle].edges[use.side];
      lines[edge].count++;
    }
  at_edges = list_triangles(faces, lines, [](const Triangle &t) { return t.edges; });
  for (size_t n = 0; n < faces.size(); n++)
    for (int k = 0; k < 3; k++) {
      const Edge &edge = lines[faces[n].edges[k]];
      const int *at = triangles_of(edge);
      faces[n].neighbors[k] = edge.count == 2 ? at[0] + at[1] - static_cast<int>(n) : -1;
    }
  std::vector<char> seen(lines.size(), 0);
  for (int n = 0; n < own; n++)
    for (const int e : faces[n].edges) {
      if (!seen[e] && lines[e].count != 2) open++;
      seen[e] = 1;
    }
}

void TriangleMesh::find_corners()
{
  for (const Triangle &t : faces)
    for (const int c : t.corners) points[c].count++;
  at_corners = list_triangles(faces, points, [](const Triangle &t) { return t.corners; });
  for (const Edge &edge : lines)
    if (edge.count == 1) points[edge.from].on_border = points[edge.to].on_border = true;
}

// The outward vectors.
void TriangleMesh::sum_normals(Edge &edge) const
{
  edge.outward = {};
  for (int k = 0; k < edge.count; k++) edge.outward += faces[triangles_of(edge)[k]].normal;
}

void TriangleMesh::sum_normals(int corner)
{
  Corner &here = points[corner];
  here.outward = {};
  for (int n = 0; n < here.count; n++) {
    const Triangle &t = faces[triangles_of(here)[n]];
    int k = 0;
    while (t.corners[k] != corner) k++;
    const Vector3d to_next = points[t.corners[(k + 1) % 3]].place - here.place;
    const Vector3d to_last = points[t.corners[(k + 2) % 3]].place - here.place;
    here.outward += std::atan2(norm(cross(to_next, to_last)), dot(to_next, to_last)) * t.normal;
  }
}

bool is_oriented(const TriangleMesh &mesh)
{
  std::vector<std::pair<int, int>> ways;
  for (const TriangleMesh::Triangle &t : mesh.triangles())
    for (int k = 0; k < 3; k++) ways.push_back({t.corners[k], t.corners[(k + 1) % 3]});
  std::sort(ways.begin(), ways.end());
  return std::adjacent_find(ways.begin(), ways.end()) == ways.end();
}

// Whether the triangle runs along its edge from its lower corner.
static bool runs_up(const TriangleMesh::Triangle &t, const TriangleMesh::Edge &edge)
{
  int k = 0;
  while (t.corners[k] != edge.from) k++;
  return t.corners[(k + 1) % 3] == edge.to;
}

// Which triangles an edge joins; returns whether others than before.
bool TriangleMesh::join_at(const Edge &edge)
{
  const int *at = triangles_of(edge);
  int *const set = joined.data() + edge.first;
  joined_before.assign(set, set + edge.count);
  for (int k = 0; k < edge.count; k++) {
    set[k] = k;
    for (int j = 0; j < k; j++) {
      const Triangle &a = faces[at[j]], &b = faces[at[k]];
      const double side = runs_up(a, edge) == runs_up(b, edge) ? -1.0 : 1.0;
      if (!(side * dot(a.normal, b.normal) > least_cosine)) continue;
      const int low = std::min(set[j], set[k]), high = std::max(set[j], set[k]);
      std::replace(set, set + k + 1, high, low);
    }
  }
  return !std::equal(joined_before.begin(), joined_before.end(), set);
}

void TriangleMesh::find_patches()
{
  Sets patches(faces.size());
  for (const Edge &edge : lines)
    for (int k = 1; k < edge.count; k++)
      patches.join(triangles_of(edge)[joined[edge.first + k]], triangles_of(edge)[k]);
  for (size_t n = 0; n < faces.size(); n++) patches.join(faces[n].origin, static_cast<int>(n));
  for (size_t n = 0; n < faces.size(); n++) faces[n].patch = patches.find(static_cast<int>(n));
}

/* ----------------------------------------------------------------------
   triangles, then edges, then corners; those of images have the numbers of what they are images of
------------------------------------------------------------------------- */

void TriangleMesh::number_features()
{
  Sets same_line(lines.size()), same_point(points.size());
  for (const Triangle &t : faces)
    for (int k = 0; k < 3; k++) {
      same_line.join(t.edges[k], faces[t.origin].edges[k]);
      same_point.join(t.corners[k], faces[t.origin].corners[k]);
    }
  int next = own;
  for (size_t n = 0; n < lines.size(); n++) {
    const int first = same_line.find(static_cast<int>(n));
    lines[n].number = first == static_cast<int>(n) ? next++ : lines[first].number;
  }
  first_corner = next;
  for (size_t n = 0; n < points.size(); n++) {
    const int first = same_point.find(static_cast<int>(n));
    points[n].number = first == static_cast<int>(n) ? next++ : points[first].number;
  }
  feature_corners.assign(next, {-1, -1, -1});
  feature_triangles.resize(next);
  const auto belongs = [this](int feature, int triangle) {
    std::vector<int> &to = feature_triangles[feature];
    if (std::find(to.begin(), to.end(), triangle) == to.end()) to.push_back(triangle);
  };
  for (int n = 0; n < own; n++) {
    const Triangle &t = faces[n];
    for (int k = 0; k < 3; k++) {
      feature_corners[n][k] = points[t.corners[k]].number;
      belongs(lines[t.edges[k]].number, n);
      belongs(points[t.corners[k]].number, n);
    }
    belongs(n, n);
  }
  for (const Edge &edge : lines)
    feature_corners[edge.number] = {points[edge.from].number, points[edge.to].number, -1};
  for (const Corner &corner : points) feature_corners[corner.number] = {corner.number, -1, -1};
}

std::vector<int> TriangleMesh::shift_corners(const std::vector<Vector3d> &shifts)
{
  assert(static_cast<int>(shifts.size()) == surface_corners());
  std::vector<char> is_changed(faces.size(), 0), at_edge(lines.size(), 0),
      at_corner(points.size(), 0);
  for (size_t c = 0; c < points.size(); c++) {
    const Vector3d place = initial[c] + shifts[surface_corner(static_cast<int>(c))];
    if (place == points[c].place) continue;
    points[c].place = place;
    for (int k = 0; k < points[c].count; k++) is_changed[triangles_of(points[c])[k]] = 1;
  }
  std::vector<int> changed;
  for (size_t n = 0; n < faces.size(); n++) {
    if (!is_changed[n]) continue;
    changed.push_back(static_cast<int>(n));
    set_sides(faces[n]);
    for (int k = 0; k < 3; k++) at_edge[faces[n].edges[k]] = at_corner[faces[n].corners[k]] = 1;
  }
  bool has_new_patches = false;
  for (size_t e = 0; e < lines.size(); e++)
    if (at_edge[e]) {
      sum_normals(lines[e]);
      has_new_patches = join_at(lines[e]) || has_new_patches;
    }
  for (size_t c = 0; c < points.size(); c++)
    if (at_corner[c]) sum_normals(static_cast<int>(c));
  if (has_new_patches) find_patches();
  set_extent();
  return changed;
}

void TriangleMesh::set_extent()
{
  const AlignedBox before = box;
  box = {};
  for (int n = 0; n < own; n++)
    for (const int c : faces[n].corners) box.extend(points[c].place);
  for (int d = 0; d < 3; d++)
    if (period[d] > 0.0 && !before.is_empty()) {
      box.low[d] = before.low[d];
      box.high[d] = before.high[d];
    }
}

bool TriangleMesh::share_corner(int feature_a, int feature_b) const
{
  assert(is_number_of(feature_a, features()) && is_number_of(feature_b, features()));
  for (const int a : feature_corners[feature_a])
    for (const int b : feature_corners[feature_b])
      if (a >= 0 && a == b) return true;
  return false;
}

bool TriangleMesh::share_patch(int feature_a, int feature_b) const
{
  assert(is_number_of(feature_a, features()) && is_number_of(feature_b, features()));
  for (const int a : feature_triangles[feature_a])
    for (const int b : feature_triangles[feature_b])
      if (faces[a].patch == faces[b].patch) return true;
  return false;
}

bool TriangleMesh::is_on_patch(int feature, int patch) const
{
  assert(is_number_of(feature, features()));
  const std::vector<int> &own_ones = feature_triangles[feature];
  return std::any_of(own_ones.begin(), own_ones.end(),
                     [&](int n) { return faces[n].patch == patch; });
}

}    // namespace grist
