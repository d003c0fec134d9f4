#include "styles/checkpoint/fix_checkpoint.h"

#include "styles/access/run_checks.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/files/grist.h"
#include "styles/files/output_columns.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "modify.h"
#include "output.h"
#include "platform.h"
#include "timer.h"
#include "update.h"
#include "write_restart.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr int FIRST_WORD = 3;    // after fix ID group style
static constexpr int RESTART_VERSION = 1;
static constexpr const char *USER = "Fix checkpoint";
static constexpr double LOOK = 0.5;              // seconds between two looks at the clock
static constexpr double MOST_RESERVE = 60.0;     // seconds before the limit, or
static constexpr double RESERVE_SHARE = 0.1;     // this share of it if that is less,
static constexpr double RESERVE_WRITES = 3.0;    // and this times what a checkpoint took

FixCheckpoint::FixCheckpoint(LAMMPS *lmp, int narg, char **arg) :
    AtomRows(USER, RESTART_VERSION, lmp, narg, arg)
{
  read(narg, arg);
  if (igroup != 0) error->all(FLERR, "{}: group {} (expected all)", USER, arg[1]);
  if (!modify->get_fix_by_style("^checkpoint$").empty())
    error->all(FLERR, "{}: there is one already (unfix it first)", USER);
  nevery = 1;    // the next step with a checkpoint is known at the one before only
  force_reneighbor = 1;
  next_reneighbor = -1;
  scalar_flag = global_freq = 1;
  extscalar = 0;
  name_columns(lmp, *this, {{"ended_by_limit"}, {}, {}, {}});
  std::string problem;
  if (comm->me == 0) problem = folder.open(settings.folder);
  if (comm->me == 0 && problem.empty())
    problem = claim.claim(lmp, folder.incomplete(), fmt::format("fix {}", id));
  if (!problem.empty()) problem = fmt::format("{}: {}", USER, problem);
  end_if_any(lmp, problem);
  start_rows();
}

void FixCheckpoint::read(int narg, char **arg)
{
  InputWords words(lmp, USER, narg, arg, FIRST_WORD);
  settings.folder = words.word("the folder");
  words.read_keywords({
      {"minutes", [&] { settings.minutes = words.positive("minutes", Quantity::NUMBER); }},
      {"every", [&] { settings.every = words.big_whole("every", 1); }},
      {"limit", [&] { settings.limit = words.positive("limit", Quantity::NUMBER); }},
      {"label", [&] { settings.label = words.word("label"); }},
  });
  if (words.has_read("minutes") && words.has_read("every"))
    words.fail("minutes and every exclude each other");
}

// Leapfrog integrators complete velocities where something reads them.
void *FixCheckpoint::extract(const char *name, int &dim)
{
  dim = 0;
  return strcmp(name, "next_read") == 0 ? &planned : nullptr;
}

// ---- the start of a run

void FixCheckpoint::init()
{
  check_order_of_fixes(lmp);
  for (Fix *fix : fixes_of(*modify))
    if (averages_varying_rows(fix))
      error->all(FLERR,
                 "{}: fix {} averages rows whose number changes (restart files cannot hold "
                 "them)",
                 USER, fix->id);
  if (is_restored && kept.step == update->ntimestep) take_back();
}

// Rows and frames of the step of the checkpoint are in the files already.
void FixCheckpoint::take_back()
{
  for (const StockState &state : kept.stock) {
    Fix *fix = modify->get_fix_by_id(state.id);
    if (fix && !set_stock_state(fix, state))
      error->all(FLERR, "{}: fix {} is another one than in the run before", USER, state.id);
  }
  update->atimestep = kept.time_step;
  update->atime = kept.time;
  modify->addstep_compute_all(kept.step + 1);
  for (int k = 0; k < output->ndump; k++) output->last_dump[k] = kept.step;
  if (comm->me > 0) return;
  fflush(nullptr);    // titles, which are in the files already
  const std::vector<std::string> cut = cut_to_marks(kept.files);
  std::string names;
  for (const std::string &file : cut) names += (names.empty() ? "" : ", ") + file;
  utils::logmesg(lmp, "{}: continues from step {}{}{}\n", USER, kept.step,
                 cut.empty() ? "" : "; what was written later was cut off: ", names);
}

// Atoms have their places, and forces are not computed yet.
void FixCheckpoint::setup_pre_force(int)
{
  is_restored &= kept.step == update->ntimestep;
  if (!is_restored) return;
  for (SetupMemory *style : styles_with<SetupMemory>(lmp)) {
    memories.push_back(style->keep());
    memories.push_back(style->keep_more());
  }
}

