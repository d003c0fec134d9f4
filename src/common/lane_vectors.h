// Several numbers at once, and vectors of space of them: what block kernels are written in.
//
// A Lanes is two vectors of the compiler's (GCC, Clang), each as wide as the registers of the set of instructions (instructions.h): while one half
// waits for a result the other half is worked on. Every lane goes the same way, so a lane's result depends on its own numbers
// alone. Arrays that are loaded from or stored to are aligned to 64 bytes, from a multiple of LANES on.

#ifndef GRIST_COMMON_LANE_VECTORS_H
#define GRIST_COMMON_LANE_VECTORS_H

#include "common/instructions.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define GRIST_AVX512
#endif
#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

#if defined(GRIST_AVX512)
constexpr int HALF_LANES = 8;
#elif defined(__AVX__)
constexpr int HALF_LANES = 4;
#else
constexpr int HALF_LANES = 2;
#endif
constexpr int LANES = 2 * HALF_LANES;

using HalfLanes = double __attribute__((vector_size(HALF_LANES * sizeof(double))));
using HalfMask = std::int64_t __attribute__((vector_size(HALF_LANES * sizeof(std::int64_t))));

struct Lanes {
  HalfLanes low, high;
};

// All bits of a lane set: yes.
struct LaneMask {
  HalfMask low, high;
};

inline Lanes same(double value)
{
  const HalfLanes half = HalfLanes{} + value;
  return {half, half};
}

#define GRIST_LANE_OPERATOR(op)                            \
  inline Lanes operator op(const Lanes &a, const Lanes &b) \
  {                                                        \
    return {a.low op b.low, a.high op b.high};             \
  }                                                        \
  inline Lanes operator op(double a, const Lanes &b)       \
  {                                                        \
    return {a op b.low, a op b.high};                      \
  }                                                        \
  inline Lanes operator op(const Lanes &a, double b)       \
  {                                                        \
    return {a.low op b, a.high op b};                      \
  }
GRIST_LANE_OPERATOR(+)
GRIST_LANE_OPERATOR(-)
GRIST_LANE_OPERATOR(*)
GRIST_LANE_OPERATOR(/)
#undef GRIST_LANE_OPERATOR

#define GRIST_LANE_COMPARISON(op)                             \
  inline LaneMask operator op(const Lanes &a, const Lanes &b) \
  {                                                           \
    return {a.low op b.low, a.high op b.high};                \
  }                                                           \
  inline LaneMask operator op(const Lanes &a, double b)       \
  {                                                           \
    return {a.low op b, a.high op b};                         \
  }
GRIST_LANE_COMPARISON(<)
GRIST_LANE_COMPARISON(<=)
GRIST_LANE_COMPARISON(>)
GRIST_LANE_COMPARISON(>=)
#undef GRIST_LANE_COMPARISON

inline LaneMask operator|(const LaneMask &a, const LaneMask &b)
{
  return {a.low | b.low, a.high | b.high};
}
inline LaneMask operator&(const LaneMask &a, const LaneMask &b)
{
  return {a.low & b.low, a.high & b.high};
}
inline LaneMask operator~(const LaneMask &a)
{
  return {~a.low, ~a.high};
}

inline bool any(const LaneMask &lanes)
{
  const HalfMask either = lanes.low | lanes.high;
#ifdef GRIST_AVX512
  return _mm512_test_epi64_mask((__m512i) either, (__m512i) either) != 0;
#else
  std::int64_t bits = 0;
  for (int k = 0; k < HALF_LANES; k++) bits |= either[k];
  return bits != 0;
#endif
}

// The lanes of a where the mask says yes, those of b elsewhere.
inline Lanes select(const LaneMask &mask, const Lanes &a, const Lanes &b)
{
  return {mask.low ? a.low : b.low, mask.high ? a.high : b.high};
}
inline Lanes least(const Lanes &a, const Lanes &b)
{
  return select(a < b, a, b);
}
inline Lanes absolute(const Lanes &a)
{
  return select(a < 0.0, -1.0 * a, a);
}

