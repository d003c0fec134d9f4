#include "styles/search/npair_contact_search.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "modify.h"
#include "my_page.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/common/lammps_compat.h"
#include "styles/search/fix_contact_search.h"

#include "common/prefetch.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using grist::IndexPair;
using grist::UnitPair;
using grist::UnitPairs;

static constexpr int UNKNOWN = -2;    // kind of a pair that the search over units has found

// LAMMPS' own way of naming template parameters of these classes.
#define CLASS NPairContactSearch<HALF, NEWTON, TRI, SIZE>
#define TEMPLATE template <int HALF, int NEWTON, int TRI, int SIZE>

/* ---------------------------------------------------------------------- */

TEMPLATE CLASS::NPairContactSearch(LAMMPS *lmp) :
    NPairNsq<HALF, NEWTON, TRI, SIZE>(lmp), special_before{0, 0, 0, 0}
{
}

/* ----------------------------------------------------------------------
   search all owned and ghost atoms at once, add the pairs inside clusters, then keep what this list stores
------------------------------------------------------------------------- */

TEMPLATE void CLASS::build(NeighList *list)
{
  auto *chosen =
      dynamic_cast<FixContactSearch *>(this->modify->get_fix_by_id(FixContactSearch::ID));
  if (!chosen) {
    NPairNsq<HALF, NEWTON, TRI, SIZE>::build(list);
    return;
  }
  if (!search || algorithm != chosen->algorithm()) {
    search = chosen->make_search();
    algorithm = chosen->algorithm();
  }

  grist::SphereView view = view_atoms();
  const bool by_units = has_units(view);
  if (by_units) make_units(view);
  const grist::SearchOutcome outcome = search->find(view, pairs);
  if (!outcome.ok())
    this->error->one(FLERR, "Neighbor style {}: {} (atom {})", algorithm, outcome.text(),
                     outcome.sphere >= 0 ? this->atom->tag[outcome.sphere] : 0);
  pairs_inside.clear();
  if (by_units) find_inside(view);

  grist::SearchReport report = search->report();
  report.units = std::max(report.units, static_cast<long>(units.units().size()));
  report.memory += units.memory() + inside.memory();
  chosen->note(report);
  sort_into(list);
  fill(list);
}

/* ----------------------------------------------------------------------
   a cutoff by type becomes a radius by type: half the largest cutoff of the type reaches every partner
------------------------------------------------------------------------- */

