#include "meshes/mesh_file.h"

#include "meshes/mesh_words.h"
#include "meshes/off_reader.h"
#include "meshes/stl_reader.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace grist {

Mesh parse_mesh(const std::string &contents)
{
  if (contents.empty()) refuse_mesh("the file is empty");
  if (is_off(contents)) return parse_off(contents);
  return is_text_stl(contents) ? parse_text_stl(contents) : parse_binary_stl(contents);
}

Mesh read_mesh(const std::string &file)
{
  std::error_code failed;
  if (std::filesystem::is_directory(file, failed)) refuse_mesh(file + " is a folder");
  if (std::filesystem::is_character_file(file, failed)) refuse_mesh(file + " is a device");
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse_mesh("cannot open " + file);
  return parse_mesh(std::string(std::istreambuf_iterator<char>(in), {}));
}

}    // namespace grist
