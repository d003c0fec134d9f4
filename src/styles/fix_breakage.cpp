#include "fix_breakage.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "lammps_compat.h"
#include "memory.h"
#include "modify.h"
#include "output.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>

using namespace LAMMPS_NS;
using namespace FixConst;

/* ----------------------------------------------------------------------
   fix ID group breakage N [file FILE | append FILE]
------------------------------------------------------------------------- */

FixBreakage::FixBreakage(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), fix_state(nullptr), append(false), file(nullptr), broken_here(0),
    broken_before(0), summary_step(-1)
{
  if (narg < 4) utils::missing_cmd_args(FLERR, "fix breakage", error);
  nevery = utils::inumeric(FLERR, arg[3], false, lmp);
  if (nevery <= 0) error->all(FLERR, "Fix breakage: N {} must be positive", nevery);
  for (int iarg = 4; iarg < narg; iarg += 2) {
    append = strcmp(arg[iarg], "append") == 0;
    if (!append && strcmp(arg[iarg], "file") != 0)
      error->all(FLERR, "Fix breakage: unknown keyword {} (expected file or append)", arg[iarg]);
    if (iarg + 1 >= narg) error->all(FLERR, "Fix breakage: keyword {} has no value", arg[iarg]);
    if (!file_name.empty()) error->all(FLERR, "Fix breakage: a second file {}", arg[iarg + 1]);
    file_name = arg[iarg + 1];
  }

  scalar_flag = vector_flag = 1;
  size_vector = 5;
  global_freq = 1;
  extscalar = 0;
  extvector = 0;
  peratom_flag = 1;
  size_peratom_cols = 0;
  peratom_freq = 1;
  restart_global = 1;

  // Called at every step: it acts at multiples of N and where an output is due, so that what is printed and
  // dumped is right at that very step.
  interval = nevery;
  nevery = 1;

  memory->create(vector_atom, std::max(1, atom->nmax), "breakage:vector_atom");
  nmax_vector = std::max(1, atom->nmax);
  std::fill_n(vector_atom, nmax_vector, 0.0);
  open_file();
}

FixBreakage::~FixBreakage()
{
  if (modify->nfix) {
    auto *state = dynamic_cast<FixBondState *>(modify->get_fix_by_id(FixBondState::ID));
    if (state) state->remove_listener(this);
  }
  if (file) fclose(file);
  memory->destroy(vector_atom);
}

int FixBreakage::setmask()
{
  return END_OF_STEP;
}

/* ----------------------------------------------------------------------
   the file is opened at once, so that a wrong name stops the run before it starts
------------------------------------------------------------------------- */

void FixBreakage::open_file()
{
  if (file_name.empty() || comm->me > 0) return;
  file = fopen(file_name.c_str(), append ? "a" : "w");
  if (!file)
    error->one(FLERR, "Fix breakage: cannot open file {}: {}", file_name, utils::getsyserror());
  fseek(file, 0, SEEK_END);
  if (ftell(file) > 0) return;
  utils::print(file, "step,time,id_a,id_b,parent,x,y,z,mode,energy\n");
  fflush(file);
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
  summary_step = -1;
}

void FixBreakage::setup(int)
{
  end_of_step();
}

/* ---------------------------------------------------------------------- */

void FixBreakage::end_of_step()
{
  const bigint step = update->ntimestep;
  if (step % interval != 0 && step != output->next && !update->setupflag) return;
  refresh();
  fill_vector_atom();
  flush_events();
}

void FixBreakage::post_run()
{
  flush_events();
}

/* ---------------------------------------------------------------------- */

void FixBreakage::bond_broken(const BreakEvent &event)
{
  if (!(event.mask_a & groupbit) || !(event.mask_b & groupbit)) return;
  broken_here++;
  if (!file_name.empty()) pending.push_back(event);
}

/* ----------------------------------------------------------------------
   scalar: broken bonds; vector: the summary
------------------------------------------------------------------------- */

double FixBreakage::compute_scalar()
{
  refresh();
  return static_cast<double>(summary.bonds_broken);
}

double FixBreakage::compute_vector(int i)
{
  refresh();
  switch (i) {
    case 0: return static_cast<double>(summary.bonds_start);
    case 1: return static_cast<double>(summary.bonds_broken);
    case 2: return summary.broken_fraction;
    case 3: return static_cast<double>(summary.clusters);
    default: return summary.largest_mass;
  }
}

