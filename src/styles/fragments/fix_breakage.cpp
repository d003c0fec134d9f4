#include "styles/fragments/fix_breakage.h"

#include "styles/access/run_checks.h"
#include "styles/access/run_time.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/commands/named_group.h"
#include "styles/files/output_columns.h"
#include "styles/fragments/body_fragments.h"
#include "styles/fragments/bonded_fragments.h"
#include "styles/interfaces/bonded_bodies.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fmt/format.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "output.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

using namespace LAMMPS_NS;
using namespace FixConst;

// Layout of the restart block, and of what each atom keeps.
static constexpr int RESTART_VERSION = 4;
static constexpr int FIRST_WORD = 3;    // after fix ID group style

// Bonded clusters: fragments of fewer elements are fines, unless the input says otherwise.
static constexpr int FINES_BELOW = 2;

// Otherwise elements are bonded: spheres, or blocks.
static bool is_of_bodies(LAMMPS *lmp)
{
  return lmp->atom->style_match("body") && !bond_with<BondedBodies>(lmp);
}

static std::unique_ptr<FragmentSource> make_source(LAMMPS *lmp, int groupbit, FragmentRows &rows,
                                                   const grist::BreakageSettings &settings)
{
  const int fines_below = settings.fines_below;
  if (!is_of_bodies(lmp))
    return std::make_unique<BondedFragments>(lmp, groupbit, rows,
                                             fines_below > 0 ? fines_below : FINES_BELOW);
  if (fines_below > 0)
    lmp->error->all(FLERR, "{}: fines {} (a body has no elements; give 'below' and a size)",
                    FIX_BREAKAGE, fines_below);
  return std::make_unique<BodyFragments>(lmp, groupbit, rows);
}

static OutputColumns columns_of(bool are_bodies, bool by_sieve)
{
  const std::string what = are_bodies ? "bodies" : "bonds", sieve = by_sieve ? "sieve_" : "";
  return {{"total_broken"},
          {what, "broken_" + what, "broken_fraction", are_bodies ? "breakable" : "clusters",
           "largest_mass [mass]", sieve + "d10 [distance]", sieve + "d50 [distance]",
           sieve + "d80 [distance]", "fragments", "share_of_fines", "breaking_energy [energy]",
           "broken_by_tension", "broken_by_shear", "total_mass [mass]", "t10"},
          {},
          {"fragment"}};
}

FixBreakage::FixBreakage(LAMMPS *lmp, int narg, char **arg) :
    AtomRows(FIX_BREAKAGE, RESTART_VERSION, lmp, narg, arg),
    settings(read_breakage_settings(InputWords(lmp, FIX_BREAKAGE, narg, arg, FIRST_WORD))),
    source(make_source(lmp, groupbit, rows, settings)),
    files(lmp, settings, std::string("fix ") + id, source->headers()),
    schedule(settings.every, settings.times), summary_step(-1), table_step(-1),
    table_has_sieves(false), is_running(false)
{
  scalar_flag = vector_flag = 1;
  size_vector = 15;
  global_freq = 1;
  extscalar = 0;
  extvector = 0;
  peratom_flag = 1;
  size_peratom_cols = 0;
  peratom_freq = 1;

  // Called at every step: other fixes may read per-atom ids at any. It counts at multiples of N and
  // at every output, so that thermo output, dumps and files are of that very step.
  nevery = 1;

  name_columns(lmp, *this, columns_of(is_of_bodies(lmp), settings.by_sieve));
  start_rows();
  for (int i = 0; i < atom->nlocal; i++) set_arrays(i);
}

FixBreakage::~FixBreakage()
{
  memory->destroy(vector_atom);
}

void FixBreakage::init()
{
  warn_of_empty_group(lmp, this);
  is_running = false;
  source->connect();
  discard_results();
  schedule.start(run_time(update), update->dt);
}

void FixBreakage::setup(int)
{
  const bigint steps = counter.enter(update).steps;
  if (schedule.last_step >= 0) schedule.last_step += steps;
  files.start();
  end_of_step();
}

void FixBreakage::end_of_step()
{
  is_running = true;
  update_vector_atom();
  const bigint step = update->ntimestep;
  const bool due =
      settings.writes_fragments_or_sizes() && schedule.is_due(step, run_time(update), update->dt);
  if (!due && step % settings.interval != 0 && step != output->next && !update->setupflag) return;
  discard_results();    // they may have been computed before the breaks of this step
  refresh_summary();
  if (due) write_fragments_and_sizes();
}

// The last breaks are shared, so that outputs between runs have them.
void FixBreakage::post_run()
{
  discard_results();
  refresh_summary();
  update_vector_atom();
  is_running = false;
  counter.leave(update);
}

