#include "styles/bonds/bond_teams.h"

#include "atom.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace LAMMPS_NS;
using grist::BondTeam;

// Numbering a bond again takes the time that a team saves for a bond in this number of steps.
static constexpr double STEPS_OF_NUMBERING = 4.0;

void BondTeams::begin_holding(bigint live_bonds)
{
  holds = true;
  outsiders += live_bonds;
}

void BondTeams::set(std::vector<BondTeam> formed)
{
  teams = std::move(formed);
  is_old.assign(teams.size(), 1);
  outsiders = 0;
  lost_time = 0.0;
}

bool BondTeams::should_be_formed_anew(int arrivals, int bonds)
{
  assert(arrivals >= 0 && bonds >= 0);
  const double steps = static_cast<double>(update->ntimestep - last_step);
  last_step = update->ntimestep;
  if (!are_wanted || steps < 0.0) return false;
  lost_time += steps * static_cast<double>(outsiders);
  outsiders += arrivals / 2;    // each bond comes with both of its atoms
  return lost_time > STEPS_OF_NUMBERING * bonds;
}

const BondTeam *BondTeams::of_block(int k) const
{
  assert(k >= 0);
  if (teams.empty() || k >= teams.back().end()) return nullptr;
  const auto after =
      std::upper_bound(teams.begin(), teams.end(), k,
                       [](int block, const BondTeam &team) { return block < team.first; });
  return &after[-1];
}

void BondTeams::update_lanes(const grist::BondBlocks &bonds)
{
  assert(is_old.size() == teams.size());
  for (size_t t = 0; t < teams.size(); t++)
    if (is_old[t]) teams[t].update(bonds, atom->radius);
  std::fill(is_old.begin(), is_old.end(), 0);
}
