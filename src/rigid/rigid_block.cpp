#include "rigid/rigid_block.h"

#include "common/lane_vectors.h"

namespace grist {

static_assert(RIGID_BLOCK == HALF_LANES);

template <> struct HalfAngle<HalfLanes> {
  static void find(const HalfLanes &angle, HalfLanes &sine, HalfLanes &cosine)
  {
    const HalfLanes h = 0.5 * angle;
    bool small = true;
    for (int k = 0; k < HALF_LANES; k++) small &= std::abs(h[k]) <= SMALL_HALF_ANGLE;
    if (small) return small_half_angle(h, sine, cosine);
    for (int k = 0; k < HALF_LANES; k++) {
      sine[k] = std::sin(h[k]);
      cosine[k] = std::cos(h[k]);
    }
  }
};

void PosedBody::pose()
{
  axes = motion.orientation.toRotationMatrix();
  omega = motion.angular_velocity();
}

namespace {

using Row = HalfLanes[3];

// The rotation matrices of quaternions, row by row.
inline void to_matrix(const HalfLanes *q, Row *axes)
{
  const HalfLanes x = q[0], y = q[1], z = q[2], w = q[3];
  const HalfLanes xx = 2.0 * x * x, yy = 2.0 * y * y, zz = 2.0 * z * z, xy = 2.0 * x * y,
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

}    // namespace

void turn_block(PosedBody *const *bodies, int count, double dt)
{
  FreeTop<HalfLanes> top;
  HalfLanes momentum[3];
  for (int n = 0; n < RIGID_BLOCK; n++) {
    const RigidBody &motion = bodies[n < count ? n : 0]->motion;
    for (int k = 0; k < 4; k++) top.q[k][n] = motion.orientation.coeffs()[k];
    for (int k = 0; k < 3; k++) {
      momentum[k][n] = motion.angular_momentum[k];
      top.rate[k][n] = motion.moments[k];
    }
  }
  Row axes[3];
  to_matrix(top.q, axes);
  for (int k = 0; k < 3; k++) {
    top.rate[k] = 1.0 / top.rate[k];
    top.momentum[k] =
        axes[0][k] * momentum[0] + axes[1][k] * momentum[1] + axes[2][k] * momentum[2];
  }
  if (dt != 0.0) {
    turn(top, dt);
    to_matrix(top.q, axes);
  }
  HalfLanes omega[3];
  for (int k = 0; k < 3; k++) top.momentum[k] = top.momentum[k] * top.rate[k];
  for (int k = 0; k < 3; k++)
    omega[k] =
        axes[k][0] * top.momentum[0] + axes[k][1] * top.momentum[1] + axes[k][2] * top.momentum[2];
  for (int n = 0; n < count; n++) {
    PosedBody &body = *bodies[n];
    for (int k = 0; k < 4; k++) body.motion.orientation.coeffs()[k] = top.q[k][n];
    for (int k = 0; k < 3; k++) {
      body.omega[k] = omega[k][n];
      for (int m = 0; m < 3; m++) body.axes(k, m) = axes[k][m][n];
    }
  }
}

}    // namespace grist
