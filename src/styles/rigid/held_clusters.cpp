#include "styles/rigid/held_clusters.h"

#include "atom.h"
#include "comm.h"
#include "common/archive.h"
#include "common/space.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/bond_ghost_cutoff.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/interfaces/bonding_style.h"
#include "styles/rigid/periods.h"
#include "styles/rigid/rigid_bodies.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using grist::HeldShape;
using grist::RigidElement;
using grist::ShapeBond;
using grist::Vector3d;

static constexpr double UNSTRAINED = 1e-5;    // strain of bonds that may define a shape

HeldClusters::HeldClusters(LAMMPS *lmp, const std::string &user, HeldShapes &shapes,
                           WatchedClusters &watched, const BondsOfRun &bonds) :
    Pointers(lmp),
    user(user), shapes(shapes), watched(watched), bonds(bonds),
    avec(atom_style<AtomVecBondedCluster>(atom))
{
}

// ---- which atoms may be held

bool HeldClusters::is_candidate(int i, int groupbit) const
{
  return avec->is_rigid[i] == 0 && atom->num_bond[i] > 0 && (atom->mask[i] & groupbit) &&
      watched.is_unloaded(i) && !bonds.style->is_rigid(atom->bond_type[i][0]) && may_be_held(i);
}

// By what its bonds remember. One that has no state yet remembers nothing.
bool HeldClusters::may_be_held(int i) const
{
  for (int m = 0; m < atom->num_bond[i]; m++) {
    grist::BondState state;
    bonds.state->states.state_of_slot(i, m, state);
    if (!grist::may_be_held(state)) return false;
  }
  return true;
}

// All partners are on this rank.
bool HeldClusters::is_closed(const Part &part) const
{
  for (const int i : part)
    for (int m = 0; m < atom->num_bond[i]; m++) {
      const int j = atom->map(atom->bond_atom[i][m]);
      if (j < 0 || j >= atom->nlocal) return false;
    }
  return true;
}

// ---- the clusters that are to be held

std::vector<HeldCluster> HeldClusters::find(int groupbit)
{
  const std::vector<double> lost = watched.lost_clusters();
  if (!lost.empty()) watched.keep_bonded(lost);
  std::map<tagint, Part> parts;
  for (int i = 0; i < atom->nlocal; i++)
    if (is_candidate(i, groupbit)) parts[avec->cluster[i]];
  enum { CANDIDATES = 1, LOST = 2 };
  const int mine = (parts.empty() ? 0 : CANDIDATES) | (lost.empty() ? 0 : LOST);
  int any = 0;
  MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_BOR, world);
  if ((any & LOST) && comm->nprocs > 1) watched.keep_bonded(from_all_ranks(lost, world));
  if (!(any & CANDIDATES)) return {};

  std::map<tagint, std::vector<Record>> clusters = records_of(parts, groupbit);
  std::vector<HeldCluster> found;
  const std::vector<double> proposed = settle(clusters, true, found);
  if (on_any_rank(!proposed.empty(), world)) {
    shapes.add(from_all_ranks(proposed, world));
    settle(clusters, false, found);
  }
  return found;
}

// Takes clusters out that have a known shape, into `found`, and those that never will have one.
// With `propose`, those that may define a shape stay; returned are the shapes that this rank
// proposes, packed.
std::vector<double> HeldClusters::settle(std::map<tagint, std::vector<Record>> &clusters,
                                         bool propose, std::vector<HeldCluster> &found)
{
  std::vector<double> proposed;
  for (auto entry = clusters.begin(); entry != clusters.end();) {
    std::vector<Record> &records = entry->second;
    WholeCluster whole;
    HeldCluster cluster;
    const bool is_whole = put_together(records, whole) && is_within_reach(whole);
    if (is_whole) cluster.shape = shapes.find(whole, cluster.scale, cluster.motion);
    if (cluster.shape >= 0) {
      complete(entry->first, records, whole, cluster);
      found.push_back(cluster);
    } else if (propose && is_whole && may_define(records, whole)) {
      // A cluster on several ranks is proposed by the rank of its first element.
      if (records.front().atom >= 0) {
        const auto numbers = HeldShape::define(whole.elements, whole.bonds, whole.type).pack();
        proposed.insert(proposed.end(), numbers.begin(), numbers.end());
      }
      ++entry;
      continue;
    } else {
      for (const Record &record : records)
        if (record.atom >= 0) watched.keep_bonded(record.atom);
    }
    entry = clusters.erase(entry);
  }
  return proposed;
}

// Sets the other fields of a cluster whose shape and motion are known.
void HeldClusters::complete(tagint id, const std::vector<Record> &records,
                            const WholeCluster &whole, HeldCluster &cluster)
{
  cluster.id = id;
  cluster.count = static_cast<int>(records.size());
  cluster.weakest = 1.0;
  for (const ShapeBond &bond : whole.bonds)
    cluster.weakest =
        std::min(cluster.weakest,
                 shapes.strength_factor(cluster.shape, records[bond.a].tag, records[bond.b].tag));
  grist::keep_momentum(cluster.motion, whole.elements);
  cluster.motion.mass *= force->ftm2v;
  cluster.motion.moments *= force->ftm2v;
  cluster.motion.angular_momentum *= force->ftm2v;
  for (size_t n = 0; n < records.size(); n++)
    if (records[n].atom >= 0) cluster.elements.emplace_back(records[n].atom, static_cast<int>(n));
}

