#include "fix_bond_state.h"

#include "atom.h"
#include "atom_vec_bonded_cluster.h"
#include "clusters/fragments.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "lammps_compat.h"
#include "memory.h"
#include "modify.h"
#include "output.h"
#include "thermo.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::BondFailure;
using grist::BondState;

/* ---------------------------------------------------------------------- */

FixBondState::FixBondState(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), avec(nullptr), rows(nullptr), columns(0), rows_old(false),
    nlocal_loaded(0), slot_columns(0), clusters_changed(true)
{
  if (narg != 3) error->all(FLERR, "Fix BOND/STATE is made by bond_style parallel alone");

  restart_peratom = 1;
  restart_global = 1;    // for the call of write_restart()
  create_attribute = 1;
  comm_forward = 1;

  avec = dynamic_cast<AtomVecBondedCluster *>(atom->style_match("bonded/cluster"));
  if (!avec) error->all(FLERR, "Bond style parallel needs atom_style bonded/cluster");

  fit_columns();
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
}

FixBondState::~FixBondState()
{
  if (copymode) return;
  if (modify->get_fix_by_id(id)) {
    atom->delete_callback(id, Atom::GROW);
    atom->delete_callback(id, Atom::RESTART);
  }
  memory->destroy(rows);
}

/* ---------------------------------------------------------------------- */

int FixBondState::setmask()
{
  return PRE_EXCHANGE | PRE_NEIGHBOR | POST_NEIGHBOR | MIN_PRE_EXCHANGE | MIN_PRE_NEIGHBOR |
      MIN_POST_NEIGHBOR;
}

void FixBondState::init()
{
  fit_columns();
  clusters_changed = true;
}

void FixBondState::setup_pre_exchange()
{
  pre_exchange();
}
void FixBondState::setup_pre_neighbor()
{
  pre_neighbor();
}
void FixBondState::setup_post_neighbor()
{
  post_neighbor();
}

/* ----------------------------------------------------------------------
   atoms are about to migrate: what is known of their bonds goes with them
------------------------------------------------------------------------- */

void FixBondState::pre_exchange()
{
  share_broken_pairs();
  save();
}

/* ----------------------------------------------------------------------
   atoms have their new places and ghosts: is every bond partner here?
------------------------------------------------------------------------- */

void FixBondState::pre_neighbor()
{
  fit_columns();
  if (output->thermo->lostbond != Thermo::ERROR) return;

  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (atom->map(atom->bond_atom[i][m]) < 0)
        error->one(
            FLERR,
            "Bond style parallel: bond partner {} of atom {} is gone at step {} (it left the "
            "box or was deleted, or the ghost cutoff {} is shorter than the bond)",
            atom->bond_atom[i][m], atom->tag[i], update->ntimestep,
            std::max(comm->cutghostuser, neighbor->cutneighmax));
}

void FixBondState::post_neighbor()
{
  load();
  update_clusters();
}

void FixBondState::post_run()
{
  share_broken_pairs();
  save();
}

/* ----------------------------------------------------------------------
   called before atoms are packed for a restart file; the file itself gets the layout of the rows
------------------------------------------------------------------------- */

void FixBondState::write_restart(FILE *fp)
{
  save();
  if (comm->me > 0) return;
  const int layout[2] = {sizeof(int), BondState::SIZE};
  fwrite(layout, sizeof(int), 2, fp);
}

void FixBondState::restart(char *buf)
{
  int size;
  memcpy(&size, buf, sizeof(int));
  if (size != BondState::SIZE)
    error->all(FLERR, "Bond style parallel: restart file holds {} numbers a bond (expected {})",
               size, static_cast<int>(BondState::SIZE));
}

/* ----------------------------------------------------------------------
   one row a bond slot, as many as the atom style has now
------------------------------------------------------------------------- */

void FixBondState::fit_columns()
{
  const int wanted = std::max(1, atom->bond_per_atom) * BondState::SIZE;
  maxexchange = wanted;
  if (rows && columns == wanted) return;

  double **fitted = nullptr;
  memory->create(fitted, std::max(1, atom->nmax), wanted, "bond/state:rows");
  std::fill_n(fitted[0], static_cast<size_t>(std::max(1, atom->nmax)) * wanted, 0.0);
  if (rows)
    for (int i = 0; i < atom->nlocal; i++)
      std::copy_n(rows[i], std::min(columns, wanted), fitted[i]);
  memory->destroy(rows);
  rows = fitted;
  columns = wanted;
}