// ---- counts and sizes

double FixBreakage::compute_scalar()
{
  refresh_summary();
  return source->counts().broken;
}

double FixBreakage::compute_vector(int i)
{
  assert(i >= 0 && i < size_vector);
  refresh_summary();
  const BreakageCounts counts = source->counts();
  switch (i) {
    case 0: return counts.all;
    case 1: return counts.broken;
    case 2: return counts.broken_fraction;
    case 3: return counts.breakable;
    case 4: return counts.largest_mass;
    case 5: return current_sizes().d10;
    case 6: return current_sizes().d50;
    case 7: return current_sizes().d80;
    case 8: return current_sizes().fragments;
    case 9: return current_sizes().fines_fraction;
    case 10: return counts.energy;
    case 11: return counts.by_tension;
    case 12: return counts.by_shear;
    case 13: return current_sizes().mass;
    default: return current_sizes().t10;
  }
}

// Collective; computed once a step, between runs at each output.
void FixBreakage::refresh_summary()
{
  if (!source->is_connected() || (is_running && summary_step == update->ntimestep)) return;
  files.write_events(source->take_events());
  source->count();
  summary_step = update->ntimestep;
}

// Collective; computed once a step at most, and only when an output needs it; between runs at each.
void FixBreakage::refresh_table(bool with_sieves)
{
  if (is_running && table_step == update->ntimestep && (table_has_sieves || !with_sieves)) return;
  list = source->collect(with_sieves);
  table_has_sieves = with_sieves;
  table_step = update->ntimestep;
  if (comm->me == 0) {
    if (settings.below > 0.0)
      for (grist::Fragment &fragment : list.fragments)
        fragment.is_fine = size_of(fragment, settings.by_sieve) < settings.below;
    sizes = fragment_sizes(list, distribution(), settings.by_sieve);
  }
  MPI_Bcast(&sizes, sizeof(grist::FragmentSizes), MPI_BYTE, 0, world);
}

// On rank 0.
grist::SizeDistribution FixBreakage::distribution() const
{
  assert(comm->me == 0);
  try {
    return size_distribution(list.fragments, settings.by_sieve);
  } catch (const std::invalid_argument &invalid) {
    error->one(FLERR, "{}: {}", FIX_BREAKAGE, invalid.what());
  }
}

const grist::FragmentSizes &FixBreakage::current_sizes()
{
  if (source->is_connected()) refresh_table(settings.by_sieve);
  return sizes;
}

// The fragment of each atom now, for dumps and for fixes that read it. Ids move with their atoms;
// they are found anew where bonds have broken, and where atoms may have come.
void FixBreakage::update_vector_atom()
{
  if (!source->is_connected()) return;    // `run pre no` begins no fix that was defined after a run
  const bool ids_have_changed = source->update_ids();
  if (!ids_have_changed && neighbor->ago != 0 && !update->setupflag) return;
  for (int i = 0; i < atom->nlocal; i++) {
    rows[i].fragment = (atom->mask[i] & groupbit) ? source->fragment_id(i) : 0;
    row_changed(i);
  }
}

void FixBreakage::write_fragments_and_sizes()
{
  refresh_table(settings.by_sieve || !settings.fragments_file.empty());
  schedule.last_step = update->ntimestep;
  if (files.has_fragments()) {
    const std::string now = fmt::format("{},{:.9g},", update->ntimestep, run_time(update));
    std::string rows;
    for (const grist::Fragment &fragment : list.fragments) rows += now + source->row_of(fragment);
    files.write_fragments(rows);
  }
  if (files.has_sizes()) files.write_sizes(distribution(), run_time(update));
}

// ---- totals and births continue after a restart; no event may be pending when atoms are packed

void FixBreakage::transfer_state(grist::Archive &archive)
{
  if (!archive.reads() && source->is_connected()) files.write_events(source->take_events());
  source->transfer_state(archive);
  bigint last_output = schedule.last_step;
  archive(last_output);
  const bigint step = counter.transfer(archive, update);
  if (!archive.reads()) return;
  schedule.last_step = settings.append ? last_output : -1;
  if (settings.append && step == update->ntimestep) files.continue_from(step);
}

void FixBreakage::grow_arrays(int nmax)
{
  AtomRows::grow_arrays(nmax);
  memory->grow(vector_atom, std::max(1, nmax), "breakage:vector_atom");
}

double FixBreakage::memory_usage()
{
  return AtomRows::memory_usage() +
      static_cast<double>(list.fragments.capacity()) * sizeof(grist::Fragment);
}
