#include "contacts/wall_block.h"

#include "common/preconditions.h"

namespace grist {

// Lanes that are not in use are worked out too, so that they must hold some contact.
WallBlock::WallBlock() :
    direction(), velocity(), omega_a(), omega_b(), curvature(), shear(), roll(), arm(),
    wall_velocity(), memory(), twist()
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
  plastic_ratio[lane] = law.plastic.ratio;
  plastic_root[lane] = law.plastic.root;
  constant_pull[lane] = law.plastic.pull;
  adhesion_exponent[lane] = law.plastic.exponent;
  rolling_stiffness[lane] = law.rolling.stiffness;
  rolling_damping[lane] = law.rolling.damping;
  rolling_friction[lane] = law.rolling.friction;
  twisting[lane] = law.twisting == TwistingLaw::NONE ? 0.0 : 1.0;
}

}    // namespace grist
