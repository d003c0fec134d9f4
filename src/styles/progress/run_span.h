/* The steps that the percentage of progress refers to: those of the run, or from start to stop (run
   ... start ... stop ...), or all parts of run ... every ..., or the iterations that a minimization
   may take.
*/

#ifndef LMP_RUN_SPAN_H
#define LMP_RUN_SPAN_H

#include "pointers.h"

namespace LAMMPS_NS {

class RunSpan : protected Pointers {
 public:
  explicit RunSpan(LAMMPS *lmp) : Pointers(lmp) {}

  // At the start of a run, or of a part of run ... every. Returns true if the span is a new one,
  // and no continuation.
  bool enter();
  void leave(bool early);    // early: ended by fix halt or a time limit

  bool is_running() const { return running; }
  bigint begin() const { return first; }
  bigint end() const { return last; }
  double percent() const;    // at the current step
  bool is_minimization() const { return minimizes; }

 private:
  bigint first = 0, last = 0;
  bigint left_at = -1;    // the step at which the last run of the span ended
  bool running = false, minimizes = false, has_parts = false;

  bigint steps_of_all_parts() const;
};

}    // namespace LAMMPS_NS

#endif
