// Fixes that give ids to new atoms and clusters during a run. Ids of removed ones are not given
// again, whichever fix gave them.

#ifndef LMP_ID_SOURCE_H
#define LMP_ID_SOURCE_H

#include "lmptype.h"

namespace LAMMPS_NS {

struct HighestIds {
  tagint atom = 0, molecule = 0;
};

class IdSource {
 public:
  virtual HighestIds highest_given() const = 0;    // so far, the same on all ranks

 protected:
  ~IdSource() = default;    // deleted as a fix
};

// The maximum over all such fixes.
HighestIds highest_given(const class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
