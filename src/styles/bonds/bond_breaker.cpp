#include "styles/bonds/bond_breaker.h"

#include "atom.h"
#include "domain.h"
#include "styles/access/atom_style.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_time.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace LAMMPS_NS;
using grist::BondBlock;
using grist::BondFailure;

void BondBreaker::break_bond(int n, BondFailure failure, double energy)
{
  assert(n >= 0 && n < states.count());
  assert(failure != BondFailure::NONE);
  const BondBlock &block = states.bonds.block_of(n);
  const int lane = states.bonds.lane_of(n), a = block.a[lane], b = block.b[lane];
  const tagint tag_a = atom->tag[a], tag_b = atom->tag[b];
  states.deactivate(n);

  if (a >= states.owned() || b >= states.owned())
    broken_pairs.push_back({tag_a, tag_b, energy, failure});
  for (const auto &[owned, partner] : {std::make_pair(a, tag_b), std::make_pair(b, tag_a)}) {
    if (owned >= states.owned()) continue;
    remove_bond_slot(owned, partner);
    remove_special(owned, partner);
    make_ordinary_neighbor(owned, partner);
  }
  if (a >= states.owned()) return;
  broken++;
  broken_energy += energy;
  report(a, b, failure, energy);
}

void BondBreaker::report(int a, int b, BondFailure failure, double energy)
{
  assert(is_owned(atom, a) && is_owned_or_ghost(atom, b));
  if (break_listeners.is_empty()) return;
  BreakEvent event;
  event.step = update->ntimestep;
  event.time = run_time(update);
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
  break_listeners.for_each([&](BreakListener &listener) { listener.bond_broken(event); });
}

// ---- take a bond out of its owner's list; the last slot fills the hole

void BondBreaker::remove_bond_slot(int i, tagint partner)
{
  assert(is_owned(atom, i) && atom->num_bond[i] > 0);
  tagint *partners = atom->bond_atom[i];
  const int last = atom->num_bond[i] - 1;
  const int m = std::find(partners, partners + last + 1, partner) - partners;
  if (m > last) return;

  partners[m] = partners[last];
  atom->bond_type[i][m] = atom->bond_type[i][last];
  slots.fill_hole_with_last(i, m, last);
  atom->num_bond[i]--;
}

/* ----------------------------------------------------------------------
   a broken pair is no longer "special"; 1-3 and 1-4 partners are not in use: their lists are empty
------------------------------------------------------------------------- */

void BondBreaker::remove_special(int i, tagint partner)
{
  assert(is_owned(atom, i));
  int *count = atom->nspecial[i];
  tagint *first = atom->special[i];
  tagint *end = first + count[2];
  tagint *found = std::find(first, first + count[0], partner);
  if (found == first + count[0]) return;
  std::copy(found + 1, end, found);
  for (int k = 0; k < 3; k++) count[k]--;
}

/* ----------------------------------------------------------------------
   clear the special bits of a pair in the lists of atom i, so that pair styles see it from the next
   step on
------------------------------------------------------------------------- */

void BondBreaker::make_ordinary_neighbor(int i, tagint partner)
{
  assert(is_owned(atom, i));
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
      neighbor_listeners.for_each([&](NeighborListener &listener) {
        listener.became_ordinary(list, i, ordinary & NEIGHMASK);
      });
    }
  }
}

// ---- make sure that both ranks of a border bond agree that it is broken

bool BondBreaker::share_border_breaks()
{
  if (!on_any_rank(!broken_pairs.empty(), world)) return false;

  bool broken = false;
  for (const BrokenPair &pair : from_all_ranks(broken_pairs, world))
    for (int n; (n = find_border_bond(pair.tag_a, pair.tag_b)) >= 0;) {
      break_bond(n, pair.failure, pair.energy);
      broken = true;
    }
  broken_pairs.clear();
  return broken;
}

// An intact bond between these ids that this rank holds with one end as a ghost; -1: none.
int BondBreaker::find_border_bond(tagint tag_a, tagint tag_b) const
{
  for (const auto &[tag, partner] : {std::make_pair(tag_a, tag_b), std::make_pair(tag_b, tag_a)}) {
    const int i = atom->map(tag);
    if (i < 0 || i >= states.owned()) continue;
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (atom->bond_atom[i][m] == partner) return slots.number(i, m);
  }
  return -1;
}
