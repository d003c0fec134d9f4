#include "blocks/cell_file.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "geometry/mass_properties.h"
#include "meshes/mesh_words.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace grist {

static constexpr double OLDEST_FORMAT = 2.0;

// Neper writes twelve decimals.
static constexpr double TESS_PRECISION = 1e-9;

// More of anything are no numbers of a file that fits in memory.
static constexpr int MOST_ITEMS = 100000000;

bool is_tess(const std::string &contents)
{
  return MeshText(plain_text(contents.substr(0, 4096))).any_word() == "***tess";
}

namespace {

// Sections begin with "**", fields of a section with "*". Items of a section are numbered from 1.
class TessReader {
 public:
  explicit TessReader(const std::string &contents) : text(plain_text(contents)) {}

  std::vector<GivenCell> read();

 private:
  struct Polyhedron {
    std::vector<int> faces;    // numbers from 1; negative: its normal points inward
  };
  MeshText text;
  std::string_view word;    // the next one that begins with "*"
  int cell_count = 0;
  std::vector<std::string> names;
  std::vector<Vector3d> seeds;
  std::vector<Vector3d> vertices;
  std::vector<std::vector<int>> faces;    // numbers of vertices, from 0
  std::vector<char> bent;                 // whether a face was regularized
  std::vector<Polyhedron> polyhedra;

  void skip_to_star(bool section);
  int integer(const std::string &what);
  int count(const std::string &what);
  int item(int number, const std::string &what);
  double number(const std::string &what) { return text.number(text.any_word(), what); }
  Vector3d point(const std::string &what);
  int corner(const std::string &what);
  void read_format();
  void read_general();
  void read_cells();
  void read_vertices();
  void read_faces();
  void read_polyhedra();
  Mesh mesh_of(const Polyhedron &polyhedron, const std::string &name) const;
};

}    // namespace

// To the next word that begins a section or, if fields count, a field.
void TessReader::skip_to_star(bool section)
{
  const std::string_view star = section ? "**" : "*";
  do word = text.any_word();
  while (!word.empty() && word.substr(0, star.size()) != star);
}

int TessReader::integer(const std::string &what)
{
  const std::string_view given = text.any_word();
  if (given.empty()) text.refuse("the file ends before " + what);
  int value = 0;
  const char *const end = given.data() + given.size();
  const auto [stop, failed] = std::from_chars(given.data(), end, value);
  if (stop != end || failed != std::errc()) text.refuse(quoted_word(given) + " is not " + what);
  return value;
}

int TessReader::count(const std::string &what)
{
  const int value = integer("the number of " + what);
  if (value < 1 || value > MOST_ITEMS)
    text.refuse(std::to_string(value) + " " + what + " (must be 1 or more)");
  return value;
}

// The number of an item, which must be the one expected.
int TessReader::item(int number, const std::string &what)
{
  const int found = integer("the number of a " + what);
  if (found != number)
    text.refuse(what + " " + std::to_string(found) + " stands where " + std::to_string(number) +
                " is expected");
  return found;
}

Vector3d TessReader::point(const std::string &what)
{
  Vector3d result;
  for (double &x : result) x = number(what);
  if (!is_finite(result)) text.refuse(what + " is not finite");
  return result;
}

int TessReader::corner(const std::string &what)
{
  const int number = integer("a vertex of " + what);
  if (number < 1 || static_cast<size_t>(number) > vertices.size())
    text.refuse(what + " has the vertex " + std::to_string(number) + " (there are " +
                std::to_string(vertices.size()) + ")");
  return number - 1;
}

std::vector<GivenCell> TessReader::read()
{
  if (text.any_word() != "***tess") text.refuse("not a tessellation: it begins without ***tess");
  skip_to_star(true);
  bool ends = false;
  while (!word.empty() && !ends) {
    if (word == "**format") {
      read_format();
    } else if (word == "**general") {
      read_general();
    } else if (word == "**cell") {
      read_cells();
      continue;    // has found the next section
    } else if (word == "**vertex") {
      read_vertices();
    } else if (word == "**face") {
      read_faces();
    } else if (word == "**polyhedron") {
      read_polyhedra();
    }
    ends = word == "***end";
    if (!ends) skip_to_star(true);
  }
  if (!ends) text.refuse("the tessellation ends without ***end: cut short");
  if (polyhedra.empty()) text.refuse("the tessellation has no **polyhedron");
  std::vector<GivenCell> cells;
  for (size_t n = 0; n < polyhedra.size(); n++) {
    const std::string name = n < names.size() ? names[n] : std::to_string(n + 1);
    cells.push_back({mesh_of(polyhedra[n], name), name});
    cells.back().precision = TESS_PRECISION;
    if (n < seeds.size()) cells.back().nucleus = seeds[n];
    for (const int face : polyhedra[n].faces)
      if (bent[static_cast<size_t>(std::abs(face)) - 1]) cells.back().is_regularized = true;
  }
  return cells;
}

