// A small body in vector registers, and its cut by a half space (small_overlap_lanes.h):
// ClippedBody::cut() without memory.
//
// Vertices and edges keep their numbers: a vertex is a lane of the rows of x, y and z, an edge four
// bytes of a lane. What a cut leaves is compressed by masks, and what it adds is appended. Numbers
// of vertices outside have their highest bit set, so that an edge's ends say by their bits whether
// it crosses. Lanes that are not in use hold anything.
//
// HALVES is 1 for a body of at most 8 vertices and 16 edges, as most are while they are cut, and 2
// for twice as many.

#ifndef GRIST_GEOMETRY_SMALL_CUT_H
#define GRIST_GEOMETRY_SMALL_CUT_H

#include "geometry/small_shape.h"
#include "lanes/instructions.h"

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
constexpr int HALF_EDGES = 16;      // edges in a vector
constexpr int MAX_CROSSINGS = 8;    // edges that one cut shortens
constexpr int LEFT = 16, RIGHT = 24,
              HEAD = 8;    // first bits of the parts of an edge; the tail is in the lowest

inline unsigned first_bits(int count)
{
  return _bzhi_u32(0xffffffffu, static_cast<unsigned>(count));
}

// A number of each vertex.
template <int HALVES> struct Row;
template <> struct Row<1> {
  __m512d low;
};
template <> struct Row<2> {
  __m512d low, high;
};

// Values of eight vertices by their numbers, 64 bits each, of which the lowest three or four count.
inline __m512d at(const Row<1> &from, __m512i numbers)
{
  return _mm512_permutexvar_pd(numbers, from.low);
}
inline __m512d at(const Row<2> &from, __m512i numbers)
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

template <int HALVES> struct Points {
  Row<HALVES> x, y, z;
};

template <int HALVES> struct Body {
  static constexpr int MOST_VERTICES = WIDE * HALVES, MOST_EDGES = HALF_EDGES * HALVES;

  Points<HALVES> at;
  __m512i edges[HALVES];
  int vertex_count, edge_count;
};

enum class Cut {
  NONE,
  CUT,
  EMPTY,
  GROWN,       // more vertices or edges than there is room for; the body is as before
  LEFT_OUT,    // rare, and left to others
};

struct Plane {
  double x, y, z, offset;
};

