#include "contacts/block_forces.h"

#include "common/preconditions.h"

#include "contacts/contact_lanes.h"
#include "contacts/wall_lanes.h"

namespace grist {

void evaluate(ContactBlock &block, int count, const ContactMode &mode,
              LossBlock<ContactEntries> *losses)
{
  assert(count >= 0 && count <= ContactBlock::LANES);
  kernels_in_use<ContactLanes>().evaluate(block, count, mode, losses);
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
