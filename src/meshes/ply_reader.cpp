#include "meshes/mesh_readers.h"

#include "common/number_text.h"
#include "meshes/mesh_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace grist {

static constexpr std::string_view END_OF_HEAD = "end_header";
static constexpr double MOST_ELEMENTS = 1e15;

namespace {

struct PlyType {
  const char *name, *other_name;
  size_t bytes;
  double (*value)(const char *bytes);    // in the order of this machine
};

struct PlyProperty {
  std::string name;
  const PlyType *type;
  const PlyType *length_type;    // of a list; null: one value
};

struct PlyElement {
  std::string name;
  size_t count = 0;
  std::vector<PlyProperty> properties;

  // The place of the property of this name; -1: there is none.
  int place_of(const std::string &property, bool is_list) const
  {
    for (size_t n = 0; n < properties.size(); n++)
      if (properties[n].name == property && (properties[n].length_type != nullptr) == is_list)
        return static_cast<int>(n);
    return -1;
  }
};

enum class PlyFormat { TEXT, LOW_BYTE_FIRST, HIGH_BYTE_FIRST };

struct PlyHead {
  std::optional<PlyFormat> format;
  std::vector<PlyElement> elements;
  int lines = 0;

  void add(PlyElement element, const MeshText &text)
  {
    for (const PlyElement &one : elements)
      if (one.name == element.name)
        text.refuse("PLY with elements " + quoted_word(element.name) + " twice");
    elements.push_back(std::move(element));
  }

  const PlyElement &element(const char *name) const
  {
    for (const PlyElement &element : elements)
      if (element.name == name && element.count > 0) return element;
    refuse_mesh(std::string("PLY without elements \"") + name + "\"");
  }
};

template <class Value> double value_of_bytes(const char *bytes)
{
  Value value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

constexpr std::array PLY_TYPES = {PlyType{"char", "int8", 1, value_of_bytes<std::int8_t>},
                                  PlyType{"uchar", "uint8", 1, value_of_bytes<std::uint8_t>},
                                  PlyType{"short", "int16", 2, value_of_bytes<std::int16_t>},
                                  PlyType{"ushort", "uint16", 2, value_of_bytes<std::uint16_t>},
                                  PlyType{"int", "int32", 4, value_of_bytes<std::int32_t>},
                                  PlyType{"uint", "uint32", 4, value_of_bytes<std::uint32_t>},
                                  PlyType{"float", "float32", 4, value_of_bytes<float>},
                                  PlyType{"double", "float64", 8, value_of_bytes<double>}};

}    // namespace

static const PlyType *type_of(std::string_view word, const MeshText &head)
{
  for (const PlyType &type : PLY_TYPES)
    if (word == type.name || word == type.other_name) return &type;
  head.refuse("PLY with a property of type " + quoted_word(word));
}

static PlyProperty next_property(MeshText &head)
{
  PlyProperty property{"", nullptr, nullptr};
  std::string_view word = head.word();
  if (word == "list") {
    property.length_type = type_of(head.word(), head);
    word = head.word();
  }
  property.type = type_of(word, head);
  property.name = head.word();
  return property;
}

static PlyElement next_element(MeshText &head)
{
  PlyElement element;
  element.name = head.word();
  const std::string_view count = head.word();
  const bool is_whole =
      !count.empty() && count.find_first_not_of("0123456789") == std::string_view::npos;
  const double value = is_whole ? head.number(count, "a number of elements") : -1.0;
  if (!(value >= 0.0 && value <= MOST_ELEMENTS))
    head.refuse("PLY with " + quoted_word(count) + " elements " + quoted_word(element.name));
  element.count = static_cast<size_t>(value);
  return element;
}

static PlyFormat next_format(MeshText &head)
{
  const std::string_view word = head.word();
  if (word == "ascii") return PlyFormat::TEXT;
  if (word == "binary_little_endian") return PlyFormat::LOW_BYTE_FIRST;
  if (word == "binary_big_endian") return PlyFormat::HIGH_BYTE_FIRST;
  head.refuse("PLY of the format " + quoted_word(word));
}

static void check_head(const PlyHead &head)
{
  if (!head.format) refuse_mesh("PLY without a format");
  for (const PlyElement &element : head.elements)
    if (element.properties.empty() && element.count > 0)
      refuse_mesh("PLY with elements " + quoted_word(element.name) + " without properties");
}

static PlyHead ply_head_of(MeshText &text)
{
  PlyHead head;
  if (!text.next_line_of_words() || lower_case(std::string(text.word())) != "ply")
    refuse_mesh("PLY that does not begin with ply");
  while (text.next_line()) {
    const std::string_view word = text.word();
    if (word == "format") {
      head.format = next_format(text);
    } else if (word == "element") {
      head.add(next_element(text), text);
    } else if (word == "property") {
      if (head.elements.empty()) text.refuse("a property before the first element of PLY");
      head.elements.back().properties.push_back(next_property(text));
    } else if (word == END_OF_HEAD) {
      head.lines = text.line();
      check_head(head);
      return head;
    } else if (!word.empty() && word != "comment" && word != "obj_info") {
      text.refuse(quoted_word(word) + " in the head of a PLY file");
    }
  }
  refuse_mesh("PLY without end_header");
}

namespace {

// The values of the elements, one after another, as text: a line for each element.
class PlyText {
 public:
  PlyText(std::string plain, int lines_of_head) : text(std::move(plain))
  {
    while (text.line() < lines_of_head && text.next_line()) {}
  }

