/* What the contacts of a wall in one step read and write. */

#ifndef GRIST_STYLES_WALL_STEP_H
#define GRIST_STYLES_WALL_STEP_H

#include "atom.h"
#include "styles/walls/body_masses.h"
#include "styles/walls/polyhedra_on_wall.h"
#include "styles/walls/wall_law.h"

#include "walls/contact_memory.h"
#include "walls/wall_surface.h"
#include "walls/wall_totals.h"

namespace LAMMPS_NS {

// Is shown each contact of a step. began: in this step.
class WallTally {
 public:
  virtual void tally(const SphereAtWall &contact, const WallLaw::Force &force, bool began) = 0;

  // The same of number n of the wall list, a polyhedron, which is given as a sphere, too.
  virtual void tally_polyhedron(int n, const SphereAtWall &as_sphere,
                                const PolyhedraOnWall::Contact &contact,
                                const WallLaw::Force &force, bool began) = 0;

  // The pull of a bridge.
  virtual void tally_pull(const SphereAtWall &place, const WallLaw::Force &pull) = 0;

 protected:
  ~WallTally() = default;
};

struct WallStep {
  grist::WallSurface &surface;
  grist::ContactMemory &histories;
  const BodyMasses &masses;
  grist::WallTotals &totals;
  WallTally *tally;    // or null

  // Adds the force to the atom and to the totals.
  void add_force(Atom &atom, const SphereAtWall &contact, const WallLaw::Force &on) const
  {
    assert(contact.i >= 0 && contact.i < atom.nlocal);
    for (int d = 0; d < 3; d++) {
      atom.f[contact.i][d] += on.force[d];
      atom.torque[contact.i][d] += on.torque[d];
    }
    totals.add_contact(contact.at, contact.sphere.position + contact.at.image,
                       surface.reference_point(), on.force, on.torque, on.rolling);
  }
};

}    // namespace LAMMPS_NS

#endif
