#include "overlaps/overlap_block.h"

#include "common/preconditions.h"

#include "overlaps/overlap_block_lanes.h"

namespace grist {

// Lanes that are not in use are worked out too, so that they must hold some contact.
OverlapBlock::OverlapBlock() :
    centroid(), normal(), area_vector(), moment(), spread(), distance(), velocity(), omega_a(),
    omega_b()
{
  for (int n = 0; n < LANES; n++) {
    set_law(n, OverlapContactLaw());
    volume[n] = area[n] = mass[n] = 1.0;
    set_history(n, ContactHistory());
  }
}

void OverlapBlock::set_law(int lane, const OverlapContactLaw &law)
{
  assert(lane >= 0 && lane < LANES);
  stiffness[lane] = law.stiffness;
  restitution[lane] = law.restitution;
  damping_ratio[lane] = law.damping_ratio;
  damping[lane] = law.damping;
  mu[lane] = law.mu;
  stiffness_ratio[lane] = law.stiffness_ratio;
  speed_squared[lane] = law.speed_squared;
  tangential_damping[lane] = law.tangential_damping;
}

void evaluate(OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt)
{
  assert(dt >= 0.0);
  assert(count >= 0 && count <= OverlapBlock::LANES);
  kernels_in_use<OverlapBlockLanes>().evaluate(block, count, kind, dt);
}

void find_losses(const OverlapBlock &block, int count, const OverlapContactLaw &kind, double dt,
                 const double *share, LossBlock<OverlapEntries> *to, OverlapEnergy &stored)
{
  assert(count >= 0 && count <= OverlapBlock::LANES);
  kernels_in_use<OverlapBlockLanes>().find_losses(block, count, kind, dt, share, to, stored);
}

}    // namespace grist
