#include "meshes/ply_check.h"

#include "meshes/mesh_words.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace grist {

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
  refuse_mesh("PLY with a property of type \"" + type + "\"");
}

static PlyProperty next_property(std::istream &words)
{
  std::string type, length;
  words >> type;
  if (type != "list") return {bytes_of(type), 0};
  words >> length >> type;
  return {bytes_of(type), bytes_of(length)};
}

static PlyHead head_of(const std::string &contents)
{
  PlyHead head;
  if (contents.compare(0, 3, "ply") != 0) refuse_mesh("PLY that does not begin with ply");
  for (size_t at = 0; at < contents.size();) {
    const size_t end = std::min(contents.find('\n', at), contents.size());
    std::istringstream words(contents.substr(at, end - at));
    at = end + 1;
    std::string word;
    words >> word;
    if (word == "format") words >> head.format;
    if (word == "element") {
      head.elements.push_back({"", 0, {}});
      words >> head.elements.back().name >> head.elements.back().count;
    }
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
    const size_t end = std::min(contents.find('\n', at), contents.size());
    std::istringstream words(contents.substr(at, end - at));
    at = end + 1;
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
  const PlyHead head = head_of(contents);
  if (head.format != "ascii" && head.format.compare(0, 7, "binary_") != 0)
    refuse_mesh("PLY of the format \"" + head.format + "\"");
  PlyData data(contents, head);
  size_t faces = 0;
  for (const PlyElement &element : head.elements) {
    if (element.name == "face") faces = element.count;
    for (size_t n = 0; n < element.count; n++)
      if (!data.skip(element))
        refuse_mesh("PLY cut short: " + element.name + " " + std::to_string(n + 1) + " of " +
                    std::to_string(element.count) + " is not complete");
  }
  if (faces == 0) refuse_mesh("PLY without faces");
  return faces;
}

}    // namespace grist
