/* Which held clusters are loaded so much that they are to be released.

   In every step loads are summed body by body, with a bound of the stress that they cause in any
   bond. Bodies whose bound is above the share for release are solved for; ranks that have parts of
   one send each other its loads.
*/

#ifndef LMP_LOADS_ON_HELD_H
#define LMP_LOADS_ON_HELD_H

#include "styles/rigid/cluster_motion.h"
#include "styles/rigid/held_shapes.h"

#include <map>
#include <vector>

namespace LAMMPS_NS {

struct LoadedCluster {
  int body;
  std::vector<grist::ElementLoad> loads;    // in its axes, as those of its shape
  std::vector<tagint> tags;                 // of all elements
};

class LoadsOnHeld : protected Pointers {
 public:
  LoadsOnHeld(LAMMPS *lmp, ClusterMotion &motion, RigidBodies &bodies, const HeldShapes &shapes,
              const HoldSettings &settings) :
      Pointers(lmp),
      motion(motion), bodies(bodies), shapes(shapes), set(settings)
  {
  }

  // Once all forces of a step are known: those with a part on this rank. The motion has the loads
  // of all bodies then. Ranks that share a cluster exchange messages.
  std::vector<LoadedCluster> find_overloaded();

 private:
  using Body = RigidBodies::Body;
  using Load = ClusterMotion::Load;
  struct LoadOnHeld {    // a message through the owner
    Load load;
    grist::BondStress bound = {0.0, 0.0};
    bool is_at_risk = false;
    template <class Archive, class Of> static void transfer(Archive &archive, Of &on)
    {
      Load::transfer(archive, on.load);
      archive(on.bound.tension, on.bound.shear, on.is_at_risk);
    }
  };
  struct LoadOnElement {
    tagint tag;
    int element;    // number in the shape
    grist::Vector3d force, torque;
  };

  ClusterMotion &motion;
  RigidBodies &bodies;
  const HeldShapes &shapes;
  HoldSettings set;

  std::vector<int> bodies_at_risk();
  void add_load(const Body &body, Load &sum, grist::BondStress &bound) const;
  bool is_at_risk(const Body &body, const grist::BondStress &bound) const;
  std::vector<LoadedCluster> loads_on(const std::vector<int> &chosen) const;
  std::vector<LoadOnElement> loads_here(const Body &body) const;
  std::map<tagint, std::vector<LoadOnElement>> share_loads(const std::vector<int> &chosen) const;
  double largest_share(const LoadedCluster &on) const;
};

}    // namespace LAMMPS_NS

#endif
