// The energy that softening (softening.h) takes from a bond in one step, along the way of its loads.
//
// With psi, the energy of the springs without damage except that of pressure, damage takes the integral
// of psi dd. Along a step the loads of the undamaged springs go straight from those before it to those
// after it; the share u of the strength is a convex function of them, so that it exceeds its former
// maximum from one point of the way on. There dd = reach/(reach - 1) du/u^2, and psi/u^2 stays the same
// where all loads grow alike.

#ifndef GRIST_BONDS_SOFTENING_PATH_H
#define GRIST_BONDS_SOFTENING_PATH_H

#include "bonds/bond_loads.h"

namespace grist {

class SofteningPath {
 public:
  // The step that ended in this state and length. motion: of the step; dt 0: the way is not known, and
  // the loads are taken to have grown alike.
  SofteningPath(const BondMaterial &material, const BondSection &section, const BondState &state,
                double length, const BondMotion &motion);

  // Share of the strength without damage at the end of the step.
  double share() const { return last_share; }

  // Energy that damage takes while the largest share so far grows from `before` to `now`, with
  // 1 <= before <= now <= share().
  double taken(double before, double now) const;

  // Energy of pressure along the bond where the share first exceeds `now`.
  double pressed_at(double now) const;

 private:
  const BondMaterial &material;
  const BondSection &section;
  BondState first, last;    // both with the normal of the last
  double first_length, last_length;
  double first_share, last_share;

  BondState state_at(double way) const;    // 0: before the step, 1: after it
  double length_at(double way) const { return first_length + way * (last_length - first_length); }
  double share_at(double way) const;
  double energy_over_square_at(double way) const;    // psi/u^2
  double way_to(double share) const;
};

}    // namespace grist

#endif
