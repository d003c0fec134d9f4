#include "styles/bonds/cluster_ids.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "fragments/fragments.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/common/rank_vectors.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;

ClusterIds::ClusterIds(LAMMPS *lmp, Fix *fix) : Pointers(lmp), fix(fix)
{
  avec = dynamic_cast<AtomVecBondedCluster *>(atom->style_match("bonded/cluster"));
  if (!avec) error->all(FLERR, "Bond style parallel needs atom_style bonded/cluster");
}

const tagint *ClusterIds::ids() const
{
  return avec->cluster;
}

bool ClusterIds::update_ids()
{
  // Atoms that were inserted since carry no id yet.
  const tagint *cluster = avec->cluster;
  const int nlocal = atom->nlocal;
  const bool inserted = std::find(cluster, cluster + nlocal, 0) != cluster + nlocal;

  const bool any = on_any_rank(changed || inserted, world);
  changed = false;
  if (any) label();
  return any;
}

// Components of owned and ghost atoms that the bonds of this rank connect.
std::vector<int> ClusterIds::local_components() const
{
  std::vector<std::pair<int, int>> links;
  for (int i = 0; i < atom->nlocal; i++)
    for (int m = 0; m < atom->num_bond[i]; m++) {
      if (atom->bond_type[i][m] <= 0) continue;    // turned off
      const int j = atom->map(atom->bond_atom[i][m]);
      if (j >= 0) links.emplace_back(i, j);
    }
  return grist::connected_components(atom->nlocal + atom->nghost, links);
}

// Every atom gets the smallest label of its component. True if that of an owned atom changed.
bool ClusterIds::lower_labels(const std::vector<int> &component, std::vector<tagint> &smallest)
{
  tagint *cluster = avec->cluster;
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
  std::copy_n(atom->tag, nall, avec->cluster);
  std::vector<tagint> smallest(nall);
  while (on_any_rank(lower_labels(component, smallest), world)) comm->forward_comm(fix);
}

int ClusterIds::pack(int n, const int *atoms, double *buffer) const
{
  for (int k = 0; k < n; k++) buffer[k] = ubuf(avec->cluster[atoms[k]]).d;
  return n;
}

void ClusterIds::unpack(int n, int first, const double *buffer)
{
  for (int k = 0; k < n; k++) avec->cluster[first + k] = (tagint) ubuf(buffer[k]).i;
}
