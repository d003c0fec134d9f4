#include "styles/rigid/contact_periods.h"

#include "comm.h"
#include "error.h"
#include "styles/guard/run_limits.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;

static constexpr bigint LOOK = 1000;    // steps

// Contacts of bodies last longer than those of their elements, by mass^0.4 (Hertz).
void ContactPeriods::compare(const std::vector<Cluster> &released)
{
  const bigint ahead = next_look - update->ntimestep;    // more than LOOK after reset_timestep
  if (released.empty() || has_warned || (ahead > 0 && ahead <= LOOK)) return;
  double shortest = HUGE_VAL;
  const RunLimits limits = limits_of_run(lmp);
  for (const TimeLimit &limit : limits.times)
    if (limit.kind == TimeLimitKind::CONTACT) shortest = std::min(shortest, limit.time);
  for (const Cluster &cluster : released) {
    const double contact = shortest * std::pow(cluster.mass / cluster.lightest, 0.4);
    if (!least.is_known || contact / cluster.period < least.ratio)
      least = {true, contact / cluster.period, cluster.period};
  }
}

void ContactPeriods::warn()
{
  struct {
    double ratio;
    int rank;
  } mine = {least.ratio, comm->me}, of_all;
  double period = least.period;
  least = Least();
  next_look = update->ntimestep + LOOK;
  MPI_Allreduce(&mine, &of_all, 1, MPI_DOUBLE_INT, MPI_MINLOC, world);
  MPI_Bcast(&period, 1, MPI_DOUBLE, of_all.rank, world);
  if (of_all.ratio >= 1.0) return;
  has_warned = true;
  if (comm->me == 0)
    error->warning(
        FLERR,
        "{}: contacts of held clusters last {:.3g} of their first period, {:.3g} (expected "
        "more than 1: softer contacts or stiffer bonds, or hold no)",
        user, of_all.ratio, period);
}
