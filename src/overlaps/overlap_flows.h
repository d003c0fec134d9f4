// Power dissipated by all contacts of a set of bodies in one step, and the energy that they store:
// the same sums as by overlap_energy.h. What takes energy is kept block by block, and multiplied by
// the motion of the bodies when that is known, as contacts/contact_flows.h does it for spheres.

#ifndef GRIST_OVERLAPS_OVERLAP_FLOWS_H
#define GRIST_OVERLAPS_OVERLAP_FLOWS_H

#include "energy/sphere_rates.h"
#include "overlaps/overlap_block.h"
#include "overlaps/overlap_energy.h"

#include <vector>

namespace grist {

class OverlapFlows {
 public:
  void begin_step()
  {
    in_use = 0;
    energy = {};
  }

  // Contacts of a block after evaluate() by this law and dt, between bodies a[n] and b[n]; share[n]
  // of a contact counts.
  void add(const OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt,
           const int *a, const int *b, const double *share);

  // Of all contacts of the step. rates: by body, at the instant of the positions.
  OverlapPower dissipated_power(const SphereRates *rates) const;
  const OverlapEnergy &stored() const { return energy; }

  double memory_usage() const
  {
    return static_cast<double>(blocks.capacity() * sizeof(OverlapFlowBlock));
  }

 private:
  std::vector<OverlapFlowBlock> blocks;
  size_t in_use = 0;
  OverlapEnergy energy;
};

}    // namespace grist

#endif
