#include "styles/progress/fix_progress.h"

#include "progress/progress_schedule.h"
#include "styles/access/run_time.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/commands/named_group.h"
#include "styles/files/output_columns.h"
#include "styles/guard/run_limits.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/progress/bond_counts.h"

#include "comm.h"
#include "compute.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "input.h"
#include "memory.h"
#include "modify.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr int FIRST_WORD = 3;    // after fix ID group style
static constexpr int RESTART_VERSION = 1;
static constexpr const char *USER = "Fix progress";

FixProgress::FixProgress(LAMMPS *lmp, int narg, char **arg) :
    RestartedFix(USER, RESTART_VERSION, lmp, narg, arg),
    interval(read_progress_settings(InputWords(lmp, USER, narg, arg, FIRST_WORD), text)),
    schedule(interval), span(lmp), bonds(nullptr), broken_here(0), bonds_at_first(-1),
    start_time(0.0), line_time(0.0), start_step(0), line_step(0), any_line(false), rate(0.0),
    read_step(-1), latest_step(-1)
{
  vector_flag = 1;
  size_vector = 8;
  extvector = 0;
  global_freq = 1;
  nevery = 1;    // the next step with a line is known at the one before only
  name_columns(lmp, *this,
               {{},
                {"percent [percent]", "steps_per_second [1/second]", "seconds_left [second]",
                 "particles", "bonds", "broken_bonds", "fragments", "clusters"},
                {},
                {}});
}

void FixProgress::init()
{
  warn_of_empty_group(lmp, this);
  known = {};
  breaks.reset();
  latest_step = -1;
  bonds = bonded_elements(lmp);
  if (!bonds) return;
  known.add(bonds->fix());
  breaks = bonds->subscribe(*this);
}

double FixProgress::clock() const
{
  double now = platform::walltime();
  MPI_Bcast(&now, 1, MPI_DOUBLE, 0, world);
  return now;
}

// ---- the run

// At setup; where LAMMPS leaves that out (run ... pre no), at the first step.
void FixProgress::start_run()
{
  const bool is_new = span.enter();
  if (is_new) {
    const double now = clock();
    start_time = line_time = now;
    start_step = line_step = update->ntimestep;
    any_line = false;
    rate = 0.0;
    schedule.start(update->ntimestep, span.begin(), span.end());
  }
  latest_step = -1;
  latest.has_balance = false;
  if (bonds_at_first < 0 && has_bonds(lmp)) count();
  plan_reads();
  if (reads_at_lines()) modify->addstep_compute_all(update->laststep);
}

void FixProgress::end_of_step()
{
  if (!span.is_running()) start_run();
  const bigint step = update->ntimestep;
  if (step < schedule.next()) return;
  const double now = clock();
  const bool due = schedule.is_due(step, now - line_time, now - start_time);
  if (step == update->laststep) add_drift(latest);    // which post_run() prints
  const bool is_end = step == span.end();
  if (due && !is_end) print(now, grist::ProgressReport::RUNNING);
  plan_reads();
}

Compute *FixProgress::balance() const
{
  const auto found = modify->get_compute_by_style("^energy/balance$");
  return found.empty() ? nullptr : found[0];
}

// Computes must know beforehand in which step a line may read them.
void FixProgress::plan_reads()
{
  if (!reads_at_lines()) return;
  read_step = schedule.next();
  modify->addstep_compute_all(read_step);
}

// The last line of a run. Short runs and the parts of a run have none.
void FixProgress::post_run()
{
  if (!span.is_running()) return;
  const bigint step = update->ntimestep;
  const bool early = step < update->laststep && !span.is_minimization();
  const bool complete = step >= span.end() || span.is_minimization();
  span.leave(early);
  if (step == start_step || !(early || complete)) return;
  const double now = clock();
  const bool by_seconds = interval.unit == grist::ProgressInterval::SECONDS;
  if (by_seconds && !any_line && now - start_time < interval.value) return;
  print(now, early ? grist::ProgressReport::EARLY : grist::ProgressReport::COMPLETE);
}

// ---- what is reported