void TessReader::read_format()
{
  const double format = number("the format of the tessellation");
  if (format < OLDEST_FORMAT)
    text.refuse("format " + number_text(format) + " of a tessellation (must be 2.0 or newer)");
}

void TessReader::read_general()
{
  const int dimension = integer("the dimension of the tessellation");
  if (dimension != 3)
    text.refuse("a tessellation of dimension " + std::to_string(dimension) + " (must be 3)");
}

void TessReader::read_cells()
{
  cell_count = count("cells");
  skip_to_star(false);
  while (!word.empty() && word.substr(0, 2) != "**") {
    if (word == "*id")
      for (int n = 0; n < cell_count; n++)
        names.push_back(std::to_string(integer("the number of a cell")));
    if (word == "*seed")
      for (int n = 0; n < cell_count; n++) {
        item(n + 1, "seed");
        seeds.push_back(point("a seed"));
        number("the weight of a seed");
      }
    skip_to_star(false);
  }
}

void TessReader::read_vertices()
{
  const int number = count("vertices");
  for (int n = 0; n < number; n++) {
    item(n + 1, "vertex");
    vertices.push_back(point("a vertex"));
    integer("the state of a vertex");
  }
}

// Number, vertices, edges, plane d a b c, state, point and its place.
void TessReader::read_faces()
{
  constexpr int NUMBERS_OF_PLANE = 4, NUMBERS_OF_POINT = 3;
  const int face_count = count("faces");
  for (int n = 0; n < face_count; n++) {
    const std::string what = "face " + std::to_string(n + 1);
    item(n + 1, "face");
    std::vector<int> face;
    const int corners = count("vertices of " + what);
    for (int k = 0; k < corners; k++) face.push_back(corner(what));
    if (corners < 3) text.refuse(what + " has " + std::to_string(corners) + " vertices");
    const int edges = count("edges of " + what);
    for (int k = 0; k < edges; k++) integer("an edge of " + what);
    for (int k = 0; k < NUMBERS_OF_PLANE; k++) number("the plane of " + what);
    bent.push_back(integer("the state of " + what) != 0);
    integer("the kind of point of " + what);
    for (int k = 0; k < NUMBERS_OF_POINT; k++) number("the point of " + what);
    faces.push_back(std::move(face));
  }
}

void TessReader::read_polyhedra()
{
  const int number = count("polyhedra");
  if (number != cell_count)
    text.refuse(std::to_string(number) + " polyhedra of " + std::to_string(cell_count) + " cells");
  for (int n = 0; n < number; n++) {
    const std::string what = "polyhedron " + std::to_string(n + 1);
    item(n + 1, "polyhedron");
    Polyhedron polyhedron;
    const int of = count("faces of " + what);
    for (int k = 0; k < of; k++) {
      const int face = integer("a face of " + what);
      if (face == 0 || face < -MOST_ITEMS || static_cast<size_t>(std::abs(face)) > faces.size())
        text.refuse(what + " has the face " + std::to_string(face) + " (there are " +
                    std::to_string(faces.size()) + ")");
      polyhedron.faces.push_back(face);
    }
    polyhedra.push_back(std::move(polyhedron));
  }
}

// Of a tessellation that is mirrored all faces look inward, and are turned.
Mesh TessReader::mesh_of(const Polyhedron &polyhedron, const std::string &name) const
{
  if (polyhedron.faces.size() < 4)
    refuse_mesh("cell " + name + " has " + std::to_string(polyhedron.faces.size()) + " faces");
  std::vector<std::vector<int>> loops;
  for (const int face : polyhedron.faces) {
    loops.push_back(faces[static_cast<size_t>(std::abs(face)) - 1]);
    if (face < 0) std::reverse(loops.back().begin(), loops.back().end());
  }
  Mesh mesh = mesh_of_faces(vertices, std::move(loops));
  if (mesh.vertices.size() >= 4 && mass_properties(mesh.vertices, mesh.faces).volume < 0.0)
    for (std::vector<int> &face : mesh.faces) std::reverse(face.begin(), face.end());
  return mesh;
}

std::vector<GivenCell> parse_tess(const std::string &contents)
{
  return TessReader(contents).read();
}

}    // namespace grist
