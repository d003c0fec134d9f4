#include "bonds/bond_store.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace grist {

BondBlock::BondBlock() : live(0), resting(0)
{
  for (int l = 0; l < BOND_LANES; l++) {
    length_initial[l] = 1.0;
    set_lane_vector(shear_force, l, Vector3d::zero());
    set_lane_vector(moment, l, Vector3d::zero());
    set_damping(l, {0.0f, 0.0f, 0.0f});
    a[l] = b[l] = 0;
    type[l] = 1;
  }
}

void BondBlock::set_damping(int l, const BondDamping &c)
{
  damping[0][l] = c.stretch;
  damping[1][l] = c.shear;
  damping[2][l] = c.bend;
}

BondNormals::BondNormals()
{
  for (int l = 0; l < BOND_LANES; l++) set_lane_vector(normal, l, Vector3d::unit_x());
}

BondStrengths::BondStrengths()
{
  std::fill_n(factor, BOND_LANES, 1.0f);
}

static_assert(sizeof(BondMemory) == BOND_MEMORIES * sizeof(double));

BondMemories::BondMemories()
{
  for (int l = 0; l < BOND_LANES; l++) {
    set(l, {});
    kept[l] = scatter[l] = 1.0;
    lost[l] = 0.0;
  }
}

BondMemory BondMemories::at(int l) const
{
  double numbers[BOND_MEMORIES];
  for (int k = 0; k < BOND_MEMORIES; k++) numbers[k] = number[k][l];
  BondMemory memory;
  std::memcpy(static_cast<void *>(&memory), numbers, sizeof(memory));
  return memory;
}

void BondMemories::set(int l, const BondMemory &memory)
{
  double numbers[BOND_MEMORIES];
  std::memcpy(numbers, &memory, sizeof(memory));
  for (int k = 0; k < BOND_MEMORIES; k++) number[k][l] = numbers[k];
}

float strength_for_kernels(double scatter, const BondMemory &memory)
{
  const double exact = scatter * strength_left(memory);
  const auto rounded = static_cast<float>(exact);
  return rounded <= exact ? rounded : std::nextafter(rounded, 0.0f);
}

void BondBlocks::resize(int bonds)
{
  const size_t count = (static_cast<size_t>(bonds) + BOND_LANES - 1) / BOND_LANES;
  // Reserve room for bonds that arrive from other ranks later: moving all of them takes as long as
  // two steps.
  blocks.reserve(count + count / 16);
  normals.reserve(count + count / 16);
  blocks.resize(count);
  normals.resize(count);
  strengths.clear();
  memories.clear();
  for (auto &block : blocks) block.live = block.resting = 0;
  for (int n = bonds; n < static_cast<int>(count) * BOND_LANES; n++) clear(n);
}

void BondBlocks::grow(int bonds)
{
  const size_t count = (static_cast<size_t>(bonds) + BOND_LANES - 1) / BOND_LANES;
  if (count <= blocks.size()) return;
  blocks.resize(count);
  normals.resize(count);
  if (!strengths.empty()) strengths.resize(count);
  if (!memories.empty()) memories.resize(count);
}

static bool is_new(const BondMemory &memory)
{
  const BondMemory fresh;
  return std::memcmp(&memory, &fresh, sizeof(memory)) == 0;
}

BondState BondBlocks::state(int n) const
{
  assert(n >= 0 && n / BOND_LANES < static_cast<int>(blocks.size()));
  const BondBlock &block = block_of(n);
  const int l = lane_of(n);
  return {block.length_initial[l], lane_vector(normals[n / BOND_LANES].normal, l),
          lane_vector(block.shear_force, l), lane_vector(block.moment, l),
          memories.empty() ? BondMemory() : memories[n / BOND_LANES].at(l)};
}

void BondBlocks::set_state(int n, const BondState &state)
{
  assert(n >= 0 && n / BOND_LANES < static_cast<int>(blocks.size()));
  BondBlock &block = block_of(n);
  const int l = lane_of(n);
  block.length_initial[l] = state.length_initial;
  set_lane_vector(block.shear_force, l, state.shear_force);
  set_lane_vector(block.moment, l, state.moment);
  set_lane_vector(normals[n / BOND_LANES].normal, l, state.normal);
  if (!is_new(state.memory)) memories.resize(blocks.size());
  if (!memories.empty()) memories[n / BOND_LANES].set(l, state.memory);
}

