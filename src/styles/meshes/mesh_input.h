/* Meshes from files, for all styles that take one: walls, cluster templates, feeds, polyhedra. */

#ifndef GRIST_STYLES_MESH_INPUT_H
#define GRIST_STYLES_MESH_INPUT_H

#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_source.h"

#include <string>

namespace LAMMPS_NS {

// STL and OFF; PLY and OBJ by the readers of VTK where it is built in. Throws
// std::invalid_argument, with what the file is, or what is wrong in it and where.
grist::Mesh read_mesh_file(const std::string &file);

// The mesh of a file made fit for its use (meshes/mesh_cleaning.h). Rank 0 prints a line where
// anything was changed. Throws std::invalid_argument for a mesh that is not fit.
grist::CleanMesh clean_mesh(class LAMMPS *lmp, const std::string &file, const grist::Mesh &mesh,
                            const grist::MeshCleaning &how);

// Both, for the readers of keywords in the core.
grist::MeshSource mesh_source(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
