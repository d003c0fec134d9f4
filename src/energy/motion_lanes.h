// Motions of spheres, lane by lane, for kernels that are compiled for each set of instructions (common/instructions.h).

#ifndef GRIST_ENERGY_MOTION_LANES_H
#define GRIST_ENERGY_MOTION_LANES_H

#include "common/lane_rows.h"

#include <cstddef>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// Vectors of space.
struct HalfVectors {
  HalfLanes x, y, z;
};
inline HalfVectors operator-(const HalfVectors &a, const HalfVectors &b)
{
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline HalfVectors operator-(const HalfVectors &a)
{
  return {-a.x, -a.y, -a.z};
}
inline HalfVectors operator+(const HalfVectors &a, const HalfVectors &b)
{
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline HalfVectors operator*(const HalfLanes &factor, const HalfVectors &a)
{
  return {factor * a.x, factor * a.y, factor * a.z};
}
inline HalfLanes dot(const HalfVectors &a, const HalfVectors &b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline HalfVectors cross(const HalfVectors &a, const HalfVectors &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// From lane `first` on.
template <std::size_t WIDTH>
inline HalfVectors load_vectors(const double (&rows)[3][WIDTH], int first)
{
  return {load_row(rows[0] + first), load_row(rows[1] + first), load_row(rows[2] + first)};
}

struct HalfMotions {
  HalfVectors velocity, omega;
};

// rates: six numbers a sphere, velocity and angular velocity.
inline HalfMotions motions_of(const int *spheres, const double *rates)
{
  HalfLanes of[6];
  load_six([&](int k) { return rates + 6 * static_cast<std::size_t>(spheres[k]); }, of);
  return {{of[0], of[1], of[2]}, {of[3], of[4], of[5]}};
}

inline double sum_of(const HalfLanes &lanes)
{
  double sum = 0.0;
  for (int k = 0; k < HALF_LANES; k++) sum += lanes[k];
  return sum;
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
