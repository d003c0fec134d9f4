#include "bonds/dashpot_lanes.h"

#include "energy/motion_lanes.h"
#include "lanes/prefetch.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(BOND_LANES % LANES == 0);

Lanes power_of(const LaneVectors &force, const LaneVectors &torque, const LaneMotions &motion)
{
  return dot(force, motion.velocity) + dot(torque, motion.omega);
}

void prefetch_motions(const BondTeam &team, std::size_t element, const double *rates)
{
  const int *spheres = team.spheres_of(element);
  for (int l = 0; l < BOND_LANES; l++) prefetch(rates + 6 * static_cast<std::size_t>(spheres[l]));
}

LaneVectors load_floats(const float (&vectors)[3][BOND_LANES], int n)
{
  return {load(vectors[0] + n), load(vectors[1] + n), load(vectors[2] + n)};
}

// Of each lane, the first element that has a bond there, or any if there is none.
void find_first(const BondTeam &team, int (&spheres)[BOND_LANES])
{
  for (int l = 0; l < BOND_LANES; l++) {
    std::size_t e = 0;
    while (e + 1 < team.held.size() && !(team.held[e] >> l & 1)) e++;
    spheres[l] = team.spheres_of(e)[l];
  }
}

// Forces on a cluster add up to nothing, so that its velocity does not count: only those relative
// to one of its elements are multiplied by what is kept to seven digits.
double power_of_rows(const DashpotRow *rows, const BondTeam &team, const double *rates)
{
  constexpr std::size_t AHEAD = 2;
  const std::size_t elements = team.radius.size();
  Lanes sum = {};
  int first_of[BOND_LANES];
  LaneVectors first[BOND_LANES / LANES];
  find_first(team, first_of);
  for (int n = 0; n < BOND_LANES; n += LANES)
    first[n / LANES] = motions_of(first_of + n, rates).velocity;
  for (std::size_t e = 0; e < elements; e++) {
    if (e + AHEAD < elements) prefetch_motions(team, e + AHEAD, rates);
    for (int n = 0; n < BOND_LANES; n += LANES) {
      LaneMotions motion = motions_of(team.spheres_of(e) + n, rates);
      motion.velocity = motion.velocity - first[n / LANES];
      sum += power_of(load_floats(rows[e].force, n), load_floats(rows[e].torque, n), motion);
    }
  }
  return sum_of(sum);
}

Lanes owned_ones(const int *spheres, int owned)
{
  Lanes ones;
  for (int k = 0; k < LANES; k++) ones[k] = spheres[k] < owned ? 1.0 : 0.0;
  return ones;
}

double power_of_blocks(const DashpotBlock *blocks, std::size_t count, const double *rates,
                       int owned)
{
  Lanes sum = {};
  for (std::size_t k = 0; k < count; k++) {
    const DashpotBlock &block = blocks[k];
    for (int n = 0; n < BOND_LANES; n += LANES) {
      const LaneVectors force = load(block.force_a, n);
      sum += owned_ones(block.a + n, owned) *
          power_of(force, load(block.torque_a, n), motions_of(block.a + n, rates));
      sum += owned_ones(block.b + n, owned) *
          power_of(-force, load(block.torque_b, n), motions_of(block.b + n, rates));
    }
  }
  return sum_of(sum);
}

constexpr DashpotLanes TABLE = {power_of_rows, power_of_blocks};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const DashpotLanes DashpotLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