  bool begin() { return text.next_line_of_words(); }
  // Numbers behind the properties are skipped if all lines of these elements have some.
  void end(const std::string &what, bool is_first)
  {
    const std::string more = what + " has more numbers than properties";
    if (is_first) {
      has_more = text.has_word();
      first = "line " + std::to_string(text.line()) + ": " + more;
    } else if (text.has_word() != has_more) {
      if (has_more) refuse_mesh(first + ", the next has not");
      text.refuse(more + ", the first has not");
    }
  }
  void end_of_file()
  {
    if (text.next_line_of_words())
      text.refuse(quoted_word(text.word()) + " after the last element of a PLY file");
  }
  std::optional<double> next(const PlyType &)
  {
    const std::string_view word = text.word();
    if (word.empty()) return {};
    return text.number(word, "a PLY file");
  }
  [[noreturn]] void refuse(const std::string &what) const { text.refuse(what); }

 private:
  MeshText text;
  bool has_more = false;    // the first of the elements
  std::string first;        // what is wrong with it then, if others have not
};

// The same as bytes.
class PlyBytes {
 public:
  PlyBytes(const std::string &contents, size_t first, bool turned) :
      contents(contents), at(first), is_turned(turned)
  {
  }

  bool begin() const { return at < contents.size(); }
  void end(const std::string &, bool) const {}
  // Blanks and zeros may fill a block.
  void end_of_file() const
  {
    const size_t more = contents.find_first_not_of(std::string_view(" \r\n\0", 4), at);
    if (more != std::string::npos)
      refuse(std::to_string(contents.size() - at) + " bytes after the last element of a PLY file");
  }
  std::optional<double> next(const PlyType &type)
  {
    if (type.bytes > contents.size() - at) return {};
    std::string bytes = contents.substr(at, type.bytes);
    if (is_turned) std::reverse(bytes.begin(), bytes.end());
    at += type.bytes;
    return type.value(bytes.data());
  }
  [[noreturn]] void refuse(const std::string &what) const { refuse_mesh(what); }

