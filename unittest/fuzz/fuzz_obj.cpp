// The reader of OBJ alone.

#include "fuzz/mesh_target.h"

#include "meshes/mesh_readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
  return grist::fuzz::check_reader(grist::parse_obj, data, size);
}
