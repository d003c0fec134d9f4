#include "meshes/stl_writer.h"

#include "common/preconditions.h"
#include "common/space.h"
#include "geometry/mass_properties.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace grist {

static constexpr size_t TITLE_SIZE = 80, FACET_SIZE = 50;

static void check_triangle(const Mesh &mesh, size_t face)
{
  if (mesh.faces[face].size() != 3)
    throw std::invalid_argument("mesh: face " + std::to_string(face + 1) + " has " +
                                std::to_string(mesh.faces[face].size()) + " corners (STL has 3)");
}

// Zero, as STL allows, where rounding leaves no direction.
static Vector3d unit_normal(const Mesh &mesh, const std::vector<int> &face)
{
  const Vector3d area = face_area(mesh.vertices, face);
  const double most = greatest_of(absolute(area));    // squares of small areas would vanish
  return most > 0.0 ? area / (norm(area / most) * most) : area;
}

static void append_point(std::string &to, const Vector3d &p)
{
  std::array<char, 32> digits;
  for (int k = 0; k < 3; k++) {
    const auto end = std::to_chars(digits.begin(), digits.end(), p[k] + 0.0).ptr;
    to += ' ';
    to.append(digits.begin(), end);
  }
  to += '\n';
}

std::string text_stl(const Mesh &mesh, const std::string &title)
{
  assert(title.find('\n') == std::string::npos);
  std::string out = "solid " + title + "\n";
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    check_triangle(mesh, f);
    out += "facet normal";
    append_point(out, unit_normal(mesh, mesh.faces[f]));
    out += "outer loop\n";
    for (const int corner : mesh.faces[f]) {
      out += "vertex";
      append_point(out, mesh.vertices[corner]);
    }
    out += "endloop\nendfacet\n";
  }
  return out + "endsolid " + title + "\n";
}

// The file is little-endian, as are the machines that LAMMPS runs on.
template <class Value> static void append(std::string &to, Value value)
{
  to.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

static void append(std::string &to, const Vector3f &p)
{
  for (int k = 0; k < 3; k++) append(to, p[k]);
}

static std::array<Vector3f, 3> single_precision(const Mesh &mesh, size_t face)
{
  std::array<Vector3f, 3> corners;
  for (size_t k = 0; k < 3; k++)
    corners[k] = vector_cast<float>(mesh.vertices[mesh.faces[face][k]] + Vector3d::zero());
  const std::string where = "mesh: triangle " + std::to_string(face + 1);
  for (const Vector3f &p : corners)
    if (!is_finite(p))
      throw std::invalid_argument(where + " is too large for single precision (write text)");
  const Vector3d u = vector_cast<double>(corners[1] - corners[0]),
                 v = vector_cast<double>(corners[2] - corners[0]);
  if (!(norm(cross(u, v)) > 0.0))
    throw std::invalid_argument(
        where + " is too small for single precision (write text, or farther apart)");
  return corners;
}

std::string binary_stl(const Mesh &mesh, const std::string &title)
{
  assert(title.find('\n') == std::string::npos);
  if (mesh.faces.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::invalid_argument("mesh: " + std::to_string(mesh.faces.size()) +
                                " triangles (more than binary STL can count)");
  // Readers take a file that begins with this word for text.
  std::string out = title.compare(0, 5, "solid") == 0 ? "mesh " + title : title;
  out.resize(TITLE_SIZE, ' ');
  out.reserve(TITLE_SIZE + 4 + FACET_SIZE * mesh.faces.size());
  append(out, static_cast<std::uint32_t>(mesh.faces.size()));
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    check_triangle(mesh, f);
    const auto corners = single_precision(mesh, f);
    append(out, vector_cast<float>(unit_normal(mesh, mesh.faces[f])));
    for (const Vector3f &p : corners) append(out, p);
    append(out, std::uint16_t{0});
  }
  return out;
}

}    // namespace grist
