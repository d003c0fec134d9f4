#include "meshes/mesh_parts.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grist {

// Areas that differ by less than this share are equal.
static constexpr double SAME_AREA = 1e-9;

namespace {

struct Neighbor {
  int triangle;    // -1: none, or several
  bool agrees;
};

using Neighbors = std::vector<std::array<Neighbor, 3>>;

}    // namespace

static Neighbors neighbors_of(const TriangleList &list)
{
  Neighbors neighbors(list.triangles.size());
  for (auto &of_one : neighbors) of_one.fill({-1, true});
  for_edges(sorted_edges(list.triangles), [&](const EdgeUse *use, int count) {
    if (count != 2) return;
    const bool agrees = use[0].forward != use[1].forward;
    neighbors[use[0].triangle][use[0].side] = {use[1].triangle, agrees};
    neighbors[use[1].triangle][use[1].side] = {use[0].triangle, agrees};
  });
  return neighbors;
}

double enclosed_volume(const TriangleList &list, const std::vector<int> &triangles)
{
  assert(are_numbers_of(triangles, list.triangles.size()));
  const Vector3d origin = list.places[list.triangles[triangles.front()][0]];
  double volume = 0.0;
  for (const int n : triangles) {
    const TriangleCorners &t = list.triangles[n];
    volume += dot(list.area_vector(t), list.places[t[0]] - origin) / 3.0;
  }
  return volume;
}

// All triangles that can be reached from the first; way: 1 as the first, -1 the other way.
static MeshPart part_from(int first, const Neighbors &neighbors, std::vector<signed char> &way)
{
  MeshPart part;
  std::vector<int> open = {first};
  way[first] = 1;
  while (!open.empty()) {
    const int n = open.back();
    open.pop_back();
    part.triangles.push_back(n);
    for (const Neighbor &next : neighbors[n]) {
      if (next.triangle < 0) {
        part.is_closed = false;
        continue;
      }
      const auto expected = static_cast<signed char>(next.agrees ? way[n] : -way[n]);
      if (way[next.triangle] == 0) {
        way[next.triangle] = expected;
        open.push_back(next.triangle);
      } else if (way[next.triangle] != expected) {
        part.is_twisted = true;
      }
    }
  }
  std::sort(part.triangles.begin(), part.triangles.end());
  return part;
}

// The way of the smaller area.
static int turned_way(const TriangleList &list, const MeshPart &part,
                      const std::vector<signed char> &way)
{
  double area[2] = {0.0, 0.0}, volume = 0.0;
  const Vector3d origin = list.places[list.triangles[part.triangles.front()][0]];
  for (const int n : part.triangles) {
    const TriangleCorners &t = list.triangles[n];
    const Vector3d vector = list.area_vector(t);
    area[way[n] > 0] += norm(vector);
    volume += way[n] * dot(vector, list.places[t[0]] - origin);
  }
  if (std::fabs(area[1] - area[0]) > SAME_AREA * (area[1] + area[0]))
    return area[1] > area[0] ? -1 : 1;
  return part.is_closed && volume < 0.0 ? 1 : -1;
}

std::vector<MeshPart> mesh_parts(const TriangleList &list)
{
  const Neighbors neighbors = neighbors_of(list);
  std::vector<signed char> way(list.triangles.size(), 0);
  std::vector<MeshPart> parts;
  for (size_t n = 0; n < way.size(); n++) {
    if (way[n] != 0) continue;
    MeshPart part = part_from(static_cast<int>(n), neighbors, way);
    const int turned = turned_way(list, part, way);
    for (const int t : part.triangles)
      if (way[t] == turned && !part.is_twisted) part.turned.push_back(t);
    parts.push_back(std::move(part));
  }
  return parts;
}

}    // namespace grist
