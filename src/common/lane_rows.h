// Numbers that lie side by side in memory, row after row, as lanes: loaded row by row and transposed, which is quicker than a gather for each
// number. A square of HALF_LANES rows and columns at a time.

#ifndef GRIST_COMMON_LANE_ROWS_H
#define GRIST_COMMON_LANE_ROWS_H

#include "common/lane_vectors.h"

#include <cstring>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// Row k, column c becomes row c, column k.
inline void transpose(HalfLanes (&rows)[HALF_LANES])
{
#if defined(GRIST_AVX512)
  // Of rows 2 k and 2 k + 1: even and odd columns in turns. Then quarters are brought together, in two steps.
  __m512d even[4], odd[4];
  for (int k = 0; k < 4; k++) {
    even[k] = _mm512_maskz_unpacklo_pd(0xff, rows[2 * k], rows[2 * k + 1]);
    odd[k] = _mm512_maskz_unpackhi_pd(0xff, rows[2 * k], rows[2 * k + 1]);
  }
  constexpr int FIRST = 0x88, SECOND = 0xdd;    // quarters 0 and 2, 1 and 3 of both
  const auto columns = [&rows](const __m512d(&turns)[4], int first) {
    const __m512d a = _mm512_maskz_shuffle_f64x2(0xff, turns[0], turns[1], FIRST),
                  b = _mm512_maskz_shuffle_f64x2(0xff, turns[2], turns[3], FIRST),
                  c = _mm512_maskz_shuffle_f64x2(0xff, turns[0], turns[1], SECOND),
                  d = _mm512_maskz_shuffle_f64x2(0xff, turns[2], turns[3], SECOND);
    rows[first] = _mm512_maskz_shuffle_f64x2(0xff, a, b, FIRST);
    rows[first + 4] = _mm512_maskz_shuffle_f64x2(0xff, a, b, SECOND);
    rows[first + 2] = _mm512_maskz_shuffle_f64x2(0xff, c, d, FIRST);
    rows[first + 6] = _mm512_maskz_shuffle_f64x2(0xff, c, d, SECOND);
  };
  columns(even, 0);
  columns(odd, 1);
#elif defined(__AVX__)
  const __m256d even01 = _mm256_unpacklo_pd(rows[0], rows[1]),
                odd01 = _mm256_unpackhi_pd(rows[0], rows[1]),
                even23 = _mm256_unpacklo_pd(rows[2], rows[3]),
                odd23 = _mm256_unpackhi_pd(rows[2], rows[3]);
  rows[0] = _mm256_permute2f128_pd(even01, even23, 0x20);
  rows[1] = _mm256_permute2f128_pd(odd01, odd23, 0x20);
  rows[2] = _mm256_permute2f128_pd(even01, even23, 0x31);
  rows[3] = _mm256_permute2f128_pd(odd01, odd23, 0x31);
#else
  const HalfLanes first = {rows[0][0], rows[1][0]};
  rows[1] = HalfLanes{rows[0][1], rows[1][1]};
  rows[0] = first;
#endif
}

// From and to any address.
inline HalfLanes load_row(const double *from)
{
  HalfLanes row;
  std::memcpy(&row, from, sizeof(row));
  return row;
}
inline void store_row(double *to, const HalfLanes &row)
{
  std::memcpy(to, &row, sizeof(row));
}

// The first COLUMNS numbers, a multiple of 8, from at(lane) on, of HALF_LANES lanes.
template <int COLUMNS, class At> inline void load_columns(const At &at, HalfLanes (&out)[COLUMNS])
{
  static_assert(COLUMNS % 8 == 0);
  for (int first = 0; first < COLUMNS; first += HALF_LANES) {
    HalfLanes rows[HALF_LANES];
    for (int k = 0; k < HALF_LANES; k++) rows[k] = load_row(at(k) + first);
    transpose(rows);
    for (int c = 0; c < HALF_LANES; c++) out[first + c] = rows[c];
  }
}

// The other way round.
template <int COLUMNS, class At>
inline void store_columns(const At &at, const HalfLanes (&columns)[COLUMNS])
{
  static_assert(COLUMNS % 8 == 0);
  for (int first = 0; first < COLUMNS; first += HALF_LANES) {
    HalfLanes rows[HALF_LANES];
    for (int c = 0; c < HALF_LANES; c++) rows[c] = columns[first + c];
    transpose(rows);
    for (int k = 0; k < HALF_LANES; k++) store_row(at(k) + first, rows[k]);
  }
}

// Six numbers side by side.
template <class At> inline void load_six(const At &at, HalfLanes (&out)[6])
{
#if defined(GRIST_AVX512)
  HalfLanes rows[HALF_LANES];
  for (int k = 0; k < HALF_LANES; k++) rows[k] = _mm512_maskz_loadu_pd(0x3f, at(k));
  transpose(rows);
  for (int c = 0; c < 6; c++) out[c] = rows[c];
#else
  // With four lanes the last four columns are numbers 2 to 5.
  for (int first = 0; first < 6; first += HALF_LANES) {
    const int from = first + HALF_LANES > 6 ? 6 - HALF_LANES : first;
    HalfLanes rows[HALF_LANES];
    for (int k = 0; k < HALF_LANES; k++) rows[k] = load_row(at(k) + from);
    transpose(rows);
    for (int c = 0; c < HALF_LANES; c++) out[from + c] = rows[c];
  }
#endif
}

template <class At> inline void store_six(const At &at, const HalfLanes (&columns)[6])
{
#if defined(GRIST_AVX512)
  HalfLanes rows[HALF_LANES];
  for (int c = 0; c < HALF_LANES; c++) rows[c] = c < 6 ? columns[c] : HalfLanes{};
  transpose(rows);
  for (int k = 0; k < HALF_LANES; k++) _mm512_mask_storeu_pd(at(k), 0x3f, rows[k]);
#else
  for (int first = 0; first < 6; first += HALF_LANES) {
    const int from = first + HALF_LANES > 6 ? 6 - HALF_LANES : first;
    HalfLanes rows[HALF_LANES];
    for (int c = 0; c < HALF_LANES; c++) rows[c] = columns[from + c];
    transpose(rows);
    for (int k = 0; k < HALF_LANES; k++) store_row(at(k) + from, rows[k]);
  }
#endif
}

// One bit a lane, lane 0 the lowest.
inline unsigned bits_of(const HalfMask &mask)
{
#if defined(GRIST_AVX512)
  return _mm512_movepi64_mask((__m512i) mask);
#elif defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_pd((__m256d) mask));
#elif defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_pd((__m128d) mask));
#else
  unsigned bits = 0;
  for (int k = 0; k < HALF_LANES; k++) bits |= mask[k] != 0 ? 1u << k : 0u;
  return bits;
#endif
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
