// Which bodies are bonded, so that they have no contact, or were until a face between them parted
// under pressure: asked by the pair style in each step.

#ifndef GRIST_STYLES_BONDED_BODIES_H
#define GRIST_STYLES_BONDED_BODIES_H

#include "lmptype.h"

namespace LAMMPS_NS {

class BondedBodies {
 public:
  // Of an owned atom and the id of any other one.
  virtual bool are_bonded(int i, tagint other) const = 0;

  // The share of its law that the contact of two bodies has; less or more than 1 from when their face
  // parted under pressure until they come apart.
  virtual double share_of_contact(int i, tagint other) const = 0;
  virtual void came_apart(int i, tagint other) = 0;

 protected:
  ~BondedBodies() = default;
};

}    // namespace LAMMPS_NS

#endif
