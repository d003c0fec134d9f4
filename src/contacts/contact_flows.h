// Power dissipated by all contacts of a set of spheres in one step: the flows of contacts of
// energy/energy_ledger.h. The forces that take energy are kept as the kernel of blocks computes
// them, and multiplied by the motion of the spheres when that is known: the law acts by the
// velocities of half a step before, but the balance needs the power of its forces at the instant of
// the positions. Where there are more contacts than caches hold, their sums for each sphere are
// kept instead, as powers are linear in the motion.

#ifndef GRIST_CONTACTS_CONTACT_FLOWS_H
#define GRIST_CONTACTS_CONTACT_FLOWS_H

#include "contacts/contact_energy.h"
#include "contacts/flow_lanes.h"
#include "lanes/prefetch.h"

#include <vector>

namespace grist {

class ContactFlows {
 public:
  enum class Keep { CONTACTS, SUMS, WHICH_IS_QUICKER };
  explicit ContactFlows(Keep keep = Keep::WHICH_IS_QUICKER) : keep(keep) {}

  // Before the contacts of a step. one_by_one: for_each_power() is needed.
  void begin_step(size_t spheres, bool one_by_one = false);

  // Blocks for `count` more contacts, in which evaluate() of block_forces.h works out what takes
  // energy. They are added by add(), which says which spheres a[n] and b[n] touch, and which share
  // of a contact counts: less than 1 where another rank evaluates it as well. All three up to the
  // next multiple of FlowBlock::LANES: where there is no contact the share is 0, and a and b are
  // those of another contact.
  FlowBlock *room_for(int count);
  void add(const int *a, const int *b, const double *share, int count);

  // To be called before a contact of the sphere is added.
  void prefetch_for(int sphere) const
  {
    if (!keeps_sums) return;
    prefetch(sums[sphere].of);
    prefetch(sums[sphere].of + FlowSums::SIZE / 2);
  }

  // Power of all contacts of the step. rates: by sphere, at the instant of the positions.
  ContactPower dissipated_power(const SphereRates *rates) const;

  // Calls visit(a, b, power) for each contact, with all that it takes, whatever its share. In a
  // step that keeps contacts one by one.
  template <class Visit> void for_each_power(const SphereRates *rates, const Visit &visit) const
  {
    const std::vector<double> powers = find_powers(rates);
    for (size_t k = 0; k < powers.size(); k++) {
      const FlowBlock &block = blocks[k / FlowBlock::LANES];
      const size_t n = k % FlowBlock::LANES;
      if (block.share[n] > 0.0) visit(block.a[n], block.b[n], powers[k]);
    }
  }

  double memory_usage() const
  {
    return static_cast<double>(blocks.capacity() * sizeof(FlowBlock) +
                               sums.capacity() * sizeof(FlowSums));
  }

 private:
  Keep keep;
  bool keeps_sums = false;          // in this step
  size_t contacts = 0;              // of this step
  std::vector<FlowBlock> blocks;    // of this step; while sums are kept, the current ones
  size_t blocks_in_use = 0;
  std::vector<FlowSums> sums;    // by sphere

  std::int64_t step = 0;    // counts calls of begin_step(); sums of no step have 0

  std::vector<double> find_powers(const SphereRates *rates) const;
  static size_t blocks_of(int count) { return (count + FlowBlock::LANES - 1) / FlowBlock::LANES; }
};

}    // namespace grist

#endif
