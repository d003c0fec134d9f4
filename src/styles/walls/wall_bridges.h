/* What pulls spheres to a wall beside the contact law: bridges of liquid (styles/liquid). The wall
   asks in each step, when its contacts are known, and adds the pulls to its force and torque.
*/

#ifndef LMP_WALL_BRIDGES_H
#define LMP_WALL_BRIDGES_H

#include "contacts/sphere_contact.h"
#include "walls/contact_resistance.h"
#include "walls/rigid_motion.h"
#include "walls/wall_surface.h"

#include <memory>
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

// The bridges of one wall, if it has any.
class BridgesOfWall {
 public:
  // From now on, as long as they live. Spheres are listed whose gap to the wall may become less
  // than `reach`.
  void set(const std::weak_ptr<WallBridges> &given, double reach)
  {
    bridges = given;
    farthest = reach;
  }
  double reach_beyond() const { return bridges.expired() ? 0.0 : farthest; }

  // Adds their pulls to the atoms and to the wall, and to the resistance unless it is null. Returns
  // their power on spheres by the motion of the wall less that of the free body that it belongs to.
  double add_pulls(class Atom &atom, const class WallList &list, class SingleContacts &single,
                   const struct WallStep &step, const WallInertia *inertia,
                   const grist::RigidVelocity &body, grist::ContactResistance *resistance) const;

 private:
  std::weak_ptr<WallBridges> bridges;
  double farthest = 0.0;
};

}    // namespace LAMMPS_NS

#endif
