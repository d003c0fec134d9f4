#include "contacts/wall_block.h"

#include "common/preconditions.h"

#include "contacts/wall_lanes.h"

namespace grist {

// Lanes that are not in use are worked out too, so that they must hold some contact.
WallBlock::WallBlock() :
    direction(), velocity(), omega_a(), omega_b(), curvature(), shear(), roll(), arm(),
    wall_velocity()
{
  for (int n = 0; n < LANES; n++) {
    direction[0][n] = overlap[n] = radius[n] = mass[n] = inertia[n] = 1.0;
    set_law(n, ContactLaw());
  }
}

void WallBlock::set_law(int lane, const ContactLaw &law)
{
  assert(lane >= 0 && lane < LANES);
  normal[lane] = law.normal;
  tangential[lane] = law.tangential;
  damping[lane] = law.damping;
  damping_ratio[lane] = law.damping_ratio;
  friction[lane] = law.friction;
  adhesion[lane] = law.adhesion;
  rolling_stiffness[lane] = law.rolling.stiffness;
  rolling_damping[lane] = law.rolling.damping;
  rolling_friction[lane] = law.rolling.friction;
}

void evaluate(WallBlock &block, int count, const ContactMode &mode)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  kernels_in_use<WallLanes>().evaluate(block, count, mode);
}

void gather(const WallTouches &touches, RollingLaw rolling, int count, WallBlock &block)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  kernels_in_use<WallLanes>().gather(touches, rolling, count, block);
}

void keep(const WallBlock &block, const WallTouches &touches, int count)
{
  assert(count >= 0 && count <= WallBlock::LANES);
  kernels_in_use<WallLanes>().keep(block, touches, count);
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
