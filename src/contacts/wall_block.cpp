#include "contacts/wall_block.h"

namespace grist {

WallBlock::WallBlock() : direction(), curvature(), arm(), wall_velocity()
{
  for (int n = 0; n < LANES; n++) direction[0][n] = overlap[n] = radius[n] = mass[n] = 1.0;
}

}    // namespace grist