void FixCheckpoint::setup(int)
{
  if (is_restored) {
    for (const SetupMemory::Restore &restore : memories) restore();
    memories.clear();
    for (int i = 0; i < atom->nlocal; i++) {
      std::copy_n(rows[i].force.begin(), 3, atom->f[i]);
      if (atom->torque) std::copy_n(rows[i].torque.begin(), 3, atom->torque[i]);
    }
  }
  is_restored = false;
  has_ended = is_last = false;
  planned = -1;
  last_look = platform::walltime();
  next_look = last_look_step = update->ntimestep;
  double left = seconds_to_limit();
  MPI_Bcast(&left, 1, MPI_DOUBLE, 0, world);
  if (settings.limit > 0.0 && left <= 0.0 && update->nsteps > 0)
    error->all(FLERR,
               "{}: limit {:.4g} s is over after the set-up, before the first step (give a "
               "longer one)",
               USER, settings.limit);
  if (settings.every > 0) plan((update->ntimestep / settings.every + 1) * settings.every);
  prepare();
}

// ---- in a run

double FixCheckpoint::seconds_to_limit() const
{
  const double reserve =
      std::min(MOST_RESERVE, RESERVE_SHARE * settings.limit) + RESERVE_WRITES * longest;
  return settings.limit - reserve - platform::walltime();
}

void FixCheckpoint::plan(bigint step)
{
  planned = step;
  next_reneighbor = step;
  expect_output();
}

// In the step before.
void FixCheckpoint::prepare()
{
  if (planned != update->ntimestep + 1) return;
  atom->nextsort = planned;
  for (SetupMemory *style : styles_with<SetupMemory>(lmp)) style->forget();
}

// It counts as a step with output, although LAMMPS writes nothing by itself.
void FixCheckpoint::expect_output()
{
  if (planned < 0) return;
  if (!output->restart_flag)    // then LAMMPS sets neither, but reads both
    output->next_restart_single = output->next_restart_double = update->laststep + 1;
  output->next_restart = std::min(output->next_restart, planned);
  output->next = std::min(output->next, planned);
}

// Rank 0 reads the clock, and says what all do.
void FixCheckpoint::look()
{
  const bigint step = update->ntimestep;
  std::array<bigint, 3> said = {0, 0, 0};    // next look, whether a checkpoint is due, the last one
  if (comm->me == 0) {
    const double now = platform::walltime();
    const bigint done = std::max<bigint>(step - last_look_step, 1);
    const double seconds = std::max(now - last_look, 1e-6);
    said[0] = step + std::clamp<bigint>(static_cast<bigint>(LOOK * done / seconds), 1, 2 * done);
    const double since = std::min(now, file_clock_now() - folder.newest());
    const bool by_clock = settings.every == 0 && since >= 60.0 * settings.minutes;
    said[2] = settings.limit > 0.0 && seconds_to_limit() <= 0.0;
    said[1] = by_clock || said[2];
    last_look = now;
  }
  MPI_Bcast(said.data(), 3, MPI_LMP_BIGINT, 0, world);
  next_look = said[0];
  last_look_step = step;
  is_last = said[2] != 0;
  if (said[1]) plan(step + 1);
}

void FixCheckpoint::end_of_step()
{
  const bigint step = update->ntimestep;
  if (step == planned) {
    write();
    if (is_last) {
      has_ended = true;
      timer->force_timeout();
    }
    plan(settings.every > 0 ? step + settings.every : -1);
  } else if (step >= next_look && step < update->laststep) {
    look();
  }
  prepare();
  expect_output();
}

// Collective.
void FixCheckpoint::write()
{
  const double start = platform::walltime();
  const bigint step = update->ntimestep;
  if (output->next == step) output->write(step);    // its rows and frames belong to the files
  const std::vector<FileMark> before = kept.files;
  kept = {step, update->atimestep, update->atime, grist_version(lmp), {}, {}};
  for (Fix *fix : fixes_of(*modify)) {
    StockState state;
    if (has_stock_state(fix, state)) kept.stock.push_back(state);
  }
  for (int i = 0; i < atom->nlocal; i++) {
    std::copy_n(atom->f[i], 3, rows[i].force.begin());
    if (atom->torque) std::copy_n(atom->torque[i], 3, rows[i].torque.begin());
  }
  fflush(nullptr);
  const std::string file = settings.folder + "/part";    // on all ranks
  std::string problem;
  if (comm->me == 0)
    kept.files = mark_files(file_clock_now() - platform::walltime(), before, settings.folder);
  WriteRestart writer(lmp);
  writer.multiproc_options(0, 0, nullptr);
  writer.write(file);
  if (comm->me == 0) problem = folder.complete(record());
  if (!problem.empty()) problem = fmt::format("{}: {}: {}", USER, settings.folder, problem);
  end_if_any(lmp, problem);
  longest = std::max(longest, platform::walltime() - start);
}

std::string FixCheckpoint::record() const
{
  return fmt::format("step {}\nfirst {}\nlast {}\nend {}\nlabel {}\nends {}\n", update->ntimestep,
                     update->beginstep, update->endstep, update->laststep, settings.label,
                     is_last ? "yes" : "no");
}

void FixCheckpoint::transfer_state(grist::Archive &archive)
{
  archive(kept);
  if (!archive.reads()) return;
  const std::string program = grist_version(lmp);
  if (kept.program != program)
    error->all(FLERR, "{}: the restart file is of {} (this is {})", USER, kept.program, program);
  is_restored = true;
}
