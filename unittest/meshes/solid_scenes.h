// Closed meshes of solids that are not convex, for tests.

#ifndef GRIST_UNITTEST_MESHES_SOLID_SCENES_H
#define GRIST_UNITTEST_MESHES_SOLID_SCENES_H

#include "common/constants.h"
#include "meshes/mesh.h"
#include "meshes/polygon_triangles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace grist::testing {

using Outline = std::vector<std::array<double, 2>>;
using Loop3 = std::vector<Vector3d>;

inline void append(Mesh &mesh, const Mesh &other, bool turned = false)
{
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (std::vector<int> face : other.faces) {
    for (int &corner : face) corner += first;
    if (turned) std::reverse(face.begin(), face.end());
    mesh.faces.push_back(face);
  }
}

// Loops of equally many corners, each counter-clockwise seen from the end of the way along them.
// Closed: the last is joined with the first; else both ends get a cap, a fan about its middle.
inline Mesh loft(const std::vector<Loop3> &loops, bool closed)
{
  Mesh mesh;
  const int n = static_cast<int>(loops[0].size()), count = static_cast<int>(loops.size());
  for (const Loop3 &loop : loops)
    mesh.vertices.insert(mesh.vertices.end(), loop.begin(), loop.end());
  for (int l = 0; l + (closed ? 0 : 1) < count; l++)
    for (int k = 0; k < n; k++) {
      const int a = l * n + k, b = l * n + (k + 1) % n;
      const int c = (l + 1) % count * n + (k + 1) % n, d = (l + 1) % count * n + k;
      mesh.faces.push_back({a, b, c});
      mesh.faces.push_back({a, c, d});
    }
  if (closed) return mesh;
  for (const int l : {0, count - 1}) {
    Vector3d middle = Vector3d::zero();
    for (const Vector3d &p : loops[l]) middle += p / static_cast<double>(n);
    const int center = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(middle);
    for (int k = 0; k < n; k++) {
      const int a = l * n + k, b = l * n + (k + 1) % n;
      if (l == 0)
        mesh.faces.push_back({center, b, a});
      else
        mesh.faces.push_back({center, a, b});
    }
  }
  return mesh;
}

// Over a counter-clockwise outline, from z = 0.
inline Mesh prism_mesh(const Outline &outline, double height)
{
  Mesh mesh;
  const int n = static_cast<int>(outline.size());
  std::vector<Vector3d> low;
  for (const auto &[x, y] : outline) low.push_back({x, y, 0.0});
  mesh.vertices = low;
  for (const Vector3d &p : low) mesh.vertices.push_back(p + height * Vector3d::unit_z());
  std::vector<Vector2d> flat;
  for (const auto &[x, y] : outline) flat.push_back({x, y});
  for (const auto &t : polygon_triangles(flat)) {
    mesh.faces.push_back({t[0], t[2], t[1]});
    mesh.faces.push_back({t[0] + n, t[1] + n, t[2] + n});
  }
  for (int k = 0; k < n; k++) {
    const int a = k, b = (k + 1) % n;
    mesh.faces.push_back({a, b, b + n});
    mesh.faces.push_back({a, b + n, a + n});
  }
  return mesh;
}

inline Outline polar_outline(int n, const std::function<double(int)> &radius, double turn = 0.0)
{
  Outline outline;
  for (int k = 0; k < n; k++) {
    const double angle = turn + 2.0 * PI * k / n;
    outline.push_back({radius(k) * std::cos(angle), radius(k) * std::sin(angle)});
  }
  return outline;
}

inline Loop3 at_height(const Outline &outline, double z)
{
  Loop3 loop;
  for (const auto &[x, y] : outline) loop.push_back({x, y, z});
  return loop;
}

