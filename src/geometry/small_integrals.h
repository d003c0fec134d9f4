// The integrals over a small body in vector registers, eight edges at a time: the sums of
// ClippedBody::integrals().

#ifndef GRIST_GEOMETRY_SMALL_INTEGRALS_H
#define GRIST_GEOMETRY_SMALL_INTEGRALS_H

#include "geometry/small_cut.h"

#include "geometry/overlap_result.h"    // after the intrinsics, whose warnings small_cut.h turns off

#ifdef GRIST_SMALL_OVERLAP

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace small {

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
  const auto lanes = static_cast<__mmask16>(used | used << WIDE);
  const __m512i before = _mm512_conflict_epi32(
      _mm512_mask_mov_epi32(_mm512_add_epi32(counting(), _mm512_set1_epi32(256)), lanes, faces));
  const __m512i first = _mm512_and_epi32(before, _mm512_sub_epi32(_mm512_setzero_si512(), before));
  const __m512i lane = _mm512_mask_sub_epi32(counting(), _mm512_test_epi32_mask(before, before),
                                             _mm512_set1_epi32(31), _mm512_lzcnt_epi32(first));
  const __m256i tail = _mm256_and_si256(edge, BYTE);
  return _mm512_permutexvar_epi32(lane, both(tail, tail));
}

