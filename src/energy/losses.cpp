#include "energy/losses.h"

#include "common/preconditions.h"
#include "energy/loss_lanes.h"

#include <algorithm>

namespace grist {

namespace {

constexpr int LANES = LossBlock<ContactEntries>::LANES;

template <class SORT> const LossKernels<SORT> &kernels()
{
  return kernels_in_use<LossLanes>();
}

// Copies spheres into a block; the rest are those of the first entry.
void copy_spheres(const int *from, int count, int (&to)[LANES])
{
  assert(count > 0 && count <= LANES);
  if (count == LANES)
    std::copy_n(from, LANES, to);
  else
    std::fill(std::copy_n(from, count, to), to + LANES, from[0]);
}

}    // namespace

template <class SORT> LossBlock<SORT> *Losses<SORT>::room_for(int count)
{
  assert(count >= 0);
  const std::size_t needed = in_use + (count + LANES - 1) / LANES;
  if (blocks.size() < needed) blocks.resize(std::max(needed, blocks.size() + blocks.size() / 2));
  return &blocks[in_use];
}

template <class SORT>
void Losses<SORT>::add(const int *a, const int *b, const double *share, int count)
{
  assert((b == nullptr) == at_wall);
  assert(in_use + (count + LANES - 1) / LANES <= blocks.size());
  free_lanes = 0;
  for (int first = 0; first < count; first += LANES) {
    Block &block = blocks[in_use++];
    const int here = std::min(LANES, count - first);
    copy_spheres(a + first, here, block.a);
    if (b) copy_spheres(b + first, here, block.b);
    if (!share && here == LANES) continue;
    double shares[LANES] = {};
    for (int n = 0; n < here; n++) shares[n] = share ? share[first + n] : 1.0;
    kernels<SORT>().take_shares(block, here == LANES ? share + first : shares, at_wall);
  }
  if (!known) return;
  const std::size_t before = each.size();
  if (keeps_each) each.resize(before + in_use * LANES);
  add_powers_of_blocks(known, powers, keeps_each ? &each[before] : nullptr);
  in_use = 0;
}

template <class SORT> void Losses<SORT>::add_force(int a, int b, const Vector3d &on_a)
{
  assert(!at_wall && free_lanes >= 0);
  if (free_lanes == 0) {
    *room_for(LANES) = {};
    in_use++;
    free_lanes = LANES;
  }
  Block &block = blocks[in_use - 1];
  const int n = LANES - free_lanes--;
  for (int d = 0; d < 3; d++) block.force[0][d][n] = on_a[d];
  block.a[n] = a;
  block.b[n] = b;
}

template <class SORT>
void Losses<SORT>::add_powers_of_blocks(const SphereRates *rates, double (&to)[Block::PARTS],
                                        double *each) const
{
  if (in_use == 0) return;
  kernels<SORT>().add_powers(blocks.data(), static_cast<int>(in_use), at_wall, &rates->velocity[0],
                             to, each);
}

template <class SORT> void Losses<SORT>::add_powers(EnergyFlows &to, const SphereRates *rates) const
{
  double all[Block::PARTS];
  std::copy_n(powers, Block::PARTS, all);
  add_powers_of_blocks(rates, all, nullptr);
  for (int k = 0; k < Block::FORCES; k++) to[SORT::FORCES[k]] += all[k];
  for (int k = 0; k < Block::MOMENTS; k++) to[SORT::MOMENTS[k]] += all[Block::FORCES + k];
}

template <class SORT>
const std::vector<double> &Losses<SORT>::powers_of_entries(const SphereRates *rates)
{
  assert(keeps_each);
  if (known) return each;
  each.resize(in_use * LANES);
  double parts[Block::PARTS] = {};
  add_powers_of_blocks(rates, parts, each.data());
  return each;
}

template class Losses<ContactEntries>;
template class Losses<OverlapEntries>;
template class Losses<BridgeEntries>;

}    // namespace grist
