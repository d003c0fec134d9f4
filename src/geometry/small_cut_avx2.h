// Small bodies with AVX2 (small_cut.h): the numbers of edges are bytes of four lists, of their tails,
// heads, left and right faces.
//
// Vertices and edges keep their places. What a cut adds takes places that are free: those that were
// not in use, and those of what was cut off. Which are in use is a bit of a set; the others hold
// anything.

#ifndef GRIST_GEOMETRY_SMALL_CUT_AVX2_H
#define GRIST_GEOMETRY_SMALL_CUT_AVX2_H

#include "geometry/small_cut.h"
#include "lanes/byte_lists.h"

#if defined(GRIST_SMALL_OVERLAP) && !defined(GRIST_AVX512)

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace small {

template <int HALVES> struct Body {
  static constexpr int VERTICES = 8 * HALVES, EDGES = 16 * HALVES, VECTORS = VERTICES / LANES;

  Row<VECTORS> x, y, z;
  Bytes<EDGES> tail, head, left, right;
  unsigned vertices, edges;
};

// Where an edge is cut, by the places of its vertices: the edges of lanes of lists.
template <int GROUP, int VECTORS> struct Crossing {
  LaneNumbers inner, outer;
  Lanes part;    // of the way from inside

  [[gnu::always_inline]] Crossing(__m128i inside, __m128i outside, const Row<VECTORS> &height,
                                  double tolerance) :
      inner(lane_numbers<GROUP>(inside)),
      outer(lane_numbers<GROUP>(outside))
  {
    const Lanes from = at(height, inner), zero = {};
    const Lanes depth = select(from < -tolerance, -from, zero);
    part = depth / (depth + at(height, outer));
  }
  [[gnu::always_inline]] Lanes of(const Row<VECTORS> &x) const
  {
    const Lanes from = at(x, inner);
    return from + part * (at(x, outer) - from);
  }
};

// The coordinate `x` with that of the new vertices put in: rank n takes number n of `added`.
template <int VECTORS, int GROUPS>
[[gnu::always_inline]] inline void put_in(Row<VECTORS> &x, const Row<GROUPS> &added, __m128i rank)
{
  x = make_row<VECTORS>(
      [&](auto v) { return select_by_sign<v>(rank, x.of[v], at(added, lane_numbers<v>(rank))); });
}

// The new vertices, one of each number of the lists, go where the ranks are numbers: the vertex of
// rank n where rank n is. GROUPS: vectors that the new vertices take.
template <int GROUPS, int HALVES>
[[gnu::always_inline]] inline void add_vertices(Body<HALVES> &body, __m128i inside, __m128i outside,
                                                const Row<Body<HALVES>::VECTORS> &height,
                                                double tolerance, __m128i rank)
{
  constexpr int VECTORS = Body<HALVES>::VECTORS;
  const Crossing<0, VECTORS> first(inside, outside, height, tolerance);
  if constexpr (GROUPS == 1) {
    put_in<VECTORS, GROUPS>(body.x, {{first.of(body.x)}}, rank);
    put_in<VECTORS, GROUPS>(body.y, {{first.of(body.y)}}, rank);
    put_in<VECTORS, GROUPS>(body.z, {{first.of(body.z)}}, rank);
  } else {
    static_assert(GROUPS == 2);
    const Crossing<1, VECTORS> second(inside, outside, height, tolerance);
    put_in<VECTORS, GROUPS>(body.x, {{first.of(body.x), second.of(body.x)}}, rank);
    put_in<VECTORS, GROUPS>(body.y, {{first.of(body.y), second.of(body.y)}}, rank);
    put_in<VECTORS, GROUPS>(body.z, {{first.of(body.z), second.of(body.z)}}, rank);
  }
}

// For each of `count` faces that are left: the number of the crossing at which the loop of the face
// comes back, in the lowest four bits. False unless there is one for each.
inline bool find_returns(__m128i leaving, __m128i coming, int count, __m128i &returns)
{
  // Each face that is left is compared with all that are come back to: 8 times 8 bytes.
  const __m128i candidates = either(coming, beyond(count));
  const __m256i all = _mm256_broadcastq_epi64(candidates), left = twice(leaving);
  const __m256i LOW = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
                                       2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i HIGH = _mm256_add_epi8(LOW, _mm256_set1_epi8(4));
  // One that is equal counts as 16 plus its number, so that the sum says how many there are.
  constexpr int ONE = 16, ONES = 0xf0;
  const __m256i NUMBER = _mm256_set1_epi64x(0x1716151413121110);
  const auto sums = [&](__m256i which) {
    const __m256i equal = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(left, which), all);
    return _mm256_sad_epu8(_mm256_and_si256(equal, NUMBER), _mm256_setzero_si256());
  };
  // Sums 0, 4, 1, 5 and 2, 6, 3, 7 in the lowest bytes of 32 bits.
  const __m256i both = _mm256_or_si256(sums(LOW), _mm256_slli_epi64(sums(HIGH), 32));
  constexpr int NO = -128;
  const __m256i ORDER =
      _mm256_setr_epi8(0, 8, NO, NO, 4, 12, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, 0, 8,
                       NO, NO, 4, 12, NO, NO, NO, NO, NO, NO, NO, NO);
  const __m256i ordered = _mm256_shuffle_epi8(both, ORDER);
  returns = either(_mm256_castsi256_si128(ordered), _mm256_extracti128_si256(ordered, 1));
  const __m128i one = _mm_cmpeq_epi8(_mm_and_si128(returns, same_bytes(ONES)), same_bytes(ONE));
  return (~signs(one) & first_bits(count)) == 0;
}

