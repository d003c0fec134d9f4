#include "styles/bonds/bond_numbering.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "output.h"
#include "styles/access/atom_style.h"
#include "styles/access/lammps_compat.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/bond_ghost_cutoff.h"
#include "thermo.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;

// If a greater share of the atoms has changed, or of the numbers is unused, all bonds are numbered
// anew.
static constexpr double MANY = 0.125;
static constexpr int NO_BOND = BondSlots::NO_BOND;

void BondNumbering::set_rigid_types(const std::vector<char> &types)
{
  if (types != rigid_types) invalidate();
  rigid_types = types;
}

BondNumbering::Change BondNumbering::renumber(int arrivals)
{
  assert(arrivals >= 0);
  touched.clear();
  known_bonds = list.count();
  record_arrangement();
  const bool known = std::exchange(arrangement_is_known, true) && missing == 0;
  const int changed_count = known ? find_changed_places() : 0;
  if (known) list.keep_numbers();
  if (known && changed_count == 0 && arrivals == 0) {
    update_ghost_ends();
    return Change::GHOSTS;
  }
  const bool dense = list.holes() < MANY * known_bonds;
  if (known && changed_count < MANY * atom->nlocal && dense &&
      !teams.should_be_formed_anew(arrivals, known_bonds)) {
    list_changed();
    return Change::PART;
  }
  list_all(arrivals);
  return Change::ALL;
}

void BondNumbering::record_arrangement()
{
  const int nlocal = atom->nlocal;
  std::swap(before, now);
  now.tags.assign(atom->tag, atom->tag + nlocal);
  now.images.assign(atom->image, atom->image + nlocal);
  now.bond_counts.assign(atom->num_bond, atom->num_bond + nlocal);
}

// Places whose atom is another, came back from another rank, went through a periodic border, or
// lost a bond. How many.
int BondNumbering::find_changed_places()
{
  const size_t old_size = before.tags.size(), size = now.tags.size();
  const size_t both = std::min(old_size, size);
  changed_place.assign(std::max(old_size, size), 1);
  int count = static_cast<int>(changed_place.size() - both);
  for (size_t i = 0; i < both; i++) {
    changed_place[i] = now.tags[i] != before.tags[i] || now.images[i] != before.images[i] ||
        now.bond_counts[i] != before.bond_counts[i] || has_arrived(static_cast<int>(i));
    count += changed_place[i];
  }
  return count;
}

// All bonds of an atom arrive together.
bool BondNumbering::has_arrived(int i) const
{
  assert(is_owned(atom, i));
  return atom->num_bond[i] > 0 && slots[i][0] >= known_bonds;
}

void BondNumbering::update_ghost_ends()
{
  const int nlocal = atom->nlocal;
  for (int n = 0; n < list.count(); n++) {
    if (!list.is_live(n) || list[n][1] < nlocal) continue;
    find_ghost_end(n);
    touched.push_back(n);
  }
  warn_of_missing();
}

/* ----------------------------------------------------------------------
   a bond is listed with the first of its atoms; when the slot of the second holds the same old
   number, both ends are known. The other end of the remaining bonds is a ghost.
------------------------------------------------------------------------- */

void BondNumbering::list_all(int arrivals)
{
  find_direct_distance();
  std::vector<int> &number_now = scratch;
  number_now.assign(known_bonds + arrivals, NO_BOND);
  list.clear();
  for (int i = 0; i < atom->nlocal; i++) {
    slots.set_known_ids(i);
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int old = slots[i][m], type = atom->bond_type[i][m];
      slots[i][m] = NO_BOND;
      if (!is_listed(type)) continue;
      // What has arrived has another old number at each end.
      int n = old == NO_BOND ? NO_BOND : number_now[old];
      if (n == NO_BOND && (old == NO_BOND || old >= known_bonds))
        n = number_of_listed_bond(i, atom->bond_atom[i][m]);
      if (n == NO_BOND) {
        n = list_new(i, type, old);
        if (old != NO_BOND) number_now[old] = n;
      } else {
        n = add_second_end(n, i, m);
      }
      slots[i][m] = n;
    }
  }

  missing = 0;
  for (int n = 0; n < list.count(); n++)
    if (list[n][1] < 0) find_ghost_end(n);
  warn_of_missing();
  number_in_teams();
}

// ---- like clusters side by side; lanes of a team that no cluster has are numbers without a bond

