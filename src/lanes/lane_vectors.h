// Several numbers at once, and vectors of space of them: what block kernels are written in.
//
// A Lanes is a vector of the compiler's (GCC, Clang), as wide as the registers of the set of
// instructions (instructions.h). Every lane goes the same way, so a lane's result depends on its
// own numbers alone. Arrays that are loaded from or stored to are aligned to 64 bytes, from a
// multiple of LANES on.

#ifndef GRIST_LANES_LANE_VECTORS_H
#define GRIST_LANES_LANE_VECTORS_H

#include "common/space.h"
#include "lanes/instructions.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define GRIST_AVX512
#endif
#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

#if defined(GRIST_AVX512)
constexpr int LANES = 8;
#elif defined(__AVX__)
constexpr int LANES = 4;
#else
constexpr int LANES = 2;
#endif

using Lanes = double __attribute__((vector_size(LANES * sizeof(double))));

// All bits of a lane set: yes.
using LaneMask = std::int64_t __attribute__((vector_size(LANES * sizeof(std::int64_t))));

inline Lanes same(double value)
{
  return Lanes{} + value;
}

// One bit a lane, lane 0 the lowest.
inline unsigned bits_of(const LaneMask &mask)
{
#if defined(GRIST_AVX512)
  return _mm512_movepi64_mask((__m512i) mask);
#elif defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_pd((__m256d) mask));
#elif defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_pd((__m128d) mask));
#else
  unsigned bits = 0;
  for (int k = 0; k < LANES; k++) bits |= mask[k] != 0 ? 1u << k : 0u;
  return bits;
#endif
}

inline bool any(const LaneMask &lanes)
{
  return bits_of(lanes) != 0;
}

// The lanes of a where the mask says yes, those of b elsewhere.
inline Lanes select(const LaneMask &mask, const Lanes &a, const Lanes &b)
{
  return mask ? a : b;
}
inline double select(bool mask, double a, double b)
{
  return mask ? a : b;
}
inline Lanes least(const Lanes &a, const Lanes &b)
{
  return select(a < b, a, b);
}
[[gnu::always_inline]] inline double least(double a, double b)
{
  return b < a ? b : a;
}
inline Lanes absolute(const Lanes &a)
{
  return select(a < 0.0, -a, a);
}
inline double sum_of(const Lanes &lanes)
{
  double sum = 0.0;
  for (int k = 0; k < LANES; k++) sum += lanes[k];
  return sum;
}

inline Lanes load(const double *from)
{
  return *reinterpret_cast<const Lanes *>(from);
}
inline void store(double *to, const Lanes &value)
{
  *reinterpret_cast<Lanes *>(to) = value;
}
using FloatLanes = float __attribute__((vector_size(LANES * sizeof(float))));
inline Lanes load(const float *from)
{
  return __builtin_convertvector(*reinterpret_cast<const FloatLanes *>(from), Lanes);
}
inline FloatLanes rounded(const Lanes &value)
{
  return __builtin_convertvector(value, FloatLanes);
}

// values[index[lane]], by a load for each: quicker than the gathers of AVX-512.
inline Lanes gather(const double *values, const int *index)
{
  Lanes out;
  for (int k = 0; k < LANES; k++) out[k] = values[index[k]];
  return out;
}

inline Lanes square_root(const Lanes &square)
{
#if defined(GRIST_AVX512)
  return _mm512_maskz_sqrt_pd(0xff, square);
#elif defined(__AVX__)
  return _mm256_sqrt_pd(square);
#elif defined(__SSE2__)
  return _mm_sqrt_pd(square);
#else
  Lanes out;
  for (int k = 0; k < LANES; k++) out[k] = std::sqrt(square[k]);
  return out;
#endif
}

// 1 / sqrt(square), right to the last bit or two: an estimate and Newton's steps take a fifth of
// the time of a division and a root.
inline Lanes inverse_root(const Lanes &square)
{
#ifdef GRIST_AVX512
  const Lanes y = _mm512_maskz_rsqrt14_pd(0xff, square);
  const Lanes rest = 1.0 - square * y * y;    // at most 2^-13: the next term is below the last bit
  return y + y * (rest * (0.5 + rest * (0.375 + rest * 0.3125)));
#else
  Lanes out;
  for (int k = 0; k < LANES; k++) out[k] = 1.0 / std::sqrt(square[k]);
  return out;
#endif
}

using LaneVectors = Vector3<Lanes>;

template <class Mask, class Number>
[[gnu::always_inline]] inline Vector3<Number> select(const Mask &mask, const Vector3<Number> &a,
                                                     const Vector3<Number> &b)
{
  return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}
template <class Mask, class Number>
[[gnu::always_inline]] inline Vector3<Number> zero_where(const Mask &mask, const Vector3<Number> &a)
{
  const Number zero = {};
  return {select(mask, zero, a.x), select(mask, zero, a.y), select(mask, zero, a.z)};
}

// Lanes `first`, first + 1, ... of three rows.
template <int LENGTH> inline LaneVectors load(const double (&from)[3][LENGTH], int first)
{
  return {load(from[0] + first), load(from[1] + first), load(from[2] + first)};
}
template <int LENGTH>
inline void store(double (&to)[3][LENGTH], int first, const LaneVectors &value)
{
  store(to[0] + first, value.x);
  store(to[1] + first, value.y);
  store(to[2] + first, value.z);
}

// One lane of them.
template <int LENGTH> inline Vector3d load_lane(const double (&from)[3][LENGTH], int lane)
{
  return {from[0][lane], from[1][lane], from[2][lane]};
}
template <int LENGTH>
inline void store_lane(double (&to)[3][LENGTH], int lane, const Vector3d &value)
{
  to[0][lane] = value.x;
  to[1][lane] = value.y;
  to[2][lane] = value.z;
}

