/* command neighbor_style: which contact search builds the pairwise lists. */

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(neighbor_style,NeighborStyle);
// clang-format on
#else

#ifndef LMP_NEIGHBOR_STYLE_H
#define LMP_NEIGHBOR_STYLE_H

#include "command.h"

namespace LAMMPS_NS {

class NeighborStyle : public Command {
 public:
  NeighborStyle(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;
};

}    // namespace LAMMPS_NS

#endif
#endif
