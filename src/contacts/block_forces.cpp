#include "contacts/block_forces.h"

#include "common/preconditions.h"

#include "contacts/contact_lanes.h"
#include "contacts/wall_lanes.h"

namespace grist {

GRIST_DECLARE_TABLES(ContactLanes, CONTACT_LANES_TABLE)
GRIST_DECLARE_TABLES(WallLanes, WALL_LANES_TABLE)

void evaluate(ContactBlock &block, int count, ContactKind kind, RollingLaw rolling,
              ContactForm form, CohesionLaw cohesion, double dt, bool advance, FlowBlock *taking)
{
  assert(count >= 0 && count <= ContactBlock::LANES);
  GRIST_TABLE_IN_USE(CONTACT_LANES_TABLE)
      .evaluate(block, count, kind, rolling, form, cohesion, dt, advance, taking);
}

void evaluate(WallBlock &block, int count, ContactKind kind, RollingLaw rolling, ContactForm form,
              CohesionLaw cohesion, double dt, bool advance)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  GRIST_TABLE_IN_USE(WALL_LANES_TABLE)
      .evaluate(block, count, kind, rolling, form, cohesion, dt, advance);
}

void gather(const WallTouches &touches, RollingLaw rolling, int count, WallBlock &block)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  GRIST_TABLE_IN_USE(WALL_LANES_TABLE).gather(touches, rolling, count, block);
}

void keep(const WallBlock &block, const WallTouches &touches, int count)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  GRIST_TABLE_IN_USE(WALL_LANES_TABLE).keep(block, touches, count);
}

void scatter(const WallBlock &block, int count, WallForceRows &rows)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  GRIST_TABLE_IN_USE(WALL_LANES_TABLE).scatter(block, count, rows);
}

WallSums sums(const WallBlock &block, int count)
{
  return GRIST_TABLE_IN_USE(WALL_LANES_TABLE).sums(block, count);
}

}    // namespace grist
