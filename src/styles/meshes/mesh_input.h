/* Meshes from files, for all styles that take one: walls, cluster templates, feeds, polyhedra. */

#ifndef GRIST_STYLES_MESH_INPUT_H
#define GRIST_STYLES_MESH_INPUT_H

#include "meshes/mesh_cleaning.h"
#include "meshes/mesh_file.h"

#include <string>

namespace LAMMPS_NS {

// Whether a mesh has so many triangles that work on it is announced before it begins.
bool is_fine(const grist::Mesh &mesh);

// The mesh of a file made fit for its use (meshes/mesh_cleaning.h). Rank 0 prints a line where
// anything was changed, and before the clean-up of a fine mesh. Throws std::invalid_argument for a mesh that is not fit.
grist::CleanMesh clean_mesh(class LAMMPS *lmp, const std::string &file, const grist::Mesh &mesh,
                            const grist::MeshCleaning &how);

// For the readers of keywords in the core.
grist::MeshSource mesh_source(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
