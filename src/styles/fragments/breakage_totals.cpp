#include "styles/fragments/breakage_totals.h"

#include "styles/access/rank_vectors.h"

#include "atom.h"
#include "comm.h"
#include "lammps.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>
#include <unordered_map>

using namespace LAMMPS_NS;

void BreakageTotals::add(const BreakEvent &event)
{
  broken++;
  if (event.failure == grist::BondFailure::TENSION) by_tension++;
  if (event.failure == grist::BondFailure::SHEAR) by_shear++;
  energy += event.energy;
}

std::vector<BreakEvent> LAMMPS_NS::share_events(const std::vector<BreakEvent> &mine, MPI_Comm world)
{
  std::vector<BreakEvent> events = from_all_ranks(mine, world);
  std::sort(events.begin(), events.end(), [](const BreakEvent &one, const BreakEvent &two) {
    return std::tie(one.step, one.tag_a, one.tag_b) < std::tie(two.step, two.tag_a, two.tag_b);
  });
  return events;
}

namespace {

// The part of a cluster on one rank, or the whole cluster.
struct ClusterPart {
  tagint id;
  double mass;
  bigint elements;
};

template <class Map> void add_to(Map &parts, const ClusterPart &part)
{
  ClusterPart &sum = parts.try_emplace(part.id, ClusterPart{part.id, 0.0, 0}).first->second;
  sum.mass += part.mass;
  sum.elements += part.elements;
}

// Intact bonds inside the group, without those that delete_bonds has turned off; counted by the
// owner of the smaller id. Between runs the other end may be no ghost: its owner then counts.
bigint count_owned_bonds(LAMMPS *lmp, int groupbit, const BondedElements &bonds)
{
  Atom *atom = lmp->atom;
  bigint count = 0;
  std::vector<tagint> elsewhere;
  std::vector<BondEnd> of_atom;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    bonds.list_bonds(i, of_atom);
    for (const auto &[partner, type, slot] : of_atom) {
      if (partner < atom->tag[i]) continue;
      const int j = atom->map(partner);
      if (j < 0) elsewhere.push_back(partner);
      if (j >= 0 && (atom->mask[j] & groupbit)) count++;
    }
  }
  for (const tagint id : from_all_ranks(elsewhere, lmp->world)) {
    const int j = atom->map(id);
    if (j >= 0 && j < atom->nlocal && (atom->mask[j] & groupbit)) count++;
  }
  return count;
}

// Each rank sums its part of every cluster and sends it to the rank that the cluster id is assigned
// to.
std::vector<ClusterPart> exchange_parts(LAMMPS *lmp, int groupbit, const tagint *cluster)
{
  const Atom *atom = lmp->atom;
  const int nprocs = lmp->comm->nprocs;
  std::unordered_map<tagint, ClusterPart> parts;
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit) add_to(parts, {cluster[i], atom->rmass[i], 1});
  std::vector<std::vector<ClusterPart>> outgoing(nprocs);
  for (const auto &[id, part] : parts) outgoing[id % nprocs].push_back(part);
  return across_ranks(outgoing, lmp->world);
}

}    // namespace

ClusterSummary LAMMPS_NS::summarize_clusters(LAMMPS *lmp, int groupbit, const BondedElements &bonds)
{
  const tagint *cluster = bonds.cluster_ids();
  assert(cluster || lmp->atom->nlocal == 0);
  std::map<tagint, ClusterPart> whole;
  for (const ClusterPart &part : exchange_parts(lmp, groupbit, cluster)) add_to(whole, part);

  ClusterSummary mine, all;
  mine.bonds = count_owned_bonds(lmp, groupbit, bonds);
  for (const auto &[id, part] : whole)
    if (part.elements > 1) {
      mine.clusters++;
      mine.largest_mass = std::max(mine.largest_mass, part.mass);
    }
  MPI_Allreduce(&mine.bonds, &all.bonds, 1, MPI_LMP_BIGINT, MPI_SUM, lmp->world);
  MPI_Allreduce(&mine.clusters, &all.clusters, 1, MPI_LMP_BIGINT, MPI_SUM, lmp->world);
  MPI_Allreduce(&mine.largest_mass, &all.largest_mass, 1, MPI_DOUBLE, MPI_MAX, lmp->world);
  return all;
}
