/* The steps at which a line of progress is due: by computing time, by steps or by percent of the
   run.

   Computing time is read on rank 0 alone. So that ranks need not agree on it at every step, each
   step that may be an output is planned at the one before, from the speed since the last line: the
   interval at most doubles, so that a run whose speed is not known yet is looked at in steps 1, 2,
   4, 8, ...
*/

#ifndef GRIST_PROGRESS_PROGRESS_SCHEDULE_H
#define GRIST_PROGRESS_PROGRESS_SCHEDULE_H

#include <cstdint>
#include <string>

namespace grist {

struct ProgressInterval {
  enum Unit { SECONDS, STEPS, PERCENT };
  Unit unit = SECONDS;
  double value = 5.0;
};

// Reads the words of fix progress: keyword value ..., to the end of the line; `text` is set by its keyword.
ProgressInterval read_progress_settings(class WordReader &&words, std::string &text);

class ProgressSchedule {
 public:
  explicit ProgressSchedule(const ProgressInterval &interval) : interval(interval) {}

  // At a step before the first line of a run whose percentages refer to the steps from begin to
  // end.
  void start(std::int64_t step, std::int64_t begin, std::int64_t end);

  // The next step at which is_due() is to be asked.
  std::int64_t next() const { return next_step; }

  // At step next(); seconds of computing time: since the last line, or since the start; and since
  // the start. Plans the next step.
  bool is_due(std::int64_t step, double since_line, double since_start);

 private:
  ProgressInterval interval;
  std::int64_t begin = 0, end = 0;    // of the run
  std::int64_t next_step = -1;
  std::int64_t line_step = 0;    // of the last line, or of the start

  std::int64_t step_after(std::int64_t step) const;
  std::int64_t planned_step(std::int64_t step, double since_line, double wanted) const;
};

}    // namespace grist

#endif
