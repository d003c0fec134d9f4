#include "styles/clusters/fix_breakage.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "output.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/rank_vectors.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;

// Sizes that differ by no more than what is known of a sieve diameter are one; fraction of a size.
static constexpr double SIZE_RESOLUTION = 1e-3;

/* ----------------------------------------------------------------------
   fix ID group breakage N [file FILE | append FILE] [fragments FILE] [sizes FILE] [every M] [at t1 t2 ...]
       [fines n] [size sieve|equivalent]
------------------------------------------------------------------------- */

FixBreakage::FixBreakage(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), fix_state(nullptr), interval(0), nmax_vector(0), append(false), every(0),
    at_next(0), fines_below(2), by_sieve(true), birth(nullptr), table(lmp), summary_step(-1),
    sizes_step(-1), sieved(false)
{
  parse(narg, arg);

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

  // Called at every step: it acts at multiples of N, where an output is due, and where a file is, so that what is printed
  // and dumped is right at that very step.
  nevery = 1;

  memory->create(vector_atom, std::max(1, atom->nmax), "breakage:vector_atom");
  nmax_vector = std::max(1, atom->nmax);
  std::fill_n(vector_atom, nmax_vector, 0.0);
  grow_arrays(std::max(1, atom->nmax));
  std::fill_n(birth, atom->nlocal, time_now());
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  open_files();
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
  for (const auto *output : {&events_file, &fragments_file, &sizes_file})
    if (output->stream) fclose(output->stream);
  memory->destroy(vector_atom);
  memory->destroy(birth);
}

/* ---------------------------------------------------------------------- */

void FixBreakage::parse(int narg, char **arg)
{
  if (narg < 4) utils::missing_cmd_args(FLERR, "fix breakage", error);
  interval = utils::inumeric(FLERR, arg[3], false, lmp);
  if (interval <= 0) error->all(FLERR, "Fix breakage: N {} must be positive", interval);

  const std::map<std::string, OutputFile *> files = {{"file", &events_file},
                                                     {"append", &events_file},
                                                     {"fragments", &fragments_file},
                                                     {"sizes", &sizes_file}};
  for (int iarg = 4; iarg < narg; iarg += 2) {
    const std::string keyword = arg[iarg];
    const auto file = files.find(keyword);
    if (file == files.end() && keyword != "every" && keyword != "at" && keyword != "fines" &&
        keyword != "size")
      error->all(
          FLERR,
          "Fix breakage: unknown keyword {} (expected file, append, fragments, sizes, every, "
          "at, fines or size)",
          keyword);
    if (iarg + 1 >= narg) error->all(FLERR, "Fix breakage: keyword {} has no value", keyword);
    const char *value = arg[iarg + 1];
    if (file != files.end()) {
      if (!file->second->name.empty()) error->all(FLERR, "Fix breakage: a second file {}", value);
      file->second->name = value;
      append = append || keyword == "append";
    } else if (keyword == "every") {
      every = utils::bnumeric(FLERR, value, false, lmp);
      if (every <= 0) error->all(FLERR, "Fix breakage: every {} must be positive", every);
    } else if (keyword == "at") {
      iarg = parse_times(iarg + 1, narg, arg) - 2;
    } else if (keyword == "fines") {
      fines_below = utils::inumeric(FLERR, value, false, lmp);
      if (fines_below <= 0)
        error->all(FLERR, "Fix breakage: fines {} must be positive", fines_below);
    } else {
      by_sieve = strcmp(value, "sieve") == 0;
      if (!by_sieve && strcmp(value, "equivalent") != 0)
        error->all(FLERR, "Fix breakage: unknown size {} (expected sieve or equivalent)", value);
    }
  }
  if ((every > 0 || !at.empty()) && fragments_file.name.empty() && sizes_file.name.empty())
    error->all(FLERR, "Fix breakage: keyword {} without a file of fragments or sizes",
               every > 0 ? "every" : "at");
  if (every == 0 && at.empty()) every = interval;
}

// Where the times end.
int FixBreakage::parse_times(int iarg, int narg, char **arg)
{
  for (; iarg < narg && (at.empty() || utils::is_double(arg[iarg])); iarg++) {
    const double time = utils::numeric(FLERR, arg[iarg], false, lmp);
    if (!std::isfinite(time) || (!at.empty() && time <= at.back()))
      error->all(FLERR, "Fix breakage: time {} (times must ascend)", arg[iarg]);
    at.push_back(time);
  }
  return iarg;
}

/* ----------------------------------------------------------------------
   files are opened at once, so that a wrong name stops the run before it starts; none is emptied before all can be
   written
------------------------------------------------------------------------- */

