// Small bodies with AVX-512 (small_cut.h): an edge is four bytes of a lane, as SmallShape has it.
//
// Vertices and edges that a cut leaves are compressed by masks, and what it adds is appended.
// Numbers of vertices outside have their highest bit set, so that an edge's ends say by their bits
// whether it crosses. Lanes that are not in use hold anything.

#ifndef GRIST_GEOMETRY_SMALL_CUT_AVX512_H
#define GRIST_GEOMETRY_SMALL_CUT_AVX512_H

#include "geometry/small_cut.h"

#if defined(GRIST_SMALL_OVERLAP) && defined(GRIST_AVX512)

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace small {

constexpr int HALF_EDGES = 16;    // edges in a vector

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

template <int HALVES> struct Body {
  static constexpr int VECTORS = HALVES, MOST_VERTICES = LANES * HALVES,
                       MOST_EDGES = HALF_EDGES * HALVES;

  Row<HALVES> x, y, z;
  __m512i edges[HALVES];
  int vertex_count, edge_count;
};

inline __m512i counting()
{
  return _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
inline __m512i counting_wide()
{
  return _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
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
  const auto lanes = static_cast<__mmask16>(used | used << LANES);
  const __m256i equal = high_half(_mm512_conflict_epi32(_mm512_mask_mov_epi32(apart, lanes, both)));
  returns = _mm256_sub_epi32(_mm256_set1_epi32(31), _mm256_lzcnt_epi32(equal));
  const __mmask8 more =
      _mm256_test_epi32_mask(equal, _mm256_sub_epi32(equal, _mm256_set1_epi32(1)));
  const __mmask8 one = _mm256_test_epi32_mask(equal, _mm256_set1_epi32(0xff));
  return ((~one | more) & used) == 0;
}

/* The vertices of the result: those of the mask, then new ones */

inline void renew(Body<1> &body, unsigned in, int kept, const LaneVectors &fresh)
{
  const __m512i old = _mm512_maskz_compress_epi32(static_cast<__mmask16>(in), counting());
  const __m512i NEW = _mm512_add_epi32(counting(), _mm512_set1_epi32(LANES));
  const __m512i order = wide(low_half(joined(old, kept, NEW)));
  body.x.of[0] = _mm512_permutex2var_pd(body.x.of[0], order, fresh.x);
  body.y.of[0] = _mm512_permutex2var_pd(body.y.of[0], order, fresh.y);
  body.z.of[0] = _mm512_permutex2var_pd(body.z.of[0], order, fresh.z);
}
inline void renew(Body<2> &body, unsigned in, int kept, const LaneVectors &fresh)
{
  const __m512i order = _mm512_maskz_compress_epi32(static_cast<__mmask16>(in), counting());
  const __m512i order_low = wide(low_half(order)), order_high = wide(high_half(order));
  const __m512i turn = _mm512_sub_epi64(counting_wide(), _mm512_set1_epi64(kept));
  const unsigned from = 0xffffu << kept;
  const auto put = [&](Row<2> &row, const Lanes &added) {
    const __m512d turned = _mm512_maskz_permutexvar_pd(0xff, turn, added);
    row = {_mm512_mask_mov_pd(at(row, order_low), static_cast<__mmask8>(from), turned),
           _mm512_mask_mov_pd(at(row, order_high), static_cast<__mmask8>(from >> LANES), turned)};
  };
  put(body.x, fresh.x);
  put(body.y, fresh.y);
  put(body.z, fresh.z);
}

template <int HALVES>
__attribute__((always_inline)) inline Cut cut(Body<HALVES> &body, const Plane &plane, int face,
                                              double tolerance)
{
  // 1. Vertices that are not outside are kept and numbered.
  const Row<HALVES> height = heights(body, plane);
  const unsigned there = first_bits(body.vertex_count);
  const unsigned in = there & ~bits_of<_CMP_GT_OQ>(height, same(tolerance));
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
  const auto between = [&](const Row<HALVES> &x) -> Lanes {
    const Lanes from = at(x, inner);
    return from + t * (at(x, outer) - from);
  };
  const LaneVectors fresh = {between(body.x), between(body.y), between(body.z)};

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
  renew(body, in, kept, fresh);
  body.vertex_count = vertices;
  body.edge_count = edge_count;
  return Cut::CUT;
}

/* Between the two sizes */

inline bool fits(const Body<2> &body)
{
  return body.vertex_count <= Body<1>::MOST_VERTICES && body.edge_count <= Body<1>::MOST_EDGES;
}
inline Body<2> widened(const Body<1> &body)
{
  const Lanes none = {};
  return {{{body.x.of[0], none}}, {{body.y.of[0], none}},
          {{body.z.of[0], none}}, {body.edges[0], _mm512_setzero_si512()},
          body.vertex_count,      body.edge_count};
}
inline Body<1> narrowed(const Body<2> &body)
{
  return {{{body.x.of[0]}}, {{body.y.of[0]}},  {{body.z.of[0]}},
          {body.edges[0]},  body.vertex_count, body.edge_count};
}

template <int HALVES> inline void read_edges(const SmallShape &shape, Body<HALVES> &body)
{
  for (int k = 0; k < HALVES; k++) body.edges[k] = _mm512_load_si512(shape.edges + HALF_EDGES * k);
  body.vertex_count = shape.vertex_count;
  body.edge_count = shape.edge_count;
}

// The vertices one after the other, then the first of them again.
template <int HALVES> struct Corners {
  alignas(64) double x[LANES * HALVES], y[LANES * HALVES], z[LANES * HALVES];
  int count[HALVES];

  explicit Corners(const Body<HALVES> &body)
  {
    const unsigned there = first_bits(body.vertex_count);
    const auto write = [&](const Row<HALVES> &row, double *to) {
      const __m512d first = _mm512_broadcastsd_pd(_mm512_castpd512_pd128(row.of[0]));
      for (int k = 0; k < HALVES; k++)
        _mm512_store_pd(
            to + LANES * k,
            _mm512_mask_mov_pd(first, static_cast<__mmask8>(there >> (LANES * k)), row.of[k]));
    };
    write(body.x, x);
    write(body.y, y);
    write(body.z, z);
    for (int k = 0; k < HALVES; k++) count[k] = count_of(there >> (LANES * k) & 0xffu);
  }
};

template <int HALVES> inline LaneNumbers any_vertex(const Body<HALVES> &)
{
  return _mm512_setzero_si512();
}

// One vertex of each face of the edges of a body, the same for all of its edges.
class FaceVertices {
 public:
  template <int HALVES> explicit FaceVertices(const Body<HALVES> &body)
  {
    alignas(64) std::uint32_t edges[HALF_EDGES * HALVES];
    alignas(64) int vertex[SMALL_FACES];
    for (int k = 0; k < HALVES; k++) _mm512_store_si512(edges + HALF_EDGES * k, body.edges[k]);
    for (int n = 0; n < body.edge_count; n++) {
      const std::uint32_t edge = edges[n];
      const int tail = static_cast<int>(edge & 0xffu);
      vertex[edge >> LEFT & 0xffu] = tail;
      vertex[edge >> RIGHT] = tail;
    }
    low = _mm512_load_si512(vertex);
    high = _mm512_load_si512(vertex + 16);
  }
  __m512i of(__m512i faces) const { return _mm512_permutex2var_epi32(low, faces, high); }

 private:
  __m512i low, high;
};

// The same for eight edges that are all: in the low half of their left faces, in the high half of
// their right faces. The first edge of a face gives its tail.
inline __m512i face_vertices(__m256i edge, unsigned used)
{
  const __m256i BYTE = _mm256_set1_epi32(0xff);
  const auto both = [](__m256i low, __m256i high) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
  };
  const __m512i faces =
      both(_mm256_and_si256(_mm256_srli_epi32(edge, LEFT), BYTE), _mm256_srli_epi32(edge, RIGHT));
  const auto lanes = static_cast<__mmask16>(used | used << LANES);
  const __m512i before = _mm512_conflict_epi32(
      _mm512_mask_mov_epi32(_mm512_add_epi32(counting(), _mm512_set1_epi32(256)), lanes, faces));
  const __m512i first = _mm512_and_epi32(before, _mm512_sub_epi32(_mm512_setzero_si512(), before));
  const __m512i lane = _mm512_mask_sub_epi32(counting(), _mm512_test_epi32_mask(before, before),
                                             _mm512_set1_epi32(31), _mm512_lzcnt_epi32(first));
  const __m256i tail = _mm256_and_si256(edge, BYTE);
  return _mm512_permutexvar_epi32(lane, both(tail, tail));
}

// Eight edges, of which some are used.
inline EdgeLanes edge_lanes(__m256i edge, __m256i left_vertex, __m256i right_vertex,
                            unsigned used_bits, int first_faces)
{
  const auto used = static_cast<__mmask8>(used_bits);
  const __m256i FIRST = _mm256_set1_epi32(first_faces), BYTE = _mm256_set1_epi32(0xff);
  const __mmask8 left_first =
      _mm256_cmplt_epi32_mask(_mm256_and_si256(_mm256_srli_epi32(edge, LEFT), BYTE), FIRST);
  const __mmask8 right_first = _mm256_cmplt_epi32_mask(_mm256_srli_epi32(edge, RIGHT), FIRST);
  const auto seam = static_cast<__mmask8>(used & (left_first ^ right_first));
  const __m512d sign = _mm512_mask_mov_pd(_mm512_set1_pd(-1.0), left_first, _mm512_set1_pd(1.0));
  const auto numbers = [&](__m256i all) { return _mm512_maskz_cvtepi32_epi64(used, all); };
  return {numbers(edge), numbers(_mm256_srli_epi32(edge, HEAD)), numbers(left_vertex),
          numbers(right_vertex), _mm512_maskz_mov_pd(seam, sign)};
}

template <int HALVES, class Points, class Sums>
[[gnu::always_inline]] inline void for_edges(const Body<HALVES> &body, int first_faces,
                                             const Points &p, Sums &sums)
{
  if (body.edge_count <= LANES) {
    const unsigned used = first_bits(body.edge_count);
    const __m256i edge = low_half(body.edges[0]);
    const __m512i vertices = face_vertices(edge, used);
    sums.add(p, edge_lanes(edge, low_half(vertices), high_half(vertices), used, first_faces));
    return;
  }
  const FaceVertices vertices(body);
  for (int k = 0; k < HALVES && HALF_EDGES * k < body.edge_count; k++) {
    const __m512i edge = body.edges[k];
    const __m512i left = vertices.of(_mm512_srli_epi32(edge, LEFT));
    const __m512i right = vertices.of(_mm512_srli_epi32(edge, RIGHT));
    const unsigned used = first_bits(body.edge_count) >> (HALF_EDGES * k);
    sums.add(p, edge_lanes(low_half(edge), low_half(left), low_half(right), used, first_faces));
    sums.add(
        p,
        edge_lanes(high_half(edge), high_half(left), high_half(right), used >> LANES, first_faces));
  }
}

}    // namespace small
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
#endif
