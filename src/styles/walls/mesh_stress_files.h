/* The stress files of `fix wall/mesh`: the stress on triangles, written every N steps. */

#ifndef GRIST_STYLES_MESH_STRESS_FILES_H
#define GRIST_STYLES_MESH_STRESS_FILES_H

#include "pointers.h"
#include "styles/files/file_lock.h"
#include "walls/mesh_stress.h"
#include "walls/mesh_wall.h"
#include "walls/wear.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

// What was summed for a reader, in restart files.
struct MeshStressState {
  double duration = 0.0;       // that the means cover so far
  std::vector<double> sums;    // as StressFrame::sums
};

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

  // Totals of each triangle since the beginning: work and worn volumes one after another; complete
  // on rank 0, empty on the others. Collective.
  const std::vector<double> &totals();

  // Volume worn from all triangles since the beginning. Collective.
  double worn_volume(int kind);

  // Complete on rank 0, which has all sums of the other ranks from then on. Collective.
  MeshStressState state();
  void set_state(const MeshStressState &given);

 private:
  grist::MeshStress stress;    // of this rank, since the last take()
  double dt, duration;         // of this step; of the steps since the last take()
  std::vector<double>
      total;    // by triangle, the numbers of MeshStress that count since the beginning; on rank 0

  std::vector<double> collect_sums();
};

// The readers of the sums of a wall. One that is connected after a restart takes the sums of
// the reader in its place before.
class MeshStressReaders {
 public:
  std::shared_ptr<MeshStressSums> connect(class LAMMPS *lmp, const grist::TriangleMesh &mesh);
  bool has(const std::shared_ptr<MeshStressSums> &sums) const;

  // Those that are still there are `now()` for this step.
  void begin_step(double dt);
  const std::vector<std::shared_ptr<MeshStressSums>> &now() const { return present; }

  std::vector<MeshStressState> states() const;    // collective
  void set_states(std::vector<MeshStressState> given) { restored = std::move(given); }

 private:
  std::vector<std::weak_ptr<MeshStressSums>> readers;
  std::vector<std::shared_ptr<MeshStressSums>> present;
  std::vector<MeshStressState> restored;    // of readers that are not connected again yet
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