struct Vector {
  __m512d x, y, z;
};
template <int HALVES> inline Vector at(const Points<HALVES> &p, __m512i numbers)
{
  return {at(p.x, numbers), at(p.y, numbers), at(p.z, numbers)};
}
inline __m512d dot(const Vector &a, const Vector &b)
{
  return a.x * b.x + (a.y * b.y + a.z * b.z);
}
inline Vector cross(const Vector &a, const Vector &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Sums {
  __m512d volume, first[3], area[3], moment[3];
};

inline void add(__m512d &sum, __mmask8 used, __m512d value)
{
  sum = _mm512_mask_add_pd(sum, used, sum, value);
}

// Eight edges.
template <int HALVES>
inline void add_edges(const Points<HALVES> &p, __m256i edge, __m256i left_vertex,
                      __m256i right_vertex, __mmask8 used, int first_faces, Sums &sums)
{
  const Vector tail = at(p, wide(edge)), head = at(p, wide(_mm256_srli_epi32(edge, HEAD)));
  const Vector left = at(p, wide(left_vertex)), right = at(p, wide(right_vertex));
  const Vector normal = cross(tail, head);
  const __m512d volume_left = dot(left, normal), volume_right = dot(right, normal);
  const __m512d both = volume_left - volume_right;
  add(sums.volume, used, both);
  add(sums.first[0], used,
      both * (tail.x + head.x) + (volume_left * left.x - volume_right * right.x));
  add(sums.first[1], used,
      both * (tail.y + head.y) + (volume_left * left.y - volume_right * right.y));
  add(sums.first[2], used,
      both * (tail.z + head.z) + (volume_left * left.z - volume_right * right.z));

  // Edges between the two bodies.
  const __m256i FIRST = _mm256_set1_epi32(first_faces), BYTE = _mm256_set1_epi32(0xff);
  const __mmask8 left_first =
      _mm256_cmplt_epi32_mask(_mm256_and_si256(_mm256_srli_epi32(edge, LEFT), BYTE), FIRST);
  const __mmask8 right_first = _mm256_cmplt_epi32_mask(_mm256_srli_epi32(edge, RIGHT), FIRST);
  const auto seam = static_cast<__mmask8>(used & (left_first ^ right_first));
  const __m512d sign = _mm512_mask_mov_pd(_mm512_set1_pd(-1.0), left_first, _mm512_set1_pd(1.0));
  const __m512d squares = sign * (dot(tail, tail) + (dot(tail, head) + dot(head, head)));
  add(sums.area[0], seam, sign * normal.x);
  add(sums.area[1], seam, sign * normal.y);
  add(sums.area[2], seam, sign * normal.z);
  add(sums.moment[0], seam, squares * (tail.x - head.x));
  add(sums.moment[1], seam, squares * (tail.y - head.y));
  add(sums.moment[2], seam, squares * (tail.z - head.z));
}

// The sums of the numbers of eight vectors, one each.
inline __m512d sums_of(const __m512d (&v)[8])
{
  __m512d pairs[4], fours[2];
  for (int k = 0; k < 4; k++)
    pairs[k] =
        _mm512_unpacklo_pd(v[2 * k], v[2 * k + 1]) + _mm512_unpackhi_pd(v[2 * k], v[2 * k + 1]);
  for (int k = 0; k < 2; k++)
    fours[k] = _mm512_shuffle_f64x2(pairs[2 * k], pairs[2 * k + 1], 0x88) +
        _mm512_shuffle_f64x2(pairs[2 * k], pairs[2 * k + 1], 0xdd);
  return _mm512_shuffle_f64x2(fours[0], fours[1], 0x88) +
      _mm512_shuffle_f64x2(fours[0], fours[1], 0xdd);
}

inline Row<1> relative(const Row<1> &row, __m512d origin)
{
  return {row.low - origin};
}
inline Row<2> relative(const Row<2> &row, __m512d origin)
{
  return {row.low - origin, row.high - origin};
}

template <int HALVES>
inline void add_sixteen(const Body<HALVES> &body, const Points<HALVES> &p,
                        const FaceVertices &vertices, int k, int first_faces, Sums &sums)
{
  const __m512i edge = body.edges[k];
  const __m512i left = vertices.of(_mm512_srli_epi32(edge, LEFT));
  const __m512i right = vertices.of(_mm512_srli_epi32(edge, RIGHT));
  const unsigned used = first_bits(body.edge_count) >> (HALF_EDGES * k);
  add_edges(p, low_half(edge), low_half(left), low_half(right), static_cast<__mmask8>(used),
            first_faces, sums);
  add_edges(p, high_half(edge), high_half(left), high_half(right),
            static_cast<__mmask8>(used >> WIDE), first_faces, sums);
}

// `sign` of the area and the moment.
template <int HALVES>
__attribute__((always_inline)) inline void integrate(const Body<HALVES> &body, int first_faces,
                                                     double sign, Overlap &result)
{
  const __m128d x0 = _mm512_castpd512_pd128(body.at.x.low),
                y0 = _mm512_castpd512_pd128(body.at.y.low);
  const __m128d z0 = _mm512_castpd512_pd128(body.at.z.low);
  const Points<HALVES> p = {relative(body.at.x, _mm512_broadcastsd_pd(x0)),
                            relative(body.at.y, _mm512_broadcastsd_pd(y0)),
                            relative(body.at.z, _mm512_broadcastsd_pd(z0))};
  Sums sums;
  sums.volume = _mm512_setzero_pd();
  for (int k = 0; k < 3; k++) sums.first[k] = sums.area[k] = sums.moment[k] = _mm512_setzero_pd();
  if (body.edge_count <= WIDE) {
    const unsigned used = first_bits(body.edge_count);
    const __m256i edge = low_half(body.edges[0]);
    const __m512i vertices = face_vertices(edge, used);
    add_edges(p, edge, low_half(vertices), high_half(vertices), static_cast<__mmask8>(used),
              first_faces, sums);
  } else {
    const FaceVertices vertices(body);
    add_sixteen(body, p, vertices, 0, first_faces, sums);
    if (HALVES == 2 && body.edge_count > HALF_EDGES)
      add_sixteen(body, p, vertices, HALVES - 1, first_faces, sums);
  }
  alignas(64) double total[8];
  _mm512_store_pd(total,
                  sums_of({sums.first[0], sums.first[1], sums.first[2], sums.volume, sums.area[0],
                           sums.area[1], sums.area[2], sums.moment[0]}));
  const double moment[3] = {total[7], _mm512_reduce_add_pd(sums.moment[1]),
                            _mm512_reduce_add_pd(sums.moment[2])};
  const double volume = total[3], scale = 0.25 / volume;
  const double origin[3] = {_mm_cvtsd_f64(x0), _mm_cvtsd_f64(y0), _mm_cvtsd_f64(z0)};
  double center[3], area[3];
  for (int k = 0; k < 3; k++) {
    center[k] = scale * total[k];
    area[k] = 0.5 * sign * total[4 + k];
  }
  const double size = __builtin_sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
  const double over_size = 1.0 / size;
  result.volume = volume * (1.0 / 6.0);
  result.area = size;
  double *const centroid = result.centroid.data(), *const normal = result.normal.data(),
                *const area_vector = result.area_vector.data(),
                *const moment_vector = result.moment.data();
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    centroid[k] = origin[k] + center[k];
    normal[k] = area[k] * over_size;
    area_vector[k] = area[k];
    moment_vector[k] = moment[k] * (sign / 6.0) - (center[i] * area[j] - center[j] * area[i]);
  }
}

}    // namespace small
}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
#endif
