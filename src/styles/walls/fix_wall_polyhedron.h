/* Plane walls for polyhedra and spheres of atom_style body polyhedron.

   A wall is the half space behind a plane, of infinite mass; all walls of a fix move together
   (walls/plane_wall.h). The contact law is that of pair_style polyhedron.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(wall/polyhedron,FixWallPolyhedron);
// clang-format on
#else

#ifndef LMP_FIX_WALL_POLYHEDRON_H
#define LMP_FIX_WALL_POLYHEDRON_H

#include "styles/commands/motion_variables.h"
#include "styles/walls/wall_clock.h"
#include "styles/walls/wall_contact_fix.h"

#include "walls/plane_wall.h"

#include <memory>

namespace LAMMPS_NS {

class FixWallPolyhedron : public WallContactFix {
 public:
  FixWallPolyhedron(class LAMMPS *, int, char **);
  void init() override;
  int modify_param(int, char **) override;
  void post_run() override { clock.keep(); }
  double compute_scalar() override;
  void add_limits(RunLimits &) override;

 private:
  grist::PlaneWall *planes;    // owned by the base class
  WallClock clock;             // since the fix was made
  std::unique_ptr<MotionVariables> variables;

  void move_wall() override;
  void transfer_state(grist::Archive &archive) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
