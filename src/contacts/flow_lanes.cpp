#include "contacts/flow_lanes.h"

#include "common/lane_rows.h"
#include "common/prefetch.h"

#include <algorithm>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

constexpr int EIGHT = FlowBlock::LANES;
static_assert(EIGHT % HALF_LANES == 0 && ContactBlock::LANES % EIGHT == 0);

void copy(const double *from, double *to)
{
  for (int n = 0; n < EIGHT; n += HALF_LANES) store_row(to + n, load_row(from + n));
}

void copy(const ContactBlock::Lane3 &from, int first, double (&to)[3][EIGHT])
{
  for (int d = 0; d < 3; d++) copy(from[d] + first, to[d]);
}

void keep(const ContactBlock &block, const int *a, const int *b, const double *share, int count,
          FlowBlock *to)
{
  for (int first = 0; first < count; first += EIGHT, to++) {
    copy(block.damping_force, first, to->damping);
    copy(block.shearing_force, first, to->shearing);
    copy(block.rolling, first, to->rolling);
    copy(block.direction, first, to->normal);
    copy(block.arm_a + first, to->arm_a);
    copy(block.arm_b + first, to->arm_b);
    copy(share + first, to->share);
    std::copy_n(a + first, EIGHT, to->a);
    std::copy_n(b + first, EIGHT, to->b);
  }
}

// Vectors of space, lane by lane.
struct Vectors {
  HalfLanes x, y, z;
};
Vectors operator-(const Vectors &a, const Vectors &b)
{
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
HalfLanes dot(const Vectors &a, const Vectors &b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
Vectors cross(const Vectors &a, const Vectors &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vectors load_vectors(const double (&rows)[3][EIGHT], int first)
{
  return {load_row(rows[0] + first), load_row(rows[1] + first), load_row(rows[2] + first)};
}

struct Motions {
  Vectors velocity, omega;
};
Motions motions_of(const int *spheres, const double *rates)
{
  HalfLanes of[6];
  load_six([&](int k) { return rates + 6 * static_cast<std::size_t>(spheres[k]); }, of);
  return {{of[0], of[1], of[2]}, {of[3], of[4], of[5]}};
}

void prefetch_motions(const FlowBlock &block, const double *rates)
{
  for (int n = 0; n < EIGHT; n++)
    for (const int sphere : {block.a[n], block.b[n]}) {
      const double *of = rates + 6 * static_cast<std::size_t>(sphere);
      prefetch(of);
      prefetch(of + 5);
    }
}

// Forces act at the contact: that of damping has its lever there, too, where it is not along the normal.
void add_powers(const FlowBlock *blocks, int count, const double *rates, double (&powers)[3])
{
  constexpr int AHEAD = 4;
  HalfLanes sums[3] = {};
  for (int k = 0; k < count; k++) {
    const FlowBlock &block = blocks[k];
    if (k + AHEAD < count) prefetch_motions(blocks[k + AHEAD], rates);
    for (int n = 0; n < EIGHT; n += HALF_LANES) {
      const Motions a = motions_of(block.a + n, rates), b = motions_of(block.b + n, rates);
      const HalfLanes arm_a = load_row(block.arm_a + n), arm_b = load_row(block.arm_b + n);
      const Vectors turn = {arm_a * a.omega.x + arm_b * b.omega.x,
                            arm_a * a.omega.y + arm_b * b.omega.y,
                            arm_a * a.omega.z + arm_b * b.omega.z};
      const Vectors motion = a.velocity - b.velocity - cross(turn, load_vectors(block.normal, n));
      const HalfLanes share = load_row(block.share + n);
      sums[0] -= share * dot(load_vectors(block.damping, n), motion);
      sums[1] -= share * dot(load_vectors(block.shearing, n), motion);
      sums[2] -= share * dot(load_vectors(block.rolling, n), a.omega - b.omega);
    }
  }
  for (int flow = 0; flow < 3; flow++)
    for (int k = 0; k < HALF_LANES; k++) powers[flow] += sums[flow][k];
}

}    // namespace

const FlowLanes FLOW_LANES_TABLE = {keep, add_powers};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist
