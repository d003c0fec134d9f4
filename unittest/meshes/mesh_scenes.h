// Triangle meshes for tests, and STL files of them.

#ifndef GRIST_UNITTEST_MESHES_MESH_SCENES_H
#define GRIST_UNITTEST_MESHES_MESH_SCENES_H

#include "common/constants.h"
#include "common/space_text.h"
#include "meshes/mesh.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>
#include <string>

namespace grist::testing {

// As a binary file keeps it. (volatile: GCC 12 drops casts to float and back in vectors of two.)
inline Vector3d in_single_precision(const Vector3d &x)
{
  Vector3d result;
  for (int k = 0; k < 3; k++) {
    volatile float kept = static_cast<float>(x[k]);
    result[k] = kept;
  }
  return result;
}

inline void add_facet(Mesh &mesh, const Vector3d &a, const Vector3d &b, const Vector3d &c)
{
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), {a, b, c});
  mesh.faces.push_back({first, first + 1, first + 2});
}

inline void add_quad(Mesh &mesh, const Vector3d &a, const Vector3d &b, const Vector3d &c,
                     const Vector3d &d)
{
  add_facet(mesh, a, b, c);
  add_facet(mesh, a, c, d);
}

// A square of half edge `half` around the origin in the plane z = 0, normals up: 2 n^2 random
// triangles.
inline Mesh random_plate(int n, double half, unsigned seed)
{
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> jitter(-0.35, 0.35);
  const double edge = 2.0 * half / n;
  std::vector<Vector3d> at;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= n; j++) {
      const bool inner = i > 0 && i < n && j > 0 && j < n;
      const double dx = inner ? jitter(random) : 0.0, dy = inner ? jitter(random) : 0.0;
      at.push_back({-half + edge * (i + dx), -half + edge * (j + dy), 0.0});
    }
  Mesh mesh;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const int a = i * (n + 1) + j, b = a + n + 1;
      if (random() % 2)
        add_quad(mesh, at[a], at[b], at[b + 1], at[a + 1]);
      else
        add_quad(mesh, at[b], at[b + 1], at[a + 1], at[a]);
    }
  return mesh;
}

// The mantle of a prism of n sides around the x axis, corners at the radius, normals inward.
inline Mesh tube(int n, double radius, double from, double to, int rings)
{
  const auto at = [&](int ring, int k) {
    const double angle = 2.0 * grist::PI * (k % n) / n;
    return Vector3d{from + (to - from) * ring / rings, radius * std::cos(angle),
                    radius * std::sin(angle)};
  };
  Mesh mesh;
  for (int ring = 0; ring < rings; ring++)
    for (int k = 0; k < n; k++)
      add_quad(mesh, at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k));
  return mesh;
}

// A block with each face cut into 2 n^2 triangles, normals out.
inline Mesh block_mesh(const Vector3d &low, const Vector3d &high, int n = 1)
{
  Mesh mesh;
  const Vector3d size = high - low;
  for (int axis = 0; axis < 3; axis++)
    for (int side = 0; side < 2; side++) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      const auto at = [&](int i, int j) {
        Vector3d p = side ? high : low;
        p[u] = low[u] + size[u] * i / n;
        p[v] = low[v] + size[v] * j / n;
        return p;
      };
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          if (side)
            add_quad(mesh, at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
          else
            add_quad(mesh, at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
    }
  return mesh;
}

inline void write_text_stl(const Mesh &mesh, const std::string &path)
{
  std::ofstream out(path);
  out.precision(17);
  out << "solid mesh\n";
  for (const auto &face : mesh.faces) {
    out << "facet normal 0 0 0\nouter loop\n";
    for (const int corner : face) out << "vertex " << mesh.vertices[corner] << '\n';
    out << "endloop\nendfacet\n";
  }
  out << "endsolid mesh\n";
}

// A binary STL file that begins with this text.
inline std::string stl_bytes(const Mesh &mesh, std::string head)
{
  head.resize(80, ' ');
  const auto append = [&head](const auto &value) {
    head.append(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  append(static_cast<std::uint32_t>(mesh.faces.size()));
  for (const auto &face : mesh.faces) {
    append(std::array<float, 3>{});
    for (const int corner : face)
      for (int d = 0; d < 3; d++) append(static_cast<float>(mesh.vertices[corner][d]));
    append(std::uint16_t(0));
  }
  return head;
}

inline void write_binary_stl(const Mesh &mesh, const std::string &path)
{
  std::ofstream(path, std::ios::binary) << stl_bytes(mesh, "");
}

}    // namespace grist::testing

#endif
