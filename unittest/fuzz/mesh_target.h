// What the targets of mesh readers share: their result, or a sentence.

#ifndef GRIST_FUZZ_MESH_TARGET_H
#define GRIST_FUZZ_MESH_TARGET_H

#include "fuzz/fuzz_target.h"

#include "meshes/mesh.h"

namespace grist::fuzz {

inline void check_mesh(const Mesh &mesh)
{
  for (const Vector3d &vertex : mesh.vertices) expect(is_finite(vertex), "finite corners");
  for (const std::vector<int> &face : mesh.faces)
    for (const int corner : face)
      expect(corner >= 0 && corner < static_cast<int>(mesh.vertices.size()), "corners that exist");
}

inline int check_reader(Mesh (*parse)(const std::string &), const std::uint8_t *data,
                        std::size_t size)
{
  takes([&] { check_mesh(parse(text_of(data, size))); });
  return 0;
}

}    // namespace grist::fuzz

#endif
