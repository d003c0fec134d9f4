/* fix wall/mesh, keyword deform: every N steps the wall recedes by what has worn since
   (walls/worn_shape.h), times a factor. Rank 0 finds the shape, all ranks take it. Writes the worn
   mesh as STL.
*/

#ifndef GRIST_STYLES_WALL_DEFORMATION_H
#define GRIST_STYLES_WALL_DEFORMATION_H

#include "pointers.h"

#include "styles/files/file_lock.h"
#include "walls/worn_shape.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

struct DeformRequest {
  double factor = 0.0;    // 0: none
  int every = 0;
  double thickness = 0.0, least = 0.0;    // of WornShape
  std::string file;                       // of the worn mesh, with a * for the step
};

// In restart files; without corners if the wall does not deform.
struct WornState {
  std::vector<grist::WornCorner> corners;
  std::vector<double> removed;    // volume of each triangle, without the factor
};

class WallDeformation : protected Pointers {
 public:
  // `user` begins error texts, `owner` names the fix in those of others. Collective.
  WallDeformation(class LAMMPS *lmp, std::string user, const std::string &owner,
                  grist::MeshWall &wall, const DeformRequest &given);

  bool is_due() const;

  // Moves the wall. `totals`: worn volume of each triangle since the beginning, on rank 0.
  // Collective.
  void deform(const std::vector<double> &totals);

  // The worn mesh where it stood at time 0, on rank 0.
  void write() const;

  // Complete on rank 0.
  WornState state() const { return {shape.corners(), removed}; }

  // Moves the wall there. `totals`: as for deform(); what wore in a run without deform stays. Collective.
  void set_state(const WornState &state, const std::vector<double> &totals);

 private:
  std::string user;
  DeformRequest given;
  grist::WornShape shape;
  std::vector<double> removed;    // volume of each triangle, without the factor; on rank 0
  OutputClaim claim;

  std::string begin(const std::string &owner);
};

}    // namespace LAMMPS_NS

#endif
