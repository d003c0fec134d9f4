#include "fix_bond_state.h"

#include "atom.h"
#include "atom_vec_bonded_cluster.h"
#include "clusters/fragments.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "lammps_compat.h"
#include "memory.h"
#include "modify.h"
#include "output.h"
#include "rank_vectors.h"
#include "thermo.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <limits>
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
    Fix(lmp, narg, arg), nbonds(0), avec(nullptr), slots(nullptr), columns(0), nlocal_loaded(0),
    normals(grist::OldNormals::STORED), all_are_newcomers(true), clusters_changed(true),
    hidden_style(nullptr), listed(nullptr), listed_max(0), direct2(0.0), missing(0),
    arrangement_counts(false)
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
  memory->destroy(slots);
  memory->destroy(listed);
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
  arrangement_counts = false;    // between runs a user may change bonds
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

/* ----------------------------------------------------------------------
   as many columns as the atom style has bond slots now
------------------------------------------------------------------------- */

void FixBondState::fit_columns()
{
  const int wanted = std::max(1, atom->bond_per_atom);
  maxexchange = wanted * BondState::SIZE;
  if (slots && columns == wanted) return;

  int **fitted = nullptr;
  const int rows = std::max(1, atom->nmax);
  memory->create(fitted, rows, wanted, "bond/state:slots");
  std::fill_n(fitted[0], static_cast<size_t>(rows) * wanted, NO_BOND);
  if (slots)
    for (int i = 0; i < atom->nlocal; i++)
      std::copy_n(slots[i], std::min(columns, wanted), fitted[i]);
  memory->destroy(slots);
  slots = fitted;
  columns = wanted;
}

/* ----------------------------------------------------------------------
   number the bonds anew, in the order of the list, and put their states in that order
------------------------------------------------------------------------- */

void FixBondState::number_bonds()
{
  if (is_arranged_as_before()) {
    find_ghost_ends_anew();
    neighbor->bondlist = listed;
    neighbor->nbondlist = nbonds;
    return;
  }
  const int count = list_bonds();
  bool same = arrived.empty() && nbonds == count;
  for (int n = 0; same && n < nbonds; n++) same = was[n] == n;
  if (same)
    keep_in_place();
  else
    move_states(count);
  nlocal_loaded = atom->nlocal;
  neighbor->bondlist = listed;
  neighbor->nbondlist = count;
}

/* ----------------------------------------------------------------------
   the same atoms in the same places, none through a periodic border, no bond broken
------------------------------------------------------------------------- */

bool FixBondState::is_arranged_as_before()
{
  const int nlocal = atom->nlocal;
  arrangement_now.tags.assign(atom->tag, atom->tag + nlocal);
  arrangement_now.images.assign(atom->image, atom->image + nlocal);
  arrangement_now.bond_counts.assign(atom->num_bond, atom->num_bond + nlocal);
  const bool same =
      arrangement_counts && arrived.empty() && missing == 0 && arrangement_now == arrangement;
  std::swap(arrangement, arrangement_now);
  arrangement_counts = true;
  return same;
}

void FixBondState::find_ghost_ends_anew()
{
  const int nlocal = atom->nlocal;
  for (int n = 0; n < nbonds; n++) {
    if (listed[n][1] < nlocal || listed[n][2] <= 0) continue;
    find_ghost_end(n);
    if (listed[n][2] > 0) set_ends(bonds, n);
  }
  warn_of_missing();
}

/* ----------------------------------------------------------------------
   a bond is listed with the first of its atoms; when the second comes by and its slot holds the same number from
   before, both ends are known. What is left has a ghost for its other end.
------------------------------------------------------------------------- */

int FixBondState::list_bonds()
{
  double least = std::numeric_limits<double>::max();
  for (int k = 0; k < domain->dimension; k++)
    if (domain->periodicity[k]) least = std::min(least, 0.25 * domain->prd[k]);
  direct2 = least * least;

  int count = 0;
  was.clear();
  std::vector<int> &number_now = scratch;
  number_now.assign(nbonds + arrived.size(), NO_BOND);
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int before = slots[i][m], type = atom->bond_type[i][m];
      slots[i][m] = NO_BOND;
      if (type <= 0) continue;    // turned off
      int n = before == NO_BOND ? number_of_listed_bond(i, atom->bond_atom[i][m])
                                : number_now[before];
      if (n == NO_BOND) {
        n = list_new(count, i, type, before);
        if (before != NO_BOND) number_now[before] = n;
      } else {
        n = meet(n, count, i, m);
      }
      slots[i][m] = n;
    }

  missing = 0;
  for (int n = 0; n < count; n++)
    if (listed[n][1] < 0) find_ghost_end(n);
  warn_of_missing();
  return count;
}

// The number of a bond that begins with owned atom i; its other end is not known yet.
int FixBondState::list_new(int &count, int i, int type, int number_before)
{
  if (count == listed_max) {
    listed_max = std::max(1000, listed_max + listed_max / 2);
    memory->grow(listed, listed_max, 3, "bond/state:listed");
  }
  listed[count][0] = i;
  listed[count][1] = -1;
  listed[count][2] = type;
  was.push_back(number_before);
  return count++;
}

// Owned atom i is the other end of bond n, too. If they are nearest through a periodic border, each owned end has a
// bond of its own to a ghost, as in LAMMPS' list; the number of that of i.
int FixBondState::meet(int n, int &count, int i, int m)
{
  const int first = listed[n][0];
  const double *a = atom->x[first], *b = atom->x[i];
  const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < direct2 || domain->closest_image(first, i) == i) {
    listed[n][1] = i;
    return n;
  }
  return list_new(count, i, atom->bond_type[i][m], was[n]);
}

