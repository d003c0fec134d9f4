#include "styles/state/cluster_ids.h"

#include "atom.h"
#include "comm.h"
#include "fix.h"
#include "fragments/fragments.h"
#include "styles/access/atom_digest.h"
#include "styles/access/ghost_messages.h"
#include "styles/access/rank_vectors.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace LAMMPS_NS;

ClusterIds::ClusterIds(LAMMPS *lmp, Fix *fix, Ids ids, Bonds bonds) :
    Pointers(lmp), fix(fix), ids_of_atoms(std::move(ids)), bonds_of_atom(std::move(bonds))
{
}

bool ClusterIds::update_ids()
{
  // Atoms that were inserted since carry no id yet.
  const tagint *cluster = ids();
  const int nlocal = atom->nlocal;
  const bool inserted = std::find(cluster, cluster + nlocal, 0) != cluster + nlocal;

  const bool any = on_any_rank(changed || inserted, world);
  changed = false;
  if (any) label();
  return any;
}

// visit(an owned atom, the id of the other end).
template <class Visit> void ClusterIds::for_each_bond(const Visit &visit) const
{
  std::vector<BondEnd> bonds;
  for (int i = 0; i < atom->nlocal; i++) {
    bonds_of_atom(i, bonds);
    for (const BondEnd &one : bonds) visit(i, one.partner);
  }
}

// Components of owned and ghost atoms that the bonds of this rank connect.
std::vector<int> ClusterIds::local_components() const
{
  std::vector<std::pair<int, int>> links;
  for_each_bond([&](int i, tagint partner) {
    const int j = atom->map(partner);
    if (j >= 0) links.emplace_back(i, j);
  });
  return grist::connected_components(atom->nlocal + atom->nghost, links);
}

// Every atom gets the smallest label of its component. True if that of an owned atom changed.
bool ClusterIds::lower_labels(const std::vector<int> &component, std::vector<tagint> &smallest)
{
  assert(component.size() == smallest.size());
  tagint *cluster = ids_of_atoms();
  const int nlocal = atom->nlocal, nall = nlocal + atom->nghost;
  std::copy_n(atom->tag, nall, smallest.begin());
  for (int i = 0; i < nall; i++)
    smallest[component[i]] = std::min(smallest[component[i]], cluster[i]);
  bool lowered = false;
  for (int i = 0; i < nall; i++) {
    if (i < nlocal && smallest[component[i]] < cluster[i]) lowered = true;
    cluster[i] = smallest[component[i]];
  }
  return lowered;
}

// Labels start as atom ids, and travel through ghosts until none changes.
void ClusterIds::label()
{
  const int nall = atom->nlocal + atom->nghost;
  const std::vector<int> component = local_components();
  std::copy_n(atom->tag, nall, ids_of_atoms());
  std::vector<tagint> smallest(nall);
  while (on_any_rank(lower_labels(component, smallest), world)) send_to_ghosts(lmp, comm, fix);
  labels_made++;
}

// ---- between runs

std::uint64_t ClusterIds::digest() const
{
  AtomDigest atoms;
  for (int i = 0; i < atom->nlocal; i++) atoms.add({atom->tag[i]});
  for_each_bond([&](int i, tagint partner) { atoms.add({atom->tag[i], partner}); });
  return atoms.of_all_ranks(world);
}

bool ClusterIds::update_ids_without_ghosts()
{
  const std::uint64_t now = digest();
  if (now == known) return false;
  label_without_ghosts();
  known = now;
  changed = true;    // in the next run, ghosts get them, too
  return true;
}

// All bonds come to all ranks. Each is kept by both of its ends; one that is not has lost an end,
// which was deleted.
void ClusterIds::label_without_ghosts()
{
  using Link = std::pair<tagint, tagint>;
  std::vector<Link> mine;
  for_each_bond([&](int i, tagint partner) {
    mine.emplace_back(std::min(atom->tag[i], partner), std::max(atom->tag[i], partner));
  });
  std::vector<Link> all = from_all_ranks(mine, world);
  std::sort(all.begin(), all.end());

  std::vector<tagint> ids;    // of bonded atoms, ascending
  for (const Link &link : all) ids.insert(ids.end(), {link.first, link.second});
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  const auto node = [&](tagint id) {
    return static_cast<int>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
  };
  std::vector<std::pair<int, int>> links;
  for (size_t n = 1; n < all.size(); n++)
    if (all[n] == all[n - 1]) links.emplace_back(node(all[n].first), node(all[n].second));
  const std::vector<int> component =
      grist::connected_components(static_cast<int>(ids.size()), links);

  tagint *cluster = ids_of_atoms();
  for (int i = 0; i < atom->nlocal + atom->nghost; i++) {
    const int at = node(atom->tag[i]);
    const bool is_bonded = at < static_cast<int>(ids.size()) && ids[at] == atom->tag[i];
    cluster[i] = is_bonded ? ids[component[at]] : atom->tag[i];
  }
  labels_made++;
}

int ClusterIds::pack(int n, const int *atoms, double *buffer) const
{
  const tagint *cluster = ids();
  for (int k = 0; k < n; k++) buffer[k] = ubuf(cluster[atoms[k]]).d;
  return n;
}

void ClusterIds::unpack(int n, int first, const double *buffer)
{
  assert(first >= atom->nlocal && first + n <= atom->nlocal + atom->nghost);
  tagint *cluster = ids_of_atoms();
  for (int k = 0; k < n; k++) cluster[first + k] = (tagint) ubuf(buffer[k]).i;
}
