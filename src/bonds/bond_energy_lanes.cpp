#include "bonds/bond_energy_lanes.h"

#include "bonds/bond_part.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

// ---- energy and virial

void tally(const BondedSpheres &spheres, const BondLaws &laws, const BondBlock &block,
           const BondMemories *memories, const BondBlockForces &on, BondTally &sum)
{
  alignas(64) double shares[BOND_LANES];
  for (int l = 0; l < BOND_LANES; l++)
    shares[l] = block.live >> l & 1
        ? 0.5 * ((block.a[l] < spheres.owned) + (block.b[l] < spheres.owned))
        : 0.0;
  alignas(64) double without_slack[BOND_LANES];
  const double *stretched = on.length;
  if (memories) {
    for (int first = 0; first < BOND_LANES; first += LANES)
      store(without_slack + first, load(on.length + first) - slack_of(*memories, first).of[0]);
    stretched = without_slack;
  }
  const auto add = [](double *to, int first, const Lanes &counted, const Lanes &value) {
    store(to + first, load(to + first) + value * counted);
  };
  for (int first = 0; first < BOND_LANES; first += LANES) {
    const Lanes share = load(shares + first);
    const LaneMask other = share < 0.25;    // what those hold may be no number
    const LaneVectors distance = zero_where(other, load(on.distance, first)),
                      force = zero_where(other, load(on.force_a, first)),
                      shear = zero_where(other, load(block.shear_force, first)),
                      moment = zero_where(other, load(block.moment, first));
    const Lanes one = same(1.0), initial = select(other, one, load(block.length_initial + first)),
                length = select(other, initial, load(on.length + first));
    const auto springs =
        numbers_at<BeamSprings, Lanes>([&](int k) { return load(laws.number[k] + first); });
    const Lanes ratio = select(other, one, one / springs.inverse_ratio),
                radius = select(other, one,
                                springs.radius *
                                    least(gather(spheres.radius, block.a + first),
                                          gather(spheres.radius, block.b + first))),
                square = radius * radius;
    const Lanes stiffness = select(other, one, springs.young) * (PI * square) / initial;
    const Lanes stretch = select(other, initial, load(stretched + first)) - initial,
                twist = dot(moment, distance) / length, bend2 = dot(moment, moment) - twist * twist;
    // Elastic energy as in parallel_bond.h: k_s A, k_n I and k_s J by k_n A.
    const Lanes kept = memories ? load(memories->kept + first) : one,
                kept_along = select(stretch > 0.0, kept, one);
    const Lanes energy = 0.5 *
        (kept_along * stiffness * stretch * stretch +
         kept * (ratio * dot(shear, shear) + (4.0 * bend2 + 2.0 * ratio * twist * twist) / square) /
             stiffness);
    add(sum.energy, first, share, energy);
    add(sum.virial[0], first, share, -1.0 * distance.x * force.x);
    add(sum.virial[1], first, share, -1.0 * distance.y * force.y);
    add(sum.virial[2], first, share, -1.0 * distance.z * force.z);
    add(sum.virial[3], first, share, -1.0 * distance.x * force.y);
    add(sum.virial[4], first, share, -1.0 * distance.x * force.z);
    add(sum.virial[5], first, share, -1.0 * distance.y * force.z);
  }
}

// The bonds of a block, as far as slip is concerned.
struct BlockGeometry {
  LaneVectors normal, midway;
  BondArms<Lanes> arm;

  BlockGeometry(const int *a, const int *b, const BondedSpheres &spheres, double dt)
  {
    const LaneVectors distance = gather_vectors(spheres.x, b) - gather_vectors(spheres.x, a);
    Lanes length, inverse;
    square_root(dot(distance, distance), length, inverse);
    normal = inverse * distance;
    midway = middle_normal<Lanes>(distance, normal,
                                  gather_vectors(spheres.v, b) - gather_vectors(spheres.v, a), dt);
    arm = {share_of_a(gather(spheres.radius, a), gather(spheres.radius, b)), length};
  }

  // The slip from velocities and angular velocities, indexed by a and b; along `towards`: one of
  // the normals.
  BondSlip<Lanes> slip(const double *velocities, const double *omegas, const int *a, const int *b,
                       const LaneVectors &towards) const
  {
    const LaneVectors omega_a = gather_vectors(omegas, a), omega_b = gather_vectors(omegas, b);
    return {gather_vectors(velocities, b) - gather_vectors(velocities, a),
            arm.rolling(omega_a, omega_b), omega_b - omega_a, towards};
  }
};

void add_damping_power(const BondedSpheres &spheres, double dt, const double *rates,
                       const double *twist_factor, const double *counts, const BondBlock &block,
                       double *sums)
{
  for (int first = 0; first < BOND_LANES; first += LANES) {
    const int *a = block.a + first, *b = block.b + first;
    alignas(64) int of_a[LANES], of_b[LANES];
    for (int l = 0; l < LANES; l++) {
      of_a[l] = 2 * a[l];
      of_b[l] = 2 * b[l];
    }
    const BlockGeometry geometry(a, b, spheres, dt);
    const DampingCoefficients<Lanes> c = {
        load(block.damping[0] + first), load(block.damping[1] + first),
        load(block.damping[2] + first), load(twist_factor + first)};
    const LaneVectors &normal = geometry.normal;
    const Lanes power =
        damping_power(c, geometry.slip(spheres.v, spheres.omega, a, b, geometry.midway), normal,
                      geometry.slip(rates, rates + 3, of_a, of_b, normal));
    const LaneMask counted = load(counts + first) > 0.5;    // what the others hold may be no number
    store(sums + first, load(sums + first) + select(counted, power, same(0.0)));
  }
}

constexpr BondEnergyLanes TABLE = {tally, add_damping_power};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const BondEnergyLanes BondEnergyLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
