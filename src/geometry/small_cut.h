// A small body in vector registers, and its cut by a half space (small_overlap_lanes.h): ClippedBody::cut() without memory.
//
// Vertices and edges keep their numbers: a vertex is a lane of the rows of x, y and z, an edge four bytes of a lane. What a cut leaves is compressed by
// masks, and what it adds is appended by rotating vectors. Numbers of vertices outside have their highest bit set, so that an edge's ends say by
// their bits whether it crosses. Lanes that are not in use hold anything.

#ifndef GRIST_GEOMETRY_SMALL_CUT_H
#define GRIST_GEOMETRY_SMALL_CUT_H

#include "common/instructions.h"
#include "geometry/small_overlap_lanes.h"

#include <cstdint>

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__) && \
    defined(__AVX512BW__) && defined(__AVX512CD__)
#define GRIST_SMALL_OVERLAP
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \
    "-Wuninitialized"    // GCC 12 finds some in its own vector intrinsics
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

#ifdef GRIST_SMALL_OVERLAP

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace small {

constexpr int WIDE = 8;             // doubles in a vector
constexpr int MAX_CROSSINGS = 8;    // edges that one cut shortens
constexpr int LEFT = 16, RIGHT = 24,
              HEAD = 8;    // first bits of the parts of an edge; the tail is in the lowest

inline unsigned first_bits(int count)
{
  return _bzhi_u32(0xffffffffu, static_cast<unsigned>(count));
}

// Sixteen numbers, one a vertex.
struct Row {
  __m512d low, high;
};

// The second half of vertices, if there is one.
inline __m512d load_second(const double *from, int count)
{
  return _mm512_maskz_loadu_pd(static_cast<__mmask8>(count > WIDE ? 0xff : 0), from + WIDE);
}

// Sixteen edges from number `first` on.
inline __m512i load_edges(const int *from, int count, int first)
{
  __m128i four[4];
  for (int k = 0; k < 4; k++) {
    const int numbers = 4 * (count - first) - 16 * k;
    const auto there = static_cast<__mmask16>(first_bits(numbers < 0 ? 0 : numbers));
    four[k] = _mm512_cvtepi32_epi8(_mm512_maskz_loadu_epi32(there, from + 4 * first + 16 * k));
  }
  const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(four[0]), four[1], 1);
  const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(four[2]), four[3], 1);
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

// Of eight vertices by their numbers, 64 bits each, of which the lowest four count.
inline __m512d at(const Row &from, __m512i numbers)
{
  return _mm512_permutex2var_pd(from.low, numbers, from.high);
}
inline __m512i wide(__m256i numbers)
{
  return _mm512_cvtepi32_epi64(numbers);
}
inline __m256i low_half(__m512i v)
{
  return _mm512_castsi512_si256(v);
}
inline __m256i high_half(__m512i v)
{
  return _mm512_extracti64x4_epi64(v, 1);
}

struct Points {
  Row x, y, z;
};

struct Body {
  Points at;
  __m512i edges[2];    // sixteen each
  int vertex_count, edge_count;
};

enum class Cut { NONE, CUT, EMPTY, LEFT_OUT };

struct Plane {
  double x, y, z, offset;
};

inline Row heights(const Points &p, const Plane &plane)
{
  const __m512d x = _mm512_set1_pd(plane.x), y = _mm512_set1_pd(plane.y),
                z = _mm512_set1_pd(plane.z);
  const __m512d d = _mm512_set1_pd(plane.offset);
  return {x * p.x.low + (y * p.y.low + (z * p.z.low - d)),
          x * p.x.high + (y * p.y.high + (z * p.z.high - d))};
}