// From vectors as three doubles side by side, which are read by one or two loads and transposed:
// quicker than the gathers of AVX-512, which take a load for each number.
inline void gather_vectors(const double *values, const int *index, Lanes &x, Lanes &y, Lanes &z)
{
  [[maybe_unused]] const auto at = [&](int lane) {
    return values + 3 * static_cast<std::size_t>(index[lane]);
  };
#if defined(GRIST_AVX512)
  // Rows of x, y, z and nothing, of lanes k and k + 4 side by side.
  const auto two = [&](int lane) {
    return _mm512_mask_broadcast_f64x4(_mm512_castpd256_pd512(_mm256_maskz_loadu_pd(0x7, at(lane))),
                                       0x70, _mm256_maskz_loadu_pd(0x7, at(lane + 4)));
  };
  const __m512d row0 = two(0), row1 = two(1), row2 = two(2), row3 = two(3);
  const __m512d xz01 = _mm512_maskz_unpacklo_pd(0xff, row0, row1),
                xz23 = _mm512_maskz_unpacklo_pd(0xff, row2, row3);
  const __m512d y01 = _mm512_maskz_unpackhi_pd(0xff, row0, row1),
                y23 = _mm512_maskz_unpackhi_pd(0xff, row2, row3);
  const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const __m512i odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  x = _mm512_permutex2var_pd(xz01, even, xz23);
  y = _mm512_permutex2var_pd(y01, even, y23);
  z = _mm512_permutex2var_pd(xz01, odd, xz23);
#elif defined(__AVX__)
  const auto two = [&](int low, int high) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(at(low))),
                                _mm_loadu_pd(at(high)), 1);
  };
  const __m256d even = two(0, 2), odd = two(1, 3);
  x = _mm256_unpacklo_pd(even, odd);
  y = _mm256_unpackhi_pd(even, odd);
  const auto last = [&](int low, int high) {
    return _mm_loadh_pd(_mm_load_sd(at(low) + 2), at(high) + 2);
  };
  z = _mm256_insertf128_pd(_mm256_castpd128_pd256(last(0, 1)), last(2, 3), 1);
#elif defined(__SSE2__)
  const __m128d even = _mm_loadu_pd(at(0)), odd = _mm_loadu_pd(at(1));
  x = _mm_unpacklo_pd(even, odd);
  y = _mm_unpackhi_pd(even, odd);
  z = _mm_loadh_pd(_mm_load_sd(at(0) + 2), at(1) + 2);
#else
  for (int lane = 0; lane < LANES; lane++) {
    x[lane] = at(lane)[0];
    y[lane] = at(lane)[1];
    z[lane] = at(lane)[2];
  }
#endif
}

inline LaneVectors gather_vectors(const double *values, const int *index)
{
  LaneVectors out;
  gather_vectors(values, index, out.x, out.y, out.z);
  return out;
}

// The other way round: added to vectors, lane after lane. Two numbers and one: with a mask over
// three, the next load of the neighbor's would wait until the store is in the cache.
inline void add_vectors(double *values, const int *index, const LaneVectors &a)
{
  const auto at = [&](int lane) { return values + 3 * static_cast<std::size_t>(index[lane]); };
#if defined(__SSE2__)
  [[maybe_unused]] const auto add = [&](int lane, const __m128d &xy, const __m128d &z) {
    double *to = at(lane);
    _mm_storeu_pd(to, _mm_add_pd(_mm_loadu_pd(to), xy));
    _mm_store_sd(to + 2, _mm_add_sd(_mm_load_sd(to + 2), z));
  };
#endif
#if defined(GRIST_AVX512)
  const __m512d even = _mm512_maskz_unpacklo_pd(0xff, a.x, a.y),
                odd = _mm512_maskz_unpackhi_pd(0xff, a.x, a.y);
  const __m512d z_odd = _mm512_maskz_unpackhi_pd(0xff, a.z, a.z);
  const auto part = [](const __m512d &of, auto k) {
    return _mm512_maskz_extractf64x2_pd(0x3, of, decltype(k)::value);
  };
  const auto add_two = [&](auto k) {
    constexpr int FIRST = 2 * decltype(k)::value;
    add(FIRST, part(even, k), part(a.z, k));
    add(FIRST + 1, part(odd, k), part(z_odd, k));
  };
  add_two(std::integral_constant<int, 0>());
  add_two(std::integral_constant<int, 1>());
  add_two(std::integral_constant<int, 2>());
  add_two(std::integral_constant<int, 3>());
#elif defined(__AVX__)
  const __m256d even = _mm256_unpacklo_pd(a.x, a.y), odd = _mm256_unpackhi_pd(a.x, a.y);
  const __m256d z_odd = _mm256_unpackhi_pd(a.z, a.z);
  add(0, _mm256_castpd256_pd128(even), _mm256_castpd256_pd128(a.z));
  add(1, _mm256_castpd256_pd128(odd), _mm256_castpd256_pd128(z_odd));
  add(2, _mm256_extractf128_pd(even, 1), _mm256_extractf128_pd(a.z, 1));
  add(3, _mm256_extractf128_pd(odd, 1), _mm256_extractf128_pd(z_odd, 1));
#elif defined(__SSE2__)
  add(0, _mm_unpacklo_pd(a.x, a.y), a.z);
  add(1, _mm_unpackhi_pd(a.x, a.y), _mm_unpackhi_pd(a.z, a.z));
#else
  for (int lane = 0; lane < LANES; lane++) {
    at(lane)[0] += a.x[lane];
    at(lane)[1] += a.y[lane];
    at(lane)[2] += a.z[lane];
  }
#endif
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
