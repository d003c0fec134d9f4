#include "meshes/mesh_file.h"

#include "meshes/mesh_readers.h"
#include "meshes/mesh_words.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace grist {

Mesh parse_mesh(const std::string &contents)
{
  switch (mesh_format(contents)) {
    case MeshFormat::BINARY_STL: return parse_binary_stl(contents);
    case MeshFormat::TEXT_STL: return parse_text_stl(contents);
    case MeshFormat::OFF: return parse_off(contents);
    case MeshFormat::PLY: return parse_ply(contents);
    case MeshFormat::OBJ: break;
  }
  return parse_obj(contents);
}

std::string file_contents(const std::string &file)
{
  std::error_code failed;
  if (std::filesystem::is_directory(file, failed)) refuse_mesh(file + " is a folder");
  if (std::filesystem::is_character_file(file, failed)) refuse_mesh(file + " is a device");
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> in(std::fopen(file.c_str(), "rb"),
                                                            std::fclose);
  if (!in) refuse_mesh("cannot open " + file + " (" + std::strerror(errno) + ")");
  std::string contents;
  std::array<char, 65536> buffer;
  while (const size_t count = std::fread(buffer.data(), 1, buffer.size(), in.get()))
    contents.append(buffer.data(), count);
  if (std::ferror(in.get())) refuse_mesh("cannot read " + file + " (" + std::strerror(errno) + ")");
  return contents;
}

Mesh read_mesh(const std::string &file)
{
  return parse_mesh(file_contents(file));
}

}    // namespace grist
