/* The motion of the rigid clusters of this rank (rigid_bodies.h) under the loads of their elements.
*/

#ifndef LMP_CLUSTER_MOTION_H
#define LMP_CLUSTER_MOTION_H

#include "energy/sphere_rates.h"
#include "styles/integrate/fix_leapfrog_sphere.h"
#include "styles/rigid/rigid_bodies.h"

#include <array>
#include <vector>

namespace LAMMPS_NS {

class ClusterMotion : protected Pointers {
 public:
  using Body = RigidBodies::Body;
  struct Load {
    grist::Vector3d force = grist::Vector3d::zero(), torque = grist::Vector3d::zero();
    template <class Archive, class Of> static void transfer(Archive &archive, Of &load)
    {
      archive(load.force, load.torque);
    }
  };

  ClusterMotion(LAMMPS *lmp, RigidBodies &bodies) : Pointers(lmp), bodies(bodies) {}

  // Load on the elements of a body that this rank has.
  Load load_of(const Body &body) const;

  // Loads of all bodies on all ranks, for the caller to set: they hold until elements have moved,
  // or are forgotten.
  std::vector<Load> &begin_known_loads();
  void forget_loads() { loads_are_known = false; }

  // One pass over all bodies of this rank. `half`: half a step, in units of momentum per force;
  // `gravity`: force per mass.
  // Collective.
  void pass(FixLeapfrogSphere::Pass what, double dt, double half, const double *gravity);

  // The rates of an element, as its body moves now. Until the first step of a run, its own
  // velocities may still be those that a command has given it.
  grist::SphereRates rates_now(int i) const;

  // For an energy balance: the rates of owned elements after another half step of the forces as
  // they are now. Collective.
  void complete_step(double half, const double *gravity, std::vector<grist::SphereRates> &rates);

  // The energy of an element at an angular velocity, besides that of its mass as a point: twice
  // this energy over its mass.
  double spin_energy(int i, const grist::Vector3d &omega) const;

  // Bodies whose owner this rank has: number, translational and rotational energy, in units of mass
  // velocity^2.
  std::array<double, 3> own_totals() const;

 private:
  RigidBodies &bodies;
  std::vector<Load> loads;    // of bodies, once known in a step
  bool loads_are_known = false;

  void exchange_loads();
  Load whole_load_of(const Body &body, const grist::Vector3d &weight);
  void kick(Body &body, double half, const grist::Vector3d &weight, bool twice);
  void move_elements(const Body &body, bool has_moved) const;
};

}    // namespace LAMMPS_NS

#endif
