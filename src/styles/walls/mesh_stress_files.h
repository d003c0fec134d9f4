/* The stress files of `fix wall/mesh`: the stress on triangles, written every N steps. */

#ifndef GRIST_STYLES_MESH_STRESS_FILES_H
#define GRIST_STYLES_MESH_STRESS_FILES_H

#include "styles/files/output_claim.h"
#include "styles/walls/mesh_stress_sums.h"
#include "walls/wear.h"

#include <string>

namespace LAMMPS_NS {

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
  std::string file_name(const std::string &step) const;
  std::string series_name() const { return file_name("") + ".series"; }
  void add_to_series(const std::string &name, double time);
  void write_whole(const std::string &path, const std::string &text);
};

}    // namespace LAMMPS_NS

#endif
