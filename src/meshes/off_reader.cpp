#include "meshes/mesh_readers.h"

#include "common/number_text.h"
#include "meshes/mesh_words.h"

#include <cmath>
#include <string_view>
#include <utility>

namespace grist {

static constexpr size_t LONGEST_HEAD = 64;    // characters that are looked at

static int next_count(MeshText &text, std::string_view word, const char *what, double most)
{
  const double value = text.number(word, what);
  if (!(value >= 0.0 && value < most) || value != std::floor(value))
    text.refuse(std::string(what) + " " + number_text(value) + " is out of range");
  return static_cast<int>(value);
}

namespace {

// The word before OFF says what vertices have: texture, colors, normals, other dimensions.
struct OffHead {
  bool is_there = false;
  bool has_more = false;      // numbers behind the coordinates
  bool is_of_three = true;    // coordinates
  size_t length = 0;          // of the head; a number may follow at once
};

}    // namespace

static OffHead off_head_of(std::string_view given)
{
  OffHead head;
  const std::string word = lower_case(std::string(given.substr(0, LONGEST_HEAD)));
  const size_t off = word.find("off");
  if (off == std::string::npos) return head;
  const std::string before = word.substr(0, off), after = word.substr(off + 3);
  if (before.find_first_not_of("stcn4") != std::string::npos || before.size() > 6) return head;
  if (after.find_first_not_of("0123456789") != std::string::npos) return head;
  head.is_there = true;
  head.is_of_three = before.find('4') == std::string::npos && given.substr(0, off) != "n";
  head.has_more = !before.empty();
  head.length = off + 3;
  return head;
}

// The three numbers on the first line of a file that has no head.
static bool begins_with_counts(std::string_view line)
{
  int found = 0;
  bool in_number = false;
  for (const char character : line) {
    if (character != ' ' && (character < '0' || character > '9')) return false;
    found += character != ' ' && !in_number;
    in_number = character != ' ';
  }
  return found == 3;
}

bool is_off(const std::string &contents)
{
  MeshText text(plain_text(contents.substr(0, 4096)), '#');
  if (!text.next_line_of_words()) return false;
  return begins_with_counts(text.rest()) || off_head_of(text.word()).is_there;
}

namespace {

// Reads a file from its head on.
class OffReader {
 public:
  explicit OffReader(const std::string &contents) : text(plain_text(contents), '#') {}
  Mesh read();

 private:
  MeshText text;
  OffHead head;
  Mesh mesh;
  bool is_read = false;    // the line is the next one of the list, and not used yet

  void read_head();
  void skip_edges();
  void next_line(const std::string &what);
  Vector3d next_vertex();
  std::vector<int> next_face(int vertices);
};

}    // namespace

void OffReader::read_head()
{
  text.next_line_of_words();
  std::string_view word = text.rest().substr(0, text.rest().find(' '));
  head = off_head_of(word);
  text.skip(head.length);
  if (!head.is_of_three) text.refuse("OFF with vertices of other than three coordinates");
  if (!text.has_word()) text.next_line_of_words();
  word = text.rest().substr(0, text.rest().find(' '));
  if (lower_case(std::string(word)) == "binary")
    refuse_mesh("a binary OFF file: export it as text, or as STL");
}

// The number of edges is not used, and may be missing: then the next line is a vertex.
void OffReader::skip_edges()
{
  if (text.has_word()) {
    text.word();
    return;
  }
  if (!text.next_line_of_words()) return;
  is_read = text.rest().find_first_not_of(' ', text.rest().find(' ')) != std::string_view::npos;
}

void OffReader::next_line(const std::string &what)
{
  if (!is_read && !text.next_line_of_words()) text.refuse("ends before " + what);
  is_read = false;
}

// Where nothing follows the coordinates, several vertices may share a line.
Vector3d OffReader::next_vertex()
{
  if (head.has_more || !text.has_word())
    next_line("vertex " + std::to_string(mesh.vertices.size()));
  is_read = false;
  return text.point("a vertex of an OFF file");
}

// Numbers after the corners of a face are its color, and are skipped.
std::vector<int> OffReader::next_face(int vertices)
{
  next_line("face " + std::to_string(mesh.faces.size() + 1));
  const int count = next_count(text, text.word(), "number of corners", vertices + 1.0);
  std::vector<int> face;
  for (int k = 0; k < count; k++)
    face.push_back(next_count(text, text.word(), "number of a corner", vertices));
  return face;
}

Mesh OffReader::read()
{
  constexpr double MOST = 1e8;
  read_head();
  const int vertices = next_count(text, text.any_word(), "number of vertices", MOST);
  const int faces = next_count(text, text.any_word(), "number of faces", MOST);
  skip_edges();
  for (int n = 0; n < vertices; n++) mesh.vertices.push_back(next_vertex());
  if (!head.has_more && !is_read && text.has_word())
    text.refuse(quoted_word(text.word()) +
                " after the last vertex of an OFF file (colors and normals "
                "of vertices need the head COFF or NOFF)");
  for (int n = 0; n < faces; n++) mesh.faces.push_back(next_face(vertices));
  if (is_read || text.next_line_of_words())
    text.refuse(quoted_word(text.word()) + " after the last of " + std::to_string(faces) +
                " faces of an OFF file");
  return std::move(mesh);
}

Mesh parse_off(const std::string &contents)
{
  return OffReader(contents).read();
}

}    // namespace grist
