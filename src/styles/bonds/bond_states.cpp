#include "styles/bonds/bond_states.h"

#include "atom.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/common/rank_vectors.h"

#include <algorithm>
#include <bitset>
#include <numeric>
#include <utility>

using namespace LAMMPS_NS;
using Eigen::Vector3d;
using grist::BOND_LANES;
using grist::BondBlock;
using grist::BondBlocks;
using grist::BondState;

void BondStates::renumber()
{
  avec = dynamic_cast<const AtomVecBondedCluster *>(atom->style_match("bonded/cluster"));
  bonds_rest = false;
  const auto change = list.renumber(static_cast<int>(arrived.size()));
  if (change == BondList::Change::ALL) {
    move_all();
    list_teams = list.take_teams();
    team_is_old.assign(list_teams.size(), 1);
  } else {
    update_changed();
    for (const int n : list.changed()) mark_team_of(n);
  }
  arrived.clear();
  bond_count = list.count();
  owned_atoms = atom->nlocal;
  list.set_neighbor_list();
}

bool BondStates::follow_ids()
{
  if (!on_any_rank(list.ids_are_new(), world)) return false;
  for (const int n : list.accept_ids())
    if (n < bond_count)
      bonds.set_state(n, bonds.state(n).reversed());
    else
      arrived[n - bond_count] = arrived[n - bond_count].reversed();
  return true;
}

void BondStates::forget_all()
{
  list.forget_all();
  arrived.clear();
}

// Type and ends of a live bond as they are listed now.
void BondStates::set_ends(BondBlocks &of, int n) const
{
  BondBlock &block = of.block_of(n);
  const int lane = of.lane_of(n);
  const int i = list[n][0], j = list[n][1];
  const bool in_order = atom->tag[i] < atom->tag[j];
  block.a[lane] = in_order ? i : j;
  block.b[lane] = in_order ? j : i;
  block.type[lane] = static_cast<short>(list[n][2]);
  const auto bit = grist::BondMask{1} << lane;
  const bool rests = avec && avec->is_rigid[i] != 0;
  block.live = rests ? block.live & ~bit : block.live | bit;
  block.resting = rests ? block.resting | bit : block.resting & ~bit;
}

void BondStates::update_changed()
{
  bonds.grow(list.count());
  for (const int n : list.changed()) {
    if (!list.is_live(n)) continue;
    set_ends(bonds, n);
    if (!has_state(n))
      set_new(bonds, n);
    else if (list.number_before(n) != n)
      bonds.copy(n, bonds, list.number_before(n), 1);
  }
  // Last, because the bonds that have left a team were read from here.
  for (const int n : list.changed())
    if (!list.is_live(n)) bonds.clear(n);
}

void BondStates::move_all()
{
  const int count = list.count();
  spare.resize(count);
  new_bonds.clear();
  for (int n = 0; n < count; n++) {
    if (!list.is_live(n)) {
      spare.clear(n);
      continue;
    }
    set_ends(spare, n);
    if (!has_state(n)) set_new(spare, n);
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

const grist::BondTeam *BondStates::team_of(int k) const
{
  if (list_teams.empty() || k >= list_teams.back().end()) return nullptr;
  const auto after =
      std::upper_bound(list_teams.begin(), list_teams.end(), k,
                       [](int block, const grist::BondTeam &team) { return block < team.first; });
  return &after[-1];
}

void BondStates::mark_team_of(int n)
{
  if (const grist::BondTeam *team = team_of(n / BOND_LANES))
    team_is_old[team - list_teams.data()] = 1;
}

void BondStates::update_teams()
{
  for (size_t t = 0; t < list_teams.size(); t++)
    if (team_is_old[t]) list_teams[t].update(bonds, atom->radius);
  std::fill(team_is_old.begin(), team_is_old.end(), 0);
}

// True if bond n of the list was in the blocks before this renumbering.
bool BondStates::has_state(int n) const
{
  const int before = list.number_before(n);
  return before != BondList::NO_BOND && before < bond_count;
}

// A bond that came with an atom from another rank or a restart file, or one that has no state
// anywhere.
void BondStates::set_new(BondBlocks &of, int n)
{
  const int before = list.number_before(n);
  BondState state = before == BondList::NO_BOND ? BondState() : state_of(before);
  if (state.length_initial == 0.0) {
    using Position = Eigen::Map<const Vector3d>;
    const BondBlock &block = of.block_of(n);
    const int lane = of.lane_of(n);
    state = grist::make_bond(Position(atom->x[block.b[lane]]) - Position(atom->x[block.a[lane]]));
  }
  of.set_state(n, state);
  new_bonds.push_back(n);
}

/* ---------------------------------------------------------------------- */

BondState BondStates::state_of(int number) const
{
  return number < bond_count ? bonds.state(number) : arrived[number - bond_count];
}

bool BondStates::state_of_slot(int i, int m, BondState &state) const
{
  const int number = list.number(i, m);
  if (number == BondList::NO_BOND) return false;
  state = state_of(number);
  return true;
}

std::vector<int> BondStates::take_new_bonds()
{
  if (all_are_new) {
    new_bonds.resize(bond_count);
    std::iota(new_bonds.begin(), new_bonds.end(), 0);
  }
  all_are_new = false;
  for (const int n : new_bonds) mark_team_of(n);
  return std::exchange(new_bonds, {});
}

void BondStates::update_normals()
{
  bonds.update_normals(atom->x[0]);
}

void BondStates::rest(int n)
{
  bonds.rest(n);
  if (n < list.team_numbers()) list.count_outsider();
}

void BondStates::activate(int n, const BondState &state)
{
  bonds.activate(n, state);
  mark_team_of(n);
  if (n >= list.team_numbers()) list.count_outsider();
  const int k = n / BOND_LANES;
  if (is_with_live[k]) return;
  is_with_live[k] = 1;
  with_live.push_back(k);
}

void BondStates::find_live_blocks()
{
  with_live.clear();
  is_with_live.assign(bonds.blocks.size(), 0);
  bonds_rest = false;
  bigint live = 0;
  for (size_t k = 0; k < bonds.blocks.size(); k++) {
    if (bonds.blocks[k].resting) bonds_rest = true;
    if (!bonds.blocks[k].live) continue;
    is_with_live[k] = 1;
    with_live.push_back(static_cast<int>(k));
    live += std::bitset<BOND_LANES>(bonds.blocks[k].live).count();
  }
  if (bonds_rest && !list.holding_has_begun()) list.begin_holding(live);
}

void BondStates::deactivate(int n)
{
  bonds.deactivate(n);
  list.remove(n);
}

/* ---------------------------------------------------------------------- */

int BondStates::pack(int i, double *buffer) const
{
  for (int m = 0; m < atom->num_bond[i]; m++) {
    BondState state;
    state_of_slot(i, m, state);
    state.pack(buffer + m * BondState::SIZE);
  }
  return atom->num_bond[i] * BondState::SIZE;
}

int BondStates::unpack(int i, const double *buffer)
{
  list.set_arrived(i, bond_count + static_cast<int>(arrived.size()));
  for (int m = 0; m < std::min(list.columns(), atom->num_bond[i]); m++)
    arrived.push_back(BondState::unpack(buffer + m * BondState::SIZE));
  return atom->num_bond[i] * BondState::SIZE;
}

double BondStates::memory_usage() const
{
  return list.memory_usage() +
      static_cast<double>(bonds.blocks.capacity() + spare.blocks.capacity()) *
      (sizeof(BondBlock) + sizeof(grist::BondNormals)) +
      static_cast<double>(arrived.capacity()) * sizeof(BondState);
}
