// Parameters for the tests of the model of Tavares. The numbers are of the order of those of rocks;
// they are no material's.

#ifndef GRIST_UNITTEST_BREAKAGE_TAVARES_CASES_H
#define GRIST_UNITTEST_BREAKAGE_TAVARES_CASES_H

#include "breakage/tavares_model.h"

inline grist::TavaresParameters rock()
{
  grist::TavaresParameters given;
  given.energy_large = 200.0;
  given.size_material = 8e-3;
  given.size_exponent = 0.8;
  given.deviation = 0.6;
  given.energy_ratio_max = 4.0;
  given.stiffness_ratio = 0.25;
  given.damage_exponent = 5.0;
  given.t10_max = 0.65;
  given.t10_rate = 0.03;
  return given;
}

#endif
