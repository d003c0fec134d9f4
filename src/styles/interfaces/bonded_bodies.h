// Which bodies are bonded, so that they have no contact, or were until a face between them parted
// under pressure: asked by the pair style in each step.

#ifndef GRIST_STYLES_BONDED_BODIES_H
#define GRIST_STYLES_BONDED_BODIES_H

#include "common/space.h"
#include "lmptype.h"

namespace LAMMPS_NS {

class BondedBodies {
 public:
  // Of an owned atom and the id of any other one.
  virtual bool are_bonded(int i, tagint other) const = 0;

  // The contact of two bodies from when their face parted under pressure until they come apart, and of
  // all others.
  struct PartedContact {
    double share = 1.0;    // of its law
    // On i, over the share: in its first step the friction with which it begins, zero in others.
    grist::Vector3d friction = grist::Vector3d::zero();
  };
  virtual PartedContact contact_of(int i, tagint other) const = 0;
  virtual void came_apart(int i, tagint other) = 0;

  // Grows whenever one of these answers has become another one in a run.
  virtual bigint changes() const = 0;

 protected:
  ~BondedBodies() = default;
};

}    // namespace LAMMPS_NS

#endif