inline __m512i counting()
{
  return _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
inline __m512i counting_wide()
{
  return _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
}

/* Vertices by signs */

struct PlaneLanes {
  __m512d x, y, z, offset;

  explicit PlaneLanes(const Plane &plane) :
      x(_mm512_set1_pd(plane.x)), y(_mm512_set1_pd(plane.y)), z(_mm512_set1_pd(plane.z)),
      offset(_mm512_set1_pd(plane.offset))
  {
  }
  __m512d height(__m512d px, __m512d py, __m512d pz) const
  {
    return x * px + (y * py + (z * pz - offset));
  }
};
inline Row<1> heights(const Points<1> &p, const PlaneLanes &plane)
{
  return {plane.height(p.x.low, p.y.low, p.z.low)};
}
inline Row<2> heights(const Points<2> &p, const PlaneLanes &plane)
{
  return {plane.height(p.x.low, p.y.low, p.z.low), plane.height(p.x.high, p.y.high, p.z.high)};
}
inline unsigned above(const Row<1> &height, __m512d limit)
{
  return _mm512_cmp_pd_mask(height.low, limit, _CMP_GT_OQ);
}
inline unsigned above(const Row<2> &height, __m512d limit)
{
  return _mm512_kunpackb(_mm512_cmp_pd_mask(height.high, limit, _CMP_GT_OQ),
                         _mm512_cmp_pd_mask(height.low, limit, _CMP_GT_OQ));
}

/* Edges by signs */

struct Sorted {
  __m512i kept[2], crossing;    // those that cross are turned to run from inside to outside
  int kept_count, crossing_count;
};

struct SortedHalf {
  __m512i kept, crossing;
  int kept_count, crossing_count;
};

inline __m512i faces_mask()
{
  return _mm512_set1_epi32(static_cast<int>(0xffff0000u));
}

// Edges inside are kept and get the new numbers of their ends. The loop of the left face of a
// crossing edge leaves there, that of its right face comes back.
inline SortedHalf sort_edges(__m512i edge, unsigned used_bits, __m512i number)
{
  const __m512i REVERSED = _mm512_set4_epi32(0x0e0f0c0d, 0x0a0b0809, 0x06070405, 0x02030001);
  const auto used = static_cast<__mmask16>(used_bits);
  const __m512i tail = _mm512_permutexvar_epi32(edge, number);
  const __m512i head = _mm512_permutexvar_epi32(_mm512_srli_epi32(edge, HEAD), number);
  const __mmask16 cross = _kand_mask16(used, _mm512_movepi32_mask(_mm512_xor_epi32(tail, head)));
  const __mmask16 keep = _kandn_mask16(_mm512_movepi32_mask(_mm512_or_epi32(tail, head)), used);
  const __m512i renumbered = _mm512_or_epi32(_mm512_and_epi32(edge, faces_mask()),
                                             _mm512_or_epi32(tail, _mm512_slli_epi32(head, HEAD)));
  const __m512i leaving =
      _mm512_mask_mov_epi32(edge, _mm512_movepi32_mask(tail), _mm512_shuffle_epi8(edge, REVERSED));
  return {_mm512_maskz_compress_epi32(keep, renumbered),
          _mm512_maskz_compress_epi32(cross, leaving), static_cast<int>(_mm_popcnt_u32(keep)),
          static_cast<int>(_mm_popcnt_u32(cross))};
}

// The first `count` numbers of a, then those of b from its first on.
inline __m512i joined(__m512i a, int count, __m512i b)
{
  return _mm512_mask_expand_epi32(a, static_cast<__mmask16>(0xffffffffu << count), b);
}

// The same where there are up to 32, a_high being the second half of a.
inline void append(__m512i &a, __m512i &a_high, int count, __m512i b)
{
  const __m512i turned =
      _mm512_permutexvar_epi32(_mm512_sub_epi32(counting(), _mm512_set1_epi32(count)), b);
  const unsigned from = 0xffffffffu << count;
  a = _mm512_mask_mov_epi32(a, static_cast<__mmask16>(from), turned);
  a_high = _mm512_mask_mov_epi32(a_high, static_cast<__mmask16>(from >> 16), turned);
}

inline Sorted sorted(const Body<1> &body, __m512i number)
{
  const SortedHalf all = sort_edges(body.edges[0], first_bits(body.edge_count), number);
  return {{all.kept, all.kept}, all.crossing, all.kept_count, all.crossing_count};
}
inline Sorted sorted(const Body<2> &body, __m512i number)
{
  const unsigned used = first_bits(body.edge_count);
  const SortedHalf a = sort_edges(body.edges[0], used, number);
  const SortedHalf b = sort_edges(body.edges[1], used >> HALF_EDGES, number);
  Sorted all = {{a.kept, b.kept},
                joined(a.crossing, a.crossing_count, b.crossing),
                a.kept_count + b.kept_count,
                a.crossing_count + b.crossing_count};
  append(all.kept[0], all.kept[1], a.kept_count, b.kept);
  return all;
}

inline void set_edges(Body<1> &body, const Sorted &kept, __m512i added)
{
  body.edges[0] = joined(kept.kept[0], kept.kept_count, added);
}
inline void set_edges(Body<2> &body, const Sorted &kept, __m512i added)
{
  body.edges[0] = kept.kept[0];
  body.edges[1] = kept.kept[1];
  append(body.edges[0], body.edges[1], kept.kept_count, added);
}

// The closing edges need for each crossing the one at which the loop of its face comes back. False
// unless there is one for each.
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

/* The vertices of the result: those of the mask, then new ones */

struct Fresh {
  __m512d x, y, z;
};

inline void renew(Points<1> &p, unsigned in, int kept, const Fresh &fresh)
{
  const __m512i old = _mm512_maskz_compress_epi32(static_cast<__mmask16>(in), counting());
  const __m512i NEW = _mm512_add_epi32(counting(), _mm512_set1_epi32(WIDE));
  const __m512i order = wide(low_half(joined(old, kept, NEW)));
  p.x.low = _mm512_permutex2var_pd(p.x.low, order, fresh.x);
  p.y.low = _mm512_permutex2var_pd(p.y.low, order, fresh.y);
  p.z.low = _mm512_permutex2var_pd(p.z.low, order, fresh.z);
}
inline void renew(Points<2> &p, unsigned in, int kept, const Fresh &fresh)
{
  const __m512i order = _mm512_maskz_compress_epi32(static_cast<__mmask16>(in), counting());
  const __m512i order_low = wide(low_half(order)), order_high = wide(high_half(order));
  const __m512i turn = _mm512_sub_epi64(counting_wide(), _mm512_set1_epi64(kept));
  const unsigned from = 0xffffu << kept;
  const auto put = [&](Row<2> &row, __m512d added) {
    const __m512d turned = _mm512_permutexvar_pd(turn, added);
    row = {_mm512_mask_mov_pd(at(row, order_low), static_cast<__mmask8>(from), turned),
           _mm512_mask_mov_pd(at(row, order_high), static_cast<__mmask8>(from >> WIDE), turned)};
  };
  put(p.x, fresh.x);
  put(p.y, fresh.y);
  put(p.z, fresh.z);
}

template <int HALVES>
__attribute__((always_inline)) inline Cut cut(Body<HALVES> &body, const Plane &plane, int face,
                                              double tolerance)
{
  // 1. Vertices that are not outside are kept and numbered.
  const Row<HALVES> height = heights(body.at, PlaneLanes(plane));
  const unsigned there = first_bits(body.vertex_count);
  const unsigned in = there & ~above(height, _mm512_set1_pd(tolerance));
  if (in == there) return Cut::NONE;
  if (in == 0) return Cut::EMPTY;
  const int kept = _mm_popcnt_u32(in);
  const __m512i OUTSIDE = _mm512_set1_epi32(INT32_MIN);
  const __m512i number = _mm512_mask_expand_epi32(OUTSIDE, static_cast<__mmask16>(in), counting());

  // 2. Edges inside are kept, those that cross are listed.
  const Sorted edges = sorted(body, number);
  const int crossings = edges.crossing_count, vertices = kept + crossings,
            edge_count = edges.kept_count + 2 * crossings;
  if (crossings > MAX_CROSSINGS || vertices > Body<HALVES>::MOST_VERTICES ||
      edge_count > Body<HALVES>::MOST_EDGES)
    return crossings > MAX_CROSSINGS ? Cut::LEFT_OUT : Cut::GROWN;
  const __m512i all = edges.crossing;
  const __m256i edge = low_half(all);

  // 3. New vertices.
  const __m512i inner = wide(edge), outer = wide(_mm256_srli_epi32(edge, HEAD));
  const __m512d inner_height = at(height, inner), outer_height = at(height, outer);
  const __mmask8 below = _mm512_cmp_pd_mask(inner_height, _mm512_set1_pd(-tolerance), _CMP_LT_OQ);
  const __m512d depth = _mm512_maskz_sub_pd(below, _mm512_setzero_pd(), inner_height);
  const __m512d t = depth / (depth + outer_height);
  const auto between = [&](const Row<HALVES> &x) {
    const __m512d from = at(x, inner);
    return from + t * (at(x, outer) - from);
  };
  const Fresh fresh = {between(body.at.x), between(body.at.y), between(body.at.z)};

  // 4. Shortened and closing edges.
  const __m256i numbers = _mm256_add_epi32(low_half(counting()), _mm256_set1_epi32(kept));
  const __m256i inner_number = low_half(_mm512_permutexvar_epi32(all, number));
  const __m256i shortened =
      _mm256_or_si256(_mm256_and_si256(edge, low_half(faces_mask())),
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

  // 5. The result becomes the body.
  set_edges(body, edges,
            joined(_mm512_castsi256_si512(shortened), crossings, _mm512_castsi256_si512(closing)));
  renew(body.at, in, kept, fresh);
  body.vertex_count = vertices;
  body.edge_count = edge_count;
  return Cut::CUT;
}

/* Between the two sizes */

inline bool fits(int vertices, int edges)
{
  return vertices <= Body<1>::MOST_VERTICES && edges <= Body<1>::MOST_EDGES;
}
inline Body<2> widened(const Body<1> &body)
{
  const __m512d none = _mm512_setzero_pd();
  return {{{body.at.x.low, none}, {body.at.y.low, none}, {body.at.z.low, none}},
          {body.edges[0], _mm512_setzero_si512()},
          body.vertex_count,
          body.edge_count};
}
inline Body<1> narrowed(const Body<2> &body)
{
  return {{{body.at.x.low}, {body.at.y.low}, {body.at.z.low}},
          {body.edges[0]},
          body.vertex_count,
          body.edge_count};
}

}    // namespace small
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
#endif
