/* Lines about work that takes long, one every few seconds, on rank 0. */

#ifndef LMP_WORK_PROGRESS_H
#define LMP_WORK_PROGRESS_H

#include "comm.h"
#include "lammps.h"
#include "platform.h"
#include "utils.h"

#include <cstdio>
#include <string>

namespace LAMMPS_NS {

// Rank 0 prints a line that is seen at once.
inline void report_now(LAMMPS *lmp, const std::string &line)
{
  if (lmp->comm->me != 0) return;
  utils::logmesg(lmp, line);
  for (FILE *out : {lmp->screen, lmp->logfile})
    if (out) fflush(out);
}

class WorkProgress {
 public:
  explicit WorkProgress(LAMMPS *lmp) : lmp(lmp), last(platform::walltime()) {}

  // text() is the line; it is asked for only when the line is due.
  template <typename Text> void report(const Text &text)
  {
    if (platform::walltime() - last < SECONDS) return;
    last = platform::walltime();
    report_now(lmp, text());
  }

 private:
  static constexpr double SECONDS = 5.0;
  LAMMPS *lmp;
  double last;
};

}    // namespace LAMMPS_NS

#endif
