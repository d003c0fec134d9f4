// What all contacts of a set of spheres take in a step: energy/energy_ledger.h's flows of contacts, without a second pass over them.
//
// The law acts by the velocities of half a step before; what counts is the power of its forces on the velocities at the instant of the
// positions. The latter are not known yet while forces are added up. But powers are linear in the velocities: those at the law's velocities
// come from the kernel, and what the second half of the step adds is the sum over spheres of that times the sphere's forces, flow by
// flow.

#ifndef GRIST_CONTACTS_CONTACT_FLOWS_H
#define GRIST_CONTACTS_CONTACT_FLOWS_H

#include "contacts/contact_block.h"
#include "contacts/contact_energy.h"
#include "contacts/flow_lanes.h"
#include "energy/half_step.h"

#include <vector>

namespace grist {

class ContactFlows {
 public:
  // Before the contacts of a step.
  void begin_step(size_t spheres);

  // The first `count` lanes of an evaluated block, between spheres a[n] and b[n]. share: less than 1 for a contact that another rank evaluates as
  // well; numbers up to the next multiple of 8.
  void add(const ContactBlock &block, const int *a, const int *b, const double *share, int count);
  void prefetch_for(int sphere) const;

  // Of all contacts of the step.
  ContactPower power_taken(const HalfStep &now) const;

  double memory_usage() const
  {
    return static_cast<double>(on.capacity()) * sizeof(FlowSums) +
        static_cast<double>(touched.capacity()) * sizeof(int);
  }

 private:
  std::vector<FlowSums> on;    // by sphere
  std::vector<int> touched;    // spheres of this step
  std::int64_t step = 0;
  ContactPower at_law;    // at the velocities of the law

  void add_gain(int i, const HalfStep &now, ContactPower &sum) const;
};

}    // namespace grist

#endif
