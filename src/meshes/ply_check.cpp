#include "meshes/ply_check.h"

#include "meshes/mesh_words.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace grist {

static constexpr size_t LONGEST_COUNT = 18;    // digits that a number of 64 bits holds
static constexpr size_t LONGEST_NAME = 40;     // in errors

namespace {

struct PlyProperty {
  size_t bytes;
  size_t length_bytes;    // of the number of values of a list; 0: one value
};

struct PlyElement {
  std::string name;
  size_t count;
  std::vector<PlyProperty> properties;
};

struct PlyHead {
  std::string format;
  std::vector<PlyElement> elements;
  size_t end = 0;    // where the data begin
};

}    // namespace

static size_t bytes_of(const std::string &type)
{
  if (type == "char" || type == "uchar" || type == "int8" || type == "uint8") return 1;
  if (type == "short" || type == "ushort" || type == "int16" || type == "uint16") return 2;
  if (type == "int" || type == "uint" || type == "int32" || type == "uint32" || type == "float" ||
      type == "float32")
    return 4;
  if (type == "double" || type == "float64") return 8;
  refuse_mesh("PLY with a property of type " + quoted_word(type));
}

static PlyProperty next_property(std::istream &words)
{
  std::string type, length;
  words >> type;
  if (type != "list") return {bytes_of(type), 0};
  words >> length >> type;
  return {bytes_of(type), bytes_of(length)};
}

static PlyElement next_element(std::istream &words)
{
  std::string name, count;
  words >> name >> count;
  if (count.empty() || count.size() > LONGEST_COUNT ||
      count.find_first_not_of("0123456789") != std::string::npos)
    refuse_mesh("PLY with " + quoted_word(count) + " elements " + quoted_word(name));
  return {name, std::stoul(count), {}};
}

// The line that begins at `at`, which then is behind it, or at the end.
static std::istringstream next_line(const std::string &contents, size_t &at)
{
  const size_t end = std::min(contents.find('\n', at), contents.size());
  std::istringstream line(contents.substr(at, end - at));
  at = std::min(end + 1, contents.size());
  return line;
}

static PlyHead ply_head_of(const std::string &contents)
{
  PlyHead head;
  if (contents.compare(0, 3, "ply") != 0) refuse_mesh("PLY that does not begin with ply");
  for (size_t at = 0; at < contents.size();) {
    std::istringstream words = next_line(contents, at);
    std::string word;
    words >> word;
    if (word == "format") words >> head.format;
    if (word == "element") head.elements.push_back(next_element(words));
    if (word == "property" && !head.elements.empty())
      head.elements.back().properties.push_back(next_property(words));
    if (word != "end_header") continue;
    head.end = at;
    return head;
  }
  refuse_mesh("PLY without end_header");
}

namespace {

// The data of a file, element after element. Each step is false where the file ends before.
class PlyData {
 public:
  PlyData(const std::string &contents, const PlyHead &head) :
      contents(contents), at(head.end), is_text(head.format == "ascii"),
      high_first(head.format == "binary_big_endian")
  {
  }
  bool skip(const PlyElement &element)
  {
    return is_text ? skip_line(element) : skip_bytes(element);
  }

 private:
  const std::string &contents;
  size_t at;
  bool is_text, high_first;

  bool skip_line(const PlyElement &element)
  {
    if (at >= contents.size()) return false;
    std::istringstream words = next_line(contents, at);
    for (const PlyProperty &property : element.properties) {
      double value = 0.0;
      if (!(words >> value)) return false;
      if (property.length_bytes == 0) continue;
      for (double left = value; left > 0.0; left--)
        if (!(words >> value)) return false;
    }
    return true;
  }

  bool skip_bytes(const PlyElement &element)
  {
    for (const PlyProperty &property : element.properties) {
      size_t values = 1;
      if (property.length_bytes > 0) {
        if (property.length_bytes > contents.size() - at) return false;
        values = whole(property.length_bytes);
        at += property.length_bytes;
      }
      if (values > (contents.size() - at) / property.bytes) return false;
      at += values * property.bytes;
    }
    return true;
  }

  size_t whole(size_t bytes) const
  {
    size_t value = 0;
    for (size_t n = 0; n < bytes; n++)
      value = 256 * value +
          static_cast<unsigned char>(contents[high_first ? at + n : at + bytes - 1 - n]);
    return value;
  }
};

}    // namespace

size_t check_ply(const std::string &contents)
{
  const PlyHead head = ply_head_of(contents);
  if (head.format != "ascii" && head.format.compare(0, 7, "binary_") != 0)
    refuse_mesh("PLY of the format " + quoted_word(head.format));
  PlyData data(contents, head);
  size_t faces = 0;
  for (const PlyElement &element : head.elements) {
    if (element.name == "face") faces = element.count;
    if (element.properties.empty() && element.count > 0)
      refuse_mesh("PLY with elements " + quoted_word(element.name) + " without properties");
    for (size_t n = 0; n < element.count; n++)
      if (!data.skip(element))
        refuse_mesh("PLY cut short: " + element.name.substr(0, LONGEST_NAME) + " " +
                    std::to_string(n + 1) + " of " + std::to_string(element.count) +
                    " is not complete");
  }
  if (faces == 0) refuse_mesh("PLY without faces");
  return faces;
}

}    // namespace grist
