/* The stress files of `fix wall/mesh`: sums the stress on triangles over ranks and writes it every N steps. */

#ifndef GRIST_STYLES_MESH_STRESS_FILES_H
#define GRIST_STYLES_MESH_STRESS_FILES_H

#include "pointers.h"
#include "styles/common/output_claim.h"

#include "walls/mesh_stress.h"
#include "walls/mesh_wall.h"
#include "walls/wear.h"

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

  // Volume worn at a contact (MeshStress::add_wear).
  void add_wear(int surface, int kind, double volume) { stress.add_wear(surface, kind, volume); }
  void show_wear(const grist::WearLaws &wear);

  // Since the fix was made. Collective.
  double worn_volume(int kind);

  // Writes a file with the means since the last one. `time` since the fix was made. Collective.
  void write(const grist::MeshWall &wall, double time);

  // By triangle since the fix was made: work, or work and worn volumes one after another; complete on rank 0, empty on the others.
  // Collective.
  std::vector<double> totals(bool with_wear);
  void set_totals(const std::vector<double> &given, bool with_wear);

  // After a restart: the file series goes on with the files that an earlier run wrote up to this time.
  void continue_series(double time);

 private:
  std::string user, pattern;
  grist::MeshStress stress;    // of this rank, since the last file
  double dt, duration;         // of this step; of the steps since the last file
  std::vector<double>
      total;    // by triangle, the numbers of MeshStress that count since the start; on rank 0
  bool shows_archard = false, shows_finnie = false;
  std::string series;    // entries of the file series, on rank 0
  OutputClaim claim;

  void collect_totals();
  std::vector<double> collect_sums();
  std::string file_name(const std::string &step) const;
  std::string series_name() const { return file_name("") + ".series"; }
  void add_to_series(const std::string &name, double time);
  void write_whole(const std::string &path, const std::string &text);
};

}    // namespace LAMMPS_NS

#endif
