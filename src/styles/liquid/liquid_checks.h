// What fix liquid needs: errors where it is missing. `user` begins them.

#ifndef LMP_LIQUID_CHECKS_H
#define LMP_LIQUID_CHECKS_H

#include <string>

namespace LAMMPS_NS {

// When the fix is made.
void check_place_for_liquid(class LAMMPS *lmp, const std::string &user);

// At the start of a run of this fix.
void check_run_of_liquid(class LAMMPS *lmp, const class Fix *fix, const std::string &user);

}    // namespace LAMMPS_NS

#endif