inline Lanes load(const double *from)
{
  const auto *halves = reinterpret_cast<const HalfLanes *>(from);
  return {halves[0], halves[1]};
}
inline void store(double *to, const Lanes &value)
{
  auto *halves = reinterpret_cast<HalfLanes *>(to);
  halves[0] = value.low;
  halves[1] = value.high;
}
inline Lanes load(const float *from)
{
  using HalfFloats = float __attribute__((vector_size(HALF_LANES * sizeof(float))));
  const auto *halves = reinterpret_cast<const HalfFloats *>(from);
  return {__builtin_convertvector(halves[0], HalfLanes),
          __builtin_convertvector(halves[1], HalfLanes)};
}

template <int STRIDE> inline HalfLanes gather_half(const double *values, const int *index)
{
  static_assert(STRIDE == 1 || STRIDE == 3);
#ifdef GRIST_AVX512
  const __m256i i = _mm256_load_si256(reinterpret_cast<const __m256i *>(index));
  const __m256i scaled = STRIDE == 3 ? _mm256_add_epi32(i, _mm256_add_epi32(i, i)) : i;
  return _mm512_mask_i32gather_pd(HalfLanes{}, 0xff, scaled, values, sizeof(double));
#else
  HalfLanes out;
  for (int k = 0; k < HALF_LANES; k++) out[k] = values[STRIDE * static_cast<std::size_t>(index[k])];
  return out;
#endif
}

// values[STRIDE * index[lane]]
template <int STRIDE> inline Lanes gather(const double *values, const int *index)
{
  return {gather_half<STRIDE>(values, index), gather_half<STRIDE>(values, index + HALF_LANES)};
}

inline HalfLanes square_root(const HalfLanes &square)
{
#if defined(GRIST_AVX512)
  return _mm512_maskz_sqrt_pd(0xff, square);
#elif defined(__AVX__)
  return _mm256_sqrt_pd(square);
#elif defined(__SSE2__)
  return _mm_sqrt_pd(square);
#else
  HalfLanes out;
  for (int k = 0; k < HALF_LANES; k++) out[k] = std::sqrt(square[k]);
  return out;
#endif
}

inline HalfLanes inverse_root(const HalfLanes &square)
{
#ifdef GRIST_AVX512
  const HalfLanes y = _mm512_maskz_rsqrt14_pd(0xff, square);
  const HalfLanes rest =
      1.0 - square * y * y;    // at most 2^-13: the next term is below the last bit
  return y + y * (rest * (0.5 + rest * (0.375 + rest * 0.3125)));
#else
  HalfLanes out;
  for (int k = 0; k < HALF_LANES; k++) out[k] = 1.0 / std::sqrt(square[k]);
  return out;
#endif
}

// 1 / sqrt(square), right to the last bit or two: an estimate and Newton's steps take a fifth of the time of a
// division and a root.
inline Lanes inverse_root(const Lanes &square)
{
  return {inverse_root(square.low), inverse_root(square.high)};
}

/* ---------------------------------------------------------------------- */

struct LaneVectors {
  Lanes x, y, z;
};

inline LaneVectors operator+(const LaneVectors &a, const LaneVectors &b)
{
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline LaneVectors operator-(const LaneVectors &a, const LaneVectors &b)
{
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline LaneVectors operator*(const Lanes &s, const LaneVectors &a)
{
  return {s * a.x, s * a.y, s * a.z};
}
inline LaneVectors operator*(double s, const LaneVectors &a)
{
  return {s * a.x, s * a.y, s * a.z};
}
inline Lanes dot(const LaneVectors &a, const LaneVectors &b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline LaneVectors cross(const LaneVectors &a, const LaneVectors &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
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

// From vectors as three doubles side by side, which are read by one or two loads and transposed: quicker than the gathers of AVX-512, which take a
// load for each number.
inline void gather_half_vectors(const double *values, const int *index, HalfLanes &x, HalfLanes &y,
                                HalfLanes &z)
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
  for (int lane = 0; lane < HALF_LANES; lane++) {
    x[lane] = at(lane)[0];
    y[lane] = at(lane)[1];
    z[lane] = at(lane)[2];
  }
#endif
}

inline LaneVectors gather_vectors(const double *values, const int *index)
{
  LaneVectors out;
  gather_half_vectors(values, index, out.x.low, out.y.low, out.z.low);
  gather_half_vectors(values, index + HALF_LANES, out.x.high, out.y.high, out.z.high);
  return out;
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
