#include "meshes/mesh_holes.h"

#include "common/preconditions.h"
#include "meshes/polygon_triangles.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <unordered_map>

namespace grist {

namespace {

// What fills a hole. Its middle, corner 2 of triangles that have it, has the number behind those of
// the places.
struct Filling {
  std::vector<TriangleCorners> triangles;
  Vector3d middle = Vector3d::zero();
  bool has_middle = false;
  int face = 0;    // of a neighbor
};

// Walks along edges of one triangle, in the order that triangles of the hole have there, and makes
// a loop whenever it comes to a corner again: holes may touch at corners.
class Loops {
 public:
  explicit Loops(const std::vector<const EdgeUse *> &border)
  {
    for (const EdgeUse *edge : border)
      for (const int corner : {edge->low, edge->high}) at[corner].push_back(edge);
  }

  // All loops of edges that are connected with this one; false where edges are left over.
  bool find(const EdgeUse *edge, std::vector<std::vector<int>> &loops)
  {
    std::vector<int> path;
    for (int corner = start_of(*edge); edge; edge = next_at(corner)) {
      take(edge);
      place.emplace(corner, path.size());
      path.push_back(corner);
      corner = edge->low == corner ? edge->high : edge->low;
      const auto seen = place.find(corner);
      if (seen == place.end()) continue;
      const auto first = path.begin() + static_cast<std::ptrdiff_t>(seen->second);
      loops.emplace_back(first, path.end());
      path.erase(first, path.end());
      for (const int of_loop : loops.back()) place.erase(of_loop);
      if (path.empty()) return true;
    }
    return false;
  }
  bool has(const EdgeUse *edge) const
  {
    const std::vector<const EdgeUse *> &edges = at.at(edge->low);
    return std::find(edges.begin(), edges.end(), edge) != edges.end();
  }

 private:
  std::unordered_map<int, std::vector<const EdgeUse *>> at;    // left over at each corner
  std::unordered_map<int, size_t> place;                       // of corners of the path

  static int start_of(const EdgeUse &edge) { return edge.forward ? edge.high : edge.low; }
  void take(const EdgeUse *edge)
  {
    for (const int corner : {edge->low, edge->high}) {
      std::vector<const EdgeUse *> &edges = at.at(corner);
      edges.erase(std::find(edges.begin(), edges.end(), edge));
    }
  }
  // One that starts there, if there is one; null: none is left.
  const EdgeUse *next_at(int corner) const
  {
    const std::vector<const EdgeUse *> &edges = at.at(corner);
    const auto found = std::find_if(edges.begin(), edges.end(),
                                    [&](const EdgeUse *edge) { return start_of(*edge) == corner; });
    if (found != edges.end()) return *found;
    return edges.empty() ? nullptr : edges.front();
  }
};

}    // namespace

// Along the area vector of the loop; empty if it has none.
static std::vector<Vector2d> seen_along_normal(const std::vector<int> &loop,
                                               const std::vector<Vector3d> &places,
                                               const Vector3d &middle)
{
  Vector3d normal = Vector3d::zero();
  for (size_t n = 0; n < loop.size(); n++)
    normal += cross(places[loop[n]] - middle, places[loop[(n + 1) % loop.size()]] - middle);
  if (!(norm(normal) > 0.0)) return {};
  const Vector3d u = unit_orthogonal(normalized(normal)), v = cross(normalized(normal), u);
  std::vector<Vector2d> seen;
  for (const int corner : loop)
    seen.push_back({dot(places[corner] - middle, u), dot(places[corner] - middle, v)});
  return seen;
}

static Filling filling_of(const std::vector<int> &loop, const std::vector<Vector3d> &places)
{
  const auto count = static_cast<double>(loop.size());
  Filling filling;
  for (const int corner : loop) filling.middle += places[corner] / count;
  try {
    const std::vector<Vector2d> seen = seen_along_normal(loop, places, filling.middle);
    if (!seen.empty())
      for (const auto &[a, b, c] : polygon_triangles(seen))
        filling.triangles.push_back({loop[a], loop[b], loop[c]});
  } catch (const std::invalid_argument &) {    // not simple
  }
  filling.has_middle = filling.triangles.empty();
  for (size_t n = 0; n < loop.size() && filling.has_middle; n++)
    filling.triangles.push_back(
        {loop[n], loop[(n + 1) % loop.size()], static_cast<int>(places.size())});
  return filling;
}

static double area_of(const Filling &filling, const std::vector<Vector3d> &places)
{
  const auto place = [&](int n) {
    return n < static_cast<int>(places.size()) ? places[n] : filling.middle;
  };
  double area = 0.0;
  for (const auto &[a, b, c] : filling.triangles)
    area += 0.5 * norm(cross(place(b) - place(a), place(c) - place(a)));
  return area;
}

static void add(const Filling &filling, TriangleList &list)
{
  const int middle = static_cast<int>(list.places.size());
  if (filling.has_middle) list.places.push_back(filling.middle);
  for (TriangleCorners t : filling.triangles) {
    if (filling.has_middle) t[2] = middle;    // its number is another one now
    list.triangles.push_back(t);
    list.faces.push_back(filling.face);
    list.copies.push_back(0);
  }
}

// No fillings where edges of one triangle are left over.
static std::vector<Filling> fillings_of(const TriangleList &list)
{
  const std::vector<EdgeUse> uses = sorted_edges(list.triangles);
  std::vector<const EdgeUse *> border;
  for_edges(uses, [&](const EdgeUse *use, int count) {
    if (count == 1) border.push_back(use);
  });
  Loops all(border);
  std::vector<Filling> fillings;
  for (const EdgeUse *edge : border) {
    if (!all.has(edge)) continue;
    std::vector<std::vector<int>> loops;
    if (!all.find(edge, loops)) return {};
    for (const std::vector<int> &loop : loops) {
      fillings.push_back(filling_of(loop, list.places));
      fillings.back().face = list.faces[edge->triangle];
    }
  }
  return fillings;
}

MeshHoles fill_small_holes(TriangleList &list)
{
  assert(list.faces.size() == list.triangles.size() && list.copies.size() == list.faces.size());
  const std::vector<Filling> fillings = fillings_of(list);
  double area = 0.0, whole = 0.0;
  for (const Filling &filling : fillings) area += area_of(filling, list.places);
  for (const TriangleCorners &t : list.triangles) whole += norm(list.area_vector(t));
  MeshHoles holes;
  holes.count = static_cast<int>(fillings.size());
  holes.share = area / whole;
  if (holes.share > SMALL_HOLES) return holes;
  for (const Filling &filling : fillings) {
    add(filling, list);
    holes.triangles += static_cast<int>(filling.triangles.size());
  }
  return holes;
}

}    // namespace grist
