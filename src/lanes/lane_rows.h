// Numbers that lie side by side in memory, row after row, as lanes: loaded row by row and
// transposed, which is quicker than a gather for each number. A square of LANES rows and columns at
// a time.

#ifndef GRIST_LANES_LANE_ROWS_H
#define GRIST_LANES_LANE_ROWS_H

#include "lanes/lane_vectors.h"

#include <cstring>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

// Row k, column c becomes row c, column k.
inline void transpose(Lanes (&rows)[LANES])
{
#if defined(GRIST_AVX512)
  // Interleaves rows 2 k and 2 k + 1, even and odd columns apart. Then quarters are brought
  // together, in two steps.
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
  const Lanes first = {rows[0][0], rows[1][0]};
  rows[1] = Lanes{rows[0][1], rows[1][1]};
  rows[0] = first;
#endif
}

// Addresses need not be aligned.
inline Lanes load_row(const double *from)
{
  Lanes row;
  std::memcpy(&row, from, sizeof(row));
  return row;
}
inline void store_row(double *to, const Lanes &row)
{
  std::memcpy(to, &row, sizeof(row));
}

// The first COLUMNS numbers, a multiple of 8, from at(lane) on, of LANES lanes.
template <int COLUMNS, class At> inline void load_columns(const At &at, Lanes (&out)[COLUMNS])
{
  static_assert(COLUMNS % 8 == 0);
  for (int first = 0; first < COLUMNS; first += LANES) {
    Lanes rows[LANES];
    for (int k = 0; k < LANES; k++) rows[k] = load_row(at(k) + first);
    transpose(rows);
    for (int c = 0; c < LANES; c++) out[first + c] = rows[c];
  }
}

// The other way round.
template <int COLUMNS, class At>
inline void store_columns(const At &at, const Lanes (&columns)[COLUMNS])
{
  static_assert(COLUMNS % 8 == 0);
  for (int first = 0; first < COLUMNS; first += LANES) {
    Lanes rows[LANES];
    for (int c = 0; c < LANES; c++) rows[c] = columns[first + c];
    transpose(rows);
    for (int k = 0; k < LANES; k++) store_row(at(k) + first, rows[k]);
  }
}

// Three columns from and to rows of lanes from n on.
template <int LENGTH> inline void load_three(const double (&from)[3][LENGTH], int n, Lanes *columns)
{
  for (int d = 0; d < 3; d++) columns[d] = load_row(&from[d][n]);
}
template <int LENGTH> inline void store_three(double (&to)[3][LENGTH], int n, const Lanes *columns)
{
  for (int d = 0; d < 3; d++) store_row(&to[d][n], columns[d]);
}

// Six numbers side by side.
template <class At> inline void load_six(const At &at, Lanes (&out)[6])
{
#if defined(GRIST_AVX512)
  Lanes rows[LANES];
  for (int k = 0; k < LANES; k++) rows[k] = _mm512_maskz_loadu_pd(0x3f, at(k));
  transpose(rows);
  for (int c = 0; c < 6; c++) out[c] = rows[c];
#else
  // With four lanes the last four columns are numbers 2 to 5.
  for (int first = 0; first < 6; first += LANES) {
    const int from = first + LANES > 6 ? 6 - LANES : first;
    Lanes rows[LANES];
    for (int k = 0; k < LANES; k++) rows[k] = load_row(at(k) + from);
    transpose(rows);
    for (int c = 0; c < LANES; c++) out[from + c] = rows[c];
  }
#endif
}

template <class At> inline void store_six(const At &at, const Lanes (&columns)[6])
{
#if defined(GRIST_AVX512)
  Lanes rows[LANES];
  for (int c = 0; c < LANES; c++) rows[c] = c < 6 ? columns[c] : Lanes{};
  transpose(rows);
  for (int k = 0; k < LANES; k++) _mm512_mask_storeu_pd(at(k), 0x3f, rows[k]);
#else
  for (int first = 0; first < 6; first += LANES) {
    const int from = first + LANES > 6 ? 6 - LANES : first;
    Lanes rows[LANES];
    for (int c = 0; c < LANES; c++) rows[c] = columns[from + c];
    transpose(rows);
    for (int k = 0; k < LANES; k++) store_row(at(k) + from, rows[k]);
  }
#endif
}

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
