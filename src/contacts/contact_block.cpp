#include "contacts/contact_block.h"

#include "common/preconditions.h"

namespace grist {

// Lanes that are not in use are worked out too, so that they must hold some contact.
LawLanes::LawLanes() : velocity(), omega_a(), omega_b(), shear(), roll(), memory(), twist()
{
  for (int n = 0; n < LANES; n++) {
    inertia[n] = 1.0;
    set_law(n, ContactLaw());
  }
}

ContactBlock::ContactBlock() : PairGeometry(), reference()
{
  for (int n = 0; n < LANES; n++)
    apart[0][n] = radius_a[n] = radius_b[n] = mass_product[n] = mass_sum[n] = 1.0;
}

void LawLanes::set_law(int lane, const ContactLaw &law)
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
