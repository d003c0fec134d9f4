// Simplified JKR, as in LIGGGHTS: the springs, and a pull of k A, A the area of the disc in which two
// spheres intersect. The energy of the pull is k times the volume that they share.

#ifndef GRIST_CONTACTS_SJKR_H
#define GRIST_CONTACTS_SJKR_H

#include "common/constants.h"
#include "contacts/cohesion.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace cohesion {

// The lens that two overlapping spheres share, by the sum of their curvatures 1/R* and the product
// of them, which is 0 on a plane.
struct Lens {
  double sum, product;

  // radius_b is 0 for a wall, whose curvature follows from R*.
  Lens(double radius, double radius_a, double radius_b) : sum(1.0 / radius)
  {
    const double by_wall = (sum - 1.0 / radius_a) / radius_a;
    product = radius_b > 0.0 ? 1.0 / (radius_a * radius_b) : by_wall;
  }
  double area(double d) const
  {
    const double apart = sum - product * d;
    return 0.25 * PI * d * (4.0 - 2.0 * sum * d + product * d * d) * (sum + apart) /
        (apart * apart);
  }
  double volume(double d) const
  {
    return PI / 12.0 * d * d * (12.0 - 4.0 * sum * d + product * d * d) / (sum - product * d);
  }
};

}    // namespace cohesion

struct Sjkr : CohesionPart {
  static constexpr const char *NAME = "sjkr";
  static constexpr std::array<PartNumber, 1> ROWS = {
      {{"", ranges::NOT_NEGATIVE, Quantity::ENERGY_PER_VOLUME}}};
  struct Numbers {
    double density;    // k [energy/volume]
  };

  static bool pulls(const Numbers &own) { return own.density > 0.0; }

  template <class MODE, class Law>
  static NormalState state(const Law &law, const contact_kernel::Contact &contact)
  {
    const ContactSprings springs = MODE::Law::springs_at(law, contact);
    const cohesion::Lens lens(contact.radius, contact.radius_a, contact.radius_b);
    const double pull = law.cohesion.density * lens.area(contact.overlap);
    return {springs.normal, springs.damping, springs.shear, springs.force - pull, pull};
  }

  template <class MODE, class Law>
  static double stored(const Law &law, const contact_kernel::Contact &contact)
  {
    if (!(contact.overlap > 0.0)) return 0.0;
    const cohesion::Lens lens(contact.radius, contact.radius_a, contact.radius_b);
    return MODE::Law::stored(law, contact) - law.cohesion.density * lens.volume(contact.overlap);
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
