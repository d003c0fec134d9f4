// Conduction between two spheres that touch on a small circle, or are bonded.
//
// Two half-spaces that touch on a circle of radius a resist by constriction on both sides:
//   Q = 4 k1 k2/(k1 + k2) a (T1 - T2)      (2 k a (T1 - T2) for one material)
// Batchelor and O'Brien 1977 (equal materials); Vargas and McCarthy 2001 for assemblies. The circle
// is that of the springs (contact_radius()), a = sqrt(R* d) of Hertz and of linear ones; a wall with the
// curvature of R*. With a softened Young's modulus the overlap and a are too large: at the same
// force a is (E*/E*_real)^(1/3) times as large.
//
// A bond conducts as a rod between the centres: two halves in series, k A/L of one material.

#ifndef GRIST_HEAT_CONDUCTION_H
#define GRIST_HEAT_CONDUCTION_H

#include <cassert>
#include <cmath>

namespace grist {

// What heat needs to know of a material.
struct HeatMaterial {
  double conductivity = 0.0;    // k [power/(length temperature)], >= 0
  double capacity = 0.0;        // c [energy/(mass temperature)], > 0; 0: not given
  double young_real = 0.0;      // [pressure], > 0, of a material that was softened; 0: as it is
};

// 2 k1 k2/(k1 + k2); 0 where one does not conduct.
inline double mean_conductivity(double a, double b)
{
  return a > 0.0 && b > 0.0 ? 2.0 * a * b / (a + b) : 0.0;
}

// [power/temperature] over the contact radius.
inline double conductance_by_radius(double conductivity_a, double conductivity_b)
{
  return 2.0 * mean_conductivity(conductivity_a, conductivity_b);
}

// E* of two materials.
inline double effective_young(double young_a, double poisson_a, double young_b, double poisson_b)
{
  assert(young_a > 0.0 && young_b > 0.0);
  return 1.0 / ((1.0 - poisson_a * poisson_a) / young_a + (1.0 - poisson_b * poisson_b) / young_b);
}

// By which the contact radius is multiplied.
inline double softening_factor(double young, double young_real)
{
  assert(young > 0.0 && young_real > 0.0);
  return std::cbrt(young / young_real);
}

inline double bond_conductance(double conductivity_a, double conductivity_b, double area,
                               double length)
{
  assert(area >= 0.0 && !(length <= 0.0));
  return mean_conductivity(conductivity_a, conductivity_b) * area / length;
}

}    // namespace grist

#endif
