/* The motion of a LAMMPS region by its `move` and `rotate`: its frame, and its velocity as the
   change of its pose over the last step.
*/

#ifndef GRIST_STYLES_REGION_MOTION_H
#define GRIST_STYLES_REGION_MOTION_H

#include "common/space.h"
#include "lmptype.h"

#include "walls/shape_wall.h"

namespace LAMMPS_NS {

class Region;

class RegionMotion {
 public:
  // Displacement and angle of the region.
  struct Pose {
    double displacement[3], angle;
  };
  // All that a run needs of the runs before it: the poses at two consecutive steps.
  struct State {
    bigint step;    // of `now`; -1: none
    Pose before, now;
  };

  void set_region(Region *now);
  bool moves() const { return present.moves; }

  // False if a variable of the region has given a place or size that is not finite. Not all shapes
  // show it.
  bool is_finite() const;

  // Takes the pose of the region at this step.
  void update(bigint step, double dt);

  const State &state() const { return poses; }
  void set_state(const State &state) { poses = state; }

  const grist::ShapeWall::Motion &motion() const { return present; }

 private:
  Region *region = nullptr;
  State poses = {-1, {}, {}};
  grist::ShapeWall::Motion present;
};

}    // namespace LAMMPS_NS

#endif
