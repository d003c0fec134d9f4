#include "contacts/flow_lanes.h"

#include "energy/motion_lanes.h"
#include "lanes/prefetch.h"

#include <cstring>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

constexpr int EIGHT = FlowBlock::LANES;
static_assert(EIGHT % LANES == 0);

void prefetch_motions(const FlowBlock &block, const double *rates)
{
  for (int n = 0; n < EIGHT; n++)
    for (const int sphere : {block.a[n], block.b[n]}) {
      const double *of = rates + 6 * static_cast<std::size_t>(sphere);
      prefetch(of);
      prefetch(of + 5);
    }
}

// Forces act at the contact: that of damping has its lever there, too, where it is not along the
// normal.
struct Powers {
  Lanes damping, shearing, rolling;
};
[[gnu::always_inline]] inline Powers powers_of(const FlowBlock &block, int n, const double *rates)
{
  const LaneMotions a = motions_of(block.a + n, rates), b = motions_of(block.b + n, rates);
  const LaneVectors turn = load(block.arm_a + n) * a.omega + load(block.arm_b + n) * b.omega;
  const LaneVectors motion = a.velocity - b.velocity - cross(turn, load(block.normal, n));
  return {dot(load(block.damping, n), motion), dot(load(block.shearing, n), motion),
          dot(load(block.rolling, n), a.omega - b.omega)};
}

void add_powers(const FlowBlock *blocks, int count, const double *rates, double (&powers)[3])
{
  constexpr int AHEAD = 4;
  Lanes sums[3] = {};
  for (int k = 0; k < count; k++) {
    const FlowBlock &block = blocks[k];
    if (k + AHEAD < count) prefetch_motions(blocks[k + AHEAD], rates);
    for (int n = 0; n < EIGHT; n += LANES) {
      const Powers power = powers_of(block, n, rates);
      const Lanes share = load(block.share + n);
      sums[0] -= share * power.damping;
      sums[1] -= share * power.shearing;
      sums[2] -= share * power.rolling;
    }
  }
  for (int flow = 0; flow < 3; flow++) powers[flow] += sum_of(sums[flow]);
}

void find_powers(const FlowBlock *blocks, int count, const double *rates, double *powers)
{
  constexpr int AHEAD = 4;
  for (int k = 0; k < count; k++) {
    if (k + AHEAD < count) prefetch_motions(blocks[k + AHEAD], rates);
    for (int n = 0; n < EIGHT; n += LANES) {
      const Powers power = powers_of(blocks[k], n, rates);
      const Lanes sum = -(power.damping + power.shearing + power.rolling);
      std::memcpy(powers + k * EIGHT + n, &sum, sizeof(sum));
    }
  }
}

void add_powers_at_wall(const WallFlowBlock *blocks, int count, const double *rates,
                        double (&powers)[3])
{
  Lanes sums[3] = {};
  for (int k = 0; k < count; k++) {
    const WallFlowBlock &block = blocks[k];
    for (int n = 0; n < EIGHT; n += LANES) {
      const LaneMotions a = motions_of(block.a + n, rates);
      const LaneVectors motion =
          a.velocity - cross(load(block.arm_a + n) * a.omega, load(block.normal, n));
      const Lanes of_sphere[3] = {dot(load(block.damping, n), motion),
                                  dot(load(block.shearing, n), motion),
                                  dot(load(block.rolling, n), a.omega)};
      const Lanes share = load(block.share + n);
      for (int flow = 0; flow < 3; flow++)
        sums[flow] -= share * (of_sphere[flow] - load(block.at_wall[flow] + n));
    }
  }
  for (int flow = 0; flow < 3; flow++) powers[flow] += sum_of(sums[flow]);
}

/* ----------------------------------------------------------------------
   sums for each sphere
------------------------------------------------------------------------- */

constexpr int SIZE = FlowSums::SIZE, HALF = SIZE / 2;
using Eight = double __attribute__((vector_size(HALF * sizeof(double))));
using EightNumbers = std::int64_t __attribute__((vector_size(HALF * sizeof(std::int64_t))));

// The meaning of each number of a row: a force, or a lever, which times an arm is a torque. The
// last one is no number of a contact: there FlowSums has the step, which is masked out when sums
// are loaded and put in when they are stored.
constexpr Eight FORCE[] = {{1, 1, 1, 0, 0, 0, 1, 1}, {1, 0, 0, 0, 1, 1, 1, 0}},
                LEVER[] = {{0, 0, 0, 1, 1, 1, 0, 0}, {0, 1, 1, 1, 0, 0, 0, 0}};
