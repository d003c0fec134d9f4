// Wear of a wall by sliding (Archard) and by impact (Finnie) of particles, as worn volumes.
//
//   Archard   V = K F s / H      normal force F, sliding distance s, hardness H, wear coefficient K
//             Archard 1953, Contact and rubbing of flat surfaces, J Appl Phys 24, 981
//   Finnie    V = m v^2 / (p psi k) (sin 2a - 6/k sin^2 a)    where tan a <= k/6
//             V = m v^2 / (p psi k) (k/6) cos^2 a             where tan a >= k/6
//             of a grain of mass m that hits with the speed v at the angle a to the surface; flow
//             stress p, ratio psi of the length to the depth of the cut, ratio k of the vertical to
//             the horizontal force
//             Finnie 1960, Erosion of surfaces by solid particles, Wear 3, 87
//
// Pressures in units of force per area.

#ifndef GRIST_WALLS_WEAR_H
#define GRIST_WALLS_WEAR_H

#include <cassert>

namespace grist {

struct ArchardWear {
  double coefficient = 0.0;    // K; 0: no wear
  double hardness = 1.0;

  // `pressing`: normal force; a pull causes no wear.
  double volume(double pressing, double distance) const
  {
    assert(!(distance < 0.0) && hardness > 0.0);
    return pressing > 0.0 ? coefficient * pressing * distance / hardness : 0.0;
  }
};

struct FinnieWear {
  double flow_stress = 0.0;    // 0: no wear
  double length_ratio = 2.0;
  double force_ratio = 2.0;

  // Speeds at the impact, towards the surface and along it. Motion away from the surface causes no
  // wear.
  double volume(double mass, double normal_speed, double tangential_speed) const
  {
    assert(!(mass < 0.0) && !(tangential_speed < 0.0));
    if (!(flow_stress > 0.0) || !(normal_speed > 0.0)) return 0.0;
    const double along = tangential_speed,
                 factor = mass / (flow_stress * length_ratio * force_ratio);
    if (6.0 * normal_speed >= force_ratio * along)
      return factor * force_ratio / 6.0 * along * along;
    return factor * (2.0 * normal_speed * along - 6.0 / force_ratio * normal_speed * normal_speed);
  }
};

struct WearLaws {
  ArchardWear archard;
  FinnieWear finnie;

  bool any() const { return archard.coefficient > 0.0 || finnie.flow_stress > 0.0; }
};

}    // namespace grist

#endif
