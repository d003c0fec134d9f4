// Rows of lanes, and lanes of them that are taken by their numbers; sets of numbers as bits.
//
// Needs AVX2 or AVX-512: GRIST_LANE_NUMBERS.

#ifndef GRIST_LANES_LANE_NUMBERS_H
#define GRIST_LANES_LANE_NUMBERS_H

#include "lanes/lane_vectors.h"

#include <utility>

#if defined(GRIST_AVX512) || (defined(__AVX2__) && defined(__BMI2__))
#define GRIST_LANE_NUMBERS

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

/* Sets */

inline unsigned first_bits(int count)
{
  return _bzhi_u32(0xffffffffu, static_cast<unsigned>(count));
}
inline int count_of(unsigned set)
{
  return __builtin_popcount(set);
}
inline int lowest_of(unsigned set)
{
  return __builtin_ctz(set);
}

/* Rows */

// Lanes of several vectors, numbered through.
template <int VECTORS> struct Row {
  Lanes of[VECTORS];
};

template <class Function, int... K>
[[gnu::always_inline]] inline Row<sizeof...(K)> make_row(const Function &f,
                                                         std::integer_sequence<int, K...>)
{
  return {{f(std::integral_constant<int, K>())...}};
}
// The row of the results f(0), f(1), ... of numbers that are constants.
template <int VECTORS, class Function>
[[gnu::always_inline]] inline Row<VECTORS> make_row(const Function &f)
{
  return make_row(f, std::make_integer_sequence<int, VECTORS>());
}

// One bit a lane: how it compares with another number. HOW: as immintrin.h has it, _CMP_GT_OQ.
template <int HOW> [[gnu::always_inline]] inline unsigned bits_of(const Lanes &a, const Lanes &b)
{
#if defined(GRIST_AVX512)
  return _mm512_cmp_pd_mask(a, b, HOW);
#else
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, HOW)));
#endif
}
template <int HOW, int VECTORS>
[[gnu::always_inline]] inline unsigned bits_of(const Row<VECTORS> &row, const Lanes &b)
{
  unsigned bits = 0;
  for (int v = 0; v < VECTORS; v++) bits |= bits_of<HOW>(row.of[v], b) << (LANES * v);
  return bits;
}

/* Lanes by numbers */

#if defined(GRIST_AVX512)

// 64 bits each, of which the lowest count.
using LaneNumbers = __m512i;

template <int VECTORS>
[[gnu::always_inline]] inline Lanes at(const Row<VECTORS> &row, LaneNumbers numbers)
{
  static_assert(VECTORS <= 2);
  if constexpr (VECTORS == 1)
    return _mm512_maskz_permutexvar_pd(0xff, numbers, row.of[0]);
  else
    return _mm512_permutex2var_pd(row.of[0], numbers, row.of[1]);
}

#else

// Those of halves of doubles: 2 n and 2 n + 1, 32 bits each.
using LaneNumbers = __m256i;

template <int VECTORS, int FIRST = 0, int COUNT = VECTORS>
[[gnu::always_inline]] inline Lanes at(const Row<VECTORS> &row, LaneNumbers numbers)
{
  if constexpr (COUNT == 1) {
    return _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(row.of[FIRST]), numbers));
  } else {
    constexpr int HALF = COUNT / 2, BIT = COUNT == 2 ? 3 : 4;    // says which half it is
    static_assert(COUNT == 2 || COUNT == 4);
    return _mm256_blendv_pd(at<VECTORS, FIRST, HALF>(row, numbers),
                            at<VECTORS, FIRST + HALF, HALF>(row, numbers),
                            _mm256_castsi256_pd(_mm256_slli_epi64(numbers, 63 - BIT)));
  }
}

#endif

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
#endif
