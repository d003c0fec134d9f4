#include "styles/bonds/bond_states.h"

#include "atom.h"
#include "common/space.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

using namespace LAMMPS_NS;
using grist::BOND_LANES;
using grist::BondBlock;
using grist::BondBlocks;
using grist::BondState;

void BondStates::renumber()
{
  avec = dynamic_cast<const AtomVecBondedCluster *>(atom->style_match("bonded/cluster"));
  live.forget();
  const auto change = numbering.renumber(static_cast<int>(arrived.size()));
  if (change == BondNumbering::Change::ALL) {
    move_all();
    std::vector<BondState>().swap(arrived);    // from a restart file, all have come at once
  } else {
    update_changed();
    arrived.clear();
  }
  bond_count = list.count();
  owned_atoms = atom->nlocal;
  list.set_neighbor_list();
}

bool BondStates::follow_ids()
{
  if (!on_any_rank(slots.ids_are_new(), world)) return false;
  for (const int n : slots.accept_ids())
    if (n < bond_count)
      bonds.set_state(n, bonds.state(n).reversed());
    else
      arrived[n - bond_count] = arrived[n - bond_count].reversed();
  return true;
}

void BondStates::forget_all()
{
  for (int i = 0; i < atom->nlocal; i++) slots.clear(i);
  numbering.invalidate();
  arrived.clear();
}

// Type and ends of a live bond as they are listed now.
void BondStates::set_ends(BondBlocks &of, int n) const
{
  assert(list.is_live(n));
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
  for (const int n : numbering.changed()) {
    if (!list.is_live(n)) continue;
    set_ends(bonds, n);
    if (!has_state(n))
      set_new(bonds, n);
    else if (list.number_before(n) != n)
      bonds.copy(n, bonds, list.number_before(n), 1);
  }
  // Last, because the bonds that have left a team were read from here.
  for (const int n : numbering.changed()) {
    if (!list.is_live(n)) bonds.clear(n);
    teams.mark_team_of(n);
  }
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

// True if bond n of the list was in the blocks before this renumbering.
bool BondStates::has_state(int n) const
{
  const int before = list.number_before(n);
  return before != BondSlots::NO_BOND && before < bond_count;
}

// A bond that came with an atom from another rank or a restart file, or one that has no state
// anywhere.
void BondStates::set_new(BondBlocks &of, int n)
{
  assert(list.is_live(n));
  const int before = list.number_before(n);
  BondState state = before == BondSlots::NO_BOND ? BondState() : state_of(before);
  if (state.length_initial == 0.0) {
    const BondBlock &block = of.block_of(n);
    const int lane = of.lane_of(n);
    state = grist::make_bond(grist::vector_at(atom->x[block.b[lane]]) -
                             grist::vector_at(atom->x[block.a[lane]]));
  }
  of.set_state(n, state);
  new_bonds.push_back(n);
}

bool BondStates::state_of_slot(int i, int m, BondState &state) const
{
  assert(is_owned(atom, i) && m >= 0 && m < atom->num_bond[i]);
  const int number = slots.number(i, m);
  if (number == BondSlots::NO_BOND) return false;
  state = state_of(number);
  return true;
}

double BondStates::length_of_slot(int i, int m) const
{
  assert(is_owned(atom, i) && m >= 0 && m < atom->num_bond[i]);
  const int number = slots.number(i, m);
  if (number == BondSlots::NO_BOND) return 0.0;
  if (number >= bond_count) return arrived[number - bond_count].length_initial;
  return bonds.block_of(number).length_initial[BondBlocks::lane_of(number)];
}

std::vector<int> BondStates::take_new_bonds()
{
  if (all_are_new) {
    new_bonds.resize(bond_count);
    std::iota(new_bonds.begin(), new_bonds.end(), 0);
  }
  all_are_new = false;
  for (const int n : new_bonds) teams.mark_team_of(n);
  return std::exchange(new_bonds, {});
}

void BondStates::update_normals()
{
  bonds.update_normals(atom->x[0]);
}

void BondStates::rest(int n)
{
  assert(n >= 0 && n < bond_count);
  bonds.rest(n);
  if (n < teams.numbers()) teams.count_outsiders(1);
}

void BondStates::activate(int n, const BondState &state)
{
  assert(n >= 0 && n < bond_count);
  bonds.activate(n, state);
  teams.mark_team_of(n);
  if (n >= teams.numbers()) teams.count_outsiders(1);
  live.add(n / BOND_LANES);
}

void BondStates::find_live_blocks()
{
  const bigint live_bonds = live.find(bonds);
  if (live.any_bond_rests() && !teams.holding_has_begun()) teams.begin_holding(live_bonds);
}

void BondStates::deactivate(int n)
{
  assert(n >= 0 && n < bond_count);
  bonds.deactivate(n);
  list.remove(n);
}

void BondStates::arrive(int i, const std::vector<BondState> &of_atom)
{
  slots.set_arrived(i, bond_count + static_cast<int>(arrived.size()));
  arrived.insert(arrived.end(), of_atom.begin(),
                 of_atom.begin() + std::min(of_atom.size(), static_cast<size_t>(slots.columns())));
}

double BondStates::memory_usage() const
{
  return slots.memory_usage() + list.memory_usage() + numbering.memory_usage() +
      static_cast<double>(bonds.blocks.capacity() + spare.blocks.capacity()) *
      (sizeof(BondBlock) + sizeof(grist::BondNormals)) +
      static_cast<double>(arrived.capacity()) * sizeof(BondState);
}
