// What all contacts of a set of spheres take in one step (energy/losses.h). Where there are more
// contacts than caches hold, their sums for each sphere are kept instead, as powers are linear in
// the motion.

#ifndef GRIST_CONTACTS_CONTACT_FLOWS_H
#define GRIST_CONTACTS_CONTACT_FLOWS_H

#include "contacts/flow_lanes.h"
#include "energy/losses.h"
#include "lanes/prefetch.h"

#include <cassert>
#include <vector>

namespace grist {

class ContactFlows {
 public:
  enum class Keep { CONTACTS, SUMS, WHICH_IS_QUICKER };
  explicit ContactFlows(Keep keep = Keep::WHICH_IS_QUICKER) : keep(keep) {}

  // Before the contacts of a step. one_by_one: contacts() is needed.
  void begin_step(size_t spheres, bool one_by_one = false);

  // As Losses has them: evaluate() of block_forces.h works out what takes energy.
  LossBlock<ContactEntries> *room_for(int count) { return losses.room_for(count); }
  void add(const int *a, const int *b, const double *share, int count);

  // To be called before a contact of the sphere is added.
  void prefetch_for(int sphere) const
  {
    if (!keeps_sums) return;
    assert(sphere >= 0 && static_cast<size_t>(sphere) < sums.size());
    prefetch(sums[sphere].of);
    prefetch(sums[sphere].of + FlowSums::SIZE / 2);
  }

  // rates: by sphere, at the instant of the positions.
  void add_powers(EnergyFlows &to, const SphereRates *rates) const;

  const Losses<ContactEntries> &contacts() const
  {
    assert(!keeps_sums);
    return losses;
  }

  double memory_usage() const
  {
    return losses.memory_usage() + static_cast<double>(sums.capacity() * sizeof(FlowSums));
  }

 private:
  Keep keep;
  bool keeps_sums = false;          // in this step
  size_t count = 0;                 // of contacts, in this step
  Losses<ContactEntries> losses;    // while sums are kept, those that are being added
  std::vector<FlowSums> sums;       // by sphere
  std::int64_t step = 0;            // counts calls of begin_step(); sums of no step have 0
};

}    // namespace grist

#endif
