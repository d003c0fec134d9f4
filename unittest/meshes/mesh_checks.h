// Properties of any triangle mesh: which of its edges are open or wrong, what it encloses.

#ifndef GRIST_UNITTEST_MESHES_MESH_CHECKS_H
#define GRIST_UNITTEST_MESHES_MESH_CHECKS_H

#include "meshes/mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace grist {

struct EdgeCount {
  int open = 0;     // with one triangle
  int wrong = 0;    // run along twice in one direction
};

// Corners are the same if their coordinates are, as for a reader of STL, so gaps between equal
// numbers count too.
inline EdgeCount count_edges(const Mesh &mesh)
{
  std::map<std::array<double, 3>, int> places;
  std::map<std::pair<int, int>, int> uses;
  const auto number = [&](int corner) {
    const Vector3d &p = mesh.vertices[corner];
    return places.emplace(std::array<double, 3>{p[0], p[1], p[2]}, static_cast<int>(places.size()))
        .first->second;
  };
  for (const auto &face : mesh.faces)
    for (size_t k = 0; k < 3; k++) uses[{number(face[k]), number(face[(k + 1) % 3])}]++;
  EdgeCount count;
  for (const auto &[edge, times] : uses) {
    if (times > 1) count.wrong++;
    if (!uses.count({edge.second, edge.first})) count.open++;
  }
  return count;
}

inline Vector3d area_vector(const Mesh &mesh, size_t face)
{
  const auto &f = mesh.faces[face];
  const Vector3d &a = mesh.vertices[f[0]];
  return 0.5 * cross(mesh.vertices[f[1]] - a, mesh.vertices[f[2]] - a);
}

inline Vector3d middle(const Mesh &mesh, size_t face)
{
  const auto &f = mesh.faces[face];
  return (mesh.vertices[f[0]] + mesh.vertices[f[1]] + mesh.vertices[f[2]]) / 3.0;
}

// Volume on the side that the normals of a closed mesh point to: minus the divergence theorem.
inline double volume_inside(const Mesh &mesh)
{
  double volume = 0.0;
  for (size_t f = 0; f < mesh.faces.size(); f++)
    volume -= dot(area_vector(mesh, f), middle(mesh, f)) / 3.0;
  return volume;
}

inline double area_of(const Mesh &mesh)
{
  double area = 0.0;
  for (size_t f = 0; f < mesh.faces.size(); f++) area += norm(area_vector(mesh, f));
  return area;
}

inline double longest_edge(const Mesh &mesh)
{
  double longest = 0.0;
  for (const auto &f : mesh.faces)
    for (size_t k = 0; k < 3; k++)
      longest = std::max(longest, norm(mesh.vertices[f[k]] - mesh.vertices[f[(k + 1) % 3]]));
  return longest;
}

// Twice the area over the square of the longest edge, of the worst triangle: its height over that
// edge.
inline double least_slenderness(const Mesh &mesh)
{
  double least = 1.0;
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    const auto &c = mesh.faces[f];
    double longest = 0.0;
    for (size_t k = 0; k < 3; k++)
      longest =
          std::max(longest, squared_norm(mesh.vertices[c[k]] - mesh.vertices[c[(k + 1) % 3]]));
    least = std::min(least, 2.0 * norm(area_vector(mesh, f)) / longest);
  }
  return least;
}

}    // namespace grist

#endif
