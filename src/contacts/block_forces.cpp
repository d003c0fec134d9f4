#include "contacts/block_forces.h"

#include "common/preconditions.h"

#include "contacts/contact_lanes.h"
#include "contacts/wall_lanes.h"

namespace grist {

void evaluate(ContactBlock &block, int count, const ContactMode &mode, FlowBlock *taking)
{
  assert(count >= 0 && count <= ContactBlock::LANES);
  kernels_in_use<ContactLanes>().evaluate(block, count, mode, taking);
}

void evaluate(WallBlock &block, int count, const ContactMode &mode, WallFlowBlock *taking)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  kernels_in_use<WallLanes>().evaluate(block, count, mode, taking);
}

void gather(const WallTouches &touches, const ContactMode &mode, int count, WallBlock &block)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  kernels_in_use<WallLanes>().gather(touches, mode, count, block);
}

void keep(const WallBlock &block, const ContactMode &mode, const WallTouches &touches, int count)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  kernels_in_use<WallLanes>().keep(block, mode, touches, count);
}

void keep_memories(const WallBlock &block, const WallTouches &touches, int count)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  for (int n = 0; n < count; n++)
    for (int d = 0; d < 3; d++)
      touches.history[n][HistoryLayout::all().memory + d] = block.memory[d][n];
}

void scatter(const WallBlock &block, int count, WallForceRows &rows)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  kernels_in_use<WallLanes>().scatter(block, count, rows);
}

WallSums sums(const WallBlock &block, int count)
{
  return kernels_in_use<WallLanes>().sums(block, count);
}

}    // namespace grist
