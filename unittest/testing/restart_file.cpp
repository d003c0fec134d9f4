#include "testing/restart_file.h"

#include "testing/lammps_session.h"

#include <cstring>
#include <fstream>

namespace grist::testing {

namespace {

const std::string MARK = "RGS2";

// LAMMPS writes the name of a style with its final zero, the size of its block, then the block.
// Where the block begins.
size_t find_block(const std::string &bytes, const std::string &fix_style)
{
  const std::string name = fix_style + '\0';
  for (size_t at = bytes.find(name); at != std::string::npos; at = bytes.find(name, at + 1)) {
    const size_t block = at + name.size() + sizeof(int);
    if (bytes.compare(block, MARK.size(), MARK) == 0) return block;
  }
  return std::string::npos;
}

void write_file(const std::string &path, const std::string &bytes)
{
  std::ofstream(path, std::ios::binary) << bytes;
}

}    // namespace

bool overwrite_block(const std::string &path, const std::string &fix_style, BlockWord word,
                     int value)
{
  std::string bytes = read_file(path);
  const size_t block = find_block(bytes, fix_style);
  if (block == std::string::npos) return false;
  std::memcpy(&bytes[block + static_cast<size_t>(word) * sizeof(int)], &value, sizeof(int));
  write_file(path, bytes);
  return true;
}

bool hide_block(const std::string &path, const std::string &fix_style)
{
  std::string bytes = read_file(path);
  const size_t block = find_block(bytes, fix_style);
  if (block == std::string::npos) return false;
  bytes[block - sizeof(int) - 1 - fix_style.size()] = '?';
  write_file(path, bytes);
  return true;
}

}    // namespace grist::testing
