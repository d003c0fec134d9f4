// Preconditions that types do not express, for assert(): builds with sanitizers check them. Besides
// is_unit() of common/vectors.h and is_rotation() of common/space.h.
//
// What follows from positions and velocities may be NaN in a broken run, which ends with a sentence
// of the guard: such numbers pass.

#ifndef GRIST_COMMON_PRECONDITIONS_H
#define GRIST_COMMON_PRECONDITIONS_H

#include "common/space.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace grist {

inline bool is_symmetric(const Matrix3d &m)
{
  return !(norm(m - transposed(m)) > 1e-9 * norm(m));
}

inline bool is_share(double value)
{
  return !(value < 0.0) && !(value > 1.0);
}

template <class Numbers> bool is_ascending(const Numbers &numbers)
{
  return std::is_sorted(std::begin(numbers), std::end(numbers));
}

template <class Numbers> bool are_positive(const Numbers &numbers)
{
  return std::all_of(std::begin(numbers), std::end(numbers), [](auto one) { return one > 0; });
}

// Whether a number is that of one of so many items, which are numbered from 0.
template <class Number, class Count> bool is_number_of(Number number, Count count)
{
  return number >= 0 && static_cast<std::size_t>(number) < static_cast<std::size_t>(count);
}

template <class Numbers, class Count> bool are_numbers_of(const Numbers &numbers, Count count)
{
  return std::all_of(std::begin(numbers), std::end(numbers),
                     [count](auto one) { return is_number_of(one, count); });
}

// Whether positive numbers have this sum, to rounding.
template <class Numbers> bool have_sum(const Numbers &numbers, double sum)
{
  double found = 0.0;
  for (const double number : numbers) found += number;
  return !(std::abs(found - sum) > 1e-9 * std::abs(sum));
}

// Whether half spaces, or whatever else has a normal, have one of length 1.
template <class HalfSpaces> bool have_unit_normals(const HalfSpaces &all)
{
  return std::all_of(std::begin(all), std::end(all),
                     [](const auto &one) { return is_unit(one.normal); });
}

}    // namespace grist

#endif
