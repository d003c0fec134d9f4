/* command coarse: a run of parcels in place of particles (common/parcel_scaling.h).

     coarse L [real TYPES] [check warn|error] [outlet D] [gap h] [inertia RATE P] [diameter d]

   Sizes and coefficients of the input remain those of the real particles. Those of atom types `real`
   are not scaled.
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(coarse,Coarse);
// clang-format on
#else

#ifndef LMP_COARSE_H
#define LMP_COARSE_H

#include "command.h"

namespace LAMMPS_NS {

class Coarse : public Command {
 public:
  Coarse(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
