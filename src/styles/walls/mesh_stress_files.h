/* The stress files of `fix wall/mesh`: sums the stress on triangles over ranks and writes it every N steps. */

#ifndef GRIST_STYLES_MESH_STRESS_FILES_H
#define GRIST_STYLES_MESH_STRESS_FILES_H

#include "pointers.h"
#include "styles/common/output_claim.h"

#include "walls/mesh_stress.h"
#include "walls/mesh_wall.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class MeshStressFiles : protected Pointers {
 public:
  // `pattern`: name of the files, with a * for the step. `user` begins error texts, `owner` names the fix in those of
  // others. Collective.
  MeshStressFiles(class LAMMPS *lmp, std::string user, const std::string &owner,
                  const grist::TriangleMesh &mesh, std::string pattern);

  void begin_step(double dt);

  // One contact of this step: force on the sphere and slip velocity (wall_surface.h), in space.
  void add(const grist::MeshWall &wall, const grist::SurfaceContact &at,
           const grist::Vector3d &force, const grist::Vector3d &slip);

  // Writes a file with the means since the last one. `time` since the fix was made. Collective.
  void write(const grist::MeshWall &wall, double time);

  // Work by triangle since the fix was made; complete on rank 0, empty on the others. Collective.
  const std::vector<double> &total_work();
  void set_total_work(const std::vector<double> &work);

  // After a restart: the file series goes on with the files that an earlier run wrote up to this time.
  void continue_series(double time);

 private:
  std::string user, pattern;
  grist::MeshStress stress;    // of this rank, since the last file
  double dt, duration;         // of this step; of the steps since the last file
  std::vector<double> work;    // see total_work()
  std::string series;          // entries of the file series, on rank 0
  OutputClaim claim;

  void collect_work();
  std::vector<double> collect_sums();
  std::string file_name(const std::string &step) const;
  std::string series_name() const { return file_name("") + ".series"; }
  void add_to_series(const std::string &name, double time);
  void write_whole(const std::string &path, const std::string &text);
};

}    // namespace LAMMPS_NS

#endif