template <int HALVES>
[[gnu::always_inline]] inline Cut cut(Body<HALVES> &body, const Plane &plane, int face,
                                      double tolerance)
{
  constexpr int VERTICES = Body<HALVES>::VERTICES, EDGES = Body<HALVES>::EDGES;
  using Edges = Bytes<EDGES>;

  // 1. Vertices that are not outside are kept.
  const Row<Body<HALVES>::VECTORS> height = heights(body, plane);
  const unsigned in = body.vertices & ~bits_of<_CMP_GT_OQ>(height, same(tolerance));
  if (in == body.vertices) return Cut::NONE;
  if (in == 0) return Cut::EMPTY;

  // 2. Edges inside are kept, those that cross are listed. Signs say: outside.
  const __m128i outside = ranks<VERTICES>(in);
  const Edges tail_out = shuffle(outside, body.tail), head_out = shuffle(outside, body.head);
  const unsigned crossing = body.edges & signs(differ(tail_out, head_out));
  const unsigned kept = body.edges & ~signs(either(tail_out, head_out));
  const unsigned free_vertices = first_bits(VERTICES) & ~in;
  const unsigned free_edges = first_bits(EDGES) & ~(kept | crossing);
  const int crossings = count_of(crossing);
  if (crossings > MAX_CROSSINGS) return Cut::LEFT_OUT;
  if (crossings > count_of(free_vertices) || crossings > count_of(free_edges)) return Cut::GROWN;

  // The loop of the left face of a crossing edge leaves there where the head is outside, that of
  // its right face comes back; otherwise the other way round.
  const Picked<EDGES> listed(crossing);
  const __m128i inner = listed.of(select_by_sign(tail_out, body.head, body.tail)),
                outer = listed.of(select_by_sign(tail_out, body.tail, body.head)),
                leaving = listed.of(select_by_sign(tail_out, body.right, body.left)),
                coming = listed.of(select_by_sign(tail_out, body.left, body.right));
  __m128i returns;
  if (!find_returns(leaving, coming, crossings, returns)) return Cut::LEFT_OUT;

  // 3. New vertices.
  const __m128i vertex_rank = ranks<VERTICES>(free_vertices);
  if (crossings > LANES)
    add_vertices<2>(body, inner, outer, height, tolerance, vertex_rank);
  else
    add_vertices<1>(body, inner, outer, height, tolerance, vertex_rank);

  // 4. Shortened edges, and one from each new vertex that closes the face left there.
  const __m128i vertex = eight_bytes(members_of(free_vertices)), back = shuffle(vertex, returns);
  const Edges edge_rank = ranks<EDGES>(free_edges),
              at_cut = shuffle(vertex, ranks<EDGES>(crossing));
  const auto with_closing = [&](const Edges &others, __m128i closing) {
    return select_by_sign(edge_rank, others, shuffle(closing, edge_rank));
  };
  body.tail = with_closing(select_by_sign(tail_out, at_cut, body.tail), vertex);
  body.head = with_closing(select_by_sign(head_out, at_cut, body.head), back);
  body.left = with_closing(body.left, leaving);
  body.right = with_closing(body.right, same_bytes(face));

  body.vertices = in | (free_vertices & first_of(vertex_rank, crossings));
  body.edges = kept | crossing | first_of(edge_rank, crossings);
  return Cut::CUT;
}

