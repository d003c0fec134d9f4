#include "styles/bonds/bond_slots.h"

#include "styles/access/atom_style.h"

#include "atom.h"
#include "memory.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace LAMMPS_NS;

BondSlots::~BondSlots()
{
  memory->destroy(slots);
  memory->destroy(known_ids);
}

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

void BondSlots::set_columns(int columns)
{
  assert(columns >= 1);
  if (slots && width == columns) return;
  slots = with_columns<int>(memory, slots, width, columns, 0, NO_BOND, atom);
  known_ids = with_columns<tagint>(memory, known_ids, width, columns, 1, 0, atom);
  width = columns;
}

void BondSlots::grow(int nmax)
{
  assert(width >= 1 && nmax >= atom->nlocal);
  memory->grow(slots, nmax, width, "bond/list:slots");
  memory->grow(known_ids, nmax, width + 1, "bond/list:known_ids");
}

void BondSlots::copy(int i, int j)
{
  assert(slots && i >= 0 && j >= 0);
  std::copy_n(slots[i], width, slots[j]);
  std::copy_n(known_ids[i], width + 1, known_ids[j]);
}

void BondSlots::clear(int i)
{
  assert(slots && i >= 0);
  std::fill_n(slots[i], width, NO_BOND);
  std::fill_n(known_ids[i], width + 1, 0);
}

void BondSlots::set_arrived(int i, int first_number)
{
  assert(first_number >= 0);
  clear(i);
  std::iota(slots[i], slots[i] + std::min(width, atom->num_bond[i]), first_number);
  set_known_ids(i);
}

void BondSlots::fill_hole_with_last(int i, int m, int last)
{
  assert(is_owned(atom, i));
  assert(m >= 0 && m <= last && last < width);
  slots[i][m] = slots[i][last];
  slots[i][last] = NO_BOND;
  known_ids[i][m] = known_ids[i][last];
}

// ---- bonds that others have changed

void BondSlots::set_known_ids(int i)
{
  std::copy_n(atom->bond_atom[i], std::min(width, atom->num_bond[i]), known_ids[i]);
  known_ids[i][width] = atom->tag[i];
}

bool BondSlots::knows_bonds_of(int i) const
{
  assert(is_owned(atom, i));
  const int count = std::min(width, atom->num_bond[i]);
  return std::equal(known_ids[i], known_ids[i] + count, atom->bond_atom[i]) &&
      std::all_of(slots[i] + count, slots[i] + width, [](int n) { return n == NO_BOND; });
}

bool BondSlots::follow_bonds()
{
  bool any = false;
  for (int i = 0; i < atom->nlocal; i++) {
    if (known_ids[i][width] == 0 || knows_bonds_of(i)) continue;
    follow_bonds_of(i);
    any = true;
  }
  return any;
}

void BondSlots::follow_bonds_of(int i)
{
  assert(is_owned(atom, i));
  const std::vector<int> old_slots(slots[i], slots[i] + width);
  const std::vector<tagint> old_ids(known_ids[i], known_ids[i] + width);
  std::fill_n(slots[i], width, NO_BOND);
  for (int m = 0; m < std::min(width, atom->num_bond[i]); m++) {
    const size_t k =
        std::find(old_ids.begin(), old_ids.end(), atom->bond_atom[i][m]) - old_ids.begin();
    if (k < old_ids.size()) slots[i][m] = old_slots[k];
  }
  set_known_ids(i);
}

bool BondSlots::ids_are_new() const
{
  for (int i = 0; i < atom->nlocal; i++)
    if (known_ids[i][width] != 0 && known_ids[i][width] != atom->tag[i]) return true;
  return false;
}

std::vector<int> BondSlots::accept_ids()
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

double BondSlots::memory_usage() const
{
  return static_cast<double>(atom->nmax) * (width + 1) * (sizeof(int) + sizeof(tagint));
}
