// Contacts with a wall in a block (wall_block.h): the arguments of wall_contact() into a lane, and the results out of it.

#ifndef GRIST_CONTACTS_WALL_CONTACTS_H
#define GRIST_CONTACTS_WALL_CONTACTS_H

#include "common/constants.h"
#include "contacts/sphere_contact.h"
#include "contacts/wall_block.h"

namespace grist {

inline void put(WallBlock::Lane3 &to, int lane, const Vector3d &v)
{
  for (int d = 0; d < 3; d++) to[d][lane] = v[d];
}
inline Vector3d get(const WallBlock::Lane3 &from, int lane)
{
  return {from[0][lane], from[1][lane], from[2][lane]};
}

inline void set_contact(WallBlock &block, int lane, const MovingSphere &a, const Vector3d &normal,
                        double overlap, double curvature, const Vector3d &velocity,
                        const Vector3d &omega)
{
  put(block.direction, lane, normal);
  put(block.velocity, lane, a.velocity - velocity);
  put(block.omega_a, lane, a.omega);
  put(block.omega_b, lane, omega);
  block.overlap[lane] = overlap;
  block.radius[lane] = a.radius;
  block.curvature[lane] = curvature;
  block.mass[lane] = a.mass;
  block.inertia[lane] = sphere_inertia(a.mass, a.radius);
}

// `shear_and_roll`: six numbers one after another.
inline void set_history(WallBlock &block, int lane, const double *shear_and_roll)
{
  put(block.shear, lane, Vector3d(shear_and_roll));
  put(block.roll, lane, Vector3d(shear_and_roll + 3));
}
inline void get_history(const WallBlock &block, int lane, double *shear_and_roll)
{
  for (int d = 0; d < 3; d++) {
    shear_and_roll[d] = block.shear[d][lane];
    shear_and_roll[3 + d] = block.roll[d][lane];
  }
}

inline SphereContactForce force_of(const WallBlock &block, int lane)
{
  SphereContactForce on;
  on.force = get(block.force, lane);
  on.torque_a = get(block.torque, lane);
  on.rolling = get(block.rolling, lane);
  on.torque_b = -on.rolling;
  on.normal = block.normal_force[lane];
  on.pressing = block.pressing[lane];
  on.tangential = get(block.tangential_force, lane);
  return on;
}

}    // namespace grist

#endif
