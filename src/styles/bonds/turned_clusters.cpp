#include "styles/bonds/turned_clusters.h"

#include "atom.h"
#include "common/space.h"
#include "lammps.h"
#include "styles/access/rank_vectors.h"

#include "bonds/best_rotation.h"

#include <unordered_map>

using namespace LAMMPS_NS;
using grist::BOND_LANES;
using grist::BondBlock;
using grist::BondBlocks;
using grist::BondState;
using grist::Matrix3d;
using grist::Vector3d;

// A tilt from here on is one by hand: the moves after the last forces of a run (fix deform), and
// rounding, are smaller.
static constexpr double LEAST_TILT = 1e-6;

namespace {

// Rotation of a cluster, from its bonds on one rank or on all.
struct ClusterTurn {
  tagint cluster;
  bool is_turned;
  double sum[9];    // of new normal times old normal
};

using Turns = std::unordered_map<tagint, ClusterTurn>;

void add(Turns &turns, const ClusterTurn &turn)
{
  ClusterTurn &sum =
      turns.try_emplace(turn.cluster, ClusterTurn{turn.cluster, false, {}}).first->second;
  sum.is_turned |= turn.is_turned;
  for (int k = 0; k < 9; k++) sum.sum[k] += turn.sum[k];
}

Vector3d normal_now(const BondBlock &block, int lane, const double *x)
{
  return normalized(grist::vector_at(x, block.b[lane]) - grist::vector_at(x, block.a[lane]));
}

// Calls visit(number, block, lane) for each live bond.
template <class Visit> void for_each_bond(const BondBlocks &bonds, const Visit &visit)
{
  for (size_t k = 0; k < bonds.blocks.size(); k++)
    for (int lane = 0; lane < BOND_LANES; lane++)
      if (bonds.blocks[k].live >> lane & 1)
        visit(static_cast<int>(k) * BOND_LANES + lane, bonds.blocks[k], lane);
}

bool any_tilt(const BondBlocks &bonds, const double *x)
{
  bool any = false;
  for_each_bond(bonds, [&](int n, const BondBlock &block, int lane) {
    const Vector3d old = grist::lane_vector(bonds.normals[n / BOND_LANES].normal, lane);
    if (norm(normal_now(block, lane, x) - old) > LEAST_TILT) any = true;
  });
  return any;
}

// Each bond by the owner of its end a.
Turns turns_of_rank(const BondBlocks &bonds, const Atom *atom, const tagint *cluster)
{
  Turns turns;
  for_each_bond(bonds, [&](int n, const BondBlock &block, int lane) {
    if (block.a[lane] >= atom->nlocal) return;
    const Vector3d old = grist::lane_vector(bonds.normals[n / BOND_LANES].normal, lane);
    const Vector3d now = normal_now(block, lane, atom->x[0]);
    ClusterTurn turn = {cluster[block.a[lane]], norm(now - old) > LEAST_TILT, {}};
    grist::copy_to(turn.sum, outer_product(now, old));
    add(turns, turn);
  });
  return turns;
}

// In the same order on all ranks, so that both ranks of a border bond turn it by the same rotation
// to the last bit.
std::unordered_map<tagint, Matrix3d> rotations_of(const Turns &mine, MPI_Comm world)
{
  std::vector<ClusterTurn> parts;
  for (const auto &[id, turn] : mine) parts.push_back(turn);
  Turns all;
  for (const ClusterTurn &part : from_all_ranks(parts, world)) add(all, part);
  std::unordered_map<tagint, Matrix3d> rotations;
  for (const auto &[id, turn] : all)
    if (turn.is_turned) rotations[id] = grist::best_rotation(grist::matrix_at(turn.sum));
  return rotations;
}

BondState turned(const BondState &state, const Matrix3d &rotation)
{
  return {state.length_initial, rotation * state.normal, rotation * state.shear_force,
          rotation * state.moment, state.memory};
}

}    // namespace

void LAMMPS_NS::follow_turned_clusters(LAMMPS *lmp, BondBlocks &bonds, const tagint *cluster)
{
  if (!on_any_rank(any_tilt(bonds, lmp->atom->x ? lmp->atom->x[0] : nullptr), lmp->world)) return;

  const auto rotations = rotations_of(turns_of_rank(bonds, lmp->atom, cluster), lmp->world);
  for_each_bond(bonds, [&](int n, const BondBlock &block, int lane) {
    const auto found = rotations.find(cluster[block.a[lane]]);
    if (found != rotations.end()) bonds.set_state(n, turned(bonds.state(n), found->second));
  });
}
