#include "contacts/contact_block.h"

#include "common/preconditions.h"

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

}    // namespace grist