TEMPLATE grist::SphereView CLASS::view_atoms()
{
  const Atom *atom = this->atom;
  grist::SphereView view;
  view.count = atom->nlocal + atom->nghost;
  view.centers = view.count > 0 ? atom->x[0] : nullptr;
  if (SIZE) {
    view.radii = atom->radius;
    view.skin = this->skin;
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
   pairs inside clusters are remembered with their special bits, if these depend on nothing but the bonds: not so if a
   pair may be nearer through a periodic border than it is in its cluster
------------------------------------------------------------------------- */

TEMPLATE bool CLASS::has_units(const grist::SphereView &view) const
{
  const Domain *domain = this->domain;
  if (this->molecular != Atom::MOLECULAR || !this->atom->molecule_flag) return false;
  double largest = 0.0, half_period = HUGE_VAL;
  for (int i = 0; i < view.count; i++) largest = std::max(largest, view.radii[i]);
  for (int d = 0; d < 3; d++)
    if (domain->periodicity[d]) half_period = std::min(half_period, 0.5 * domain->prd[d]);
  return 2.0 * largest + view.skin < half_period;
}

/* ----------------------------------------------------------------------
   by current cluster; where nothing keeps these ids, by molecule, atoms without bonds apart
------------------------------------------------------------------------- */

TEMPLATE void CLASS::make_units(grist::SphereView &view)
{
  const Atom *atom = this->atom;
  const auto *avec = dynamic_cast<AtomVecBondedCluster *>(atom->avec);
  clusters.resize(view.count);
  for (int i = 0; i < view.count; i++) {
    const tagint current = avec ? avec->cluster[i] : 0;
    const bool single = i < atom->nlocal && atom->nspecial[i][0] == 0;
    clusters[i] = current > 0 ? current : single ? 0 : atom->molecule[i];
  }

  const double tilt = this->domain->triclinic ? 1.0 : 0.0;
  const double *inverse = this->domain->h_inv;    // xx yy zz yz xz xy
  grist::LocalUnits::Periods periods;
  const double rows[3][3] = {{inverse[0], tilt * inverse[5], tilt * inverse[4]},
                             {0.0, inverse[1], tilt * inverse[3]},
                             {0.0, 0.0, inverse[2]}};
  for (int d = 0; d < 3; d++)
    if (this->domain->periodicity[d]) std::copy_n(rows[d], 3, periods.inverse[d]);
  units.make(view.count, clusters.data(), view.centers, periods);
  view.units = units.numbers().data();
}

/* ----------------------------------------------------------------------
   what an atom is and which bonds it has, as one number; this reads bonds at every rebuild, as fast as memory gives
------------------------------------------------------------------------- */

static std::uint64_t mixed(std::uint64_t value)
{
  value *= 0x9E3779B97F4A7C15u;
  return (value ^ (value >> 32)) * 0xD6E8FEB86659FD93u;
}

// How many of the lists of 1-2, 1-3 and 1-4 partners make a difference: pairs that special_bonds leaves as they are
// need not be known. Long lists cost more to read than anything else in a rebuild.
static int lists_that_count(const int *special_flag)
{
  constexpr int ORDINARY = 1;
  int lists = 3;
  while (lists > 0 && special_flag[lists] == ORDINARY) lists--;
  return lists;
}

// Sums do not depend on the order of ids.
static std::uint64_t fingerprint_of(const Atom *atom, int i, int lists)
{
  std::uint64_t print = mixed(atom->tag[i]);
  if (i >= atom->nlocal || lists == 0) return print;
  const int *ends = atom->nspecial[i];    // of 1-2, 1-3, 1-4
  const tagint *special = atom->special[i];
  const tagint *ahead = special + 24 * atom->maxspecial;    // rows follow each other
  grist::prefetch(ahead);
  if (lists > 1) grist::prefetch(ahead + 64 / sizeof(tagint));
  const int end = ends[lists - 1];
  for (int k = 0; k < end; k++) print += mixed(special[k]);
  if (end == ends[0]) return print;
  return print + mixed(~static_cast<std::uint64_t>(ends[0])) + 3 * mixed(ends[1]);
}

/* ---------------------------------------------------------------------- */

TEMPLATE void CLASS::find_inside(const grist::SphereView &view)
{
  const Atom *atom = this->atom;
  fingerprints.resize(view.count);
  const int lists = lists_that_count(this->special_flag);
  for (int i = 0; i < view.count; i++) fingerprints[i] = fingerprint_of(atom, i, lists);
  if (!std::equal(special_before, special_before + 4, this->special_flag)) inside.forget();
  std::copy_n(this->special_flag, 4, special_before);
  inside.find({view, atom->nlocal, &units, fingerprints.data(),
               [this](int i, int j) { return special_kind(i, j); }},
              pairs_inside);
}

/* ----------------------------------------------------------------------
   does owned atom i store the pair i,j? the rules of LAMMPS' lists
   full: every pair in the lists of both
   half, newton off: i < j; a pair with a ghost in the list of its owned atom
   half, newton on: a pair with a ghost by ids, or by coordinates for images of one atom
------------------------------------------------------------------------- */

TEMPLATE bool CLASS::stores(int i, int j) const
{
  const Atom *atom = this->atom;
  if (!HALF) return true;
  if (j < i) return false;
  if (!NEWTON || j < atom->nlocal) return true;

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
   how special_bonds has a pair: 0 ordinary, 1 to 3 to be marked, -1 not in a list
------------------------------------------------------------------------- */

TEMPLATE int CLASS::special_kind(int i, int j) const
{
  const Atom *atom = this->atom;
  return this->find_special(atom->special[i], atom->nspecial[i], atom->tag[j]);
}

/* ----------------------------------------------------------------------
   the same for any pair: not special if it is nearer through a periodic border
------------------------------------------------------------------------- */

TEMPLATE int CLASS::kind_of_any(int i, int j) const
{
  if (this->molecular == Atom::ATOMIC) return 0;
  const int kind = special_kind(i, j);
  if (kind == 0) return 0;
  const double *a = this->atom->x[i], *b = this->atom->x[j];
  return this->domain->minimum_image_check(a[0] - b[0], a[1] - b[1], a[2] - b[2]) ? 0 : kind;
}

static double square_of_distance(const double *a, const double *b)
{
  const double delx = a[0] - b[0], dely = a[1] - b[1], delz = a[2] - b[2];
  return delx * delx + dely * dely + delz * delz;
}

/* ----------------------------------------------------------------------
   the list entry for neighbor j of i with its history bit, whatever special_bonds says; -1: not in this list
------------------------------------------------------------------------- */

TEMPLATE int CLASS::plain_entry(NeighList *list, int i, int j) const
{
  const Atom *atom = this->atom;
  const int itype = atom->type[i], jtype = atom->type[j];
  if (this->includegroup && !(atom->mask[j] & this->group->bitmask[this->includegroup])) return -1;
  if (this->exclude && this->exclusion(i, j, itype, jtype, atom->mask, atom->molecule)) return -1;
  if (SIZE && !list->history) return j;

  const double rsq = square_of_distance(atom->x[i], atom->x[j]);
  if (!SIZE) return rsq > this->cutneighsq[itype][jtype] ? -1 : j;
  const double touching = atom->radius[i] + atom->radius[j];
  return rsq < touching * touching ? j ^ (1 << HISTBITS) : j;
}

/* ----------------------------------------------------------------------
   pairs -> neighbors of each owned atom, in two passes over the pairs
------------------------------------------------------------------------- */

TEMPLATE void CLASS::sort_into(NeighList *list)
{
  const int nlocal = this->includegroup ? this->atom->nfirst : this->atom->nlocal;
  starts.assign(nlocal + 1, 0);
  const auto count = [&](int a, int b) {
    if (a < nlocal && stores(a, b)) starts[a + 1]++;
    if (!HALF && b < nlocal) starts[b + 1]++;
  };
  for (const IndexPair &pair : pairs) count(pair.a, pair.b);
  for (const UnitPair &pair : pairs_inside) count(pair.a, pair.b);
  for (int i = 0; i < nlocal; i++) starts[i + 1] += starts[i];

  neighbors.resize(starts[nlocal]);
  counts.assign(nlocal, 0);
  const auto add = [&](int i, int j, int kind) {
    const int out = plain_entry(list, i, j);
    if (out == -1) return;
    if (kind == UNKNOWN) kind = kind_of_any(i, j);
    if (kind != UnitPairs::DROPPED) neighbors[starts[i] + counts[i]++] = out ^ (kind << SBBITS);
  };
  const auto add_both = [&](int a, int b, int kind) {
    if (a < nlocal && stores(a, b)) add(a, b, kind);
    if (!HALF && b < nlocal) add(b, a, kind);
  };
  for (const IndexPair &pair : pairs) add_both(pair.a, pair.b, UNKNOWN);
  for (const UnitPair &pair : pairs_inside) add_both(pair.a, pair.b, pair.kind);
}

/* ---------------------------------------------------------------------- */

TEMPLATE void CLASS::fill(NeighList *list)
{
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

namespace LAMMPS_NS {
template class NPairContactSearch<0, 1, 0, 0>;
template class NPairContactSearch<1, 0, 0, 0>;
template class NPairContactSearch<1, 1, 0, 0>;
template class NPairContactSearch<1, 1, 1, 0>;
template class NPairContactSearch<0, 1, 0, 1>;
template class NPairContactSearch<1, 0, 0, 1>;
template class NPairContactSearch<1, 1, 0, 1>;
template class NPairContactSearch<1, 1, 1, 1>;
}    // namespace LAMMPS_NS
