/* Meshes from PLY and OBJ, by VTK's own readers.

   Together with vtk_text.cpp the only source that uses VTK; in a build without VTK only
   vtk_reads_meshes() works. The readers hold coordinates in single precision.
*/

#ifndef GRIST_STYLES_VTK_MESH_H
#define GRIST_STYLES_VTK_MESH_H

#include "meshes/mesh.h"

#include <string>

namespace LAMMPS_NS {

bool vtk_reads_meshes();

// Of PLY that is complete (meshes/ply_check.h). Throw std::invalid_argument for vertices that are
// not finite and faces of vertices that are not there.
grist::Mesh vtk_mesh_of_ply(const std::string &file);
grist::Mesh vtk_mesh_of_obj(const std::string &file);

}    // namespace LAMMPS_NS

#endif
