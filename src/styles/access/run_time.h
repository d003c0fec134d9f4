// The time at the current step, and by how much it and the counter of steps were set between runs.

#ifndef LMP_RUN_TIME_H
#define LMP_RUN_TIME_H

#include "common/archive.h"

#include "update.h"

namespace LAMMPS_NS {

// Also where the time step has changed during a run.
inline double run_time(const Update *update)
{
  return update->atime + static_cast<double>(update->ntimestep - update->atimestep) * update->dt;
}

// Notices that the counter of steps or the time was set between two runs (reset_timestep,
// read_dump): LAMMPS says so to no fix. A fix that keeps a step or a time moves it by the jump, and
// goes on as if the counter had not been set.
class RunCounter {
 public:
  struct Jump {
    bigint steps = 0;
    double time = 0.0;
  };

  // At the end of a run. The steps of a minimization, which takes no time, belong to the jump.
  void leave(const Update *update)
  {
    if (!is_between_runs || update->whichflag != 2) leave(update->ntimestep, run_time(update));
  }

  // With what a restart file holds.
  void leave(bigint at_step, double at_time)
  {
    step = at_step;
    time = at_time;
    is_between_runs = true;
  }

  // The step and the time of a restart file. Returns the step.
  bigint transfer(grist::Archive &archive, const Update *update)
  {
    bigint at_step = update->ntimestep;
    double at_time = run_time(update);
    archive(at_step, at_time);
    if (archive.reads()) leave(at_step, at_time);
    return at_step;
  }

  // By how much step and time have been moved since. No jump within a run, or after a run that an
  // error has ended.
  Jump jump(const Update *update)
  {
    if (!is_between_runs) return {};
    const Jump moved = {update->ntimestep - step, run_time(update) - time};
    leave(update->ntimestep, run_time(update));
    return moved;
  }

  // The same at the start of a run.
  Jump enter(const Update *update)
  {
    const Jump moved = jump(update);
    is_between_runs = false;
    return moved;
  }

 private:
  bool is_between_runs = false;
  bigint step = 0;
  double time = 0.0;
};

}    // namespace LAMMPS_NS

#endif
