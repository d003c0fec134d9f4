#include "styles/rigid/watched_clusters.h"

#include "atom.h"
#include "relief/cluster_model.h"
#include "styles/access/atom_style.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/bond_states.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_map>

using namespace LAMMPS_NS;
using grist::Vector3d;

static constexpr double PERIODS = 3.0;    // without load, before a cluster is rigid again
static constexpr double LOOKS = 24.0;     // at its bonds in that time

WatchedClusters::WatchedClusters(LAMMPS *lmp, const HoldSettings &settings) :
    Pointers(lmp), set(settings), avec(atom_style<AtomVecBondedCluster>(atom))
{
  if (set.back < 0.0) set.back = 0.5 * set.release;
}

bool WatchedClusters::is_unloaded(int i) const
{
  return static_cast<double>(update->ntimestep) >= marks[i].unloaded_from;
}

void WatchedClusters::release(const std::vector<int> &atoms, double period)
{
  assert(!atoms.empty() && period > 0.0);
  const double wait = std::max(1.0, std::ceil(PERIODS * period / update->dt));
  for (const int i : atoms)
    marks[i] = {static_cast<double>(update->ntimestep) + wait, wait, marks[i].element,
                atom->num_bond[i]};
  watched.push_back({atoms});
}

void WatchedClusters::move_steps(bigint by)
{
  for (int i = 0; i < atom->nlocal; i++)
    if (was_released(i)) marks[i].unloaded_from += static_cast<double>(by);
}

void WatchedClusters::scale_waits(double ratio)
{
  assert(ratio > 0.0);
  const auto now = static_cast<double>(update->ntimestep);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!was_released(i)) continue;
    marks[i].unloaded_from = now + ratio * (marks[i].unloaded_from - now);
    marks[i].wait *= ratio;
  }
}

// All pieces of a broken cluster have elements that have lost a bond.
std::vector<double> WatchedClusters::lost_clusters() const
{
  std::vector<double> ids;
  for (int i = 0; i < atom->nlocal; i++)
    if (is_released(i) && atom->num_bond[i] < marks[i].bonds)
      ids.push_back(static_cast<double>(avec->cluster[i]));
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

void WatchedClusters::keep_bonded(const std::vector<double> &clusters)
{
  std::vector<double> ids = clusters;
  std::sort(ids.begin(), ids.end());
  for (int i = 0; i < atom->nlocal; i++)
    if (is_released(i) &&
        std::binary_search(ids.begin(), ids.end(), static_cast<double>(avec->cluster[i])))
      keep_bonded(i);
}

// ---- released clusters: whether their bonds are loaded

void WatchedClusters::find_watched()
{
  watched.clear();
  std::unordered_map<tagint, size_t> known;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!is_released(i)) continue;
    const auto [entry, is_new] = known.try_emplace(avec->cluster[i], watched.size());
    if (is_new) watched.emplace_back();
    watched[entry->second].atoms.push_back(i);
  }
}

// A cluster is unloaded once all of its atoms are. So one loaded bond decides for all atoms of this
// rank, and a search ends at the first one. It begins where the last search ended.
void WatchedClusters::watch_bonds(const std::vector<grist::BondMaterial> &laws,
                                  const BondStates &states)
{
  const bigint step = update->ntimestep;
  for (Watched &cluster : watched) {
    const std::vector<int> &atoms = cluster.atoms;
    const double wait = marks[atoms.front()].wait;
    if (step % static_cast<bigint>(std::max(1.0, wait / LOOKS)) != 0) continue;
    for (size_t k = 0; k < atoms.size(); k++) {
      const size_t at = (cluster.loaded + k) % atoms.size();
      if (!is_loaded(laws, states, atoms[at])) continue;
      cluster.loaded = at;
      for (const int i : atoms) marks[i].unloaded_from = static_cast<double>(step) + wait;
      break;
    }
  }
}

// A bond of owned atom i; those of two owned atoms are looked at from the first end.
bool WatchedClusters::is_loaded(const std::vector<grist::BondMaterial> &laws,
                                const BondStates &states, int i) const
{
  assert(is_owned(atom, i));
  for (int m = 0; m < atom->num_bond[i]; m++) {
    const int n = states.number_of_slot(i, m);
    if (n < 0 || n >= states.count()) continue;
    const grist::BondBlock &block = states.bonds.block_of(n);
    const int lane = grist::BondBlocks::lane_of(n), a = block.a[lane];
    if (a != i && a < atom->nlocal) continue;
    if (share_of_bond(laws[block.type[lane]], states.bonds, n) > set.back) return true;
  }
  return false;
}

// Share of its strength that bond n uses.
double WatchedClusters::share_of_bond(const grist::BondMaterial &law,
                                      const grist::BondBlocks &bonds, int n) const
{
  assert(n >= 0 && n < static_cast<int>(bonds.blocks.size()) * grist::BOND_LANES);
  const grist::BondBlock &block = bonds.block_of(n);
  const int lane = grist::BondBlocks::lane_of(n), a = block.a[lane], b = block.b[lane];
  const Vector3d distance = grist::vector_at(atom->x[b]) - grist::vector_at(atom->x[a]);
  const double length = norm(distance);
  const Vector3d normal = distance / length;
  const grist::BondState state = bonds.state(n);
  const grist::BondSection section(law, atom->radius[a], atom->radius[b], state.length_initial);
  const grist::BondLoad load = {
      section.tension * state.stretch(length) * normal + state.shear_force, state.moment};
  const double factor = grist::strength_left(state.memory) *
      grist::strength_factor(law, {atom->tag[a], atom->tag[b], 0.0});
  return grist::stress_of(law, section, normal, load, set.compression).share_of(law) / factor;
}
