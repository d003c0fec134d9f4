/* Walls for spheres with the contact law of a pair style of spheres: a region of LAMMPS, or planes
   and cylinders at rest.
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(wall/hertz/mindlin,FixWallHertzMindlin);
FixStyle(wall/hooke/history,FixWallHertzMindlin);
FixStyle(wall/thornton/ning,FixWallHertzMindlin);
// clang-format on
#else

#ifndef LMP_FIX_WALL_HERTZ_MINDLIN_H
#define LMP_FIX_WALL_HERTZ_MINDLIN_H

#include "styles/walls/wall_contact_fix.h"

namespace LAMMPS_NS {

class FixWallHertzMindlin : public WallContactFix {
 public:
  FixWallHertzMindlin(class LAMMPS *, int, char **);
  void init() override;

 private:
  class WallRegion *region;    // null for planes and cylinders; owned by the base class

  void read_region(class InputWords &words);
  void read_fixed_walls(class InputWords &words, const std::string &first);
  void move_wall() override;
  void transfer_state(grist::Archive &archive) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
