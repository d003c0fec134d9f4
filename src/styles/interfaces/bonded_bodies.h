// Which bodies are bonded, so that they have no contact: asked by the pair style in each step.

#ifndef GRIST_STYLES_BONDED_BODIES_H
#define GRIST_STYLES_BONDED_BODIES_H

#include "lmptype.h"

namespace LAMMPS_NS {

class BondedBodies {
 public:
  // Of an owned atom and the id of any other one.
  virtual bool are_bonded(int i, tagint other) const = 0;

 protected:
  ~BondedBodies() = default;
};

}    // namespace LAMMPS_NS

#endif
