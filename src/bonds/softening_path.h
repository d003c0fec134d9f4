// The way of the loads of a bond in one step (load_path.h).

#ifndef GRIST_BONDS_SOFTENING_PATH_H
#define GRIST_BONDS_SOFTENING_PATH_H

#include "bonds/bond_loads.h"
#include "bonds/load_path.h"

namespace grist {

class SofteningPath final : public LoadPath {
 public:
  // The step that ended in this state and length. motion: of the step; dt 0: the way is not known, and
  // the loads are taken to have grown alike.
  SofteningPath(const BondMaterial &material, const BondSection &section, const BondState &state,
                double length, const BondMotion &motion);

  // Energy of pressure along the bond where the share first exceeds `now`.
  double pressed_at(double now) const;

 private:
  const BondMaterial &material;
  const BondSection &section;
  BondState first, last;    // both with the normal of the last
  double first_length, last_length;

  BondState state_at(double way) const;
  double length_at(double way) const { return first_length + way * (last_length - first_length); }
  double share_at(double way) const override;
  double energy_over_square_at(double way) const override;
};

}    // namespace grist

#endif
