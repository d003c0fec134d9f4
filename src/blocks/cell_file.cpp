#include "blocks/cell_file.h"

#include "common/preconditions.h"
#include "meshes/mesh_file.h"
#include "meshes/mesh_readers.h"
#include "meshes/mesh_words.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace grist {

Mesh mesh_of_faces(const std::vector<Vector3d> &vertices, std::vector<std::vector<int>> faces)
{
  Mesh mesh{{}, std::move(faces)};
  std::vector<int> used;
  for (const std::vector<int> &face : mesh.faces) used.insert(used.end(), face.begin(), face.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  assert(are_numbers_of(used, vertices.size()));
  for (const int vertex : used) mesh.vertices.push_back(vertices[vertex]);
  for (std::vector<int> &face : mesh.faces)
    for (int &vertex : face)
      vertex = static_cast<int>(std::lower_bound(used.begin(), used.end(), vertex) - used.begin());
  return mesh;
}

// Its name, or its number.
static std::string solid_name(std::string_view name, size_t number)
{
  while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  constexpr size_t LONGEST = 40;
  return name.empty() ? std::to_string(number) : std::string(name.substr(0, LONGEST));
}

// Each solid from its line "solid name" to that of the next one.
static std::vector<GivenCell> solids_of_stl(const std::string &contents)
{
  const std::string plain = plain_text(contents);
  std::vector<GivenCell> cells;
  std::string solid, name;
  const auto close = [&] {
    if (!solid.empty())
      cells.push_back({parse_text_stl(solid), solid_name(name, cells.size() + 1)});
    solid.clear();
  };
  for (size_t begin = 0; begin < plain.size();) {
    const size_t end = std::min(plain.find('\n', begin), plain.size());
    const std::string_view line = std::string_view(plain).substr(begin, end - begin);
    MeshText words{std::string(line)};
    if (words.next_line_of_words() && lower_case(std::string(words.word())) == "solid") {
      close();
      name = std::string(words.rest());
    }
    solid.append(line).append("\n");
    begin = end + 1;
  }
  close();
  return cells;
}

// The faces of an object are those up to the next line that begins one; so are those of a group.
static std::vector<GivenCell> objects_of_obj(const std::string &contents)
{
  const Mesh all = parse_obj(contents);
  struct Object {
    std::string name;
    size_t first;    // face
  };
  std::vector<Object> objects = {{"", 0}};
  size_t faces = 0;
  bool is_continued = false;
  MeshText lines(plain_text(contents), '#');
  while (lines.next_line_of_words()) {
    const std::string_view rest = lines.rest();
    const bool continues = rest.back() == '\\';
    const std::string first(lines.word());
    if (!std::exchange(is_continued, continues)) {
      if (first == "f" || first == "fo") faces++;
      if (first == "o" || first == "g") objects.push_back({std::string(lines.rest()), faces});
    }
  }
  objects.push_back({"", faces});
  assert(faces == all.faces.size());
  std::vector<GivenCell> cells;
  for (size_t n = 0; n + 1 < objects.size(); n++) {
    if (objects[n].first == objects[n + 1].first) continue;
    const auto faces_begin = all.faces.begin();
    Mesh mesh = mesh_of_faces(all.vertices,
                              {faces_begin + static_cast<std::ptrdiff_t>(objects[n].first),
                               faces_begin + static_cast<std::ptrdiff_t>(objects[n + 1].first)});
    cells.push_back({std::move(mesh), solid_name(objects[n].name, cells.size() + 1)});
  }
  return cells;
}

std::vector<GivenCell> parse_cells(const std::string &contents)
{
  if (is_tess(contents)) return parse_tess(contents);
  switch (mesh_format(contents)) {
    case MeshFormat::TEXT_STL: return solids_of_stl(contents);
    case MeshFormat::OBJ: return objects_of_obj(contents);
    case MeshFormat::BINARY_STL:
    case MeshFormat::OFF:
    case MeshFormat::PLY: break;
  }
  return {{parse_mesh(contents), "1"}};
}

std::vector<GivenCell> read_cells(const std::string &file)
{
  return parse_cells(file_contents(file));
}

}    // namespace grist