inline Mesh l_mesh()
{
  return prism_mesh({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 1.0);
}
inline Mesh u_mesh()
{
  return prism_mesh({{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 1.0);
}
inline Mesh cross_mesh()
{
  return prism_mesh({{1, 0},
                     {2, 0},
                     {2, 1},
                     {3, 1},
                     {3, 2},
                     {2, 2},
                     {2, 3},
                     {1, 3},
                     {1, 2},
                     {0, 2},
                     {0, 1},
                     {1, 1}},
                    1.0);
}
inline Mesh star_mesh(int points, double inner = 0.45)
{
  return prism_mesh(polar_outline(
                        2 * points, [=](int k) { return k % 2 ? inner : 1.0; }, 0.1),
                    0.5);
}

// Schoenhardt 1928: an octahedron whose three long diagonals are hollow edges.
inline Mesh schoenhardt_mesh(double twist = -PI / 6.0)
{
  Mesh mesh;
  for (int k = 0; k < 3; k++)
    mesh.vertices.push_back({std::cos(2.0 * PI * k / 3), std::sin(2.0 * PI * k / 3), 0.0});
  for (int k = 0; k < 3; k++)
    mesh.vertices.push_back(
        {std::cos(2.0 * PI * k / 3 + twist), std::sin(2.0 * PI * k / 3 + twist), 1.0});
  mesh.faces = {{0, 2, 1}, {3, 4, 5}};
  for (int k = 0; k < 3; k++) {
    const int next = (k + 1) % 3;
    mesh.faces.push_back({k, next, k + 3});
    mesh.faces.push_back({next, next + 3, k + 3});
  }
  return mesh;
}

// A prism of n corners with a prismatic hole of n corners.
inline Mesh ring_mesh(int n, double outer, double inner, double height, double turn = 0.0)
{
  const Outline big = polar_outline(
      n, [=](int) { return outer; }, turn);
  const Outline small = polar_outline(
      n, [=](int) { return inner; }, turn);
  return loft({at_height(big, 0.0), at_height(big, height), at_height(small, height),
               at_height(small, 0.0)},
              true);
}

inline Mesh torus_mesh(int around, int across, double radius, double tube)
{
  std::vector<Loop3> loops;
  for (int l = 0; l < across; l++) {
    const double angle = 2.0 * PI * l / across;
    const double r = radius + tube * std::cos(angle);
    loops.push_back(
        at_height(polar_outline(around, [=](int) { return r; }), tube * std::sin(angle)));
  }
  return loft(loops, true);
}

// A hemispherical shell, open upward.
inline Mesh bowl_mesh(int around, int rings, double outer, double inner)
{
  std::vector<Loop3> loops;
  const auto add = [&](double radius, double angle) {
    loops.push_back(at_height(polar_outline(around, [=](int) { return radius * std::sin(angle); }),
                              -radius * std::cos(angle)));
  };
  for (int l = 1; l <= rings; l++) add(outer, 0.5 * PI * l / rings);
  for (int l = rings; l >= 1; l--) add(inner, 0.5 * PI * l / rings);
  return loft(loops, false);
}

inline Mesh gear_mesh(int teeth)
{
  Outline outline;
  for (int k = 0; k < teeth; k++) {
    const double step = 2.0 * PI / teeth;
    for (const auto &[part, radius] :
         {std::pair{-0.3, 1.0}, {-0.15, 1.25}, {0.15, 1.25}, {0.3, 1.0}})
      outline.push_back(
          {radius * std::cos((k + part) * step), radius * std::sin((k + part) * step)});
  }
  return prism_mesh(outline, 0.4);
}

// A hexagonal head and a round shaft, of `sides` corners (a multiple of 6).
inline Mesh bolt_mesh(int sides)
{
  const Outline round = polar_outline(sides, [](int) { return 0.5; });
  const Outline head = polar_outline(sides, [=](int k) {
    const double angle = 2.0 * PI * (k % (sides / 6)) / sides - PI / 6.0;
    return std::cos(PI / 6.0) / std::cos(angle);
  });
  return loft(
      {at_height(round, 0.0), at_height(round, 3.0), at_height(head, 3.0), at_height(head, 3.7)},
      false);
}

// An icosahedron whose faces are divided `levels` times into four, corners at the distances of a
// function.
inline Mesh lump_mesh(int levels, const std::function<double(const Vector3d &)> &radius)
{
  Mesh mesh;
  const double g = 0.5 * (1.0 + std::sqrt(5.0));
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.faces = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (int level = 0; level < levels; level++) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [at, is_new] =
          middles.emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
      return at->second;
    };
    std::vector<std::vector<int>> faces;
    for (const std::vector<int> &f : mesh.faces) {
      const int a = middle(f[0], f[1]), b = middle(f[1], f[2]), c = middle(f[2], f[0]);
      faces.insert(faces.end(), {{f[0], a, c}, {f[1], b, a}, {f[2], c, b}, {a, b, c}});
    }
    mesh.faces = faces;
    for (Vector3d &p : mesh.vertices) p = normalized(p);
  }
  for (Vector3d &p : mesh.vertices) p = radius(normalized(p)) * normalized(p);
  return mesh;
}

// Smooth hollows of a few waves, and noise.
inline Mesh rock_mesh(int levels, double waves, double noise, unsigned seed)
{
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<std::pair<Vector3d, double>> parts;
  for (int k = 0; k < 12; k++)
    parts.push_back(
        {{2.5 * normal(random), 2.5 * normal(random), 2.5 * normal(random)}, 6.0 * normal(random)});
  return lump_mesh(levels, [&](const Vector3d &n) {
    double r = 1.0;
    for (const auto &[k, phase] : parts) r += waves / 12.0 * std::sin(dot(k, n) + phase);
    return r + noise * normal(random);
  });
}

// Cubes of edge 1 at integer places; those that touch along an edge or at a corner alone share it.
inline Mesh cubes_mesh(int n, const std::function<bool(int, int, int)> &is_filled)
{
  Mesh mesh;
  std::map<std::array<int, 3>, int> numbers;
  const auto corner = [&](const std::array<int, 3> &at) {
    const auto [found, is_new] = numbers.emplace(at, static_cast<int>(mesh.vertices.size()));
    if (is_new)
      mesh.vertices.push_back(
          {static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])});
    return found->second;
  };
  const auto fills = [&](const std::array<int, 3> &c) {
    for (const int k : c)
      if (k < 0 || k >= n) return false;
    return is_filled(c[0], c[1], c[2]);
  };
  for (int cell = 0; cell < n * n * n; cell++) {
    const std::array<int, 3> at = {cell % n, cell / n % n, cell / n / n};
    if (!fills(at)) continue;
    for (int axis = 0; axis < 3; axis++)
      for (const int side : {0, 1}) {
        std::array<int, 3> beyond = at;
        beyond[axis] += 2 * side - 1;
        if (fills(beyond)) continue;
        std::array<int, 3> a = at;
        a[axis] += side;
        std::array<int, 3> b = a, c = a, d = a;
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        b[u]++;
        c[u]++;
        c[v]++;
        d[v]++;
        if (side == 0) std::swap(b, d);
        const int f[4] = {corner(a), corner(b), corner(c), corner(d)};
        mesh.faces.push_back({f[0], f[1], f[2]});
        mesh.faces.push_back({f[0], f[2], f[3]});
      }
  }
  return mesh;
}

}    // namespace grist::testing

#endif
