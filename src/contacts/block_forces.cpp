#include "contacts/block_forces.h"

#include "common/preconditions.h"

#include "contacts/contact_lanes.h"
#include "contacts/wall_lanes.h"

namespace grist {

// Lanes that are not in use are worked out too, so that they must hold some contact.
ContactBlock::ContactBlock() :
    curvature(), velocity(), omega_a(), omega_b(), shear(), roll(), memory(), twist(),
    twisting_torque(), reference(), arm(), wall_velocity()
{
  for (int n = 0; n < LANES; n++) {
    apart[0][n] = radius_a[n] = radius_b[n] = mass_product[n] = mass_sum[n] = 1.0;
    wall_overlap[n] = inertia[n] = 1.0;
    set_law(n, ContactLaw());
  }
}

void ContactBlock::set_law(int lane, const ContactLaw &law)
{
  assert(lane >= 0 && lane < LANES);
  const double all[] = {law.normal, law.tangential, law.damping, law.damping_ratio, law.friction};
  for (int k = 0; k < 5; k++) of_all[k][lane] = all[k];
  for (int slot = 0; slot < ContactLaw::SLOTS; slot++)
    for (int k = 0; k < MOST_NUMBERS; k++) numbers[slot][k][lane] = law.numbers[slot][k];
}

void evaluate(ContactBlock &block, int count, const ContactMode &mode,
              LossBlock<ContactEntries> *losses)
{
  assert(count >= 0 && count <= ContactBlock::LANES);
  kernels_in_use<ContactLanes>().evaluate(block, count, mode, losses);
}

void find_heat(const ContactBlock &block, int count, const ContactMode &mode, double *held,
               double *radius)
{
  assert(count >= 0 && count <= ContactBlock::LANES && held && radius);
  kernels_in_use<ContactLanes>().find_heat(block, count, mode, held, radius);
}

void evaluate_at_wall(ContactBlock &block, int count, const ContactMode &mode,
                      LossBlock<ContactEntries> *losses)
{
  assert(count >= 0 && count <= ContactBlock::LANES);
  kernels_in_use<WallLanes>().evaluate(block, count, mode, losses);
}

void gather(const WallTouches &touches, const ContactMode &mode, int count, ContactBlock &block)
{
  assert(count >= 0 && count <= ContactBlock::LANES);
  kernels_in_use<WallLanes>().gather(touches, mode, count, block);
}

void keep(const ContactBlock &block, const ContactMode &mode, const WallTouches &touches, int count)
{
  assert(count >= 0 && count <= ContactBlock::LANES);
  kernels_in_use<WallLanes>().keep(block, mode, touches, count);
}

void keep_memories(const ContactBlock &block, const ContactMode &mode, const WallTouches &touches,
                   int count)
{
  assert(count >= 0 && count <= ContactBlock::LANES);
  const int remembered = mode.history().remembered;
  for (int n = 0; n < count; n++)
    for (int d = 0; d < remembered; d++)
      touches.history[n][HistoryLayout::all().memory + d] = block.memory[d][n];
}

void scatter(const ContactBlock &block, int count, WallForceRows &rows)
{
  assert(count >= 0 && count <= ContactBlock::LANES);
  kernels_in_use<WallLanes>().scatter(block, count, rows);
}

WallSums sums(const ContactBlock &block, int count)
{
  return kernels_in_use<WallLanes>().sums(block, count);
}

}    // namespace grist
