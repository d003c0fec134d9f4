#include "rigid/rigid_lanes.h"

#include "lanes/lane_vectors.h"
#include "rigid/free_top.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

static_assert(RIGID_BLOCK % LANES == 0);

template <> struct HalfAngle<Lanes> {
  static void find(const Lanes &angle, Lanes &sine, Lanes &cosine)
  {
    const Lanes h = 0.5 * angle;
    bool small = true;
    for (int k = 0; k < LANES; k++) small &= std::abs(h[k]) <= SMALL_HALF_ANGLE;
    if (small) return small_half_angle(h, sine, cosine);
    for (int k = 0; k < LANES; k++) {
      sine[k] = std::sin(h[k]);
      cosine[k] = std::cos(h[k]);
    }
  }
};

namespace {

using Row = Lanes[3];

// The rotation matrices of quaternions, row by row.
inline void to_matrix(const Lanes *q, Row *axes)
{
  const Lanes x = q[0], y = q[1], z = q[2], w = q[3];
  const Lanes xx = 2.0 * x * x, yy = 2.0 * y * y, zz = 2.0 * z * z, xy = 2.0 * x * y,
              xz = 2.0 * x * z, yz = 2.0 * y * z, wx = 2.0 * w * x, wy = 2.0 * w * y,
              wz = 2.0 * w * z;
  axes[0][0] = 1.0 - yy - zz;
  axes[0][1] = xy - wz;
  axes[0][2] = xz + wy;
  axes[1][0] = xy + wz;
  axes[1][1] = 1.0 - xx - zz;
  axes[1][2] = yz - wx;
  axes[2][0] = xz - wy;
  axes[2][1] = yz + wx;
  axes[2][2] = 1.0 - xx - yy;
}

inline Lanes &part(double *lanes)
{
  return *reinterpret_cast<Lanes *>(lanes);
}

void turn_from(int first, TurningBodies &bodies, double dt)
{
  FreeTop<Lanes> top;
  for (int k = 0; k < 4; k++) top.q[k] = part(bodies.q[k] + first);
  Lanes momentum[3];
  for (int k = 0; k < 3; k++) momentum[k] = part(bodies.momentum[k] + first);
  Row axes[3];
  to_matrix(top.q, axes);
  for (int k = 0; k < 3; k++) {
    top.rate[k] = 1.0 / part(bodies.moments[k] + first);
    top.momentum[k] =
        axes[0][k] * momentum[0] + axes[1][k] * momentum[1] + axes[2][k] * momentum[2];
  }
  if (dt != 0.0) {
    turn(top, dt);
    to_matrix(top.q, axes);
  }
  for (int k = 0; k < 3; k++) top.momentum[k] = top.momentum[k] * top.rate[k];
  for (int k = 0; k < 3; k++) {
    part(bodies.omega[k] + first) =
        axes[k][0] * top.momentum[0] + axes[k][1] * top.momentum[1] + axes[k][2] * top.momentum[2];
    for (int m = 0; m < 3; m++) part(bodies.axes[k][m] + first) = axes[k][m];
  }
  for (int k = 0; k < 4; k++) part(bodies.q[k] + first) = top.q[k];
}

void turn_all(TurningBodies &bodies, double dt)
{
  for (int first = 0; first < RIGID_BLOCK; first += LANES) turn_from(first, bodies, dt);
}

constexpr RigidLanes TABLE = {turn_all};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const RigidLanes RigidLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
