#include "meshes/mesh_readers.h"

#include "common/bit_hash.h"
#include "meshes/mesh_words.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace grist {

namespace {

// Gives corners with the same digits the same number.
class VertexNumbers {
 public:
  explicit VertexNumbers(Mesh &to) : mesh(to) {}

  int number_of(const Vector3d &p)
  {
    const auto [at, is_new] = known.try_emplace(p, static_cast<int>(mesh.vertices.size()));
    if (is_new) mesh.vertices.push_back(p);
    return at->second;
  }

 private:
  struct Hash {
    size_t operator()(const Vector3d &p) const
    {
      const double numbers[3] = {p[0] + 0.0, p[1] + 0.0, p[2] + 0.0};    // -0 is 0
      BitHash hash;
      hash.add(numbers, 3);
      return hash.value();
    }
  };
  Mesh &mesh;
  std::unordered_map<Vector3d, int, Hash> known;
};

}    // namespace

static void check_finite(const Vector3d &p, size_t face)
{
  if (!is_finite(p)) refuse_mesh("a corner of face " + std::to_string(face + 1) + " is not finite");
}

static void add_facet(const std::array<Vector3d, 3> &corners, Mesh &mesh, VertexNumbers &numbers)
{
  std::vector<int> face;
  for (const Vector3d &p : corners) {
    check_finite(p, mesh.faces.size());
    face.push_back(numbers.number_of(p));
  }
  mesh.faces.push_back(std::move(face));
}

static bool begins_number(char character)
{
  return std::string_view("+-.,0123456789").find(character) != std::string_view::npos;
}

namespace {

// Reads the solids of a text file, one after another.
class TextStl {
 public:
  explicit TextStl(const std::string &contents) :
      text(lower_case(plain_text(contents))), numbers(mesh)
  {
  }

  Mesh read()
  {
    for (std::string_view word = text.any_word(); !word.empty(); word = text.any_word()) take(word);
    if (count != 0) text.refuse("the last facet of an STL file is not closed");
    if (inside)
      text.refuse("an STL file ends without endsolid, after " + std::to_string(mesh.faces.size()) +
                  " facets: cut short");
    return std::move(mesh);
  }

 private:
  MeshText text;
  Mesh mesh;
  VertexNumbers numbers;
  std::array<Vector3d, 3> corners;
  size_t count = 0;            // of corners of the facet so far
  bool inside = false;         // a solid
  bool is_one_line = false;    // the facets of the solid follow on the line of its name

  std::string facet() const { return "facet " + std::to_string(mesh.faces.size() + 1); }

  void take(std::string_view word)
  {
    if (word == "solid") {
      inside = true;
      is_one_line = skip_name("facet ");
    } else if (word == "endsolid") {
      inside = false;
      skip_name(is_one_line ? " solid " : "\n");
    } else if (word == "vertex") {
      take_vertex();
    } else if (word == "end") {    // of "end solid", "end loop"
      const std::string_view next = text.any_word();
      if (!next.empty()) take("end" + std::string(next));
    } else if (word == "endloop" || (word == "endfacet" && count > 0)) {
      if (count != 3) text.refuse(facet() + " has " + std::to_string(count) + " vertices");
      add_facet(corners, mesh, numbers);
      count = 0;
    }
  }

  void take_vertex()
  {
    const std::string what = "a vertex of an STL file";
    if (count == 3) text.refuse(facet() + " has more than 3 vertices");
    for (double &x : corners[count]) x = text.number(text.any_word(), what);
    if (!is_finite(corners[count]))
      text.refuse("a corner of face " + std::to_string(mesh.faces.size() + 1) + " is not finite");
    if (text.has_word() && begins_number(text.rest()[0]))
      text.refuse(what + " has more than three numbers");
    count++;
  }

  // The rest of the line; up to this text, where it stands in it.
  bool skip_name(std::string_view until)
  {
    const size_t there = text.rest().find(until);
    text.skip(there);
    return there != std::string_view::npos;
  }
};

}    // namespace

Mesh parse_text_stl(const std::string &contents)
{
  return TextStl(contents).read();
}

static constexpr size_t STL_HEADER = 80, STL_FACET = 50;    // bytes

template <class Value> static Value value_at(const std::string &contents, size_t offset)
{
  Value value;
  std::memcpy(&value, contents.data() + offset, sizeof(value));
  return value;
}

static size_t size_of_binary_stl(size_t count)
{
  return STL_HEADER + 4 + count * STL_FACET;
}

bool has_size_of_binary_stl(const std::string &contents)
{
  return contents.size() >= size_of_binary_stl(0) &&
      contents.size() == size_of_binary_stl(value_at<std::uint32_t>(contents, STL_HEADER));
}

Mesh parse_binary_stl(const std::string &contents)
{
  const std::string bytes = std::to_string(contents.size()) + " bytes";
  if (contents.size() < size_of_binary_stl(0))
    refuse_mesh("neither STL nor OFF, PLY or OBJ: " + bytes);
  const size_t count = value_at<std::uint32_t>(contents, STL_HEADER);
  const std::string of_triangles = " for " + std::to_string(count) + " triangles";
  if (contents.size() < size_of_binary_stl(count))
    refuse_mesh("neither STL nor OFF, PLY or OBJ, or cut short: " + bytes + of_triangles +
                " of binary STL");
  if (contents.size() > size_of_binary_stl(count))
    refuse_mesh("binary STL has " + bytes + of_triangles + " (expected " +
                std::to_string(size_of_binary_stl(count)) + ")");
  Mesh mesh;
  mesh.faces.reserve(count);
  VertexNumbers numbers(mesh);
  for (size_t n = 0; n < count; n++) {
    std::array<Vector3d, 3> corners;
    for (size_t i = 0; i < 9; i++)
      corners[i / 3][static_cast<int>(i % 3)] =
          value_at<float>(contents, STL_HEADER + 4 + n * STL_FACET + 4 * (3 + i));
    add_facet(corners, mesh, numbers);
  }
  return mesh;
}

}    // namespace grist
