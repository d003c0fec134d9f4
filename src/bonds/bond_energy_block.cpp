// Power of the dashpots of many bonds: drag_power() of bond_law.h, block by block.

#include "bonds/bond_energy.h"

#include "bonds/bond_law.h"

#include <algorithm>

namespace grist {

namespace {

constexpr int W = BOND_LANES;
static_assert(W == LANES);

// Rates are read as vectors side by side: velocity 2 i and spin 2 i + 1 of sphere i.
static_assert(sizeof(SphereRates) == 6 * sizeof(double));

// The bonds of a block, as far as slip is concerned.
struct BlockGeometry {
  LaneVectors normal;
  BondArms<Lanes> arm;

  BlockGeometry(const BondBlock &block, const BondedSpheres &spheres)
  {
    const LaneVectors distance =
        gather_vectors(spheres.x, block.b) - gather_vectors(spheres.x, block.a);
    Lanes length, inverse;
    square_root(dot(distance, distance), length, inverse);
    normal = inverse * distance;
    arm = {gather<1>(spheres.radius, block.a), gather<1>(spheres.radius, block.b), length};
  }

  // From velocities and angular velocities, indexed by a and b.
  BondSlip<Lanes> slip(const double *velocities, const double *omegas, const int *a,
                       const int *b) const
  {
    const LaneVectors omega_a = gather_vectors(omegas, a), omega_b = gather_vectors(omegas, b);
    return {gather_vectors(velocities, b) - gather_vectors(velocities, a) -
                cross(arm.rolling(omega_a, omega_b), normal),
            omega_b - omega_a};
  }
  BondSlip<Lanes> slip(const BondBlock &block, const BondedSpheres &spheres) const
  {
    return slip(spheres.v, spheres.omega, block.a, block.b);
  }
  BondSlip<Lanes> slip(const BondBlock &block, const SphereRates *rates) const
  {
    alignas(64) int a[W], b[W];
    for (int l = 0; l < W; l++) {
      a[l] = 2 * block.a[l];
      b[l] = 2 * block.b[l];
    }
    return slip(rates->velocity.data(), rates->omega.data(), a, b);
  }
};

// Twist's coefficient over bending's, lane by lane.
class TwistFactors {
 public:
  explicit TwistFactors(const std::vector<BondMaterial> &materials) : materials(materials)
  {
    std::fill_n(filled, W, short{-1});
  }
  Lanes of(const BondBlock &block)
  {
    if (!std::equal(filled, filled + W, block.type))
      for (int l = 0; l < W; l++) {
        filled[l] = block.type[l];
        factor[l] = twist_damping(materials[block.type[l]]);
      }
    return load(factor);
  }

 private:
  const std::vector<BondMaterial> &materials;
  short filled[W];
  alignas(64) double factor[W];
};

// Lanes that count; what the others hold may be no number.
LaneMask counted(const BondBlock &block, int owned, const SphereSelection &of)
{
  alignas(64) double counts[W];
  for (int l = 0; l < W; l++)
    counts[l] = (block.live >> l & 1) && block.a[l] < owned && of.has(block.a[l]);
  return load(counts) > 0.5;
}

}    // namespace

double damping_power(const std::vector<BondBlock> &blocks,
                     const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
                     const SphereRates *rates, const SphereSelection &of)
{
  TwistFactors twists(materials);
  Lanes sums = same(0.0);
  for (const BondBlock &block : blocks) {
    const BlockGeometry geometry(block, spheres);
    const DampingCoefficients<Lanes> c = {load(block.damping[0]), load(block.damping[1]),
                                          load(block.damping[2]), twists.of(block)};
    const Lanes power =
        drag_power(c, geometry.slip(block, spheres), geometry.normal, geometry.slip(block, rates));
    sums = sums + select(counted(block, spheres.owned, of), power, same(0.0));
  }
  alignas(64) double lanes[W];
  store(lanes, sums);
  double sum = 0.0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

}    // namespace grist
