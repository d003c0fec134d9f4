// What heat needs to know of a material.

#ifndef GRIST_HEAT_HEAT_MATERIAL_H
#define GRIST_HEAT_HEAT_MATERIAL_H

namespace grist {

struct HeatMaterial {
  double conductivity = 0.0;    // k [power/(length temperature)], >= 0
  double capacity = 0.0;        // c [energy/(mass temperature)], > 0; 0: not given
  double young_real = 0.0;      // [pressure], > 0, of a material that was softened; 0: as it is
};

}    // namespace grist

#endif
