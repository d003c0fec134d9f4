#include "styles/progress/run_span.h"

#include "input.h"
#include "update.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

// Steps of all parts of the command run N every M, otherwise 0. They follow from the words of the
// command only: LAMMPS announces each part as a run of its own. The words are gone when commands
// between the parts have been read.
bigint RunSpan::steps_of_all_parts() const
{
  if (!input->command || strcmp(input->command, "run") != 0 || input->narg < 3) return 0;
  bool every = false, upto = false;
  for (int i = 1; i < input->narg; i++) {
    every = every || strcmp(input->arg[i], "every") == 0;
    upto = upto || strcmp(input->arg[i], "upto") == 0;
  }
  if (!every) return 0;
  const bigint steps = utils::bnumeric(FLERR, input->arg[0], false, lmp);
  return upto ? steps - update->firststep : steps;
}

bool RunSpan::enter()
{
  running = true;
  const bool in_order = update->firststep == left_at && left_at < last;
  const bool minimizes_now = update->whichflag == 2;
  const bool same_limits = update->beginstep == first && update->endstep == last;
  if (in_order && minimizes == minimizes_now && (has_parts || same_limits)) return false;
  first = update->beginstep;
  last = update->endstep;
  minimizes = minimizes_now;
  const bool limits_are_given = first != update->firststep || last != update->laststep;
  const bigint all = minimizes || limits_are_given ? 0 : steps_of_all_parts();
  has_parts = all > last - first;
  if (has_parts) last = first + all;
  return true;
}

void RunSpan::leave(bool early)
{
  running = false;
  left_at = early ? -1 : update->ntimestep;
}

double RunSpan::percent() const
{
  if (last <= first) return 100.0;
  const double share = static_cast<double>(update->ntimestep - first) / (last - first);
  return 100.0 * std::clamp(share, 0.0, 1.0);
}
