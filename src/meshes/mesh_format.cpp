#include "meshes/mesh_readers.h"

#include "meshes/mesh_words.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace grist {

namespace {

struct Signature {
  const char *begin;
  const char *name;    // what it is, and what to do
};

}    // namespace

// How contents begin that are no mesh, or none that Grist reads. No zero bytes in the beginnings.
static constexpr std::array SIGNATURES = {
    Signature{"\x1F\x8B", "compressed by gzip: unpack it"},
    Signature{"BZh", "compressed by bzip2: unpack it"},
    Signature{"\xFD"
              "7zXZ",
              "compressed by xz: unpack it"},
    Signature{"(\xB5/\xFD", "compressed by zstd: unpack it"},
    Signature{"7z\xBC\xAF", "a 7z archive: unpack it"},
    Signature{"Rar!", "a rar archive: unpack it"},
    Signature{"ISO-10303-21", "STEP, curved surfaces and no triangles: export STL"},
    Signature{"**ABCDEFGHIJKLMNOPQRSTUVWXYZ",
              "Parasolid, curved surfaces and no triangles: export STL"},
    Signature{"DBRep_DrawableShape", "BREP, curved surfaces and no triangles: export STL"},
    Signature{"CASCADE Topology", "BREP, curved surfaces and no triangles: export STL"},
    Signature{"\xD0\xCF\x11\xE0", "a document of a CAD or office program: export STL"},
    Signature{"AC10", "DWG, a drawing: export STL"},
    Signature{"AutoCAD Binary DXF", "DXF, a drawing: export STL"},
    Signature{"Kaydara FBX", "FBX: export STL"},
    Signature{"BLENDER", "a Blender document: export STL"},
    Signature{"glTF", "glTF: export STL"},
    Signature{"#VRML", "VRML: export STL"},
    Signature{"# vtk DataFile", "a VTK file: export STL"},
    Signature{"$MeshFormat", "a mesh of Gmsh: export STL"},
    Signature{"version https://git-lfs", "a pointer of Git LFS, not the file: git lfs pull"},
    Signature{"%PDF", "PDF, a document: export STL"},
    Signature{"\x89PNG", "PNG, a picture: export STL"},
    Signature{"\xFF\xD8\xFF", "JPEG, a picture: export STL"},
    Signature{"\x7F"
              "ELF",
              "a program"}};

// The format of XML and JSON follows from a word in them.
static constexpr std::array MARKUPS = {
    Signature{"<!doctype html", "a web page, not the file: download the file itself"},
    Signature{"<html", "a web page, not the file: download the file itself"},
    Signature{"<amf", "AMF: export STL"},
    Signature{"<collada", "COLLADA: export STL"},
    Signature{"<x3d", "X3D: export STL"},
    Signature{"<vtkfile", "a VTK file: export STL"},
    Signature{"<svg", "SVG, a drawing: export STL"},
    Signature{"<model", "the model of a 3MF file: export STL"}};

static std::string name_of_zip(const std::string &contents)
{
  const auto has = [&](const char *part) { return contents.find(part) != std::string::npos; };
  if (has(".model")) return "3MF, a zip archive: export STL";
  if (has("Document.xml")) return "a FreeCAD document, a zip archive: export STL";
  if (has(".amf")) return "AMF, a zip archive: export STL";
  return "a zip archive: unpack it";
}

static std::string name_of_markup(const std::string &text)
{
  const std::string begin = lower_case(text.substr(0, 4096));
  for (const Signature &known : MARKUPS)
    if (begin.find(known.begin) != std::string::npos) return known.name;
  return "XML: export STL";
}

// Punched cards: an S in column 73, and a number behind it.
static bool is_iges(const std::string &text)
{
  const size_t end = text.find('\n');
  return end != std::string::npos && end >= 80 && text[72] == 'S' &&
      text.find_first_not_of(" 0", 73) < 80 && text[79] == '1';
}

// What the contents are, if it is known; else empty.
static std::string foreign_name(const std::string &contents, const std::string &text)
{
  if (contents.compare(0, 4, "PK\x03\x04") == 0) return name_of_zip(contents);
  for (const Signature &known : SIGNATURES)
    if (contents.compare(0, std::char_traits<char>::length(known.begin), known.begin) == 0 ||
        text.compare(0, std::char_traits<char>::length(known.begin), known.begin) == 0)
      return known.name;
  const size_t first = text.find_first_not_of(" \n");
  if (first == std::string::npos) return "";
  if (text[first] == '<') return name_of_markup(text);
  if (text[first] == '{')
    return text.find("\"asset\"") != std::string::npos ? "glTF: export STL" : "JSON: export STL";
  if (is_iges(text)) return "IGES, curved surfaces and no triangles: export STL";
  std::istringstream in(text.substr(0, 4096));
  std::string one, two;
  if (in >> one >> two && one == "0" && two == "SECTION") return "DXF, a drawing: export STL";
  return "";
}

// Zero bytes are in no text of one byte a character.
static bool is_text(const std::string &text)
{
  const auto end = text.begin() + static_cast<long>(std::min<size_t>(text.size(), 4096));
  return std::none_of(text.begin(), end,
                      [](char one) { return one >= 0 && one < ' ' && one != '\n'; });
}

MeshFormat mesh_format(const std::string &contents)
{
  if (contents.empty()) refuse_mesh("the file is empty");
  if (has_size_of_binary_stl(contents)) return MeshFormat::BINARY_STL;
  const std::string text = plain_text(contents);
  const std::string foreign = foreign_name(contents, text);
  if (!foreign.empty()) refuse_mesh(foreign);
  std::string word;
  std::istringstream(text.substr(0, 4096)) >> word;
  if (lower_case(word) == "ply") return MeshFormat::PLY;
  if (!is_text(text)) return is_off(text) ? MeshFormat::OFF : MeshFormat::BINARY_STL;
  if (word.empty()) refuse_mesh("the file has no words");
  if (lower_case(word.substr(0, 5)) == "solid") return MeshFormat::TEXT_STL;
  if (is_off(text)) return MeshFormat::OFF;
  if (is_obj(text)) return MeshFormat::OBJ;
  refuse_mesh("neither STL nor OFF, PLY or OBJ: text that begins with " + quoted_word(word));
}

}    // namespace grist