void FixBondState::find_ghost_end(int n)
{
  const int i = listed[n][0];
  const int m = std::find(slots[i], slots[i] + atom->num_bond[i], n) - slots[i];
  const int j = atom->map(atom->bond_atom[i][m]);
  if (j < 0) {
    if (output->thermo->lostbond == Thermo::ERROR) partner_is_gone(i, m);
    missing++;
    listed[n][1] = i;
    listed[n][2] = 0;
    return;
  }
  listed[n][1] = domain->closest_image(i, j);
  // Two ends that had a bond each, and now lie side by side: one of the two is enough.
  if (listed[n][1] < i) {
    listed[n][2] = 0;
    slots[i][m] = number_of_listed_bond(i, atom->bond_atom[i][m]);
  }
}

void FixBondState::warn_of_missing() const
{
  if (output->thermo->lostbond != Thermo::WARN) return;
  int all = 0;
  MPI_Allreduce(&missing, &all, 1, MPI_INT, MPI_SUM, world);
  if (all && comm->me == 0)
    error->warning(FLERR, "Bond style parallel: {} bond partners are gone at step {}", all,
                   update->ntimestep);
}

void FixBondState::partner_is_gone(int i, int m) const
{
  error->one(FLERR,
             "Bond style parallel: bond partner {} of atom {} is gone at step {} (it left the "
             "box or was deleted, or the ghost cutoff {} is shorter than the bond)",
             atom->bond_atom[i][m], atom->tag[i], update->ntimestep,
             std::max(comm->cutghostuser, neighbor->cutneighmax));
}

// Number of the bond of owned atom i that was listed with its other, owned atom.
int FixBondState::number_of_listed_bond(int i, tagint partner) const
{
  const int j = atom->map(partner);
  if (j < 0 || j >= i) return NO_BOND;
  const tagint *partners = atom->bond_atom[j];
  const int m = std::find(partners, partners + atom->num_bond[j], atom->tag[i]) - partners;
  return m < atom->num_bond[j] ? slots[j][m] : NO_BOND;
}

/* ---------------------------------------------------------------------- */

void FixBondState::set_ends(BondBlocks &of, int n) const
{
  BondBlock &block = of.block_of(n);
  const int lane = of.lane_of(n);
  const int i = listed[n][0], j = listed[n][1];
  const bool in_order = atom->tag[i] < atom->tag[j];
  block.a[lane] = in_order ? i : j;
  block.b[lane] = in_order ? j : i;
}

void FixBondState::keep_in_place()
{
  for (int n = 0; n < nbonds; n++) set_ends(bonds, n);
}

void FixBondState::move_states(int count)
{
  spare.make(count);
  newcomers.clear();
  for (int n = 0; n < count; n++) {
    if (listed[n][2] <= 0) {
      spare.rest(n);
      continue;
    }
    BondBlock &block = spare.block_of(n);
    block.type[spare.lane_of(n)] = static_cast<short>(listed[n][2]);
    block.live |= grist::BondMask{1} << spare.lane_of(n);
    set_ends(spare, n);
    if (was[n] == NO_BOND || was[n] >= nbonds) set_newcomer(n);
  }

  // Most keep their neighbors in the list.
  for (int n = 0, run = 1; n < count; n += run) {
    run = 1;
    if (listed[n][2] <= 0 || was[n] == NO_BOND || was[n] >= nbonds) continue;
    int end = n + 1;
    while (end < count && end < n + BOND_LANES && listed[end][2] > 0 &&
           was[end] == was[n] + (end - n) && was[end] < nbonds)
      end++;
    run = spare.copy(n, bonds, was[n], end - n);
  }
  std::swap(bonds, spare);
  nbonds = count;
  arrived.clear();
}

// A bond that came with an atom from another rank or a restart file, or one that nobody has seen yet.
void FixBondState::set_newcomer(int n)
{
  BondState state = was[n] == NO_BOND ? BondState() : state_of(was[n]);
  if (state.length_initial == 0.0) {
    using Place = Eigen::Map<const Vector3d>;
    const BondBlock &block = spare.block_of(n);
    const int lane = spare.lane_of(n);
    state = grist::make_bond(Place(atom->x[block.b[lane]]) - Place(atom->x[block.a[lane]]));
  }
  spare.set_state(n, state);
  newcomers.push_back(n);
}

/* ---------------------------------------------------------------------- */

BondState FixBondState::state_of(int number) const
{
  return number < nbonds ? bonds.state(number) : arrived[number - nbonds];
}

bool FixBondState::state_of_slot(int i, int m, BondState &state) const
{
  const int number = number_of_slot(i, m);
  if (number == NO_BOND) return false;
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
  listed[n][2] = 0;
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
  slots[i][m] = slots[i][last];
  slots[i][last] = NO_BOND;
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
      if (atom->bond_atom[i][m] == partner) return number_of_slot(i, m);
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
  memory->grow(slots, nmax, columns, "bond/state:slots");
}

void FixBondState::copy_arrays(int i, int j, int)
{
  std::copy_n(slots[i], columns, slots[j]);
}

void FixBondState::set_arrays(int i)
{
  std::fill_n(slots[i], columns, NO_BOND);
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
  for (int m = 0; m < std::min(columns, atom->num_bond[i]); m++) {
    slots[i][m] = nbonds + static_cast<int>(arrived.size());
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
  return static_cast<double>(atom->nmax) * columns * sizeof(int) +
      static_cast<double>(bonds.blocks.capacity() + spare.blocks.capacity()) *
      (sizeof(BondBlock) + sizeof(grist::BondNormals)) +
      static_cast<double>(arrived.capacity()) * sizeof(BondState);
}
