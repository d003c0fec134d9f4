/* What fix heat/gran asks of a pair style. Of walls it asks ContactStyle::wall_heat(). */

#ifndef GRIST_STYLES_HEAT_STYLE_H
#define GRIST_STYLES_HEAT_STYLE_H

#include "common/subscription.h"
#include "heat/conduction.h"
#include "heat/pair_heat.h"

#include <vector>

namespace LAMMPS_NS {

class HeatStyle {
 public:
  // As pair_coeff gives it: at the start of a run.
  virtual const grist::HeatMaterial &heat_material(int type) const = 0;

  // What a contact of two types conducts, over the contact radius [power/temperature].
  virtual double heat_conductance(int type_a, int type_b) const = 0;

  // While someone subscribes, each evaluation keeps what add_heat() needs.
  virtual std::vector<grist::Subscription> record_heat() = 0;

  // Adds conduction and losses of all contacts of the last evaluation, half to each sphere. rates:
  // by sphere, owned and ghost, at the instant of the positions.
  virtual void add_heat(const grist::HeatScene &heat, const grist::SphereRates *rates,
                        grist::SphereHeat *to) = 0;

 protected:
  ~HeatStyle() = default;
};

}    // namespace LAMMPS_NS

#endif
