// The readers of STL alone, text and bytes: each takes all inputs.

#include "fuzz/mesh_target.h"

#include "meshes/mesh_readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
  grist::fuzz::check_reader(grist::parse_text_stl, data, size);
  return grist::fuzz::check_reader(grist::parse_binary_stl, data, size);
}