/* ----------------------------------------------------------------------
   collective; once a step
------------------------------------------------------------------------- */

void FixBreakage::refresh()
{
  if (!fix_state || summary_step == update->ntimestep) return;
  fix_state->update_clusters();
  summary = summarize();
  summary_step = update->ntimestep;
}

FixBreakage::Summary FixBreakage::summarize()
{
  bigint mine[2] = {count_bonds(), broken_here + broken_before}, all[2];
  MPI_Allreduce(mine, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);

  Summary found;
  found.bonds_broken = all[1];
  found.bonds_start = all[0] + all[1];
  if (found.bonds_start > 0)
    found.broken_fraction = static_cast<double>(all[1]) / static_cast<double>(found.bonds_start);
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
  const int nprocs = comm->nprocs;
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

  std::vector<std::vector<Part>> outgoing(nprocs);
  for (const auto &[id, part] : parts) outgoing[id % nprocs].push_back(part);
  std::vector<int> send_counts(nprocs), recv_counts(nprocs), send_starts(nprocs),
      recv_starts(nprocs);
  for (int p = 0; p < nprocs; p++) send_counts[p] = 3 * static_cast<int>(outgoing[p].size());
  MPI_Alltoall(send_counts.data(), 1, MPI_INT, recv_counts.data(), 1, MPI_INT, world);
  for (int p = 1; p < nprocs; p++) {
    send_starts[p] = send_starts[p - 1] + send_counts[p - 1];
    recv_starts[p] = recv_starts[p - 1] + recv_counts[p - 1];
  }
  std::vector<Part> sent, received((recv_starts.back() + recv_counts.back()) / 3);
  for (const auto &batch : outgoing) sent.insert(sent.end(), batch.begin(), batch.end());
  MPI_Alltoallv(sent.data(), send_counts.data(), send_starts.data(), MPI_DOUBLE, received.data(),
                recv_counts.data(), recv_starts.data(), MPI_DOUBLE, world);

  std::map<double, Part> whole;
  for (const Part &part : received) {
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
   all ranks' events to the file, in the order of step and ids
------------------------------------------------------------------------- */

void FixBreakage::flush_events()
{
  if (file_name.empty()) return;
  const int mine = static_cast<int>(pending.size() * sizeof(BreakEvent));
  std::vector<int> counts(comm->nprocs), starts(comm->nprocs, 0);
  MPI_Gather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, world);
  for (int p = 1; p < comm->nprocs; p++) starts[p] = starts[p - 1] + counts[p - 1];
  std::vector<BreakEvent> all;
  if (comm->me == 0) all.resize((starts.back() + counts.back()) / sizeof(BreakEvent));
  MPI_Gatherv(pending.data(), mine, MPI_BYTE, all.data(), counts.data(), starts.data(), MPI_BYTE, 0,
              world);
  pending.clear();
  if (comm->me > 0 || all.empty()) return;

  std::sort(all.begin(), all.end(), [](const BreakEvent &one, const BreakEvent &two) {
    return std::tie(one.step, one.tag_a, one.tag_b) < std::tie(two.step, two.tag_a, two.tag_b);
  });
  for (const BreakEvent &event : all) write_event(event);
  fflush(file);
}

void FixBreakage::write_event(const BreakEvent &event)
{
  utils::print(file, "{},{:.9g},{},{},{},{:.9g},{:.9g},{:.9g},{},{:.9g}\n", event.step, event.time,
               event.tag_a, event.tag_b, event.parent, event.place[0], event.place[1],
               event.place[2], grist::name(event.failure), event.energy);
}

/* ----------------------------------------------------------------------
   the count of broken bonds goes on after a restart
------------------------------------------------------------------------- */

void FixBreakage::write_restart(FILE *fp)
{
  bigint mine = broken_here + broken_before, all = 0;
  MPI_Reduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, 0, world);
  if (comm->me > 0) return;
  const int size = sizeof(bigint);
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(&all, sizeof(bigint), 1, fp);
}

void FixBreakage::restart(char *buf)
{
  bigint all;
  memcpy(&all, buf, sizeof(bigint));
  broken_before = comm->me == 0 ? all : 0;
}

double FixBreakage::memory_usage()
{
  return static_cast<double>(nmax_vector) * sizeof(double) +
      static_cast<double>(pending.capacity()) * sizeof(BreakEvent);
}