void BondNumbering::number_in_teams()
{
  teams.set({});
  if (!teams.are_to_be_formed()) return;
  grist::TeamOrder order = grist::order_in_teams(bonds_for_teams(), atom->radius);
  if (order.teams.empty()) return;
  teams.set(std::move(order.teams));
  list.reorder(order.number, order.count);
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (slots[i][m] != NO_BOND) slots[i][m] = order.number[slots[i][m]];
}

std::vector<grist::ListedBond> BondNumbering::bonds_for_teams() const
{
  const auto *avec =
      dynamic_cast<const AtomVecBondedCluster *>(atom->style_match("bonded/cluster"));
  std::vector<grist::ListedBond> all(list.count());
  for (int n = 0; n < list.count(); n++) {
    const int i = list[n][0], j = list[n][1];
    all[n] = {i, j, static_cast<short>(list[n][2]), atom->tag[j] < atom->tag[i],
              list.is_live(n) && j < atom->nlocal && !(avec && avec->is_rigid[i] != 0)};
    // Bonds across a periodic border connect a cluster, too.
    if (j >= atom->nlocal)
      if (const int owned = atom->map(atom->tag[j]); owned < atom->nlocal)
        all[n].high = std::max(i, owned);
    if (all[n].high >= atom->nlocal || !list.is_live(n)) all[n].high = i;
  }
  return all;
}

// ---- the same for bonds of atoms in changed places alone; the others keep their numbers

void BondNumbering::list_changed()
{
  find_direct_distance();
  mark_affected();
  for (int i = 0; i < atom->nlocal; i++)
    if (visited[i]) relist_bonds_of(i);
  collect_holes();
  find_ends_of_touched();
  leave_teams();
}

// Bonds with an end in a changed place, or with a ghost for an end. Atoms that may hold one of them
// are to be visited.
void BondNumbering::mark_affected()
{
  const int nlocal = atom->nlocal, old_nlocal = static_cast<int>(before.tags.size());
  visited.assign(changed_place.begin(), changed_place.begin() + nlocal);
  crossing.clear();
  for (int n = 0; n < list.count(); n++) {
    int *bond = list[n];
    if (bond[2] == BondList::HOLE) continue;
    if (list.is_live(n) && bond[1] < old_nlocal && !changed_place[bond[0]] &&
        !changed_place[bond[1]])
      continue;
    for (const int end : {bond[0], bond[1]})
      if (end < std::min(nlocal, old_nlocal)) visited[end] = 1;
    if (list.is_live(n) && bond[1] >= old_nlocal) crossing.push_back(n);
    bond[2] = BondList::UNRESOLVED;
    touched.push_back(n);
  }
}

void BondNumbering::relist_bonds_of(int i)
{
  assert(is_owned(atom, i));
  slots.set_known_ids(i);
  for (int m = 0; m < atom->num_bond[i]; m++) {
    const int type = atom->bond_type[i][m];
    int &number = slots[i][m];
    const bool has_number = number != NO_BOND && number < known_bonds;
    if (!is_listed(type)) {
      number = NO_BOND;
    } else if (!has_number) {
      const int known = number == NO_BOND ? number_of_listed_bond(i, atom->bond_atom[i][m])
                                          : NO_BOND;
      number = known == NO_BOND ? list_new(i, type, number) : add_second_end(known, i, m);
    } else if (list[number][2] == BondList::UNRESOLVED) {
      list[number][0] = i;
      list[number][1] = NO_BOND;
      list[number][2] = type;
    } else if (list[number][1] == NO_BOND) {
      number = add_second_end(number, i, m);
    }
  }
}

void BondNumbering::collect_holes()
{
  // In a team, a bond of another cluster would end it.
  for (const int n : touched)
    if (list[n][2] == BondList::UNRESOLVED) list.make_hole(n, n >= teams.numbers());
}

void BondNumbering::find_ends_of_touched()
{
  missing = 0;
  for (const int n : touched)
    if (list.is_live(n) && list[n][1] == NO_BOND) find_ghost_end(n);
  warn_of_missing();
}

// Bonds with an end that is a ghost now: the others of their team stay in it.
void BondNumbering::leave_teams()
{
  teams.count_outsiders(std::count_if(crossing.begin(), crossing.end(), [this](int n) {
    return list.is_live(n) && list[n][1] < atom->nlocal;
  }));
  const std::vector<int> changed = touched;
  for (const int n : changed)
    if (n < teams.numbers() && list.is_live(n) && list[n][1] >= atom->nlocal) move_out_of_team(n);
}

