// A scene of bonds that break, for tests of bond_style parallel.

#ifndef GRIST_UNITTEST_STYLES_BONDS_MOVING_CUBES_H
#define GRIST_UNITTEST_STYLES_BONDS_MOVING_CUBES_H

#include "testing/cases.h"

#include <string>

namespace grist::testing {

// The eight cubes, set shearing past each other so that strength decides what breaks.
inline std::string moving_cubes(const std::string &data, const std::string &coeff,
                                const std::string &contacts = CONTACTS)
{
  return read_case(data, coeff) + contacts + R"(
    velocity all ramp vx -2 2 z 0.0 0.0456
    velocity all ramp vz -2 2 x 0.0 0.0456
    fix b all breakage 10
    thermo_style custom step atoms ke f_b[1] f_b[2]
  )";
}

}    // namespace grist::testing

#endif
