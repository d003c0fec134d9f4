#include "bonds/bond_block.h"

#include "bonds/bond_law.h"

#include <algorithm>
#include <cmath>

namespace grist {

namespace {

constexpr int W = BOND_LANES;
static_assert(W == LANES);

// Two of three components at a time: what was stored is loaded again in the same width, so that sums over the
// bonds of one sphere follow each other without waiting for memory.
using Pair = Eigen::Map<Eigen::Vector2d>;

inline void add_vector(double *sum, const double *xy, double z)
{
  Pair(sum) += Eigen::Map<const Eigen::Vector2d>(xy);
  sum[2] += z;
}

// The same for several bonds of one sphere, added up before they are written back.
class Sum {
 public:
  Sum(double *vectors, int i) :
      place(vectors + 3 * static_cast<size_t>(i)), x_and_y(Pair(place)), z(place[2])
  {
  }
  void add(const double *xy, double z_more)
  {
    x_and_y += Eigen::Map<const Eigen::Vector2d>(xy);
    z += z_more;
  }
  void write()
  {
    Eigen::Map<Eigen::Vector2d> pair(place);
    pair = x_and_y;
    place[2] = z;
  }

 private:
  double *place;
  Eigen::Vector2d x_and_y;
  double z;
};

inline void subtract_vector(double *sum, const double *xy, double z)
{
  Pair(sum) -= Eigen::Map<const Eigen::Vector2d>(xy);
  sum[2] -= z;
}

}    // namespace

/* ---------------------------------------------------------------------- */

BondKernel::BondKernel(const std::vector<BondMaterial> &materials_in,
                       const BondedSpheres &spheres_in, double length_limit, double dt_in,
                       OldNormals old_normals_in) :
    materials(materials_in),
    spheres(spheres_in), limit(length_limit), dt(dt_in), old_normals(old_normals_in),
    damped(std::any_of(materials_in.begin(), materials_in.end(),
                       [](const BondMaterial &m) { return m.damping > 0.0; }))
{
  std::fill_n(filled, W, short{-1});
}

void BondKernel::prefetch([[maybe_unused]] const std::vector<BondBlock> &blocks,
                          [[maybe_unused]] size_t k) const
{
#if defined(__GNUC__)
  // The spheres b are mostly the a of blocks nearby.
  constexpr size_t BLOCK_AHEAD = 6, SPHERES_AHEAD = 3, LINE = 64;
  if (k + BLOCK_AHEAD < blocks.size()) {
    const char *first = reinterpret_cast<const char *>(&blocks[k + BLOCK_AHEAD]);
    for (size_t n = 0; n < sizeof(BondBlock); n += LINE) __builtin_prefetch(first + n, 1);
  }
  if (k + SPHERES_AHEAD >= blocks.size()) return;
  for (const int lane : {0, W / 2}) {
    const size_t i = 3 * static_cast<size_t>(blocks[k + SPHERES_AHEAD].a[lane]);
    for (const double *vectors : {spheres.x, spheres.v, spheres.omega})
      __builtin_prefetch(vectors + i, 0);
    for (double *sums : {spheres.force, spheres.torque}) __builtin_prefetch(sums + i, 1);
  }
#endif
}

void BondKernel::fill_laws(const BondBlock &block)
{
  if (std::equal(filled, filled + W, block.type)) return;
  for (int l = 0; l < W; l++) {
    const BondMaterial &material = materials[block.type[l]];
    filled[l] = block.type[l];
    laws.young[l] = material.young;
    laws.inverse_ratio[l] = 1.0 / material.ratio;
    laws.tensile[l] = material.tensile;
    laws.shear[l] = material.shear;
    laws.radius[l] = material.radius;
    laws.beta[l] = material.beta;
    laws.twist_damping[l] = grist::twist_damping(material);
  }
}

BondSection BondKernel::section(const BondBlock &block, int l) const
{
  return {materials[block.type[l]], spheres.radius[block.a[l]], spheres.radius[block.b[l]],
          block.length_initial[l]};
}

BondState BondKernel::state_now(const BondBlock &block, const BondBlockForces &forces, int l) const
{
  return {block.length_initial[l], lane_vector(forces.distance, l) / forces.length[l],
          lane_vector(block.shear_force, l), lane_vector(block.moment, l)};
}

BondMaterial BondKernel::material_of(const BondBlock &block, int l,
                                     const BondStrengths *strengths) const
{
  const BondMaterial &plain = materials[block.type[l]];
  return strengths ? with_strength_factor(plain, strengths->factor[l]) : plain;
}

BondFailure BondKernel::failure(const BondBlock &block, const BondBlockForces &forces, int l,
                                const BondStrengths *strengths) const
{
  return strength_reached(material_of(block, l, strengths), section(block, l),
                          state_now(block, forces, l), forces.length[l]);
}

double BondKernel::energy(const BondBlock &block, const BondBlockForces &forces, int l) const
{
  return elastic_energy(section(block, l), state_now(block, forces, l), forces.length[l]);
}

/* ---------------------------------------------------------------------- */

namespace {

using Ends = BondEnds<Lanes>;
using Tilt = BondTilt<Lanes>;
using Law = BondLaw<Lanes>;

Ends ends_of(const BondBlock &block, const BondedSpheres &spheres, bool moving)
{
  Ends ends;
  ends.distance = gather_vectors(spheres.x, block.b) - gather_vectors(spheres.x, block.a);
  ends.omega_a = gather_vectors(spheres.omega, block.a);
  ends.omega_b = gather_vectors(spheres.omega, block.b);
  ends.radius_a = gather<1>(spheres.radius, block.a);
  ends.radius_b = gather<1>(spheres.radius, block.b);
  ends.length_initial = load(block.length_initial);
  // Zeros only where they are wanted: the compiler writes them slowly.
  ends.velocity = moving ? gather_vectors(spheres.v, block.b) - gather_vectors(spheres.v, block.a)
                         : LaneVectors{};
  return ends;
}

// Lanes that are not live become an unstrained bond that does not move.
void neutralize_others(BondMask live, double length, Ends &ends)
{
  alignas(64) double is_live[W];
  for (int l = 0; l < W; l++) is_live[l] = live >> l & 1;
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

}    // namespace

BondEvents BondKernel::evaluate(BondBlock &block, BondNormals &normals, BondBlockForces &out,
                                const BondStrengths *strengths)
{
  fill_laws(block);
  const bool stored = old_normals == OldNormals::STORED;
  Ends ends = ends_of(block, spheres, damped || !stored);
  if (block.live != ALL_LANES) neutralize_others(block.live, 0.5 * limit, ends);

  LaneVectors normal_old;
  if (stored) {
    normal_old = load(normals.normal);
  } else {
    const LaneVectors before = ends.distance - dt * ends.velocity;
    normal_old = inverse_root(dot(before, before)) * before;
  }
  const Tilt tilt(ends.distance, normal_old);
  store(out.distance, ends.distance);
  store(out.length, tilt.length);
  if (!are_small(tilt, limit)) return evaluate_one_by_one(block, normals, out, strengths);

  Strengths limits = {load(laws.tensile), load(laws.shear), load(laws.beta)};
  if (strengths) {
    const Lanes factor = load(strengths->factor);
    limits.tensile = factor * limits.tensile;
    limits.shear = factor * limits.shear;
  }
  const BondCoefficients<Lanes> coefficients = {load(laws.young), load(laws.inverse_ratio),
                                                load(laws.radius)};
  const Law law(ends, tilt, coefficients, dt);
  const LaneVectors shear = law.new_shear_force(load(block.shear_force));
  const LaneVectors moment = law.new_moment(load(block.moment));
  store(block.shear_force, shear);
  store(block.moment, moment);
  if (stored) store(normals.normal, tilt.normal);

  LaneVectors force = law.elastic_force(shear), total_moment = moment;
  if (damped)
    law.add_drag({load(block.damping[0]), load(block.damping[1]), load(block.damping[2]),
                  load(laws.twist_damping)},
                 force, total_moment);
  const BondExertion<Lanes> on = law.exertion(force, total_moment);
  store(out.force_a, on.force_a);
  store(out.torque_a, on.torque_a);
  store(out.torque_b, on.torque_b);

  BondEvents events;
  if (any(may_have_failed(law, limits, tilt.normal, shear, moment)))
    for (int l = 0; l < W; l++)
      if ((block.live >> l & 1) && failure(block, out, l, strengths) != BondFailure::NONE)
        events.failed |= BondMask{1} << l;
  return events;
}

BondEvents BondKernel::evaluate_one_by_one(BondBlock &block, BondNormals &normals,
                                           BondBlockForces &out,
                                           const BondStrengths *strengths) const
{
  BondEvents events;
  for (int l = 0; l < W; l++) {
    if (!(block.live >> l & 1)) continue;
    const int a = block.a[l], b = block.b[l];
    const Vector3d distance = vector_at(spheres.x, b) - vector_at(spheres.x, a);
    const Vector3d velocity = vector_at(spheres.v, b) - vector_at(spheres.v, a);
    out.length[l] = distance.norm();
    if (!(out.length[l] < limit) || out.length[l] == 0.0) {
      events.bad_length |= BondMask{1} << l;
      continue;
    }
    const BondMotion motion{distance,
                            velocity,
                            vector_at(spheres.omega, a),
                            vector_at(spheres.omega, b),
                            spheres.radius[a],
                            spheres.radius[b],
                            1.0,
                            1.0,
                            dt};
    BondState state{block.length_initial[l], lane_vector(normals.normal, l),
                    lane_vector(block.shear_force, l), lane_vector(block.moment, l)};
    if (old_normals == OldNormals::FROM_MOTION)
      state.normal = (distance - dt * velocity).normalized();
    const BondForces on =
        update_bond(material_of(block, l, strengths), block.damping_of(l), motion, state);
    set_lane_vector(block.shear_force, l, state.shear_force);
    set_lane_vector(block.moment, l, state.moment);
    set_lane_vector(normals.normal, l, state.normal);
    set_lane_vector(out.force_a, l, on.force_a);
    set_lane_vector(out.torque_a, l, on.torque_a);
    set_lane_vector(out.torque_b, l, on.torque_b);
    if (on.failure != BondFailure::NONE) events.failed |= BondMask{1} << l;
  }
  return events;
}

/* ---------------------------------------------------------------------- */

namespace {

// Forces of a block, ready to be added.
struct alignas(64) ForceRows {
  double force[W][2], torque_a[W][2], torque_b[W][2];    // x and y side by side

