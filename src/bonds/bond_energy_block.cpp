// The power of dashpots for sixteen bonds at once; bond_drag() and bond_slip() in parallel_bond.cpp tell it for one bond.

#include "bonds/bond_energy.h"
#include "common/lane_vectors.h"

#include <algorithm>

namespace grist {

namespace {

constexpr int W = BOND_LANES;
static_assert(W == LANES);

// Rates are read as vectors side by side: velocity 2 i and spin 2 i + 1 of sphere i.
static_assert(sizeof(SphereRates) == 6 * sizeof(double));

struct Ends {
  LaneVectors velocity, spin_a, spin_b;
};

struct Arms {
  LaneVectors normal;
  Lanes a, b;

  Arms(const BondBlock &block, const BondedSpheres &spheres)
  {
    const LaneVectors distance =
        gather_vectors(spheres.x, block.b) - gather_vectors(spheres.x, block.a);
    const Lanes square = dot(distance, distance), inverse = inverse_root(square);
    const Lanes length = square * inverse;
    const Lanes radius_a = gather<1>(spheres.radius, block.a);
    normal = inverse * distance;
    a = length * (radius_a / (radius_a + gather<1>(spheres.radius, block.b)));
    b = length - a;
  }

  LaneVectors slip(const Ends &ends) const
  {
    return ends.velocity - cross(a * ends.spin_a + b * ends.spin_b, normal);
  }
};

Ends ends_of(const BondBlock &block, const BondedSpheres &spheres)
{
  return {gather_vectors(spheres.v, block.b) - gather_vectors(spheres.v, block.a),
          gather_vectors(spheres.omega, block.a), gather_vectors(spheres.omega, block.b)};
}

Ends ends_of(const BondBlock &block, const SphereRates *rates)
{
  const double *velocities = rates->velocity.data(), *spins = rates->omega.data();
  alignas(64) int a[W], b[W];
  for (int l = 0; l < W; l++) {
    a[l] = 2 * block.a[l];
    b[l] = 2 * block.b[l];
  }
  return {gather_vectors(velocities, b) - gather_vectors(velocities, a), gather_vectors(spins, a),
          gather_vectors(spins, b)};
}

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
LaneMask counted(const BondBlock &block, int owned)
{
  alignas(64) double counts[W];
  for (int l = 0; l < W; l++) counts[l] = (block.live >> l & 1) && block.a[l] < owned;
  return load(counts) > 0.5;
}

}    // namespace

double damping_power(const std::vector<BondBlock> &blocks,
                     const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
                     const SphereRates *rates)
{
  TwistFactors twists(materials);
  Lanes sums = same(0.0);
  for (const BondBlock &block : blocks) {
    const Arms arms(block, spheres);
    const Ends law = ends_of(block, spheres), now = ends_of(block, rates);
    const LaneVectors &n = arms.normal;
    const LaneVectors slip = arms.slip(law), slip_now = arms.slip(now);
    const LaneVectors turning = law.spin_b - law.spin_a, turning_now = now.spin_b - now.spin_a;
    const Lanes c_stretch = load(block.damping[0]), c_shear = load(block.damping[1]);
    const Lanes c_bend = load(block.damping[2]);
    const Lanes power = c_shear * dot(slip, slip_now) +
        (c_stretch - c_shear) * dot(slip, n) * dot(slip_now, n) +
        c_bend *
            (dot(turning, turning_now) +
             (twists.of(block) - same(1.0)) * dot(turning, n) * dot(turning_now, n));
    sums = sums + select(counted(block, spheres.owned), power, same(0.0));
  }
  alignas(64) double lanes[W];
  store(lanes, sums);
  double sum = 0.0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

}    // namespace grist
