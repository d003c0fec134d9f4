// Power dissipated by all contacts of spheres with a wall in one step, as contact_flows.h has that
// of pairs.

#ifndef GRIST_CONTACTS_WALL_FLOWS_H
#define GRIST_CONTACTS_WALL_FLOWS_H

#include "contacts/contact_energy.h"
#include "contacts/flow_block.h"

#include <vector>

namespace grist {

class WallFlows {
 public:
  // Before the contacts of a step.
  void begin_step() { in_use = 0; }

  // Blocks for `count` more contacts, in which evaluate() of block_forces.h works out what takes
  // energy. They are added by add(), which says which spheres touch: as many as lanes in whole
  // blocks, the last ones of no contact.
  WallFlowBlock *room_for(int count);
  void add(const int *spheres, int count);

  // rates: by sphere, at the instant of the positions.
  ContactPower dissipated_power(const SphereRates *rates) const;

 private:
  std::vector<WallFlowBlock> blocks;
  size_t in_use = 0;
};

}    // namespace grist

#endif
