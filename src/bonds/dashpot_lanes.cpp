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

void prefetch_motions(const DashpotRow &row, const double *rates)
{
  for (const int sphere : row.sphere) prefetch(rates + 6 * static_cast<std::size_t>(sphere));
}

double power_of_rows(const DashpotRow *rows, std::size_t count, const double *rates)
{
  constexpr std::size_t AHEAD = 2;
  Lanes sum = {};
  for (std::size_t k = 0; k < count; k++) {
    if (k + AHEAD < count) prefetch_motions(rows[k + AHEAD], rates);
    for (int n = 0; n < BOND_LANES; n += LANES)
      sum += power_of(load(rows[k].force, n), load(rows[k].torque, n),
                      motions_of(rows[k].sphere + n, rates));
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
