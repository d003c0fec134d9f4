// A cube root in a loop of plain doubles that compilers turn into vector instructions: std::cbrt is
// a call.

#ifndef GRIST_LANES_CUBE_ROOT_H
#define GRIST_LANES_CUBE_ROOT_H

#include "lanes/instructions.h"

#include <cstdint>
#include <cstring>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// x^(-1/3) of x > 0, x r^3 to 0.11: the upper half of the bits of a double is nearly its logarithm.
// As a number, it is the low bits of 2^52 + n.
inline double near_inverse_cube_root(double x)
{
  constexpr double UNIT = 0x1p52, OF_ONE = 1430186000.0;
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof x);
  bits = bits >> 32 | 0x4330000000000000u;
  double number;
  std::memcpy(&number, &bits, sizeof x);
  number = OF_ONE - 1.0 / 3.0 * (number - UNIT) + UNIT;
  std::memcpy(&bits, &number, sizeof x);
  bits <<= 32;
  std::memcpy(&number, &bits, sizeof x);
  return number;
}

// x^(-1/3) of x > 0, to some roundings, from 1e-200 to 1e200; of 0 a finite number. Two steps that
// raise the error to its fourth power: the series of (1 - e)^(-1/3) with e = 1 - x r^3.
inline double inverse_cube_root(double x)
{
  double r = near_inverse_cube_root(x);
  for (int n = 0; n < 2; n++) {
    const double e = 1.0 - x * r * r * r;
    r += r * e * (1.0 / 3.0 + e * (2.0 / 9.0 + e * (14.0 / 81.0)));
  }
  return r;
}

// The cube root of x >= 0; exact for 0.
inline double cube_root(double x)
{
  const double r = inverse_cube_root(x);
  return x * r * r;
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
