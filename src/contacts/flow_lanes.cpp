#include "contacts/flow_lanes.h"

#include "lanes/lane_rows.h"

#include <cstring>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

constexpr int EIGHT = LossBlock<ContactEntries>::LANES;
static_assert(EIGHT % LANES == 0);

constexpr int SIZE = FlowSums::SIZE, HALF = SIZE / 2;
using Eight = double __attribute__((vector_size(HALF * sizeof(double))));
using EightNumbers = std::int64_t __attribute__((vector_size(HALF * sizeof(std::int64_t))));

// The meaning of each number of a row: a force, or a torque of one. The last one is the arm at b over
// that at a, which lie on one line; there FlowSums has the step, which is masked out when sums are
// loaded and put in when they are stored.
constexpr Eight FORCE[] = {{1, 1, 1, 0, 0, 0, 1, 1}, {1, 0, 0, 0, 1, 1, 1, 0}},
                TORQUE[] = {{0, 0, 0, 1, 1, 1, 0, 0}, {0, 1, 1, 1, 0, 0, 0, 0}};
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
void make_rows(const LossBlock<ContactEntries> &block, double (&rows)[EIGHT][SIZE])
{
  for (int n = 0; n < EIGHT; n += LANES) {
    const LaneVectors arm = load(block.arm_a, n), damping = load(block.force[0], n),
                      shearing = load(block.force[1], n);
    Lanes columns[SIZE];
    put(damping, columns + FlowSums::DAMPING);
    put(cross(arm, damping), columns + FlowSums::DAMPING + 3);
    put(shearing, columns + FlowSums::SHEARING);
    put(cross(arm, shearing), columns + FlowSums::SHEARING + 3);
    put(load(block.moment[0], n), columns + FlowSums::ROLLING);
    columns[SIZE - 1] = -dot(arm, load(block.arm_b, n)) / dot(arm, arm);
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
void add_to_sums(const LossBlock<ContactEntries> &block, int count, std::int64_t step,
                 FlowSums *sums)
{
  alignas(64) double rows[EIGHT][SIZE];
  make_rows(block, rows);
  for (int n = 0; n < count;) {
    const int of = block.a[n];
    Row here = load_sums(sums[of], step);
    for (; n < count && block.a[n] == of; n++) {
      const Row row = row_at(rows[n]);
      const double ratio = rows[n][SIZE - 1];
      here.first += row.first;
      here.second += row.second;
      FlowSums &other = sums[block.b[n]];
      Row there = load_sums(other, step);
      there.first += row.first * (ratio * TORQUE[0] - FORCE[0]);
      there.second += row.second * (ratio * TORQUE[1] - FORCE[1]);
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

constexpr FlowLanes TABLE = {add_to_sums, add_powers_of_sums};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const FlowLanes FlowLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
