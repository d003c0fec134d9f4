#include "styles/bonds/fix_bond_state.h"

#include "atom.h"
#include "clusters/fragments.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "output.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/rank_vectors.h"
#include "thermo.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using Eigen::Vector3d;
using grist::BOND_LANES;
using grist::BondBlock;
using grist::BondBlocks;
using grist::BondFailure;
using grist::BondState;

/* ---------------------------------------------------------------------- */

FixBondState::FixBondState(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), nbonds(0), avec(nullptr), list(lmp), nlocal_loaded(0),
    normals(grist::OldNormals::STORED), all_are_newcomers(true), clusters_changed(true),
    hidden_style(nullptr)
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
  find_old_normals();
  list.distrust();
  clusters_changed = true;
}

/* ----------------------------------------------------------------------
   positions follow from velocities between two evaluations if all atoms are moved by one of these, and by nothing else
------------------------------------------------------------------------- */

static bool moves_by_velocity(const Fix *fix)
{
  for (const char *style : {"nve", "nve/sphere", "nve/limit", "nve/noforce", "leapfrog/sphere"})
    if (strcmp(fix->style, style) == 0) return true;
  return false;
}

void FixBondState::find_old_normals()
{
  // An atom that no fix moves may have a velocity all the same.
  bool all_move = false, otherwise = update->whichflag != 1 || domain->box_change != 0;
  for (int n = 0; n < modify->nfix; n++) {
    if (!(modify->fmask[n] & (INITIAL_INTEGRATE | POST_INTEGRATE))) continue;
    if (!moves_by_velocity(modify->fix[n])) otherwise = true;
    if (modify->fix[n]->igroup == 0) all_move = true;
  }
  normals = all_move && !otherwise ? grist::OldNormals::FROM_MOTION : grist::OldNormals::STORED;
}

/* ----------------------------------------------------------------------
   at the end of a step: whoever moves atoms next by hand, or reads a restart file, finds the bonds as they are now
------------------------------------------------------------------------- */

