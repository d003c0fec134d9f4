// Meshes as files have them (STL text and binary, OFF, PLY, OBJ), then cleaned for each use, then as bodies.

#include "fuzz/mesh_target.h"

#include "meshes/convex_mesh.h"
#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_file.h"
#include "meshes/stl_writer.h"
#include "meshes/triangle_mesh.h"

using namespace grist;
using namespace grist::fuzz;

namespace {

// Text holds all digits.
void check_writing(const Mesh &mesh)
{
  std::string text;
  if (!takes([&] { text = text_stl(mesh, "written again"); })) return;
  const Mesh again = parse_mesh(text);
  expect(again.faces.size() == mesh.faces.size(), "the faces that were written");
  for (std::size_t f = 0; f < mesh.faces.size(); f++)
    for (std::size_t k = 0; k < 3; k++)
      expect(again.vertices[again.faces[f][k]] == mesh.vertices[mesh.faces[f][k]],
             "the corners that were written");
}

void check_use(const Mesh &mesh, MeshUse use, bool repair)
{
  MeshCleaning how;
  how.use = use;
  how.repair = repair;
  how.outward = use == MeshUse::SOLID;
  CleanMesh clean;
  if (!takes([&] { clean = cleaned(mesh, how); })) return;
  check_mesh(clean.mesh);
  expect(clean.report.text().size() <= LONGEST_ERROR, "a report that fits the screen");
  if (use == MeshUse::SOLID)
    takes([&] { expect(convex_polyhedron(clean.mesh).volume() > 0.0, "a body with a volume"); });
}

}    // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
  Mesh mesh;
  if (!takes([&] { mesh = parse_mesh(text_of(data, size)); })) return 0;
  check_mesh(mesh);
  check_writing(mesh);
  for (const MeshUse use : {MeshUse::WALL, MeshUse::ONE_SIDED_WALL, MeshUse::FACE, MeshUse::SOLID})
    for (const bool repair : {false, true}) check_use(mesh, use, repair);
  return 0;
}