void BondNumbering::move_out_of_team(int n)
{
  assert(n < teams.numbers() && list.is_live(n) && list[n][1] >= atom->nlocal);
  const int ends[2] = {list[n][0], list[n][1]};
  const int to = list.add(ends[0], ends[1], list[n][2], list.number_before(n));
  for (const int i : ends)
    if (i < atom->nlocal) std::replace(slots[i], slots[i] + atom->num_bond[i], n, to);
  list.make_hole(n, false);
  teams.count_outsiders(1);
  touched.push_back(n);
  touched.push_back(to);
}

// The number of a bond that begins with owned atom i; its other end is not known yet.
int BondNumbering::list_new(int i, int type, int number_before)
{
  assert(is_owned(atom, i) && is_listed(type));
  const int n = list.add(i, NO_BOND, type, number_before);
  touched.push_back(n);
  return n;
}

// Owned atom i is the other end of bond n, too. If they are nearest through a periodic border, each
// owned end has a bond of its own to a ghost, as in LAMMPS' list; the number of that of i.
int BondNumbering::add_second_end(int n, int i, int m)
{
  assert(is_owned(atom, i) && m >= 0 && m < atom->num_bond[i]);
  assert(is_owned(atom, list[n][0]));
  const int first = list[n][0];
  const double *a = atom->x[first], *b = atom->x[i];
  const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < direct2 || domain->closest_image(first, i) == i) {
    list[n][1] = i;
    return n;
  }
  return list_new(i, atom->bond_type[i][m], list.number_before(n));
}

void BondNumbering::find_ghost_end(int n)
{
  assert(is_owned(atom, list[n][0]));
  const int i = list[n][0];
  const int m = std::find(slots[i], slots[i] + atom->num_bond[i], n) - slots[i];
  const int j = atom->map(atom->bond_atom[i][m]);
  if (j < 0) {
    if (output->thermo->lostbond == Thermo::ERROR) error_missing_partner(i, m);
    missing++;
    list[n][1] = i;
    list[n][2] = 0;
    return;
  }
  list[n][1] = domain->closest_image(i, j);
  // Two ends that had a bond each, and now are closest images of each other: one of the two bonds
  // is enough.
  if (list[n][1] < i) {
    list[n][2] = 0;
    slots[i][m] = number_of_listed_bond(i, atom->bond_atom[i][m]);
  }
}

// Number of the bond of owned atom i that was listed with its other, owned atom.
int BondNumbering::number_of_listed_bond(int i, tagint partner) const
{
  assert(is_owned(atom, i) && partner > 0);
  const int j = atom->map(partner);
  if (j < 0 || j >= i) return NO_BOND;
  const tagint *partners = atom->bond_atom[j];
  const int m = std::find(partners, partners + atom->num_bond[j], atom->tag[i]) - partners;
  return m < atom->num_bond[j] ? slots[j][m] : NO_BOND;
}

void BondNumbering::find_direct_distance()
{
  double least = std::numeric_limits<double>::max();
  for (int k = 0; k < domain->dimension; k++)
    if (domain->periodicity[k]) least = std::min(least, 0.25 * domain->prd[k]);
  direct2 = least * least;
}

void BondNumbering::warn_of_missing() const
{
  if (output->thermo->lostbond != Thermo::WARN) return;
  int all = 0;
  MPI_Allreduce(&missing, &all, 1, MPI_INT, MPI_SUM, world);
  if (all && comm->me == 0)
    error->warning(FLERR, "Bond style parallel: {} bond partners are gone at step {}", all,
                   update->ntimestep);
}

void BondNumbering::error_missing_partner(int i, int m) const
{
  error->one(
      FLERR,
      "Bond style parallel: bond partner {} of atom {} is gone at step {} (it left the "
      "box or was deleted, or the ghost cutoff {} is shorter than the bond{}; to remove clusters "
      "whole: fix outflow; to let clusters leave: thermo_modify lost ignore lost/bond ignore)",
      atom->bond_atom[i][m], atom->tag[i], update->ntimestep, ghost_reach_of_bonded(lmp),
      comm->mode == Comm::MULTI ? ": widen it with comm_modify cutoff/multi" : "");
}

double BondNumbering::memory_usage() const
{
  return static_cast<double>(scratch.capacity()) * sizeof(int) +
      static_cast<double>(now.tags.capacity() + before.tags.capacity()) *
      (sizeof(tagint) + sizeof(imageint) + sizeof(int) + 1);
}