// Collective.
void FixProgress::count()
{
  known.check(lmp, USER);
  latest.particles = group->count(igroup);
  latest.has_bonds = has_bonds(lmp);
  latest.has_fragments = latest.has_bonds && bonds;
  if (!latest.has_bonds) return;
  const BondCounts counts = count_bonds(lmp, groupbit, bonds);
  latest.intact = counts.intact;
  latest.fragments = counts.fragments;
  latest.clusters = counts.clusters;
  if (bonds_at_first < 0) bonds_at_first = counts.intact;
  MPI_Allreduce(&broken_here, &latest.broken, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  if (!bonds) latest.broken += std::max<bigint>(bonds_at_first - counts.intact, 0);
}

// Those of pairs and of walls, if the pair style knows its own. Collective.
void FixProgress::add_contacts(grist::ProgressReport &report) const
{
  if (force->pair && !pair_with<GuardedStyle>(lmp)) return;
  const RunLimits limits = limits_of_run(lmp);
  report.has_contacts = !limits.overlaps.empty();
  double count = 0.0, all = 0.0, largest = 0.0;
  for (const OverlapReading &reading : limits.overlaps) {
    count += reading.count;
    largest = std::max(largest, reading.largest);
  }
  MPI_Allreduce(&count, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  MPI_Allreduce(&largest, &report.largest_overlap, 1, MPI_DOUBLE, MPI_MAX, world);
  report.contacts = std::llround(all);
}

// Over the largest entry of the balance. Collective.
void FixProgress::add_drift(grist::ProgressReport &report) const
{
  Compute *energies = balance();
  if (!energies) return;
  const double drift = std::fabs(energies->compute_scalar());
  energies->compute_vector();
  double largest = 0.0;
  for (int n = 0; n < energies->size_vector; n++)
    largest = std::max(largest, std::fabs(energies->vector[n]));
  report.has_balance = largest > 0.0;
  if (report.has_balance) report.drift = drift / largest;
}

// Collective. now: the clock.
void FixProgress::refresh(double now)
{
  if (latest_step == update->ntimestep) return;
  count();
  const bigint step = update->ntimestep;
  latest.percent = span.percent();
  latest.minimizes = span.is_minimization();
  latest.time = run_time(update);
  latest.time_unit = grist::time_unit_of(update->unit_style);
  const bool is_first = line_step == start_step && step > start_step && now > start_time;
  latest.rate = is_first ? (step - start_step) / (now - start_time) : rate;
  latest.seconds = latest.rate > 0.0 ? std::max<bigint>(span.end() - step, 0) / latest.rate : 0.0;
  latest_step = step;
}

// The text is read last: it may contain values of this fix.
void FixProgress::print(double now, grist::ProgressReport::End end)
{
  const bigint step = update->ntimestep;
  if (step > line_step) rate = (step - line_step) / std::max(now - line_time, 1e-9);
  line_time = now;
  line_step = step;
  any_line = true;
  latest_step = -1;
  refresh(now);
  grist::ProgressReport report = latest;
  report.end = end;
  if (end != grist::ProgressReport::RUNNING) report.seconds = now - start_time;
  const bool is_planned = end == grist::ProgressReport::RUNNING || step == update->laststep;
  if (!span.is_minimization()) add_contacts(report);
  if (end == grist::ProgressReport::RUNNING) add_drift(report);
  if (end == grist::ProgressReport::EARLY) report.has_balance = false;
  if (!text.empty() && is_planned) report.text = substituted_text();
  if (comm->me == 0) utils::logmesg(lmp, progress_line(report) + "\n");
}

std::string FixProgress::substituted_text()
{
  int max_copy = static_cast<int>(text.size()) + 1, max_work = max_copy;
  auto *copy = static_cast<char *>(memory->smalloc(max_copy, "progress:copy"));
  auto *work = static_cast<char *>(memory->smalloc(max_work, "progress:work"));
  strcpy(copy, text.c_str());
  modify->clearstep_compute();
  input->substitute(copy, work, max_copy, max_work, 0);
  const std::string filled = copy;
  memory->sfree(copy);
  memory->sfree(work);
  return filled;
}

double FixProgress::compute_vector(int i)
{
  if (latest_step != update->ntimestep) refresh(clock());
  switch (i) {
    case 0: return latest.percent;
    case 1: return latest.rate;
    case 2: return latest.seconds;
    case 3: return static_cast<double>(latest.particles);
    case 4: return static_cast<double>(latest.intact);
    case 5: return static_cast<double>(latest.broken);
    case 6: return static_cast<double>(latest.fragments);
    default: return static_cast<double>(latest.clusters);
  }
}

// The next step at which this fix reads velocities, for integrators that complete velocities only
// where they are read.
void *FixProgress::extract(const char *name, int &dim)
{
  dim = 0;
  return strcmp(name, "next_read") == 0 ? &read_step : nullptr;
}

// ---- broken bonds are counted on after a restart

void FixProgress::transfer_state(grist::Archive &archive)
{
  bigint broken = 0;
  if (!archive.reads()) MPI_Allreduce(&broken_here, &broken, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  archive(broken, bonds_at_first);
  if (archive.reads()) broken_here = comm->me == 0 ? broken : 0;
}
