#include "npair_contact_search.h"

#include "atom.h"
#include "atom_vec_bonded_cluster.h"
#include "domain.h"
#include "error.h"
#include "fix_contact_search.h"
#include "force.h"
#include "group.h"
#include "lammps_compat.h"
#include "modify.h"
#include "my_page.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using grist::IndexPair;

// LAMMPS' own way of naming template parameters of these classes.
#define CLASS NPairContactSearch<HALF, NEWTON, TRI, SIZE>
#define TEMPLATE template <int HALF, int NEWTON, int TRI, int SIZE>

/* ---------------------------------------------------------------------- */

TEMPLATE CLASS::NPairContactSearch(LAMMPS *lmp) : NPairNsq<HALF, NEWTON, TRI, SIZE>(lmp) {}

/* ----------------------------------------------------------------------
   search all owned and ghost atoms at once, then keep what this list stores
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

  const grist::SearchOutcome outcome = search->find(view_atoms(), pairs);
  if (!outcome.ok())
    this->error->one(FLERR, "Neighbor style {}: {} (atom {})", algorithm, outcome.text(),
                     outcome.sphere >= 0 ? this->atom->tag[outcome.sphere] : 0);
  chosen->note(search->report());
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
  view.within_units = true;
  const auto *avec = dynamic_cast<AtomVecBondedCluster *>(atom->avec);
  if (avec && sizeof(tagint) == sizeof(int))
    view.units = reinterpret_cast<const int *>(avec->cluster);

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
   the list entry for neighbor j of i, with its history and special bits; -1: not in this list
------------------------------------------------------------------------- */

TEMPLATE int CLASS::entry(NeighList *list, int i, int j) const
{
  const Atom *atom = this->atom;
  const int itype = atom->type[i], jtype = atom->type[j];
  if (this->includegroup && !(atom->mask[j] & this->group->bitmask[this->includegroup])) return -1;
  if (this->exclude && this->exclusion(i, j, itype, jtype, atom->mask, atom->molecule)) return -1;

  const double *a = atom->x[i], *b = atom->x[j];
  const double delx = a[0] - b[0], dely = a[1] - b[1], delz = a[2] - b[2];
  const double rsq = delx * delx + dely * dely + delz * delz;
  int out = j;
  if (SIZE) {
    const double touching = atom->radius[i] + atom->radius[j];
    if (list->history && rsq < touching * touching) out ^= 1 << HISTBITS;
  } else if (rsq > this->cutneighsq[itype][jtype]) {
    return -1;
  }

  if (this->molecular == Atom::ATOMIC) return out;
  const int which = this->find_special(atom->special[i], atom->nspecial[i], atom->tag[j]);
  if (which == 0 || this->domain->minimum_image_check(delx, dely, delz)) return out;
  return which > 0 ? out ^ (which << SBBITS) : -1;
}

/* ----------------------------------------------------------------------
   pairs -> neighbors of each owned atom, in two passes over the pairs
------------------------------------------------------------------------- */

TEMPLATE void CLASS::sort_into(NeighList *list)
{
  const int nlocal = this->includegroup ? this->atom->nfirst : this->atom->nlocal;
  starts.assign(nlocal + 1, 0);
  for (const IndexPair &pair : pairs) {
    if (pair.a < nlocal && stores(pair.a, pair.b)) starts[pair.a + 1]++;
    if (!HALF && pair.b < nlocal) starts[pair.b + 1]++;
  }
  for (int i = 0; i < nlocal; i++) starts[i + 1] += starts[i];

  neighbors.resize(starts[nlocal]);
  counts.assign(nlocal, 0);
  const auto add = [&](int i, int j) {
    const int out = entry(list, i, j);
    if (out != -1) neighbors[starts[i] + counts[i]++] = out;
  };
  for (const IndexPair &pair : pairs) {
    if (pair.a < nlocal && stores(pair.a, pair.b)) add(pair.a, pair.b);
    if (!HALF && pair.b < nlocal) add(pair.b, pair.a);
  }
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
