// When fragments and sizes are written: at multiples of a number of steps, and at the step nearest
// to each chosen time; no step twice.

#ifndef LMP_OUTPUT_SCHEDULE_H
#define LMP_OUTPUT_SCHEDULE_H

#include "lmptype.h"

#include <vector>

namespace LAMMPS_NS {

class OutputSchedule {
 public:
  bigint last_step = -1;    // of the last output; -1: none yet

  // every: 0: not by steps; times: ascending.
  OutputSchedule(bigint every, const std::vector<double> &times) : every(every), times(times) {}

  // Times before the start of a run are left out.
  void start(double time, double dt);

  // To be called once a step, with the time at it.
  bool is_due(bigint step, double time, double dt);

 private:
  bigint every;
  std::vector<double> times;
  size_t next = 0;    // of times
};

}    // namespace LAMMPS_NS

#endif