constexpr EightNumbers LAST = {0, 0, 0, 0, 0, 0, 0, -1};

struct Row {
  Eight first, second;
};
Row row_at(const double *from)
{
  Row row;
  std::memcpy(&row, from, sizeof(row));
  return row;
}

void put(const LaneVectors &vectors, Lanes *to)
{
  to[0] = vectors.x;
  to[1] = vectors.y;
  to[2] = vectors.z;
}

// The numbers of each contact side by side.
void make_rows(const FlowBlock &block, double (&rows)[EIGHT][SIZE])
{
  for (int n = 0; n < EIGHT; n += LANES) {
    const Lanes share = load(block.share + n);
    const LaneVectors normal = load(block.normal, n), damping = share * load(block.damping, n),
                      shearing = share * load(block.shearing, n);
    Lanes columns[SIZE] = {};
    put(damping, columns + FlowSums::DAMPING);
    put(cross(damping, normal), columns + FlowSums::DAMPING + 3);
    put(shearing, columns + FlowSums::SHEARING);
    put(cross(shearing, normal), columns + FlowSums::SHEARING + 3);
    put(share * load(block.rolling, n), columns + FlowSums::ROLLING);
    store_columns([&](int k) { return rows[n + k]; }, columns);
  }
}

// Without a branch, which could not be predicted: any sphere may be new in a step.
Row load_sums(const FlowSums &of, std::int64_t step)
{
  const EightNumbers kept = EightNumbers{} + (of.step == step ? -1 : 0);
  const Row sums = row_at(of.of);
  return {(Eight) ((EightNumbers) sums.first & kept),
          (Eight) ((EightNumbers) sums.second & kept & ~LAST)};
}
void store_sums(const Row &sums, std::int64_t step, FlowSums &to)
{
  const EightNumbers second = ((EightNumbers) sums.second & ~LAST) | (LAST & step);
  std::memcpy(to.of, &sums.first, sizeof(sums.first));
  std::memcpy(to.of + HALF, &second, sizeof(second));
}

// Forces on a are summed in registers while a stays the same.
void add_to_sums(const FlowBlock &block, int count, std::int64_t step, FlowSums *sums)
{
  alignas(64) double rows[EIGHT][SIZE];
  make_rows(block, rows);
  for (int n = 0; n < count;) {
    const int of = block.a[n];
    Row here = load_sums(sums[of], step);
    for (; n < count && block.a[n] == of; n++) {
      const Row row = row_at(rows[n]);
      const double arm_a = block.arm_a[n], arm_b = block.arm_b[n];
      here.first += row.first * (FORCE[0] + arm_a * LEVER[0]);
      here.second += row.second * (FORCE[1] + arm_a * LEVER[1]);
      FlowSums &other = sums[block.b[n]];
      Row there = load_sums(other, step);
      there.first += row.first * (arm_b * LEVER[0] - FORCE[0]);
      there.second += row.second * (arm_b * LEVER[1] - FORCE[1]);
      store_sums(there, step, other);
    }
    store_sums(here, step, sums[of]);
  }
}

// A vector of space and the number after or before it, which is ignored.
using Four = double __attribute__((vector_size(4 * sizeof(double))));
Four load_four(const double *from)
{
  Four four;
  std::memcpy(&four, from, sizeof(four));
  return four;
}

void add_powers_of_sums(const FlowSums *sums, int count, std::int64_t step, const double *rates,
                        double (&powers)[3])
{
  Four forces[2] = {}, torques[3] = {};
  for (int i = 0; i < count; i++) {
    const double counts = sums[i].step == step ? 1.0 : 0.0;
    const double *of = sums[i].of, *rate = rates + 6 * static_cast<std::size_t>(i);
    const Four velocity = counts * load_four(rate), omega = counts * load_four(rate + 2);
    forces[0] += load_four(of + FlowSums::DAMPING) * velocity;
    torques[0] += load_four(of + FlowSums::DAMPING + 2) * omega;
    forces[1] += load_four(of + FlowSums::SHEARING) * velocity;
    torques[1] += load_four(of + FlowSums::SHEARING + 2) * omega;
    torques[2] += load_four(of + FlowSums::ROLLING - 1) * omega;
  }
  for (int k = 0; k < 3; k++) {
    powers[0] -= forces[0][k] + torques[0][k + 1];
    powers[1] -= forces[1][k] + torques[1][k + 1];
    powers[2] -= torques[2][k + 1];
  }
}

constexpr FlowLanes TABLE = {add_powers, add_powers_at_wall, find_powers, add_to_sums,
                             add_powers_of_sums};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const FlowLanes FlowLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