/* ----------------------------------------------------------------------
   bonds -> rows; between runs, when a user may delete or renumber atoms, the rows are what counts
------------------------------------------------------------------------- */

void FixBondState::save()
{
  if (!rows_old) return;
  rows_old = false;
  for (int i = 0; i < nlocal_loaded; i++)
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int n = bond_of_slot(i, m);
      if (n >= 0) states[n].pack(rows[i] + m * BondState::SIZE);
    }
}

/* ----------------------------------------------------------------------
   rows -> bonds, in the order of neighbor->bondlist
------------------------------------------------------------------------- */

void FixBondState::load()
{
  const tagint *tag = atom->tag;
  const int nbonds = neighbor->nbondlist;
  nlocal_loaded = atom->nlocal;
  slot_columns = std::max(1, atom->bond_per_atom);
  slots.assign(static_cast<size_t>(nlocal_loaded) * slot_columns, -1);
  bonds.resize(nbonds);
  states.resize(nbonds);

  for (int n = 0; n < nbonds; n++) {
    int a = neighbor->bondlist[n][0];
    int b = neighbor->bondlist[n][1];
    if (tag[b] < tag[a]) std::swap(a, b);
    bonds[n] = {a, b, tag[a], tag[b], neighbor->bondlist[n][2]};

    for (const auto &[owned, partner] : {std::make_pair(a, tag[b]), std::make_pair(b, tag[a])}) {
      if (owned >= nlocal_loaded) continue;
      const tagint *partners = atom->bond_atom[owned];
      const int m = std::find(partners, partners + atom->num_bond[owned], partner) - partners;
      slots[static_cast<size_t>(owned) * slot_columns + m] = n;
      states[n] = BondState::unpack(rows[owned] + m * BondState::SIZE);
    }
  }
  rows_old = false;
}

/* ----------------------------------------------------------------------
   break a bond on this rank, now
------------------------------------------------------------------------- */

void FixBondState::break_bond(int n, BondFailure failure)
{
  LocalBond &bond = bonds[n];
  bond.type = 0;
  neighbor->bondlist[n][2] = 0;
  clusters_changed = true;

  if (bond.a >= nlocal_loaded || bond.b >= nlocal_loaded) {
    broken_pairs.push_back(bond.tag_a);
    broken_pairs.push_back(bond.tag_b);
  }
  for (const auto &[owned, partner] :
       {std::make_pair(bond.a, bond.tag_b), std::make_pair(bond.b, bond.tag_a)}) {
    if (owned >= nlocal_loaded) continue;
    remove_bond_slot(owned, partner);
    remove_special(owned, partner);
    make_ordinary_neighbor(owned, partner);
  }
  if (bond.a < nlocal_loaded) report(bond, failure);
}

/* ---------------------------------------------------------------------- */

void FixBondState::report(const LocalBond &bond, BondFailure failure)
{
  if (listeners.empty()) return;
  BreakEvent event;
  event.step = update->ntimestep;
  event.time = update->atime + (update->ntimestep - update->atimestep) * update->dt;
  event.tag_a = bond.tag_a;
  event.tag_b = bond.tag_b;
  event.parent = atom->molecule[bond.a];
  event.mask_a = atom->mask[bond.a];
  event.mask_b = atom->mask[bond.b];
  event.failure = failure;

  const double ra = atom->radius[bond.a];
  const double share = ra / (ra + atom->radius[bond.b]);
  for (int k = 0; k < 3; k++)
    event.place[k] = atom->x[bond.a][k] + share * (atom->x[bond.b][k] - atom->x[bond.a][k]);
  imageint image = 0;
  domain->remap(event.place, image);
  for (auto *listener : listeners) listener->bond_broken(event);
}

/* ----------------------------------------------------------------------
   take a bond out of its owner's list; the last slot fills the hole
------------------------------------------------------------------------- */

