// Meshes with plates that are known.

#ifndef GRIST_UNITTEST_MESHES_PLATE_SCENES_H
#define GRIST_UNITTEST_MESHES_PLATE_SCENES_H

#include "common/space.h"
#include "meshes/mesh_scenes.h"

#include "geometry/convex_polyhedron.h"

#include <random>
#include <vector>

namespace grist::testing {

inline Mesh as_mesh(const ConvexPolyhedron &body)
{
  Mesh mesh;
  mesh.vertices = body.vertices();
  for (const auto &face : body.faces()) mesh.faces.push_back(face.corners);
  return mesh;
}

// Each polygon cut into triangles around a point in it, times over.
inline Mesh starred(Mesh mesh, int times, unsigned seed)
{
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> weight(0.3, 1.0);
  for (int n = 0; n < times; n++) {
    std::vector<std::vector<int>> faces;
    for (const auto &face : mesh.faces) {
      Vector3d middle = Vector3d::zero();
      double sum = 0.0;
      for (const int c : face) {
        const double w = weight(random);
        middle += w * mesh.vertices[c];
        sum += w;
      }
      const int point = static_cast<int>(mesh.vertices.size());
      mesh.vertices.push_back(middle / sum);
      for (size_t k = 0; k < face.size(); k++)
        faces.push_back({face[k], face[(k + 1) % face.size()], point});
    }
    mesh.faces = faces;
  }
  return mesh;
}

// All cells of a grid in z = 0 that are asked for, of size 1, cut into 2 n^2 triangles; normals up.
template <class IsSolid> Mesh floor_of_cells(int nx, int ny, const IsSolid &is_solid, int n)
{
  Mesh mesh;
  const double h = 1.0 / n;
  for (int i = 0; i < nx * n; i++)
    for (int j = 0; j < ny * n; j++) {
      if (!is_solid(i / n, j / n)) continue;
      const Vector3d a{i * h, j * h, 0.0}, x{h, 0, 0}, y{0, h, 0};
      if ((i + j) % 2)
        add_quad(mesh, a, a + x, a + x + y, a + y);
      else
        add_quad(mesh, a + x, a + x + y, a + y, a);
    }
  return mesh;
}

// A prism with an outline in x, y (counter-clockwise) from z = low to 0, normals out; top and
// bottom by these triangles.
inline Mesh prism_of(const std::vector<Vector2d> &outline,
                     const std::vector<std::array<int, 3>> &triangles, double low)
{
  Mesh mesh;
  const auto at = [&](size_t k, double z) {
    const auto &p = outline[k % outline.size()];
    return Vector3d{p[0], p[1], z};
  };
  for (const auto &t : triangles) {
    add_facet(mesh, at(t[0], 0), at(t[1], 0), at(t[2], 0));
    add_facet(mesh, at(t[0], low), at(t[2], low), at(t[1], low));
  }
  for (size_t k = 0; k < outline.size(); k++)
    add_quad(mesh, at(k, low), at(k + 1, low), at(k + 1, 0), at(k, 0));
  return mesh;
}

// A square of half edge 1 with random heights, 2 n^2 triangles.
inline Mesh bumpy(int n, double height, unsigned seed)
{
  Mesh mesh = random_plate(n, 1.0, seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> z(-height, height);
  std::vector<std::pair<Vector3d, double>> known;
  for (Vector3d &p : mesh.vertices) {
    const Vector3d flat = p;
    bool is_known = false;
    for (const auto &[x, at] : known)
      if (norm(x - flat) < 1e-9) {
        p[2] = at;
        is_known = true;
      }
    if (is_known) continue;
    p[2] = z(random);
    known.emplace_back(flat, p[2]);
  }
  return mesh;
}

}    // namespace grist::testing

#endif
