#include "mechanics/bond_block.h"

#include <algorithm>
#include <cmath>

#if defined(__AVX512F__) && defined(__AVX512VL__)
#define GRIST_AVX512
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
#ifdef GRIST_AVX512
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

// out = 1 / sqrt(square): right to the last bit or two. An estimate and Newton's steps take a fifth of the time of a
// division and a root.
void inverse_roots(const Lanes &square, Lanes &out)
{
#ifdef GRIST_AVX512
  for (int l = 0; l < W; l += 8) {
    const __m512d x = _mm512_load_pd(square + l), half = _mm512_mul_pd(x, _mm512_set1_pd(0.5));
    __m512d y = _mm512_maskz_rsqrt14_pd(0xff, x);
    for (int step = 0; step < 2; step++) {
      const __m512d rest = _mm512_fnmadd_pd(_mm512_mul_pd(half, y), y, _mm512_set1_pd(0.5));
      y = _mm512_fmadd_pd(y, rest, y);
    }
    _mm512_store_pd(out + l, y);
  }
#else
  for (int l = 0; l < W; l++) out[l] = 1.0 / std::sqrt(square[l]);
#endif
}

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

void renew_normals(BondBlock &block, const double *x)
{
  using Place = Eigen::Map<const Vector3d>;
  for (int l = 0; l < W; l++) {
    if (!(block.live >> l & 1)) continue;
    const Place a(x + 3 * static_cast<size_t>(block.a[l])),
        b(x + 3 * static_cast<size_t>(block.b[l]));
    set_lane(block.normal, l, (b - a).normalized());
  }
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
    alignas(64) Lanes square, inverse;
#pragma GCC ivdep
    for (int l = 0; l < W; l++) {
      const double dx = distance[0][l] - dt * velocity[0][l];
      const double dy = distance[1][l] - dt * velocity[1][l];
      const double dz = distance[2][l] - dt * velocity[2][l];
      normal_old[0][l] = dx, normal_old[1][l] = dy, normal_old[2][l] = dz;
      square[l] = dx * dx + dy * dy + dz * dz;
    }
    inverse_roots(square, inverse);
    for (auto &component : normal_old)
      for (int l = 0; l < W; l++) component[l] *= inverse[l];
  }

  // True if every lane is as bonds are; else the block must be done one by one.
  bool work_out(const Lanes (&distance)[3], double limit2, Lanes &length)
  {
    alignas(64) Lanes square, inverse;
    for (int l = 0; l < W; l++)
      square[l] = distance[0][l] * distance[0][l] + distance[1][l] * distance[1][l] +
          distance[2][l] * distance[2][l];
    inverse_roots(square, inverse);
    int unusual = 0;
#pragma GCC ivdep
    for (int l = 0; l < W; l++) {
      const double nx = distance[0][l] * inverse[l], ny = distance[1][l] * inverse[l];
      const double nz = distance[2][l] * inverse[l];
      const double ox = normal_old[0][l], oy = normal_old[1][l], oz = normal_old[2][l];
      // The product with the difference, not with the new normal, is zero to the last bit at rest.
      const double ex = nx - ox, ey = ny - oy, ez = nz - oz;
      const double ax = oy * ez - oz * ey, ay = oz * ex - ox * ez, az = ox * ey - oy * ex;
      const double s2 = ax * ax + ay * ay + az * az;
      const double c = ox * nx + oy * ny + oz * nz;
      length[l] = square[l] * inverse[l];
      normal[0][l] = nx, normal[1][l] = ny, normal[2][l] = nz;
      axis[0][l] = ax, axis[1][l] = ay, axis[2][l] = az;
      cosine[l] = c;
      sine2[l] = s2;
      unusual |= !(s2 <= SMALL_TILT) | !(c > 0.0) | !(square[l] < limit2);
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

/* ---------------------------------------------------------------------- */

namespace {

// A block of the law (update_bond() in parallel_bond.cpp tells the steps), for tilts below SMALL_TILT, in loops that
// are short enough for the processor to work on several of their rounds at once.
struct alignas(64) BondWork {
  double pull_stiffness[W], shearing[W], bending[W];    // of the section
  double area[W], radius[W], arm_a[W];
  double cayley[3][W], twofold[W];    // how the bond turns, see set_up()
  double rolling[3][W], turning[3][W],
      along[W];    // rolling arms, spin of b over a, its part along the normal

  template <class Laws, class Input, class Geometry>
  void set_up(const BondBlock &block, const Laws &law, const Input &in, const Geometry &geometry,
              double dt, const Lanes &lengths)
  {
#pragma GCC ivdep
    for (int l = 0; l < W; l++) {
      // Section and lever arms; all quotients by one division.
      const double length_initial = block.length_initial[l], ra = in.radius_a[l],
                   rb = in.radius_b[l];
      const double nx = geometry.normal[0][l], ny = geometry.normal[1][l],
                   nz = geometry.normal[2][l];
      const double wax = in.spin_a[0][l], way = in.spin_a[1][l], waz = in.spin_a[2][l];
      const double wbx = in.spin_b[0][l], wby = in.spin_b[1][l], wbz = in.spin_b[2][l];
      const double sum = ra + rb, product = length_initial * sum;

      // Turn by the tilt, then about the new normal by the mean spin. In Cayley's form a turn by the angle p is the
      // vector tan(p/2) along its axis; that of the tilt is across the normal.
      const double spin = 0.25 * dt * ((wax + wbx) * nx + (way + wby) * ny + (waz + wbz) * nz);
      const double c_plus = 1.0 + geometry.cosine[l], c_plus2 = c_plus * c_plus;
      const double squares = (c_plus2 + geometry.sine2[l]) * (1.0 + spin * spin);
      const double inverse = 1.0 / (squares * c_plus * product);
      const double tilt_share = inverse * squares * product;    // 1 / c_plus
      twofold[l] =
          2.0 * inverse * product * c_plus2 * c_plus;        // 2 / (1 + tan(p/2)^2) of both turns
      const double quotient = inverse * squares * c_plus;    // 1 / product
      const double tx = geometry.axis[0][l] * tilt_share, ty = geometry.axis[1][l] * tilt_share;
      const double tz = geometry.axis[2][l] * tilt_share;
      cayley[0][l] = tx + spin * (nx + ny * tz - nz * ty);
      cayley[1][l] = ty + spin * (ny + nz * tx - nx * tz);
      cayley[2][l] = tz + spin * (nz + nx * ty - ny * tx);

      const double r = law.radius[l] * (ra < rb ? ra : rb);
      radius[l] = r;
      area[l] = PI * r * r;
      pull_stiffness[l] = law.young[l] * area[l] * (quotient * sum);
      shearing[l] = pull_stiffness[l] * law.inverse_ratio[l];
      bending[l] = 0.25 * r * r * pull_stiffness[l];
      arm_a[l] = ra * (quotient * length_initial) * lengths[l];
      const double arm_b = lengths[l] - arm_a[l];
      rolling[0][l] = arm_a[l] * wax + arm_b * wbx;
      rolling[1][l] = arm_a[l] * way + arm_b * wby;
      rolling[2][l] = arm_a[l] * waz + arm_b * wbz;
      turning[0][l] = wbx - wax, turning[1][l] = wby - way, turning[2][l] = wbz - waz;
      along[l] = turning[0][l] * nx + turning[1][l] * ny + turning[2][l] * nz;
    }
  }

  // Turns what is stored, and adds the increments of shear force (Eqs. 2-4).
  template <class Geometry>
  void shear(BondBlock &block, const Geometry &geometry, double dt, const Lanes &lengths) const
  {
#pragma GCC ivdep
    for (int l = 0; l < W; l++) {
      const double nx = geometry.normal[0][l], ny = geometry.normal[1][l],
                   nz = geometry.normal[2][l];
      double x = block.shear_force[0][l], y = block.shear_force[1][l], z = block.shear_force[2][l];
      turn(l, x, y, z);
      const double sine2 = geometry.sine2[l];
      const double tilt =
          lengths[l] * (1.0 + sine2 * (1.0 / 6.0 + sine2 * (3.0 / 40.0 + sine2 * (15.0 / 336.0))));
      const double px = tilt * geometry.axis[0][l] - dt * rolling[0][l];
      const double py = tilt * geometry.axis[1][l] - dt * rolling[1][l];
      const double pz = tilt * geometry.axis[2][l] - dt * rolling[2][l];
      const double twice_x = geometry.normal_old[0][l] + nx;    // the normal half way
      const double twice_y = geometry.normal_old[1][l] + ny;
      const double twice_z = geometry.normal_old[2][l] + nz;
      const double half = 0.5 * shearing[l];
      x += half * (py * twice_z - pz * twice_y);
      y += half * (pz * twice_x - px * twice_z);
      z += half * (px * twice_y - py * twice_x);
      const double out_of_plane = x * nx + y * ny + z * nz;
      block.shear_force[0][l] = x - out_of_plane * nx;
      block.shear_force[1][l] = y - out_of_plane * ny;
      block.shear_force[2][l] = z - out_of_plane * nz;
    }
  }

  // The same for the moment.
  template <class Laws, class Geometry>
  void bend(BondBlock &block, const Laws &law, const Geometry &geometry, double dt) const
  {
#pragma GCC ivdep
    for (int l = 0; l < W; l++) {
      double x = block.moment[0][l], y = block.moment[1][l], z = block.moment[2][l];
      turn(l, x, y, z);
      const double k = dt * bending[l];
      const double k_twist =
          k * (2.0 * law.inverse_ratio[l] - 1.0) * along[l];    // what twist has more
      block.moment[0][l] = x + k * turning[0][l] + k_twist * geometry.normal[0][l];
      block.moment[1][l] = y + k * turning[1][l] + k_twist * geometry.normal[1][l];
      block.moment[2][l] = z + k * turning[2][l] + k_twist * geometry.normal[2][l];
    }
  }

  // Stresses against strengths, times area and radius. True if a lane may have reached one: compared by squares, so
  // a lane at the very limit wants a second look.
  template <class Laws, class Geometry>
  bool strained(const BondBlock &block, const Laws &law, const Geometry &geometry,
                const Lanes &lengths) const
  {
    int any = 0;
#pragma GCC ivdep
    for (int l = 0; l < W; l++) {
      const double sx = block.shear_force[0][l], sy = block.shear_force[1][l],
                   sz = block.shear_force[2][l];
      const double mx = block.moment[0][l], my = block.moment[1][l], mz = block.moment[2][l];
      const double twist =
          mx * geometry.normal[0][l] + my * geometry.normal[1][l] + mz * geometry.normal[2][l];
      const double bend2 = mx * mx + my * my + mz * mz - twist * twist;
      const double shear2 = sx * sx + sy * sy + sz * sz;
      const double pull = pull_stiffness[l] * (lengths[l] - block.length_initial[l]);
      const double beta = law.beta[l], r = radius[l];
      const double room_tension = (law.tensile[l] * area[l] - pull) * r;
      const double room_shear = law.shear[l] * area[l] * r - 2.0 * beta * std::fabs(twist);
      any |= (room_tension <= 0.0) | (room_shear <= 0.0) |
          (16.0 * beta * beta * bend2 >= room_tension * room_tension) |
          (shear2 * r * r >= room_shear * room_shear);
    }
    return any != 0;
  }

  // Forces, with damping, and torques about the centres.
  template <bool DAMPED, class Laws, class Input, class Geometry>
  void exert(const BondBlock &block, const Laws &law, const Input &in, const Geometry &geometry,
             BondBlockForces &out) const
  {
#pragma GCC ivdep
    for (int l = 0; l < W; l++) {
      const double nx = geometry.normal[0][l], ny = geometry.normal[1][l],
                   nz = geometry.normal[2][l];
      const double pull = pull_stiffness[l] * (out.length[l] - block.length_initial[l]);
      double fx = pull * nx + block.shear_force[0][l], mx = block.moment[0][l];
      double fy = pull * ny + block.shear_force[1][l], my = block.moment[1][l];
      double fz = pull * nz + block.shear_force[2][l], mz = block.moment[2][l];
      if (DAMPED) {
        const double c_stretch = block.damping[0][l], c_shear = block.damping[1][l];
        const double c_bend = block.damping[2][l];
        const double slip_x = in.velocity[0][l] - (rolling[1][l] * nz - rolling[2][l] * ny);
        const double slip_y = in.velocity[1][l] - (rolling[2][l] * nx - rolling[0][l] * nz);
        const double slip_z = in.velocity[2][l] - (rolling[0][l] * ny - rolling[1][l] * nx);
        const double stretch = (c_stretch - c_shear) * (slip_x * nx + slip_y * ny + slip_z * nz);
        const double twisted = c_bend * (law.twist_damping[l] - 1.0) * along[l];
        fx += c_shear * slip_x + stretch * nx, mx += c_bend * turning[0][l] + twisted * nx;
        fy += c_shear * slip_y + stretch * ny, my += c_bend * turning[1][l] + twisted * ny;
        fz += c_shear * slip_z + stretch * nz, mz += c_bend * turning[2][l] + twisted * nz;
      }
      const double lx = ny * fz - nz * fy, ly = nz * fx - nx * fz, lz = nx * fy - ny * fx;
      const double arm = arm_a[l], arm_b = out.length[l] - arm;
      out.force_a[0][l] = fx, out.force_a[1][l] = fy, out.force_a[2][l] = fz;
      out.torque_a[0][l] = mx + arm * lx, out.torque_b[0][l] = arm_b * lx - mx;
      out.torque_a[1][l] = my + arm * ly, out.torque_b[1][l] = arm_b * ly - my;
      out.torque_a[2][l] = mz + arm * lz, out.torque_b[2][l] = arm_b * lz - mz;
    }
  }

 private:
  void turn(int l, double &x, double &y, double &z) const
  {
    const double cx = cayley[0][l], cy = cayley[1][l], cz = cayley[2][l];
    const double ux = cy * z - cz * y, uy = cz * x - cx * z, uz = cx * y - cy * x;
    const double vx = cy * uz - cz * uy, vy = cz * ux - cx * uz, vz = cx * uy - cy * ux;
    x += twofold[l] * (ux + vx), y += twofold[l] * (uy + vy), z += twofold[l] * (uz + vz);
  }
};

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

  BondWork work;
  work.set_up(block, laws, in, geometry, dt, out.length);
  work.shear(block, geometry, dt, out.length);
  work.bend(block, laws, geometry, dt);
  const bool strained = work.strained(block, laws, geometry, out.length);
  if (damped)
    work.exert<true>(block, laws, in, geometry, out);
  else
    work.exert<false>(block, laws, in, geometry, out);
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
