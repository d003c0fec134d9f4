/* command grist: prints the version of Grist, the LAMMPS that it runs in, and the instructions of
   its kernels.

     grist [columns]

   columns: prints names and units of the values of all styles instead, and names the columns of
   the thermo output by them.
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(grist,GristCommand);
// clang-format on
#else

#ifndef LMP_GRIST_H
#define LMP_GRIST_H

#include "command.h"

#include <string>

namespace LAMMPS_NS {

// "Grist 0.2.0 in LAMMPS 4 Feb 2025".
std::string grist_version(const class LAMMPS *lmp);

class GristCommand : public Command {
 public:
  GristCommand(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
