// The integrals over a small body in vector registers, a vector of edges at a time: the sums of
// ClippedBody::integrals().

#ifndef GRIST_GEOMETRY_SMALL_INTEGRALS_H
#define GRIST_GEOMETRY_SMALL_INTEGRALS_H

#include "geometry/overlap_result.h"
#include "geometry/small_cut_avx2.h"
#include "geometry/small_cut_avx512.h"

#ifdef GRIST_SMALL_OVERLAP

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {
namespace small {

template <int VECTORS> struct Points {
  Row<VECTORS> x, y, z;

  LaneVectors at(LaneNumbers numbers) const
  {
    return {grist::at(x, numbers), grist::at(y, numbers), grist::at(z, numbers)};
  }
};

// Square of a length that is negligible against any other, and keeps zero from being divided by.
constexpr double NO_LENGTH = 1e-200;

struct Sums {
  Lanes volume, first[3], area[3], moment[3], spread[6];

  template <int VECTORS>
  [[gnu::always_inline]] void add(const Points<VECTORS> &p, const EdgeLanes &edges)
  {
    const LaneVectors tail = p.at(edges.tail), head = p.at(edges.head), left = p.at(edges.left),
                      right = p.at(edges.right);
    const LaneVectors normal = cross(tail, head);
    const Lanes volume_left = dot(left, normal), volume_right = dot(right, normal);
    const Lanes both = volume_left - volume_right;
    volume += both;
    first[0] += both * (tail.x + head.x) + (volume_left * left.x - volume_right * right.x);
    first[1] += both * (tail.y + head.y) + (volume_left * left.y - volume_right * right.y);
    first[2] += both * (tail.z + head.z) + (volume_left * left.z - volume_right * right.z);

    // Edges between the two bodies.
    const Lanes &seam = edges.seam;
    const Lanes squares = seam * (dot(tail, tail) + (dot(tail, head) + dot(head, head)));
    area[0] += seam * normal.x;
    area[1] += seam * normal.y;
    area[2] += seam * normal.z;
    const Lanes x = tail.x - head.x, y = tail.y - head.y, z = tail.z - head.z;
    moment[0] += squares * x;
    moment[1] += squares * y;
    moment[2] += squares * z;
    const Lanes square = x * x + (y * y + (z * z + same(NO_LENGTH)));
    const Lanes per_length = (seam * seam) * inverse_root(square);
    const Lanes of_x = per_length * x, of_y = per_length * y, of_z = per_length * z;
    spread[0] += of_x * x;
    spread[1] += of_y * y;
    spread[2] += of_z * z;
    spread[3] += of_x * y;
    spread[4] += of_x * z;
    spread[5] += of_y * z;
  }
};

// The sums of the numbers of each of eight vectors.
inline void sums_of(const Lanes (&v)[8], double (&total)[8])
{
#if defined(GRIST_AVX512)
  Lanes pairs[4], fours[2];
  for (int k = 0; k < 4; k++)
    pairs[k] = _mm512_maskz_unpacklo_pd(0xff, v[2 * k], v[2 * k + 1]) +
        _mm512_maskz_unpackhi_pd(0xff, v[2 * k], v[2 * k + 1]);
  const auto halves = [](const Lanes &a, const Lanes &b) -> Lanes {
    return _mm512_maskz_shuffle_f64x2(0xff, a, b, 0x88) +
        _mm512_maskz_shuffle_f64x2(0xff, a, b, 0xdd);
  };
  for (int k = 0; k < 2; k++) fours[k] = halves(pairs[2 * k], pairs[2 * k + 1]);
  store(total, halves(fours[0], fours[1]));
#else
  for (int first = 0; first < 8; first += LANES) {
    const auto pair = [&](int k) -> Lanes {
      return _mm256_hadd_pd(v[first + k], v[first + k + 1]);
    };
    const Lanes low = pair(0), high = pair(2);
    store(total + first,
          Lanes(_mm256_permute2f128_pd(low, high, 0x20)) + _mm256_permute2f128_pd(low, high, 0x31));
  }
#endif
}

// `sign` of the area and the moment.
template <int HALVES>
[[gnu::always_inline]] inline void integrate(const Body<HALVES> &body, int first_faces, double sign,
                                             Overlap &result)
{
  constexpr int VECTORS = Body<HALVES>::VECTORS;

  // Positions are taken from a vertex of the body.
  const LaneNumbers vertex = any_vertex(body);
  const auto relative = [&](const Row<VECTORS> &x, Lanes &from) {
    from = at(x, vertex);
    return make_row<VECTORS>([&](auto v) { return x.of[v] - from; });
  };
  LaneVectors from;
  const Points<VECTORS> p = {relative(body.x, from.x), relative(body.y, from.y),
                             relative(body.z, from.z)};

  Sums sums = {};
  for_edges(body, first_faces, p, sums);

  alignas(64) double total[8], others[8];
  sums_of({sums.first[0], sums.first[1], sums.first[2], sums.volume, sums.area[0], sums.area[1],
           sums.area[2], sums.moment[0]},
          total);
  sums_of({sums.spread[0], sums.spread[1], sums.spread[2], sums.spread[3], sums.spread[4],
           sums.spread[5], sums.moment[1], sums.moment[2]},
          others);
  const double moment[3] = {total[7], others[6], others[7]};
  const double volume = total[3], scale = 0.25 / volume;
  const double origin[3] = {from.x[0], from.y[0], from.z[0]};
  double center[3], area[3];
  for (int k = 0; k < 3; k++) {
    center[k] = scale * total[k];
    area[k] = 0.5 * sign * total[4 + k];
  }
  const double size = __builtin_sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
  const double over_size = 1.0 / size;
  for (int k = 0; k < AreaSpread::SIZE; k++) result.spread.data()[k] = others[k];
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
