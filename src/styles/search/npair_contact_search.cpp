#include "styles/search/npair_contact_search.h"

#include "atom.h"
#include "atom_vec.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "modify.h"
#include "molecule.h"
#include "my_page.h"
#include "styles/access/atom_style.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/styles_with.h"
#include "styles/search/fix_contact_search.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

using namespace LAMMPS_NS;
using grist::IndexPair;
using grist::UnitPair;
using grist::UnitPairs;

static constexpr int UNKNOWN = -2;    // kind of a pair from the contact search

// The template parameters are those of the LAMMPS class.
#define CLASS NPairContactSearch<Stock, HALF, NEWTON, TRI, SIZE>
#define PARAMETERS template <class Stock, int HALF, int NEWTON, int TRI, int SIZE>

PARAMETERS CLASS::NPairContactSearch(LAMMPS *lmp) : Stock(lmp), inside(lmp) {}

PARAMETERS void CLASS::copy_neighbor_info()
{
  Stock::copy_neighbor_info();
  const FixContactSearch *chosen = internal_fix<FixContactSearch>(this->lmp);
  const grist::SearchEntry *before = std::exchange(entry, chosen ? chosen->entry() : nullptr);
  if (entry && entry != before) search = entry->make();
}

/* ----------------------------------------------------------------------
   search all owned and ghost atoms at once, add the pairs inside clusters, then keep what this list
   stores
------------------------------------------------------------------------- */

PARAMETERS void CLASS::build(NeighList *list)
{
  assert(!entry || search);
  if (!entry) {
    Stock::build(list);
    return;
  }

  grist::SphereView view = view_atoms();
  const bool by_clusters = inside.begin(view);
  if (by_clusters) inside.assign_units(view);
  const grist::OrderedSpheres *ordered = inside.in_order();
  grist::SearchOutcome outcome = search->find(ordered ? ordered->view() : view, pairs);
  if (ordered && outcome.sphere >= 0) outcome.sphere = ordered->sphere(outcome.sphere);
  if (!outcome.ok())
    this->error->one(FLERR, "Neighbor style {}: {} (atom {})", entry->name, outcome.text(),
                     outcome.sphere >= 0 ? this->atom->tag[outcome.sphere] : 0);
  if (ordered) ordered->restore(pairs);
  inside.clear();
  if (by_clusters)
    inside.find(view, this->special_flag, [this](int i, int j) { return special_kind(i, j); });

  grist::SearchReport report = search->report();
  inside.add_to(report);
  if (auto *chosen = internal_fix<FixContactSearch>(this->lmp)) chosen->record(report);
  find_collections();
  sort_into(list, by_clusters);
  fill(list);
}

/* ----------------------------------------------------------------------
   a cutoff by type becomes a radius by type: half the largest cutoff of the type reaches every
   partner
------------------------------------------------------------------------- */

PARAMETERS grist::SphereView CLASS::view_atoms()
{
  const Atom *atom = this->atom;
  grist::SphereView view;
  view.count = atom->nlocal + atom->nghost;
  view.centers = view.count > 0 ? atom->x[0] : nullptr;
  view.owned = atom->nlocal;
  if (SIZE) {
    view.radii = atom->radius;
    const auto *pair = dynamic_cast<PairWithReach *>(this->force->pair);
    view.skin = this->skin + (pair ? pair->beyond_lists : 0.0);
    return view;
  }
  std::vector<double> of_type(atom->ntypes + 1, 0.0);
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = 1; j <= atom->ntypes; j++)
      of_type[i] = std::max(of_type[i], 0.5 * std::sqrt(this->cutneighsq[i][j]));
  radii.resize(view.count);
  // A last bit more, so that rounding of the root cannot lose a pair; the list's own test is exact.
  for (int i = 0; i < view.count; i++) radii[i] = of_type[atom->type[i]] * (1.0 + 1e-14);
  view.radii = radii.data();
  return view;
}

/* ----------------------------------------------------------------------
   collections whose atoms have unlike cutoffs: there the one of two atoms that has the smaller
   cutoff stores the pair, so that its rank needs the larger atom as a ghost and no rank needs the
   smaller one (comm_modify reduce/multi sends no others)
------------------------------------------------------------------------- */

PARAMETERS void CLASS::find_collections()
{
  collection_cutoffs.clear();
  if (!HALF || !NEWTON || this->neighbor->style != Neighbor::MULTI) return;
  for (int c = 0; c < this->ncollections; c++)
    collection_cutoffs.push_back(this->cutcollectionsq[c][c]);
}

/* ----------------------------------------------------------------------
   does owned atom i store the pair i,j? the rules of LAMMPS' lists full: every pair in the lists of
   both half, newton off: i < j; a pair with a ghost in the list of its owned atom half, newton on:
   a pair with a ghost by collections, then by ids, or by coordinates for images of one atom
------------------------------------------------------------------------- */

