#include "styles/bonds/bond_list.h"

#include "memory.h"
#include "neighbor.h"
#include "styles/bonds/bond_slots.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace LAMMPS_NS;

BondList::~BondList()
{
  memory->destroy(listed);
}

void BondList::set_neighbor_list() const
{
  neighbor->bondlist = listed;
  neighbor->nbondlist = bonds;
}

void BondList::clear()
{
  bonds = 0;
  was.clear();
  numbers_are_old = false;
  free.clear();
  kept_empty = 0;
}

void BondList::keep_numbers()
{
  if (numbers_are_old) return;
  was.resize(bonds);
  std::iota(was.begin(), was.end(), 0);
  numbers_are_old = true;
}

void BondList::make_room(int numbers)
{
  room = numbers;
  memory->grow(listed, room, 3, "bond/list:listed");
}

int BondList::add(int owned_end, int other_end, int type, int number_before)
{
  assert(owned_end >= 0);
  int n = bonds;
  if (!free.empty()) {
    n = free.back();
    free.pop_back();
    was[n] = number_before;
  } else {
    if (bonds == room) make_room(std::max(1000, room + room / 2));
    was.push_back(number_before);
    bonds++;
  }
  numbers_are_old = false;
  listed[n][0] = owned_end;
  listed[n][1] = other_end;
  listed[n][2] = type;
  return n;
}

void BondList::make_hole(int n, bool may_be_filled)
{
  assert(n >= 0 && n < bonds);
  listed[n][0] = listed[n][1] = 0;
  listed[n][2] = HOLE;
  if (may_be_filled)
    free.push_back(n);
  else
    kept_empty++;
}

void BondList::reorder(const std::vector<int> &number, int count)
{
  assert(number.size() == static_cast<size_t>(bonds) && count >= bonds);
  const int before = bonds;
  bonds = count;
  if (bonds > room) make_room(bonds);
  const std::vector<int> old_bonds(listed[0], listed[0] + 3 * static_cast<size_t>(before));
  std::vector<int> old_numbers(bonds, BondSlots::NO_BOND);
  for (int n = 0; n < bonds; n++) {
    listed[n][0] = listed[n][1] = 0;
    listed[n][2] = HOLE;
  }
  for (int n = 0; n < before; n++) {
    const int to = number[n];
    std::copy_n(&old_bonds[3 * static_cast<size_t>(n)], 3, listed[to]);
    old_numbers[to] = was[n];
  }
  was.swap(old_numbers);
}

double BondList::memory_usage() const
{
  return static_cast<double>(room) * 3 * sizeof(int) +
      static_cast<double>(was.capacity()) * sizeof(int);
}
