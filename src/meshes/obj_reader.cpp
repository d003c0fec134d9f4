#include "meshes/mesh_readers.h"

#include "meshes/mesh_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace grist {

namespace {

enum class ObjLine {
  VERTEX,
  FACE,
  NAMES,      // not used; whatever follows on the line
  NUMBERS,    // not used; the line may be continued
  CURVED      // surfaces without triangles
};

struct ObjWord {
  std::string_view word;
  ObjLine line;
};

}    // namespace

// The first words of lines; a face is also "fo" in old files.
static constexpr std::array OBJ_WORDS = {
    ObjWord{"v", ObjLine::VERTEX},        ObjWord{"f", ObjLine::FACE},
    ObjWord{"fo", ObjLine::FACE},         ObjWord{"vn", ObjLine::NUMBERS},
    ObjWord{"vt", ObjLine::NUMBERS},      ObjWord{"vp", ObjLine::NUMBERS},
    ObjWord{"vc", ObjLine::NUMBERS},      ObjWord{"l", ObjLine::NUMBERS},
    ObjWord{"p", ObjLine::NUMBERS},       ObjWord{"o", ObjLine::NAMES},
    ObjWord{"g", ObjLine::NAMES},         ObjWord{"s", ObjLine::NAMES},
    ObjWord{"mg", ObjLine::NAMES},        ObjWord{"usemtl", ObjLine::NAMES},
    ObjWord{"mtllib", ObjLine::NAMES},    ObjWord{"usemap", ObjLine::NAMES},
    ObjWord{"maplib", ObjLine::NAMES},    ObjWord{"lod", ObjLine::NAMES},
    ObjWord{"bevel", ObjLine::NAMES},     ObjWord{"c_interp", ObjLine::NAMES},
    ObjWord{"d_interp", ObjLine::NAMES},  ObjWord{"shadow_obj", ObjLine::NAMES},
    ObjWord{"trace_obj", ObjLine::NAMES}, ObjWord{"ctech", ObjLine::NUMBERS},
    ObjWord{"stech", ObjLine::NUMBERS},   ObjWord{"cstype", ObjLine::NUMBERS},
    ObjWord{"deg", ObjLine::NUMBERS},     ObjWord{"bmat", ObjLine::NUMBERS},
    ObjWord{"step", ObjLine::NUMBERS},    ObjWord{"curv", ObjLine::NUMBERS},
    ObjWord{"curv2", ObjLine::NUMBERS},   ObjWord{"parm", ObjLine::NUMBERS},
    ObjWord{"trim", ObjLine::NUMBERS},    ObjWord{"hole", ObjLine::NUMBERS},
    ObjWord{"scrv", ObjLine::NUMBERS},    ObjWord{"sp", ObjLine::NUMBERS},
    ObjWord{"con", ObjLine::NUMBERS},     ObjWord{"end", ObjLine::NUMBERS},
    ObjWord{"surf", ObjLine::CURVED},     ObjWord{"bzp", ObjLine::CURVED},
    ObjWord{"bsp", ObjLine::CURVED},      ObjWord{"cdp", ObjLine::CURVED}};

static const ObjWord *known_word(std::string_view word)
{
  const auto *const known = std::find_if(OBJ_WORDS.begin(), OBJ_WORDS.end(),
                                         [&](const ObjWord &one) { return one.word == word; });
  return known == OBJ_WORDS.end() ? nullptr : known;
}

static constexpr char OBJ_COMMENT = '#';

bool is_obj(const std::string &plain)
{
  MeshText text(plain, OBJ_COMMENT);
  bool is_continued = false;
  while (text.next_line_of_words()) {
    const ObjWord *known = known_word(text.word());
    if (!is_continued && known == nullptr) return false;
    if (!is_continued && known->line == ObjLine::VERTEX) return true;
    const std::string_view rest = text.rest();
    is_continued = !rest.empty() && rest.back() == '\\';
  }
  return false;
}

