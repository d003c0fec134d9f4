#include "bonds/bond_lanes.h"

#include "bonds/bond_law.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

static_assert(BOND_LANES % LANES == 0);

using Ends = BondEnds<Lanes>;
using Tilt = BondTilt<Lanes>;
using Law = BondLaw<Lanes>;

// Of the lanes from `first` on.
Ends ends_of(const BondBlock &block, int first, const BondedSpheres &spheres, bool moving)
{
  const int *a = block.a + first, *b = block.b + first;
  Ends ends;
  ends.distance = gather_vectors(spheres.x, b) - gather_vectors(spheres.x, a);
  ends.omega_a = gather_vectors(spheres.omega, a);
  ends.omega_b = gather_vectors(spheres.omega, b);
  ends.radius_a = gather<1>(spheres.radius, a);
  ends.radius_b = gather<1>(spheres.radius, b);
  ends.length_initial = load(block.length_initial + first);
  // Zeros only where they are wanted: the compiler writes them slowly.
  ends.velocity = moving ? gather_vectors(spheres.v, b) - gather_vectors(spheres.v, a)
                         : LaneVectors{};
  return ends;
}

// Lanes that are not live become an unstrained bond that does not move.
void neutralize_others(BondMask live, double length, Ends &ends)
{
  alignas(64) double is_live[LANES];
  for (int l = 0; l < LANES; l++) is_live[l] = live >> l & 1;
  const LaneMask other = load(is_live) < 0.5;
  for (auto *vectors : {&ends.distance, &ends.velocity, &ends.omega_a, &ends.omega_b})
    for (auto *component : {&vectors->x, &vectors->y, &vectors->z})
      *component = select(other, same(0.0), *component);
  for (auto *number : {&ends.distance.x, &ends.length_initial, &ends.radius_a, &ends.radius_b})
    *number = select(other, same(length), *number);
}

bool are_small(const Tilt &tilt, double length_limit)
{
  return !any(~((tilt.sine2 <= SMALL_TILT) & (tilt.cosine > 0.0) & (tilt.length < length_limit)));
}

// Strengths, and the share of moments in the stresses.
struct Strengths {
  Lanes tensile, shear, beta;
};

// Stresses against strengths, times area and radius. True where a lane may have reached one: compared by squares, so
// that strength_reached() decides on a lane at the very limit.
LaneMask may_have_failed(const Law &law, const Strengths &strengths, const LaneVectors &normal,
                         const LaneVectors &shear, const LaneVectors &moment)
{
  const Lanes twist = dot(moment, normal);
  const Lanes bend2 = dot(moment, moment) - twist * twist;
  const Lanes room_tension = (strengths.tensile * law.area - law.tension) * law.radius;
  const Lanes room_shear =
      strengths.shear * law.area * law.radius - 2.0 * strengths.beta * absolute(twist);
  const Lanes bend_share = 4.0 * strengths.beta;
  return (room_tension <= 0.0) | (room_shear <= 0.0) |
      (bend_share * bend_share * bend2 >= room_tension * room_tension) |
      (dot(shear, shear) * law.radius * law.radius >= room_shear * room_shear);
}

/* ---------------------------------------------------------------------- */

struct Part {
  bool is_evaluated, near_strength;
};

Part evaluate_from(int first, const BondStep &step, const BondLaws &laws,
                   const BondStrengths *strengths, BondBlock &block, BondNormals &normals,
                   BondBlockForces &out)
{
  constexpr BondMask ALL = (BondMask{1} << LANES) - 1;
  const bool stored = step.stored_normals;
  Ends ends = ends_of(block, first, step.spheres, step.damped || !stored);
  const BondMask live = block.live >> first & ALL;
  if (live != ALL) neutralize_others(live, 0.5 * step.length_limit, ends);

  LaneVectors normal_old;
  if (stored) {
    normal_old = load(normals.normal, first);
  } else {
    const LaneVectors before = ends.distance - step.dt * ends.velocity;
    normal_old = inverse_root(dot(before, before)) * before;
  }
  const Tilt tilt(ends.distance, normal_old);
  store(out.distance, first, ends.distance);
  store(out.length + first, tilt.length);
  if (!are_small(tilt, step.length_limit)) return {false, false};

  Strengths limits = {load(laws.tensile + first), load(laws.shear + first),
                      load(laws.beta + first)};
  if (strengths) {
    const Lanes factor = load(strengths->factor + first);
    limits.tensile = factor * limits.tensile;
    limits.shear = factor * limits.shear;
  }
  const BondCoefficients<Lanes> coefficients = {
      load(laws.young + first), load(laws.inverse_ratio + first), load(laws.radius + first)};
  const Law law(ends, tilt, coefficients, step.dt);
  const LaneVectors shear = law.new_shear_force(load(block.shear_force, first));
  const LaneVectors moment = law.new_moment(load(block.moment, first));
  store(block.shear_force, first, shear);
  store(block.moment, first, moment);
  if (stored) store(normals.normal, first, tilt.normal);

  LaneVectors force = law.elastic_force(shear), total_moment = moment;
  if (step.damped)
    law.add_drag({load(block.damping[0] + first), load(block.damping[1] + first),
                  load(block.damping[2] + first), load(laws.twist_damping + first)},
                 force, total_moment);
  const BondExertion<Lanes> on = law.exertion(force, total_moment);
  store(out.force_a, first, on.force_a);
  store(out.torque_a, first, on.torque_a);
  store(out.torque_b, first, on.torque_b);
  return {true, any(may_have_failed(law, limits, tilt.normal, shear, moment))};
}

BondLanesOutcome evaluate(const BondStep &step, const BondLaws &laws,
                          const BondStrengths *strengths, BondBlock &block, BondNormals &normals,
                          BondBlockForces &out)
{
  constexpr BondMask ALL = (BondMask{1} << LANES) - 1;
  BondLanesOutcome outcome;
  for (int first = 0; first < BOND_LANES; first += LANES) {
    const Part part = evaluate_from(first, step, laws, strengths, block, normals, out);
    if (!part.is_evaluated) outcome.not_evaluated |= ALL << first;
    if (part.near_strength) outcome.near_strength |= ALL << first;
  }
  return outcome;
}

/* ---------------------------------------------------------------------- */

// The bonds of a block, as far as slip is concerned.
struct BlockGeometry {
  LaneVectors normal;
  BondArms<Lanes> arm;

  BlockGeometry(const int *a, const int *b, const BondedSpheres &spheres)
  {
    const LaneVectors distance = gather_vectors(spheres.x, b) - gather_vectors(spheres.x, a);
    Lanes length, inverse;
    square_root(dot(distance, distance), length, inverse);
    normal = inverse * distance;
    arm = {gather<1>(spheres.radius, a), gather<1>(spheres.radius, b), length};
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
};

void add_damping_power(const BondedSpheres &spheres, const double *rates,
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
    const BlockGeometry geometry(a, b, spheres);
    const DampingCoefficients<Lanes> c = {
        load(block.damping[0] + first), load(block.damping[1] + first),
        load(block.damping[2] + first), load(twist_factor + first)};
    const Lanes power = drag_power(c, geometry.slip(spheres.v, spheres.omega, a, b),
                                   geometry.normal, geometry.slip(rates, rates + 3, of_a, of_b));
    const LaneMask counted = load(counts + first) > 0.5;    // what the others hold may be no number
    store(sums + first, load(sums + first) + select(counted, power, same(0.0)));
  }
}

}    // namespace

const BondLanes BOND_LANES_TABLE = {evaluate, add_damping_power};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist
