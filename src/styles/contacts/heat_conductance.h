/* What a contact of two materials conducts, over its contact radius. */

#ifndef GRIST_STYLES_HEAT_CONDUCTANCE_H
#define GRIST_STYLES_HEAT_CONDUCTANCE_H

#include "contacts/contact_laws.h"
#include "heat/conduction.h"

namespace LAMMPS_NS {

struct HeatSide {
  grist::Elasticity elasticity;
  grist::HeatMaterial heat;
};

// [power/temperature] over the contact radius that follows from the overlap. Where young/real of
// one is not given, its Young's modulus is the real one.
double heat_conductance(grist::ContactKind kind, const HeatSide &a, const HeatSide &b);

}    // namespace LAMMPS_NS

#endif