PARAMETERS bool CLASS::stores(int i, int j) const
{
  assert(is_owned(this->atom, i) && is_owned_or_ghost(this->atom, j) && i != j);
  const Atom *atom = this->atom;
  if (!HALF) return true;
  if (j < i) return false;
  if (!NEWTON || j < atom->nlocal) return true;

  if (!collection_cutoffs.empty()) {
    const int *collection = this->neighbor->collection;
    const double mine = collection_cutoffs[collection[i]],
                 other = collection_cutoffs[collection[j]];
    if (mine != other) return mine < other;
  }
  const tagint itag = atom->tag[i], jtag = atom->tag[j];
  if (itag > jtag) return (itag + jtag) % 2 != 0;
  if (itag < jtag) return (itag + jtag) % 2 != 1;
  const double *a = atom->x[i], *b = atom->x[j];
  if (TRI) {
    const double delta = 0.01 * this->force->angstrom;
    for (int k = 2; k > 0; k--)
      if (std::fabs(b[k] - a[k]) > delta) return b[k] >= a[k];
    return b[0] >= a[0];
  }
  for (int k = 2; k > 0; k--)
    if (b[k] != a[k]) return b[k] > a[k];
  return b[0] >= a[0];
}

/* ----------------------------------------------------------------------
   what special_bonds makes of a pair: 0 ordinary, 1 to 3 a mark, -1 not in a list. Atom styles with
   a molecule template keep special partners there, numbered from 1 in each molecule.
------------------------------------------------------------------------- */

PARAMETERS int CLASS::special_kind(int i, int j) const
{
  assert(is_owned(this->atom, i) && is_owned_or_ghost(this->atom, j));
  const Atom *atom = this->atom;
  if (this->molecular == Atom::TEMPLATE) {
    const int molecule = atom->molindex[i], member = atom->molatom[i];
    if (molecule < 0) return 0;
    const Molecule *one = atom->avec->onemols[molecule];
    const tagint before_first = atom->tag[i] - member - 1;
    return this->find_special(one->special[member], one->nspecial[member],
                              atom->tag[j] - before_first);
  }
  return this->find_special(atom->special[i], atom->nspecial[i], atom->tag[j]);
}

// ---- the same for any pair: not special if it is nearer through a periodic border

PARAMETERS int CLASS::kind_of_any(int i, int j) const
{
  assert(is_owned(this->atom, i) && special_lists >= 0 && special_lists <= 3);
  const Atom *atom = this->atom;
  if (special_lists == 0) return 0;
  if (this->molecular == Atom::MOLECULAR) {
    const tagint *special = atom->special[i], partner = atom->tag[j];
    const int end = atom->nspecial[i][special_lists - 1];
    if (std::find(special, special + end, partner) == special + end) return 0;
  }
  const int kind = special_kind(i, j);
  if (kind == 0) return 0;
  const double *a = atom->x[i], *b = atom->x[j];
  return this->domain->minimum_image_check(a[0] - b[0], a[1] - b[1], a[2] - b[2]) ? 0 : kind;
}

static double square_of_distance(const double *a, const double *b)
{
  const double delx = a[0] - b[0], dely = a[1] - b[1], delz = a[2] - b[2];
  return delx * delx + dely * dely + delz * delz;
}

// ---- whether neigh_modify leaves j out of the list of i

PARAMETERS bool CLASS::is_left_out(int i, int j) const
{
  assert(is_owned(this->atom, i) && is_owned_or_ghost(this->atom, j));
  const Atom *atom = this->atom;
  if (this->includegroup && !(atom->mask[j] & this->group->bitmask[this->includegroup]))
    return true;
  return this->exclude &&
      this->exclusion(i, j, atom->type[i], atom->type[j], atom->mask, atom->molecule);
}

/* ----------------------------------------------------------------------
   pairs -> neighbors of each owned atom, in two passes over the pairs. Tests that no atom needs are
   skipped for all pairs.
------------------------------------------------------------------------- */

