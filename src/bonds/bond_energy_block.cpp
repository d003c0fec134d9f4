// Power of the dashpots of many bonds, block by block.

#include "bonds/bond_energy.h"

#include "bonds/bond_energy_lanes.h"

#include <algorithm>

namespace grist {

namespace {

// Rates are read as vectors side by side: velocity 2 i and omega 2 i + 1 of sphere i.
static_assert(sizeof(SphereRates) == 6 * sizeof(double));

// Twist's coefficient over bending's, lane by lane.
class TwistFactors {
 public:
  explicit TwistFactors(const std::vector<BondMaterial> &materials) : materials(materials)
  {
    std::fill_n(filled, BOND_LANES, short{-1});
  }
  const double *of(const BondBlock &block)
  {
    if (!std::equal(filled, filled + BOND_LANES, block.type))
      for (int l = 0; l < BOND_LANES; l++) {
        filled[l] = block.type[l];
        factor[l] = twist_damping(materials[block.type[l]]);
      }
    return factor;
  }

 private:
  const std::vector<BondMaterial> &materials;
  short filled[BOND_LANES];
  alignas(64) double factor[BOND_LANES];
};

struct alignas(64) LaneNumbers {
  double value[BOND_LANES] = {};
};

// 1 for lanes that count, 0 for others.
LaneNumbers counts_of(const BondBlock &block, int owned, const SphereSelection &of)
{
  LaneNumbers counts;
  for (int l = 0; l < BOND_LANES; l++)
    counts.value[l] = (block.live >> l & 1) && block.a[l] < owned && of.has(block.a[l]);
  return counts;
}

}    // namespace

double damping_power(const std::vector<BondBlock> &blocks,
                     const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
                     double dt, const SphereRates *rates, const SphereSelection &of)
{
  const BondEnergyLanes &lanes = kernels_in_use<BondEnergyLanes>();
  TwistFactors twists(materials);
  LaneNumbers sums;
  for (const BondBlock &block : blocks)
    lanes.add_damping_power(spheres, dt, rates->velocity.data(), twists.of(block),
                            counts_of(block, spheres.owned, of).value, block, sums.value);
  double sum = 0.0;
  for (const double lane : sums.value) sum += lane;
  return sum;
}

void add_damping_halves(const std::vector<BondBlock> &blocks,
                        const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
                        double dt, const SphereRates *rates, double *power)
{
  const BondEnergyLanes &lanes = kernels_in_use<BondEnergyLanes>();
  TwistFactors twists(materials);
  for (const BondBlock &block : blocks) {
    LaneNumbers counts, taken;
    for (int l = 0; l < BOND_LANES; l++) counts.value[l] = block.live >> l & 1;
    lanes.add_damping_power(spheres, dt, rates->velocity.data(), twists.of(block), counts.value,
                            block, taken.value);
    for (int l = 0; l < BOND_LANES; l++)
      for (const int sphere : {block.a[l], block.b[l]})
        if (counts.value[l] > 0.0 && sphere < spheres.owned) power[sphere] += 0.5 * taken.value[l];
  }
}

}    // namespace grist