void BondBlocks::set_strength(int n, const BondSection &section, float scatter)
{
  const int l = lane_of(n);
  strengths[n / BOND_LANES].factor[l] = scatter;
  if (memories.empty()) return;
  BondMemories &of = memories[n / BOND_LANES];
  of.scatter[l] = scatter;
  of.kept[l] = stiffness_kept(section, of.at(l));
  strengths[n / BOND_LANES].factor[l] = strength_for_kernels(scatter, of.at(l));
}

// All numbers of the lanes, whatever they are.
using Row = double[BOND_LANES];
static_assert(sizeof(BondMemories) % sizeof(Row) == 0);
static Row *rows_of(BondMemories &all)
{
  return reinterpret_cast<Row *>(&all);
}
static const Row *rows_of(const BondMemories &all)
{
  return reinterpret_cast<const Row *>(&all);
}

int BondBlocks::copy(int n, const BondBlocks &from, int from_n, int count)
{
  assert(this != &from || n != from_n);
  assert(from_n >= 0 && from_n + count <= static_cast<int>(from.blocks.size()) * BOND_LANES);
  const int to_lane = lane_of(n), from_lane = lane_of(from_n);
  const int run = std::min({count, BOND_LANES - to_lane, BOND_LANES - from_lane});
  BondBlock &to = block_of(n);
  const BondBlock &source = from.block_of(from_n);
  const auto copy_lanes = [&](const auto &of, auto &into) {
    std::copy_n(of + from_lane, run, into + to_lane);
  };
  copy_lanes(source.length_initial, to.length_initial);
  for (int k = 0; k < 3; k++) {
    copy_lanes(source.shear_force[k], to.shear_force[k]);
    copy_lanes(source.moment[k], to.moment[k]);
    copy_lanes(source.damping[k], to.damping[k]);
    copy_lanes(from.normals[from_n / BOND_LANES].normal[k], normals[n / BOND_LANES].normal[k]);
  }
  if (!from.strengths.empty()) {
    strengths.resize(blocks.size());
    copy_lanes(from.strengths[from_n / BOND_LANES].factor, strengths[n / BOND_LANES].factor);
  }
  if (!from.memories.empty()) {
    memories.resize(blocks.size());
    const auto *of = rows_of(from.memories[from_n / BOND_LANES]);
    auto *into = rows_of(memories[n / BOND_LANES]);
    for (size_t k = 0; k < sizeof(BondMemories) / sizeof(Row); k++) copy_lanes(of[k], into[k]);
  } else if (!memories.empty()) {
    for (int l = to_lane; l < to_lane + run; l++) memories[n / BOND_LANES].set(l, {});
  }
  return run;
}

void BondBlocks::deactivate(int n)
{
  assert(n >= 0 && n / BOND_LANES < static_cast<int>(blocks.size()));
  block_of(n).live &= ~(BondMask{1} << lane_of(n));
  block_of(n).resting &= ~(BondMask{1} << lane_of(n));
  set_state(n, {1.0, Vector3d::unit_x(), Vector3d::zero(), Vector3d::zero()});
}

void BondBlocks::rest(int n)
{
  assert(n >= 0 && n / BOND_LANES < static_cast<int>(blocks.size()));
  BondBlock &block = block_of(n);
  const BondMask bit = BondMask{1} << lane_of(n);
  block.live &= ~bit;
  block.resting |= bit;
  set_lane_vector(block.shear_force, lane_of(n), Vector3d::zero());
  set_lane_vector(block.moment, lane_of(n), Vector3d::zero());
}

void BondBlocks::activate(int n, const BondState &state)
{
  assert(n >= 0 && n / BOND_LANES < static_cast<int>(blocks.size()));
  BondBlock &block = block_of(n);
  const BondMask bit = BondMask{1} << lane_of(n);
  block.live |= bit;
  block.resting &= ~bit;
  set_state(n, state);
}

void BondBlocks::clear(int n)
{
  assert(n >= 0 && n / BOND_LANES < static_cast<int>(blocks.size()));
  deactivate(n);
  block_of(n).a[lane_of(n)] = block_of(n).b[lane_of(n)] = 0;
}

void BondBlocks::update_normals(const double *x)
{
  for (size_t k = 0; k < blocks.size(); k++)
    for (int l = 0; l < BOND_LANES; l++)
      if (blocks[k].live >> l & 1)
        set_lane_vector(normals[k].normal, l,
                        normalized(vector_at(x, blocks[k].b[l]) - vector_at(x, blocks[k].a[l])));
}

}    // namespace grist
