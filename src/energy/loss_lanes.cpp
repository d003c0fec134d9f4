#include "energy/loss_lanes.h"

#include "energy/motion_lanes.h"
#include "lanes/prefetch.h"

#include <cstddef>
#include <type_traits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

constexpr int EIGHT = LossBlock<ContactEntries>::LANES;
static_assert(EIGHT % LANES == 0);

void prefetch_motions(const LossBlock<ContactEntries> &block, const double *rates)
{
  for (int n = 0; n < EIGHT; n++)
    for (const int sphere : {block.a[n], block.b[n]}) {
      const double *of = rates + 6 * static_cast<std::size_t>(sphere);
      prefetch(of);
      prefetch(of + 5);
    }
}

template <class SORT> struct Parts {
  Lanes of[LossBlock<SORT>::PARTS];
};

// Power that each part puts into the motion.
template <class SORT>
[[gnu::always_inline]] inline Parts<SORT> parts_of(const LossBlock<SORT> &block, int n,
                                                   bool at_wall, const double *rates)
{
  using Block = LossBlock<SORT>;
  LaneVectors velocity, omega;
  const auto begin = [&](const LaneVectors &of_centres, const LaneVectors &omega_a) {
    velocity = of_centres;
    omega = omega_a;
    if constexpr (SORT::HAS_ARM_A) velocity = velocity + cross(omega_a, load(block.arm_a, n));
  };
  if (at_wall) {
    const LaneMotions of = motions_of(block.a + n, rates);
    begin(of.velocity, of.omega);
  } else {
    const LanePairMotions of = pair_motions_of(block.a + n, block.b + n, rates);
    begin(of.velocity, of.omega_a);
    velocity = velocity - cross(of.omega_b, load(block.arm_b, n));
    omega = omega - of.omega_b;
  }
  Parts<SORT> parts;
  for (int k = 0; k < Block::FORCES; k++) parts.of[k] = dot(load(block.force[k], n), velocity);
  for (int k = 0; k < Block::MOMENTS; k++)
    parts.of[Block::FORCES + k] = dot(load(block.moment[k], n), omega);
  if constexpr (Block::PARTS <= 3)
    for (int k = 0; at_wall && k < Block::PARTS; k++) parts.of[k] -= load(block.arm_b[k] + n);
  return parts;
}

// take(number of the first entry, parts) for every LANES of them. Pairs of spheres are the least
// ordered in memory.
template <class SORT, class Take>
[[gnu::always_inline]] inline void for_each(const LossBlock<SORT> *blocks, int count, bool at_wall,
                                            const double *rates, const Take &take)
{
  [[maybe_unused]] constexpr int AHEAD = 4;
  for (int k = 0; k < count; k++) {
    if constexpr (std::is_same_v<SORT, ContactEntries>)
      if (!at_wall && k + AHEAD < count) prefetch_motions(blocks[k + AHEAD], rates);
    for (int n = 0; n < EIGHT; n += LANES)
      take(k * EIGHT + n, parts_of(blocks[k], n, at_wall, rates));
  }
}

template <class SORT>
void add_powers(const LossBlock<SORT> *blocks, int count, bool at_wall, const double *rates,
                double (&powers)[LossBlock<SORT>::PARTS], double *each)
{
  constexpr int PARTS = LossBlock<SORT>::PARTS;
  Parts<SORT> sums = {};
  for_each(blocks, count, at_wall, rates, [&](int first, const Parts<SORT> &parts) {
    for (int k = 0; k < PARTS; k++) sums.of[k] -= parts.of[k];
    if (!each) return;
    Lanes sum = parts.of[0];
    for (int k = 1; k < PARTS; k++) sum += parts.of[k];
    store_row(each + first, -sum);
  });
  for (int k = 0; k < PARTS; k++) powers[k] += sum_of(sums.of[k]);
}

// 0 where there is no entry.
void scale(double (&vector)[3][EIGHT], int n, const Lanes &factor)
{
  for (auto &row : vector) store(row + n, select(factor == 0.0, Lanes{}, factor * load(row + n)));
}

template <class SORT> void take_shares(LossBlock<SORT> &block, const double *share, bool at_wall)
{
  for (int n = 0; n < EIGHT; n += LANES) {
    const Lanes counts = load_row(share + n), ones = Lanes{} + 1.0;
    const Lanes is_there = select(counts == 0.0, Lanes{}, ones);
    for (auto &force : block.force) scale(force, n, counts);
    for (auto &moment : block.moment) scale(moment, n, counts);
    if constexpr (SORT::HAS_ARM_A) scale(block.arm_a, n, is_there);
    scale(block.arm_b, n, at_wall ? counts : is_there);
  }
}

template <class SORT> constexpr LossKernels<SORT> KERNELS = {add_powers<SORT>, take_shares<SORT>};

constexpr LossLanes TABLE = {KERNELS<ContactEntries>, KERNELS<OverlapEntries>,
                             KERNELS<BridgeEntries>};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const LossLanes LossLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