// Records of clusters that this rank has a part of, and that may be held.
std::map<tagint, std::vector<HeldClusters::Record>>
HeldClusters::records_of(const std::map<tagint, Part> &wanted, int groupbit)
{
  std::map<tagint, Part> parts = wanted;
  for (int i = 0; i < atom->nlocal; i++) {
    const auto part = parts.find(avec->cluster[i]);
    if (part != parts.end()) part->second.push_back(i);
  }
  std::map<tagint, std::vector<Record>> clusters;
  std::vector<tagint> open_ids;
  for (const auto &[id, part] : parts) {
    if (!is_closed(part)) {
      open_ids.push_back(id);
      continue;
    }
    const bool all =
        std::all_of(part.begin(), part.end(), [&](int i) { return is_candidate(i, groupbit); });
    if (!all) continue;
    for (const int i : part) clusters[id].push_back(record_of(i, true));
  }
  if (comm->nprocs == 1 && open_ids.empty()) return clusters;

  // Clusters on several ranks.
  std::vector<tagint> ids = from_all_ranks(open_ids, world);
  std::sort(ids.begin(), ids.end());
  if (ids.empty()) return clusters;
  std::vector<double> numbers;
  for (int i = 0; i < atom->nlocal; i++)
    if (std::binary_search(ids.begin(), ids.end(), avec->cluster[i]))
      grist::append_row(record_of(i, is_candidate(i, groupbit)), numbers);
  const std::vector<double> all = from_all_ranks(numbers, world);
  std::map<tagint, std::vector<Record>> open;
  for (const double *in = all.data(), *end = in + all.size(); in < end;) {
    Record record;
    grist::RowReader reader(in);
    reader(record);
    in += reader.end();
    const int i = atom->map(record.tag);
    record.atom = i >= 0 && i < atom->nlocal ? i : -1;
    open[record.cluster].push_back(record);
  }
  for (auto &[id, records] : open) {
    const bool is_here = std::any_of(records.begin(), records.end(),
                                     [](const Record &record) { return record.atom >= 0; });
    const bool unloaded = std::all_of(records.begin(), records.end(),
                                      [](const Record &record) { return record.is_unloaded; });
    if (is_here && unloaded) clusters[id] = records;
  }
  return clusters;
}

HeldClusters::Record HeldClusters::record_of(int i, bool is_unloaded) const
{
  Record record = {avec->cluster[i],
                   atom->tag[i],
                   is_unloaded,
                   watched.was_released(i),
                   {grist::vector_at(atom->x[i]), grist::vector_at(atom->v[i]),
                    grist::vector_at(atom->omega[i]), atom->radius[i], atom->rmass[i]},
                   {},
                   i};
  for (int m = 0; m < atom->num_bond[i]; m++) {
    grist::BondState state;
    bonds.state->states.state_of_slot(i, m, state);
    record.partners.push_back(
        {atom->bond_atom[i][m], static_cast<int>(atom->bond_type[i][m]), state.length_initial});
  }
  return record;
}

// Elements in the order of their ids, in one piece of space. False if it is no cluster of one
// intact type of bond, or reaches beyond half a period from its first element.
bool HeldClusters::put_together(std::vector<Record> &records, WholeCluster &whole) const
{
  std::sort(records.begin(), records.end(),
            [](const Record &a, const Record &b) { return a.tag < b.tag; });
  if (records.size() < 2) return false;
  whole.type = records.front().partners.front().type;
  if (whole.type <= 0) return false;    // turned off
  for (const Record &record : records) {
    whole.elements.push_back(record.element);
    Vector3d &position = whole.elements.back().position;
    position -= nearest_period(domain, position - whole.elements.front().position);
    // Mass in the units of the bonds' law.
    whole.elements.back().mass /= force->ftm2v;
  }
  for (size_t a = 0; a < records.size(); a++)
    for (const Partner &partner : records[a].partners) {
      const auto other =
          std::lower_bound(records.begin(), records.end(), partner.tag,
                           [](const Record &record, tagint tag) { return record.tag < tag; });
      if (other == records.end() || other->tag != partner.tag || partner.type != whole.type)
        return false;
      const auto b = static_cast<size_t>(other - records.begin());
      if (b <= a) continue;
      const Vector3d bond = whole.elements[b].position - whole.elements[a].position;
      if (nearest_period(domain, bond) != Vector3d::zero()) return false;
      const double distance = norm(bond);
      whole.bonds.push_back({static_cast<int>(a), static_cast<int>(b),
                             partner.length > 0.0 ? partner.length : distance});
    }
  std::sort(whole.bonds.begin(), whole.bonds.end(), [](const ShapeBond &one, const ShapeBond &two) {
    return one.a != two.a ? one.a < two.a : one.b < two.b;
  });
  return true;
}

// Ghosts must reach from the first element to all others.
bool HeldClusters::is_within_reach(const WholeCluster &whole)
{
  double reach = 0.0;
  for (const RigidElement &e : whole.elements)
    reach = std::max(reach, norm(e.position - whole.elements.front().position) + e.radius);
  const double ghosts = ghost_reach_of_bonded(lmp);
  if (reach <= ghosts) return true;
  if (!has_warned)
    error->warning(
        FLERR,
        "{}: clusters with a reach of {:.3g} stay bonded, because the ghost cutoff is {:.3g} "
        "(comm_modify cutoff{} {:.3g} lets them be held)",
        user, reach, ghosts, comm->mode == Comm::MULTI ? "/multi *" : "", 1.1 * reach);
  has_warned = true;
  return false;
}

// Not what is left of a cluster that was held before, and no bond is strained.
bool HeldClusters::may_define(const std::vector<Record> &records, const WholeCluster &whole)
{
  if (std::any_of(records.begin(), records.end(),
                  [](const Record &record) { return record.was_released; }))
    return false;
  return std::all_of(whole.bonds.begin(), whole.bonds.end(), [&](const ShapeBond &bond) {
    const double distance = norm(whole.elements[bond.b].position - whole.elements[bond.a].position);
    return std::abs(distance - bond.length) <= UNSTRAINED * bond.length;
  });
}
