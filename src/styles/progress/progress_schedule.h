/* The steps at which a line of progress is due: by computing time, by steps or by percent of the
   run.

   Computing time is read on rank 0 alone. So that ranks need not agree on it at every step, each
   step that may be an output is planned at the one before, from the speed since the last line: the
   interval at most doubles, so that a run whose speed is not known yet is looked at in steps 1, 2,
   4, 8, ...
*/

#ifndef LMP_PROGRESS_SCHEDULE_H
#define LMP_PROGRESS_SCHEDULE_H

#include "lmptype.h"

namespace LAMMPS_NS {

struct ProgressInterval {
  enum Unit { SECONDS, STEPS, PERCENT };
  Unit unit = SECONDS;
  double value = 5.0;
};

class ProgressSchedule {
 public:
  explicit ProgressSchedule(const ProgressInterval &interval) : interval(interval) {}

  // At a step before the first line of a run whose percentages refer to the steps from begin to
  // end.
  void start(bigint step, bigint begin, bigint end);

  // The next step at which is_due() is to be asked.
  bigint next() const { return next_step; }

  // At step next(); seconds of computing time: since the last line, or since the start; and since
  // the start. Plans the next step.
  bool is_due(bigint step, double since_line, double since_start);

 private:
  ProgressInterval interval;
  bigint begin = 0, end = 0;    // of the run
  bigint next_step = -1;
  bigint line_step = 0;    // of the last line, or of the start

  bigint step_after(bigint step) const;
  bigint planned_step(bigint step, double since_line, double wanted) const;
};

}    // namespace LAMMPS_NS

#endif