void FixBondState::remove_bond_slot(int i, tagint partner)
{
  tagint *partners = atom->bond_atom[i];
  const int last = atom->num_bond[i] - 1;
  const int m = std::find(partners, partners + last + 1, partner) - partners;
  if (m > last) return;

  partners[m] = partners[last];
  atom->bond_type[i][m] = atom->bond_type[i][last];
  int *slot = &slots[static_cast<size_t>(i) * slot_columns];
  slot[m] = slot[last];
  slot[last] = -1;
  std::copy_n(rows[i] + last * BondState::SIZE, BondState::SIZE, rows[i] + m * BondState::SIZE);
  std::fill_n(rows[i] + last * BondState::SIZE, BondState::SIZE, 0.0);
  atom->num_bond[i]--;
}

/* ----------------------------------------------------------------------
   a broken pair is no longer "special"; 1-3 and 1-4 lists are not in use, they end where 1-2 ends
------------------------------------------------------------------------- */

void FixBondState::remove_special(int i, tagint partner)
{
  int *count = atom->nspecial[i];
  tagint *first = atom->special[i];
  tagint *end = first + count[2];
  tagint *found = std::find(first, first + count[0], partner);
  if (found == first + count[0]) return;
  std::copy(found + 1, end, found);
  for (int k = 0; k < 3; k++) count[k]--;
}

/* ----------------------------------------------------------------------
   clear the special bits of a pair in the lists of atom i, so that pair styles see it from the next step on
------------------------------------------------------------------------- */

void FixBondState::make_ordinary_neighbor(int i, tagint partner)
{
  for (int ilist = 0; ilist < neighbor->nlist; ilist++) {
    if (!built_at_every_rebuild(neighbor, ilist)) continue;
    NeighList *list = neighbor->lists[ilist];
    if (list->copy || !list->firstneigh) continue;

    // Lists for a subset of the atoms leave the counts of the others undefined.
    const int *end = list->ilist + list->inum;
    if (list->listskip && std::find<const int *>(list->ilist, end, i) == end) continue;

    int *neighbors = list->firstneigh[i];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int ordinary = neighbors[jj] & SPECIALMASK;
      if (neighbors[jj] == ordinary || atom->tag[neighbors[jj] & NEIGHMASK] != partner) continue;
      neighbors[jj] = ordinary;
      for (auto *listener : neighbor_listeners)
        listener->became_ordinary(list, i, ordinary & NEIGHMASK);
    }
  }
}

/* ----------------------------------------------------------------------
   make sure that both ranks of a border bond agree that it is broken
------------------------------------------------------------------------- */

void FixBondState::share_broken_pairs()
{
  int mine = static_cast<int>(broken_pairs.size()), most = 0;
  MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, world);
  if (most == 0) return;

  std::vector<int> counts(comm->nprocs), starts(comm->nprocs, 0);
  MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, world);
  for (int p = 1; p < comm->nprocs; p++) starts[p] = starts[p - 1] + counts[p - 1];
  std::vector<tagint> all(starts.back() + counts.back());
  MPI_Allgatherv(broken_pairs.data(), mine, MPI_LMP_TAGINT, all.data(), counts.data(),
                 starts.data(), MPI_LMP_TAGINT, world);

  for (size_t k = 0; k + 1 < all.size(); k += 2)
    for (int n; (n = find_border_bond(all[k], all[k + 1])) >= 0;)
      break_bond(n, BondFailure::TENSION);
  broken_pairs.clear();
}

// An intact bond between these ids that this rank holds with one end as a ghost; -1: none.
int FixBondState::find_border_bond(tagint tag_a, tagint tag_b) const
{
  for (const auto &[tag, partner] : {std::make_pair(tag_a, tag_b), std::make_pair(tag_b, tag_a)}) {
    const int i = atom->map(tag);
    if (i < 0 || i >= nlocal_loaded) continue;
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (atom->bond_atom[i][m] == partner) return bond_of_slot(i, m);
  }
  return -1;
}

/* ----------------------------------------------------------------------
   current cluster ids
------------------------------------------------------------------------- */

const tagint *FixBondState::cluster_ids() const
{
  return avec->cluster;
}

bool FixBondState::update_clusters()
{
  // Atoms that were inserted since carry no id yet.
  const tagint *cluster = avec->cluster;
  const int nlocal = atom->nlocal;
  const bool inserted = std::find(cluster, cluster + nlocal, 0) != cluster + nlocal;

  int changed = clusters_changed || inserted, any = 0;
  MPI_Allreduce(&changed, &any, 1, MPI_INT, MPI_MAX, world);
  clusters_changed = false;
  if (any) label_clusters();
  return any;
}

