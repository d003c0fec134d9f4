/* command grist: prints the version of Grist, the LAMMPS that it runs in, and the instructions of
   its kernels.
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(grist,GristCommand);
// clang-format on
#else

#ifndef LMP_GRIST_H
#define LMP_GRIST_H

#include "command.h"

namespace LAMMPS_NS {

class GristCommand : public Command {
 public:
  GristCommand(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