/* Between the two sizes */

inline bool fits(const Body<2> &body)
{
  return count_of(body.vertices) <= Body<1>::VERTICES && count_of(body.edges) <= Body<1>::EDGES;
}

inline Body<2> widened(const Body<1> &body)
{
  const auto row = [](const Row<Body<1>::VECTORS> &x) {
    return make_row<Body<2>::VECTORS>(
        [&](auto v) { return x.of[v < Body<1>::VECTORS ? int(v) : 0]; });
  };
  const auto list = [](__m128i of) { return _mm256_zextsi128_si256(of); };
  return {row(body.x),     row(body.y),      row(body.z),   list(body.tail), list(body.head),
          list(body.left), list(body.right), body.vertices, body.edges};
}

// The body fits.
inline Body<1> narrowed(const Body<2> &body)
{
  const __m128i vertex = eight_bytes(members_of(body.vertices));
  const __m128i number = ranks<Body<2>::VERTICES>(body.vertices);
  const auto row = [&](const Row<Body<2>::VECTORS> &x) {
    return make_row<Body<1>::VECTORS>([&](auto v) { return at(x, lane_numbers<v>(vertex)); });
  };
  const unsigned first = first_of(ranks<Body<2>::EDGES>(body.edges), 8);
  const Picked<Body<2>::EDGES> low(first), high(body.edges & ~first);
  const auto list = [&](__m256i of) { return _mm_unpacklo_epi64(low.of(of), high.of(of)); };
  return {row(body.x),
          row(body.y),
          row(body.z),
          shuffle(number, list(body.tail)),
          shuffle(number, list(body.head)),
          list(body.left),
          list(body.right),
          first_bits(count_of(body.vertices)),
          first_bits(count_of(body.edges))};
}

// One byte of each of 16 edges of a shape.
inline __m128i read_list(const std::uint32_t *edges, int first_bit)
{
  const __m128i FIRST = _mm_setr_epi8(0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12);
  const __m128i bytes = _mm_add_epi8(FIRST, same_bytes(first_bit / 8));
  const auto four = [&](int k) {
    const auto *const from = reinterpret_cast<const __m128i *>(edges + 4 * k);
    return shuffle(_mm_load_si128(from), bytes);
  };
  return _mm_unpacklo_epi64(_mm_unpacklo_epi32(four(0), four(1)),
                            _mm_unpacklo_epi32(four(2), four(3)));
}
inline void read_list(__m128i &list, const std::uint32_t *edges, int first_bit)
{
  list = read_list(edges, first_bit);
}
inline void read_list(__m256i &list, const std::uint32_t *edges, int first_bit)
{
  list = _mm256_inserti128_si256(_mm256_castsi128_si256(read_list(edges, first_bit)),
                                 read_list(edges + 16, first_bit), 1);
}
template <int HALVES> inline void read_edges(const SmallShape &shape, Body<HALVES> &body)
{
  read_list(body.tail, shape.edges, 0);
  read_list(body.head, shape.edges, HEAD);
  read_list(body.left, shape.edges, LEFT);
  read_list(body.right, shape.edges, RIGHT);
  body.vertices = first_bits(shape.vertex_count);
  body.edges = first_bits(shape.edge_count);
}

