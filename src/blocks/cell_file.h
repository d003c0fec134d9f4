// Cells from a file: a tessellation of Neper (.tess), or closed meshes, one for each cell: STL with
// several solids, OBJ with several objects or groups.
//
// The format follows from the contents. Of .tess (Neper's documentation, "Tessellation File") these
// fields are read: **general, **cell with *id and *seed, **vertex, **edge, **face and **polyhedron;
// all others are skipped. Format 2.0 and newer, three dimensions.

#ifndef GRIST_BLOCKS_CELL_FILE_H
#define GRIST_BLOCKS_CELL_FILE_H

#include "common/space.h"
#include "meshes/mesh.h"

#include <optional>
#include <string>
#include <vector>

namespace grist {

struct GivenCell {
  Mesh mesh;
  std::string name;                        // as in the file: "7", or of its solid
  std::optional<Vector3d> nucleus = {};    // none: the centroid
  double precision = 1e-5;                 // of corners, over the extent of all cells
  bool is_regularized = false;             // by Neper, which bends faces
};

// Throw std::invalid_argument, with what is wrong and where.
std::vector<GivenCell> read_cells(const std::string &file);
std::vector<GivenCell> parse_cells(const std::string &contents);

// The mesh of these faces, of the vertices that they use.
Mesh mesh_of_faces(const std::vector<Vector3d> &vertices, std::vector<std::vector<int>> faces);

bool is_tess(const std::string &contents);
std::vector<GivenCell> parse_tess(const std::string &contents);

}    // namespace grist

#endif
