/* What pulls spheres to a wall beside the contact law: bridges of liquid (styles/liquid). The wall
   asks in each step, when its contacts are known, and adds the pulls to its force and torque.
*/

#ifndef LMP_WALL_BRIDGES_H
#define LMP_WALL_BRIDGES_H

#include "contacts/sphere_contact.h"
#include "walls/wall_surface.h"

#include <vector>

namespace LAMMPS_NS {

class WallInertia;

class WallBridges {
 public:
  // Towards the wall; and how it resists the motion of a servo: force/velocity.
  struct Pull {
    double force, resistance;
  };

  // Only spheres of the wall list have bridges.
  virtual void begin_step(const class WallList &list) = 0;

  // How near to the center of sphere i the wall must be to pull it or to begin to; 0: it does not.
  // `touches`: the contact law has contacts of it.
  virtual double reach(int i, bool touches) const = 0;

  // The pull of each place within that reach. `inertia`: of the wall; null: infinite.
  virtual const std::vector<Pull> &pulls(int i, const grist::MovingSphere &sphere,
                                         const std::vector<grist::WallContact> &found,
                                         const grist::WallSurface &wall,
                                         const WallInertia *inertia) = 0;

 protected:
  ~WallBridges() = default;
};

}    // namespace LAMMPS_NS

#endif
