// The forms in which programs write a box in OBJ, PLY, OFF and STL, and the damages that happen to
// them. Oracle: the volume of the box by hand; for a damaged word an error that gives its line.

#include "geometry/mass_properties.h"
#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_file.h"

#include "meshes/mesh_variations.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <sstream>

namespace grist {
namespace test_mesh_forms {

using testing::replaced;

constexpr double VOLUME = 2.0;
constexpr double ROUNDING = 1e-6;    // of single precision

const std::vector<std::string> CORNERS = {"0 0 0", "2 0 0", "2 1 0", "0 1 0",
                                          "0 0 1", "2 0 1", "2 1 1", "0 1 1"};
const std::vector<std::vector<int>> QUADS = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                             {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

double volume(const std::string &contents)
{
  MeshCleaning how;
  how.use = MeshUse::SOLID;
  const Mesh mesh = cleaned(parse_mesh(contents), how).mesh;
  return mass_properties(mesh.vertices, mesh.faces).volume;
}

std::string refusal(const std::string &contents)
{
  try {
    return "taken, volume " + std::to_string(volume(contents));
  } catch (const std::invalid_argument &refused) {
    return refused.what();
  }
}

std::string joined(const std::vector<std::string> &lines, const std::string &end = "\n")
{
  std::string text;
  for (const std::string &line : lines) text += line + end;
  return text;
}

std::vector<std::string> obj_lines()
{
  std::vector<std::string> lines;
  for (const std::string &corner : CORNERS) lines.push_back("v " + corner);
  for (const std::vector<int> &face : QUADS) {
    lines.emplace_back("f");
    for (const int corner : face) lines.back() += " " + std::to_string(corner + 1);
  }
  return lines;
}

// What follows each corner of a face.
std::string obj_with(const std::string &behind)
{
  std::vector<std::string> lines = obj_lines();
  for (std::string &line : lines)
    if (line[0] == 'f')
      line = "f" + replaced(line.substr(1) + " ", " ", behind + " ").substr(behind.size());
  return joined(lines);
}

TEST(MeshForms, ObjOfAllProgramsGivesTheVolume)
{
  const std::string plain = joined(obj_lines());
  const std::string faces = plain.substr(plain.find('f'));
  std::string back = faces;
  for (int n = 8; n >= 1; n--)
    back = replaced(back, " " + std::to_string(n), " -" + std::to_string(9 - n));
  const std::pair<std::string, std::string> forms[] = {
      {"plain", plain},
      {"texture that is not there", obj_with("/9")},
      {"normals that are not there", obj_with("//9")},
      {"both", obj_with("/9/9")},
      {"negative texture", obj_with("/-9/-9")},
      {"slash behind", obj_with("/")},
      {"two slashes behind", obj_with("//")},
      {"counted back", plain.substr(0, plain.find('f')) + back},
      {"byte order mark", "\xEF\xBB\xBF" + plain},
      {"CR LF", replaced(plain, "\n", "\r\n")},
      {"CR", replaced(plain, "\n", "\r")},
      {"tabs", replaced(plain, " ", "\t")},
      {"no end of the last line", plain.substr(0, plain.size() - 1)},
      {"end of text of DOS", plain + "\x1A"},
      {"comments", "# head\n" + replaced(plain, "\n", " # v 1 2\n")},
      {"comments at once", replaced(plain, "\n", "#\n")},
      {"blank lines", replaced(plain, "\n", "\n \n\n")},
      {"materials without a name", replaced(plain, "f", "usemtl\nusemtl \nf")},
      {"objects and groups",
       "mtllib a b.mtl\no a\ng\ns off\n" + replaced(plain, "f", "o\ng a b\ns 1\nf")},
      {"normals, texture, lines, points", "vn 0 0 1\nvt 0 0\n" + plain + "l 1 2 3\np 1\nvp 0 0\n"},
      {"colors", replaced(replaced(plain, " 0\n", " 0 0.5 0.5 0.5\n"), " 1\n", " 1 1 0 0\n")},
      {"weights", "v 9 9 9 1\n" + plain.substr(0, plain.find('f')) + back},
      {"lines that go on", replaced(replaced(plain, " 1 ", " 1 \\\n "), " 3 ", " 3\\\n")},
      {"faces first", faces + plain.substr(0, plain.find('f'))},
      {"faces of old", replaced(plain, "f ", "fo ")},
      {"a face of two corners", plain + "f 1 2\n"},
      {"curves", plain + "cstype bspline\ndeg 3\ncurv 0 1 1 2 \\\n 3 4\nparm u 0 1\nend\n"},
      {"a corner that no face has", replaced(plain, "f 1 4", "v 99 99 99\nf 1 4")}};
  for (const auto &[name, contents] : forms) {
    SCOPED_TRACE(name);
    try {
      EXPECT_NEAR(volume(contents), VOLUME, ROUNDING);
    } catch (const std::invalid_argument &refused) {
      ADD_FAILURE() << refused.what();
    }
  }
}

TEST(MeshForms, ObjThatIsWrongIsRefusedWithItsLine)
{
  const std::string plain = joined(obj_lines());
  const auto with = [&](const std::string &from, const std::string &to) {
    return refusal(replaced(plain, from, to));
  };
  const std::string vertex = "in a vertex of an OBJ file is not a number";
  const std::string number = "in a face of an OBJ file is not the number of a corner";
  EXPECT_EQ(with("v 2 1 1", "v 2,0 1,0 1,0"),
            "mesh: line 7: \"2,0\" " + vertex + " (decimals are behind a point)");
  EXPECT_EQ(with("v 2 1 1", "v 2 one 1"), "mesh: line 7: \"one\" " + vertex);
  EXPECT_EQ(with("v 2 1 1", "v nan 1 1"), "mesh: line 7: a vertex of an OBJ file is not finite");
  EXPECT_EQ(with("v 2 1 1", "v 2 1 1e999"), "mesh: line 7: a vertex of an OBJ file is not finite");
  EXPECT_EQ(with("v 2 1 1", "v 2 1"), "mesh: line 7: ends within a vertex of an OBJ file");
  EXPECT_EQ(with("v 2 1 1", "v 2 1 1 0 0"), "mesh: line 7: a vertex of an OBJ file has 5 numbers");
  EXPECT_EQ(with("f 5 6", "f 5 9"), "mesh: line 10: a face has the corner 9 (there are 8)");
  EXPECT_EQ(with("f 5 6", "f 5 0"), "mesh: line 10: a face has the corner 0 (there are 8)");
  EXPECT_EQ(with("f 5 6", "f 5 -9"), "mesh: line 10: a face has the corner -9 (there are 8)");
  EXPECT_EQ(with("f 5 6", "f 5 99999999999999999999"),
            "mesh: line 10: \"99999999999999999999\" " + number);
  EXPECT_EQ(with("f 5 6", "f 5 6.5"), "mesh: line 10: \"6.5\" " + number);
  EXPECT_EQ(with("f 5 6", "f 5 / 6"), "mesh: line 10: \"/\" " + number);
  EXPECT_EQ(with("f 5 6", "surf 0 1 0 1 5 6"),
            "mesh: line 10: \"surf\", OBJ with curved surfaces and no triangles: export STL");
  EXPECT_EQ(with("f 5 6", "F 5 6"), "mesh: line 10: \"F\" begins no line of an OBJ file");
  EXPECT_EQ(refusal("v 0 0 0\n"), "mesh: OBJ without faces");
}

std::vector<std::string> ply_lines()
{
  std::vector<std::string> lines = {"ply",
                                    "format ascii 1.0",
                                    "element vertex 8",
                                    "property float x",
                                    "property float y",
                                    "property float z",
                                    "element face 6",
                                    "property list uchar int vertex_indices",
                                    "end_header"};
  lines.insert(lines.end(), CORNERS.begin(), CORNERS.end());
  for (const std::vector<int> &face : QUADS) {
    lines.emplace_back("4");
    for (const int corner : face) lines.back() += " " + std::to_string(corner);
  }
  return lines;
}

TEST(MeshForms, PlyOfAllProgramsGivesTheVolume)
{
  const std::string plain = joined(ply_lines());
  const std::pair<std::string, std::string> forms[] = {
      {"plain", plain},
      {"other name", replaced(plain, "indices", "index")},
      {"doubles", replaced(replaced(plain, "float", "double"), "uchar int", "uint8 uint32")},
      {"CR LF", replaced(plain, "\n", "\r\n")},
      {"CR", replaced(plain, "\n", "\r")},
      {"byte order mark", "\xEF\xBB\xBF" + plain},
      {"blank lines", replaced(plain, "\n", "\n\n")},
      {"comments", replaced(plain, "element", "comment end_header\nobj_info a\nelement")},
      {"other order",
       replaced(replaced(replaced(plain, "float x", "float t"), "float z", "float x"), "float t",
                "float z")},    // mirrored
      {"an element between",
       replaced(replaced(plain, "element face", "element range 2\nproperty int a\nelement face"),
                "0 1 1\n", "0 1 1\n7\n8\n")}};
  for (const auto &[name, contents] : forms) {
    SCOPED_TRACE(name);
    EXPECT_NEAR(std::fabs(volume(contents)), VOLUME, ROUNDING);
  }
  std::vector<std::string> more = ply_lines();
  more[7] += "\nproperty list uchar float texcoord\nproperty int flag";
  for (size_t n = 17; n < more.size(); n++) more[n] += n % 2 ? " 0 7" : " 2 0.5 0.5 7";
  EXPECT_NEAR(volume(joined(more)), VOLUME, ROUNDING);
  // Colors that the head does not have, behind each face.
  for (size_t n = 17; n < more.size(); n++) more[n] += " 3 192 192 192";
  EXPECT_NEAR(volume(joined(more)), VOLUME, ROUNDING);
}

TEST(MeshForms, PlyThatIsWrongIsRefusedWithItsLine)
{
  const std::string plain = joined(ply_lines());
  const auto with = [&](const std::string &from, const std::string &to) {
    return refusal(replaced(plain, from, to));
  };
  const std::string number = "in a PLY file is not a number";
  EXPECT_EQ(with("2 1 1\n", "2,0 1 1\n"),
            "mesh: line 16: \"2,0\" " + number + " (decimals are behind a point)");
  EXPECT_EQ(with("2 1 1\n", "2 nan 1\n"), "mesh: line 16: \"vertex\" 7 of 8 is not finite");
  EXPECT_EQ(with("2 1 1\n", "2 1\n"),
            "mesh: line 16: PLY cut short: \"vertex\" 7 of 8 is not complete");
  EXPECT_EQ(with("2 1 1\n", "2 1 1 1\n"),
            "mesh: line 16: \"vertex\" 7 of 8 has more numbers than properties, the first has not");
  EXPECT_EQ(with("0 0 0\n", "0 0 0 1\n"),
            "mesh: line 10: \"vertex\" 1 of 8 has more numbers than properties, the next has not");
  EXPECT_EQ(with("4 4 5 6 7", "4 4 5 6 2000000000"),
            "mesh: line 19: \"face\" 2 of 6 has the corner 2e+09 (there are 8, from 0)");
  EXPECT_EQ(with("4 4 5 6 7", "4 4 5 6 -1"),
            "mesh: line 19: \"face\" 2 of 6 has the corner -1 (there are 8, from 0)");
  EXPECT_EQ(with("4 4 5 6 7", "-4 4 5 6 7"),
            "mesh: line 19: \"face\" 2 of 6 has a list of -4 values");
  EXPECT_EQ(with("float x", "float q"), "mesh: PLY without a property x");
  EXPECT_EQ(with("vertex_indices", "corners"), "mesh: PLY without a list vertex_indices of faces");
  EXPECT_EQ(with("float x", "real x"), "mesh: line 4: PLY with a property of type \"real\"");
  EXPECT_EQ(with("face 6", "face 5"), "mesh: line 23: \"4\" after the last element of a PLY file");
  EXPECT_EQ(with("face 6", "face 7"), "mesh: line 23: PLY cut short: \"face\" 7 of 7 is not there");
  EXPECT_EQ(with("face 6", "vertex 6"), "mesh: line 7: PLY with elements \"vertex\" twice");
  EXPECT_EQ(with("ascii", "text"), "mesh: line 2: PLY of the format \"text\"");
  EXPECT_EQ(with("property float x", "propery float x"),
            "mesh: line 4: \"propery\" in the head of a PLY file");
}

// Vertices of OFF may share lines, also that of the counts.
TEST(MeshForms, OffOfAnyLinesGivesTheVolume)
{
  const std::string corners[] = {"0 0 0", "1 0 0", "1 2 0", "0 2 0",
                                 "0 0 1", "1 0 1", "1 2 1", "0 2 1"};
  const std::string faces = "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
  std::string one_line, in_pairs;
  for (size_t n = 0; n < 8; n++) {
    one_line += " " + corners[n];
    in_pairs += corners[n] + (n % 2 ? "\n" : "  ");
  }
  for (const std::string &file :
       {"OFF\n8 6 12\n" + one_line + "\n" + faces, "OFF\n8 6 12" + one_line + "\n" + faces,
        "OFF\n8 6\n" + in_pairs + faces})
    EXPECT_NEAR(volume(file), 2.0, ROUNDING) << file;
  const std::string colors = replaced(in_pairs, "0 2 1", "0 2 1 255 0 0");
  EXPECT_NE(refusal("OFF\n8 6 0\n" + colors + faces).find("line 6: \"255\" after the last vertex"),
            std::string::npos);
}

// A prism over an L, 3 x 0.5: caps that are not convex, beginning at each of their corners.
TEST(MeshForms, PolygonsThatAreNotConvexKeepTheVolume)
{
  const std::string at[] = {"0 0", "2 0", "2 1", "1 1", "1 2", "0 2"};
  for (int first = 0; first < 6; first++) {
    std::string obj, off = "OFF\n12 8 0\n", faces;
    for (const char *height : {" 0", " 0.5"})
      for (const std::string &corner : at) {
        obj += "v " + corner + height + "\n";
        off += corner + height + "\n";
      }
    const auto face = [&](const std::vector<int> &corners) {
      obj += "f";
      faces += std::to_string(corners.size());
      for (const int corner : corners) {
        obj += " " + std::to_string(corner + 1);
        faces += " " + std::to_string(corner);
      }
      obj += "\n";
      faces += "\n";
    };
    std::vector<int> top, bottom;
    for (int n = 0; n < 6; n++) {
      top.push_back(6 + (first + n) % 6);
      bottom.push_back((first + 6 - n) % 6);
      face({n, (n + 1) % 6, 6 + (n + 1) % 6, 6 + n});
    }
    face(top);
    face(bottom);
    std::string ply = replaced(joined(ply_lines()), "vertex 8", "vertex 12");
    ply = replaced(ply, "face 6", "face 8");
    ply = ply.substr(0, ply.find("end_header") + 11) + off.substr(off.find("0\n") + 2) + faces;
    for (const std::string &file : {obj, off + faces, ply})
      EXPECT_NEAR(volume(file), 1.5, ROUNDING);
  }
}

/* ---------------------------------------------------------------------- */

// One file of the box, drawn: written in one of many ways, and damaged or not.
class DrawnBox {
 public:
  explicit DrawnBox(unsigned seed) : random(seed) {}

  std::string format, contents;
  int bad_line = 0;    // 0: nothing is damaged; -1: a file of bytes is
  int last_bad_line = 0;

  void draw()
  {
    const char *const formats[] = {"OBJ", "PLY", "OFF", "STL", "PLY bytes", "STL bytes"};
    format = formats[below(6)];
    if (format == "PLY bytes" || format == "STL bytes") return draw_bytes();
    std::vector<std::string> lines = plain_lines();
    if (below(2)) damage(lines);
    for (size_t n = 0; n < lines.size(); n++) decorate(lines[n], static_cast<int>(n) + 1);
    const char *const ends[] = {"\n", "\r\n", "\r"};
    contents = joined(lines, ends[below(3)]);
    if (below(3) == 0) contents.pop_back();
    if (below(3) == 0) contents = "\xEF\xBB\xBF" + contents;
    if (below(4) == 0) contents = replaced(contents, " ", "\t");
  }

 private:
  std::mt19937 random;
  bool triangles = false;

  int below(int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); }

  std::vector<std::vector<int>> faces()
  {
    triangles = triangles || below(2) == 0;
    std::vector<std::vector<int>> result;
    for (std::vector<int> face : QUADS) {
      std::rotate(face.begin(), face.begin() + below(4), face.end());
      if (!triangles) {
        result.push_back(face);
        continue;
      }
      result.push_back({face[0], face[1], face[2]});
      result.push_back({face[0], face[2], face[3]});
    }
    std::shuffle(result.begin(), result.end(), random);
    return result;
  }

  std::string number(const std::string &word)
  {
    const char *const zeros[] = {"0", "0.0", "-0", "0e5", "+0"},
                      *const ones[] = {"1", "1.", "1e0", "+1.00"},
                      *const twos[] = {"2", "2.0", "0.2e1", "20E-1"};
    if (word == "0") return zeros[below(5)];
    return word == "1" ? ones[below(4)] : twos[below(4)];
  }
  std::string corner(size_t n)
  {
    std::istringstream words(CORNERS[n]);
    std::string text;
    for (std::string word; words >> word;) text += (text.empty() ? "" : " ") + number(word);
    return text;
  }

  std::vector<std::string> plain_lines()
  {
    if (format == "OBJ") return drawn_obj();
    if (format == "STL") return drawn_stl();
    const auto all = faces();
    std::vector<std::string> lines;
    if (format == "OFF") {
      lines = {"OFF", "8 " + std::to_string(all.size()) + (below(2) ? " 0" : "")};
    } else {
      lines = ply_lines();
      lines.resize(9);
      lines[6] = "element face " + std::to_string(all.size());
    }
    for (size_t n = 0; n < 8; n++) lines.push_back(corner(n));
    for (const auto &face : all) {
      lines.push_back(std::to_string(face.size()));
      for (const int n : face) lines.back() += " " + std::to_string(n);
    }
    return lines;
  }

  std::vector<std::string> drawn_obj()
  {
    std::vector<std::string> lines;
    const char *const between[] = {"o box", "g", "usemtl", "vn 0 0 1", "s 1",
                                   "# v 1", "",  "l 1 2",  "p 1"};
    const char *const behind[] = {"", "/7", "//7", "/7/7", "/", "//"};
    const std::string slashes = behind[below(6)];
    const bool back = below(3) == 0, colors = below(4) == 0;
    for (size_t n = 0; n < 8; n++) lines.push_back("v " + corner(n) + (colors ? " 1 0 0.5" : ""));
    for (const auto &face : faces()) {
      if (below(3) == 0) lines.emplace_back(between[below(9)]);
      lines.emplace_back("f");
      for (const int n : face) lines.back() += " " + std::to_string(back ? n - 8 : n + 1) + slashes;
    }
    return lines;
  }

  std::vector<std::string> drawn_stl()
  {
    triangles = true;
    std::vector<std::string> lines = {"solid box"};
    for (const auto &face : faces()) {
      lines.emplace_back("facet normal 0 0 1");
      lines.emplace_back("outer loop");
      for (const int n : face) lines.push_back("vertex " + corner(static_cast<size_t>(n)));
      lines.emplace_back("endloop");
      lines.emplace_back("endfacet");
    }
    lines.emplace_back("endsolid box");
    return lines;
  }

  static bool is_vertex(const std::string &line)
  {
    return line.compare(0, 2, "v ") == 0 || line.compare(0, 7, "vertex ") == 0;
  }

  // One word of a line of numbers becomes another, is lost or is there twice.
  void damage(std::vector<std::string> &lines)
  {
    const bool in_face = format != "STL" && below(3) == 0;
    size_t n = 0;
    const size_t head = format == "PLY" ? 9 : 2;
    if (format == "PLY" || format == "OFF") {
      n = in_face ? head + 8 + static_cast<size_t>(below(static_cast<int>(lines.size() - head - 8)))
                  : head + static_cast<size_t>(below(8));
    } else {
      do n = static_cast<size_t>(below(static_cast<int>(lines.size())));
      while (in_face ? lines[n][0] != 'f' || lines[n].size() < 2 : !is_vertex(lines[n]));
    }
    std::string &line = lines[n];
    const char *const bad_numbers[] = {"nan", "inf", "1,5", "one", "1e999", "1..2", "0x"},
                      *const bad_corners[] = {"99",  "-99", "99999999999999999999",
                                              "1.5", "x",   "2,3"};
    const size_t last = line.rfind(' ');
    if (in_face)
      line = line.substr(0, last + 1) + bad_corners[below(6)];
    else if (below(3) == 0 && line.size() - last < 12 && format != "OBJ")
      line = below(2) ? line.substr(0, last) : line + " 1";
    else
      line = line.substr(0, last + 1) + bad_numbers[below(7)];
    bad_line = static_cast<int>(n) + 1;
    last_bad_line = bad_line + (format == "STL");    // the number that is missing is sought there
  }

  void decorate(std::string &line, int number)
  {
    if (below(6) == 0) line = "  " + line;
    if (below(6) == 0) line += " ";
    if (number != bad_line && (format == "OBJ" || format == "OFF") && below(6) == 0)
      line += " # 1 2";
  }

  template <class Value> static void append(std::string &out, Value value, bool turned)
  {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    if (turned) std::reverse(bytes, bytes + sizeof value);
    out.append(bytes, sizeof value);
  }

  void draw_bytes()
  {
    const bool is_ply = format == "PLY bytes", high_first = is_ply && below(2);
    triangles = !is_ply;
    const auto all = faces();
    std::string numbers;
    const auto add_corner = [&](int n) {
      std::istringstream words(CORNERS[static_cast<size_t>(n)]);
      for (float x; words >> x;) append(numbers, x, high_first);
    };
    if (is_ply) {
      std::vector<std::string> head = ply_lines();
      head.resize(9);
      head[1] = std::string("format binary_") + (high_first ? "big" : "little") + "_endian 1.0";
      head[6] = "element face " + std::to_string(all.size());
      contents = joined(head, below(2) ? "\r\n" : "\n");
      for (int n = 0; n < 8; n++) add_corner(n);
    } else {
      contents = std::string(80, ' ');
      append(contents, static_cast<std::uint32_t>(all.size()), false);
    }
    for (const auto &face : all) {
      if (is_ply) {
        append(numbers, static_cast<unsigned char>(face.size()), false);
        for (const int n : face) append(numbers, n, high_first);
        continue;
      }
      numbers += std::string(12, '\0');
      for (const int n : face) add_corner(n);
      numbers += std::string(2, '\0');
    }
    if (below(2)) damage_bytes(numbers, is_ply);
    contents += numbers;
  }

  void damage_bytes(std::string &numbers, bool is_ply)
  {
    bad_line = -1;
    const int kind = below(3);
    if (kind == 0)
      numbers.resize(static_cast<size_t>(below(static_cast<int>(numbers.size()))));
    else if (kind == 1)
      numbers += "xyz";
    else    // no number in either order of bytes, and no corner that is there
      for (size_t k = 0; k < 4; k++) numbers[(is_ply ? 0 : 12) + k] = '\xff';
  }
};

TEST(MeshForms, FiveHundredDrawnBoxesHaveTheVolumeOrAnErrorWithTheLine)
{
  int taken = 0, refused = 0;
  for (unsigned seed = 1; seed <= 500; seed++) {
    DrawnBox box(seed);
    box.draw();
    SCOPED_TRACE(box.format + ", seed " + std::to_string(seed) + "\n" +
                 (box.bad_line >= 0 ? box.contents : ""));
    const std::string said = refusal(box.contents);
    if (box.bad_line == 0) {
      EXPECT_EQ(said, "taken, volume 2.000000");
      taken++;
      continue;
    }
    refused++;
    EXPECT_EQ(said.find("taken"), std::string::npos) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    if (box.bad_line < 0) continue;
    const std::string line = "mesh: line ";
    EXPECT_TRUE(said.find(line + std::to_string(box.bad_line) + ":") == 0 ||
                said.find(line + std::to_string(box.last_bad_line) + ":") == 0)
        << said << ", not of line " << box.bad_line;
  }
  EXPECT_GT(taken, 150);
  EXPECT_GT(refused, 150);
}

}    // namespace test_mesh_forms
}    // namespace grist
