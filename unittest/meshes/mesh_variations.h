// Five shapes as mesh files, written in the many ways in which CAD programs and other tools write
// them: each file means the same body.

#ifndef GRIST_UNITTEST_MESH_VARIATIONS_H
#define GRIST_UNITTEST_MESH_VARIATIONS_H

#include "meshes/mesh_scenes.h"

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace grist::testing {

struct NamedBody {
  std::string name;
  Mesh mesh;    // normals out
  double volume;
};

// A prism over a convex polygon counter-clockwise in z = 0.
inline Mesh prism(const std::vector<Vector3d> &around, double height)
{
  Mesh mesh;
  const Vector3d up{0, 0, height};
  const size_t count = around.size();
  for (size_t n = 0; n < count; n++) {
    const Vector3d &a = around[n], &b = around[(n + 1) % count];
    add_quad(mesh, a, b, b + up, a + up);
  }
  for (size_t n = 2; n < count; n++) {
    add_facet(mesh, around[0] + up, around[n - 1] + up, around[n] + up);
    add_facet(mesh, around[0], around[n], around[n - 1]);
  }
  return mesh;
}

inline std::vector<Vector3d> regular_polygon(int corners, double radius)
{
  std::vector<Vector3d> around;
  for (int n = 0; n < corners; n++) {
    const double angle = 2.0 * PI * n / corners;
    around.push_back({radius * std::cos(angle), radius * std::sin(angle), 0.0});
  }
  return around;
}

// Convex, so that they can be polyhedra as well; corners are equal to all digits.
inline std::vector<NamedBody> five_bodies()
{
  const double wide = std::sin(PI / 6.0);
  Mesh wedge = prism({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}, 1.5);
  Mesh octahedron;
  for (int n = 0; n < 8; n++) {
    const Vector3d x{n & 1 ? 1.0 : -1.0, 0, 0}, y{0, n & 2 ? 1.0 : -1.0, 0},
        z{0, 0, n & 4 ? 1.0 : -1.0};
    if (x[0] * y[1] * z[2] > 0.0)
      add_facet(octahedron, x, y, z);
    else
      add_facet(octahedron, x, z, y);
  }
  return {{"box", block_mesh({0, 0, 0}, {1, 1.2, 1.4}), 1.68},
          {"fine box", block_mesh({-1, -2, 0}, {1, 2, 1}, 3), 8.0},
          {"wedge", std::move(wedge), 1.5},
          {"octahedron", std::move(octahedron), 4.0 / 3.0},
          {"prism", prism(regular_polygon(12, 1.0), 0.5), 6.0 * wide * 0.5}};
}

// Corners as one list, as OFF and PLY have them.
inline Mesh with_common_corners(const Mesh &mesh)
{
  Mesh common;
  for (const auto &face : mesh.faces) {
    common.faces.emplace_back();
    for (const int corner : face) {
      const Vector3d &p = mesh.vertices[corner];
      const auto at = std::find(common.vertices.begin(), common.vertices.end(), p);
      common.faces.back().push_back(static_cast<int>(at - common.vertices.begin()));
      if (at == common.vertices.end()) common.vertices.push_back(p);
    }
  }
  return common;
}

// Text of STL; a triangle is turned where the function says so.
inline std::string stl_text(const Mesh &mesh, const std::string &name = "part",
                            const std::function<Vector3d(const Vector3d &)> &moved = {})
{
  std::ostringstream out;
  out.precision(17);
  out << "solid " << name << "\n";
  for (const auto &face : mesh.faces) {
    out << "  facet normal 0 0 0\n    outer loop\n";
    for (const int corner : face) {
      const Vector3d p = moved ? moved(mesh.vertices[corner]) : mesh.vertices[corner];
      out << "      vertex " << p[0] << " " << p[1] << " " << p[2] << "\n";
    }
    out << "    endloop\n  endfacet\n";
  }
  out << "endsolid " << name << "\n";
  return out.str();
}

// With this head, words behind the coordinates of a vertex, and the numbers of edges or nothing.
inline std::string off_text(const Mesh &given, const std::string &head,
                            const std::string &behind = "", const std::string &edges = " 0")
{
  const Mesh mesh = with_common_corners(given);
  std::ostringstream out;
  out.precision(17);
  out << head << mesh.vertices.size() << " " << mesh.faces.size() << edges << "\n";
  for (const Vector3d &p : mesh.vertices)
    out << p[0] << " " << p[1] << " " << p[2] << behind << "\n";
  for (const auto &face : mesh.faces) {
    out << face.size();
    for (const int corner : face) out << " " << corner;
    out << "\n";
  }
  return out.str();
}

inline std::string ply_text(const Mesh &given)
{
  const Mesh mesh = with_common_corners(given);
  std::ostringstream out;
  out.precision(17);
  out << "ply\nformat ascii 1.0\nelement vertex " << mesh.vertices.size()
      << "\nproperty double x\nproperty double y\nproperty double z\nelement face "
      << mesh.faces.size() << "\nproperty list uchar int vertex_indices\nend_header\n";
  for (const Vector3d &p : mesh.vertices) out << p[0] << " " << p[1] << " " << p[2] << "\n";
  for (const auto &face : mesh.faces)
    out << "3 " << face[0] << " " << face[1] << " " << face[2] << "\n";
  return out.str();
}

inline std::string obj_text(const Mesh &given)
{
  const Mesh mesh = with_common_corners(given);
  std::ostringstream out;
  out.precision(17);
  out << "# a comment\no part\n";
  for (const Vector3d &p : mesh.vertices) out << "v " << p[0] << " " << p[1] << " " << p[2] << "\n";
  for (const auto &face : mesh.faces)
    out << "f " << face[0] + 1 << " " << face[1] + 1 << " " << face[2] + 1 << "\n";
  return out.str();
}

inline std::string replaced(std::string text, const std::string &from, const std::string &to)
{
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// Each corner of each triangle a little beside its place, by less than 3e-7 of the extent.
inline Mesh rounded(const Mesh &mesh, int seed = 7)
{
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> noise(-5e-8, 5e-8);
  Mesh loose;
  for (const auto &face : mesh.faces) {
    for (const int corner : face) {
      loose.vertices.push_back(mesh.vertices[corner]);
      for (double &x : loose.vertices.back()) x += noise(random);
    }
    const int end = static_cast<int>(loose.vertices.size());
    loose.faces.push_back({end - 3, end - 2, end - 1});
  }
  return loose;
}

// The first triangle divided at the middle of its first side: a corner within the edge of its
// neighbor.
inline Mesh with_seam(Mesh mesh)
{
  const std::vector<int> face = mesh.faces[0];
  const int middle = static_cast<int>(mesh.vertices.size());
  mesh.vertices.push_back(0.5 * (mesh.vertices[face[0]] + mesh.vertices[face[1]]));
  mesh.faces[0] = {face[0], middle, face[2]};
  mesh.faces.push_back({middle, face[1], face[2]});
  return mesh;
}

// The same, closed by a triangle without area.
inline Mesh with_needle(const Mesh &mesh)
{
  Mesh result = with_seam(mesh);
  const std::vector<int> face = mesh.faces[0];
  result.faces.push_back({face[0], face[1], static_cast<int>(mesh.vertices.size())});
  return result;
}

inline Mesh with_flat_and_doubled(Mesh mesh)
{
  mesh.faces.push_back(mesh.faces[1]);
  mesh.faces.push_back({mesh.faces[2][1], mesh.faces[2][2], mesh.faces[2][0]});
  mesh.faces.push_back({mesh.faces[0][0], mesh.faces[0][1], mesh.faces[0][1]});
  return mesh;
}

inline Mesh with_turned(Mesh mesh, const std::vector<size_t> &turned)
{
  for (const size_t n : turned) std::swap(mesh.faces[n][1], mesh.faces[n][2]);
  return mesh;
}

inline Mesh all_turned(Mesh mesh)
{
  for (auto &face : mesh.faces) std::swap(face[1], face[2]);
  return mesh;
}

// The same mesh much smaller inside the other.
inline Mesh with_inner(const Mesh &mesh, bool turned)
{
  Vector3d middle = Vector3d::zero();
  for (const Vector3d &p : mesh.vertices) middle += p / static_cast<double>(mesh.vertices.size());
  Mesh result = mesh;
  for (const auto &face : mesh.faces) {
    result.faces.emplace_back();
    for (const int corner : face) {
      result.faces.back().push_back(static_cast<int>(result.vertices.size()));
      result.vertices.push_back(middle + 0.1 * (mesh.vertices[corner] - middle));
    }
    if (turned) std::swap(result.faces.back()[1], result.faces.back()[2]);
  }
  return result;
}

struct Variation {
  std::string name, contents;
};

// Files that all mean this body.
inline std::vector<Variation> variations_of(const Mesh &mesh)
{
  const std::string plain = stl_text(mesh);
  std::string wide = "\xFF\xFE";
  for (const char letter : plain) wide += std::string(1, letter) + '\0';
  Mesh halves[2];
  for (size_t n = 0; n < mesh.faces.size(); n++) {
    Mesh &half = halves[n % 2];
    half.vertices = mesh.vertices;
    half.faces.push_back(mesh.faces[n]);
  }
  return {
      {"text", plain},
      {"text, CR LF", replaced(plain, "\n", "\r\n")},
      {"text, CR", replaced(plain, "\n", "\r")},
      {"text, tabs", replaced(replaced(plain, "  ", "\t"), "vertex ", "vertex\t")},
      {"text, blank first", " " + plain},
      {"text, empty lines", "\n\n" + replaced(plain, "\n", "\n\n")},
      {"text, byte order mark", "\xEF\xBB\xBF" + plain},
      {"text, two bytes a letter", wide},
      {"text, capitals", replaced(replaced(plain, "solid", "SOLID"), "vertex", "VERTEX")},
      {"text, two solids", stl_text(halves[0], "one") + stl_text(halves[1], "two")},
      {"text, two solids, CR",
       replaced(stl_text(halves[0], "one") + stl_text(halves[1], "two"), "\n", "\r")},
      {"text, one line", replaced(plain, "\n", " ")},
      {"text, end solid",
       replaced(replaced(plain, "endsolid", "end solid"), "endloop", "end loop")},
      {"text, no endloop", replaced(plain, "    endloop\n", "")},
      {"binary", stl_bytes(mesh, "binary")},
      {"binary, solid", stl_bytes(mesh, "solid box")},
      {"binary, solid facet", stl_bytes(mesh, "solid facet_mill_screen")},
      {"binary, endsolid", stl_bytes(mesh, "solid a endsolid a OFF")},
      {"off", off_text(mesh, "OFF\n")},
      {"off, one line", off_text(mesh, "OFF ")},
      {"off, joined", off_text(mesh, "OFF")},
      {"off, lower case", off_text(mesh, "off\n")},
      {"off, colors", off_text(mesh, "COFF\n", " 255 0 0 255")},
      {"off, normals", off_text(mesh, "NOFF\n", " 0 0 1")},
      {"off, all", off_text(mesh, "STCNOFF\n", " 0 0 1 0.5 0.5 0.5 1 0 0")},
      {"off, no head", off_text(mesh, "")},
      {"off, no edges", off_text(mesh, "OFF\n", "", "")},
      {"off, comments, CR", replaced(off_text(mesh, "# by hand\nOFF # head\n"), "\n", "\r")},
      {"ply", ply_text(mesh)},
      {"ply, CR LF", replaced(ply_text(mesh), "\n", "\r\n")},
      {"obj", obj_text(mesh)},
      {"obj, byte order mark, CR LF", "\xEF\xBB\xBF" + replaced(obj_text(mesh), "\n", "\r\n")},
      {"rounded", stl_text(rounded(mesh))},
      {"seam", stl_text(with_seam(mesh))},
      {"needle", stl_text(with_needle(mesh))},
      {"flat and doubled", stl_text(with_flat_and_doubled(mesh))},
      {"one turned", stl_text(with_turned(mesh, {1}))},
      {"three turned", stl_text(with_turned(mesh, {0, 2, 5}))},
      {"all turned", stl_text(all_turned(mesh))},
      {"body in the body", stl_text(with_inner(mesh, false))},
      {"all at once",
       "\xEF\xBB\xBF\r\n " +
           replaced(stl_text(with_turned(with_flat_and_doubled(rounded(with_needle(mesh))), {1})),
                    "\n", "\r\n")},
  };
}

}    // namespace grist::testing

#endif
