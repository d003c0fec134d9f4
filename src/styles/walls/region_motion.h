/* The motion of a LAMMPS region by its `move` and `rotate`: its frame, and its velocity as the
   change of its pose over the last step.
*/

#ifndef GRIST_STYLES_REGION_MOTION_H
#define GRIST_STYLES_REGION_MOTION_H

#include "common/space.h"
#include "lmptype.h"

#include "walls/inner_face_lanes.h"

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

  void set_region(Region *now) { region = now; }
  bool moves() const;

  // False if a variable of the region has given a place or size that is not finite. Not all shapes
  // show it.
  bool is_finite() const;

  // Takes the pose of the region at this step.
  void update(bigint step, double dt);

  const State &state() const { return poses; }
  void set_state(const State &state) { poses = state; }

  // From the initial place of the region to its present one, and back.
  const grist::Pose &frame() const { return present; }
  const grist::Pose &to_own() const { return back; }

  grist::WallPose pose() const;

  bool rotates() const;

  // The point that the region rotates about, where it is now. Without rotation: the origin.
  grist::Vector3d center() const;

  const grist::Vector3d &angular_velocity() const { return omega; }
  const grist::Vector3d &center_velocity() const { return velocity; }
  grist::Vector3d velocity_at(const grist::Vector3d &point) const;

 private:
  Region *region = nullptr;
  State poses = {-1, {}, {}};
  grist::Pose present, back = present;
  grist::Vector3d velocity = grist::Vector3d::zero();    // of center()
  grist::Vector3d omega = grist::Vector3d::zero();

  void find_velocity(double dt);
};

}    // namespace LAMMPS_NS

#endif
