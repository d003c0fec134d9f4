// Mathematical constants, and constants of a solid sphere.

#ifndef GRIST_COMMON_CONSTANTS_H
#define GRIST_COMMON_CONSTANTS_H

namespace grist {

constexpr double PI = 3.14159265358979323846;
constexpr double DEGREE = PI / 180.0;    // in radians

constexpr double sphere_volume(double radius)
{
  return 4.0 / 3.0 * PI * radius * radius * radius;
}

// Moment of inertia of a solid sphere about any axis through its centre, over m r^2.
constexpr double SPHERE_INERTIA = 0.4;

constexpr double sphere_inertia(double mass, double radius)
{
  return SPHERE_INERTIA * mass * radius * radius;
}

// The same over the mass: the square of the radius of gyration.
constexpr double sphere_gyration2(double radius)
{
  return SPHERE_INERTIA * radius * radius;
}

}    // namespace grist

#endif
