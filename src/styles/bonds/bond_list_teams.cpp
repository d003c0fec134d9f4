// BondList: bonds of like clusters in teams.

#include "styles/bonds/bond_list.h"

#include "atom.h"
#include "memory.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;

/* ----------------------------------------------------------------------
   like clusters side by side; lanes of a team that no cluster has are numbers without a bond
------------------------------------------------------------------------- */

void BondList::number_in_teams()
{
  std::vector<grist::ListedBond> all(bonds);
  for (int n = 0; n < bonds; n++) {
    const int i = listed[n][0], j = listed[n][1];
    all[n] = {i, j, static_cast<short>(listed[n][2]), atom->tag[j] < atom->tag[i],
              is_live(n) && j < atom->nlocal};
    if (!all[n].is_inside) all[n].high = i;
  }
  grist::TeamOrder order = grist::order_in_teams(all, atom->radius);
  if (order.teams.empty()) return;
  formed_teams = std::move(order.teams);

  const int before = bonds;
  bonds = order.count;
  if (bonds > room) {
    room = bonds;
    memory->grow(listed, room, 3, "bond/list:listed");
  }
  const std::vector<int> ends(listed[0], listed[0] + 3 * static_cast<size_t>(before));
  std::vector<int> old_numbers(bonds, NO_BOND);
  for (int n = 0; n < bonds; n++) {
    listed[n][0] = listed[n][1] = 0;
    listed[n][2] = HOLE;
  }
  for (int n = 0; n < before; n++) {
    const int to = order.number[n];
    std::copy_n(&ends[3 * static_cast<size_t>(n)], 3, listed[to]);
    old_numbers[to] = was[n];
  }
  was.swap(old_numbers);
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (slots[i][m] != NO_BOND) slots[i][m] = order.number[slots[i][m]];
}

void BondList::form_teams(bool wanted)
{
  if (wanted != teams_are_wanted) invalidate();
  teams_are_wanted = wanted;
}
