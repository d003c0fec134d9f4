// Reads polygon meshes from OFF: a head, the numbers of vertices, faces and edges, the vertices, and
// for each face a line with the number of its corners and the numbers of its vertices, from 0.
// Comments begin with "#".
//
// The head is "OFF" in any case, alone or with the numbers behind it, and may be missing. COFF, NOFF
// and STOFF have more numbers behind the coordinates of a vertex on its line, which are skipped. The
// number of edges may be missing. Vertices of other than three coordinates (4OFF, nOFF) and binary
// OFF are rejected.

#ifndef GRIST_MESHES_OFF_READER_H
#define GRIST_MESHES_OFF_READER_H

#include "meshes/mesh.h"

#include <string>

namespace grist {

// Contents that are not OFF, or end too early, are rejected with std::invalid_argument.
bool is_off(const std::string &contents);
Mesh parse_off(const std::string &contents);

}    // namespace grist

#endif