void FixBreakage::open_files()
{
  if (comm->me > 0) return;
  const std::pair<OutputFile *, const char *> files[] = {
      {&events_file, "step,time,id_a,id_b,parent,x,y,z,mode,energy\n"},
      {&fragments_file,
       "step,time,id,parent,birth,elements,fines,mass,equivalent,sieve,x,y,z,vx,vy,vz\n"},
      {&sizes_file, "step,time,size,passing\n"}};
  for (const auto &[file, header] : files) {
    if (file->name.empty()) continue;
    file->stream = fopen(file->name.c_str(), "a");
    if (!file->stream)
      error->one(FLERR, "Fix breakage: cannot open file {}: {}", file->name, utils::getsyserror());
  }
  for (const auto &[file, header] : files) {
    if (!file->stream) continue;
    if (!append) file->stream = freopen(file->name.c_str(), "w", file->stream);
    fseek(file->stream, 0, SEEK_END);
    if (ftell(file->stream) > 0) continue;
    utils::print(file->stream, header);
    fflush(file->stream);
  }
}

int FixBreakage::setmask()
{
  return END_OF_STEP;
}

/* ---------------------------------------------------------------------- */

void FixBreakage::init()
{
  if (!force->bond || !utils::strmatch(force->bond_style, "^parallel"))
    error->all(FLERR, "Fix breakage needs bond_style parallel (now: {})",
               force->bond ? force->bond_style : "none");
  fix_state = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID));
  if (!fix_state) error->all(FLERR, "Fix breakage: bond_style parallel keeps no bond state");
  fix_state->add_listener(this);
  summary_step = sizes_step = -1;
  const double past = time_now() - 0.5 * update->dt;
  at_next = std::lower_bound(at.begin(), at.end(), past) - at.begin();
}

void FixBreakage::setup(int)
{
  end_of_step();
}

double FixBreakage::time_now() const
{
  return update->atime + (update->ntimestep - update->atimestep) * update->dt;
}

/* ---------------------------------------------------------------------- */

void FixBreakage::end_of_step()
{
  const bigint step = update->ntimestep;
  const bool due = files_are_due();
  if (!due && step % interval != 0 && step != output->next && !update->setupflag) return;
  summary_step = sizes_step = -1;    // somebody may have looked before the bonds of this step broke
  refresh();
  fill_vector_atom();
  if (due) write_files();
}

// At multiples of a step number, and at the step that is nearest to a chosen time.
bool FixBreakage::files_are_due()
{
  if (fragments_file.name.empty() && sizes_file.name.empty()) return false;
  bool due = every > 0 && update->ntimestep % every == 0;
  for (; at_next < at.size() && at[at_next] <= time_now() + 0.5 * update->dt; at_next++) due = true;
  return due && update->ntimestep != totals.files_step;
}

void FixBreakage::post_run()
{
  // What broke on one rank alone has been shared since the last step.
  summary_step = sizes_step = -1;
  refresh();
}

/* ---------------------------------------------------------------------- */

void FixBreakage::bond_broken(const BreakEvent &event)
{
  pending.push_back(event);
}

/* ----------------------------------------------------------------------
   scalar: broken bonds; vector: the summary, totals, and what the fragments come to
------------------------------------------------------------------------- */

double FixBreakage::compute_scalar()
{
  refresh();
  return static_cast<double>(totals.broken);
}

double FixBreakage::compute_vector(int i)
{
  refresh();
  if (i >= 5 && i != 10 && i != 11 && i != 12) work_out_sizes();
  switch (i) {
    case 0: return static_cast<double>(summary.bonds_start);
    case 1: return static_cast<double>(totals.broken);
    case 2: return summary.broken_fraction;
    case 3: return static_cast<double>(summary.clusters);
    case 4: return summary.largest_mass;
    case 5: return sizes.d10;
    case 6: return sizes.d50;
    case 7: return sizes.d80;
    case 8: return sizes.fragments;
    case 9: return sizes.fines_fraction;
    case 10: return totals.energy;
    case 11: return static_cast<double>(totals.by_tension);
    case 12: return static_cast<double>(totals.by_shear);
    default: return sizes.mass;
  }
}

/* ----------------------------------------------------------------------
   collective; once a step
------------------------------------------------------------------------- */

void FixBreakage::refresh()
{
  if (!fix_state || summary_step == update->ntimestep) return;
  fix_state->update_clusters();
  share_events();
  summary = summarize();
  summary_step = update->ntimestep;
}

/* ----------------------------------------------------------------------
   all ranks' events, in the order of step and ids: sums do not depend on who saw what
------------------------------------------------------------------------- */

void FixBreakage::share_events()
{
  std::vector<BreakEvent> events = from_all_ranks(pending, world);
  pending.clear();
  if (events.empty()) return;
  std::sort(events.begin(), events.end(), [](const BreakEvent &one, const BreakEvent &two) {
    return std::tie(one.step, one.tag_a, one.tag_b) < std::tie(two.step, two.tag_a, two.tag_b);
  });
  find_births(events);
  for (const BreakEvent &event : events) {
    if (!(event.mask_a & groupbit) || !(event.mask_b & groupbit)) continue;
    count(event);
    if (events_file.stream) write_event(event);
  }
  if (events_file.stream) fflush(events_file.stream);
}

