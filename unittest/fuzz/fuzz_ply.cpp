// The check of PLY files, before VTK reads them.

#include "fuzz/fuzz_target.h"

#include "meshes/ply_check.h"

using namespace grist;
using namespace grist::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
  takes([&] { expect(check_ply(text_of(data, size)) > 0, "a mesh with faces"); });
  return 0;
}
