// The number types that the bond law is evaluated with: double for one bond, Lanes or LaneGroup for
// a block of bonds. Functions that lane_groups.h has for the latter, for double.

#ifndef GRIST_BONDS_LAW_NUMBERS_H
#define GRIST_BONDS_LAW_NUMBERS_H

#include "lanes/lane_groups.h"

#include <cmath>
#include <type_traits>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

template <class Number> constexpr bool IS_ONE_BOND = std::is_same_v<Number, double>;

// A square root and its inverse. Right to the last bit for one bond, so that a bond at its initial
// length has exactly that length; to the last bit or two for a block. (A struct of both would be
// copied through memory.)
inline void square_root(double square, double &root, double &inverse)
{
  root = std::sqrt(square);
  inverse = 1.0 / root;
}
template <class Number>
[[gnu::always_inline]] inline void square_root(const Number &square, Number &root, Number &inverse)
{
  inverse = inverse_root(square);
  root = square * inverse;
}

// 1 / (1 + q). For a block, right to rounding for q from 0 to 1e-4.
inline double inverse_of_one_plus(double q)
{
  return 1.0 / (1.0 + q);
}
template <class Number> [[gnu::always_inline]] inline Number inverse_of_one_plus(const Number &q)
{
  return (1.0 - q) * (1.0 + q * q);
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
