#include "meshes/off_reader.h"

#include "meshes/mesh_words.h"

#include <cmath>
#include <sstream>

namespace grist {

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
    refuse_mesh(std::string(what) + " " + std::to_string(value) + " is out of range");
  return static_cast<int>(value);
}

namespace {

// The word before OFF says what vertices have: texture, colors, normals, other dimensions.
struct OffHead {
  bool is_there = false;
  bool has_more = false;      // numbers behind the coordinates
  bool is_of_three = true;    // coordinates
  size_t end = 0;             // of the head in the text
};

}    // namespace

static OffHead off_head_of(const std::string &text)
{
  OffHead head;
  const size_t first = text.find_first_not_of(" \n");
  if (first == std::string::npos) return head;
  const std::string word = text.substr(first, text.find_first_of(" \n", first) - first);
  const size_t off = lower_case(word).find("off");
  if (off == std::string::npos) return head;
  const std::string before = word.substr(0, off), after = word.substr(off + 3);
  if (before.find_first_not_of("STCNstcn4") != std::string::npos || before.size() > 6) return head;
  if (after.find_first_not_of("0123456789") != std::string::npos) return head;
  head.is_there = true;
  head.is_of_three = before.find('4') == std::string::npos && before != "n";
  head.has_more = !before.empty();
  head.end = first + off + 3;
  return head;
}

// The three numbers on the first line of a file that has no head.
static bool begins_with_counts(const std::string &text)
{
  std::istringstream in(text);
  std::string line;
  while (std::getline(in, line) && line.find_first_not_of(' ') == std::string::npos) {}
  if (line.find_first_not_of(" 0123456789") != std::string::npos) return false;
  std::istringstream numbers(line);
  double count = 0.0;
  int found = 0;
  while (numbers >> count) found++;
  return found == 3;
}

bool is_off(const std::string &contents)
{
  const std::string plain = without_comments(plain_text(contents.substr(0, 4096)));
  return off_head_of(plain).is_there || begins_with_counts(plain);
}

// The number of edges is not used, and may be missing.
static void skip_edges(std::istream &in)
{
  std::string line;
  auto before = in.tellg();
  std::getline(in, line);
  if (line.find_first_not_of(' ') != std::string::npos) return;
  do {
    before = in.tellg();
    if (!std::getline(in, line)) return;
  } while (line.find_first_not_of(' ') == std::string::npos);
  std::istringstream numbers(line);
  std::string one, more;
  if (numbers >> one && !(numbers >> more)) return;
  in.clear();
  in.seekg(before);
}

static Vector3d next_vertex(std::istream &in, const OffHead &head)
{
  const Vector3d vertex = next_point(in, "a vertex of an OFF file");
  std::string rest;
  if (head.has_more) std::getline(in, rest);
  return vertex;
}

static std::vector<int> next_face(std::istream &in, int vertices, int number)
{
  std::string line;
  do {
    if (!std::getline(in, line)) refuse_mesh("ends before face " + std::to_string(number));
  } while (line.find_first_not_of(' ') == std::string::npos);
  std::istringstream numbers(line);
  std::vector<int> face(
      static_cast<size_t>(next_count(numbers, "number of corners", vertices + 1.0)));
  for (int &corner : face) corner = next_count(numbers, "number of a corner", vertices);
  return face;
}

// Numbers after the corners of a face are its color, and are skipped.
Mesh parse_off(const std::string &contents)
{
  const std::string text = without_comments(plain_text(contents));
  const OffHead head = off_head_of(text);
  if (!head.is_of_three) refuse_mesh("OFF with vertices of other than three coordinates");
  std::istringstream in(text.substr(head.end));
  std::string word, line;
  in >> word;
  if (lower_case(word) == "binary") refuse_mesh("a binary OFF file: export it as text, or as STL");
  in.clear();
  in.seekg(0);
  constexpr double MOST = 1e8;
  const int vertices = next_count(in, "number of vertices", MOST);
  const int faces = next_count(in, "number of faces", MOST);
  skip_edges(in);
  Mesh mesh;
  for (int i = 0; i < vertices; i++) {
    mesh.vertices.push_back(next_vertex(in, head));
    if (!is_finite(mesh.vertices.back()))
      refuse_mesh("vertex " + std::to_string(i) + " is not finite");
  }
  if (!head.has_more) std::getline(in, line);
  for (int f = 0; f < faces; f++) mesh.faces.push_back(next_face(in, vertices, f + 1));
  if (in >> word)
    refuse_mesh(quoted_word(word) + " after the last of " + std::to_string(faces) +
                " faces of an OFF file");
  return mesh;
}

}    // namespace grist
