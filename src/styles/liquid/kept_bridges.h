// The bridges of one atom while atoms migrate, and in messages and restart files.

#ifndef LMP_KEPT_BRIDGES_H
#define LMP_KEPT_BRIDGES_H

#include "lmptype.h"

#include <vector>

namespace LAMMPS_NS {

struct KeptBridge {
  tagint partner;
  double volume;
};
using KeptBridges = std::vector<KeptBridge>;

// Numbers that pack() writes.
int packed_size(const KeptBridges &bridges);
int pack(const KeptBridges &bridges, double *to);

// Adds what pack() has written; the result is the count of numbers read.
int unpack(KeptBridges &bridges, const double *from);

// Half of a bridge belongs to each of its two atoms.
double half_of_volumes(const KeptBridges &bridges);

}    // namespace LAMMPS_NS

#endif
