#include "styles/feeds/fix_outflow.h"

#include "common/preconditions.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_checks.h"
#include "styles/access/run_time.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/commands/named_group.h"
#include "styles/files/output_columns.h"
#include "styles/interfaces/energy_style.h"
#include "styles/interfaces/order_of_fixes.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "modify.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr int FIRST_WORD = 3;    // after fix ID group style
static constexpr int OUTFLOW_RESTART_VERSION = 4;

// Entries of the vector.
enum { MASS, UNITS, CLUSTERS, FRAGMENTS, SPHERES, BODIES, RATE, ELEMENTS, INSIDE, ENTRIES };

// Columns of the array, before those of the classes.
enum { ARRAY_UNITS, ARRAY_MASS, ARRAY_RATE, ARRAY_INSIDE, ARRAY_COLUMNS };

static std::vector<std::string> array_columns(const std::vector<double> &limits, int classes)
{
  std::vector<std::string> names = {"number_out", "mass_out [mass]", "mass_rate [mass/time]",
                                    "mass_inside [mass]"};
  for (int k = 0; k < classes; k++) {
    if (limits.empty())
      names.emplace_back("mass_of_all_sizes [mass]");
    else if (k + 1 < classes)
      names.push_back(fmt::format("mass_to_{:.6g} [mass]", limits[k]));
    else
      names.push_back(fmt::format("mass_above_{:.6g} [mass]", limits.back()));
  }
  return names;
}

FixOutflow::FixOutflow(LAMMPS *lmp, int narg, char **arg) :
    RestartedFix(FIX_OUTFLOW, OUTFLOW_RESTART_VERSION, lmp, narg, arg),
    settings(read_outflow_settings(InputWords(lmp, FIX_OUTFLOW, narg, arg, FIRST_WORD))),
    file(lmp, settings, std::string("fix ") + id), zone(make_outflow_zone(lmp, settings)),
    search(lmp), removal(lmp, search, settings), found_at(-1),
    totals(settings.by_type ? atom->ntypes : 1, settings.sizes), has_rows(false), inside_step(-1)
{
  if (!atom->radius_flag || !atom->rmass_flag)
    error->all(FLERR,
               "{}: atom style {} has no radius and mass per atom (expected spheres or bodies)",
               FIX_OUTFLOW, atom->get_style());
  scalar_flag = vector_flag = array_flag = 1;
  size_vector = ENTRIES;
  size_array_rows = totals.components() + 1;
  size_array_cols = ARRAY_COLUMNS + totals.classes();
  global_freq = 1;
  extscalar = extvector = extarray = 0;
  force_reneighbor = 1;
  next_reneighbor = -1;
  pre_exchange_migrate = 1;    // contact histories must be with the atoms before
  nevery = settings.every;
  row.mass.assign(size_array_rows, 0.0);
  row.rate = inside = row.mass;
  name_columns(lmp, *this,
               {{"total_mass_out [mass]"},
                {"mass_out [mass]", "number_out", "clusters_out", "fragments_out", "spheres_out",
                 "bodies_out", "mass_rate [mass/time]", "elements_out", "mass_inside [mass]"},
                array_columns(totals.limits(), totals.classes()),
                {}});
}

void FixOutflow::init()
{
  refuse_respa(lmp, FIX_OUTFLOW);
  for (Fix *fix : fixes_of(*modify))
    if (fix->rigid_flag && !dynamic_cast<const BodyMotion *>(fix))    // of LAMMPS
      error->all(FLERR, "{}: bodies of fix {} of style {} would be torn (remove that fix first)",
                 FIX_OUTFLOW, fix->id, fix->style);
  check_order_of_fixes(lmp);    // ranks settle which bonds are broken first
  search.init();
  zone->init();
  warn_of_empty_group(lmp, this);
  leaving.clear();
  found_at = -1;
  next_reneighbor = -1;
  inside_step = -1;
}

void FixOutflow::setup(int)
{
  row.time += counter.enter(update).time;
  file.start();
  if (update->whichflag != 1) return;
  if (row.step < 0) close_interval();
  if (!has_rows) write_rows();
  find_leaving();
}

// ---- units that have passed

void FixOutflow::post_force(int)
{
  inside_step = -1;
  find_leaving();
}

void FixOutflow::find_leaving()
{
  leaving.clear();
  if (!zone->is_due()) return;
  leaving = search.find(*zone, groupbit);
  found_at = update->ntimestep;
  if (!leaving.empty()) next_reneighbor = found_at + 1;
}

