// The time at the current step, also where the time step has changed during a run.

#ifndef LMP_RUN_TIME_H
#define LMP_RUN_TIME_H

#include "update.h"

namespace LAMMPS_NS {

inline double run_time(const Update *update)
{
  return update->atime + static_cast<double>(update->ntimestep - update->atimestep) * update->dt;
}

}    // namespace LAMMPS_NS

#endif
