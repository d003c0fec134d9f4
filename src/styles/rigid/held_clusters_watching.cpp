// HeldClusters: clusters that are bonded again, since they were loaded.

#include "styles/rigid/held_clusters.h"

#include "atom.h"
#include "bonds/strength_scatter.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "styles/bonds/bond_parallel.h"
#include "styles/bonds/fix_bond_state.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

using namespace LAMMPS_NS;
using grist::Vector3d;

static constexpr double PERIODS = 3.0;    // without load, before a cluster is rigid again
static constexpr double LOOKS = 24.0;     // at its bonds in that time

void HeldClusters::keep_bonded(int i)
{
  marks[i].unloaded_from = NEVER;
}

void HeldClusters::release(const Part &atoms, const grist::ShapeScale &scale, int n)
{
  const double wait =
      std::max(1.0, std::ceil(PERIODS * scale.period(shapes[n].first_period()) / update->dt));
  for (const int i : atoms)
    marks[i] = {static_cast<double>(update->ntimestep) + wait, wait, marks[i].element,
                atom->num_bond[i]};
  watched.push_back({atoms});
}

bool HeldClusters::is_released(int i) const
{
  return marks[i].wait > 0.0 && marks[i].unloaded_from != NEVER;
}

// With an element on this rank that has lost a bond. All pieces of a broken cluster have such
// elements.
std::vector<double> HeldClusters::lost_clusters() const
{
  std::vector<double> ids;
  for (int i = 0; i < atom->nlocal; i++)
    if (is_released(i) && atom->num_bond[i] < marks[i].bonds)
      ids.push_back(static_cast<double>(avec->cluster[i]));
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

void HeldClusters::keep_bonded(const std::vector<double> &clusters)
{
  std::vector<double> ids = clusters;
  std::sort(ids.begin(), ids.end());
  for (int i = 0; i < atom->nlocal; i++)
    if (is_released(i) &&
        std::binary_search(ids.begin(), ids.end(), static_cast<double>(avec->cluster[i])))
      keep_bonded(i);
}

/* ----------------------------------------------------------------------
   released clusters: whether their bonds are loaded
------------------------------------------------------------------------- */

void HeldClusters::find_watched()
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
void HeldClusters::watch_bonds()
{
  const BondStates &states = bond_state()->states;
  const bigint step = update->ntimestep;
  for (Watched &cluster : watched) {
    const Part &atoms = cluster.atoms;
    const double wait = marks[atoms.front()].wait;
    if (step % static_cast<bigint>(std::max(1.0, wait / LOOKS)) != 0) continue;
    for (size_t k = 0; k < atoms.size(); k++) {
      const size_t at = (cluster.loaded + k) % atoms.size();
      if (!is_loaded(states, atoms[at])) continue;
      cluster.loaded = at;
      for (const int i : atoms) marks[i].unloaded_from = static_cast<double>(step) + wait;
      break;
    }
  }
}

// A bond of owned atom i; those of two owned atoms are looked at from the first end.
bool HeldClusters::is_loaded(const BondStates &states, int i) const
{
  for (int m = 0; m < atom->num_bond[i]; m++) {
    const int n = states.number_of_slot(i, m);
    if (n < 0 || n >= states.count()) continue;
    const int a = states.bonds.block_of(n).a[grist::BondBlocks::lane_of(n)];
    if (a != i && a < atom->nlocal) continue;
    if (share_of_bond(states.bonds, n) > set.back) return true;
  }
  return false;
}

// Share of its strength that bond n uses.
double HeldClusters::share_of_bond(const grist::BondBlocks &bonds, int n) const
{
  const grist::BondBlock &block = bonds.block_of(n);
  const int lane = grist::BondBlocks::lane_of(n), a = block.a[lane], b = block.b[lane];
  const grist::BondMaterial &law = bond_style->law(block.type[lane]);
  const Vector3d distance = Vector3d(atom->x[b]) - Vector3d(atom->x[a]);
  const double length = distance.norm();
  const Vector3d normal = distance / length;
  const grist::BondState state = bonds.state(n);
  const grist::BondSection section(law, atom->radius[a], atom->radius[b], state.length_initial);
  const grist::BondLoad load = {
      section.tension * (length - state.length_initial) * normal + state.shear_force, state.moment};
  const double factor = law.weibull > 0.0
      ? grist::strength_factor(law.weibull, law.seed, atom->tag[a], atom->tag[b])
      : 1.0;
  return grist::stress_of(section, normal, load, law.beta, set.compression).share_of(law) / factor;
}