void FixBreakage::count(const BreakEvent &event)
{
  totals.broken++;
  if (event.failure == grist::BondFailure::TENSION) totals.by_tension++;
  if (event.failure == grist::BondFailure::SHEAR) totals.by_shear++;
  totals.energy += event.energy;
}

/* ----------------------------------------------------------------------
   a fragment was born when the last bond broke that had one end in it and the other one elsewhere
------------------------------------------------------------------------- */

void FixBreakage::find_births(const std::vector<BreakEvent> &events)
{
  // The clusters that the two ends of each bond are in now, 0 where an atom is gone, told by the atoms' owners.
  const tagint *cluster = fix_state->cluster_ids();
  std::vector<tagint> known(2 * events.size(), 0), ends(known.size());
  for (size_t k = 0; k < known.size(); k++) {
    const BreakEvent &event = events[k / 2];
    const int i = atom->map(k % 2 ? event.tag_b : event.tag_a);
    if (i >= 0 && i < atom->nlocal) known[k] = cluster[i];
  }
  MPI_Allreduce(known.data(), ends.data(), static_cast<int>(ends.size()), MPI_LMP_TAGINT, MPI_MAX,
                world);

  std::unordered_map<tagint, double> born;
  for (size_t k = 0; k < ends.size(); k++) {
    if (ends[k] == ends[k ^ 1]) continue;
    double &last = born.try_emplace(ends[k], events[k / 2].time).first->second;
    last = std::max(last, events[k / 2].time);
  }
  for (int i = 0; i < atom->nlocal; i++) {
    const auto found = born.find(cluster[i]);
    if (found != born.end()) birth[i] = std::max(birth[i], found->second);
  }
}

FixBreakage::Summary FixBreakage::summarize()
{
  const bigint mine = count_bonds();
  bigint intact = 0;
  MPI_Allreduce(&mine, &intact, 1, MPI_LMP_BIGINT, MPI_SUM, world);

  Summary found;
  found.bonds_start = intact + totals.broken;
  if (found.bonds_start > 0)
    found.broken_fraction =
        static_cast<double>(totals.broken) / static_cast<double>(found.bonds_start);
  find_clusters(found);
  return found;
}

// Intact bonds inside the group, counted by the owner of the smaller id.
bigint FixBreakage::count_bonds() const
{
  bigint count = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    for (int m = 0; m < atom->num_bond[i]; m++) {
      if (atom->bond_atom[i][m] < atom->tag[i]) continue;
      const int j = atom->map(atom->bond_atom[i][m]);
      if (j >= 0 && (atom->mask[j] & groupbit)) count++;
    }
  }
  return count;
}

/* ----------------------------------------------------------------------
   number of clusters and the largest mass: each rank sums its part of every cluster and sends it to the rank
   that the cluster id falls to
------------------------------------------------------------------------- */

void FixBreakage::find_clusters(Summary &found) const
{
  const tagint *cluster = fix_state->cluster_ids();
  struct Part {
    double id, mass, elements;
  };
  std::unordered_map<tagint, Part> parts;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    Part &part = parts.try_emplace(cluster[i], Part{double(cluster[i]), 0.0, 0.0}).first->second;
    part.mass += atom->rmass[i];
    part.elements += 1.0;
  }

  std::vector<std::vector<Part>> outgoing(comm->nprocs);
  for (const auto &[id, part] : parts) outgoing[id % comm->nprocs].push_back(part);
  std::map<double, Part> whole;
  for (const Part &part : across_ranks(outgoing, world)) {
    Part &sum = whole.try_emplace(part.id, Part{part.id, 0.0, 0.0}).first->second;
    sum.mass += part.mass;
    sum.elements += part.elements;
  }
  bigint count = 0;
  double largest = 0.0;
  for (const auto &[id, part] : whole)
    if (part.elements > 1.0) {
      count++;
      largest = std::max(largest, part.mass);
    }
  MPI_Allreduce(&count, &found.clusters, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  MPI_Allreduce(&largest, &found.largest_mass, 1, MPI_DOUBLE, MPI_MAX, world);
}

/* ----------------------------------------------------------------------
   fragments: collected once a step at most, and only if somebody wants to know
------------------------------------------------------------------------- */

