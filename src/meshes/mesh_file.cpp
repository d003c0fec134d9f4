#include "meshes/mesh_file.h"

#include "geometry/mass_properties.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace grist {

[[noreturn]] static void refuse(const std::string &text)
{
  throw std::invalid_argument("mesh: " + text);
}

namespace {

// Gives corners with the same digits the same number.
class Welder {
 public:
  explicit Welder(Mesh &to) : mesh(to) {}

  int number(const Vector3d &p)
  {
    // Adding zero makes one of the two zeros.
    const std::array<double, 3> key = {p[0] + 0.0, p[1] + 0.0, p[2] + 0.0};
    const auto [at, is_new] = known.emplace(key, static_cast<int>(mesh.vertices.size()));
    if (is_new) mesh.vertices.push_back(p);
    return at->second;
  }

 private:
  Mesh &mesh;
  std::map<std::array<double, 3>, int> known;
};

}    // namespace

static void check_finite(const Vector3d &p, size_t face)
{
  if (!p.allFinite()) refuse("a corner of face " + std::to_string(face + 1) + " is not finite");
}

static void add_triangle(const std::array<Vector3d, 3> &corners, Mesh &mesh, Welder &welder)
{
  std::vector<int> face;
  for (const Vector3d &p : corners) {
    check_finite(p, mesh.faces.size());
    face.push_back(welder.number(p));
  }
  mesh.faces.push_back(face);
}

// Reads a number, "nan" and "inf" included, which streams do not take.
static double next_number(std::istream &in, const char *what)
{
  std::string word;
  if (!(in >> word)) refuse(std::string("ends within ") + what);
  char *end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (end == word.c_str() || *end != '\0')
    refuse("\"" + word + "\" in " + what + " is not a number");
  return value;
}

static Vector3d next_point(std::istream &in, const char *what)
{
  Vector3d p;
  for (int k = 0; k < 3; k++) p[k] = next_number(in, what);
  return p;
}

static Mesh parse_text_stl(const std::string &contents)
{
  Mesh mesh;
  Welder welder(mesh);
  std::istringstream in(contents);
  std::array<Vector3d, 3> corners;
  size_t count = 0;
  std::string word;
  while (in >> word) {
    if (word == "vertex") {
      if (count == 3)
        refuse("facet " + std::to_string(mesh.faces.size() + 1) + " has more than 3 vertices");
      corners[count++] = next_point(in, "a vertex of an STL file");
    } else if (word == "endloop") {
      if (count != 3)
        refuse("facet " + std::to_string(mesh.faces.size() + 1) + " has " + std::to_string(count) +
               " vertices");
      add_triangle(corners, mesh, welder);
      count = 0;
    }
  }
  if (count != 0) refuse("the last facet of an STL file is not closed");
  return mesh;
}

// Header of 80 bytes, number of triangles, and for each the normal, three corners and two bytes; little-endian.
static constexpr size_t STL_HEADER = 80, STL_FACET = 50;

template <class Value> static Value value_at(const std::string &contents, size_t offset)
{
  Value value;
  std::memcpy(&value, contents.data() + offset, sizeof(value));
  return value;
}

static Mesh parse_binary_stl(const std::string &contents)
{
  if (contents.size() < STL_HEADER + 4)
    refuse("neither OFF nor STL: " + std::to_string(contents.size()) + " bytes");
  const size_t count = value_at<std::uint32_t>(contents, STL_HEADER);
  if (contents.size() < STL_HEADER + 4 + count * STL_FACET)
    refuse("neither OFF nor STL, or cut short: " + std::to_string(contents.size()) + " bytes for " +
           std::to_string(count) + " triangles of binary STL");
  Mesh mesh;
  Welder welder(mesh);
  for (size_t n = 0; n < count; n++) {
    std::array<Vector3d, 3> corners;
    for (size_t i = 0; i < 9; i++)
      corners[i / 3][static_cast<int>(i % 3)] =
          value_at<float>(contents, STL_HEADER + 4 + n * STL_FACET + 4 * (3 + i));
    add_triangle(corners, mesh, welder);
  }
  return mesh;
}

static std::string without_comments(const std::string &contents)
{
  std::string result, line;
  std::istringstream in(contents);
  while (std::getline(in, line)) result += line.substr(0, line.find('#')) + "\n";
  return result;
}

static int next_count(std::istream &in, const char *what, double most)
{
  const double value = next_number(in, what);
  if (!(value >= 0.0 && value < most) || value != std::floor(value))
    refuse(std::string(what) + " " + std::to_string(value) + " is out of range");
  return static_cast<int>(value);
}

