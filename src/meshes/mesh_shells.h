// Closed parts of a mesh as solids: which shells overlap, lie in others, or bound hollows.
//
// Vocabulary:
//   shell    a closed part whose neighbors agree (mesh_parts.h)
//   apart    two shells that have no volume in common; they may touch
//   hollow   a shell in another one that faces the other way: its inside is not solid
//   inner    a shell in another one that faces the same way: its volume is solid already. It is
//            dropped, with all that lies in it, so that the volume counts once
//
// The union of shells that cut each other is not computed: such meshes are rejected.

#ifndef GRIST_MESHES_MESH_SHELLS_H
#define GRIST_MESHES_MESH_SHELLS_H

#include "meshes/mesh_parts.h"

#include <vector>

namespace grist {

struct ShellChanges {
  std::vector<char> dropped, turned;    // by part; turned: to face as the largest shells do
  int groups = 0;                       // of shells: their boxes do not touch those of others
  bool is_inward = false;               // the outermost shells face inward, after the turns
};

// The triangles agree with their neighbors. Throws std::invalid_argument, with the numbers of
// two parts and a place, where two shells overlap.
ShellChanges compare_shells(const TriangleList &list, const std::vector<MeshPart> &shells);

}    // namespace grist

#endif
