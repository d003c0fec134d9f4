/* The keyword `surface` of walls for spheres: a surface that moves along itself
   (walls/surface_motion.h).

     surface linear vx vy vz
     surface rotate px py pz ax ay az period
     surface variable vx vy vz px py pz ax ay az omega
*/

#ifndef GRIST_STYLES_SURFACE_KEYWORD_H
#define GRIST_STYLES_SURFACE_KEYWORD_H

#include "styles/commands/input_words.h"
#include "styles/commands/motion_variables.h"

#include "walls/surface_motion.h"

#include <optional>
#include <string>

namespace LAMMPS_NS {

struct SurfaceRequest {
  std::string given;    // "surface linear", "surface rotate" or "surface variable"; empty: none
  grist::SurfaceMotion motion;
  std::optional<VariableMotion> driven;
};

// Reads from `words` into `request`. Both must outlive it.
Keyword surface_keyword(InputWords &words, SurfaceRequest &request);

// A surface whose velocity is given by variables.
class SurfaceDrive : protected Pointers {
 public:
  // `user` begins error texts.
  SurfaceDrive(class LAMMPS *lmp, const std::string &user, const VariableMotion &driven);

  // At the start of a run.
  void find() { variables.find(); }

  // Sets the present velocities.
  void drive(grist::SurfaceMotion &motion);

 private:
  VelocityVariables variables;
  grist::Vector3d point, axis;
  bool is_linear, is_rotating;
};

}    // namespace LAMMPS_NS

#endif
