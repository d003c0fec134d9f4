#include "styles/bonds/bond_list.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "memory.h"
#include "neighbor.h"
#include "output.h"
#include "styles/bonds/collection_reach.h"
#include "styles/common/lammps_compat.h"
#include "thermo.h"
#include "update.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

using namespace LAMMPS_NS;

// If a greater share of the atoms has changed, or of the numbers is unused, all bonds are numbered
// anew.
static constexpr double MANY = 0.125;

BondList::~BondList()
{
  memory->destroy(slots);
  memory->destroy(known_ids);
  memory->destroy(listed);
}

void BondList::set_rigid_types(const std::vector<char> &types)
{
  if (types != rigid_types) invalidate();
  rigid_types = types;
}

// Not one that is turned off, nor one of a rigid cluster.
bool BondList::is_listed(int type) const
{
  return type > 0 && !(static_cast<size_t>(type) < rigid_types.size() && rigid_types[type]);
}

void BondList::set_neighbor_list() const
{
  neighbor->bondlist = listed;
  neighbor->nbondlist = bonds;
}

/* ---------------------------------------------------------------------- */

BondList::Change BondList::renumber(int arrivals)
{
  touched.clear();
  known_bonds = bonds;
  record_arrangement();
  const bool known = std::exchange(arrangement_is_known, true) && missing == 0;
  const int changed_count = known ? find_changed_places() : 0;
  if (known) reset_numbers_before();
  if (known && changed_count == 0 && arrivals == 0) {
    update_ghost_ends();
    return Change::GHOSTS;
  }
  const bool dense = holes.size() + holes_in_teams < MANY * bonds;
  if (known && changed_count < MANY * atom->nlocal && dense &&
      !teams_should_be_formed_anew(arrivals)) {
    list_changed();
    return Change::PART;
  }
  list_all(arrivals);
  return Change::ALL;
}

void BondList::reset_numbers_before()
{
  if (numbers_are_old) return;
  was.resize(bonds);
  std::iota(was.begin(), was.end(), 0);
  numbers_are_old = true;
}

void BondList::record_arrangement()
{
  const int nlocal = atom->nlocal;
  std::swap(before, now);
  now.tags.assign(atom->tag, atom->tag + nlocal);
  now.images.assign(atom->image, atom->image + nlocal);
  now.bond_counts.assign(atom->num_bond, atom->num_bond + nlocal);
}

// Places whose atom is another, came back from another rank, went through a periodic border, or
// lost a bond. How many.
int BondList::find_changed_places()
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
bool BondList::has_arrived(int i) const
{
  return atom->num_bond[i] > 0 && slots[i][0] >= known_bonds;
}

void BondList::update_ghost_ends()
{
  const int nlocal = atom->nlocal;
  for (int n = 0; n < bonds; n++) {
    if (!is_live(n) || listed[n][1] < nlocal) continue;
    find_ghost_end(n);
    touched.push_back(n);
  }
  warn_of_missing();
}

/* ----------------------------------------------------------------------
   a bond is listed with the first of its atoms; when the slot of the second holds the same old
   number, both ends are known. The other end of the remaining bonds is a ghost.
------------------------------------------------------------------------- */

void BondList::list_all(int arrivals)
{
  find_direct_distance();
  std::vector<int> &number_now = scratch;
  number_now.assign(bonds + arrivals, NO_BOND);
  bonds = 0;
  was.clear();
  numbers_are_old = false;
  holes.clear();
  for (int i = 0; i < atom->nlocal; i++) {
    set_known_ids(i);
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int old = slots[i][m], type = atom->bond_type[i][m];
      slots[i][m] = NO_BOND;
      if (!is_listed(type)) continue;
      int n = old == NO_BOND ? number_of_listed_bond(i, atom->bond_atom[i][m]) : number_now[old];
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
  for (int n = 0; n < bonds; n++)
    if (listed[n][1] < 0) find_ghost_end(n);
  warn_of_missing();
  formed_teams.clear();
  team_ends.clear();
  holes_in_teams = 0;
  outsiders = 0;
  lost_time = 0.0;
  if (teams_are_wanted) number_in_teams();
}

/* ----------------------------------------------------------------------
   the same for bonds of atoms in changed places alone; the others keep their numbers
------------------------------------------------------------------------- */

void BondList::list_changed()
{
  find_direct_distance();
  numbers_are_old = false;
  mark_affected();
  for (int i = 0; i < atom->nlocal; i++)
    if (visited[i]) relist_bonds_of(i);
  collect_holes();
  find_ends_of_touched();
  leave_teams();
}

// Bonds with an end in a changed place, or with a ghost for an end. Atoms that may hold one of them
// are to be visited.
void BondList::mark_affected()
{
  const int nlocal = atom->nlocal, old_nlocal = static_cast<int>(before.tags.size());
  visited.assign(changed_place.begin(), changed_place.begin() + nlocal);
  crossing.clear();
  for (int n = 0; n < bonds; n++) {
    int *bond = listed[n];
    if (bond[2] == HOLE) continue;
    if (is_live(n) && bond[1] < old_nlocal && !changed_place[bond[0]] && !changed_place[bond[1]])
      continue;
    for (const int end : {bond[0], bond[1]})
      if (end < std::min(nlocal, old_nlocal)) visited[end] = 1;
    if (is_live(n) && bond[1] >= old_nlocal) crossing.push_back(n);
    bond[2] = UNRESOLVED;
    touched.push_back(n);
  }
}

void BondList::relist_bonds_of(int i)
{
  set_known_ids(i);
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
    } else if (listed[number][2] == UNRESOLVED) {
      listed[number][0] = i;
      listed[number][1] = NO_BOND;
      listed[number][2] = type;
    } else if (listed[number][1] == NO_BOND) {
      number = add_second_end(number, i, m);
    }
  }
}

