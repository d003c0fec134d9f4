#include "meshes/stl_reader.h"

#include "meshes/mesh_words.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>

namespace grist {

namespace {

// Gives corners with the same digits the same number.
class VertexNumbers {
 public:
  explicit VertexNumbers(Mesh &to) : mesh(to) {}

  int number_of(const Vector3d &p)
  {
    // Adding zero turns -0 into 0.
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
  if (!p.allFinite())
    refuse_mesh("a corner of face " + std::to_string(face + 1) + " is not finite");
}

static void add_triangle(const std::array<Vector3d, 3> &corners, Mesh &mesh, VertexNumbers &numbers)
{
  std::vector<int> face;
  for (const Vector3d &p : corners) {
    check_finite(p, mesh.faces.size());
    face.push_back(numbers.number_of(p));
  }
  mesh.faces.push_back(face);
}

// Some binary files begin with "solid" too.
bool is_text_stl(const std::string &contents)
{
  return contents.compare(0, 5, "solid") == 0 &&
      (contents.find("facet") != std::string::npos ||
       contents.find("endsolid") != std::string::npos);
}

Mesh parse_text_stl(const std::string &contents)
{
  Mesh mesh;
  VertexNumbers numbers(mesh);
  std::istringstream in(contents);
  std::array<Vector3d, 3> corners;
  size_t count = 0;
  std::string word;
  while (in >> word) {
    if (word == "vertex") {
      if (count == 3)
        refuse_mesh("facet " + std::to_string(mesh.faces.size() + 1) + " has more than 3 vertices");
      corners[count++] = next_point(in, "a vertex of an STL file");
    } else if (word == "endloop") {
      if (count != 3)
        refuse_mesh("facet " + std::to_string(mesh.faces.size() + 1) + " has " +
                    std::to_string(count) + " vertices");
      add_triangle(corners, mesh, numbers);
      count = 0;
    }
  }
  if (count != 0) refuse_mesh("the last facet of an STL file is not closed");
  return mesh;
}

static constexpr size_t STL_HEADER = 80, STL_FACET = 50;    // bytes

template <class Value> static Value value_at(const std::string &contents, size_t offset)
{
  Value value;
  std::memcpy(&value, contents.data() + offset, sizeof(value));
  return value;
}

Mesh parse_binary_stl(const std::string &contents)
{
  if (contents.size() < STL_HEADER + 4)
    refuse_mesh("neither OFF nor STL: " + std::to_string(contents.size()) + " bytes");
  const size_t count = value_at<std::uint32_t>(contents, STL_HEADER);
  if (contents.size() < STL_HEADER + 4 + count * STL_FACET)
    refuse_mesh("neither OFF nor STL, or cut short: " + std::to_string(contents.size()) +
                " bytes for " + std::to_string(count) + " triangles of binary STL");
  Mesh mesh;
  VertexNumbers numbers(mesh);
  for (size_t n = 0; n < count; n++) {
    std::array<Vector3d, 3> corners;
    for (size_t i = 0; i < 9; i++)
      corners[i / 3][static_cast<int>(i % 3)] =
          value_at<float>(contents, STL_HEADER + 4 + n * STL_FACET + 4 * (3 + i));
    add_triangle(corners, mesh, numbers);
  }
  return mesh;
}

}    // namespace grist