PARAMETERS void CLASS::sort_into(NeighList *list, bool by_clusters)
{
  const Atom *atom = this->atom;
  const int nlocal = this->includegroup ? atom->nfirst : atom->nlocal;
  starts.assign(nlocal + 1, 0);
  const auto is_stored = [&](int a, int b) { return a < nlocal && (b < nlocal || stores(a, b)); };
  const auto count = [&](int a, int b) {
    if (is_stored(a, b)) starts[a + 1]++;
    if (!HALF && b < nlocal) starts[b + 1]++;
  };
  for (const IndexPair &pair : pairs) count(pair.a, pair.b);
  for (const UnitPair &pair : inside.pairs()) count(pair.a, pair.b);
  for (int i = 0; i < nlocal; i++) starts[i + 1] += starts[i];

  neighbors.resize(starts[nlocal]);
  counts.assign(nlocal, 0);
  const bool choosy = this->includegroup || this->exclude,
             rigid = !by_clusters && inside.may_be_rigid(), measured = !SIZE || list->history;
  special_lists = this->molecular == Atom::ATOMIC ? 0
                                                  : ClusterPairs::lists_to_read(this->special_flag);
  const double *const *x = atom->x;
  const double *radius = atom->radius;
  const int *type = atom->type;
  const auto add = [&](int i, int j, int kind) {
    if (choosy && is_left_out(i, j)) return;
    int out = j;
    if (measured) {
      const double rsq = square_of_distance(x[i], x[j]);
      if constexpr (SIZE) {
        const double touching = radius[i] + radius[j];
        if (rsq < touching * touching) out ^= 1 << HISTBITS;
      } else if (rsq > this->cutneighsq[type[i]][type[j]]) {
        return;
      }
    }
    if (kind == UNKNOWN) kind = kind_of_any(i, j);
    if (rigid && inside.are_rigid(i, j)) kind = UnitPairs::DROPPED;
    if (kind != UnitPairs::DROPPED) neighbors[starts[i] + counts[i]++] = out ^ (kind << SBBITS);
  };
  const auto add_both = [&](int a, int b, int kind) {
    if (is_stored(a, b)) add(a, b, kind);
    if (!HALF && b < nlocal) add(b, a, kind);
  };
  for (const IndexPair &pair : pairs) add_both(pair.a, pair.b, UNKNOWN);
  for (const UnitPair &pair : inside.pairs()) add_both(pair.a, pair.b, pair.kind);
}

PARAMETERS void CLASS::fill(NeighList *list)
{
  assert(starts.size() == counts.size() + 1);
  const int nlocal = static_cast<int>(counts.size());
  MyPage<int> *page = list->ipage;
  page->reset();
  for (int i = 0; i < nlocal; i++) {
    int *out = page->vget();
    if (counts[i] > this->neighbor->oneatom || page->status())
      this->error->one(FLERR, "Neighbor list overflow, boost neigh_modify one");
    std::copy_n(neighbors.data() + starts[i], counts[i], out);
    page->vgot(counts[i]);
    list->ilist[i] = i;
    list->firstneigh[i] = out;
    list->numneigh[i] = counts[i];
  }
  list->inum = nlocal;
  if (!HALF) list->gnum = 0;
}

template <class Stock> void NPairContactSearchRefused<Stock>::build(NeighList *list)
{
  const FixContactSearch *chosen = internal_fix<FixContactSearch>(this->lmp);
  if (chosen)
    this->error->all(FLERR,
                     "Neighbor style {}: lists {} are not supported (use neighbor_style default)",
                     chosen->entry()->name,
                     list->ghost ? "with neighbors of ghost atoms" : "of run_style respa");
  Stock::build(list);
}

namespace LAMMPS_NS {
template class NPairContactSearch<NPairNsq<0, 1, 0, 0>, 0, 1, 0, 0>;
template class NPairContactSearch<NPairNsq<1, 0, 0, 0>, 1, 0, 0, 0>;
template class NPairContactSearch<NPairNsq<1, 1, 0, 0>, 1, 1, 0, 0>;
template class NPairContactSearch<NPairNsq<1, 1, 1, 0>, 1, 1, 1, 0>;
template class NPairContactSearch<NPairNsq<0, 1, 0, 1>, 0, 1, 0, 1>;
template class NPairContactSearch<NPairNsq<1, 0, 0, 1>, 1, 0, 0, 1>;
template class NPairContactSearch<NPairNsq<1, 1, 0, 1>, 1, 1, 0, 1>;
template class NPairContactSearch<NPairNsq<1, 1, 1, 1>, 1, 1, 1, 1>;
template class NPairContactSearch<NPairMulti<0, 1, 0, 0, 0>, 0, 1, 0, 0>;
template class NPairContactSearch<NPairMulti<1, 0, 0, 0, 0>, 1, 0, 0, 0>;
template class NPairContactSearch<NPairMulti<1, 1, 0, 0, 0>, 1, 1, 0, 0>;
template class NPairContactSearch<NPairMulti<1, 1, 1, 0, 0>, 1, 1, 1, 0>;
template class NPairContactSearch<NPairMulti<0, 1, 0, 1, 0>, 0, 1, 0, 1>;
template class NPairContactSearch<NPairMulti<1, 0, 0, 1, 0>, 1, 0, 0, 1>;
template class NPairContactSearch<NPairMulti<1, 1, 0, 1, 0>, 1, 1, 0, 1>;
template class NPairContactSearch<NPairMulti<1, 1, 1, 1, 0>, 1, 1, 1, 1>;
template class NPairContactSearchRefused<NPairNsqGhost<0>>;
template class NPairContactSearchRefused<NPairNsqGhost<1>>;
template class NPairContactSearchRefused<NPairRespaNsq<0, 0>>;
template class NPairContactSearchRefused<NPairRespaNsq<1, 0>>;
template class NPairContactSearchRefused<NPairRespaNsq<1, 1>>;
}    // namespace LAMMPS_NS
