#include "styles/clusters/fix_breakage.h"

#include "styles/common/restart_block.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "output.h"
#include "update.h"

#include <algorithm>
#include <stdexcept>

using namespace LAMMPS_NS;
using namespace FixConst;

// Layout of the restart block, and of what each atom keeps: one number, its birth.
static constexpr int RESTART_VERSION = 2;
static constexpr const char *USER = "Fix breakage";

/* ---------------------------------------------------------------------- */

FixBreakage::FixBreakage(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), settings(read_breakage_settings(lmp, narg, arg)),
    files(lmp, settings, std::string("fix ") + id), schedule(settings.every, settings.times),
    fix_state(nullptr), births(lmp), table(lmp), summary_step(-1), table_step(-1),
    table_has_sieves(false), nmax_vector(0)
{
  scalar_flag = vector_flag = 1;
  size_vector = 14;
  global_freq = 1;
  extscalar = 0;
  extvector = 0;
  peratom_flag = 1;
  size_peratom_cols = 0;
  peratom_freq = 1;
  restart_global = 1;
  restart_peratom = 1;
  create_attribute = 1;
  maxexchange = 1;

  // Called at every step: it acts at multiples of N and at every output, so that thermo output, dumps and files are of that
  // very step.
  nevery = 1;

  nmax_vector = std::max(1, atom->nmax);
  memory->create(vector_atom, nmax_vector, "breakage:vector_atom");
  std::fill_n(vector_atom, nmax_vector, 0.0);
  births.grow(nmax_vector);
  for (int i = 0; i < atom->nlocal; i++) births[i] = time_now();
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
}

FixBreakage::~FixBreakage()
{
  if (modify->nfix) {
    auto *state = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID));
    if (state) state->remove_listener(this);
  }
  if (modify->get_fix_by_id(id)) {
    atom->delete_callback(id, Atom::GROW);
    atom->delete_callback(id, Atom::RESTART);
  }
  memory->destroy(vector_atom);
}

int FixBreakage::setmask()
{
  return END_OF_STEP;
}

void FixBreakage::init()
{
  if (!force->bond || !utils::strmatch(force->bond_style, "^parallel"))
    error->all(FLERR, "Fix breakage needs bond_style parallel (now: {})",
               force->bond ? force->bond_style : "none");
  fix_state = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID));
  if (!fix_state) error->all(FLERR, "Fix breakage: bond_style parallel keeps no bond state");
  fix_state->add_listener(this);
  discard_results();
  schedule.start(time_now(), update->dt);
}

void FixBreakage::setup(int)
{
  end_of_step();
}

double FixBreakage::time_now() const
{
  return update->atime + (update->ntimestep - update->atimestep) * update->dt;
}

void FixBreakage::end_of_step()
{
  const bigint step = update->ntimestep;
  const bool due =
      settings.writes_fragments_or_sizes() && schedule.is_due(step, time_now(), update->dt);
  if (!due && step % settings.interval != 0 && step != output->next && !update->setupflag) return;
  discard_results();    // they may have been computed before the bonds of this step broke
  refresh_summary();
  fill_vector_atom();
  if (due) write_fragments_and_sizes();
}

// The last breaks are shared, so that outputs between runs have them.
void FixBreakage::post_run()
{
  discard_results();
  refresh_summary();
}

void FixBreakage::bond_broken(const BreakEvent &event)
{
  pending.push_back(event);
}

/* ----------------------------------------------------------------------
   broken bonds
------------------------------------------------------------------------- */

double FixBreakage::compute_scalar()
{
  refresh_summary();
  return static_cast<double>(totals.broken);
}

double FixBreakage::compute_vector(int i)
{
  refresh_summary();
  const auto broken = static_cast<double>(totals.broken);
  const auto at_start = static_cast<double>(bonds_at_start());
  switch (i) {
    case 0: return at_start;
    case 1: return broken;
    case 2: return at_start > 0.0 ? broken / at_start : 0.0;
    case 3: return static_cast<double>(summary.clusters);
    case 4: return summary.largest_mass;
    case 5: return current_sizes().d10;
    case 6: return current_sizes().d50;
    case 7: return current_sizes().d80;
    case 8: return current_sizes().fragments;
    case 9: return current_sizes().fines_fraction;
    case 10: return totals.energy;
    case 11: return static_cast<double>(totals.by_tension);
    case 12: return static_cast<double>(totals.by_shear);
    default: return current_sizes().mass;
  }
}

// Collective; computed once a step.
void FixBreakage::refresh_summary()
{
  if (!fix_state || summary_step == update->ntimestep) return;
  fix_state->update_clusters();
  take_pending_events();
  summary = summarize_clusters(lmp, groupbit, fix_state->cluster_ids());
  summary_step = update->ntimestep;
}

