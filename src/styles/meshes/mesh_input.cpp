#include "styles/meshes/mesh_input.h"

#include "styles/meshes/vtk_mesh.h"

#include "comm.h"
#include "fmt/format.h"
#include "lammps.h"
#include "utils.h"

#include "meshes/mesh_file.h"
#include "meshes/mesh_format.h"
#include "meshes/ply_check.h"

#include <stdexcept>

using namespace LAMMPS_NS;
using grist::MeshFormat;

grist::Mesh LAMMPS_NS::read_mesh_file(const std::string &file)
{
  const std::string contents = grist::file_contents(file);
  const MeshFormat format = grist::mesh_format(contents);
  if (format != MeshFormat::PLY && format != MeshFormat::OBJ) return grist::parse_mesh(contents);
  if (!vtk_reads_meshes())
    throw std::invalid_argument(
        fmt::format("mesh: {}, and this program was built without VTK: export STL (or install "
                    "libvtk9-dev, then configure and build again)",
                    format == MeshFormat::PLY ? "PLY" : "OBJ"));
  const size_t expected = format == MeshFormat::PLY ? grist::check_ply(contents) : 0;
  grist::Mesh mesh = format == MeshFormat::PLY ? vtk_mesh_of_ply(file) : vtk_mesh_of_obj(file);
  if (mesh.faces.empty() || mesh.faces.size() < expected)
    throw std::invalid_argument(
        fmt::format("mesh: VTK finds {} faces in it: export STL", mesh.faces.size()));
  return mesh;
}

grist::CleanMesh LAMMPS_NS::clean_mesh(LAMMPS *lmp, const std::string &file,
                                       const grist::Mesh &mesh, const grist::MeshCleaning &how)
{
  grist::CleanMesh clean = grist::cleaned(mesh, how);
  const std::string changes = clean.report.text();
  if (!changes.empty() && lmp->comm->me == 0) utils::logmesg(lmp, "Mesh {}: {}\n", file, changes);
  return clean;
}

grist::MeshSource LAMMPS_NS::mesh_source(LAMMPS *lmp)
{
  grist::MeshSource source;
  source.read = read_mesh_file;
  source.clean = [lmp](const std::string &file, const grist::Mesh &mesh,
                       const grist::MeshCleaning &how) { return clean_mesh(lmp, file, mesh, how); };
  return source;
}