// What follows the corners of a face on its line is its color.
static Mesh parse_off(const std::string &contents)
{
  std::istringstream in(without_comments(contents));
  std::string word;
  in >> word;
  constexpr double MOST = 1e8;
  const int vertices = next_count(in, "number of vertices", MOST);
  const int faces = next_count(in, "number of faces", MOST);
  next_count(in, "number of edges", MOST);
  Mesh mesh;
  for (int i = 0; i < vertices; i++) {
    mesh.vertices.push_back(next_point(in, "a vertex of an OFF file"));
    if (!mesh.vertices.back().allFinite()) refuse("vertex " + std::to_string(i) + " is not finite");
  }
  std::string line;
  std::getline(in, line);
  for (int f = 0; f < faces; f++) {
    do {
      if (!std::getline(in, line)) refuse("ends before face " + std::to_string(f + 1));
    } while (line.find_first_not_of(" \t\r") == std::string::npos);
    std::istringstream numbers(line);
    std::vector<int> face(
        static_cast<size_t>(next_count(numbers, "number of corners", vertices + 1.0)));
    for (int &corner : face) corner = next_count(numbers, "number of a corner", vertices);
    mesh.faces.push_back(face);
  }
  return mesh;
}

Mesh parse_mesh(const std::string &contents)
{
  if (contents.empty()) refuse("the file is empty");
  const std::string plain = without_comments(contents.substr(0, 4096));
  const size_t first = plain.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && plain.compare(first, 3, "OFF") == 0) return parse_off(contents);
  // Some binary files begin with "solid" too.
  const bool text = contents.compare(0, 5, "solid") == 0 &&
      (contents.find("facet") != std::string::npos ||
       contents.find("endsolid") != std::string::npos);
  return text ? parse_text_stl(contents) : parse_binary_stl(contents);
}

Mesh read_mesh(const std::string &file)
{
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse("cannot open " + file);
  return parse_mesh(std::string(std::istreambuf_iterator<char>(in), {}));
}

static void check_closed(const Mesh &mesh)
{
  if (mesh.faces.empty()) refuse("there are no faces");
  std::map<std::pair<int, int>, int> uses;
  for (const std::vector<int> &face : mesh.faces)
    for (size_t k = 0; k < face.size(); k++) uses[{face[k], face[(k + 1) % face.size()]}]++;
  int open = 0, repeated = 0;
  for (const auto &[edge, count] : uses) {
    if (edge.first == edge.second) continue;    // a triangle of no area
    const auto opposite = uses.find({edge.second, edge.first});
    const int back = opposite == uses.end() ? 0 : opposite->second;
    open += back < count ? count - back : 0;
    repeated += count > 1 ? 1 : 0;
  }
  if (open > 0)
    refuse("not closed: " + std::to_string(open) +
           " open edges (or neighbouring faces that disagree about the outside)");
  if (repeated > 0) refuse(std::to_string(repeated) + " edges have more than two faces");
}

// Each face with an area must have all vertices behind it.
static void check_convex(const Mesh &mesh, double tolerance)
{
  Vector3d least = mesh.vertices.front(), greatest = least;
  for (const Vector3d &p : mesh.vertices) {
    least = least.cwiseMin(p);
    greatest = greatest.cwiseMax(p);
  }
  const double size = (greatest - least).norm();
  for (size_t f = 0; f < mesh.faces.size(); f++) {
    const std::vector<int> &face = mesh.faces[f];
    if (face.size() < 3) continue;
    if (!(face_area(mesh.vertices, face).norm() > tolerance * size * size)) continue;
    const HalfSpace plane = face_plane(mesh.vertices, face);
    for (const Vector3d &p : mesh.vertices)
      if (plane.distance(p) > 100.0 * tolerance * size)
        refuse("not convex: a vertex stands " + std::to_string(plane.distance(p) / size) +
               " of the size out of face " + std::to_string(f + 1));
  }
}

ConvexPolyhedron convex_polyhedron(const Mesh &mesh, double tolerance)
{
  check_closed(mesh);
  const double volume = mass_properties(mesh.vertices, mesh.faces).volume;
  if (volume < 0.0) refuse("faces are inside out: volume " + std::to_string(volume));
  check_convex(mesh, tolerance);
  const ConvexPolyhedron body = ConvexPolyhedron::from_vertices(mesh.vertices, tolerance);
  if (std::fabs(volume / body.volume() - 1.0) > 100.0 * tolerance)
    refuse("not convex, or in several parts: volume " + std::to_string(volume) + " in a hull of " +
           std::to_string(body.volume()));
  return body;
}

}    // namespace grist
