// The time since a moving wall was made, in steps of the run. rerun takes no steps: there the time
// is that of the frame, (step of the frame - step known) x time step after the time known.

#ifndef GRIST_STYLES_WALL_CLOCK_H
#define GRIST_STYLES_WALL_CLOCK_H

#include "common/archive.h"
#include "update.h"
#include "walls/rigid_motion.h"

#include <string>

namespace LAMMPS_NS {

// Why rerun cannot have a wall with the motion `variable`, or with another motion since it was made
// (refuse_rerun).
static constexpr const char *NO_PLACE_IN_FRAMES =
    "the place by move variable, servo or free is a sum over all steps, which frames do not hold: "
    "move linear, rotate or wiggle";

static constexpr const char *ONE_MOTION_IN_FRAMES =
    "fix_modify move has begun another motion since: frames are of one motion";

class WallClock {
 public:
  // The wall is made now.
  explicit WallClock(const Update *update) : update(update), known_step(update->ntimestep) {}

  double time() const { return clock.time(); }

  // In a run, at each step.
  void step(double dt) { clock.step(dt); }

  // The time now, as a restart file has it.
  void set_time(double time)
  {
    clock.set_time(time);
    keep();
  }

  // At the end of a run, before the counter of steps may be set: what rerun counts from.
  void keep()
  {
    known_step = update->ntimestep;
    known_time = time();
  }

  // In rerun: the time of the frame.
  void go_to_frame()
  {
    clock.set_time(known_time + static_cast<double>(update->ntimestep - known_step) * update->dt);
  }

 private:
  const Update *update;
  grist::StepClock clock;
  bigint known_step;
  double known_time = 0.0;
};

// A motion of a wall in restart blocks: the time since the wall was made, where and when its motions
// began, what they are, and where driven motions are. `time` since the wall was made, to be written;
// returns the one for which the motion is then to be set. An error where the motions differ; `user`
// begins it.
double transfer_motion(class LAMMPS *lmp, const std::string &user, grist::Archive &archive,
                       grist::RigidMotion &motion, double time);

}    // namespace LAMMPS_NS

#endif
