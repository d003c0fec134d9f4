#include "styles/meshes/mesh_input.h"

#include "comm.h"
#include "fmt/format.h"
#include "lammps.h"
#include "styles/files/work_progress.h"
#include "utils.h"

using namespace LAMMPS_NS;

static constexpr size_t FINE = 100000;    // triangles; from here on it takes seconds

bool LAMMPS_NS::is_fine(const grist::Mesh &mesh)
{
  return mesh.faces.size() >= FINE;
}

grist::CleanMesh LAMMPS_NS::clean_mesh(LAMMPS *lmp, const std::string &file,
                                       const grist::Mesh &mesh, const grist::MeshCleaning &how)
{
  if (is_fine(mesh))
    report_now(lmp, fmt::format("Mesh {}: {} triangles ...\n", file, mesh.faces.size()));
  grist::CleanMesh clean = grist::cleaned(mesh, how);
  const std::string changes = clean.report.text();
  if (!changes.empty() && lmp->comm->me == 0) utils::logmesg(lmp, "Mesh {}: {}\n", file, changes);
  return clean;
}

grist::MeshSource LAMMPS_NS::mesh_source(LAMMPS *lmp)
{
  grist::MeshSource source;
  source.clean = [lmp](const std::string &file, const grist::Mesh &mesh,
                       const grist::MeshCleaning &how) { return clean_mesh(lmp, file, mesh, how); };
  return source;
}
