// Which bodies are bonded, so that they have no contact, or were until a face between them parted
// under pressure: asked by the pair style in each step.

#ifndef GRIST_STYLES_BONDED_BODIES_H
#define GRIST_STYLES_BONDED_BODIES_H

#include "common/space.h"
#include "lmptype.h"

#include <algorithm>

namespace LAMMPS_NS {

class BondedBodies {
 public:
  // Of an owned atom and the id of any other one.
  virtual bool are_bonded(int i, tagint other) const = 0;

  // The share of its law that the contact of two bodies has; less or more than 1 from when their face
  // parted under pressure until they come apart.
  virtual double share_of_contact(int i, tagint other) const = 0;

  // Of such a contact in its first step: the friction on i with which it begins, over the share. Zero
  // in all later steps.
  virtual grist::Vector3d friction_at_start(int i, tagint other) const = 0;
  virtual void came_apart(int i, tagint other) = 0;

 protected:
  ~BondedBodies() = default;
};

// Without bonds, the whole law.
inline double share_of_law(const BondedBodies *bonded, int i, tagint other)
{
  return bonded ? bonded->share_of_contact(i, other) : 1.0;
}

// The first three numbers of a history are friction on i.
inline void begin_friction(const BondedBodies &bonded, int i, tagint other, double *history)
{
  const grist::Vector3d friction = bonded.friction_at_start(i, other);
  if (squared_norm(friction) > 0.0) std::copy_n(friction.data(), 3, history);
}

}    // namespace LAMMPS_NS

#endif