// Births need the events of all atoms: a fragment of the group may have been bonded to an atom outside.
void FixBreakage::take_pending_events()
{
  std::vector<BreakEvent> events = share_events(pending, world);
  pending.clear();
  if (events.empty()) return;
  births.update(events, fix_state->cluster_ids());
  const auto is_outside = [this](const BreakEvent &event) {
    return !(event.mask_a & groupbit) || !(event.mask_b & groupbit);
  };
  events.erase(std::remove_if(events.begin(), events.end(), is_outside), events.end());
  for (const BreakEvent &event : events) totals.add(event);
  files.write_events(events);
}

// Collective; computed once a step at most, and only when an output needs it.
void FixBreakage::refresh_table(bool with_sieves)
{
  if (table_step == update->ntimestep && (table_has_sieves || !with_sieves)) return;
  table.collect(groupbit, fix_state->cluster_ids(), births.data(), with_sieves);
  table_has_sieves = with_sieves;
  table_step = update->ntimestep;
  if (comm->me == 0)
    sizes = fragment_sizes(table.fragments, table.mass, distribution(), settings.fines_below);
  MPI_Bcast(&sizes, sizeof(FragmentSizes), MPI_BYTE, 0, world);
}

// On rank 0.
grist::SizeDistribution FixBreakage::distribution() const
{
  try {
    return size_distribution(table.fragments, settings.by_sieve);
  } catch (const std::invalid_argument &invalid) {
    error->one(FLERR, "{}: {}", USER, invalid.what());
  }
}

const FragmentSizes &FixBreakage::current_sizes()
{
  if (fix_state) refresh_table(settings.by_sieve);
  return sizes;
}

// Current cluster id of each atom, for dumps.
void FixBreakage::fill_vector_atom()
{
  if (atom->nmax > nmax_vector) {
    nmax_vector = atom->nmax;
    memory->destroy(vector_atom);
    memory->create(vector_atom, nmax_vector, "breakage:vector_atom");
  }
  const tagint *cluster = fix_state->cluster_ids();
  for (int i = 0; i < atom->nlocal; i++)
    vector_atom[i] = (atom->mask[i] & groupbit) ? static_cast<double>(cluster[i]) : 0.0;
}

void FixBreakage::write_fragments_and_sizes()
{
  refresh_table(settings.by_sieve || !settings.fragments_file.empty());
  schedule.last_step = update->ntimestep;
  files.write_fragments(table.fragments, time_now(), settings.fines_below);
  if (files.has_sizes()) files.write_sizes(distribution(), time_now());
}

/* ----------------------------------------------------------------------
   totals and births continue after a restart; no event may be pending when atoms are packed
------------------------------------------------------------------------- */

void FixBreakage::write_restart(FILE *file)
{
  if (fix_state) {
    fix_state->update_clusters();
    take_pending_events();
  }
  const std::vector<SieveDiameters::Known> sieves = table.known_sieves();
  if (comm->me > 0) return;
  RestartWriter block(RESTART_VERSION);
  block.add(totals.broken);
  block.add(totals.by_tension);
  block.add(totals.by_shear);
  block.add(totals.energy);
  block.add(schedule.last_step);
  block.add(update->ntimestep);
  block.add_vector(sieves);
  block.write_for_fix(file);
}

void FixBreakage::restart(char *buffer)
{
  RestartReader block(lmp, USER, RESTART_VERSION, buffer);
  block.get(totals.broken);
  block.get(totals.by_tension);
  block.get(totals.by_shear);
  block.get(totals.energy);
  block.get(schedule.last_step);
  bigint step = 0;
  block.get(step);
  std::vector<SieveDiameters::Known> sieves;
  block.get_vector(sieves);
  block.end();
  table.set_known_sieves(sieves);
  if (!settings.append) schedule.last_step = -1;
  if (settings.append && step == update->ntimestep) files.continue_from(step);
}

/* ----------------------------------------------------------------------
   births move with the atoms
------------------------------------------------------------------------- */

void FixBreakage::grow_arrays(int nmax)
{
  births.grow(nmax);
}

void FixBreakage::copy_arrays(int i, int j, int)
{
  births[j] = births[i];
}

void FixBreakage::set_arrays(int i)
{
  births[i] = time_now();
}

int FixBreakage::pack_exchange(int i, double *buf)
{
  buf[0] = births[i];
  return 1;
}

int FixBreakage::unpack_exchange(int i, double *buf)
{
  births[i] = buf[0];
  return 1;
}

int FixBreakage::pack_restart(int i, double *buf)
{
  buf[0] = 2.0;
  buf[1] = births[i];
  return 2;
}

void FixBreakage::unpack_restart(int i, int nth)
{
  refuse_unless_restarted(lmp, this, USER);
  const double *extra = atom->extra[i];
  int start = 0;
  for (int k = 0; k < nth; k++) start += static_cast<int>(extra[start]);
  births[i] = extra[start + 1];
}

int FixBreakage::size_restart(int)
{
  return 2;
}

int FixBreakage::maxsize_restart()
{
  return 2;
}

double FixBreakage::memory_usage()
{
  return static_cast<double>(nmax_vector) * sizeof(double) + births.memory_usage() +
      static_cast<double>(pending.capacity()) * sizeof(BreakEvent) +
      static_cast<double>(table.fragments.capacity()) * sizeof(Fragment);
}