  explicit ForceRows(const BondBlockForces &on)
  {
    for (int l = 0; l < W; l++) {
      force[l][0] = on.force_a[0][l];
      force[l][1] = on.force_a[1][l];
    }
    for (int l = 0; l < W; l++) {
      torque_a[l][0] = on.torque_a[0][l];
      torque_a[l][1] = on.torque_a[1][l];
    }
    for (int l = 0; l < W; l++) {
      torque_b[l][0] = on.torque_b[0][l];
      torque_b[l][1] = on.torque_b[1][l];
    }
  }
};

// True if every lane adds to two owned spheres.
bool all_add(const BondBlock &block, int owned)
{
  int greatest = 0;
  for (int l = 0; l < W; l++) greatest = std::max(greatest, std::max(block.a[l], block.b[l]));
  return block.live == ALL_LANES && greatest < owned;
}

}    // namespace

void BondKernel::add(const BondBlock &block, const BondBlockForces &on) const
{
  const ForceRows rows(on);
  const auto add_to_b = [&](int l) {
    const size_t b = 3 * static_cast<size_t>(block.b[l]);
    subtract_vector(spheres.force + b, rows.force[l], on.force_a[2][l]);
    add_vector(spheres.torque + b, rows.torque_b[l], on.torque_b[2][l]);
  };

  // Bonds of the same sphere a are consecutive: its sums stay in registers.
  const bool all = all_add(block, spheres.owned);
  for (int l = 0; l < W;) {
    const int a = block.a[l];
    Sum force(spheres.force, a), torque(spheres.torque, a);
    for (; l < W && block.a[l] == a; l++) {
      if (!all && !(block.live >> l & 1)) continue;
      force.add(rows.force[l], on.force_a[2][l]);
      torque.add(rows.torque_a[l], on.torque_a[2][l]);
      if (all || block.b[l] < spheres.owned) add_to_b(l);
    }
    if (all || a < spheres.owned) {
      force.write();
      torque.write();
    }
  }
}

}    // namespace grist