 private:
  const std::string &contents;
  size_t at;
  bool is_turned;
};

// Reads the elements from either.
template <class Data> class PlyReader {
 public:
  PlyReader(Data values, const PlyHead &of) :
      data(std::move(values)), head(of), vertices(of.element("vertex")), faces(of.element("face"))
  {
    const char *const names[] = {"x", "y", "z"};
    for (int k = 0; k < 3; k++) {
      place[k] = vertices.place_of(names[k], false);
      if (place[k] < 0) refuse_mesh(std::string("PLY without a property ") + names[k]);
    }
    corners = faces.place_of("vertex_indices", true);
    if (corners < 0) corners = faces.place_of("vertex_index", true);
    if (corners < 0) refuse_mesh("PLY without a list vertex_indices of faces");
  }

  Mesh read()
  {
    for (const PlyElement &element : head.elements)
      for (size_t n = 0; n < element.count; n++) {
        read_element(element, n);
        if (&element == &vertices) add_vertex();
        if (&element == &faces) add_face();
      }
    data.end_of_file();
    return std::move(mesh);
  }

 private:
  Data data;
  const PlyHead &head;
  const PlyElement &vertices, &faces;
  std::array<int, 3> place{};    // of x, y, z in a vertex
  int corners = 0;               // their place in a face
  Mesh mesh;
  const PlyElement *element = nullptr;    // that is read, and its number
  size_t number = 0;
  std::vector<std::vector<double>> values;    // of its properties

  std::string name() const
  {
    return quoted_word(element->name) + " " + std::to_string(number + 1) + " of " +
        std::to_string(element->count);
  }

  double next(const PlyType &type)
  {
    const std::optional<double> value = data.next(type);
    if (!value) data.refuse("PLY cut short: " + name() + " is not complete");
    return *value;
  }

  void read_element(const PlyElement &of, size_t n)
  {
    element = &of;
    number = n;
    values.resize(std::max(values.size(), of.properties.size()));
    if (!data.begin()) data.refuse("PLY cut short: " + name() + " is not there");
    for (size_t k = 0; k < of.properties.size(); k++) {
      const PlyProperty &property = of.properties[k];
      values[k].clear();
      const double count = property.length_type ? next(*property.length_type) : 1.0;
      if (!(count >= 0.0) || count != std::floor(count))
        data.refuse(name() + " has a list of " + number_text(count) + " values");
      for (double left = count; left > 0.0; left--) values[k].push_back(next(*property.type));
    }
    data.end(name(), n == 0);
  }

  void add_vertex()
  {
    Vector3d at;
    for (int k = 0; k < 3; k++) at[k] = values[place[k]][0];
    if (!is_finite(at)) data.refuse(name() + " is not finite");
    mesh.vertices.push_back(at);
  }

  void add_face()
  {
    std::vector<int> face;
    for (const double corner : values[corners]) {
      if (!(corner >= 0.0 && corner < static_cast<double>(vertices.count)) ||
          corner != std::floor(corner))
        data.refuse(name() + " has the corner " + number_text(corner) + " (there are " +
                    std::to_string(vertices.count) + ", from 0)");
      face.push_back(static_cast<int>(corner));
    }
    mesh.faces.push_back(std::move(face));
  }
};

}    // namespace

// Where a line begins with the end of the head; the size of the contents: nowhere.
static size_t begin_of_end(const std::string &contents)
{
  size_t at = contents.find(END_OF_HEAD);
  while (at != std::string::npos && at > 0 && contents[at - 1] != '\n' && contents[at - 1] != '\r')
    at = contents.find(END_OF_HEAD, at + 1);
  return std::min(at, contents.size());
}

// Where bytes begin: behind the end of the line, of which the first line has the same.
static size_t begin_of_bytes(const std::string &contents, size_t end_of_head)
{
  const size_t first = std::min(contents.find_first_of("\r\n"), contents.size());
  const size_t count = contents.compare(first, 2, "\r\n") == 0 ? 2 : 1;
  return std::min(contents.find_first_of("\r\n", end_of_head), contents.size() - count) + count;
}

Mesh parse_ply(const std::string &contents)
{
  const size_t end = std::min(begin_of_end(contents) + END_OF_HEAD.size(), contents.size());
  MeshText lines(plain_text(contents.substr(0, end)));
  const PlyHead head = ply_head_of(lines);
  if (head.format == PlyFormat::TEXT)
    return PlyReader(PlyText(plain_text(contents), head.lines), head).read();
  const std::uint16_t one = 1;
  const bool is_low_first = value_of_bytes<std::uint8_t>(reinterpret_cast<const char *>(&one)) == 1;
  const bool is_turned = (head.format == PlyFormat::LOW_BYTE_FIRST) != is_low_first;
  return PlyReader(PlyBytes(contents, begin_of_bytes(contents, end), is_turned), head).read();
}

}    // namespace grist
