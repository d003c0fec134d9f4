/* Who stores, takes or brings energy in a run: the styles that fix ENERGY/BALANCE asks, and an error for those that
   cannot say.

   A fix that changes neither forces nor motion is no concern. Of those that do, these are known: integration by
   nve/sphere and leapfrog/sphere, walls derived from WallContactFix, gravity, freeze, enforce2d.
*/

#ifndef GRIST_STYLES_ENERGY_SOURCES_H
#define GRIST_STYLES_ENERGY_SOURCES_H

#include "contacts/sphere_contact.h"

#include <vector>

namespace LAMMPS_NS {

// Constant and uniform.
struct GravityField {
  int groupbit;
  grist::Vector3d pull;    // force per mass
  bool
      in_forces;    // part of the forces on atoms after post_force; if not, added by the integrator
};

struct EnergySources {
  class PairSphereContact *pair = nullptr;    // or null
  class BondParallel *bond = nullptr;        // or null
  class FixBondState *bond_state = nullptr;
  std::vector<class WallContactFix *> walls;    // whose laws keep a contact_record()
  std::vector<GravityField> gravity;
  int integrated = 0;    // bits of the groups that are integrated
};

// After all fixes are initialised. `self` acts after forces, too, and is harmless.
EnergySources find_energy_sources(class LAMMPS *lmp, const class Fix *self);

}    // namespace LAMMPS_NS

#endif
