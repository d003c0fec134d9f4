// What all contacts of a set of spheres take in a step: energy/energy_ledger.h's flows of contacts. The forces that take energy are kept as they come
// out of the kernel of blocks, and multiplied by the motion of the spheres when that is known: the law acts by the velocities of half a step before, but
// what counts is the power of its forces at the instant of the positions.

#ifndef GRIST_CONTACTS_CONTACT_FLOWS_H
#define GRIST_CONTACTS_CONTACT_FLOWS_H

#include "contacts/contact_energy.h"
#include "contacts/flow_block.h"

#include <vector>

namespace grist {

class ContactFlows {
 public:
  // Before the contacts of a step.
  void begin_step() { blocks_in_use = 0; }

  // Blocks for `count` more contacts, in which evaluate() of contact_block.h works out what takes energy. They are added by add(), which says which
  // spheres a[n] and b[n] touch, and which share of a contact counts: less than 1 where another rank evaluates it as well. All three up to the next multiple
  // of FlowBlock::LANES: where there is no contact the share is 0, and the rest is of another one.
  FlowBlock *room_for(int count);
  void add(const int *a, const int *b, const double *share, int count);

  // Of all contacts of the step. rates: by sphere, at the instant of the positions.
  ContactPower power_taken(const SphereRates *rates) const;

  double memory_usage() const { return static_cast<double>(blocks.capacity() * sizeof(FlowBlock)); }

 private:
  std::vector<FlowBlock> blocks;
  size_t blocks_in_use = 0;

  static size_t blocks_of(int count) { return (count + FlowBlock::LANES - 1) / FlowBlock::LANES; }
};

}    // namespace grist

#endif
