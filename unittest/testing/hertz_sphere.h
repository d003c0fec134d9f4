// Closed forms of single spheres: mass, and the contact of Hertz with a wall of the same material.
// SI units.

#ifndef GRIST_TESTING_HERTZ_SPHERE_H
#define GRIST_TESTING_HERTZ_SPHERE_H

#include "common/constants.h"

#include <cmath>
#include <cstdio>
#include <string>

namespace grist::testing {

// With all digits, for input lines.
inline std::string number(double value)
{
  char text[32];
  snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

inline double sphere_mass(double radius, double density = 2500)
{
  return density * 4.0 / 3.0 * PI * std::pow(radius, 3);
}

// 4/3 E* of two bodies of this Young's modulus and Poisson's ratio: the force is 4/3 E* sqrt(R)
// d^(3/2), overlap d, and R the radius of a sphere on a wall.
inline double hertz_stiffness(double young, double poisson = 0.3)
{
  return 4.0 / 3.0 * young / (2.0 * (1.0 - poisson * poisson));
}

// By which a force presses a sphere into a wall.
inline double hertz_overlap(double force, double radius, double young)
{
  return std::pow(force / (hertz_stiffness(young) * std::sqrt(radius)), 2.0 / 3.0);
}

}    // namespace grist::testing

#endif