// The vertices one after the other, in groups of eight places: those in use, then the first of them
// again.
template <int HALVES> struct Corners {
  alignas(64) double x[8 * HALVES], y[8 * HALVES], z[8 * HALVES];
  int count[HALVES];

  explicit Corners(const Body<HALVES> &body)
  {
    for (int k = 0; k < HALVES; k++) {
      const unsigned set = body.vertices >> (8 * k) & 0xffu;
      count[k] = count_of(set);
      const __m128i numbers =
          _mm_add_epi8(eight_bytes(BYTE_TABLES.members[set]), same_bytes(8 * k));
      const auto write = [&](const Row<Body<HALVES>::VECTORS> &from, double *to) {
        const Row<8 / LANES> row =
            make_row<8 / LANES>([&](auto v) { return at(from, lane_numbers<v>(numbers)); });
        for (int v = 0; v < 8 / LANES; v++) store(to + LANES * v, row.of[v]);
      };
      write(body.x, x + 8 * k);
      write(body.y, y + 8 * k);
      write(body.z, z + 8 * k);
    }
  }
};

template <int HALVES> inline LaneNumbers any_vertex(const Body<HALVES> &body)
{
  return lane_numbers<0>(same_bytes(lowest_of(body.vertices)));
}

inline void store_list(std::uint8_t *to, __m128i list)
{
  _mm_store_si128(reinterpret_cast<__m128i *>(to), list);
}
inline void store_list(std::uint8_t *to, __m256i list)
{
  _mm256_store_si256(reinterpret_cast<__m256i *>(to), list);
}

// One vertex of each face of the edges of a body, the same for all of its edges.
class FaceVertices {
 public:
  template <int HALVES> explicit FaceVertices(const Body<HALVES> &body)
  {
    alignas(32) std::uint8_t tail[Body<HALVES>::EDGES], left[Body<HALVES>::EDGES],
        right[Body<HALVES>::EDGES], vertex[SMALL_FACES] = {};
    store_list(tail, body.tail);
    store_list(left, body.left);
    store_list(right, body.right);
    for (unsigned edges = body.edges; edges != 0; edges &= edges - 1) {
      const int n = lowest_of(edges);
      vertex[left[n]] = vertex[right[n]] = tail[n];
    }
    const auto *const half = reinterpret_cast<const __m128i *>(vertex);
    low = _mm_load_si128(half);
    high = _mm_load_si128(half + 1);
  }
  __m128i of(__m128i faces) const
  {
    const __m128i in_high = _mm_slli_epi32(faces, 3);    // bit 4 becomes the sign
    return select_by_sign(in_high, shuffle(high, faces), shuffle(low, faces));
  }

 private:
  __m128i low, high;
};

template <int GROUP>
[[gnu::always_inline]] inline EdgeLanes edge_lanes(__m128i tail, __m128i head, __m128i left,
                                                   __m128i right, __m128i seam)
{
  return {lane_numbers<GROUP>(tail), lane_numbers<GROUP>(head), lane_numbers<GROUP>(left),
          lane_numbers<GROUP>(right), lanes_of<GROUP>(seam)};
}

template <int HALVES, class Points, class Sums>
[[gnu::always_inline]] inline void for_edges(const Body<HALVES> &body, int first_faces,
                                             const Points &p, Sums &sums)
{
  constexpr int AT_ONCE = 8;
  const __m128i vertex = same_bytes(lowest_of(body.vertices));
  const FaceVertices vertices(body);
  for (unsigned edges = body.edges; edges != 0;) {
    const int count = count_of(edges);
    const Picked<Body<HALVES>::EDGES> listed(edges);
    const __m128i left = listed.of(body.left), right = listed.of(body.right);
    const __m128i others = beyond(count), of_first = same_bytes(first_faces);
    const __m128i seam = _mm_andnot_si128(
        others, _mm_sub_epi8(_mm_cmpgt_epi8(of_first, right), _mm_cmpgt_epi8(of_first, left)));
    const auto here = [&](__m128i numbers) { return select_by_sign(others, vertex, numbers); };
    const __m128i tail = here(listed.of(body.tail)), head = here(listed.of(body.head)),
                  of_left = here(vertices.of(left)), of_right = here(vertices.of(right));
    sums.add(p, edge_lanes<0>(tail, head, of_left, of_right, seam));
    if (count > LANES) sums.add(p, edge_lanes<1>(tail, head, of_left, of_right, seam));
    if (count <= AT_ONCE) break;
    edges &= ~first_of(ranks<Body<HALVES>::EDGES>(edges), AT_ONCE);
  }
}

}    // namespace small
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
#endif
