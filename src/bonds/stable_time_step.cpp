#include "bonds/stable_time_step.h"

#include "common/constants.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

BondStiffness greatest_stiffness(const BondMaterial &material, double radius_a, double radius_b,
                                 double length_initial, const StiffnessBeside &beside)
{
  const BondSection section(material, radius_a, radius_b, length_initial);
  const double arm_a = length_initial * radius_a / (radius_a + radius_b);
  const double arm_b = length_initial - arm_a;
  const double turning = std::max(section.bending, section.twisting) + beside.roll;
  const double shearing = section.shearing + beside.shear;
  return {std::max(section.tension + beside.normal, shearing), turning + shearing * arm_a * arm_a,
          turning + shearing * arm_b * arm_b};
}

double stable_time_step(double mass, double radius, double sum_translation, double sum_rotation,
                        double damping)
{
  const double frequency2 =
      2.0 * (sum_translation / mass + sum_rotation / sphere_inertia(mass, radius));
  const double lowering = std::sqrt(1.0 + damping * damping) - damping;
  return 2.0 / std::sqrt(frequency2) * lowering;
}

double stable_time_step(const BondBlocks &bonds, const std::vector<BondMaterial> &materials,
                        const double *radius, const std::vector<double> &mass,
                        const AskBeside &beside)
{
  const int owned = static_cast<int>(mass.size());
  std::vector<double> translation(owned, 0.0), rotation(owned, 0.0);
  double damping = 0.0;
  for (const BondBlock &block : bonds.blocks)
    for (int lane = 0; lane < BOND_LANES; lane++) {
      if (!((block.live | block.resting) >> lane & 1)) continue;
      const int a = block.a[lane], b = block.b[lane];
      const BondMaterial &material = materials[block.type[lane]];
      const double length = block.length_initial[lane];
      StiffnessBeside contact;
      if (beside && material.contact != BondContact::NO)
        contact = beside(a, b, counts_from(material.contact, length));
      const BondStiffness stiffness =
          greatest_stiffness(material, radius[a], radius[b], length, contact);
      for (const int i : {a, b})
        if (i < owned) {
          translation[i] += stiffness.translation;
          rotation[i] += i == a ? stiffness.rotation_a : stiffness.rotation_b;
        }
      damping = std::max(damping, material.damping);
    }

  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < owned; i++)
    if (translation[i] > 0.0)
      least = std::min(least,
                       stable_time_step(mass[i], radius[i], translation[i], rotation[i], damping));
  return least;
}

}    // namespace grist