inline __m512i counting()
{
  return _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
inline __m512i counting_wide()
{
  return _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
}

// Appends b, from its first number on, to the `count` numbers of a and a_high (up to 32).
inline void append(__m512i &a, __m512i &a_high, int count, __m512i b)
{
  const __m512i turned =
      _mm512_permutexvar_epi32(_mm512_sub_epi32(counting(), _mm512_set1_epi32(count)), b);
  const unsigned from = 0xffffffffu << count;
  a = _mm512_mask_mov_epi32(a, static_cast<__mmask16>(from), turned);
  a_high = _mm512_mask_mov_epi32(a_high, static_cast<__mmask16>(from >> 16), turned);
}
inline void append(Row &a, __mmask16 from, __m512i turn, __m512d b)
{
  const __m512d turned = _mm512_permutexvar_pd(turn, b);
  a.low = _mm512_mask_mov_pd(a.low, static_cast<__mmask8>(from), turned);
  a.high = _mm512_mask_mov_pd(a.high, static_cast<__mmask8>(from >> WIDE), turned);
}

// The closing edges need for each crossing the one at which the loop of its face comes back. False unless there is one for each.
inline bool find_returns(__m256i leaving, __m256i coming, __mmask8 used, __m256i &returns)
{
  const __m512i apart = _mm512_add_epi32(counting(), _mm512_set1_epi32(256));
  const __m512i both = _mm512_inserti64x4(_mm512_castsi256_si512(coming), leaving, 1);
  const auto lanes = static_cast<__mmask16>(used | used << WIDE);
  const __m256i equal = high_half(_mm512_conflict_epi32(_mm512_mask_mov_epi32(apart, lanes, both)));
  returns = _mm256_sub_epi32(_mm256_set1_epi32(31), _mm256_lzcnt_epi32(equal));
  const __mmask8 more =
      _mm256_test_epi32_mask(equal, _mm256_sub_epi32(equal, _mm256_set1_epi32(1)));
  const __mmask8 one = _mm256_test_epi32_mask(equal, _mm256_set1_epi32(0xff));
  return ((~one | more) & used) == 0;
}

__attribute__((always_inline)) inline Cut cut(Body &body, const Plane &plane, int face,
                                              double tolerance)
{
  // 1. Vertices that are not outside are kept and numbered.
  const Row height = heights(body.at, plane);
  const __m512d limit = _mm512_set1_pd(tolerance);
  const __mmask16 above = _mm512_kunpackb(_mm512_cmp_pd_mask(height.high, limit, _CMP_GT_OQ),
                                          _mm512_cmp_pd_mask(height.low, limit, _CMP_GT_OQ));
  const auto there = static_cast<__mmask16>(first_bits(body.vertex_count));
  const __mmask16 in = _kandn_mask16(above, there);
  if (in == there) return Cut::NONE;
  if (in == 0) return Cut::EMPTY;
  const int kept = _mm_popcnt_u32(in);
  const __m512i OUTSIDE = _mm512_set1_epi32(INT32_MIN);
  const __m512i number = _mm512_mask_expand_epi32(OUTSIDE, in, counting());

  // 2. Edges inside are kept. Those that cross are listed, turned to run from inside to outside: the loop of their left face
  //    leaves there, and that of their right face comes back.
  __m512i kept_edges[2], crossing[2];
  int kept_count[2], crossing_count[2];
  const __m512i FACES = _mm512_set1_epi32(static_cast<int>(0xffff0000u));
  const __m512i REVERSED = _mm512_set4_epi32(0x0e0f0c0d, 0x0a0b0809, 0x06070405, 0x02030001);
  for (const int k : {0, 1}) {
    const auto used = static_cast<__mmask16>(first_bits(body.edge_count) >> (16 * k));
    const __m512i edge = body.edges[k];
    const __m512i tail = _mm512_permutexvar_epi32(edge, number);
    const __m512i head = _mm512_permutexvar_epi32(_mm512_srli_epi32(edge, HEAD), number);
    const __mmask16 cross = _kand_mask16(used, _mm512_movepi32_mask(_mm512_xor_epi32(tail, head)));
    const __mmask16 keep = _kandn_mask16(_mm512_movepi32_mask(_mm512_or_epi32(tail, head)), used);
    const __m512i renumbered = _mm512_or_epi32(
        _mm512_and_epi32(edge, FACES), _mm512_or_epi32(tail, _mm512_slli_epi32(head, HEAD)));
    const __m512i leaving = _mm512_mask_mov_epi32(edge, _mm512_movepi32_mask(tail),
                                                  _mm512_shuffle_epi8(edge, REVERSED));
    kept_edges[k] = _mm512_maskz_compress_epi32(keep, renumbered);
    crossing[k] = _mm512_maskz_compress_epi32(cross, leaving);
    kept_count[k] = _mm_popcnt_u32(keep);
    crossing_count[k] = _mm_popcnt_u32(cross);
  }
  const int edges = kept_count[0] + kept_count[1],
            crossings = crossing_count[0] + crossing_count[1];
  if (crossings > MAX_CROSSINGS || kept + crossings > SMALL_VERTICES ||
      edges + 2 * crossings > SMALL_EDGES)
    return Cut::LEFT_OUT;
  __m512i low = kept_edges[0], high = kept_edges[1], none = _mm512_setzero_si512();
  append(low, high, kept_count[0], kept_edges[1]);
  append(crossing[0], none, crossing_count[0], crossing[1]);
  const __m512i all = crossing[0];
  const __m256i edge = low_half(all);

  // 3. New vertices.
  const __m512i inner = wide(edge), outer = wide(_mm256_srli_epi32(edge, HEAD));
  const __m512d inner_height = at(height, inner), outer_height = at(height, outer);
  const __mmask8 below = _mm512_cmp_pd_mask(inner_height, _mm512_set1_pd(-tolerance), _CMP_LT_OQ);
  const __m512d depth = _mm512_maskz_sub_pd(below, _mm512_setzero_pd(), inner_height);
  const __m512d t = depth / (depth + outer_height);
  const auto between = [&](const Row &x) {
    const __m512d from = at(x, inner);
    return from + t * (at(x, outer) - from);
  };
  const __m512d x = between(body.at.x), y = between(body.at.y), z = between(body.at.z);

  // 4. Shortened and closing edges.
  const __m256i numbers = _mm256_add_epi32(low_half(counting()), _mm256_set1_epi32(kept));
  const __m256i inner_number = low_half(_mm512_permutexvar_epi32(all, number));
  const __m256i shortened =
      _mm256_or_si256(_mm256_and_si256(edge, low_half(FACES)),
                      _mm256_or_si256(inner_number, _mm256_slli_epi32(numbers, HEAD)));
  const __m256i leaving = _mm256_and_si256(_mm256_srli_epi32(edge, LEFT), _mm256_set1_epi32(0xff));
  __m256i returns;
  const auto used = static_cast<__mmask8>(first_bits(crossings));
  if (!find_returns(leaving, _mm256_srli_epi32(edge, RIGHT), used, returns)) return Cut::LEFT_OUT;
  const __m256i back = _mm256_add_epi32(returns, _mm256_set1_epi32(kept));
  const __m256i closing = _mm256_or_si256(
      _mm256_or_si256(numbers, _mm256_slli_epi32(back, HEAD)),
      _mm256_or_si256(_mm256_slli_epi32(leaving, LEFT),
                      _mm256_set1_epi32(static_cast<int>(static_cast<unsigned>(face) << RIGHT))));
  __m512i added = _mm512_castsi256_si512(shortened);
  append(added, none, crossings, _mm512_castsi256_si512(closing));
  append(low, high, edges, added);

  // 5. The result becomes the body.
  const __m512i order = _mm512_maskz_compress_epi32(in, counting());
  const __m512i order_low = wide(low_half(order)), order_high = wide(high_half(order));
  const __m512i turn = _mm512_sub_epi64(counting_wide(), _mm512_set1_epi64(kept));
  const auto from = static_cast<__mmask16>(0xffffu << kept);
  const auto renew = [&](Row &old, __m512d fresh) {
    Row now = {at(old, order_low), at(old, order_high)};
    append(now, from, turn, fresh);
    old = now;
  };
  renew(body.at.x, x);
  renew(body.at.y, y);
  renew(body.at.z, z);
  body.edges[0] = low;
  body.edges[1] = high;
  body.vertex_count = kept + crossings;
  body.edge_count = edges + 2 * crossings;
  return Cut::CUT;
}

}    // namespace small
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
#endif
