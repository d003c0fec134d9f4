// Force, torque and power of a wall, summed over its contacts of one step. Blocks of contacts sum
// their own first: sums() in contacts/wall_lanes.cpp.
//
// The wall takes the opposite of the force on each sphere. Its torque is the opposite of the moment
// of that force and of the torque on the sphere, so that wall and spheres together keep their
// angular momentum. The law has the force act at the radius of the sphere; that lever is in the
// torque on the sphere.

#ifndef GRIST_WALLS_WALL_TOTALS_H
#define GRIST_WALLS_WALL_TOTALS_H

#include "common/preconditions.h"
#include "walls/wall_surface.h"

#include <array>

namespace grist {

class WallTotals {
 public:
  // Places in values(): force on the wall (x, y, z), torque on the wall about its reference point
  // (x, y, z), power of the wall on the spheres, number of spheres that touch the wall.
  enum { FORCE = 0, TORQUE = 3, POWER = 6, TOUCHING = 7, NUMBERS = 8 };

  void clear() { sums.fill(0.0); }

  // One contact: where it is, the place of the center of the sphere or body or of its image at the
  // wall, the reference point of the wall, force and torque on the sphere or body, and the part of the torque that is not the
  // lever of the force: rolling and twisting friction. With v and omega of the wall at the
  // reference point, the part of the power that is its motion is minus (force . v + torque . omega)
  // of the wall.
  void add_contact(const WallContact &at, const Vector3d &center, const Vector3d &reference,
                   const Vector3d &force, const Vector3d &torque, const Vector3d &rolling)
  {
    const Vector3d moment = torque + cross(center - reference, force);
    add_contacts(force.data(), moment.data(), dot(force, at.velocity) + dot(rolling, at.omega));
  }

  // Several contacts: the sums of their forces, moments about the reference point and powers.
  void add_contacts(const double *force, const double *moment, double power)
  {
    for (int d = 0; d < 3; d++) {
      sums[FORCE + d] -= force[d];
      sums[TORQUE + d] -= moment[d];
    }
    sums[POWER] += power;
  }

  // Once for a sphere with one or more contacts.
  void add_touching_sphere() { sums[TOUCHING] += 1.0; }
  void add_touching_spheres(int count)
  {
    assert(count >= 0);
    sums[TOUCHING] += count;
  }

  const std::array<double, NUMBERS> &values() const { return sums; }

 private:
  std::array<double, NUMBERS> sums{};
};

}    // namespace grist

#endif