void FixBondState::store_normals()
{
  if (normals == grist::OldNormals::STORED) return;
  bonds.renew_normals(atom->x[0]);
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
   atoms are about to migrate: both ranks of a border bond must agree on it
------------------------------------------------------------------------- */

void FixBondState::pre_exchange()
{
  share_broken_pairs();
}

/* ----------------------------------------------------------------------
   the list of bonds is made in post_neighbor
------------------------------------------------------------------------- */

void FixBondState::pre_neighbor()
{
  fit_columns();
  hidden_style = force->bond;
  force->bond = nullptr;
}

void FixBondState::post_neighbor()
{
  if (hidden_style) force->bond = hidden_style;
  hidden_style = nullptr;
  number_bonds();
  update_clusters();
}

void FixBondState::post_run()
{
  share_broken_pairs();
  if (atom->x) store_normals();
}

/* ----------------------------------------------------------------------
   the restart file gets the layout of what is stored of a bond
------------------------------------------------------------------------- */

void FixBondState::write_restart(FILE *fp)
{
  store_normals();
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

/* ---------------------------------------------------------------------- */

void FixBondState::fit_columns()
{
  const int wanted = std::max(1, atom->bond_per_atom);
  maxexchange = wanted * BondState::SIZE;
  list.fit(wanted);
}

/* ----------------------------------------------------------------------
   the list of bonds, and the states of bonds in its order
------------------------------------------------------------------------- */

void FixBondState::number_bonds()
{
  const auto change = list.renew(static_cast<int>(arrived.size()));
  if (change == BondList::Change::ALL)
    move_states();
  else
    mend_states();
  arrived.clear();
  nbonds = list.count();
  nlocal_loaded = atom->nlocal;
  list.publish();
}

// Type and ends of a live bond as they are listed now.
void FixBondState::place(BondBlocks &of, int n) const
{
  BondBlock &block = of.block_of(n);
  const int lane = of.lane_of(n);
  const int i = list[n][0], j = list[n][1];
  const bool in_order = atom->tag[i] < atom->tag[j];
  block.a[lane] = in_order ? i : j;
  block.b[lane] = in_order ? j : i;
  block.type[lane] = static_cast<short>(list[n][2]);
  block.live |= grist::BondMask{1} << lane;
}

void FixBondState::mend_states()
{
  bonds.grow(list.count());
  for (const int n : list.changed()) {
    if (!list.is_live(n)) {
      bonds.rest(n);
      continue;
    }
    place(bonds, n);
    if (!has_state(n))
      set_newcomer(bonds, n);
    else if (list.number_before(n) != n)
      bonds.copy(n, bonds, list.number_before(n), 1);
  }
}

void FixBondState::move_states()
{
  const int count = list.count();
  spare.make(count);
  newcomers.clear();
  for (int n = 0; n < count; n++) {
    if (!list.is_live(n)) {
      spare.rest(n);
      continue;
    }
    place(spare, n);
    if (!has_state(n)) set_newcomer(spare, n);
  }

  // Most keep their neighbors in the list.
  for (int n = 0, run = 1; n < count; n += run) {
    run = 1;
    if (!list.is_live(n) || !has_state(n)) continue;
    const int before = list.number_before(n);
    int end = n + 1;
    while (end < count && end < n + BOND_LANES && list.is_live(end) && has_state(end) &&
           list.number_before(end) == before + (end - n))
      end++;
    run = spare.copy(n, bonds, before, end - n);
  }
  std::swap(bonds, spare);
}

// Whether bond n of the list was worked out here before it was listed anew.
bool FixBondState::has_state(int n) const
{
  const int before = list.number_before(n);
  return before != BondList::NO_BOND && before < nbonds;
}

// A bond that came with an atom from another rank or a restart file, or one that nobody has seen yet.
void FixBondState::set_newcomer(BondBlocks &of, int n)
{
  const int before = list.number_before(n);
  BondState state = before == BondList::NO_BOND ? BondState() : state_of(before);
  if (state.length_initial == 0.0) {
    using Place = Eigen::Map<const Vector3d>;
    const BondBlock &block = of.block_of(n);
    const int lane = of.lane_of(n);
    state = grist::make_bond(Place(atom->x[block.b[lane]]) - Place(atom->x[block.a[lane]]));
  }
  of.set_state(n, state);
  newcomers.push_back(n);
}

/* ---------------------------------------------------------------------- */

BondState FixBondState::state_of(int number) const
{
  return number < nbonds ? bonds.state(number) : arrived[number - nbonds];
}

bool FixBondState::state_of_slot(int i, int m, BondState &state) const
{
  const int number = list.number(i, m);
  if (number == BondList::NO_BOND) return false;
  state = state_of(number);
  return true;
}

std::vector<int> FixBondState::take_newcomers()
{
  if (all_are_newcomers) {
    newcomers.resize(nbonds);
    std::iota(newcomers.begin(), newcomers.end(), 0);
  }
  all_are_newcomers = false;
  return std::exchange(newcomers, {});
}

/* ----------------------------------------------------------------------
   break a bond on this rank, now
------------------------------------------------------------------------- */

void FixBondState::break_bond(int n, BondFailure failure, double energy)
{
  const BondBlock &block = bonds.block_of(n);
  const int lane = bonds.lane_of(n), a = block.a[lane], b = block.b[lane];
  const tagint tag_a = atom->tag[a], tag_b = atom->tag[b];
  bonds.silence(n);
  list.drop(n);
  clusters_changed = true;

  if (a >= nlocal_loaded || b >= nlocal_loaded)
    broken_pairs.push_back({tag_a, tag_b, energy, failure});
  for (const auto &[owned, partner] : {std::make_pair(a, tag_b), std::make_pair(b, tag_a)}) {
    if (owned >= nlocal_loaded) continue;
    remove_bond_slot(owned, partner);
    remove_special(owned, partner);
    make_ordinary_neighbor(owned, partner);
  }
  if (a < nlocal_loaded) report(a, b, failure, energy);
}

/* ---------------------------------------------------------------------- */

void FixBondState::report(int a, int b, BondFailure failure, double energy)
{
  if (listeners.empty()) return;
  BreakEvent event;
  event.step = update->ntimestep;
  event.time = update->atime + (update->ntimestep - update->atimestep) * update->dt;
  event.tag_a = atom->tag[a];
  event.tag_b = atom->tag[b];
  event.parent = atom->molecule[a];
  event.mask_a = atom->mask[a];
  event.mask_b = atom->mask[b];
  event.energy = energy;
  event.failure = failure;

  const double ra = atom->radius[a];
  const double share = ra / (ra + atom->radius[b]);
  for (int k = 0; k < 3; k++)
    event.place[k] = atom->x[a][k] + share * (atom->x[b][k] - atom->x[a][k]);
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
  list.fill_hole_with_last(i, m, last);
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
  const int mine = !broken_pairs.empty();
  int any = 0;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, world);
  if (!any) return;

  for (const BrokenPair &pair : from_all_ranks(broken_pairs, world))
    for (int n; (n = find_border_bond(pair.tag_a, pair.tag_b)) >= 0;)
      break_bond(n, pair.failure, pair.energy);
  broken_pairs.clear();
}

// An intact bond between these ids that this rank holds with one end as a ghost; -1: none.
int FixBondState::find_border_bond(tagint tag_a, tagint tag_b) const
{
  for (const auto &[tag, partner] : {std::make_pair(tag_a, tag_b), std::make_pair(tag_b, tag_a)}) {
    const int i = atom->map(tag);
    if (i < 0 || i >= nlocal_loaded) continue;
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (atom->bond_atom[i][m] == partner) return list.number(i, m);
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
   per-atom slots, as LAMMPS moves them
------------------------------------------------------------------------- */

void FixBondState::grow_arrays(int nmax)
{
  list.grow(nmax);
}

void FixBondState::copy_arrays(int i, int j, int)
{
  list.copy(i, j);
}

void FixBondState::set_arrays(int i)
{
  list.clear(i);
}

/* ----------------------------------------------------------------------
   the states of an atom's bonds, slot after slot; one that has no state yet has length 0
------------------------------------------------------------------------- */

int FixBondState::pack_exchange(int i, double *buf)
{
  for (int m = 0; m < atom->num_bond[i]; m++) {
    BondState state;
    state_of_slot(i, m, state);
    state.pack(buf + m * BondState::SIZE);
  }
  return atom->num_bond[i] * BondState::SIZE;
}

int FixBondState::unpack_exchange(int i, double *buf)
{
  remember(i, buf);
  return atom->num_bond[i] * BondState::SIZE;
}

int FixBondState::pack_restart(int i, double *buf)
{
  buf[0] = pack_exchange(i, buf + 1) + 1;
  return static_cast<int>(buf[0]);
}

void FixBondState::unpack_restart(int i, int nth)
{
  double *extra = atom->extra[i];
  int start = 0;
  for (int k = 0; k < nth; k++) start += static_cast<int>(extra[start]);
  remember(i, extra + start + 1);
}

void FixBondState::remember(int i, const double *states)
{
  set_arrays(i);
  for (int m = 0; m < std::min(list.columns(), atom->num_bond[i]); m++) {
    list.slot(i, m) = nbonds + static_cast<int>(arrived.size());
    arrived.push_back(BondState::unpack(states + m * BondState::SIZE));
  }
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
  return list.memory_usage() +
      static_cast<double>(bonds.blocks.capacity() + spare.blocks.capacity()) *
      (sizeof(BondBlock) + sizeof(grist::BondNormals)) +
      static_cast<double>(arrived.capacity()) * sizeof(BondState);
}