void FixBreakage::collect_fragments(bool with_sieve)
{
  if (sizes_step == update->ntimestep && (sieved || !with_sieve)) return;
  table.collect(groupbit, fix_state->cluster_ids(), birth, with_sieve);
  sieved = with_sieve;
  sizes_step = update->ntimestep;

  sizes = Sizes();
  if (comm->me == 0) {
    grist::ExactSum fines;
    for (const Fragment &fragment : table.fragments)
      if (is_fines(fragment)) fines.add(fragment.mass);
    const grist::SizeDistribution distribution = size_distribution();
    sizes.d10 = distribution.size_at(0.1);
    sizes.d50 = distribution.size_at(0.5);
    sizes.d80 = distribution.size_at(0.8);
    sizes.fragments = static_cast<double>(table.fragments.size());
    sizes.mass = table.mass;
    if (table.mass > 0.0) sizes.fines_fraction = fines.value() / table.mass;
  }
  MPI_Bcast(&sizes, sizeof(Sizes), MPI_BYTE, 0, world);
}

void FixBreakage::work_out_sizes()
{
  if (fix_state) collect_fragments(by_sieve);
}

grist::SizeDistribution FixBreakage::size_distribution() const
{
  std::vector<grist::SizedMass> masses;
  for (const Fragment &fragment : table.fragments)
    masses.push_back({by_sieve ? fragment.sieve : fragment.equivalent, fragment.mass});
  return grist::SizeDistribution(masses, SIZE_RESOLUTION);
}

/* ----------------------------------------------------------------------
   current cluster id of each atom, for dumps
------------------------------------------------------------------------- */

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

/* ----------------------------------------------------------------------
   lines of the files
------------------------------------------------------------------------- */

void FixBreakage::write_files()
{
  collect_fragments(by_sieve || !fragments_file.name.empty());
  totals.files_step = update->ntimestep;
  if (fragments_file.stream) write_fragments();
  if (sizes_file.stream) write_sizes();
}

void FixBreakage::write_event(const BreakEvent &event)
{
  utils::print(events_file.stream, "{},{:.9g},{},{},{},{:.9g},{:.9g},{:.9g},{},{:.9g}\n",
               event.step, event.time, event.tag_a, event.tag_b, event.parent, event.place[0],
               event.place[1], event.place[2], grist::name(event.failure), event.energy);
}

void FixBreakage::write_fragments()
{
  for (const Fragment &f : table.fragments)
    utils::print(
        fragments_file.stream,
        "{},{:.9g},{},{},{:.9g},{},{},{:.17g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},"
        "{:.9g}\n",
        update->ntimestep, time_now(), f.id, f.parent, f.birth, f.elements, is_fines(f) ? 1 : 0,
        f.mass, f.equivalent, f.sieve, f.center[0], f.center[1], f.center[2], f.velocity[0],
        f.velocity[1], f.velocity[2]);
  fflush(fragments_file.stream);
}

void FixBreakage::write_sizes()
{
  const grist::SizeDistribution distribution = size_distribution();
  for (const auto &[size, fraction] : distribution.curve())
    utils::print(sizes_file.stream, "{},{:.9g},{:.9g},{:.12g}\n", update->ntimestep, time_now(),
                 size, fraction);
  fflush(sizes_file.stream);
}

/* ----------------------------------------------------------------------
   totals and births go on after a restart; nothing may be pending when atoms are packed
------------------------------------------------------------------------- */

void FixBreakage::write_restart(FILE *fp)
{
  if (fix_state) {
    fix_state->update_clusters();
    share_events();
  }
  if (comm->me > 0) return;
  const int size = sizeof(Totals);
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(&totals, sizeof(Totals), 1, fp);
}

void FixBreakage::restart(char *buf)
{
  memcpy(&totals, buf, sizeof(Totals));
  if (!append) totals.files_step = -1;
}

/* ----------------------------------------------------------------------
   births, as LAMMPS moves atoms; an atom that is new was born now
------------------------------------------------------------------------- */

void FixBreakage::grow_arrays(int nmax)
{
  memory->grow(birth, nmax, "breakage:birth");
}

void FixBreakage::copy_arrays(int i, int j, int)
{
  birth[j] = birth[i];
}

void FixBreakage::set_arrays(int i)
{
  birth[i] = time_now();
}

int FixBreakage::pack_exchange(int i, double *buf)
{
  buf[0] = birth[i];
  return 1;
}

int FixBreakage::unpack_exchange(int i, double *buf)
{
  birth[i] = buf[0];
  return 1;
}

int FixBreakage::pack_restart(int i, double *buf)
{
  buf[0] = 2.0;
  buf[1] = birth[i];
  return 2;
}

void FixBreakage::unpack_restart(int i, int nth)
{
  const double *extra = atom->extra[i];
  int start = 0;
  for (int k = 0; k < nth; k++) start += static_cast<int>(extra[start]);
  birth[i] = extra[start + 1];
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
  return 2.0 * nmax_vector * sizeof(double) +
      static_cast<double>(pending.capacity()) * sizeof(BreakEvent) +
      static_cast<double>(table.fragments.capacity()) * sizeof(Fragment);
}