namespace {

class ObjReader {
 public:
  explicit ObjReader(const std::string &contents) : text(plain_text(contents), OBJ_COMMENT) {}

  Mesh read()
  {
    while (text.next_line_of_words()) read_line(text.word());
    if (mesh.faces.empty()) refuse_mesh("OBJ without faces");
    if (largest >= static_cast<long>(mesh.vertices.size()))
      refuse_mesh("line " + std::to_string(line_of_largest) + ": " + corner_text(largest + 1));
    return std::move(mesh);
  }

 private:
  MeshText text;
  Mesh mesh;
  bool is_continued = false;    // the line, by the one below
  long largest = -1;            // number of a corner in the faces; from 0
  int line_of_largest = 0;

  std::string corner_text(long number) const
  {
    return "a face has the corner " + std::to_string(number) + " (there are " +
        std::to_string(mesh.vertices.size()) + ")";
  }

  // The next one of the line and of those that continue it; empty at the end.
  std::string_view word()
  {
    for (;;) {
      std::string_view found = text.word();
      if (!found.empty() && found.back() == '\\' && !text.has_word()) {
        is_continued = true;
        found.remove_suffix(1);
      }
      if (!found.empty() || !is_continued) return found;
      is_continued = false;
      if (!text.next_line()) return {};
    }
  }

  void read_line(std::string_view first)
  {
    is_continued = false;
    const ObjWord *known = known_word(first);
    if (known == nullptr) text.refuse(quoted_word(first) + " begins no line of an OBJ file");
    switch (known->line) {
      case ObjLine::VERTEX: return read_vertex();
      case ObjLine::FACE: return read_face();
      case ObjLine::NAMES: return;
      case ObjLine::NUMBERS:
        while (!word().empty()) {}
        return;
      case ObjLine::CURVED: break;
    }
    text.refuse(quoted_word(first) + ", OBJ with curved surfaces and no triangles: export STL");
  }

  // After the coordinates there may be a weight, or a color of three or four numbers.
  void read_vertex()
  {
    const std::string what = "a vertex of an OBJ file";
    Vector3d at;
    for (double &x : at) x = text.number(word(), what);
    if (!is_finite(at)) text.refuse(what + " is not finite");
    int more = 0;
    for (std::string_view next = word(); !next.empty(); next = word(), more++)
      text.number(next, what);
    if (more == 2 || more > 4) text.refuse(what + " has " + std::to_string(3 + more) + " numbers");
    mesh.vertices.push_back(at);
  }

  void read_face()
  {
    std::vector<int> face;
    for (std::string_view next = word(); !next.empty(); next = word()) face.push_back(corner(next));
    mesh.faces.push_back(std::move(face));
  }

  // "3", "3/1", "3//2", "3/1/2", also with nothing behind a slash.
  int corner(std::string_view given)
  {
    const std::string_view number_word = given.substr(0, given.find('/'));
    const std::string_view others = given.substr(number_word.size());
    const char *const begin = number_word.data(), *const end = begin + number_word.size();
    long number = 0;
    const auto [stop, failed] = std::from_chars(begin, end, number);
    if (stop != end || failed != std::errc() ||
        others.find_first_not_of("/-0123456789") != std::string_view::npos)
      text.refuse(quoted_word(given) + " in a face of an OBJ file is not the number of a corner");
    const long count = static_cast<long>(mesh.vertices.size());
    constexpr long MOST = 1000000000;
    if (number == 0 || number < -count || number > MOST) text.refuse(corner_text(number));
    const long place = number > 0 ? number - 1 : count + number;
    if (place > largest) {
      largest = place;
      line_of_largest = text.line();
    }
    return static_cast<int>(place);
  }
};

}    // namespace

Mesh parse_obj(const std::string &contents)
{
  return ObjReader(contents).read();
}

}    // namespace grist
