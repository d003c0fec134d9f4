// BondList: bonds of like clusters in teams.

#include "styles/bonds/bond_list.h"

#include "atom.h"
#include "memory.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "update.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;
using grist::BOND_LANES;

// Numbering a bond again takes the time that a team saves for a bond in this number of steps.
static constexpr double STEPS_OF_NUMBERING = 4.0;

/* ----------------------------------------------------------------------
   like clusters side by side; lanes of a team that no cluster has are numbers without a bond
------------------------------------------------------------------------- */

void BondList::number_in_teams()
{
  if (only_of_released && !holds) return;
  const auto *avec =
      dynamic_cast<const AtomVecBondedCluster *>(atom->style_match("bonded/cluster"));
  std::vector<grist::ListedBond> all(bonds);
  for (int n = 0; n < bonds; n++) {
    const int i = listed[n][0], j = listed[n][1];
    all[n] = {i, j, static_cast<short>(listed[n][2]), atom->tag[j] < atom->tag[i],
              is_live(n) && j < atom->nlocal && !(avec && avec->is_rigid[i] != 0)};
    // Bonds across a periodic border connect a cluster, too.
    if (j >= atom->nlocal)
      if (const int owned = atom->map(atom->tag[j]); owned < atom->nlocal)
        all[n].high = std::max(i, owned);
    if (all[n].high >= atom->nlocal || !is_live(n)) all[n].high = i;
  }
  grist::TeamOrder order = grist::order_in_teams(all, atom->radius);
  if (order.teams.empty()) return;
  formed_teams = std::move(order.teams);
  for (const grist::BondTeam &team : formed_teams) team_ends.push_back(team.end());

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

// From now on released clusters are in teams; those that are free now are not yet.
void BondList::begin_holding(bigint live_bonds)
{
  holds = true;
  outsiders += live_bonds;
}

/* ----------------------------------------------------------------------
   Clusters leave teams when they cross a border, and return outside of teams. Teams are formed
   again once missing teams have cost as much time as that takes.
------------------------------------------------------------------------- */

bool BondList::teams_should_be_formed_anew(int arrivals)
{
  const double steps = static_cast<double>(update->ntimestep - last_step);
  last_step = update->ntimestep;
  if (!teams_are_wanted || steps < 0.0) return false;
  lost_time += steps * static_cast<double>(outsiders);
  outsiders += arrivals / 2;    // each bond comes with both of its atoms
  return lost_time > STEPS_OF_NUMBERING * bonds;
}

// Bonds with an end that is a ghost now: the others of their team stay in it.
void BondList::leave_teams()
{
  outsiders += std::count_if(crossing.begin(), crossing.end(),
                             [this](int n) { return is_live(n) && listed[n][1] < atom->nlocal; });
  const std::vector<int> changed = touched;
  for (const int n : changed)
    if (n < team_numbers() && is_live(n) && listed[n][1] >= atom->nlocal) move_out_of_team(n);
}

void BondList::move_out_of_team(int n)
{
  const int to = new_number(was[n]), ends[2] = {listed[n][0], listed[n][1]};
  std::copy_n(listed[n], 3, listed[to]);
  for (const int i : ends)
    if (i < atom->nlocal) std::replace(slots[i], slots[i] + atom->num_bond[i], n, to);
  listed[n][0] = listed[n][1] = 0;
  listed[n][2] = HOLE;
  holes_in_teams++;
  outsiders++;
  touched.push_back(n);
  touched.push_back(to);
}