bool FixOutflow::mark_leaving(std::vector<char> &marks) const
{
  assert(is_for_all_atoms(atom, marks) && grist::is_ascending(leaving));
  if (leaving.empty()) return false;
  for (int i = 0; i < atom->nlocal + atom->nghost; i++)
    if (std::binary_search(leaving.begin(), leaving.end(), search.unit_of(i))) marks[i] = 1;
  return true;
}

void FixOutflow::pre_exchange()
{
  if (leaving.empty() || update->ntimestep != found_at + 1) return;
  for (const grist::OutflowUnit &unit : removal.remove(leaving, torn)) totals.add(unit);
  leaving.clear();
}

// ---- output

void FixOutflow::end_of_step()
{
  close_interval();
  write_rows();
}

// The rate is that of the interval since the last call.
void FixOutflow::close_interval()
{
  const double time = run_time(update), elapsed = time - row.time;
  for (int c = 0; c < size_array_rows; c++) {
    const double mass = totals.tally(c).mass.value();
    row.rate[c] = row.step >= 0 && elapsed > 0.0 ? (mass - row.mass[c]) / elapsed : 0.0;
    row.mass[c] = mass;
  }
  row.step = update->ntimestep;
  row.time = time;
}

void FixOutflow::write_rows()
{
  has_rows = true;
  if (!file.is_written()) return;
  refresh_inside();
  file.write(totals, run_time(update), row.rate, inside);
}

// Collective; computed once a step.
void FixOutflow::refresh_inside()
{
  if (inside_step == update->ntimestep) return;
  inside_step = update->ntimestep;
  std::vector<grist::ExactSum> sums(inside.size());
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit) sums[settings.by_type ? atom->type[i] : 1].add(atom->rmass[i]);
  for (size_t c = 1; c < sums.size(); c++) {
    grist::ExactSum all;
    for (const double part : from_all_ranks(sums[c].parts(), world)) all.add(part);
    inside[c] = all.value();
    sums[0].add(all);
  }
  inside[0] = sums[0].value();
}

double FixOutflow::compute_vector(int n)
{
  assert(n >= 0 && n < ENTRIES);
  const grist::OutflowTally &all = totals.tally(0);
  switch (n) {
    case MASS: return all.mass.value();
    case UNITS: return static_cast<double>(all.all_units());
    case RATE: return row.rate[0];
    case ELEMENTS: return static_cast<double>(all.elements);
    case INSIDE: refresh_inside(); return inside[0];
    default: return static_cast<double>(all.units[n - CLUSTERS]);
  }
}

double FixOutflow::compute_array(int component, int column)
{
  assert(component >= 0 && component < size_array_rows);
  assert(column >= 0 && column < size_array_cols);
  const grist::OutflowTally &tally = totals.tally(component);
  switch (column) {
    case ARRAY_UNITS: return static_cast<double>(tally.all_units());
    case ARRAY_MASS: return tally.mass.value();
    case ARRAY_RATE: return row.rate[component];
    case ARRAY_INSIDE: refresh_inside(); return inside[component];
    default: return tally.class_mass[column - ARRAY_COLUMNS].value();
  }
}

// ---- totals continue after a restart

void FixOutflow::transfer_state(grist::Archive &archive)
{
  grist::OutflowTotals all = totals;
  bool by_sieve = settings.by_sieve;
  archive(all, torn, row, by_sieve);
  const bigint step = counter.transfer(archive, update);
  if (all.components() != totals.components() || all.limits() != totals.limits())
    error->all(FLERR,
               "{}: the restart file has totals of fix {} for {} components and {} limits of size "
               "(now {} and {}; give the same sizes and component, or another fix ID)",
               FIX_OUTFLOW, id, all.components(), all.limits().size(), totals.components(),
               totals.limits().size());
  if (by_sieve != settings.by_sieve)
    error->all(
        FLERR,
        "{}: the restart file has totals of fix {} with size {} (give it, or another fix ID)",
        FIX_OUTFLOW, id, by_sieve ? "sieve" : "equivalent");
  if (!archive.reads()) return;
  totals = all;
  has_rows = settings.append;
  if (settings.append && step == update->ntimestep) file.continue_from(step);
}

double FixOutflow::memory_usage()
{
  return static_cast<double>(torn.capacity()) * sizeof(std::int64_t) +
      static_cast<double>(leaving.capacity()) * sizeof(tagint);
}
