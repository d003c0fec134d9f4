/* The stress files of `fix wall/mesh`: the stress on triangles, written every N steps. */

#ifndef GRIST_STYLES_MESH_STRESS_FILES_H
#define GRIST_STYLES_MESH_STRESS_FILES_H

#include "pointers.h"
#include "styles/files/file_lock.h"
#include "walls/mesh_stress.h"
#include "walls/mesh_wall.h"
#include "walls/wear.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

// Stress, work of friction and wear on the triangles of a mesh wall (walls/mesh_stress.h), summed
// over steps and ranks for one reader.
class MeshStressSums : protected Pointers {
 public:
  MeshStressSums(class LAMMPS *lmp, const grist::TriangleMesh &mesh);

  void begin_step(double dt);

  // One contact of this step: force on the sphere and slip velocity (wall_surface.h), in space.
  void add(const grist::MeshWall &wall, const grist::WallContact &at, const grist::Vector3d &force,
           const grist::Vector3d &slip);

  // Volume worn at a contact (MeshStress::add_wear).
  void add_wear(int surface, int kind, double volume) { stress.add_wear(surface, kind, volume); }

  // The mesh with the means since the last call, complete on rank 0. Collective.
  grist::StressFrame take(const grist::MeshWall &wall, double time);

  // Totals of each triangle since the beginning: work, or work and worn volumes one after another;
  // complete on rank 0, empty on the others. Collective.
  std::vector<double> totals(bool with_wear);
  void set_totals(const std::vector<double> &given, bool with_wear);

  // Volume worn from all triangles since the beginning. Collective.
  double worn_volume(int kind);

 private:
  grist::MeshStress stress;    // of this rank, since the last take()
  double dt, duration;         // of this step; of the steps since the last take()
  std::vector<double>
      total;    // by triangle, the numbers of MeshStress that count since the beginning; on rank 0

  void collect_totals();
  std::vector<double> collect_sums();
};

class MeshStressFiles : public MeshStressSums {
 public:
  // `pattern`: name of the files, with a * for the step. `user` begins error texts, `owner` names
  // the fix in those of others. Collective.
  MeshStressFiles(class LAMMPS *lmp, std::string user, const std::string &owner,
                  const grist::TriangleMesh &mesh, std::string pattern);

  // Depths of wear that the files show.
  void show_wear(const grist::WearLaws &wear);

  // An error where the run that begins would write files of this fix a second time. Collective.
  void check_steps() const;

  // Writes a file with the means since the last one. `time` since the fix was made. Collective.
  void write(const grist::MeshWall &wall, double time);

  // After a restart: the file series continues after the files that an earlier run wrote up to this
  // time.
  void continue_series(double time);

 private:
  std::string user, pattern;
  bool shows_archard = false, shows_finnie = false;
  std::string series;    // entries of the file series, on rank 0
  bigint last = -1;      // step of the last file of this fix
  OutputClaim claim;

  std::string begin(const std::string &owner);
  std::string file_name(const std::string &step) const
  {
    return std::string(pattern).replace(pattern.find('*'), 1, step);
  }
  std::string series_name() const { return file_name("") + ".series"; }
  void add_to_series(const std::string &name, double time);
  void write_whole(const std::string &path, const std::string &text);
};

}    // namespace LAMMPS_NS

#endif