/* ----------------------------------------------------------------------
   each rank joins what its own bonds join; labels then travel through ghosts until none changes
------------------------------------------------------------------------- */

void FixBondState::label_clusters()
{
  const int nlocal = atom->nlocal;
  const int nall = nlocal + atom->nghost;
  std::vector<std::pair<int, int>> links;
  for (int i = 0; i < nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int j = atom->map(atom->bond_atom[i][m]);
      if (j >= 0) links.emplace_back(i, j);
    }
  const std::vector<int> component = grist::connected_components(nall, links);

  tagint *cluster = avec->cluster;
  std::copy_n(atom->tag, nall, cluster);
  std::vector<tagint> smallest(nall);
  int again = 1;
  while (again) {
    std::copy_n(atom->tag, nall, smallest.begin());
    for (int i = 0; i < nall; i++)
      smallest[component[i]] = std::min(smallest[component[i]], cluster[i]);
    int lowered = 0;
    for (int i = 0; i < nall; i++) {
      if (i < nlocal && smallest[component[i]] < cluster[i]) lowered = 1;
      cluster[i] = smallest[component[i]];
    }
    MPI_Allreduce(&lowered, &again, 1, MPI_INT, MPI_MAX, world);
    if (again) comm->forward_comm(this);
  }
}

int FixBondState::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  for (int k = 0; k < n; k++) buf[k] = ubuf(avec->cluster[list[k]]).d;
  return n;
}

void FixBondState::unpack_forward_comm(int n, int first, double *buf)
{
  for (int k = 0; k < n; k++) avec->cluster[first + k] = (tagint) ubuf(buf[k]).i;
}

/* ---------------------------------------------------------------------- */

void FixBondState::add_listener(BreakListener *listener)
{
  remove_listener(listener);
  listeners.push_back(listener);
}

void FixBondState::remove_listener(BreakListener *listener)
{
  listeners.erase(std::remove(listeners.begin(), listeners.end(), listener), listeners.end());
}

void FixBondState::add_listener(NeighborListener *listener)
{
  remove_listener(listener);
  neighbor_listeners.push_back(listener);
}

void FixBondState::remove_listener(NeighborListener *listener)
{
  auto &all = neighbor_listeners;
  all.erase(std::remove(all.begin(), all.end(), listener), all.end());
}

/* ----------------------------------------------------------------------
   per-atom rows, as LAMMPS moves them
------------------------------------------------------------------------- */

void FixBondState::grow_arrays(int nmax)
{
  memory->grow(rows, nmax, columns, "bond/state:rows");
}

void FixBondState::copy_arrays(int i, int j, int)
{
  std::copy_n(rows[i], columns, rows[j]);
}

void FixBondState::set_arrays(int i)
{
  std::fill_n(rows[i], columns, 0.0);
}

int FixBondState::pack_exchange(int i, double *buf)
{
  std::copy_n(rows[i], columns, buf);
  return columns;
}

int FixBondState::unpack_exchange(int nlocal, double *buf)
{
  std::copy_n(buf, columns, rows[nlocal]);
  return columns;
}

int FixBondState::pack_restart(int i, double *buf)
{
  const int n = atom->num_bond[i] * BondState::SIZE;
  buf[0] = n + 1;
  std::copy_n(rows[i], n, buf + 1);
  return n + 1;
}

void FixBondState::unpack_restart(int i, int nth)
{
  double *extra = atom->extra[i];
  int start = 0;
  for (int k = 0; k < nth; k++) start += static_cast<int>(extra[start]);
  const int n = std::min(static_cast<int>(extra[start]) - 1, columns);
  std::fill_n(rows[i], columns, 0.0);
  std::copy_n(extra + start + 1, n, rows[i]);
}

int FixBondState::size_restart(int i)
{
  return atom->num_bond[i] * BondState::SIZE + 1;
}

int FixBondState::maxsize_restart()
{
  return atom->bond_per_atom * BondState::SIZE + 1;
}

double FixBondState::memory_usage()
{
  return static_cast<double>(atom->nmax) * columns * sizeof(double) +
      static_cast<double>(bonds.capacity()) * (sizeof(LocalBond) + sizeof(BondState)) +
      static_cast<double>(slots.capacity()) * sizeof(int);
}
