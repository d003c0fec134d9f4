// One end of a bond: what an atom knows of it, whichever style keeps it.

#ifndef GRIST_STYLES_BOND_END_H
#define GRIST_STYLES_BOND_END_H

#include "lmptype.h"

namespace LAMMPS_NS {

struct BondEnd {
  tagint partner;
  int type;
  int slot;    // its place in the list of the atom
};

}    // namespace LAMMPS_NS

#endif