void BondList::collect_holes()
{
  for (const int n : touched) {
    if (listed[n][2] != UNRESOLVED) continue;
    listed[n][0] = listed[n][1] = 0;
    listed[n][2] = HOLE;
    // A bond of another cluster would end the team.
    if (n < team_numbers())
      holes_in_teams++;
    else
      holes.push_back(n);
  }
}

void BondList::find_ends_of_touched()
{
  missing = 0;
  for (const int n : touched)
    if (is_live(n) && listed[n][1] == NO_BOND) find_ghost_end(n);
  warn_of_missing();
}

/* ---------------------------------------------------------------------- */

int BondList::new_number(int number_before)
{
  if (!holes.empty()) {
    const int n = holes.back();
    holes.pop_back();
    was[n] = number_before;
    return n;
  }
  if (bonds == room) {
    room = std::max(1000, room + room / 2);
    memory->grow(listed, room, 3, "bond/list:listed");
  }
  was.push_back(number_before);
  return bonds++;
}

// The number of a bond that begins with owned atom i; its other end is not known yet.
int BondList::list_new(int i, int type, int number_before)
{
  const int n = new_number(number_before);
  listed[n][0] = i;
  listed[n][1] = NO_BOND;
  listed[n][2] = type;
  touched.push_back(n);
  return n;
}

// Owned atom i is the other end of bond n, too. If they are nearest through a periodic border, each
// owned end has a bond of its own to a ghost, as in LAMMPS' list; the number of that of i.
int BondList::add_second_end(int n, int i, int m)
{
  const int first = listed[n][0];
  const double *a = atom->x[first], *b = atom->x[i];
  const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < direct2 || domain->closest_image(first, i) == i) {
    listed[n][1] = i;
    return n;
  }
  return list_new(i, atom->bond_type[i][m], was[n]);
}

void BondList::find_ghost_end(int n)
{
  const int i = listed[n][0];
  const int m = std::find(slots[i], slots[i] + atom->num_bond[i], n) - slots[i];
  const int j = atom->map(atom->bond_atom[i][m]);
  if (j < 0) {
    if (output->thermo->lostbond == Thermo::ERROR) error_missing_partner(i, m);
    missing++;
    listed[n][1] = i;
    listed[n][2] = 0;
    return;
  }
  listed[n][1] = domain->closest_image(i, j);
  // Two ends that had a bond each, and now are closest images of each other: one of the two bonds
  // is enough.
  if (listed[n][1] < i) {
    listed[n][2] = 0;
    slots[i][m] = number_of_listed_bond(i, atom->bond_atom[i][m]);
  }
}

// Number of the bond of owned atom i that was listed with its other, owned atom.
int BondList::number_of_listed_bond(int i, tagint partner) const
{
  const int j = atom->map(partner);
  if (j < 0 || j >= i) return NO_BOND;
  const tagint *partners = atom->bond_atom[j];
  const int m = std::find(partners, partners + atom->num_bond[j], atom->tag[i]) - partners;
  return m < atom->num_bond[j] ? slots[j][m] : NO_BOND;
}

void BondList::find_direct_distance()
{
  double least = std::numeric_limits<double>::max();
  for (int k = 0; k < domain->dimension; k++)
    if (domain->periodicity[k]) least = std::min(least, 0.25 * domain->prd[k]);
  direct2 = least * least;
}

void BondList::warn_of_missing() const
{
  if (output->thermo->lostbond != Thermo::WARN) return;
  int all = 0;
  MPI_Allreduce(&missing, &all, 1, MPI_INT, MPI_SUM, world);
  if (all && comm->me == 0)
    error->warning(FLERR, "Bond style parallel: {} bond partners are gone at step {}", all,
                   update->ntimestep);
}

void BondList::error_missing_partner(int i, int m) const
{
  error->one(
      FLERR,
      "Bond style parallel: bond partner {} of atom {} is gone at step {} (it left the "
      "box or was deleted, or the ghost cutoff {} is shorter than the bond{}; to remove clusters "
      "whole: fix outflow; to let clusters leave: thermo_modify lost ignore lost/bond ignore)",
      atom->bond_atom[i][m], atom->tag[i], update->ntimestep, ghost_reach_of_bonded(lmp),
      comm->mode == Comm::MULTI ? ": widen it with comm_modify cutoff/multi" : "");
}

