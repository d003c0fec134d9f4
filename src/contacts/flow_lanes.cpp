#include "contacts/flow_lanes.h"

#include "common/lane_rows.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

constexpr int SIZE = FlowSums::SIZE, HALF = SIZE / 2;
using Eight = double __attribute__((vector_size(HALF * sizeof(double))));
using EightNumbers = std::int64_t __attribute__((vector_size(HALF * sizeof(std::int64_t))));

// What a number of a row is: a force, or a lever, which an arm makes a torque. The last is none: there is the number of the step.
constexpr Eight FORCE[] = {{1, 1, 1, 0, 0, 0, 1, 1}, {1, 0, 0, 0, 1, 1, 1, 0}},
                LEVER[] = {{0, 0, 0, 1, 1, 1, 0, 0}, {0, 1, 1, 1, 0, 0, 0, 0}};
constexpr EightNumbers LAST = {0, 0, 0, 0, 0, 0, 0, -1};

struct alignas(64) Rows {
  double of[ContactBlock::LANES][SIZE];
};

// The numbers of each contact side by side.
void make_rows(const ContactBlock &block, const double *share, int count, Rows &rows)
{
  const ContactBlock::Lane3 *const vectors[] = {&block.damping_force, &block.damping_lever,
                                                &block.shearing_force, &block.shearing_lever,
                                                &block.rolling};
  for (int n = 0; n < count; n += HALF_LANES) {
    const HalfLanes counts = load_row(share + n);
    HalfLanes columns[SIZE] = {};
    for (int v = 0; v < 5; v++)
      for (int d = 0; d < 3; d++) columns[3 * v + d] = counts * load_row(&(*vectors[v])[d][n]);
    store_columns([&](int k) { return rows.of[n + k]; }, columns);
  }
}

struct Row {
  Eight first, second;
};

Row load_row_of(const Rows &rows, int n)
{
  Row row;
  std::memcpy(&row, rows.of[n], sizeof(row));
  return row;
}

// Without a branch: which sphere is new in a step cannot be foreseen.
class Sums {
 public:
  Sums(std::int64_t step, FlowSums *on, int *begun) : step(step), on(on), begun(begun) {}

  // Nothing where the sphere is new.
  Row load(int i)
  {
    const bool is_new = on[i].step != step;
    const EightNumbers kept = EightNumbers{} + (is_new ? 0 : -1);
    begun[count] = i;
    count += is_new;
    Row sums;
    std::memcpy(&sums, on + i, sizeof(sums));
    return {(Eight) ((EightNumbers) sums.first & kept),
            (Eight) ((EightNumbers) sums.second & kept)};
  }
  void store(int i, const Row &sums)
  {
    const EightNumbers second = ((EightNumbers) sums.second & ~LAST) | (LAST & step);
    std::memcpy(on[i].of, &sums.first, sizeof(sums.first));
    std::memcpy(on[i].of + HALF, &second, sizeof(second));
  }
  int begun_here() const { return count; }

 private:
  std::int64_t step;
  FlowSums *on;
  int *begun, count = 0;
};

// What acts on a is summed in registers while a stays the same.
int add(const ContactBlock &block, const int *a, const int *b, const double *share, int count,
        std::int64_t step, FlowSums *on, int *begun)
{
  Rows rows;
  make_rows(block, share, count, rows);
  Sums sums(step, on, begun);
  for (int n = 0; n < count;) {
    const int of = a[n];
    Row here = sums.load(of);
    for (; n < count && a[n] == of; n++) {
      const Row row = load_row_of(rows, n);
      const double arm_a = block.arm_a[n], arm_b = block.arm_b[n];
      here.first += row.first * (FORCE[0] + arm_a * LEVER[0]);
      here.second += row.second * (FORCE[1] + arm_a * LEVER[1]);
      Row there = sums.load(b[n]);
      there.first += row.first * (arm_b * LEVER[0] - FORCE[0]);
      there.second += row.second * (arm_b * LEVER[1] - FORCE[1]);
      sums.store(b[n], there);
    }
    sums.store(of, here);
  }
  return sums.begun_here();
}

double sum_of(const ContactBlock::Lane &power, const double *share, int count)
{
  HalfLanes sums = {};
  int n = 0;
  for (; n + HALF_LANES <= count; n += HALF_LANES)
    sums += load_row(share + n) * load_row(&power[n]);
  double sum = 0.0;
  for (int k = 0; k < HALF_LANES; k++) sum += sums[k];
  for (; n < count; n++) sum += share[n] * power[n];
  return sum;
}

void sum_powers(const ContactBlock &block, const double *share, int count, double (&powers)[3])
{
  powers[0] = sum_of(block.damping_power, share, count);
  powers[1] = sum_of(block.shearing_power, share, count);
  powers[2] = sum_of(block.rolling_power, share, count);
}

}    // namespace

const FlowLanes FLOW_LANES_TABLE = {add, sum_powers};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist
