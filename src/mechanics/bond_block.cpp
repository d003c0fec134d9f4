#include "mechanics/bond_block.h"

#include <algorithm>
#include <cmath>

#if defined(__AVX512F__) && defined(__AVX512VL__)
#define GRIST_GATHER_WITH_AVX512
#include <immintrin.h>
#endif

namespace grist {

namespace {

constexpr int W = BOND_LANES;
constexpr double PI = 3.14159265358979323846;

// Tilts of a bond in one step up to here go by the series of the arcsine, which is exact to rounding; square of
// the sine.
constexpr double SMALL_TILT = 1e-4;

using Lanes = double[W];

// out[lane] = values[stride * index[lane] + offset]
#ifdef GRIST_GATHER_WITH_AVX512
template <int STRIDE> inline __m512d gather8(const double *values, const int *index)
{
  const __m256i i = _mm256_load_si256(reinterpret_cast<const __m256i *>(index));
  const __m256i scaled = STRIDE == 3 ? _mm256_add_epi32(i, _mm256_add_epi32(i, i)) : i;
  return _mm512_i32gather_pd(scaled, values, sizeof(double));
}

template <int STRIDE> inline void gather(const double *values, const int *index, Lanes &out)
{
  for (int l = 0; l < W; l += 8) _mm512_store_pd(out + l, gather8<STRIDE>(values, index + l));
}

inline void gather_difference(const double *values, const int *a, const int *b, Lanes &out)
{
  for (int l = 0; l < W; l += 8)
    _mm512_store_pd(out + l, _mm512_sub_pd(gather8<3>(values, b + l), gather8<3>(values, a + l)));
}
#else
template <int STRIDE> inline void gather(const double *values, const int *index, Lanes &out)
{
  for (int l = 0; l < W; l++) out[l] = values[STRIDE * static_cast<size_t>(index[l])];
}

inline void gather_difference(const double *values, const int *a, const int *b, Lanes &out)
{
  for (int l = 0; l < W; l++)
    out[l] = values[3 * static_cast<size_t>(b[l])] - values[3 * static_cast<size_t>(a[l])];
}
#endif

Vector3d lane_of(const double (&v)[3][W], int l)
{
  return {v[0][l], v[1][l], v[2][l]};
}

void set_lane(double (&v)[3][W], int l, const Vector3d &value)
{
  for (int k = 0; k < 3; k++) v[k][l] = value[k];
}

BondDamping damping_of(const BondBlock &block, int l)
{
  return {block.damping[0][l], block.damping[1][l], block.damping[2][l]};
}

// Two of three components at a time: what was stored is loaded again in the same width, so that sums over the
// bonds of one sphere follow each other without waiting for memory.
using Pair = Eigen::Map<Eigen::Vector2d>;

inline void add_vector(double *sum, const double *xy, double z)
{
  Pair(sum) += Eigen::Map<const Eigen::Vector2d>(xy);
  sum[2] += z;
}

inline void subtract_vector(double *sum, const double *xy, double z)
{
  Pair(sum) -= Eigen::Map<const Eigen::Vector2d>(xy);
  sum[2] -= z;
}

}    // namespace

/* ---------------------------------------------------------------------- */

BondBlock::BondBlock() : live(0)
{
  for (int l = 0; l < W; l++) {
    set_state(l, {1.0, Vector3d::UnitX(), Vector3d::Zero(), Vector3d::Zero()});
    set_damping(l, {0.0, 0.0, 0.0});
    a[l] = b[l] = 0;
    type[l] = 1;
  }
}

BondState BondBlock::state(int l) const
{
  return {length_initial[l], lane_of(normal, l), lane_of(shear_force, l), lane_of(moment, l)};
}

void BondBlock::set_state(int l, const BondState &state)
{
  length_initial[l] = state.length_initial;
  set_lane(normal, l, state.normal);
  set_lane(shear_force, l, state.shear_force);
  set_lane(moment, l, state.moment);
}

void BondBlock::set_damping(int l, const BondDamping &c)
{
  damping[0][l] = c.stretch;
  damping[1][l] = c.shear;
  damping[2][l] = c.bend;
}

void BondBlock::copy_lane(int l, const BondBlock &from, int from_l)
{
  length_initial[l] = from.length_initial[from_l];
  for (int k = 0; k < 3; k++) {
    normal[k][l] = from.normal[k][from_l];
    shear_force[k][l] = from.shear_force[k][from_l];
    moment[k][l] = from.moment[k][from_l];
    damping[k][l] = from.damping[k][from_l];
  }
}

void BondBlock::silence(int l)
{
  live &= ~(BondMask{1} << l);
  set_state(l, {1.0, Vector3d::UnitX(), Vector3d::Zero(), Vector3d::Zero()});
}

/* ---------------------------------------------------------------------- */

struct alignas(64) BondKernel::Input {
  double velocity[3][W], spin_a[3][W], spin_b[3][W];
  double radius_a[W], radius_b[W];

  template <bool MOVING>
  void collect(BondBlock &block, const BondedSpheres &spheres, double length_at_rest,
               Lanes (&distance)[3])
  {
    for (int k = 0; k < 3; k++) {
      gather_difference(spheres.x + k, block.a, block.b, distance[k]);
      if (MOVING) gather_difference(spheres.v + k, block.a, block.b, velocity[k]);
      gather<3>(spheres.omega + k, block.a, spin_a[k]);
      gather<3>(spheres.omega + k, block.b, spin_b[k]);
    }
    gather<1>(spheres.radius, block.a, radius_a);
    gather<1>(spheres.radius, block.b, radius_b);
    if (block.live != ALL_LANES) rest_others(block, length_at_rest, distance);
  }

  // Lanes that are not live: an unstrained bond that does not move.
  void rest_others(BondBlock &block, double length, Lanes (&distance)[3])
  {
    for (int l = 0; l < W; l++) {
      if (block.live >> l & 1) continue;
      block.length_initial[l] = length;
      for (auto *motion : {&velocity, &spin_a, &spin_b}) set_lane(*motion, l, Vector3d::Zero());
      set_lane(distance, l, length * Vector3d::UnitX());
      radius_a[l] = radius_b[l] = 1.0;
    }
  }
};

// Where the bonds are now, and how they have tilted since the last evaluation.
struct alignas(64) BondKernel::Geometry {
  double normal[3][W], normal_old[3][W];
  double axis[3][W];    // old normal times new: tilt axis, as long as the sine of the tilt
  double cosine[W], sine2[W];

  // Where the bonds were at the last evaluation.
  void look_back(const Lanes (&distance)[3], const Lanes (&velocity)[3], double dt)
  {
#pragma GCC ivdep
    for (int l = 0; l < W; l++) {
      const double dx = distance[0][l] - dt * velocity[0][l];
      const double dy = distance[1][l] - dt * velocity[1][l];
      const double dz = distance[2][l] - dt * velocity[2][l];
      const double inverse = 1.0 / std::sqrt(dx * dx + dy * dy + dz * dz);
      normal_old[0][l] = dx * inverse, normal_old[1][l] = dy * inverse;
      normal_old[2][l] = dz * inverse;
    }
  }

  // True if every lane is as bonds are; else the block must be done one by one.
  bool work_out(const Lanes (&distance)[3], double limit2, Lanes &length)
  {
    int unusual = 0;
#pragma GCC ivdep
    for (int l = 0; l < W; l++) {
      const double dx = distance[0][l], dy = distance[1][l], dz = distance[2][l];
      const double length2 = dx * dx + dy * dy + dz * dz;
      const double r = std::sqrt(length2), inverse = 1.0 / r;
      const double nx = dx * inverse, ny = dy * inverse, nz = dz * inverse;
      const double ox = normal_old[0][l], oy = normal_old[1][l], oz = normal_old[2][l];
      // The product with the difference, not with the new normal, is zero to the last bit at rest.
      const double ex = nx - ox, ey = ny - oy, ez = nz - oz;
      const double ax = oy * ez - oz * ey, ay = oz * ex - ox * ez, az = ox * ey - oy * ex;
      const double s2 = ax * ax + ay * ay + az * az;
      const double c = ox * nx + oy * ny + oz * nz;
      length[l] = r;
      normal[0][l] = nx, normal[1][l] = ny, normal[2][l] = nz;
      axis[0][l] = ax, axis[1][l] = ay, axis[2][l] = az;
      cosine[l] = c;
      sine2[l] = s2;
      unusual |= !(s2 <= SMALL_TILT) | !(c > 0.0) | !(length2 < limit2);
    }
    return unusual == 0;
  }
};

/* ---------------------------------------------------------------------- */

BondKernel::BondKernel(const std::vector<BondMaterial> &materials_in,
                       const BondedSpheres &spheres_in, double length_limit, double dt_in,
                       OldNormals old_normals_in) :
    materials(materials_in),
    spheres(spheres_in), limit2(length_limit * length_limit), length_at_rest(0.5 * length_limit),
    dt(dt_in), old_normals(old_normals_in),
    damped(std::any_of(materials_in.begin(), materials_in.end(),
                       [](const BondMaterial &m) { return m.damping > 0.0; }))
{
  std::fill_n(filled, W, short{-1});
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
  BondState state = block.state(l);
  state.normal = lane_of(forces.distance, l) / forces.length[l];
  return state;
}

BondFailure BondKernel::failure(const BondBlock &block, const BondBlockForces &forces, int l) const
{
  return strength_reached(materials[block.type[l]], section(block, l), state_now(block, forces, l),
                          forces.length[l]);
}

double BondKernel::energy(const BondBlock &block, const BondBlockForces &forces, int l) const
{
  return elastic_energy(section(block, l), state_now(block, forces, l), forces.length[l]);
}

void BondKernel::renew_normals(BondBlock &block) const
{
  for (int l = 0; l < W; l++) {
    if (!(block.live >> l & 1)) continue;
    using Place = Eigen::Map<const Vector3d>;
    const Place a(spheres.x + 3 * static_cast<size_t>(block.a[l]));
    const Place b(spheres.x + 3 * static_cast<size_t>(block.b[l]));
    set_lane(block.normal, l, (b - a).normalized());
  }
}

/* ---------------------------------------------------------------------- */

namespace {

// One block of the law (update_bond() in parallel_bond.cpp tells the steps), for tilts below SMALL_TILT. True if
// a lane may have reached a strength: compared by squares, so a lane at the very limit wants a second look.
template <bool DAMPED, class Laws, class Input, class Geometry>
bool forces_of(BondBlock &block, const Laws &law, const Input &in, const Geometry &geometry,
               double dt, BondBlockForces &out)
{
  int strained = 0;
#pragma GCC ivdep
  for (int l = 0; l < W; l++) {
    const double length = out.length[l], length_initial = block.length_initial[l];
    const double nx = geometry.normal[0][l], ny = geometry.normal[1][l], nz = geometry.normal[2][l];
    const double ax = geometry.axis[0][l], ay = geometry.axis[1][l], az = geometry.axis[2][l];
    const double cosine = geometry.cosine[l], sine2 = geometry.sine2[l];
    const double wax = in.spin_a[0][l], way = in.spin_a[1][l], waz = in.spin_a[2][l];
    const double wbx = in.spin_b[0][l], wby = in.spin_b[1][l], wbz = in.spin_b[2][l];
    const double ra = in.radius_a[l], rb = in.radius_b[l];

    // Section and lever arms; two quotients by one division.
    const double sum = ra + rb, quotient = 1.0 / (length_initial * sum);
    const double radius = law.radius[l] * (ra < rb ? ra : rb);
    const double area = PI * radius * radius;
    const double tension = law.young[l] * area * (quotient * sum);
    const double shearing = tension * law.inverse_ratio[l];
    const double bending = 0.25 * radius * radius * tension;
    const double twisting = 2.0 * bending * law.inverse_ratio[l];
    const double arm_a = ra * (quotient * length_initial) * length, arm_b = length - arm_a;

    // 1. Turn what is stored: by the tilt, then about the new normal by the mean spin. In Cayley's form a turn by the
    //    angle p is the vector tan(p/2) along its axis; that of the tilt is across the normal.
    const double spin =
        0.25 * dt * ((wax + wbx) * nx + (way + wby) * ny + (waz + wbz) * nz);    // half the angle
    const double c_plus = 1.0 + cosine, c_plus2 = c_plus * c_plus;
    const double squared = c_plus2 + sine2;    // of c_plus times the tilt's vector with its 1
    const double spin_plus = 1.0 + spin * spin;
    const double both = 1.0 / (squared * spin_plus * c_plus);
    const double tilt_share = both * squared * spin_plus;    // 1 / c_plus
    const double twofold =
        2.0 * both * c_plus2 * c_plus;    // 2 / (1 + tan(p/2)^2) of the turn as a whole
    const double tx = ax * tilt_share, ty = ay * tilt_share, tz = az * tilt_share;
    const double cx = tx + spin * (nx + ny * tz - nz * ty);
    const double cy = ty + spin * (ny + nz * tx - nx * tz);
    const double cz = tz + spin * (nz + nx * ty - ny * tx);
    double sx = block.shear_force[0][l], sy = block.shear_force[1][l], sz = block.shear_force[2][l];
    {
      const double ux = cy * sz - cz * sy, uy = cz * sx - cx * sz, uz = cx * sy - cy * sx;
      const double vx = cy * uz - cz * uy, vy = cz * ux - cx * uz, vz = cx * uy - cy * ux;
      sx += twofold * (ux + vx), sy += twofold * (uy + vy), sz += twofold * (uz + vz);
    }
    double mx = block.moment[0][l], my = block.moment[1][l], mz = block.moment[2][l];
    {
      const double ux = cy * mz - cz * my, uy = cz * mx - cx * mz, uz = cx * my - cy * mx;
      const double vx = cy * uz - cz * uy, vy = cz * ux - cx * uz, vz = cx * uy - cy * ux;
      mx += twofold * (ux + vx), my += twofold * (uy + vy), mz += twofold * (uz + vz);
    }

    // 2. Increments (Eqs. 2-4).
    const double rolling_x = arm_a * wax + arm_b * wbx;
    const double rolling_y = arm_a * way + arm_b * wby;
    const double rolling_z = arm_a * waz + arm_b * wbz;
    const double tilt =
        length * (1.0 + sine2 * (1.0 / 6.0 + sine2 * (3.0 / 40.0 + sine2 * (15.0 / 336.0))));
    const double px = tilt * ax - dt * rolling_x;
    const double py = tilt * ay - dt * rolling_y;
    const double pz = tilt * az - dt * rolling_z;
    const double twice_x = geometry.normal_old[0][l] + nx;    // the normal half way
    const double twice_y = geometry.normal_old[1][l] + ny;
    const double twice_z = geometry.normal_old[2][l] + nz;
    const double half = 0.5 * shearing;
    sx += half * (py * twice_z - pz * twice_y);
    sy += half * (pz * twice_x - px * twice_z);
    sz += half * (px * twice_y - py * twice_x);
    const double along = sx * nx + sy * ny + sz * nz;
    sx -= along * nx, sy -= along * ny, sz -= along * nz;

    const double ux = wbx - wax, uy = wby - way, uz = wbz - waz;
    const double un = ux * nx + uy * ny + uz * nz;
    const double bend = dt * bending, twist = dt * (twisting - bending) * un;
    mx += bend * ux + twist * nx, my += bend * uy + twist * ny, mz += bend * uz + twist * nz;

    block.shear_force[0][l] = sx, block.shear_force[1][l] = sy, block.shear_force[2][l] = sz;
    block.moment[0][l] = mx, block.moment[1][l] = my, block.moment[2][l] = mz;

    // 3. Stresses against strengths, times area and radius: what is left for the moment, what for the shear force.
    const double pull = tension * (length - length_initial);
    const double twist_moment = mx * nx + my * ny + mz * nz;
    const double bend2 = mx * mx + my * my + mz * mz - twist_moment * twist_moment;
    const double shear2 = sx * sx + sy * sy + sz * sz;
    const double beta = law.beta[l];
    const double room_tension = (law.tensile[l] * area - pull) * radius;
    const double room_shear = law.shear[l] * area * radius - 2.0 * beta * std::fabs(twist_moment);
    strained |= (room_tension <= 0.0) | (room_shear <= 0.0) |
        (16.0 * beta * beta * bend2 >= room_tension * room_tension) |
        (shear2 * radius * radius >= room_shear * room_shear);

    // 4. Forces, with damping, and torques about the centres.
    double fx = pull * nx + sx, fy = pull * ny + sy, fz = pull * nz + sz;
    if (DAMPED) {
      const double c_stretch = block.damping[0][l], c_shear = block.damping[1][l];
      const double c_bend = block.damping[2][l], c_twist = c_bend * law.twist_damping[l];
      const double slip_x = in.velocity[0][l] - (rolling_y * nz - rolling_z * ny);
      const double slip_y = in.velocity[1][l] - (rolling_z * nx - rolling_x * nz);
      const double slip_z = in.velocity[2][l] - (rolling_x * ny - rolling_y * nx);
      const double stretch = (c_stretch - c_shear) * (slip_x * nx + slip_y * ny + slip_z * nz);
      const double twisted = (c_twist - c_bend) * un;
      fx += c_shear * slip_x + stretch * nx;
      fy += c_shear * slip_y + stretch * ny;
      fz += c_shear * slip_z + stretch * nz;
      mx += c_bend * ux + twisted * nx;
      my += c_bend * uy + twisted * ny;
      mz += c_bend * uz + twisted * nz;
    }
    const double lx = ny * fz - nz * fy, ly = nz * fx - nx * fz, lz = nx * fy - ny * fx;
    out.force_a[0][l] = fx, out.force_a[1][l] = fy, out.force_a[2][l] = fz;
    out.torque_a[0][l] = mx + arm_a * lx;
    out.torque_a[1][l] = my + arm_a * ly;
    out.torque_a[2][l] = mz + arm_a * lz;
    out.torque_b[0][l] = arm_b * lx - mx;
    out.torque_b[1][l] = arm_b * ly - my;
    out.torque_b[2][l] = arm_b * lz - mz;
  }
  return strained != 0;
}

}    // namespace

BondAttention BondKernel::evaluate(BondBlock &block, BondBlockForces &out)
{
  Input in;
  Geometry geometry;
  const bool stored = old_normals == OldNormals::STORED;
  fill_laws(block);
  if (damped || !stored)
    in.collect<true>(block, spheres, length_at_rest, out.distance);
  else
    in.collect<false>(block, spheres, length_at_rest, out.distance);
  if (stored)
    std::copy_n(block.normal[0], 3 * W, geometry.normal_old[0]);
  else
    geometry.look_back(out.distance, in.velocity, dt);
  if (!geometry.work_out(out.distance, limit2, out.length)) {
    std::copy_n(geometry.normal_old[0], 3 * W, block.normal[0]);
    return evaluate_one_by_one(block, in, out);
  }

  const bool strained = damped ? forces_of<true>(block, laws, in, geometry, dt, out)
                               : forces_of<false>(block, laws, in, geometry, dt, out);
  if (stored) std::copy_n(geometry.normal[0], 3 * W, block.normal[0]);
  BondAttention attention;
  if (strained)
    for (int l = 0; l < W; l++)
      if ((block.live >> l & 1) && failure(block, out, l) != BondFailure::NONE)
        attention.failed |= BondMask{1} << l;
  return attention;
}

BondAttention BondKernel::evaluate_one_by_one(BondBlock &block, const Input &in,
                                              BondBlockForces &out) const
{
  BondAttention attention;
  for (int l = 0; l < W; l++) {
    if (!(block.live >> l & 1)) continue;
    const Vector3d distance = lane_of(out.distance, l);
    const double length2 = distance.squaredNorm();
    out.length[l] = std::sqrt(length2);
    if (!(length2 < limit2) || length2 == 0.0) {
      attention.refused |= BondMask{1} << l;
      continue;
    }
    const BondMotion motion{distance,
                            damped ? lane_of(in.velocity, l) : Vector3d::Zero(),
                            lane_of(in.spin_a, l),
                            lane_of(in.spin_b, l),
                            in.radius_a[l],
                            in.radius_b[l],
                            1.0,
                            1.0,
                            dt};
    BondState state = block.state(l);
    const BondForces on =
        update_bond(materials[block.type[l]], damping_of(block, l), motion, state);
    block.set_state(l, state);
    set_lane(out.force_a, l, on.force_a);
    set_lane(out.torque_a, l, on.torque_a);
    set_lane(out.torque_b, l, on.torque_b);
    if (on.failure != BondFailure::NONE) attention.failed |= BondMask{1} << l;
  }
  return attention;
}

/* ---------------------------------------------------------------------- */

namespace {

// What a block exerts, ready to be added.
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
  const auto add_to_a = [&](int l) {
    const size_t a = 3 * static_cast<size_t>(block.a[l]);
    add_vector(spheres.force + a, rows.force[l], on.force_a[2][l]);
    add_vector(spheres.torque + a, rows.torque_a[l], on.torque_a[2][l]);
  };
  const auto add_to_b = [&](int l) {
    const size_t b = 3 * static_cast<size_t>(block.b[l]);
    subtract_vector(spheres.force + b, rows.force[l], on.force_a[2][l]);
    add_vector(spheres.torque + b, rows.torque_b[l], on.torque_b[2][l]);
  };

  if (all_add(block, spheres.owned)) {
    for (int l = 0; l < W; l++) {
      add_to_a(l);
      add_to_b(l);
    }
    return;
  }
  for (int l = 0; l < W; l++) {
    if (!(block.live >> l & 1)) continue;
    if (block.a[l] < spheres.owned) add_to_a(l);
    if (block.b[l] < spheres.owned) add_to_b(l);
  }
}

}    // namespace grist