/* ----------------------------------------------------------------------
   slots
------------------------------------------------------------------------- */

// A copy with other columns; the last column of `fixed` stays the last.
template <class T>
static T **with_columns(Memory *memory, T **from, int old_columns, int columns, int fixed, T empty,
                        const Atom *atom)
{
  T **to = nullptr;
  const int rows = std::max(1, atom->nmax);
  memory->create(to, rows, columns + fixed, "bond/list:slots");
  std::fill_n(to[0], static_cast<size_t>(rows) * (columns + fixed), empty);
  if (from)
    for (int i = 0; i < atom->nlocal; i++) {
      std::copy_n(from[i], std::min(old_columns, columns), to[i]);
      std::copy_n(from[i] + old_columns, fixed, to[i] + columns);
    }
  memory->destroy(from);
  return to;
}

void BondList::set_columns(int columns)
{
  if (slots && width == columns) return;
  slots = with_columns<int>(memory, slots, width, columns, 0, NO_BOND, atom);
  known_ids = with_columns<tagint>(memory, known_ids, width, columns, 1, 0, atom);
  width = columns;
}

void BondList::grow(int nmax)
{
  memory->grow(slots, nmax, width, "bond/list:slots");
  memory->grow(known_ids, nmax, width + 1, "bond/list:known_ids");
}

void BondList::copy(int i, int j)
{
  std::copy_n(slots[i], width, slots[j]);
  std::copy_n(known_ids[i], width + 1, known_ids[j]);
}

void BondList::clear(int i)
{
  std::fill_n(slots[i], width, NO_BOND);
  std::fill_n(known_ids[i], width + 1, 0);
}

void BondList::forget_all()
{
  for (int i = 0; i < atom->nlocal; i++) clear(i);
  invalidate();
}

void BondList::set_arrived(int i, int first_number)
{
  clear(i);
  std::iota(slots[i], slots[i] + std::min(width, atom->num_bond[i]), first_number);
  set_known_ids(i);
}

void BondList::fill_hole_with_last(int i, int m, int last)
{
  slots[i][m] = slots[i][last];
  slots[i][last] = NO_BOND;
  known_ids[i][m] = known_ids[i][last];
}

/* ----------------------------------------------------------------------
   slots and bonds that others have changed
------------------------------------------------------------------------- */

void BondList::set_known_ids(int i)
{
  std::copy_n(atom->bond_atom[i], std::min(width, atom->num_bond[i]), known_ids[i]);
  known_ids[i][width] = atom->tag[i];
}

bool BondList::knows_bonds_of(int i) const
{
  const int count = std::min(width, atom->num_bond[i]);
  return std::equal(known_ids[i], known_ids[i] + count, atom->bond_atom[i]) &&
      std::all_of(slots[i] + count, slots[i] + width, [](int n) { return n == NO_BOND; });
}

void BondList::follow_bonds()
{
  for (int i = 0; i < atom->nlocal; i++)
    if (known_ids[i][width] != 0 && !knows_bonds_of(i)) follow_bonds_of(i);
}

void BondList::follow_bonds_of(int i)
{
  const std::vector<int> old_slots(slots[i], slots[i] + width);
  const std::vector<tagint> old_ids(known_ids[i], known_ids[i] + width);
  std::fill_n(slots[i], width, NO_BOND);
  for (int m = 0; m < std::min(width, atom->num_bond[i]); m++) {
    const size_t k =
        std::find(old_ids.begin(), old_ids.end(), atom->bond_atom[i][m]) - old_ids.begin();
    if (k < old_ids.size()) slots[i][m] = old_slots[k];
  }
  set_known_ids(i);
  invalidate();
}

bool BondList::ids_are_new() const
{
  for (int i = 0; i < atom->nlocal; i++)
    if (known_ids[i][width] != 0 && known_ids[i][width] != atom->tag[i]) return true;
  return false;
}

std::vector<int> BondList::accept_ids()
{
  std::vector<int> reversed;
  for (int i = 0; i < atom->nlocal; i++) {
    const tagint known = known_ids[i][width];
    if (known == 0) continue;
    for (int m = 0; m < std::min(width, atom->num_bond[i]); m++) {
      const bool was_first = known < known_ids[i][m],
                 is_first = atom->tag[i] < atom->bond_atom[i][m];
      if (slots[i][m] != NO_BOND && was_first != is_first) reversed.push_back(slots[i][m]);
    }
    set_known_ids(i);
  }
  std::sort(reversed.begin(), reversed.end());
  reversed.erase(std::unique(reversed.begin(), reversed.end()), reversed.end());
  return reversed;
}

double BondList::memory_usage() const
{
  return static_cast<double>(atom->nmax) * (width + 1) * (sizeof(int) + sizeof(tagint)) +
      static_cast<double>(room) * 3 * sizeof(int) +
      static_cast<double>(was.capacity() + scratch.capacity()) * sizeof(int) +
      static_cast<double>(now.tags.capacity() + before.tags.capacity()) *
      (sizeof(tagint) + sizeof(imageint) + sizeof(int) + 1);
}
